"""All hands a player may hold, as rows of class counts with their weights."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.game.cards import Face
from solver.logic.formulas import evaluate
from solver.odds.boxes import Rows
from solver.odds.problem import HandProblem, Part, Problem

Weights = NDArray[np.float64]

SMALL_GRID = 4096
MOST_ROWS = 1_000_000
FACTORIALS: Weights = np.cumprod([1.0, *range(1, 70)])


@dataclass(frozen=True)
class Hands:
    """Hands (or sums of several players' hands) as rows.

    ``rows`` [hand, class] counts cards; ``weights`` [column, hand] weighs each row by what choices say (column 0)
    and, where that differs, by 1 for every deal (column 1), in both divided by the factorials of the counts.
    """

    rows: Rows
    weights: Weights

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def total(self) -> int:
        """Number of cards in each row."""
        return int(self.rows[0].sum())

    def select(self, keep: NDArray[np.bool_]) -> "Hands":
        """Return the rows for which ``keep`` is true."""
        return self if keep.all() else Hands(self.rows[keep], self.weights[:, keep])

    def deals_modulo(self, prime: int) -> Weights:
        """Return 1 / factorials for each row [1, hand], modulo ``prime`` (beyond every count, below 2^15)."""
        inverse = inverse_factorials(prime)
        weights = np.ones(len(self.rows), np.int64)
        for column in self.rows.T:
            weights *= inverse[column]
            weights %= prime
        return weights[None].astype(np.float64)


@cache
def inverse_factorials(prime: int) -> Rows:
    """Return 1/0!, 1/1!, ... for every number of cards there can be, modulo ``prime``."""
    return np.array([pow(factorial(number), -1, prime) for number in range(len(FACTORIALS))])


def number_within(bounds: Sequence[tuple[int, int]], size: int) -> int:
    """Return the number of vectors of counts within ``bounds`` (least, most a class) that sum to ``size``."""
    rest = size - sum(least for least, _ in bounds)
    return int(ways([most - least + 1 for least, most in bounds], rest)[rest]) if rest >= 0 else 0


def ways(widths: Iterable[int], total: int) -> Weights:
    """Return in how many ways whole numbers below each of ``widths`` add up to 0, 1, ... ``total``."""
    result = np.ones(1)
    for width in widths:
        result = np.convolve(result, np.ones(width))[: total + 1]
    return np.pad(result, (0, total + 1 - len(result)))


def class_bounds(hand: HandProblem, classes: Sequence[Sequence[Face]]) -> list[tuple[int, int]]:
    """Return fewest and most cards of each class that the bounds of a hand allow."""
    return [
        (sum(hand.least[cell] for cell in group), min(hand.size, sum(hand.most[cell] for cell in group)))
        for group in classes
    ]


def hands(problem: Problem, hand: HandProblem, limit: int = MOST_ROWS) -> Hands:
    """Return every hand that fits a player's answers, each row with its weight.

    Raises TooMuchWork where more than ``limit`` rows would have to be looked at.
    """
    bounds = class_bounds(hand, problem.classes)
    widths = [most - least + 1 for least, most in bounds]
    if prod(widths) > limit * max(widths, default=1) and (number := number_within(bounds, hand.size)) > limit:
        raise TooMuchWork(message("errors.too_much_work", steps=number, most=limit))
    rows = rows_within(bounds, hand.size)
    count = Counter(problem.classes, rows)
    fits = evaluate(hand.formula, count)
    if fits is not True:
        rows = rows.T[:, fits].T if fits is not False else rows[:0]
        count = Counter(problem.classes, rows)
    deals = 1 / FACTORIALS[rows].prod(axis=1)
    if not hand.weighings:
        return Hands(rows, deals[None])
    weights = deals.copy()
    for weighing in hand.weighings:
        weights *= count.part(weighing.like) / sum(map(count.part, weighing.lawful), np.zeros(len(rows)))
    return Hands(rows, np.stack([weights, deals]))


def rows_within(bounds: Sequence[tuple[int, int]], size: int) -> Rows:
    """Return every vector of counts within ``bounds`` (least, most a class) that sums to ``size``, in a fixed order."""
    widths = [most - least + 1 for least, most in bounds]
    if not widths or min(widths) < 1:
        return np.zeros((int(not widths and not size), len(widths)), np.int64)
    widest = widths.index(max(widths))
    widths[widest] = 1
    if prod(widths) > SMALL_GRID:
        return grown(bounds, size)
    columns = np.indices(widths).reshape(len(widths), -1)
    columns += np.array([[least] for least, _ in bounds])
    columns[widest] = 0
    columns[widest] = size - columns.sum(axis=0)
    least, most = bounds[widest]
    return columns[:, (columns[widest] >= least) & (columns[widest] <= most)].T


def grown(bounds: Sequence[tuple[int, int]], size: int) -> Rows:
    """Return the same, class by class: worth it where few of all vectors within the bounds have the right sum."""
    rest_least = np.cumsum([0, *(least for least, _ in reversed(bounds))])[::-1]
    rest_most = np.cumsum([0, *(most for _, most in reversed(bounds))])[::-1]
    left, steps = np.array([size]), []
    for place, (least, most) in enumerate(bounds, 1):
        low = np.maximum(least, left - rest_most[place])
        number = np.maximum(np.minimum(most, left - rest_least[place]) - low + 1, 0)
        source = np.repeat(np.arange(len(left)), number)
        taken = low[source] + np.arange(len(source)) - np.repeat(np.cumsum(number) - number, number)
        left = left[source] - taken
        steps.append((source, taken))
    columns = np.empty((len(bounds), len(left)), np.int64)
    row = np.arange(len(left))
    for place, (source, taken) in reversed(list(enumerate(steps))):
        columns[place] = taken[row]
        row = source[row]
    return columns.T


class Counter:
    """Counts cards in rows of hands: how many of a set of cells each hand holds."""

    def __init__(self, classes: Sequence[Sequence[Face]], rows: Rows) -> None:
        self.classes = classes
        self.columns = np.ascontiguousarray(rows.T.astype(np.int8))
        self.size = len(rows)
        self.known: dict[frozenset[Face], NDArray[np.int8]] = {}

    def __call__(self, cards: frozenset[Face]) -> NDArray[np.int8]:
        """Return the number held out of ``cards`` for each hand; a class is inside a set whole or not at all."""
        if cards not in self.known:
            inside = [column for column, group in enumerate(self.classes) if group[0] in cards]
            total = np.zeros(self.size, np.int8)
            for column in inside:
                total += self.columns[column]
            self.known[cards] = total
        return self.known[cards]

    def part(self, part: Part) -> Weights:
        """Return the number counted by a part of a choice for each hand."""
        number = self(part.cards).astype(np.float64) + part.extra
        when = evaluate(part.when, self)
        return number if when is True else number * when
