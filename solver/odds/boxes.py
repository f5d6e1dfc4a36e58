"""Vectors of class counts between bounds, numbered so that numbers add up as the vectors do."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
Indices = NDArray[np.int64]
Mask = NDArray[np.bool_]

DENSE = 1 << 22


@dataclass(frozen=True)
class Box:
    """Rows of one ``total`` between ``least`` and ``most`` (a number a class).

    ``index`` numbers them in mixed radix, the widest class left out, since it follows from the total.
    """

    least: Rows
    most: Rows
    total: int

    def holds(self, left: Rows, right: Rows) -> Mask:
        """Return [left row, right row] whether the sum of the two lies within."""
        inside = np.ones((len(left), len(right)), np.bool_)
        for least, most, one, two in zip(self.least, self.most, left.T, right.T, strict=True):
            low, high = one.min() + two.min() < least, one.max() + two.max() > most
            if low or high:
                sums = one.astype(np.int8)[:, None] + two.astype(np.int8)
                if low:
                    inside &= sums >= least
                if high:
                    inside &= sums <= most
        return inside

    @cached_property
    def left_out(self) -> int:
        """The class that follows from the total."""
        return int((self.most - self.least).argmax())

    @cached_property
    def widths(self) -> Rows:
        """How many values each class takes in the numbering; 1 for the class left out."""
        widths = self.most - self.least + 1
        widths[self.left_out] = 1
        return widths

    @cached_property
    def multipliers(self) -> Rows:
        """Mixed-radix multipliers, 0 for the class left out."""
        result = np.cumprod(self.widths) // self.widths
        result[self.left_out] = 0
        return result

    @cached_property
    def size(self) -> int:
        """Number of indices."""
        return int(self.widths.prod())

    def index(self, left: Rows, right: Rows) -> Indices:
        """Return [left row, right row] the number of each sum; it must lie within for the number to mean anything."""
        result: Indices = ((left - self.least) @ self.multipliers)[:, None] + right @ self.multipliers
        return result

    def rows(self, index: Indices) -> Rows:
        """Return the rows with these numbers."""
        rows = self.least + (index[:, None] // np.maximum(self.multipliers, 1)) % self.widths
        rows[:, self.left_out] = 0
        rows[:, self.left_out] = self.total - rows.sum(axis=1)
        return rows


def numbered(keys: Indices, size: int) -> tuple[Indices, Indices]:
    """Return the different keys (each below ``size``), ascending, and the place of each key among them."""
    if size > DENSE:
        found, places = np.unique(keys, return_inverse=True)
        return found, places.reshape(keys.shape)
    there = np.zeros(size, np.bool_)
    there[keys] = True
    found = np.flatnonzero(there)
    place = np.zeros(size, np.int64)
    place[found] = np.arange(len(found))
    return found, place[keys]
