"""What the answers to a call would tell about the boss cat, before it is made: exact, by kind, from one seat."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.odds.boxes import Indices, Rows
from solver.odds.hands import Weights
from solver.odds.seats import TINY, Call, Grid, KindCounter, PublicHand, Seats, Sums, added, shared_out

FILLING = 5  # what a cell of a table costs, in pairs of rows
MOST_OTHERS = 4  # whose answers are put together while a call is only screened


@dataclass(frozen=True)
class Outlook:
    """A position from one ``seat`` that holds ``own`` [kind] cards: what the others' hands and the boss have in common.

    Raises no error: where no deal fits, all weights are zero.
    """

    seats: Seats
    seat: int
    own: Rows

    @property
    def unseen(self) -> Rows:
        """The cards [kind] in the others' hands and under the boss."""
        return np.asarray(self.seats.pool - self.own)

    @cached_property
    def others(self) -> tuple[PublicHand, ...]:
        """The tables of the other hands that hold a card, in the order of the seats."""
        hands = (hand for place, hand in enumerate(self.seats.hands) if place != self.seat)
        fitting = (hand.select(np.asarray((hand.rows <= self.unseen).all(axis=1))) for hand in hands)
        return tuple(hand for hand in fitting if hand.rows.any())

    @cached_property
    def grid(self) -> Grid:
        """Numbers for sums of the others' hands."""
        return Grid(self.others, self.unseen)

    @cached_property
    def with_boss(self) -> tuple[Weights, ...]:
        """For each other hand the probability [row, kind] that it is this row while the boss is of this kind."""
        found = []
        for place, hand in enumerate(self.others):
            rest = [own for other, own in enumerate(self.others) if other != place]
            sums, weights = self.grid.product(sorted(rest, key=lambda own: -len(own.rows)))
            inside = self.grid.within(sums)
            rest_sums = Sums(sums[inside], weights[inside], self.grid.size)
            found.append(with_each_boss(rest_sums, hand, self.unseen, self.grid))
        return tuple(table / max(float(table.sum()), TINY) for table in found)

    @cached_property
    def boss(self) -> Weights:
        """The probability of each kind under the boss."""
        return np.asarray(self.with_boss[0].sum(axis=0))

    @cached_property
    def stacked(self) -> KindCounter:
        """All rows of all other hands, to be asked about together."""
        return KindCounter(self.seats.answering.kinds, np.concatenate([hand.rows for hand in self.others]))

    def chances(self, call: Call) -> Weights:
        """Return [answer, row] the probability of every answer to ``call``, the rows of all other hands stacked.

        Every lawful card is equally likely to be shown, whatever choices made so far are taken to say.
        """
        answering = self.seats.answering
        return np.stack([answering.chances(call, answer, self.stacked, chosen=True) for answer in answering.answers])

    def parts(self) -> list[slice]:
        """Return where in the stack the rows of each other hand stand."""
        ends = np.cumsum([len(hand.rows) for hand in self.others])
        return [slice(int(end) - len(hand.rows), int(end)) for hand, end in zip(self.others, ends, strict=True)]

    def sketch(self, chances: Weights) -> Weights:
        """Return [profile, kind] roughly how likely the answers are together with each boss.

        Each answer's share of the boss cats is exact; the answers are then put together as if they told about the boss
        independently, of the ``MOST_OTHERS`` that tell most.
        """
        boss = np.maximum(self.boss, TINY)
        singles = []
        for part, table in zip(self.parts(), self.with_boss, strict=True):
            told = chances[:, part] @ table
            singles.append(told[told.sum(axis=1) > TINY])
        singles.sort(key=lambda told: -float(told.max(axis=1).sum()))
        joint = self.boss[None]
        for told in singles[:MOST_OTHERS]:
            joint = (joint[:, None] * (told / boss)[None]).reshape(-1, len(boss))
        return joint

    def work(self, chances: Weights) -> int:
        """Return about how many pairs of rows ``joint`` goes through, the filling of large tables counted in."""
        sizes = sorted((int((chances[:, part] > 0).sum()) for part in self.parts()), reverse=True)
        labels = [int((chances[:, part].max(axis=1) > 0).sum()) for part in self.parts()]
        cells = self.grid.size * int(np.prod(sorted(labels, reverse=True)[:-1]))
        pairs = 1
        for size in sizes[:-1]:
            pairs = min(pairs, cells) * size
        return pairs + FILLING * cells * (1 + sizes[-1] // 40)

    def joint(self, chances: Weights) -> Weights:
        """Return [profile, kind] the probability of all others' answers together with each boss: exact."""
        hands = [labelled(hand, chances[:, part]) for hand, part in zip(self.others, self.parts(), strict=True)]
        hands.sort(key=lambda hand: -len(hand.rows))
        grid, labels = self.grid, 1
        keys, weights = np.zeros(1, np.int64), np.ones(1)
        for number, hand in enumerate(hands[:-1]):
            if number > 1:
                inside = grid.within(keys % grid.size)
                keys, weights = keys[inside], weights[inside]
            own = hand.rows @ grid.multipliers + hand.label * (grid.size * labels)
            labels *= hand.labels
            keys, weights = added(keys, weights, own, hand.weights, grid.size * labels)
        dense = np.zeros((labels, grid.size))
        dense.ravel()[keys] = weights
        table = finished(dense, hands[-1], self.unseen, grid)
        table = table[table.sum(axis=1) > 0]
        return np.asarray(table / max(float(table.sum()), TINY))


def with_each_boss(rest: Sums, hand: PublicHand, unseen: Rows, grid: Grid) -> Weights:
    """Return [row, kind] the weight of the deals with this row in the hand and a card of this kind under the boss.

    ``rest`` weighs the sums of everybody else's hands.
    """
    index, own, place = hand.rows @ grid.multipliers, shared_out(hand), int(unseen @ grid.multipliers)
    result = np.zeros(hand.rows.shape)
    for kind, multiplier in enumerate(grid.multipliers):
        fits = np.flatnonzero(hand.rows[:, kind] < unseen[kind])
        result[fits, kind] = rest(place - multiplier - index[fits]) * own[fits]
    return result


@dataclass(frozen=True, slots=True)
class Labelled:
    """A hand's rows once for each answer they may give: ``label`` its number, 0 to ``labels`` - 1."""

    rows: Rows
    weights: Weights
    label: Indices
    labels: int


def labelled(hand: PublicHand, chances: Weights) -> Labelled:
    """Return the rows of a hand by the answer they give, with ``chances`` [answer, row]."""
    given = chances[chances.max(axis=1) > 0]
    label, row = np.nonzero(given)
    return Labelled(hand.rows[row], given[label, row] * shared_out(hand)[row], label, len(given))


def finished(dense: Weights, last: Labelled, unseen: Rows, grid: Grid) -> Weights:
    """Return [profile, kind] the weights when the last hand and a card for the boss complete the sums in ``dense``."""
    index, place = last.rows @ grid.multipliers, int(unseen @ grid.multipliers)
    marks = np.zeros((len(last.label), last.labels))
    marks[np.arange(len(last.label)), last.label] = last.weights
    columns = []
    for kind, multiplier in enumerate(grid.multipliers):
        fits = np.flatnonzero(last.rows[:, kind] < unseen[kind])
        columns.append((dense[:, place - multiplier - index[fits]] @ marks[fits]).ravel())
    return np.stack(columns, axis=1)
