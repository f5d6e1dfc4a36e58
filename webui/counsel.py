"""Screens "advice" (guess or wait, what to call, what to put away, what others may know) and "review"."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, current_app, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from solver import BosscatError, Record, RecordError
from solver import spoken_advice as spoken
from solver.advice.advising import advise
from solver.advice.findings import Advice, Calls, Part
from solver.advice.review import Review
from solver.advice.review import review as look_back
from solver.catalogue import message
from solver.odds.seats import Call
from webui.laid_open import without_misfits
from webui.language import lang
from webui.reading import record_of_address
from webui.screen import screen
from webui.solved import solved
from webui.turn_form import current_turn, turn_of, with_turn

bp = Blueprint("counsel", __name__)

SECONDS = 2.0  # the app's ADVICE_SECONDS
MORE = 5  # times as many for whoever asks for more
CACHED = 64
MOST_CALLS = 5


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call to choose: its meows, each figure with its heading, and the record in which it has been made."""

    call: Call
    figures: tuple[tuple[str, str], ...]
    line: str


@bp.get("/advice")
def advice() -> ResponseReturnValue:
    """Show all advice on the record as it stands now; with ``more`` in the address it takes longer."""
    record, asked = replace(record_of_address(), result=None), "more" in request.args
    seconds = current_app.config["ADVICE_SECONDS"] * (MORE if asked else 1)
    found = advice_on(record.to_line(), seconds) if solved(record).posterior else None
    return screen(
        "counsel.html",
        record,
        found=found,
        timing=unbroken(spoken.timing(found.timing, lang())) if found and found.timing else (),
        calls=tuple(call_rows(record, found.calls)) if found and found.calls else (),
        calls_said=spoken.calls_said(found.calls, lang()) if found and found.calls else (),
        calls_notes=spoken.calls_notes(found.calls, lang()) if found and found.calls else (),
        put_away=unbroken([spoken.put_away(found.discards, lang())])[0] if found and found.discards else "",
        rivals=[(rival, *unbroken([spoken.ready(rival, lang())])) for rival in found.rivals] if found else (),
        rivals_lacking=spoken.rivals_lacking(found, lang()) if found else "",
        lacking={part.value: spoken.lacking(found, part, lang()) for part in Part} if found else {},
        more=current_app.config["ADVICE_SECONDS"] * MORE if found and found.short and not asked else None,
        notes=spoken.notes(found, lang()) if found else (),
        chance=lambda figure: unbroken([spoken.chance(figure)])[0],
        points_told=lambda figure: unbroken([spoken.points(figure)])[0],
    )


@lru_cache(CACHED)
def advice_on(line: str, seconds: float) -> Advice | None:
    """Return advice on the record written as ``line``, in about so many seconds; None where that is too much work."""
    try:
        return advise(Record.from_line(line), seconds)
    except BosscatError:
        return None


@bp.get("/review")
def review() -> ResponseReturnValue:
    """Show the round looked back on; RecordError where it has no result."""
    record = without_misfits(record_of_address())
    if record.result is None:
        raise RecordError("result", "", message("advice.result_needed"))
    seconds = current_app.config["ADVICE_SECONDS"]
    found = review_of(record.to_line(), seconds) if solved(record).posterior else None
    return screen(
        "review.html",
        record,
        found=found,
        proven=spoken.proven(found, lang()) if found else (),
        path_note=spoken.path_note(found, lang()) if found else "",
        costs=unbroken(spoken.costs(found, lang())) if found else (),
    )


@lru_cache(CACHED)
def review_of(line: str, seconds: float) -> Review | None:
    """Return the round written as ``line``, which has a result, looked back on; None where that is too much work."""
    try:
        return look_back(Record.from_line(line), seconds)
    except BosscatError:
        return None


def unbroken(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences with no line break between a figure and its error."""
    return tuple(sentence.replace(" ± ", "\u00a0±\u00a0") for sentence in sentences)


def call_rows(record: Record, found: Calls) -> Iterator[CallRow]:
    """Yield the best calls, best first."""
    heads = spoken.call_heads(lang())[1:]
    number = current_turn(record)
    for best in found.best[:MOST_CALLS]:
        turn = replace(turn_of(record, number), call=best.call, die=len(best.call) if record.die else None)
        made = with_turn(record, number, turn, noted=True)
        figures = zip(heads, spoken.call_row(best, lang())[1:], strict=True)
        yield CallRow(best.call, tuple((head, text) for head, text in figures if text), made.to_line())
