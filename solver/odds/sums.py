"""Which sums two tables of counts make, each with a place of its own."""

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.odds.boxes import DENSE, Box, Indices, Rows
from solver.odds.hands import Weights

Places = NDArray[np.int32]
Sides = tuple[Rows, Rows]  # rows of counts on the left and on the right

CACHED = 1 << 16  # numbers that are worked on together
SPARSE = 64  # times as many numbers as pairs are too many for a table
LARGEST = 1 << 62


class SumPlaces:
    """The different sums of a left and a right row, for some pairs of sides, that lie in a box: ``rows``, in order.

    Raises TooMuchWork where they cannot be numbered.
    """

    def __init__(self, sides: Sequence[Sides], box: Box) -> None:
        least = np.minimum.reduce([left.min(axis=0) + right.min(axis=0) for left, right in sides])
        most = np.maximum.reduce([left.max(axis=0) + right.max(axis=0) for left, right in sides])
        every = Box(least, most, box.total)
        if every.size > LARGEST:
            raise TooMuchWork(message("errors.too_much_work", steps=every.size, most=LARGEST))
        self.sides = [(every.index(left), right @ every.multipliers) for left, right in sides]
        self.dense = every.size <= min(DENSE, SPARSE * sum(len(left) * len(right) for left, right in sides))
        numbers = self.found(every.size)
        rows = every.rows(numbers)
        inside = box.holds(rows, every)
        self.rows, self.numbers = (rows, numbers) if inside.all() else (rows.T[:, inside].T, numbers[inside])
        if self.dense:
            self.place = np.full(every.size, len(self.rows), np.int32)
            self.place[self.numbers] = np.arange(len(self.rows))

    def found(self, size: int) -> Indices:
        """Return the numbers of all sums, ascending."""
        if not self.dense:
            some = [different(left[part, None] + right) for left, right in self.sides for part in ranges(left, right)]
            return different(np.concatenate(some))
        there = np.zeros(size, np.bool_)
        for left, right in self.sides:
            for part in ranges(left, right):
                there[left[part, None] + right] = True
        return np.flatnonzero(there)

    def __call__(self, side: int, pairs: int) -> Iterator[tuple[slice, Places]]:
        """Yield, by ranges of left rows with so many ``pairs``, [left row, right row] the place of each sum.

        That of a sum outside the box is the one behind the last of the rows.
        """
        left, right = self.sides[side]
        for part in ranges(left, right, pairs):
            numbers = left[part, None] + right
            if self.dense:
                yield part, self.place[numbers]
            else:
                places = np.searchsorted(self.numbers, numbers)
                known = np.append(self.numbers, -1)[places] == numbers
                yield part, np.where(known, places, len(self.rows)).astype(np.int32)


def ranges(left: Indices, right: Indices, pairs: int = CACHED) -> Iterator[slice]:
    """Yield ranges of left rows with so many pairs with all right rows, or one row at least."""
    each = max(1, pairs // len(right))
    yield from (slice(start, start + each) for start in range(0, len(left), each))


class Sums:
    """Some rows of counts on the left, those on the right that add up with any of them, and the places of the sums.

    ``index`` [left row, right row] is the place of each sum, ``outside`` (the one behind the last) where it does not
    lie in the box.
    """

    def __init__(self, left: slice, right: Indices | slice, index: Places, outside: int) -> None:
        self.left, self.right, self.index, self.outside = left, right, index, outside

    @cached_property
    def by_place(self) -> tuple[Places, Indices, Places]:
        """The pairs within the box, by number, ordered by their sum; the first of each sum; the place of each sum."""
        index = self.index.ravel()
        order = np.argsort(index.astype(np.uint16) if self.outside < 1 << 16 else index, kind="stable")
        ordered = index[order]
        stop = int(np.searchsorted(ordered, self.outside))
        first = starts(ordered[:stop])
        return order[:stop].astype(np.int32), first, ordered[first]


class Adder:
    """Adds up what pairs of rows weigh to what their sums weigh.

    ``often``: worth some preparation. ``places`` are those of the sums it gives.
    """

    def __init__(self, sums: Sums, often: bool) -> None:
        self.often = often
        if often:
            self.pairs, self.first, self.places = sums.by_place
        else:
            self.index = sums.index.ravel()
            self.places = np.arange(sums.outside, dtype=np.int32)

    def __call__(self, both: Weights, room: Weights) -> Weights:
        """Return [case, place] the sums of what ``both`` [case, pair] holds; ``room`` is as large, to work in."""
        if self.often:
            fitting = taken(both, self.pairs, room)
            added: Weights = np.add.reduceat(fitting, self.first, axis=1)
            return added
        return np.stack([np.bincount(self.index, row, len(self.places) + 1)[:-1] for row in both])


def different(numbers: Indices) -> Indices:
    """Return the different numbers, ascending."""
    ordered = np.sort(numbers, axis=None)
    return ordered[starts(ordered)]


def starts(ordered: NDArray[np.integer]) -> Indices:
    """Return where each run of equal numbers starts."""
    new = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return np.flatnonzero(new)


def taken(values: Weights, index: Places, room: Weights) -> Weights:
    """Return [case, place] what ``values`` [case, number] hold at each index, written into ``room``.

    Fresh arrays of this size cost as much again as the work.
    """
    out = room[: len(values) * index.size].reshape(len(values), index.size)
    return values.take(index, axis=1, out=out, mode="clip")  # the mode that writes straight into it
