"""Screen "turn": the call, everyone's answer, the discard; each tap is saved into the record in the address."""

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from solver import Record, RecordError
from solver.catalogue import message
from solver.record.schema import Turn
from webui.doubts import doubts, fresh_entries
from webui.language import link
from webui.reading import record_of_address, small_number
from webui.screen import screen
from webui.solved import solved
from webui.turn_form import current_turn, playable, read_turn, turn_of, with_turn
from webui.turn_view import turn_view

bp = Blueprint("turn", __name__)

ANCHORS = {"add": "call", "back": "call", "missed": "answers", "keep": "answers", "rest": "discard"}


@bp.get("/table")
def table() -> ResponseReturnValue:
    """Show the turn under way, or the one that the address names (``t``); of a round that is over, its end."""
    record = record_of_address()
    number = number_of_address(record)
    if record.result and ("t" not in request.args or number > len(record.turns)):
        return redirect(to_end(record), 303)
    return show(record, number)


@bp.post("/table")
def save() -> ResponseReturnValue:
    """Save what is tapped so far; "done" goes on to the next turn."""
    record = record_of_address()
    number = number_of_address(record)
    if record.result and number > len(record.turns):
        return redirect(to_end(record), 303)
    action = request.form.get("do", "").partition("-")[0]
    turn = before = turn_of(record, number)
    try:
        turn = read_turn(record, number, request.form)
        if action == "done" and turn.discard is None and not ends_the_round(record, number):
            raise RecordError(f"turns[{number - 1}].discard", "", message("page_turn.discard_needed"))
        noted = action == "missed" or (number <= len(record.turns) and action != "back")
        changed = with_turn(record, number, turn, noted=noted)
        clashing = solved(changed).contradiction is not None
        asked = [] if clashing else list(doubts(changed, number, fresh_entries(changed, number, before)))
    except RecordError as error:
        return show(record, number, turn, error), 422
    if asked:
        place = {"t": number, "open": None} if action == "done" else place_of(changed, number)
        return redirect(link("turn.table", r=changed.to_line(), **place, ask=asked, _anchor=f"sure-{asked[0]}"), 303)
    if action == "done":
        if clashing:
            return redirect(link("pages.answer", r=changed.to_line(), open=None), 303)
        if number < len(record.turns) or record.result:
            return redirect(link("pages.history", r=changed.to_line()), 303)
        return redirect(link("turn.table", r=changed.to_line(), open=None), 303)
    return redirect(address(changed, number, ANCHORS.get(action)), 303)


def ends_the_round(record: Record, number: int) -> bool:
    """Return whether a guess in turn ``number`` ended the round: its leader discarded nothing."""
    return record.result is not None and number == len(record.turns)


def number_of_address(record: Record) -> int:
    """Return the turn that the address asks for, by default the one under way; 404 where there is none such."""
    under_way = len(record.turns) if "open" in request.args and record.turns else current_turn(record)
    number = small_number(request.args.get("t")) if "t" in request.args else under_way
    if number is None or not 1 <= number <= len(record.turns) + 1:
        abort(404)
    return min(number, current_turn(record))


def to_end(record: Record) -> str:
    """Return the address of the end of the round."""
    return link("ending.end", r=record.to_line(), open=None)


def address(record: Record, number: int, anchor: str | None = None) -> str:
    """Return the address of a turn's screen, or of the end where the round is over and has no such turn."""
    if record.result and number > len(record.turns):
        return to_end(record)
    return link("turn.table", r=record.to_line(), **place_of(record, number), _anchor=anchor)


def place_of(record: Record, number: int) -> dict[str, int | None]:
    """Return what names a turn in an address: nothing for the one under way, ``open`` once its discard is noted."""
    if record.result:
        return {"t": number, "open": None}
    if number == current_turn(record):
        return {"open": None}
    return {"open": 1} if is_under_way(record, number) else {"t": number}


def is_under_way(record: Record, number: int) -> bool:
    """Return whether the turn on the screen is the one being played: until "done" also with its discard noted."""
    if record.result:
        return False
    if "t" in request.args and "open" not in request.args:
        return number == current_turn(record)
    return number >= len(record.turns)


def show(record: Record, number: int, turn: Turn | None = None, error: RecordError | None = None) -> str:
    """Return the page of one turn; ``turn`` is what was tapped where it could not be saved."""
    playing = playable(record, number)
    view = turn_view(record, number, turn, current=is_under_way(record, number)) if playing else None
    asked = doubts(record, number, request.args.getlist("ask")) if turn is None and solved(record).posterior else {}
    return screen(
        "turn.html", record, view=view, error=error, number=number, doubts=asked, back=address(record, number)
    )
