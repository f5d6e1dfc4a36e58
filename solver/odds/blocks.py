"""Tables of hands cut into blocks: which single cards a row holds, and how many of every other class.

A *single* is a class of which one card is unseen (most doubles are). A set of singles is a bit mask. Rows with equally
many singles form one block, a matrix [set, counts of the other classes]: sets and counts then multiply on their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from solver.odds.boxes import Indices, Rows, numbered
from solver.odds.hands import Hands, Weights

BlockWeights = dict[int, Weights]


@dataclass(frozen=True, slots=True)
class Block:
    """What rows with one number of singles may be made of: ``sets`` ascending, ``counts`` [number, plural class]."""

    sets: Indices
    counts: Rows


Shape = Mapping[int, Block]


class Frame:
    """The classes split into singles and the others (*plural* ones), of which ``unseen`` has that many cards each."""

    def __init__(self, unseen: Rows, single: bool) -> None:
        places = np.flatnonzero(unseen == 1) if single else np.zeros(0, np.int64)
        self.single = places[: len(unseen) - 1]  # one plural class at least
        self.plural = np.setdiff1d(np.arange(len(unseen)), self.single)
        self.unseen = unseen
        self.bits = np.int64(1) << np.arange(len(self.single))

    @property
    def full(self) -> int:
        """The set of all singles."""
        return int(self.bits.sum())

    def sets(self, rows: Rows) -> Indices:
        """Return the set of singles in each row."""
        result: Indices = rows[..., self.single] @ self.bits
        return result

    def rows(self, sets: Indices, counts: Rows) -> Rows:
        """Return the rows made of these sets and counts."""
        rows = np.zeros((len(sets), len(self.unseen)), np.int64)
        rows[:, self.single] = (sets[:, None] & self.bits) > 0
        rows[:, self.plural] = counts
        return rows


@dataclass(frozen=True, slots=True)
class Blocks:
    """A table in blocks: its ``shape``, and ``weights`` [column, set, counts] for every number of singles."""

    frame: Frame
    shape: Shape
    weights: BlockWeights

    @property
    def hands(self) -> Hands:
        """The same as rows, those without weight left out."""
        rows, weights = [np.zeros((0, len(self.frame.unseen)), np.int64)], []
        for number, block in self.shape.items():
            sets, counts = np.nonzero(self.weights[number][-1])
            rows.append(self.frame.rows(block.sets[sets], block.counts[counts]))
            weights.append(self.weights[number][:, sets, counts])
        return Hands(np.concatenate(rows), np.concatenate(weights, axis=1))


class Cut:
    """A table of hands cut into blocks, and where each row went."""

    def __init__(self, frame: Frame, hands: Hands) -> None:
        self.hands = hands
        self.shape: dict[int, Block] = {}
        self.members: dict[int, tuple[Indices, Indices, Indices]] = {}
        if not len(frame.single):
            self.shape[0] = Block(np.zeros(1, np.int64), hands.rows)
            return
        sets, counts = frame.sets(hands.rows), hands.rows[:, frame.plural]
        widths = counts.max(axis=0) + 1
        keys = counts @ (np.cumprod(widths) // widths)
        number = hands.rows[:, frame.single].sum(axis=1)
        for k in np.flatnonzero(np.bincount(number)):
            rows = np.flatnonzero(number == k)
            found_sets, set_of = numbered(sets[rows], frame.full + 1)
            found_keys, count_of = numbered(keys[rows], int(widths.prod()))
            first = np.zeros(len(found_keys), np.int64)
            first[count_of] = rows
            self.shape[int(k)] = Block(found_sets, counts[first])
            self.members[int(k)] = rows, set_of, count_of

    def weights(self, of_rows: Weights) -> BlockWeights:
        """Return weights [column, row] by block."""
        if not self.members:
            return {0: of_rows[:, None]}
        result = {}
        for k, (rows, set_of, count_of) in self.members.items():
            block = self.shape[k]
            result[k] = np.zeros((len(of_rows), len(block.sets), len(block.counts)))
            result[k][:, set_of, count_of] = of_rows[:, rows]
        return result

    def rows(self, by_block: BlockWeights) -> Weights:
        """Return for each row what [set, counts] of its block says."""
        if not self.members:
            return np.asarray(by_block[0][0])
        result = np.zeros(len(self.hands))
        for k, (rows, set_of, count_of) in self.members.items():
            result[rows] = by_block[k][set_of, count_of]
        return result


def enlarged(weights: Weights, axis: int) -> Weights:
    """Return the weights with one more place, of no weight, behind the last of an axis."""
    shape = list(weights.shape)
    shape[axis] += 1
    result = np.zeros(shape)
    result[tuple(slice(number) for number in weights.shape)] = weights
    return result
