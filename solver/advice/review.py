"""A round looked back on, with the boss cat known: when it could be proven, and which of my turns cost most."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from msgspec.structs import replace

from solver.advice.advising import DEALS, Clock, Progress, calls_of, future_of, measured_call, scenes_of, stand_of
from solver.advice.findings import Figure, Moment, Stand, plain
from solver.advice.guess import value_of
from solver.advice.wait import SURE
from solver.catalogue import message
from solver.errors import RecordError, TooMuchWork
from solver.game.cards import Kind
from solver.odds.counting import count
from solver.odds.posterior import Posterior
from solver.odds.seats import Call
from solver.record.schema import Record, Result
from solver.record.view import View


class Step(Enum):
    """What I did, or left undone, when I led."""

    CALL = "call"
    MISSED = "missed"
    EARLY = "early"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class Cost:
    """One thing that cost me points on average: a turn (from 1), what it was, and what would have been better.

    CALL: ``better`` is a call that promises more; MISSED: the kind to name there and then; EARLY: waiting was worth
    more than the guess; NAMED: another kind was the better guess. ``points`` may be estimated.
    """

    turn: int
    step: Step
    points: Figure
    better: Call | Kind | None


@dataclass(frozen=True, slots=True)
class Review:
    """The round looked back on.

    ``path`` probability of the true kind from my seat before the first turn and after the answers of every turn;
    ``proven`` the first turn after whose answers it was proven to me (0: from the start; None: never), ``theirs`` the
    same for every player whose hand was laid open. ``costs`` of my own turns, dearest first, only what cost at all.
    """

    truth: Kind
    path: tuple[float, ...]
    proven: int | None
    theirs: Mapping[str, int | None]
    costs: tuple[Cost, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the object that the command line prints for programs."""
        out = plain(self)
        assert isinstance(out, dict)
        return out


LEAST = 0.05  # points; what cost less, or not for sure, is not worth a word


def review(record: Record, seconds: float, progress: Progress = lambda share: None) -> Review | None:
    """Return a look back on a round whose result is recorded, in about so many seconds; None where no deal fits.

    RecordError where there is no result. The path is exact; costs say themselves whether they are.
    """
    result = record.result
    if result is None:
        raise RecordError("result", "", message("advice.result_needed"))
    path = path_of(record, result.boss.kind)
    if path is None:
        return None
    mine = [number for number in range(1, len(record.turns) + 1) if record.leader(number) == record.me]
    costs: list[Cost] = []
    for place, number in enumerate(mine):
        share = place / len(mine)
        costs += costs_of(record, result, number, Clock(seconds / len(mine), scaled(progress, share, 1 / len(mine))))
    costs.sort(key=lambda cost: (-cost.points.mean, cost.turn))
    theirs = {player: proven_at(path_from(record, player)) for player in record.others if laid_open(record, player)}
    worth = (cost for cost in costs if cost.points.mean >= max(LEAST, SURE * cost.points.error))
    return Review(result.boss.kind, path, proven_at(path), theirs, tuple(worth))


def scaled(progress: Progress, start: float, width: float) -> Progress:
    """Return a progress of which only a part is told."""
    return lambda share: progress(start + share * width)


def after_answers(record: Record, turn: int) -> Record:
    """Return the record as it stood when everybody had answered in ``turn`` (0: just dealt)."""
    short = record.up_to(turn)
    if not turn:
        return short
    return replace(short, turns=(*short.turns[:-1], replace(short.turns[-1], discard=None)))


def path_of(record: Record, truth: Kind) -> tuple[float, ...] | None:
    """Return the probability of the true kind after the answers of every turn; None where no deal fits."""
    found = [count(View(after_answers(record, turn))) for turn in range(len(record.turns) + 1)]
    return None if None in found else tuple(posterior.p(truth) for posterior in found if posterior)


def proven_at(path: tuple[float, ...] | None) -> int | None:
    """Return the first place where the probability is 1."""
    return next((turn for turn, p in enumerate(path or ()) if p == 1.0), None)


def laid_open(record: Record, player: str) -> bool:
    """Return whether the present hand of another player is recorded with the result."""
    hands = record.result.hands if record.result else {}
    return len(hands.get(player, ())) == View(record).hand_size(player)


def path_from(record: Record, player: str) -> tuple[float, ...] | None:
    """Return the path from the seat of a player whose hand was laid open."""
    assert record.result is not None
    gone = [face for _, name, face in View(record).discards if name == player]
    seen = replace(record, me=player, hand=(*record.result.hands[player], *gone), result=None)
    return path_of(seen, record.result.boss.kind)


def costs_of(record: Record, result: Result, turn: int, clock: Clock) -> list[Cost]:
    """Return what my call, and my guess or leaving it, cost in one of my own turns."""
    costs = []
    with suppress(TooMuchWork):
        costs += call_cost(record.up_to(turn - 1), record.turns[turn - 1].call, turn, clock)
    with suppress(TooMuchWork):
        costs += guess_cost(after_answers(record, turn), result, turn, turn == len(record.turns), clock)
    return costs


def call_cost(before: Record, call: Call | None, turn: int, clock: Clock) -> list[Cost]:
    """Return what my call cost: the value of the best one less its own, both before the answers were known."""
    scenes, me = scenes_of(before, DEALS // 4), before.players.index(before.me)
    if call is None or not scenes:
        return []
    mine, found = measured_call(scenes, me, call), calls_of(before, scenes, me, clock)
    if mine is None or found is None:
        return []
    best = max(found.best, key=lambda one: one.value.mean)
    if not best.value.exact:
        return []
    return [Cost(turn, Step.CALL, Figure(best.value.mean - mine.value.mean), best.call)]


def guess_cost(after: Record, result: Result, turn: int, last: bool, clock: Clock) -> list[Cost]:
    """Return what guessing, or not guessing, cost after the answers in one of my turns.

    A round ends with the guess, so whoever guessed did so in the last turn of the record.
    """
    scenes, me = scenes_of(after, DEALS // 2), after.players.index(after.me)
    guessed = last and result.by == after.me
    found = count(View(after))
    assert found is not None
    stand = stand_of(after, found, Moment.AFTER_CALL, future_of(scenes, me, True, None, clock.late("other")))
    return guessed_cost(after, found, result, turn, stand) if guessed else waited_cost(turn, stand)


def guessed_cost(after: Record, found: Posterior, result: Result, turn: int, stand: Stand) -> list[Cost]:
    """Return what my guess cost: by naming another kind than the best, and by not waiting."""
    named = value_of(found.boss, result.guess, after.chips[after.me], after.target)
    costs = [Cost(turn, Step.NAMED, Figure(stand.guess.ev - named.ev), stand.guess.kind)]
    if stand.waiting is not None and stand.guess.p < 1.0:
        points = Figure(stand.waiting.mean - stand.guess.ev, stand.waiting.error, stand.waiting.samples)
        costs.append(Cost(turn, Step.EARLY, points, None))
    return costs


def waited_cost(turn: int, stand: Stand) -> list[Cost]:
    """Return what it cost not to guess, where a guess gained more than waiting."""
    if stand.waiting is None or stand.guess.ev <= 0:
        return []
    points = Figure(stand.guess.ev - stand.waiting.mean, stand.waiting.error, stand.waiting.samples)
    return [Cost(turn, Step.MISSED, points, stand.guess.kind)]
