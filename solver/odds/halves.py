"""Which players to multiply with which: two halves of them, and the order within each, that promise the least work."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np

from solver.odds.blocks import Shape
from solver.odds.boxes import Rows
from solver.odds.hands import Weights

Halves = tuple[tuple[int, ...], tuple[int, ...]]

FORWARD, BACKWARD = 1.0, 1.5  # nanoseconds or so a pair: forward for each column of weights, backward once


@dataclass(frozen=True, slots=True)
class Bounds:
    """Fewest and most cards of each class in some sums of rows, and the number of cards in each of them."""

    least: Rows
    most: Rows
    total: int


def dealt_out(sizes: Sequence[int]) -> Halves:
    """Return halves for tables of these sizes: large ones with small ones, the smallest last."""
    order = sorted(range(len(sizes)), key=lambda player: -sizes[player])
    halves = [tuple(player for place, player in enumerate(order) if place % 4 in turn) for turn in ((0, 3), (1, 2))]
    return halves[0], halves[1]


@dataclass(frozen=True, slots=True)
class Profile:
    """What a table in blocks looks like, for each number of singles: how many sets, how many different counts."""

    sets: Weights
    counts: Weights
    columns: int

    @classmethod
    def of(cls, shape: Shape, singles: int, columns: int) -> "Profile":
        """Return the profile of a table of that shape."""
        sets, counts = np.zeros(singles + 1), np.zeros(singles + 1)
        for number, block in shape.items():
            sets[number], counts[number] = len(block.sets), len(block.counts)
        return cls(sets, counts, columns)


class Planner:
    """Estimates what products cost, to choose among the ways to multiply everyone's tables."""

    def __init__(self, profiles: Sequence[Profile], counts: Callable[[tuple[int, ...]], Weights]) -> None:
        """``counts`` gives for the sums over some players how many different counts they may have, by singles."""
        self.profiles = profiles
        self.counts = counts
        self.singles = len(profiles[0].sets) - 1
        self.number = np.add.outer(np.arange(self.singles + 1), np.arange(self.singles + 1))
        self.all_sets = np.array([comb(self.singles, k) for k in range(2 * self.singles + 1)], np.float64)
        self.pair = cache(self._pair)
        self.product = cache(self._product)

    def _pair(self, players: tuple[int, int]) -> Profile:
        """Return the profile to be expected of the product of two players' tables."""
        one, two = (self.profiles[player] for player in players)
        size = self.singles + 1
        sets = np.minimum(np.convolve(one.sets, two.sets)[:size], self.all_sets[:size])
        counts = np.minimum(np.convolve(one.counts, two.counts)[:size], self.counts(players))
        return Profile(sets, counts, max(one.columns, two.columns))

    def _product(self, players: tuple[int, ...]) -> float:
        """Return the work of multiplying the last player's table to the product of the one or two before."""
        before, last = players[:-1], self.profiles[players[-1]]
        one = self.profiles[before[0]] if len(before) == 1 else self.pair((before[0], before[1]))
        sets = np.minimum(np.outer(one.sets, last.sets), self.all_sets[self.number])
        pairs = float((sets * np.outer(one.counts, last.counts)).sum())
        return pairs * (FORWARD * max(one.columns, last.columns) + BACKWARD)

    def chains(self, players: tuple[int, ...]) -> Iterator[tuple[float, tuple[int, ...]]]:
        """Yield every order in which up to three players' tables may be multiplied, with its work."""
        for order in permutations(players):
            if order[:2] == tuple(sorted(order[:2])):
                yield sum(self.product(order[: number + 1]) for number in range(1, len(order))), order

    def halves(self) -> Halves:
        """Return the halves that promise the least work."""
        everyone = range(len(self.profiles))
        plans = []
        for number in range(max(1, len(everyone) - 3), len(everyone) // 2 + 1):
            for some in combinations(everyone, number):
                rest = tuple(player for player in everyone if player not in some)
                (work_a, a), (work_b, b) = min(self.chains(some)), min(self.chains(rest))
                plans.append((work_a + work_b, (a, b)))
        return min(plans)[1]
