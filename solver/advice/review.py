"""A round looked back on, with the boss cat known: when it could be proven, and which of my turns cost most."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from msgspec.structs import replace

from solver.advice.advising import (
    DEALS,
    calls_of,
    future_of,
    measured_call,
    scenes_of,
    work_in,
)
from solver.advice.clock import Clock, Progress
from solver.advice.findings import SURE, CallFound, Figure, Moment, plain
from solver.advice.guess import best_guess, value_of
from solver.advice.retold import moment_of, seen_by, turn_now
from solver.advice.scene import Scene
from solver.catalogue import message
from solver.errors import RecordError, TooMuchWork
from solver.game.cards import Kind
from solver.odds.counting import answers_with_points, count
from solver.odds.posterior import Guess, Posterior
from solver.odds.seats import Call, KindView
from solver.record.schema import Record, Result
from solver.record.view import View


class Step(Enum):
    """What I did, or left undone, when I led."""

    CALL = "call"
    MISSED = "missed"
    EARLY = "early"
    UNCALLED = "uncalled"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class Cost:
    """One thing that cost me points on average: a turn (from 1), what it was, and what would have been better.

    CALL: ``better`` is a call that promises more; MISSED: the kind to name there and then; EARLY: not guessing was
    worth more than the guess; UNCALLED: so was calling first; NAMED: another kind was the better guess. ``points`` may
    be estimated.
    """

    turn: int
    step: Step
    points: Figure
    better: Call | Kind | None


@dataclass(frozen=True, slots=True)
class Guessed:
    """My guess that ended the round, judged by the odds then and not by how it came out.

    ``best`` is the guess that promised most; ``waiting`` the points that not guessing was worth, None where there is
    not enough behind it; ``called`` whether my call was made before; ``right`` how it came out.
    """

    turn: int
    guess: Guess
    best: Guess
    waiting: Figure | None
    called: bool
    right: bool


@dataclass(frozen=True, slots=True)
class Review:
    """The round looked back on.

    ``path`` probability of the true kind from my seat before the first turn and after the answers of every turn, in
    the turns ``by_kind`` without the points of shown cards, for want of time;
    ``proven`` the first turn after whose answers it was proven to me (0: from the start; None: never), ``theirs`` the
    same for every player whose hand was laid open. ``guessed`` where the guess was mine. ``costs`` of my own turns,
    dearest first, only what cost at all. The time did not reach ``unknown`` players whose hands were laid open, and
    my turns ``unseen``, which may have cost as well.
    """

    truth: Kind
    path: tuple[float, ...]
    by_kind: tuple[int, ...]
    proven: int | None
    theirs: Mapping[str, int | None]
    guessed: Guessed | None
    costs: tuple[Cost, ...]
    unknown: tuple[str, ...]
    unseen: tuple[int, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the object that the command line prints for programs."""
        out = plain(self)
        assert isinstance(out, dict)
        return out


LEAST = 0.05  # points; what cost less, or not for sure, is not worth a word
# Up to which share of the time: all points count in the path, the others' hands, my guess, my turns; and the calls of
# one turn.
SHARES = {"path": 0.3, "theirs": 0.5, "guess": 0.75, "turns": 1.0}
CALLS = {"screen": 0.4, "exact": 1.0, "tells": 0.0, "answers": 0.0}


def review(record: Record, seconds: float, progress: Progress = lambda share: None) -> Review | None:
    """Return a look back on a round whose result is recorded, in about so many seconds; None where no deal fits.

    RecordError where there is no result. The path is exact for what is used of the record; costs say themselves whether
    they are. With less time points of shown cards are left out of it, and fewer of my turns are looked at, the last
    first.
    """
    if record.result is None:
        raise RecordError("result", "", message("advice.result_needed"))
    clock, truth = Clock(seconds, progress, SHARES), record.result.boss.kind
    known, by_kind, late = list[Posterior](), list[int](), clock.late("path")
    for turn in range(len(record.turns) + 1):
        view = View(after_answers(record, turn))
        if late() and answers_with_points(view):
            by_kind.append(turn)
            view = KindView(view.record)
        posterior = count(view)
        if posterior is None:
            return None
        known.append(posterior)
    return Lookback(record, record.result, known, tuple(by_kind), clock).review(truth)


