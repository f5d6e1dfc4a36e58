"""Vectors of class counts between bounds: packed for quick tests, numbered for dense tables."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
Indices = NDArray[np.int64]
Words = NDArray[np.uint64]

WORD_BITS = 63
DENSE = 1 << 22


class Layout:
    """How rows of counts are packed into words: for each class the bits of its unseen cards and one guard bit."""

    def __init__(self, unseen: Rows) -> None:
        self.words: list[tuple[slice, Words, Words]] = []
        bits = [int(number).bit_length() + 1 for number in unseen]
        start = 0
        while start < len(bits) or not self.words:
            stop, used = start, 0
            while stop < len(bits) and used + bits[stop] <= WORD_BITS:
                used += bits[stop]
                stop += 1
            ends = np.cumsum(bits[start:stop], dtype=np.uint64)
            shifts = ends - np.array(bits[start:stop], np.uint64)
            self.words.append((slice(start, stop), shifts, np.uint64(1) << (ends - np.uint64(1))))
            start = stop

    def pack(self, rows: Rows) -> list[Words]:
        """Return the rows packed, one array a word; sums and differences of rows are those of the words."""
        return [rows[..., part].astype(np.uint64) @ (np.uint64(1) << shifts) for part, shifts, _ in self.words]


@dataclass(frozen=True)
class Box:
    """Rows of one ``total`` between ``least`` and ``most`` (a number a class).

    ``index`` numbers them in mixed radix, the widest class left out, since it follows from the total.
    """

    layout: Layout
    least: Rows
    most: Rows
    total: int

    @cached_property
    def bounds(self) -> list[tuple[np.uint64, np.uint64, np.uint64]]:
        """For each word: all guard bits, guard bits + most, guard bits - least."""
        most, least = self.layout.pack(self.most), self.layout.pack(self.least)
        guards = [bits.sum(dtype=np.uint64) for _, _, bits in self.layout.words]
        return [(g, g + high, g - low) for g, high, low in zip(guards, most, least, strict=True)]

    def holds(self, words: list[Words]) -> NDArray[np.bool_]:
        """Return which packed rows lie within; a row may be the sum of two that are each at most ``most``.

        A guard bit survives the subtraction from most just when the count is small enough, and the addition to
        (guard - least) just when it is large enough.
        """
        inside: NDArray[np.bool_] | None = None
        for packed, (guards, most, least) in zip(words, self.bounds, strict=True):
            kept = ((most - packed) & (packed + least) & guards) == guards
            inside = kept if inside is None else inside & kept
        assert inside is not None
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

    def index(self, rows: Rows) -> Indices:
        """Return the number of each row; it must lie within for the number to mean anything."""
        return (rows - self.least) @ self.multipliers

    def rows(self, index: Indices) -> Rows:
        """Return the rows with these numbers."""
        rows = self.least + (index[:, None] // np.maximum(self.multipliers, 1)) % self.widths
        rows[:, self.left_out] = 0
        rows[:, self.left_out] = self.total - rows.sum(axis=1)
        return rows
