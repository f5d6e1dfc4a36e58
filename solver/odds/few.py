"""Few hands: every combination of rows laid out at once, where products of tables would take more steps than rows."""

from collections.abc import Sequence
from math import prod

import numpy as np

from solver.odds.boxes import Box, Indices, Rows, numbered
from solver.odds.halves import Halves
from solver.odds.hands import Hands, Weights

MOST = 8192  # combinations in a half
LARGEST = 1 << 62


class Half:
    """Every combination of one row of each of some tables, in the order of the tables, by the ``numbers`` of its sum.

    ``different`` are the numbers there are, ascending, and ``place`` that of each combination among them.
    """

    def __init__(self, tables: Sequence[Hands], box: Box) -> None:
        self.sizes = tuple(map(len, tables))
        self.numbers: Indices = np.zeros(1, np.int64)
        for table in tables:
            self.numbers = np.add.outer(self.numbers, box.index(table.rows)).ravel()
        self.different, self.place = numbered(self.numbers, box.size)

    def combined(self, own: Sequence[Weights], modulus: int) -> Weights:
        """Return [column, combination] the product of the weights [column, row] of the rows in it."""
        result = np.ones((1, 1))
        for weights in own:
            product = result[:, :, None] * weights[:, None]
            result = product.reshape(len(product), -1)
            if modulus:
                result %= modulus
        return result

    def summed(self, weights: Weights) -> Weights:
        """Return [column, number] the weight of each different number, from that of each combination."""
        return np.stack([np.bincount(self.place, column, len(self.different)) for column in weights])

    def of_rows(self, weights: Weights) -> list[Weights]:
        """Return for each table what the combinations with each of its rows weigh together."""
        laid_out, places = weights.reshape(self.sizes), range(len(self.sizes))
        return [laid_out.sum(axis=tuple(other for other in places if other != place)) for place in places]


class Few:
    """Two halves of all tables that together with one card for the boss make up ``unseen``."""

    def __init__(self, tables: Sequence[Hands], halves: Halves, unseen: Rows) -> None:
        self.tables, self.halves = tables, halves
        box = box_of(tables)
        self.left, self.right = (Half([tables[player] for player in players], box) for players in halves)
        wanted = box.index(unseen) - box.multipliers[:, None] - self.left.different
        places = np.minimum(np.searchsorted(self.right.different, wanted), len(self.right.different) - 1)
        self.boss, self.one = np.nonzero(self.right.different[places] == wanted)
        self.two = places[self.boss, self.one]

    def combined(self, own: Sequence[Weights], modulus: int = 0) -> list[Weights]:
        """Return either half's weights [column, combination], from everyone's own [column, row]."""
        pairs = zip((self.left, self.right), self.halves, strict=True)
        return [half.combined([own[player] for player in players], modulus) for half, players in pairs]

    def weigh_boss(self, own: Sequence[Weights], modulus: int = 0) -> Weights:
        """Return [column, class] the weight of each class under the boss; modulo: of numbers below 2^15."""
        left, right = self.combined(own, modulus)
        one, two = self.left.summed(left), self.right.summed(right)
        if modulus:
            one, two = one % modulus, two % modulus
        both = one[:, self.one] * two[:, self.two]
        return np.stack([np.bincount(self.boss, column, self.tables[0].rows.shape[1]) for column in both])

    def weigh_rows(self, own: Sequence[Weights]) -> dict[int, Weights]:
        """Return for each player the weight of all deals with each row of that player's table."""
        left, right = self.combined([weights[:1] for weights in own])
        one, two = self.left.summed(left)[0], self.right.summed(right)[0]
        left_slope = np.bincount(self.one, two[self.two], len(one))[self.left.place]
        right_slope = np.bincount(self.two, one[self.one], len(two))[self.right.place]
        rows = [*self.left.of_rows(left[0] * left_slope), *self.right.of_rows(right[0] * right_slope)]
        return dict(zip((*self.halves[0], *self.halves[1]), rows, strict=True))


def box_of(tables: Sequence[Hands]) -> Box:
    """Return the box that numbers the sums of rows of any of the tables, with one card for the boss or without."""
    most = np.asarray(sum(table.rows.max(axis=0) for table in tables)) + 1
    return Box(np.zeros_like(most), most, sum(table.total for table in tables) + 1)


def are_few(tables: Sequence[Hands], halves: Halves) -> bool:
    """Return whether the tables have so few rows that all combinations are worth laying out."""
    in_half = max(prod(len(tables[player]) for player in players) for players in halves)
    return in_half <= MOST and box_of(tables).size < LARGEST