def after_answers(record: Record, turn: int) -> Record:
    """Return the record as it stood when everybody had answered in ``turn`` (0: just dealt)."""
    short = record.up_to(turn)
    if not turn:
        return short
    return replace(short, turns=(*short.turns[:-1], replace(short.turns[-1], discard=None)))


def proven_at(path: Sequence[float]) -> int | None:
    """Return the first place where the probability is 1."""
    return next((turn for turn, p in enumerate(path) if p == 1.0), None)


@dataclass
class Lookback:
    """The work on one round that is over: the posterior after the answers of every turn, and the time there is."""

    record: Record
    result: Result
    known: Sequence[Posterior]
    by_kind: tuple[int, ...]
    clock: Clock

    @property
    def me(self) -> int:
        """My seat."""
        return self.record.players.index(self.record.me)

    @property
    def mine(self) -> list[int]:
        """The turns that I led."""
        return [turn for turn in range(1, len(self.record.turns) + 1) if self.record.leader(turn) == self.record.me]

    def review(self, truth: Kind) -> Review:
        """Return all that can be told in the time."""
        path, theirs = tuple(posterior.p(truth) for posterior in self.known), self.theirs(truth)
        guessed = self.guessed() if self.result.by == self.record.me else None
        costs, unseen = guess_costs(guessed) if guessed else [], list[int]()
        late = self.clock.late("turns")
        for number, turn in enumerate(reversed(self.mine)):
            if late():
                unseen.append(turn)
                continue
            with suppress(TooMuchWork):
                costs += self.call_costs(turn, self.clock.left("turns") / (len(self.mine) - number))
            if guessed is None or guessed.turn != turn:
                with suppress(TooMuchWork):
                    costs += self.missed_costs(turn)
        costs = [cost for cost in costs if cost.points.mean >= max(LEAST, SURE * cost.points.error)]
        costs.sort(key=lambda cost: (-cost.points.mean, cost.turn))
        unknown = tuple(player for player in self.laid_open if player not in theirs)
        rest = (guessed, tuple(costs), unknown, tuple(sorted(unseen)))
        return Review(truth, path, self.by_kind, proven_at(path), theirs, *rest)

    @property
    def laid_open(self) -> list[str]:
        """The players whose present hand is recorded with the result, and those who have no card left."""
        view = View(self.record)
        return [p for p in self.record.others if len(self.result.hands.get(p, ())) == view.hand_size(p)]

    def theirs(self, truth: Kind) -> dict[str, int | None]:
        """Return since when it was proven to those whose hands were laid open."""
        found, late = dict[str, int | None](), self.clock.late("theirs")
        for player in self.laid_open:
            if not late():
                with suppress(TooMuchWork):
                    found[player] = proven_to(self.record, player, truth)
        return found

    def guessed(self) -> Guessed | None:
        """Return my guess with its odds; None where I led no turn in which it can have been made."""
        turn, now = turn_now(self.record), self.record
        if now.leader(turn) != now.me:  # my discard is noted as well
            if not self.mine:
                return None
            turn, now = self.mine[-1], after_answers(now, self.mine[-1])
        now = replace(now, result=None)
        moment, found, chips = moment_of(now), count(View(now)), now.chips[now.me]
        assert found is not None
        named = value_of(found.boss, self.result.guess, chips, now.target)
        waiting = None
        if named.p < 1.0:
            with suppress(TooMuchWork):
                waiting = self.waiting(now, moment)
        right, best = self.result.boss.kind == self.result.guess, best_guess(found.boss, chips, now.target)
        return Guessed(turn, named, best, waiting, moment is Moment.AFTER_CALL, right)

    def waiting(self, now: Record, moment: Moment) -> Figure | None:
        """Return what not guessing was worth: before my call to call first, after it to wait for my next lead."""
        scenes = scenes_of(now, DEALS // 2) if self.clock.left("guess") > 0 else []
        if moment is Moment.BEFORE_CALL:
            best = best_call(now, scenes, self.clock.left("guess"))
            return best.value if best else None
        figure = future_of(scenes, self.me, True, None, self.clock.late("guess")).waiting
        return figure if figure and figure.points_enough() else None

    def call_costs(self, turn: int, seconds: float) -> list[Cost]:
        """Return what my call cost: the value of the best one less its own, both before the answers were known."""
        before, call = self.record.up_to(turn - 1), self.record.turns[turn - 1].call
        if call is None:
            return []
        scenes = scenes_of(before, DEALS // 4)
        mine = measured_call(scenes, self.me, call, work_in(seconds)) if scenes else None
        best = best_call(before, scenes, seconds) if mine else None
        if mine is None or best is None or not best.value.exact:
            return []
        return [Cost(turn, Step.CALL, Figure(best.value.mean - mine.value.mean), best.call)]

    def missed_costs(self, turn: int) -> list[Cost]:
        """Return what it cost not to guess, where a guess gained more than waiting."""
        after, found = after_answers(self.record, turn), self.known[turn]
        best = best_guess(found.boss, after.chips[after.me], after.target)
        if best.ev <= 0 or self.clock.left("turns") <= 0:
            return []
        scenes = scenes_of(after, DEALS // 2)
        waiting = future_of(scenes, self.me, True, None, self.clock.late("turns")).waiting
        if waiting is None or not waiting.points_enough():
            return []
        points = Figure(best.ev - waiting.mean, waiting.error, waiting.samples)
        return [Cost(turn, Step.MISSED, points, best.kind)]


def guess_costs(guessed: Guessed) -> list[Cost]:
    """Return what my guess cost: by naming another kind than the best, and by coming too early.

    Whoever does not guess loses nothing: that much is sure where it is not known what waiting was worth.
    """
    guess, best, waiting = guessed.guess, guessed.best, guessed.waiting or Figure(0.0)
    points = Figure(waiting.mean - best.ev, waiting.error, waiting.samples)
    step = Step.EARLY if guessed.called else Step.UNCALLED
    early = [Cost(guessed.turn, step, points, None)] if best.p < 1.0 else []
    return [Cost(guessed.turn, Step.NAMED, Figure(best.ev - guess.ev), best.kind), *early]


def best_call(before: Record, scenes: Sequence[Scene], seconds: float) -> CallFound | None:
    """Return the call that promises the best guess, of those that so many seconds are enough for."""
    if not scenes or seconds <= 0:
        return None
    clock, me = Clock(seconds, untold, CALLS), before.players.index(before.me)
    found = calls_of(before, scenes, me, clock, work_in(seconds))
    known = [call for call in found.best if call.enough()] if found else []
    return max(known, key=lambda call: call.value.mean, default=None)


def untold(share: float) -> None:
    """Tell nobody how much of a part is done."""


def proven_to(record: Record, player: str, truth: Kind) -> int | None:
    """Return the first turn after whose answers it was proven to a player whose hand was laid open, None for never.

    What is proven stays proven, so that the turn is found by halving.
    """
    assert record.result is not None
    seen = seen_by(record, player, record.result.hands.get(player, ()))

    def is_proven(turn: int) -> bool:
        found = count(View(after_answers(seen, turn)))
        return found is not None and found.p(truth) == 1.0

    turns = range(len(record.turns) + 1)
    if not is_proven(turns[-1]):
        return None
    return bisect_left(turns, True, key=is_proven)
