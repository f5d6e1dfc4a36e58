"""Records solved, each once: a bounded cache in front of the solver, keyed by the record's line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from threading import RLock

from msgspec.structs import replace

from solver import BosscatError, Contradiction, Posterior, Record, RecordError, TooMuchWork, solve
from solver.game.cards import Meow
from solver.logic.answers import check_my_answers
from solver.odds.forecast import forecast as forecast_answers
from solver.record.schema import Answer
from solver.record.view import View
from webui.apart import solve_apart

CACHED = 512
QUICK_BUDGET = 60_000_000  # work of a third of a second or so
# Work that the marks on impossible answers are worth: early in a round, where they take more, they would tell little.
MARKS_BUDGET = 3_000_000
DOUBTS_BUDGET = 20_000_000  # the same for the one entry just made

# Two quick solves at once take as long as one after the other; who needs many queues once, by holding it for all.
in_turn = RLock()


@dataclass(frozen=True, slots=True)
class Solved:
    """What solving came to: a posterior, or a contradiction, or the reason why there is neither."""

    posterior: Posterior | None = None
    contradiction: Contradiction | None = None
    refusal: BosscatError | None = None


def solve_in_turn(record: Record) -> Posterior:
    """Return what ``solve`` returns, and raise what it raises; what takes long is done apart, one after the other."""
    try:
        return solve_quickly(record)
    except TooMuchWork:
        return solve_apart(record)


def solve_quickly(record: Record) -> Posterior:
    """Return what ``solve`` returns, and raise what it raises; TooMuchWork where it takes long."""
    with in_turn:
        return solve(record, budget=QUICK_BUDGET)


@dataclass(frozen=True, slots=True)
class Position:
    """A record as the key of a cache: records are the same where their lines are."""

    line: str
    record: Record = field(compare=False)


def position(record: Record) -> Position:
    """Return the position in which a record's odds are looked up, whatever its result."""
    record = replace(record, result=None) if record.result else record
    return Position(record.to_line(), record)


def telling(record: Record) -> Record:
    """Return the record without the part of its last turn that changes no probability.

    That is a discard of my own, and a turn of which nothing but the call and my own answer is known.
    """
    if not record.turns:
        return record
    last = record.turns[-1]
    if last.discard and record.leader(len(record.turns)) == record.me:
        last = replace(last, discard=None)
    if not last.discard and not set(last.answers) - {record.me}:
        return telling(replace(record, turns=record.turns[:-1]))
    return record if last is record.turns[-1] else replace(record, turns=(*record.turns[:-1], last))


def solved(record: Record) -> Solved:
    """Return what ``record`` says; RecordError where an answer of my own is not lawful."""
    short = telling(record)
    if short is not record:
        check_my_answers(View(record))
    at = position(short)
    return solved_soon(at) or solved_late(at)


@lru_cache(CACHED)
def solved_soon(at: Position) -> Solved | None:
    """Return what the record there says; None where finding out takes long."""
    found = outcome(at.record, solve_quickly)
    return None if isinstance(found.refusal, TooMuchWork) else found


@lru_cache(CACHED)
def solved_late(at: Position) -> Solved:
    """Return what the record there says, found apart, one record after the other."""
    return outcome(at.record, solve_apart)


def outcome(record: Record, finding: Callable[[Record], Posterior]) -> Solved:
    """Return what solving a record in some way comes to; RecordError where an answer of my own is not lawful."""
    try:
        return Solved(posterior=finding(record))
    except RecordError:
        raise
    except Contradiction as contradiction:
        return Solved(contradiction=contradiction)
    except BosscatError as refusal:
        return Solved(refusal=refusal)


def quickly(record: Record) -> Posterior | None:
    """Return the posterior of a record of which no answer of my own is unlawful; None without one, or in time."""
    found = solved_soon(position(telling(record)))
    return found.posterior if found else None


def impossible(record: Record) -> bool:
    """Return whether a record is found quickly to be one that no deal fits, or with an unlawful answer of my own."""
    try:
        check_my_answers(View(record))
        found = solved_soon(position(telling(record)))
    except RecordError:
        return True
    return found is not None and found.contradiction is not None


Forecast = Mapping[str, Mapping[Answer, float]]


def forecast(record: Record, call: tuple[Meow, ...], budget: int = MARKS_BUDGET) -> Forecast:
    """Return for every other player how likely each answer to ``call`` is, 0.0 only where impossible.

    Empty where nothing can be told: no deal fits the record, or counting would take more than ``budget``.
    """
    return forecast_at(position(record), call, budget)


@lru_cache(CACHED)
def forecast_at(at: Position, call: tuple[Meow, ...], budget: int) -> Forecast:
    """Return the forecast after the record there."""
    try:
        return forecast_answers(View(at.record), call, budget)
    except BosscatError:
        return {}
