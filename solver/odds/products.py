"""Two tables of hands multiplied: all sums of a row of each, and the way back from their slopes.

Both tables come in blocks. For every set of singles a sum may have, one matrix product sums over all ways to split the
set between the two sides; the other classes' counts then add up row by row.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.odds.blocks import Block, BlockWeights, Shape, enlarged
from solver.odds.boxes import Box, Indices, numbered
from solver.odds.hands import Weights

CACHED = 1 << 16  # numbers that are worked on together
INDEX_WORK = 4
MOST_PAIRS = 1 << 24
OFTEN = 8  # joined sets


class Sums:
    """Some rows of counts on the left, those on the right that add up with any of them, and the sums they make.

    ``index`` [left counts, right counts] is the place of each sum among the counts of the product, ``outside`` (the
    place behind the last) where it does not lie in the box.
    """

    def __init__(self, left: slice, right: Indices, index: NDArray[np.int32], outside: int) -> None:
        self.left, self.right, self.index, self.outside = left, right, index, outside

    @cached_property
    def by_place(self) -> tuple[NDArray[np.int32], Indices, NDArray[np.int32]]:
        """The pairs within the box, by number, ordered by their sum; the first of each sum; the place of each sum."""
        index = self.index.ravel()
        order = np.argsort(index.astype(np.uint16) if self.outside < 1 << 16 else index, kind="stable")
        ordered = index[order]
        stop = int(np.searchsorted(ordered, self.outside))
        first = starts(ordered[:stop])
        return order[:stop].astype(np.int32), first, ordered[first]

    def adder(self, times: int, often: bool) -> Callable[[Weights], Weights]:
        """Return what adds up numbers [case, pair], for up to ``times`` cases at once, to [case, place].

        ``often``: worth some preparation. The places are those of ``places``.
        """
        if not often:
            index, size = tiled(self.index.ravel(), self.outside + 1, times), self.outside + 1

            def count(both: Weights) -> Weights:
                sums = np.bincount(index[: both.size], both.ravel(), len(both) * size).astype(np.float64, copy=False)
                return sums.reshape(-1, size)[:, :-1]

            return count
        order, first, places = self.by_place
        pairs, first = tiled(order, self.index.size, times), tiled(first, len(order), times)

        def add(both: Weights) -> Weights:
            fitting = both.ravel().take(pairs[: len(both) * len(order)])
            return np.add.reduceat(fitting, first[: len(both) * len(places)]).reshape(-1, len(places))

        return add

    def places(self, often: bool) -> NDArray[np.integer]:
        """Return the places of the sums that an adder gives."""
        return self.by_place[2] if often else np.arange(self.outside)


class Step:
    """One block of either side, with ``one`` and ``two`` singles: which sets join to which, which counts add up.

    ``sets`` are the joined sets; ``left`` and ``right`` [joined set, way to split it] the places of its parts, the
    right one padded with the place behind the last unless all sets have as many ways (``even``).
    """

    def __init__(self, one: int, two: int, left: Block, right: Block, needed: int) -> None:
        self.one, self.two = one, two
        self.counts = left.counts, right.counts
        self.pairs = len(left.counts) * len(right.counts)
        i, j = np.nonzero((left.sets[:, None] & right.sets) == 0)
        joined = left.sets[i] | right.sets[j]
        order = np.argsort(joined, kind="stable")
        if needed:
            order = order[(joined[order] & needed) == needed]
        i, j, joined = i[order], j[order], joined[order]
        first = starts(joined)
        number = lengths(first, len(joined))
        self.sets = joined[first]
        shape = (len(first), int(number.max(initial=0)))
        row, turn = np.repeat(np.arange(len(first)), number), np.arange(len(joined)) - np.repeat(first, number)
        self.left, self.right = np.zeros(shape, np.int64), np.full(shape, len(right.sets))
        self.left[row, turn], self.right[row, turn] = i, j
        self.even = len(joined) == self.left.size
        self.sums: list[Sums] = []

    @property
    def often(self) -> bool:
        """Whether there are so many joined sets that their sums are worth some preparation."""
        return len(self.sets) >= OFTEN

    def parts(self, sums: Sums) -> tuple[int, list[slice]]:
        """Return how many joined sets to work on together, few enough for the processor's cache, and the ranges."""
        each = min(max(1, CACHED // sums.index.size), len(self.sets))
        return each, [slice(start, start + each) for start in range(0, len(self.sets), each)]


class Product:
    """Every sum of a row of either table that lies in its box.

    ``box`` gives the box of the plural classes for a number of singles; ``needed`` are singles that are in every sum
    that counts. Raises TooMuchWork, before it begins, beyond ``budget`` pair operations.
    """

    def __init__(self, left: Shape, right: Shape, box: Callable[[int], Box], needed: int, budget: int) -> None:
        steps = [Step(a, b, one, two, needed) for a, one in left.items() for b, two in right.items()]
        steps = [step for step in steps if len(step.sets)]
        self.work = sum((len(step.sets) + INDEX_WORK) * step.pairs for step in steps)
        if self.work > budget or sum(step.pairs for step in steps) > MOST_PAIRS:
            raise TooMuchWork(message("errors.too_much_work", steps=self.work, most=budget))
        self.shape: dict[int, Block] = {}
        self.steps: list[Step] = []
        for number in sorted({step.one + step.two for step in steps}):
            self.place([step for step in steps if step.one + step.two == number], number, box(number))

    def place(self, steps: list[Step], number: int, box: Box) -> None:
        """Number all sums with one number of singles."""
        numbers = [np.where(box.holds(*step.counts), box.index(*step.counts), box.size).ravel() for step in steps]
        keys, places = numbered(np.concatenate([[box.size], *numbers]), box.size + 1)
        outside, start = len(keys) - 1, 1
        if not outside:
            return
        for step in steps:
            index = places[start : start + step.pairs].astype(np.int32).reshape(-1, len(step.counts[1]))
            start += step.pairs
            rows = max(1, CACHED // index.shape[1])
            for some in (slice(first, first + rows) for first in range(0, len(index), rows)):
                columns = np.flatnonzero((index[some] < outside).any(axis=0))
                if len(columns):
                    step.sums.append(Sums(some, columns, index[some, columns], outside))
        steps = [step for step in steps if step.sums]
        self.steps += steps
        sets = steps[0].sets if len(steps) == 1 else np.unique(np.concatenate([step.sets for step in steps]))
        self.shape[number] = Block(sets, box.rows(keys[:-1]))

    def forward(self, left: BlockWeights, right: BlockWeights, modulus: int = 0) -> BlockWeights:
        """Return the weight of every sum: over all pairs of rows with this sum, the sum of the products of weights.

        A side with one column of weights uses it with every column of the other. With a ``modulus``, at most 2^14,
        all weights are whole numbers modulo it.
        """
        columns = max(len(weights) for weights in (*left.values(), *right.values()))
        result = {t: np.zeros((columns, len(b.sets), len(b.counts))) for t, b in self.shape.items()}
        right = {k: enlarged(weights, 1) for k, weights in right.items()}
        for step in self.steps:
            one, two, sums = left[step.one], right[step.two], result[step.one + step.two]
            places = np.searchsorted(self.shape[step.one + step.two].sets, step.sets)
            for column in range(columns):
                add_up(step, one[min(column, len(one) - 1)], two[min(column, len(two) - 1)], places, sums[column])
        return {t: weights % modulus for t, weights in result.items()} if modulus else result

    def backward(
        self, left: BlockWeights, right: BlockWeights, slope: BlockWeights
    ) -> tuple[BlockWeights, BlockWeights]:
        """Return how the total weight grows with each weight [set, counts] of either side, given that for each sum.

        Column 0 of the weights counts.
        """
        slopes = {t: enlarged(of_sums, 1) for t, of_sums in slope.items()}
        right = {k: enlarged(weights, 1) for k, weights in right.items()}
        left_slope = {k: np.zeros(weights.shape[1:]) for k, weights in left.items()}
        right_slope = {k: np.zeros(weights.shape[1:]) for k, weights in right.items()}
        for step in self.steps:
            one, two, reached = left[step.one][0], right[step.two][0], slopes[step.one + step.two]
            places = np.searchsorted(self.shape[step.one + step.two].sets, step.sets)
            for sums in step.sums:
                a, b = one[:, sums.left], two[:, sums.right]
                a_slope, b_slope = np.zeros(a.shape), np.zeros(b.shape)
                each, parts = step.parts(sums)
                index = tiled(sums.index.ravel(), sums.outside + 1, each)
                for part in parts:
                    i, j = step.left[part], step.right[part]
                    both = reached[places[part]].ravel().take(index[: len(i) * sums.index.size])
                    both = both.reshape(len(i), *sums.index.shape)
                    add_rows(a_slope, i, b[j] @ both.transpose(0, 2, 1), step.even)
                    add_rows(b_slope, j, a[i] @ both, step.even)
                left_slope[step.one][:, sums.left] += a_slope
                right_slope[step.two][:, sums.right] += b_slope
        return left_slope, {k: weights[:-1] for k, weights in right_slope.items()}


def add_up(step: Step, one: Weights, two: Weights, places: Indices, total: Weights) -> None:
    """Add to ``total`` [set, counts] the products of the weights ``one`` and ``two`` of a step's sides.

    ``places`` are those of the step's joined sets.
    """
    flat, width = total.reshape(-1), total.shape[1]
    for sums in step.sums:
        a, b = one[:, sums.left], two[:, sums.right]
        each, parts = step.parts(sums)
        add, targets = sums.adder(each, step.often), sums.places(step.often)
        buffer = np.empty((each, *sums.index.shape))
        for part in parts:
            i, j = step.left[part], step.right[part]
            both = np.matmul(a[i].transpose(0, 2, 1), b[j], out=buffer[: len(i)])
            flat[(places[part, None] * width + targets).ravel()] += add(both.reshape(len(i), -1)).ravel()


def starts(ordered: NDArray[np.integer]) -> Indices:
    """Return where each run of equal numbers starts."""
    new = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return np.flatnonzero(new)


def lengths(starts: Indices, stop: int) -> Indices:
    """Return how long each run is, given where they start and the last one stops."""
    result = np.empty_like(starts)
    np.subtract(starts[1:], starts[:-1], out=result[:-1])
    result[-1:] = stop - starts[-1:]
    return result


def tiled(index: NDArray[np.integer], size: int, times: int) -> Indices:
    """Return the index repeated, for so many arrays of ``size`` numbers one behind the other."""
    if times == 1:
        return index.astype(np.int64)
    return (np.arange(times)[:, None] * size + index).ravel()


def add_rows(total: Weights, places: Indices, rows: Weights, even: bool) -> None:
    """Add ``rows`` [case, way, counts] to those of ``total`` [place, counts]; ``even``: no case has a place twice."""
    if even and len(places) == 1:
        total[places[0]] += rows[0]
        return
    width = total.shape[1]
    index = places[..., None] * width + np.arange(width)
    total += np.bincount(index.ravel(), rows.ravel(), total.size).reshape(total.shape)
