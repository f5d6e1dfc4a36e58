"""Records solved, each once: a bounded cache in front of the solver, keyed by the record's line."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from solver import BosscatError, Contradiction, Posterior, Record, RecordError, TooMuchWork, solve
from solver.game.cards import Meow
from solver.logic.answers import check_my_answers
from solver.odds.forecast import forecast as forecast_answers
from solver.record.schema import Answer
from solver.record.view import View
from webui.apart import solve_apart

CACHED = 512
QUICK_BUDGET = 10_000_000  # work of a quarter of a second at most
# Work that the marks on impossible answers are worth: early in a round, where they take more, they would tell little.
MARKS_BUDGET = 3_000_000
DOUBTS_BUDGET = 20_000_000  # the same for the one entry just made


@dataclass(frozen=True, slots=True)
class Solved:
    """What solving came to: a posterior, or a contradiction, or the reason why there is neither."""

    posterior: Posterior | None = None
    contradiction: Contradiction | None = None
    refusal: BosscatError | None = None


def solve_in_turn(record: Record) -> Posterior:
    """Return what ``solve`` returns, and raise what it raises; what takes long is done apart, one after the other."""
    try:
        return solve(record, budget=QUICK_BUDGET)
    except TooMuchWork:
        return solve_apart(record)


def solved(record: Record) -> Solved:
    """Return what ``record`` says; RecordError where an answer of my own is not lawful.

    A turn of which nothing but the call is known changes no probability and is not counted anew.
    """
    if record.turns and not record.turns[-1].discard and not set(record.turns[-1].answers) - {record.me}:
        check_my_answers(View(record))
        record = record.up_to(len(record.turns) - 1)
    return solved_line(replace(record, result=None).to_line())


@lru_cache(CACHED)
def solved_line(line: str) -> Solved:
    """Return what the record written as ``line`` says."""
    try:
        return Solved(posterior=solve_in_turn(Record.from_line(line)))
    except RecordError:
        raise
    except Contradiction as contradiction:
        return Solved(contradiction=contradiction)
    except BosscatError as refusal:
        return Solved(refusal=refusal)


@lru_cache(CACHED)
def quickly(line: str) -> Posterior | None:
    """Return the posterior of the record written as ``line``; None where that takes long, or there is none."""
    try:
        return solve(Record.from_line(line), budget=QUICK_BUDGET)
    except BosscatError:
        return None


Forecast = Mapping[str, Mapping[Answer, float]]


def forecast(record: Record, call: tuple[Meow, ...], budget: int = MARKS_BUDGET) -> Forecast:
    """Return for every other player how likely each answer to ``call`` is, 0.0 only where impossible.

    Empty where nothing can be told: no deal fits the record, or counting would take more than ``budget``.
    """
    return forecast_line(replace(record, result=None).to_line(), call, budget)


@lru_cache(CACHED)
def forecast_line(line: str, call: tuple[Meow, ...], budget: int) -> Forecast:
    """Return the forecast after the record written as ``line``."""
    try:
        return forecast_answers(View(Record.from_line(line)), call, budget)
    except BosscatError:
        return {}
