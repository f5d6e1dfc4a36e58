"""Which call tells most, and what it tells the others.

Calls that are the same to every hand are looked at once. All are screened by what each answer alone tells, which is
exact, put together as if answers told about the boss independently; the best are then worked out exactly, over all
answers that the others may give together.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from random import Random

import numpy as np

from solver.advice.clock import Late, never
from solver.advice.findings import SURE, CallFound, Figure, estimated
from solver.advice.scene import Scene, answers
from solver.advice.stakes import Stakes
from solver.game.cards import Meow
from solver.odds.hands import Weights
from solver.odds.seats import Call
from solver.odds.telling import Outlook
from solver.record.schema import Answer

WORK = 120_000_000  # pairs of rows, above which a call is not worked out exactly
ALIKE = 0.005  # points or bits; what differs by less is the same to a reader
FEWEST = 25  # calls screened however short the time is


@cache
def different_calls(lengths: Sequence[int]) -> Mapping[Call, int]:
    """Return the calls of these lengths that differ, each with the number of calls that are the same to every hand.

    An answer depends on how often every meow is called, and on the order in which they come up for the first time:
    whoever cannot meow it all shows a card for the first meow that the hand has. Calls of few meows come first.
    """
    found: dict[Call, int] = {}
    for length in lengths:
        for call in product(Meow, repeat=length):
            first = tuple(dict.fromkeys(call))
            key = tuple(meow for meow in first for _ in range(call.count(meow)))
            found[key] = found.get(key, 0) + 1
    return {call: found[call] for call in sorted(found, key=lambda call: (len(set(call)), len(call)))}


@dataclass(frozen=True, slots=True)
class Measured:
    """What the answers to a call do: ``knows``, ``p``, ``value`` and ``bits`` as in CallFound."""

    knows: float
    p: float
    value: float
    bits: float


def measured(joint: Weights, stakes: Stakes) -> Measured:
    """Return what answers do whose probability together with each boss is ``joint`` [profile, kind]."""
    profiles, boss = joint.sum(axis=1), joint.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        bits = np.where(joint > 0, joint * np.log2(joint / (profiles[:, None] * boss)), 0.0)
    proven = np.count_nonzero(joint, axis=1) == 1
    return Measured(
        knows=1.0 if proven.all() else float(profiles[proven].sum()),
        p=1.0 if proven.all() else float(joint.max(axis=1).sum()),
        value=float(np.maximum(stakes.values(joint).max(axis=1), 0.0).sum()),
        bits=max(float(bits.sum()), 0.0),
    )


@dataclass
class Search:
    """The search for a call from one position, a step at a time, so that it can be stopped when time is short."""

    outlook: Outlook
    stakes: Stakes
    calls: Mapping[Call, int]
    sketches: dict[Call, Measured] = field(default_factory=dict)
    same: dict[bytes, Call] = field(default_factory=dict)
    number: dict[Call, int] = field(default_factory=dict)
    work: int = WORK

    def screen(self, calls: Iterable[Call], late: Late) -> None:
        """Look at calls roughly, until ``late``; those that no hand here tells apart are put together."""
        for call in calls:
            if len(self.sketches) >= FEWEST and late():
                return
            chances = self.outlook.chances(call)
            first = self.same.setdefault(chances.tobytes(), call)
            self.number[first] = self.number.get(first, 0) + self.calls[call]
            if first == call:
                self.sketches[call] = measured(self.outlook.sketch(chances), self.stakes)

    def ranked(self) -> list[Call]:
        """Return the calls screened, the most promising first: by value, then by information."""
        return sorted(self.sketches, key=lambda call: (-promise(self.sketches[call]), len(call), str(call)))

    def exact(self, call: Call) -> CallFound | None:
        """Return what a call does, worked out exactly; None where that is too much work."""
        chances = self.outlook.chances(call)
        if self.outlook.work(chances) > self.work:
            return None
        found = measured(self.outlook.joint(chances), self.stakes)
        knows, p, value, bits = (Figure(number) for number in (found.knows, found.p, found.value, found.bits))
        return CallFound(call, self.number[call], knows, p, value, bits, tells={}, net=value)


def promise(sketch: Measured) -> float:
    """Return by what calls are put in order while they are only screened: points, and a little for information."""
    return sketch.value + 0.1 * sketch.bits


@dataclass
class Drawn:
    """What a call does for the leader, estimated over deals drawn, one at a time."""

    call: Call
    same: int
    rows: list[tuple[float, float, float, float]] = field(default_factory=list)

    def look(self, scene: Scene, stakes: Stakes, rng: Random) -> None:
        """Take note of what the answers do if the cards lie as in this scene."""
        odds = scene.called(self.call, answers(scene, self.call, rng)).odds(scene.leader)
        found = measured(odds[None], stakes)
        self.rows.append((found.knows, found.p, found.value, entropy(odds)))

    def found(self, before: float, largest: float) -> CallFound:
        """Return the findings of two or more looks.

        ``before`` is how unsure the boss is now, in bits; ``largest`` the most that a right guess brings on average.
        """
        knows, p, value, left = map(list, zip(*self.rows, strict=True))
        bits = estimated([before - after for after in left])
        points = estimated(value, largest)
        return CallFound(self.call, self.same, estimated(knows), estimated(p), points, bits, tells={}, net=points)


def entropy(odds: Weights) -> float:
    """Return how unsure the boss is, in bits."""
    some = odds[odds > 0]
    return -float((some * np.log2(some)).sum())


def told(
    call: Call, scenes: Sequence[Scene], before: Mapping[int, Weights], rng: Random, late: Late = never
) -> dict[int, Figure]:
    """Return seat -> points that each rival's best guess gains from hearing the answers to the leader's ``call``.

    Over deals drawn; ``before`` gives for each rival the value of the best guess before it [scene], 0 where no guess
    gains. Scenes in which the others answer alike are looked at together. Nothing where it is ``late`` before all were.
    """
    groups: dict[tuple[tuple[int, Answer], ...], list[int]] = {}
    for number, scene in enumerate(scenes):
        groups.setdefault(tuple(answers(scene, call, rng)), []).append(number)
    gains = {seat: np.zeros(len(scenes)) for seat in before}
    for profile, members in groups.items():
        if late():
            return {}
        after = scenes[members[0]].called(call, profile)
        for seat, values in before.items():
            odds = after.public.boss(seat, np.array([scenes[n].counts(seat) for n in members]))
            for number, boss in zip(members, odds, strict=True):
                value = max(float(scenes[number].stakes(seat).values(boss).max()), 0.0)
                gains[seat][number] = value - values[number]
    return {seat: estimated(list(map(float, found))) for seat, found in gains.items()}


def values_before(scenes: Sequence[Scene], seats: Sequence[int], late: Late = never) -> dict[int, Weights]:
    """Return seat -> [scene] points that the rival's best guess brings on average now, 0 where no guess gains.

    Nothing where it is ``late`` before all seats were looked at.
    """
    found = {}
    for seat in seats:
        if late():
            return {}
        odds = scenes[0].public.boss(seat, np.array([scene.counts(seat) for scene in scenes]))
        values = [float(scene.stakes(seat).values(boss).max()) for scene, boss in zip(scenes, odds, strict=True)]
        found[seat] = np.maximum(np.array(values), 0.0)
    return found


def with_tells(found: CallFound, tells: Mapping[str, Figure]) -> CallFound:
    """Return the call with what it tells the rivals, its net value worked out anew."""
    if not tells:
        return found
    number = len(tells)
    mean = found.value.mean - sum(figure.mean for figure in tells.values()) / number
    error = (found.value.error**2 + sum((figure.error / number) ** 2 for figure in tells.values())) ** 0.5
    samples = max(figure.samples for figure in tells.values())
    return replace(found, tells=tells, net=Figure(mean, error, samples))


def in_order(found: Iterable[CallFound]) -> tuple[list[CallFound], int]:
    """Return the calls best first, and how many at the front do not differ by more than their errors.

    Those are told apart by the bits they promise, and where these do not differ either they stand in a fixed order,
    so that another few deals do not turn them round: exact before estimated, then of few meows, then as in the deck.
    """
    calls = sorted(found, key=lambda call: (not call.value.exact, len(call.call), [m.rank for m in call.call]))
    front = not_below(not_below(calls, lambda call: call.net), lambda call: call.bits)
    rest = [call for call in calls if call not in front]
    rest.sort(key=lambda call: (-call.net.mean, -call.bits.mean))
    return [*front, *rest], len(front)


def not_below(calls: Sequence[CallFound], figure: Callable[[CallFound], Figure]) -> list[CallFound]:
    """Return the calls whose figure is not below the largest for sure."""
    most = max((figure(call) for call in calls), key=lambda one: one.mean, default=Figure(0.0))

    def close(one: Figure) -> bool:
        return most.mean - one.mean <= max(ALIKE, SURE * float(np.hypot(most.error, one.error)))

    return [call for call in calls if close(figure(call))]
