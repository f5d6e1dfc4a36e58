"""Two tables of hands multiplied: all sums of a row of each, and the way back from their slopes.

Two ways of doing the same: pair by pair, for small tables, and by blocks, for large ones.
"""

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.odds.boxes import DENSE, Box, Indices
from solver.odds.hands import Hands, Weights

FEW_PAIRS = 400_000
CHUNK = 1 << 21


class Product(Protocol):
    """Every sum of a row of either table that lies in a box, weighed by the sum of the products of the weights."""

    result: Hands

    def backward(self, slope: Weights) -> tuple[Weights, Weights]:
        """Return how the total weight grows with each row's weight on either side, given that for each sum."""
        ...


def multiply(left: Hands, right: Hands, box: Box, budget: int) -> Product:
    """Return the product of two tables, by whichever way is quicker.

    Raises TooMuchWork, before it begins, where it takes more than ``budget`` pair operations.
    """
    if len(left) * len(right) <= FEW_PAIRS:
        return Pairs(left, right, box)
    blocks = Blocks(left, right, box)
    if blocks.work > budget:
        raise TooMuchWork(message("errors.too_much_work", steps=blocks.work, most=budget))
    blocks.multiply()
    return blocks


class Pairs:
    """The product pair by pair."""

    def __init__(self, left: Hands, right: Hands, box: Box) -> None:
        self.left, self.right, self.box = left, right, box
        fits = box.holds(
            [a[:, None] + b for a, b in zip(left.packed(box.layout), right.packed(box.layout), strict=True)]
        )
        self.i, self.j = np.nonzero(fits)
        index = (box.index(left.rows)[self.i] + (right.rows @ box.multipliers)[self.j]).astype(np.int64)
        weights = left.reduced(left.weights[:, self.i] * right.weights[:, self.j])
        if box.size <= DENSE and box.size <= 8 * len(index) + 1000:
            sums = left.reduced(np.stack([np.bincount(index, row, box.size) for row in weights]))
            keys = np.flatnonzero(sums[-1])
            self.result = Hands(box.rows(keys), sums[:, keys], left.modulus)
            place = np.zeros(box.size, np.int64)
            place[keys] = np.arange(len(keys))
            self.sum = place[index]
        else:
            keys, self.sum = np.unique(index, return_inverse=True)
            sums = left.reduced(np.stack([np.bincount(self.sum, row, len(keys)) for row in weights]))
            self.result = Hands(box.rows(keys), sums, left.modulus)

    def backward(self, slope: Weights) -> tuple[Weights, Weights]:
        """See Product."""
        reached = slope[self.sum]
        left: Weights = np.bincount(self.i, self.right.weights[0, self.j] * reached, len(self.left))
        right: Weights = np.bincount(self.j, self.left.weights[0, self.i] * reached, len(self.right))
        return left, right


