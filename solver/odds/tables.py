"""All hands a player may hold, listed to see what they have in common."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.game.cards import Face
from solver.logic.formulas import Formula, evaluate
from solver.odds.hands import Counter, rows_within

MOST_ROWS = 400_000

Mask = NDArray[np.bool_]


class HandTable:
    """Every hand of ``size`` cards with at most ``most`` of each cell, and which of them fit a formula.

    Raises TooMuchWork where there are more than MOST_ROWS.
    """

    def __init__(self, size: int, most: Mapping[Face, int]) -> None:
        bounds = [(0, min(size, number)) for number in most.values()]
        if (number := number_within(bounds, size)) > MOST_ROWS:
            raise TooMuchWork(message("errors.too_much_work", steps=number, most=MOST_ROWS))
        rows = rows_within(bounds, size)
        self.count = Counter([(cell,) for cell in most], rows)
        self.every: Mask = np.ones(len(rows), np.bool_)
        self.known: dict[Formula, Mask] = {}

    def where(self, formula: Formula) -> Mask:
        """Return for every hand whether the formula holds of it."""
        if formula not in self.known:
            self.known[formula] = np.broadcast_to(evaluate(formula, self.count), self.every.shape)
        return self.known[formula]

    def where_all(self, formulas: Iterable[Formula]) -> Mask:
        """Return for every hand whether all these formulas hold of it."""
        result = self.every
        for formula in formulas:
            result = result & self.where(formula)
        return result

    def follows(self, formula: Formula, given: Iterable[Formula]) -> bool:
        """Return whether ``formula`` holds of every hand of which all of ``given`` do."""
        return not bool((self.where_all(given) & ~self.where(formula)).any())

    def range(self, cells: frozenset[Face], hands: Mask) -> tuple[int, int]:
        """Return fewest and most cards of ``cells`` among these hands, of which there must be some."""
        numbers = self.count(cells)[hands]
        return int(numbers.min()), int(numbers.max())


def number_within(bounds: Iterable[tuple[int, int]], size: int) -> int:
    """Return how many vectors of counts within ``bounds`` sum to ``size``."""
    ways = np.zeros(size + 1)
    ways[0] = 1
    for least, most in bounds:
        ways = np.convolve(ways, [0.0] * least + [1.0] * (most - least + 1))[: size + 1]
    return int(ways[size])
