"""Two tables of hands multiplied: all sums of a row of each, and the way back from their slopes.

Both tables come in blocks. For every set of singles a sum may have, one matrix product sums over all ways to split the
set between the two sides; the other classes' counts then add up row by row.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.odds.blocks import Block, BlockWeights, Shape, enlarged, numbered
from solver.odds.boxes import Box, Indices
from solver.odds.hands import Weights

CACHED = 1 << 16  # numbers that are worked on together
ROWS = 1 << 16
INDEX_WORK = 4
MOST_PAIRS = 1 << 25


@dataclass(frozen=True, slots=True)
class Sums:
    """Some rows of counts on the left, those on the right that add up with any of them, and the sums they make.

    ``pairs`` are the pairs that add up within the box, by number (left x columns + right), ordered by their sum;
    ``places`` the different sums, by place among the counts of the product; ``first`` the first pair of each.
    """

    left: slice
    right: Indices
    shape: tuple[int, int]
    pairs: NDArray[np.int32]
    places: Indices
    first: Indices

    @classmethod
    def of(cls, left: slice, right: Indices, fits: NDArray[np.bool_], places: Indices) -> "Sums":
        """Return the sums of the pairs that ``fits`` [left counts, right counts] marks, given the place of each."""
        small = places.astype(np.uint16) if places.max() < 1 << 16 else places
        order = np.argsort(small, kind="stable")
        places = places[order]
        first = starts(places)
        return cls(left, right, fits.shape, np.flatnonzero(fits)[order].astype(np.int32), places[first], first)

    @property
    def size(self) -> int:
        """Number of pairs, whether they add up or not."""
        return self.shape[0] * self.shape[1]

    def index(self, outside: int) -> Indices:
        """Return for every pair the place of its sum, ``outside`` where it does not add up within the box."""
        index = np.full(self.size, outside)
        index[self.pairs] = np.repeat(self.places, lengths(self.first, len(self.pairs)))
        return index


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

    def fitting(self, box: Box) -> Iterator[tuple[slice, Indices, NDArray[np.bool_], Indices]]:
        """Yield some rows on the left, those on the right that fit any of them, which pairs fit, and their numbers."""
        left, right = self.counts
        left_index, right_index = box.index(left), right @ box.multipliers
        left_words, right_words = box.layout.pack(left), box.layout.pack(right)
        each = max(16, ROWS // len(right))
        for start in range(0, len(left), each):
            some = slice(start, start + each)
            fits = box.holds([a[some, None] + b for a, b in zip(left_words, right_words, strict=True)])
            columns = np.flatnonzero(fits.any(axis=0))
            if len(columns):
                fits = fits[:, columns]
                yield some, columns, fits, (left_index[some, None] + right_index[columns])[fits]

    def at_once(self, sums: Sums) -> int:
        """Return how many joined sets are worked on together: few enough for the processor's cache."""
        return min(max(1, CACHED // sums.size), len(self.sets))

    def parts(self, sums: Sums) -> Iterator[slice]:
        """Yield ranges of joined sets to be worked on together."""
        each = self.at_once(sums)
        yield from (slice(start, start + each) for start in range(0, len(self.sets), each))


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
        fitting = [(step, *some) for step in steps for some in step.fitting(box)]
        if not fitting:
            return
        keys, places = numbered(np.concatenate([found for *_, found in fitting]), box.size)
        start = 0
        for step, some, columns, fits, found in fitting:
            step.sums.append(Sums.of(some, columns, fits, places[start : start + len(found)]))
            start += len(found)
        steps = [step for step in steps if step.sums]
        self.steps += steps
        sets = steps[0].sets if len(steps) == 1 else np.unique(np.concatenate([step.sets for step in steps]))
        self.shape[number] = Block(sets, box.rows(keys))

    def forward(self, left: BlockWeights, right: BlockWeights, modulus: int = 0) -> BlockWeights:
        """Return the weight of every sum: over all pairs of rows with this sum, the sum of the products of weights.

        A side with one column of weights uses it with every column of the other. With a ``modulus``, at most 2^14,
        all weights are whole numbers modulo it.
        """
        columns = max(len(weights) for weights in (*left.values(), *right.values()))
        result = {t: np.zeros((columns, len(b.sets), len(b.counts))) for t, b in self.shape.items()}
        right = padded(right)
        buffer = np.empty(self.largest)
        for step in self.steps:
            number = step.one + step.two
            places = np.searchsorted(self.shape[number].sets, step.sets)
            for column in range(columns):
                one, two = left[step.one], right[step.two]
                one, two = one[min(column, len(one) - 1)], two[min(column, len(two) - 1)]
                total = result[number][column].reshape(-1)
                width = result[number].shape[2]
                for sums in step.sums:
                    a, b = one[:, sums.left], two[:, sums.right]
                    pairs = tiled(sums.pairs, sums.size, step.at_once(sums))
                    first = tiled(sums.first, len(sums.pairs), step.at_once(sums))
                    for part in step.parts(sums):
                        i, j = step.left[part], step.right[part]
                        both = buffer[: len(i) * sums.size].reshape(len(i), *sums.shape)
                        np.matmul(a[i].transpose(0, 2, 1), b[j], out=both)
                        fitting = both.ravel().take(pairs[: len(i) * len(sums.pairs)])
                        added = np.add.reduceat(fitting, first[: len(i) * len(sums.first)])
                        total[(places[part, None] * width + sums.places).ravel()] += added
        return {t: weights % modulus for t, weights in result.items()} if modulus else result

    @property
    def largest(self) -> int:
        """Most numbers that are worked on together."""
        return max((step.at_once(sums) * sums.size for step in self.steps for sums in step.sums), default=0)

    def backward(
        self, left: BlockWeights, right: BlockWeights, slope: BlockWeights
    ) -> tuple[BlockWeights, BlockWeights]:
        """Return how the total weight grows with each weight [set, counts] of either side, given that for each sum.

        Column 0 of the weights counts.
        """
        slopes = {t: enlarged(of_sums, 1) for t, of_sums in slope.items()}
        right = padded(right)
        left_slope = {k: np.zeros(weights.shape[1:]) for k, weights in left.items()}
        right_slope = {k: np.zeros(weights.shape[1:]) for k, weights in right.items()}
        for step in self.steps:
            number = step.one + step.two
            one, two, reached = left[step.one][0], right[step.two][0], slopes[number]
            places = np.searchsorted(self.shape[number].sets, step.sets)
            for sums in step.sums:
                a, b = one[:, sums.left], two[:, sums.right]
                a_slope, b_slope = np.zeros(a.shape), np.zeros(b.shape)
                index = tiled(sums.index(reached.shape[1] - 1), reached.shape[1], step.at_once(sums))
                for part in step.parts(sums):
                    i, j = step.left[part], step.right[part]
                    both = reached[places[part]].ravel().take(index[: len(i) * sums.size]).reshape(len(i), *sums.shape)
                    add_rows(a_slope, i, b[j] @ both.transpose(0, 2, 1), step.even)
                    add_rows(b_slope, j, a[i] @ both, step.even)
                left_slope[step.one][:, sums.left] += a_slope
                right_slope[step.two][:, sums.right] += b_slope
        return left_slope, {k: weights[:-1] for k, weights in right_slope.items()}


def starts(ordered: Indices) -> Indices:
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
    return (np.arange(times)[:, None] * size + index).ravel()


def padded(weights: BlockWeights) -> BlockWeights:
    """Return the weights with a set without weight behind the last, for ways that do not exist."""
    return {k: enlarged(of_block, 1) for k, of_block in weights.items()}


def add_rows(total: Weights, places: Indices, rows: Weights, even: bool) -> None:
    """Add ``rows`` [case, way, counts] to those of ``total`` [place, counts]; ``even``: no case has a place twice."""
    if even and len(places) == 1:
        total[places[0]] += rows[0]
        return
    width = total.shape[1]
    index = places[..., None] * width + np.arange(width)
    total += np.bincount(index.ravel(), rows.ravel(), total.size).reshape(total.shape)
