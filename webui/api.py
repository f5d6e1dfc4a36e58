"""``POST /api/solve``: the record as JSON in, the same object as ``bosscat solve --json`` out."""

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from solver import BosscatError, Contradiction, Record, RecordError
from webui.language import lang
from webui.solved import solve_in_turn

bp = Blueprint("api", __name__, url_prefix="/api")


@bp.post("/solve")
def solve_record() -> ResponseReturnValue:
    """Answer 200 with what was found, no fitting deal included; 422 where the record is wrong or too much work."""
    try:
        return jsonify(solve_in_turn(Record.from_json(request.get_data())).to_dict())
    except Contradiction as contradiction:
        return jsonify(contradiction.to_dict())
    except RecordError as error:
        return jsonify(error=error.to_dict(lang())), 422
    except BosscatError as error:
        return jsonify(error={"where": "", "value": "", "expected": error.say(lang())}), 422
