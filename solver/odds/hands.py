"""All hands a player may hold, as rows of class counts with their weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial

import numpy as np
from numpy.typing import NDArray

from solver.game.cards import Face
from solver.logic.formulas import evaluate
from solver.odds.boxes import Layout, Rows, Words
from solver.odds.problem import HandProblem, Part, Problem

Weights = NDArray[np.float64]

FACTORIALS: Weights = np.cumprod([1.0, *range(1, 70)])


@dataclass(frozen=True)
class Hands:
    """Hands (or sums of several players' hands) as rows.

    ``rows`` [hand, class] counts cards; ``weights`` [column, hand] weighs each row once by what choices say (column
    0) and, where that differs, once by 1 for every deal (last column), in both divided by the factorials of the
    counts. With a ``modulus`` the weights are whole numbers modulo that prime.
    """

    rows: Rows
    weights: Weights
    modulus: int = 0

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def least(self) -> Rows:
        """Fewest cards of each class in any row."""
        least: Rows = self.rows.min(axis=0)
        return least

    @cached_property
    def most(self) -> Rows:
        """Most cards of each class in any row."""
        most: Rows = self.rows.max(axis=0)
        return most

    @property
    def total(self) -> int:
        """Number of cards in each row."""
        return int(self.rows[0].sum())

    def packed(self, layout: Layout) -> list[Words]:
        """Return the rows packed."""
        return layout.pack(self.rows)

    def select(self, keep: NDArray[np.bool_]) -> "Hands":
        """Return the rows for which ``keep`` is true."""
        return self if keep.all() else Hands(self.rows[keep], self.weights[:, keep], self.modulus)

    def reduced(self, weights: Weights) -> Weights:
        """Return weights worked out from these, modulo the modulus where there is one."""
        return weights % self.modulus if self.modulus else weights

    def deals_modulo(self, prime: int) -> "Hands":
        """Return the same rows with 1 / factorials as the one weight, modulo ``prime`` (beyond every count)."""
        inverse = np.array([pow(factorial(number), -1, prime) for number in range(int(self.rows.max(initial=0)) + 1)])
        weights = np.ones((1, len(self.rows)))
        for column in self.rows.T:
            weights[0] = weights[0] * inverse[column] % prime
        return Hands(self.rows, weights, prime)


def number_of_rows(hand: HandProblem, classes: Sequence[Sequence[Face]]) -> int:
    """Return how many rows the bounds of a hand allow, before its formula is asked: the work of ``hands``."""
    ways = np.zeros(hand.size + 1)
    ways[0] = 1
    for least, most in class_bounds(hand, classes):
        ways = np.convolve(ways, [0.0] * least + [1.0] * (most - least + 1))[: hand.size + 1]
    return int(ways[hand.size]) if len(ways) > hand.size else 0


def class_bounds(hand: HandProblem, classes: Sequence[Sequence[Face]]) -> list[tuple[int, int]]:
    """Return fewest and most cards of each class that the bounds of a hand allow."""
    return [
        (sum(hand.least[cell] for cell in group), min(hand.size, sum(hand.most[cell] for cell in group)))
        for group in classes
    ]


def hands(problem: Problem, hand: HandProblem) -> Hands:
    """Return every hand that fits a player's answers, each row with its weight."""
    rows = rows_within(class_bounds(hand, problem.classes), hand.size)
    count = Counter(problem.classes, rows)
    fits = evaluate(hand.formula, count)
    if fits is not True:
        rows = rows[fits] if fits is not False else rows[:0]
        count = Counter(problem.classes, rows)
    deals = 1 / FACTORIALS[rows].prod(axis=1)
    weights = deals.copy()
    for weighing in hand.weighings:
        weights *= count.part(weighing.like) / np.sum([count.part(part) for part in weighing.lawful], axis=0)
    return Hands(rows, np.stack([weights, deals] if any(own.weighings for own in problem.hands) else [deals]))


def rows_within(bounds: Sequence[tuple[int, int]], size: int) -> Rows:
    """Return every vector of counts within ``bounds`` (least, most a class) that sums to ``size``, in order."""
    rest_least = np.cumsum([0, *(least for least, _ in reversed(bounds))])[::-1]
    rest_most = np.cumsum([0, *(most for _, most in reversed(bounds))])[::-1]
    rows, left = np.zeros((1, 0), np.int64), np.array([size])
    for place, (least, most) in enumerate(bounds, 1):
        low = np.maximum(least, left - rest_most[place])
        number = np.maximum(np.minimum(most, left - rest_least[place]) - low + 1, 0)
        source = np.repeat(np.arange(len(rows)), number)
        first = np.repeat(np.cumsum(number) - number, number)
        taken = low[source] + np.arange(len(source)) - first
        rows, left = np.column_stack([rows[source], taken]), left[source] - taken
    return rows if bounds else rows[left == 0]


class Counter:
    """Counts cards in rows of hands: how many of a set of cells each hand holds."""

    def __init__(self, classes: Sequence[Sequence[Face]], rows: Rows) -> None:
        self.classes = classes
        self.columns = np.ascontiguousarray(rows.T)
        self.size = len(rows)
        self.known: dict[frozenset[Face], Rows] = {}

    def __call__(self, cards: frozenset[Face]) -> Rows:
        """Return the number held out of ``cards`` for each hand; a class is inside a set whole or not at all."""
        if cards not in self.known:
            inside = [column for column, group in enumerate(self.classes) if group[0] in cards]
            total = np.zeros(self.size, np.int64)
            for column in inside:
                total += self.columns[column]
            self.known[cards] = total
        return self.known[cards]

    def part(self, part: Part) -> Weights:
        """Return the number counted by a part of a choice for each hand."""
        number = (self(part.cards) + part.extra).astype(np.float64)
        when = evaluate(part.when, self)
        return number if when is True else number * when