class Block:
    """The rows of a table with the same number of single cards, as a matrix [column, set of singles, other counts].

    A *single* is a class of which one card is unseen. The matrix has a last row of zeros, for sets that are missing.
    """

    def __init__(self, hands: Hands, members: Indices, single: NDArray[np.bool_]) -> None:
        rows = hands.rows[members]
        bits = rows[:, single] @ (1 << np.arange(single.sum()))
        self.members = members
        self.sets, self.set_of = np.unique(bits, return_inverse=True)
        widths = rows.max(axis=0, initial=0) + 1
        others = rows @ np.where(single, 0, np.cumprod(widths) // widths)
        _, first, self.counts_of = np.unique(others, return_index=True, return_inverse=True)
        self.counts = np.where(single, 0, rows[first])
        self.matrix = np.zeros((len(hands.weights), len(self.sets) + 1, len(first)))
        self.matrix[:, self.set_of, self.counts_of] = hands.weights[:, members]


def blocks_of(hands: Hands, single: NDArray[np.bool_]) -> dict[int, Block]:
    """Return the table cut into blocks, by number of single cards."""
    number = hands.rows[:, single].sum(axis=1)
    return {int(k): Block(hands, np.flatnonzero(number == k), single) for k in np.unique(number)}


class Step:
    """One block of either side: which sets join to which, and which other counts add up within the box."""

    def __init__(self, left: Block, right: Block, box: Box, base: Box, needed: int) -> None:
        i, j = np.nonzero((left.sets[:, None] & right.sets) == 0)
        joined = left.sets[i] | right.sets[j]
        keep = (joined & needed) == needed
        order = np.argsort(joined[keep], kind="stable")
        i, j, joined = i[keep][order], j[keep][order], joined[keep][order]
        self.sets, first, number = np.unique(joined, return_index=True, return_counts=True)
        turn = np.arange(len(joined)) - np.repeat(first, number)
        shape = (len(self.sets), int(number.max(initial=0)))
        self.left_sets, self.right_sets = np.full(shape, len(left.sets)), np.full(shape, len(right.sets))
        row = np.repeat(np.arange(len(self.sets)), number)
        self.left_sets[row, turn], self.right_sets[row, turn] = i, j
        pack = box.layout.pack
        sums = [a[:, None] + b for a, b in zip(pack(left.counts), pack(right.counts), strict=True)]
        self.fits = np.flatnonzero(base.holds(sums))
        a, b = np.divmod(self.fits, len(right.counts))
        self.index = base.index(left.counts)[a] + (right.counts @ base.multipliers)[b]
        self.work = len(self.sets) * len(left.counts) * len(right.counts)

    def chunks(self, each: int) -> Iterator[slice]:
        """Yield ranges of joined sets, so many that a chunk stays bounded in memory."""
        step = max(1, CHUNK // max(1, each))
        yield from (slice(start, start + step) for start in range(0, len(self.sets), step))


class Blocks:
    """The product by blocks: one matrix product sums over all ways to split a set of single cards between the sides."""

    def __init__(self, left: Hands, right: Hands, box: Box) -> None:
        self.left, self.right, self.box = left, right, box
        self.single = (box.most <= 1) & (left.most <= 1) & (right.most <= 1)
        self.bit = np.where(self.single, np.cumsum(self.single) - 1, 0)
        self.needed = int(((box.least * self.single) << self.bit).sum())
        self.left_blocks, self.right_blocks = blocks_of(left, self.single), blocks_of(right, self.single)
        self.sets: dict[int, Indices] = {}
        self.bases: dict[int, Box] = {}
        self.work = 0
        for a, b, step in self.steps():
            self.work += step.work
            self.sets[a + b] = np.union1d(self.sets.get(a + b, step.sets[:0]), step.sets)

    def base(self, total: int) -> Box:
        """Return the box of the classes that are not single, for sums with ``total`` single cards."""
        if total not in self.bases:
            box, none = self.box, np.where(self.single, 0, 1)
            self.bases[total] = Box(box.layout, box.least * none, box.most * none, box.total - total)
        return self.bases[total]

    def steps(self) -> Iterator[tuple[int, int, Step]]:
        """Yield every pair of blocks, by their numbers of single cards."""
        for a, left in self.left_blocks.items():
            for b, right in self.right_blocks.items():
                step = Step(left, right, self.box, self.base(a + b), self.needed)
                if len(step.sets) and len(step.fits):
                    yield a, b, step

    def multiply(self) -> None:
        """Work out ``result``."""
        columns = len(self.left.weights)
        sums = {t: np.zeros((columns, len(sets), self.base(t).size)) for t, sets in self.sets.items()}
        for a, b, step in self.steps():
            left, right, total = self.left_blocks[a].matrix, self.right_blocks[b].matrix, a + b
            places, size = np.searchsorted(self.sets[total], step.sets), self.base(total).size
            for part in step.chunks(left.shape[2] * right.shape[2]):
                index = (np.arange(len(places[part])) * size)[:, None] + step.index
                for column in range(columns):
                    some = left[column][step.left_sets[part]].transpose(0, 2, 1)
                    both = (some @ right[column][step.right_sets[part]]).reshape(len(index), -1)[:, step.fits]
                    both = self.left.reduced(both)
                    added: Weights = np.bincount(index.ravel(), both.ravel(), len(index) * size).reshape(-1, size)
                    sums[total][column, places[part]] += self.left.reduced(added)
        rows, found_weights, self.found = [], [], {}
        for total, table in sorted(sums.items()):
            self.found[total] = sets, counts = np.nonzero(table[-1])
            singles = (self.sets[total][sets][:, None] >> self.bit) & 1
            rows.append(np.where(self.single, singles, self.base(total).rows(counts)))
            found_weights.append(table[:, sets, counts])
        weights = self.left.reduced(np.concatenate(found_weights, axis=1))
        self.result = Hands(np.concatenate(rows), weights, self.left.modulus)

    def backward(self, slope: Weights) -> tuple[Weights, Weights]:
        """See Product."""
        slopes, start = {}, 0
        for total, (sets, counts) in self.found.items():
            slopes[total] = np.zeros((len(self.sets[total]), self.base(total).size))
            slopes[total][sets, counts] = slope[start : start + len(sets)]
            start += len(sets)
        left_slopes = {k: np.zeros_like(block.matrix[0]) for k, block in self.left_blocks.items()}
        right_slopes = {k: np.zeros_like(block.matrix[0]) for k, block in self.right_blocks.items()}
        for a, b, step in self.steps():
            left, right = self.left_blocks[a].matrix[0], self.right_blocks[b].matrix[0]
            places = np.searchsorted(self.sets[a + b], step.sets)
            for part in step.chunks(left.shape[1] * right.shape[1]):
                both = np.zeros((len(places[part]), left.shape[1] * right.shape[1]))
                both[:, step.fits] = slopes[a + b][places[part]][:, step.index]
                both = both.reshape(-1, left.shape[1], right.shape[1])
                i, j = step.left_sets[part], step.right_sets[part]
                add_rows(left_slopes[a], i, right[j] @ both.transpose(0, 2, 1))
                add_rows(right_slopes[b], j, left[i] @ both)
        return gathered(self.left_blocks, left_slopes), gathered(self.right_blocks, right_slopes)


def add_rows(total: Weights, places: Indices, rows: Weights) -> None:
    """Add rows [..., counts] to those of ``total`` [place, counts] at ``places``, which may repeat."""
    width = total.shape[1]
    index = places[..., None] * width + np.arange(width)
    total += np.bincount(index.ravel(), rows.ravel(), total.size).reshape(total.shape)


def gathered(blocks: dict[int, Block], slopes: dict[int, Weights]) -> Weights:
    """Return slopes by block as one array in the order of the table's rows."""
    result = np.zeros(sum(len(block.members) for block in blocks.values()))
    for number, block in blocks.items():
        result[block.members] = slopes[number][block.set_of, block.counts_of]
    return result
