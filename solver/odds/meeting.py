"""Two halves of all players meet: what one half and the boss leave is one sum of the other half."""

import numpy as np

from solver.odds.blocks import Blocks, BlockWeights, enlarged
from solver.odds.boxes import Indices, Rows
from solver.odds.hands import Weights

SPARSE = 64


class Finder:
    """Finds numbers (0 to below ``size``) among ``keys``, all different: by a dense table where that is small."""

    def __init__(self, keys: Indices, size: int) -> None:
        self.number = len(keys)
        self.dense: Indices | None = None
        if size <= SPARSE * len(keys):
            self.dense = np.full(size, -1)
            self.dense[keys] = np.arange(len(keys))
        else:
            self.order = np.argsort(keys)
            self.keys = keys[self.order]

    def __call__(self, keys: Indices) -> Indices:
        """Return the place of each key, -1 where it is not there."""
        if self.dense is not None:
            return self.dense[keys]
        places = np.minimum(np.searchsorted(self.keys, keys), self.number - 1)
        return np.where(self.keys[places] == keys, self.order[places], -1)


class Meeting:
    """What comes of it: ``boss`` [column, class], the weight of each class under the boss, and either half's slope.

    The slopes say how the total of column 0 grows with each weight [set, counts] of a half.
    """

    def __init__(self, left: Blocks, right: Blocks) -> None:
        self.frame = left.frame
        self.left, self.right = left, right
        self.columns = max(len(weights) for side in (left, right) for weights in side.weights.values())
        self.boss = np.zeros((self.columns, len(self.frame.unseen)))
        self.left_slope: BlockWeights = {k: np.zeros(weights.shape[1:]) for k, weights in left.weights.items()}
        self.right_slope: BlockWeights = {k: np.zeros(weights.shape[1:]) for k, weights in right.weights.items()}
        unseen = self.frame.unseen[self.frame.plural]
        self.multipliers = np.cumprod(unseen + 1) // (unseen + 1)
        self.everything = int(unseen @ self.multipliers)
        self.size = int((unseen + 1).prod())
        finders = {k: self.finder(block.counts) for k, block in right.shape.items()}
        for k in left.shape:
            other = len(self.frame.single) - k
            if other in finders:
                self.boss_is_plural(k, other, finders[other])
            if other - 1 in finders:
                self.boss_is_single(k, other - 1, finders[other - 1])

    def finder(self, counts: Rows) -> Finder:
        """Return what finds rows of counts by number."""
        return Finder(counts @ self.multipliers, self.size)

    def boss_is_plural(self, one: int, two: int, right_finder: Finder) -> None:
        """Add the deals in which the halves hold ``one`` and ``two`` singles, all there are."""
        left_block, right_block = self.left.shape[one], self.right.shape[two]
        left_sets, right_sets = found(self.frame.full - left_block.sets, right_block.sets)
        if not len(left_sets):
            return
        left = enlarged(self.left.weights[one][:, left_sets], 2)
        right = enlarged(self.right.weights[two][:, right_sets], 2)
        of_left = self.partners(left_block.counts, right_finder)
        of_right = np.full((len(of_left), len(right_block.counts)), -1)
        boss, place = np.nonzero(of_left >= 0)
        of_right[boss, of_left[boss, place]] = place
        for column in range(self.columns):
            ours, theirs = left[min(column, len(left) - 1)], right[min(column, len(right) - 1)]
            reached = theirs.take(of_left, axis=1)
            self.boss[column, self.frame.plural] += (ours[:, None, :-1] * reached).sum(axis=(0, 2))
            if not column:
                self.left_slope[one][left_sets] += reached.sum(axis=1)
                self.right_slope[two][right_sets] += ours.take(of_right, axis=1).sum(axis=1)

    def partners(self, counts: Rows, finder: Finder) -> Indices:
        """Return [plural class, counts] where the other half's counts are with which a card of the class is left.

        -1 where there are none.
        """
        unseen = self.frame.unseen[self.frame.plural]
        wanted = self.everything - self.multipliers[:, None] - counts @ self.multipliers
        there = unseen[:, None] > counts.T
        return np.where(there, finder(np.where(there, wanted, 0)), -1)

    def boss_is_single(self, one: int, two: int, finder: Finder) -> None:
        """Add the deals in which the halves hold ``one`` and ``two`` singles, all but one."""
        block, among = self.left.shape[one], self.right.shape[two].sets
        partners = finder(self.everything - block.counts @ self.multipliers)
        there = np.flatnonzero(partners >= 0)
        partners = partners[there]
        left, right = self.left.weights[one][:, :, there], self.right.weights[two][:, :, partners]
        left_slope, right_slope = np.zeros(left.shape[1:]), np.zeros(right.shape[1:])
        for boss, bit in zip(self.frame.single, self.frame.bits, strict=True):
            without = np.flatnonzero(block.sets & bit == 0)
            some, right_sets = found(self.frame.full - bit - block.sets[without], among)
            left_sets = without[some]
            reached = right[:, right_sets]
            self.meet(int(boss), left[:, left_sets], reached)
            left_slope[left_sets] += reached[0]
            right_slope[right_sets] += left[0, left_sets]
        self.left_slope[one][:, there] += left_slope
        self.right_slope[two][:, partners] += right_slope

    def meet(self, boss: int, left: Weights, right: Weights) -> None:
        """Add the products of weights that belong to each other to the weight of the boss."""
        for column in range(self.columns):
            self.boss[column, boss] += np.vdot(left[min(column, len(left) - 1)], right[min(column, len(right) - 1)])


def found(sets: Indices, among: Indices) -> tuple[Indices, Indices]:
    """Return the places of the sets that are among others (ascending), and their places there."""
    places = np.minimum(np.searchsorted(among, sets), len(among) - 1)
    there = np.flatnonzero(among[places] == sets)
    return there, places[there]
