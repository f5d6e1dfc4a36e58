"""The product of the players' tables: exact weights of all deals, forward and backward.

Every row of a table is a vector of class counts; a deal takes one row a player and one card for the boss, and they
must add up to the unseen cards. The players are split into two halves, each multiplied out on its own; a row of one
half and the boss leave exactly one row for the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import factorial, prod

import numpy as np

from solver.odds.blocks import Block, Blocks, BlockWeights, Cut, Frame
from solver.odds.boxes import Box, Rows
from solver.odds.few import Few, are_few
from solver.odds.halves import Bounds, Halves, Planner, Profile, dealt_out
from solver.odds.hands import Hands, Weights, ways
from solver.odds.meeting import Meeting
from solver.odds.posterior import EXACT_BELOW
from solver.odds.products import Product

ROUNDED_BELOW = 10**11
PRIME = 16_381
FEW_PAIRS = 500_000


@dataclass(frozen=True)
class Weighed:
    """The outcome: ``boss`` [column, class] weighs the deals with a card of each class under the boss.

    ``hands`` gives for each player the table that was used and, for each of its rows, the weight of all deals with it.
    ``deals`` is the number of deals with a weight, exact below 2^53.
    """

    boss: Weights
    hands: tuple[tuple[Hands, Weights], ...]
    deals: int


def weigh(tables: Sequence[Hands], unseen: Rows, budget: int) -> Weighed | None:
    """Return the weights of all deals of ``unseen`` (cards a class): one row of every table and one card for the boss.

    Weights leave out the factorials of ``unseen``, the same for all; ``deals`` is exact below 2^53. None where nothing
    adds up. Raises TooMuchWork before the products would take more than ``budget`` pair operations together.
    """
    table = Table(unseen, list(tables), budget)
    if not table.trim():
        return None
    if are_few(table.hands, dealt_out(table.sizes)):
        return weigh_few(table)
    left, right = (Chain(table, players) for players in table.halves)
    meeting = Meeting(left.blocks, right.blocks)
    if not meeting.boss[-1].any():
        return None
    reached = {**left.backward(meeting.left_slope), **right.backward(meeting.right_slope)}
    hands = tuple((own, own.weights[0] * reached[player]) for player, own in enumerate(table.hands))
    modulo = partial(weigh_boss_modulo, left, right)
    return Weighed(meeting.boss, hands, number_of_deals(unseen, meeting.boss[-1], modulo))


def weigh_few(table: "Table") -> Weighed | None:
    """Return the same for tables of few rows."""
    few = Few(table.hands, dealt_out(table.sizes), table.unseen)
    boss = few.weigh_boss([hands.weights for hands in table.hands])
    if not boss[-1].any():
        return None
    rows = few.weigh_rows([hands.weights for hands in table.hands])
    hands = tuple((own, rows[player]) for player, own in enumerate(table.hands))

    def modulo(prime: int) -> Weights:
        return few.weigh_boss([hands.deals_modulo(prime) for hands in table.hands], prime)

    return Weighed(boss, hands, number_of_deals(table.unseen, boss[-1], modulo))


def weigh_boss_modulo(left: "Chain", right: "Chain", prime: int) -> Weights:
    """Return the number of deals, over factorials, with each class under the boss, modulo ``prime``."""
    return Meeting(left.modulo(prime), right.modulo(prime)).boss


def number_of_deals(unseen: Rows, boss: Weights, modulo: Callable[[int], Weights]) -> int:
    """Return the number of deals, those with each class under the boss weighing ``boss``, over factorials.

    Floating point gives it to some 14 digits; where that is not the whole of an exact number, the last digits come
    from the same weights ``modulo`` a prime.
    """
    ways = prod(map(factorial, unseen.tolist()))
    near = round(float(boss.sum()) * ways)
    if not ROUNDED_BELOW < near < EXACT_BELOW * 1.001:
        return near
    residue = sum(map(int, modulo(PRIME).ravel())) * ways % PRIME
    return near + (residue - near + PRIME // 2) % PRIME - PRIME // 2


class Table:
    """Everyone's tables around the same unseen cards; to be trimmed before anything else is asked of them."""

    def __init__(self, unseen: Rows, hands: list[Hands], budget: int) -> None:
        self.unseen = unseen
        self.hands = hands
        self.budget = budget

    def bounds(self, players: Sequence[int]) -> Bounds:
        """Return the bounds of the sums of these players' rows that the others and the boss can complete."""
        inside = list(players)
        least, most = self.least[inside].sum(axis=0), self.most[inside].sum(axis=0)
        least_of_rest, most_of_rest = self.least.sum(axis=0) - least, self.most.sum(axis=0) - most
        return Bounds(
            np.maximum(np.maximum(least, self.unseen - 1 - most_of_rest), 0),
            np.minimum(most, self.unseen - least_of_rest),
            sum(self.hands[player].total for player in inside),
        )

    def trim(self) -> bool:
        """Drop the rows that the other tables' bounds rule out; return whether every table keeps some."""
        if not all(map(len, self.hands)):
            return False
        self.least = np.stack([hands.rows.min(axis=0) for hands in self.hands])
        self.most = np.stack([hands.rows.max(axis=0) for hands in self.hands])
        while True:
            least = np.maximum(self.unseen - 1 - (self.most.sum(axis=0) - self.most), 0)
            most = self.unseen - (self.least.sum(axis=0) - self.least)
            cut = np.flatnonzero(((self.least < least) | (self.most > most)).any(axis=1))
            if not len(cut):
                return True
            for player in cut:
                rows = self.hands[player].rows
                keep = np.all((rows >= least[player]) & (rows <= most[player]), axis=1)
                if not keep.any():
                    return False
                self.hands[player] = hands = self.hands[player].select(keep)
                self.least[player], self.most[player] = hands.rows.min(axis=0), hands.rows.max(axis=0)

    @cached_property
    def small(self) -> bool:
        """Whether multiplying row by row, without much of a plan, takes few pair operations."""
        halves, pairs = dealt_out(self.sizes), 0.0
        if sum(prod(self.sizes[player] for player in players) for players in halves) <= FEW_PAIRS // 2:
            return True  # the products before the last in each half take less than the last one
        for players in halves:
            sums = float(self.sizes[players[0]]) if players else 0.0
            for number, player in enumerate(players[1:], 2):
                pairs += sums * self.sizes[player]
                if number < len(players):
                    bounds = self.bounds(players[:number])
                    least = int(bounds.least.sum())
                    most = ways(bounds.most - bounds.least + 1, bounds.total - least)[-1]
                    sums = min(sums * self.sizes[player], float(most))
        return pairs <= FEW_PAIRS

    @cached_property
    def frame(self) -> Frame:
        """How rows are cut into blocks: those of small tables stay together."""
        return Frame(self.unseen, not self.small)

    @cached_property
    def sizes(self) -> list[int]:
        """Number of rows of everyone's table."""
        return [len(hands) for hands in self.hands]

    @cached_property
    def halves(self) -> Halves:
        """The two halves of the players, each in the order of multiplication."""
        singles = len(self.frame.single)
        if self.small or len(self.hands) == 1:
            return dealt_out(self.sizes)

        def counts(players: tuple[int, ...]) -> Weights:
            bounds = self.bounds(players)
            least, most = bounds.least[self.frame.plural], bounds.most[self.frame.plural]
            by_total = ways(most - least + 1, bounds.total)
            rest = bounds.total - int(least.sum()) - np.arange(singles + 1)
            return np.where(rest >= 0, by_total[np.maximum(rest, 0)], 0.0)

        profiles = [Profile.of(cut.shape, singles, len(cut.hands.weights)) for cut in self.cuts]
        return Planner(profiles, counts).halves()

    @cached_property
    def cuts(self) -> list[Cut]:
        """Everyone's tables in blocks."""
        return [Cut(self.frame, hands) for hands in self.hands]


