"""Screen "end of the round": somebody guessed; the new points, who sits out, who has won, the next round."""

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from solver import Record, RecordError
from solver.catalogue import message
from solver.game.cards import POINTS, Face, Kind, parse_face, parse_kind
from solver.game.table import RETURN_CHIPS, GuessOutcome, after_guess
from solver.logic.left import none_left
from solver.record.checks import check_member
from solver.record.schema import Result
from solver.record.view import View
from webui.laid_open import clashing_entries, misfits
from webui.language import link
from webui.reading import record_of_address, small_number
from webui.reference import reference
from webui.screen import screen
from webui.seating_form import Seating
from webui.solved import solved
from webui.turn import number_of_address
from webui.turn_view import points_of

bp = Blueprint("ending", __name__)

AS_GUESSED = "="  # what the form sends for a boss cat of the kind that was named


@bp.get("/end")
def end() -> ResponseReturnValue:
    """Show who may have guessed what, and once it is noted what follows."""
    record = record_of_address()
    return show(record, fields_of(record))


@bp.post("/end")
def guessed() -> ResponseReturnValue:
    """Note the guess and the boss cat that was turned up; "undo" takes them back."""
    record = record_of_address()
    if request.form.get("do") == "undo":
        return redirect(link("ending.end", r=replace(record, result=None).to_line(), open=None), 303)
    try:
        changed = replace(record, result=read_result(record, request.form))
    except RecordError as error:
        return show(record, request.form.to_dict(), error), 422
    return redirect(link("ending.end", r=changed.to_line(), open=None, _anchor="outcome"), 303)


def read_result(record: Record, fields: MultiDict[str, str]) -> Result:
    """Return what the form says; RecordError at the field that is missing or wrong."""
    place = small_number(fields.get("by"))
    for field in ("by", "guess", "boss"):
        if not fields.get(field):
            raise RecordError(f"result.{field}", "", message(f"page_end.{field}_needed"))
    by = record.players[place] if place is not None and place < len(record.players) else ""
    check_member(by, record.players, "result.by")
    guess = parse_kind(fields.get("guess", ""), "result.guess")
    named = fields.get("boss") == AS_GUESSED
    boss = Face(guess) if named else parse_face(fields.get("boss", ""), "result.boss")
    if boss.points is None:
        points = fields.get("points", "")
        if not points:
            raise RecordError("result.boss", boss, message("page_end.points_needed"))
        boss = parse_face(f"{boss}{points}", "result.boss")
    return Result(by=by, guess=guess, boss=boss, hands=record.result.hands if record.result else {})


def fields_of(record: Record) -> dict[str, str]:
    """Return the form's fields as the record's result fills them; before it, that whoever leads now has guessed."""
    result = record.result
    if result is None:
        return {"by": str(record.players.index(leader_of(record)))}
    return {
        "by": str(record.players.index(result.by)),
        "guess": str(result.guess),
        "boss": str(result.boss.kind),
        "points": str(result.boss.points or ""),
    }


def leader_of(record: Record) -> str:
    """Return who leads now, and so may guess."""
    return record.leader(number_of_address(record))


def ruled_out(record: Record) -> frozenset[Kind]:
    """Return the kinds that the boss cat cannot be: by the odds where they are counted, else by the cards in sight."""
    found = solved(record).posterior
    counted = frozenset(kind for kind in record.deck.kinds if found and found.p(kind) == 0)
    return counted | none_left(View(record), None, {})


def outcome_of(record: Record) -> GuessOutcome | None:
    """Return what the guess did, once it is noted with the points of the boss cat."""
    result = record.result
    if result is None or result.boss.points is None:
        return None
    return after_guess(record.chips, result.by, result.guess, result.boss, record.target)


def none_unseen(record: Record) -> bool:
    """Return whether the boss cat noted is a card of which no unseen one is left."""
    if record.result is None:
        return False
    boss = record.result.boss
    row = next(row for row in reference(View(record)) if row.kind == boss.kind)
    left = row.unseen if boss.points is None or boss.kind.is_double else row.points[POINTS.index(boss.points)]
    return row.unseen == 0 or left == 0


def show(record: Record, fields: dict[str, str], error: RecordError | None = None) -> str:
    """Return the page."""
    outcome = outcome_of(record)
    return screen(
        "end.html",
        record,
        fields=fields,
        error=error,
        outcome=outcome,
        leader=leader_of(record),
        as_guessed=AS_GUESSED,
        ruled_out=ruled_out(record),
        none_unseen=none_unseen(record),
        misfits={player: clashing_entries(record, player) for player in misfits(record)},
        hand_sizes=View(record).hand_size,
        points=points_of(record),
        back_with=RETURN_CHIPS,
        next_round=Seating.after(record, outcome).fields() if outcome else {},
    )
