"""Vectors of class counts between bounds, numbered so that numbers add up as the vectors do."""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
Indices = NDArray[np.int64]

DENSE = 1 << 23


@dataclass(frozen=True)
class Box:
    """Rows of one ``total`` between ``least`` and ``most`` (a number a class).

    ``index`` numbers them in mixed radix, the widest class left out, since it follows from the total.
    """

    least: Rows
    most: Rows
    total: int

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
        return prod(self.widths.tolist())

    def index(self, rows: Rows) -> Indices:
        """Return the number of each row; it must lie within for the number to mean anything."""
        result: Indices = (rows - self.least) @ self.multipliers
        return result

    def rows(self, index: Indices) -> Rows:
        """Return the rows with these numbers."""
        columns, rest = np.empty((len(self.least), len(index)), np.int64), index
        for column, (least, width) in enumerate(zip(self.least.tolist(), self.widths.tolist(), strict=True)):
            above = rest // width  # much quicker than a remainder
            columns[column] = rest - above * width + least
            rest = above
        columns[self.left_out] = 0
        columns[self.left_out] = self.total - columns.sum(axis=0)
        return columns.T

    def holds(self, rows: Rows, outer: "Box") -> NDArray[np.bool_]:
        """Return which rows of the total, all of an outer box, lie within."""
        inside = np.ones(len(rows), np.bool_)
        for place in np.flatnonzero(self.least > outer.least):
            inside &= rows[:, place] >= self.least[place]
        for place in np.flatnonzero(self.most < outer.most):
            inside &= rows[:, place] <= self.most[place]
        return inside


def numbered(keys: Indices, size: int) -> tuple[Indices, Indices]:
    """Return the different keys (each below ``size``), ascending, and the place of each key among them."""
    if size > DENSE:
        found, places = np.unique(keys, return_inverse=True)
        return found, places.reshape(keys.shape)
    there = np.zeros(size, np.bool_)
    there[keys] = True
    found = np.flatnonzero(there)
    place = np.empty(size, np.int64)  # filled where it is read: clearing a large one takes longer than all the rest
    place[found] = np.arange(len(found))
    return found, place[keys]