class Chain:
    """Some players' tables multiplied one after the other; without players, the one empty sum."""

    def __init__(self, table: Table, players: tuple[int, ...]) -> None:
        self.table, self.players = table, players
        self.products: list[Product] = []
        self.cuts = [table.cuts[player] for player in players]
        empty = {0: Block(np.zeros(1, np.int64), np.zeros((1, len(table.frame.plural)), np.int64))}
        self.shapes = [self.cuts[0].shape if players else empty]
        for number, cut in enumerate(self.cuts[1:], 2):
            bounds = table.bounds(players[:number])
            product = Product(self.shapes[-1], cut.shape, self.box(bounds), self.needed(bounds), table.budget)
            table.budget -= product.work
            self.products.append(product)
            self.shapes.append(product.shape)
        self.own = [cut.weights(cut.hands.weights) for cut in self.cuts]

    @cached_property
    def sums(self) -> list[BlockWeights]:
        """The weights of the sums over the first player, the first two, and so on."""
        return self.forward(self.own)

    def box(self, bounds: Bounds) -> Callable[[int], Box]:
        """Return, for a number of singles, the box of the plural classes' counts."""
        frame = self.table.frame
        least, most = bounds.least[frame.plural], bounds.most[frame.plural]
        return lambda singles: Box(least, most, bounds.total - singles)

    def needed(self, bounds: Bounds) -> int:
        """Return the set of singles that every sum must have."""
        return int(self.table.frame.sets(bounds.least[None])[0])

    def forward(self, own: Sequence[BlockWeights], modulus: int = 0) -> list[BlockWeights]:
        """Return the weights of the sums over the first player, the first two, and so on, from everyone's own."""
        sums = [own[0] if own else {0: np.ones((1, 1, 1))}]
        for product, weights in zip(self.products, own[1:], strict=True):
            sums.append(product.forward(sums[-1], weights, modulus))
        return sums

    @property
    def blocks(self) -> Blocks:
        """The sums over all its players, with their weights."""
        return Blocks(self.table.frame, self.shapes[-1], self.sums[-1])

    def modulo(self, prime: int) -> Blocks:
        """Return the same sums weighed by the number of deals, modulo ``prime``."""
        own = [cut.weights(cut.hands.deals_modulo(prime)) for cut in self.cuts]
        return Blocks(self.table.frame, self.shapes[-1], self.forward(own, prime)[-1])

    def hands(self, number: int) -> Hands:
        """Return the sums over the first ``number`` players as rows."""
        place = max(0, number - 1)
        return Blocks(self.table.frame, self.shapes[place], self.sums[place]).hands

    def backward(self, slope: BlockWeights) -> dict[int, Weights]:
        """Return for each player how the total weight grows with the weight of each row of that player's table."""
        result = {}
        for place in reversed(range(len(self.products))):
            slope, own = self.products[place].backward(self.sums[place], self.own[place + 1], slope)
            result[self.players[place + 1]] = self.cuts[place + 1].rows(own)
        return result | {player: self.cuts[0].rows(slope) for player in self.players[:1]}
