"""Two tables of hands multiplied: all sums of a row of each, and the way back from their slopes.

Both tables come in blocks. For every set of singles a sum may have, one matrix product sums over all ways to split the
set between the two sides; the other classes' counts then add up row by row.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.odds.blocks import Block, BlockWeights, Shape, enlarged
from solver.odds.boxes import Box, Indices
from solver.odds.hands import Weights
from solver.odds.sums import CACHED, Adder, Places, SumPlaces, Sums, starts, taken

INDEX_WORK = 4
MOST_PAIRS = 1 << 24
OFTEN = 8  # joined sets


class Step:
    """One block of either side, with ``one`` and ``two`` singles: which sets join to which, which counts add up.

    ``sets`` are the joined sets; ``left`` and ``right`` [joined set, way to split it] the places of its parts, the
    right one padded with the place behind the last unless all sets have as many ways (``even``).
    """

    def __init__(self, one: int, two: int, left: Block, right: Block, needed: int) -> None:
        self.one, self.two = one, two
        self.counts = left.counts, right.counts
        self.pairs = len(left.counts) * len(right.counts)
        self.sets, self.left, self.right, self.even = joined(left.sets.tobytes(), right.sets.tobytes(), needed)
        self.sums: list[Sums] = []

    @property
    def often(self) -> bool:
        """Whether there are so many joined sets that their sums are worth some preparation."""
        return len(self.sets) >= OFTEN

    def together(self, sums: Sums) -> int:
        """Return how many joined sets to work on together, few enough for the processor's cache."""
        return min(max(1, CACHED // sums.index.size), len(self.sets))

    def parts(self, sums: Sums) -> list[slice]:
        """Return the ranges of joined sets to work on together."""
        each = self.together(sums)
        return [slice(start, start + each) for start in range(0, len(self.sets), each)]


@lru_cache(maxsize=64)
def joined(left: bytes, right: bytes, needed: int) -> tuple[Indices, Indices, Indices, bool]:
    """Return the different unions of two disjoint sets with all that are needed, and the places of their parts.

    The sets are given as the bytes of ascending numbers; see Step.
    """
    one, two = np.frombuffer(left, np.int64), np.frombuffer(right, np.int64)
    i, j = np.nonzero((one[:, None] & two) == 0)
    both = one[i] | two[j]
    order = np.argsort(both, kind="stable")
    if needed:
        order = order[(both[order] & needed) == needed]
    i, j, both = i[order], j[order], both[order]
    first = starts(both)
    number = lengths(first, len(both))
    shape = (len(first), int(number.max(initial=0)))
    row, turn = np.repeat(np.arange(len(first)), number), np.arange(len(both)) - np.repeat(first, number)
    left_places, right_places = np.zeros(shape, np.int64), np.full(shape, len(two))
    left_places[row, turn], right_places[row, turn] = i, j
    return both[first], left_places, right_places, len(both) == left_places.size


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
        # the most pairs that are worked on together
        self.largest = max((s.index.size * step.together(s) for step in self.steps for s in step.sums), default=0)

    def place(self, steps: list[Step], number: int, box: Box) -> None:
        """Number all sums with one number of singles."""
        places = SumPlaces([step.counts for step in steps], box)
        outside = len(places.rows)
        for side, step in enumerate(steps):
            for some, index in places(side, CACHED if step.often else max(CACHED, 8 * outside)):
                step.sums += inside(some, index, outside)
        steps = [step for step in steps if step.sums]
        if steps:
            self.steps += steps
            sets = steps[0].sets if len(steps) == 1 else np.unique(np.concatenate([step.sets for step in steps]))
            self.shape[number] = Block(sets, places.rows)

    def forward(self, left: BlockWeights, right: BlockWeights, modulus: int = 0) -> BlockWeights:
        """Return the weight of every sum: over all pairs of rows with this sum, the sum of the products of weights.

        A side with one column of weights uses it with every column of the other. With a ``modulus``, at most 2^14,
        all weights are whole numbers modulo it.
        """
        columns = max(len(weights) for weights in (*left.values(), *right.values()))
        result = {t: np.zeros((columns, len(b.sets), len(b.counts))) for t, b in self.shape.items()}
        right = {k: enlarged(weights, 1) for k, weights in right.items()}
        room = np.empty((2, self.largest))
        for step in self.steps:
            one, two, sums = left[step.one], right[step.two], result[step.one + step.two]
            places = np.searchsorted(self.shape[step.one + step.two].sets, step.sets)
            add_up(step, one, two, places, sums, room)
        return {t: weights % modulus for t, weights in result.items()} if modulus else result

    def backward(
        self, left: BlockWeights, right: BlockWeights, slope: BlockWeights
    ) -> tuple[BlockWeights, BlockWeights]:
        """Return how the total weight grows with each weight [set, counts] of either side, given that for each sum.

        Column 0 of the weights counts.
        """
        slopes = {t: enlarged(of_sums, 1) for t, of_sums in slope.items()}
        right = {k: enlarged(weights, 1) for k, weights in right.items()}
        room = np.empty(self.largest)
        left_slope = {k: np.zeros(weights.shape[1:]) for k, weights in left.items()}
        right_slope = {k: np.zeros(weights.shape[1:]) for k, weights in right.items()}
        for step in self.steps:
            one, two, reached = left[step.one][0], right[step.two][0], slopes[step.one + step.two]
            places = np.searchsorted(self.shape[step.one + step.two].sets, step.sets)
            for sums in step.sums:
                a, b = one[:, sums.left], two[:, sums.right]
                a_slope, b_slope = np.zeros(a.shape), np.zeros(b.shape)
                for part in step.parts(sums):
                    i, j = step.left[part], step.right[part]
                    both = taken(reached[places[part]], sums.index.ravel(), room).reshape(len(i), *sums.index.shape)
                    add_rows(a_slope, i, b[j] @ both.transpose(0, 2, 1), step.even)
                    add_rows(b_slope, j, a[i] @ both, step.even)
                left_slope[step.one][:, sums.left] += a_slope
                right_slope[step.two][:, sums.right] += b_slope
        return left_slope, {k: weights[:-1] for k, weights in right_slope.items()}


def add_up(step: Step, one: Weights, two: Weights, places: Indices, total: Weights, room: Weights) -> None:
    """Add to ``total`` [column, set, counts] the products of the weights ``one`` and ``two`` of a step's sides.

    ``places`` are those of the step's joined sets; ``room`` [2, pairs] is to work in.
    """
    columns, _, width = total.shape
    flat = total.reshape(columns, -1)
    for sums in step.sums:
        a, b = one[:, :, sums.left], two[:, :, sums.right]
        add = Adder(sums, step.often)
        for part in step.parts(sums):
            i, j = step.left[part], step.right[part]
            if i.shape[1] == 1:  # a second way, of no weight: numpy is four times as slow at such thin matrices
                i, j = i.repeat(2, axis=1), np.hstack([j, np.full_like(j, b.shape[1] - 1)])
            targets = (places[part, None] * width + add.places).ravel()
            both = room[0, : len(i) * sums.index.size].reshape(len(i), *sums.index.shape)
            for column in range(columns):
                some, other = a[min(column, len(a) - 1)][i], b[min(column, len(b) - 1)][j]
                np.matmul(some.transpose(0, 2, 1), other, out=both)
                flat[column, targets] += add(both.reshape(len(i), -1), room[1]).ravel()


def inside(left: slice, index: Places, outside: int) -> Iterator[Sums]:
    """Yield the sums [left row, right row] of these places, right rows that add up with none of the left left out."""
    columns = np.flatnonzero(index.min(axis=0) < outside)
    if len(columns) == index.shape[1]:
        yield Sums(left, slice(None), index, outside)
    elif len(columns):
        yield Sums(left, columns, index[:, columns], outside)


def lengths(starts: Indices, stop: int) -> Indices:
    """Return how long each run is, given where they start and the last one stops."""
    result = np.empty_like(starts)
    np.subtract(starts[1:], starts[:-1], out=result[:-1])
    result[-1:] = stop - starts[-1:]
    return result


def add_rows(total: Weights, places: Indices, rows: Weights, even: bool) -> None:
    """Add ``rows`` [case, way, counts] to those of ``total`` [place, counts]; ``even``: no case has a place twice."""
    if even and len(places) == 1:
        total[places[0]] += rows[0]
        return
    width = total.shape[1]
    index = places[..., None] * width + np.arange(width)
    total += np.bincount(index.ravel(), rows.ravel(), total.size).reshape(total.shape)
