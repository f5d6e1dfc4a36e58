"""The product of the players' tables: exact weights of all deals, forward and backward.

Every row of a table is a vector of class counts; a deal takes one row a player and one card for the boss, and they
must add up to the unseen cards. The players are split into two halves, each multiplied out on its own; a row of one
half and the boss leave exactly one row for the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import factorial, prod

import numpy as np

from solver.odds.boxes import Box, Layout, Lookup, Rows
from solver.odds.hands import Hands, Weights
from solver.odds.posterior import EXACT_BELOW
from solver.odds.products import Product, multiply

ROUNDED_BELOW = 10**11
PRIME = 1_048_573


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
    adds up. Raises TooMuchWork before a product would take more than ``budget`` pair operations.
    """
    table = Table(unseen, list(tables), budget)
    if not table.trim():
        return None
    left, right = (Chain(table, players) for players in split(table))
    boss, left_slope, right_slope = meet(left.hands, right, table)
    if not boss[-1].any():
        return None
    reached = {**left.backward(left_slope), **right.backward(right_slope)}
    hands = tuple((own, own.weights[0] * reached[player]) for player, own in enumerate(table.hands))
    return Weighed(boss, hands, number_of_deals(float(boss[-1].sum()), table))


def number_of_deals(weight: float, table: "Table") -> int:
    """Return the number of deals whose weights, over factorials, add up to ``weight``.

    Floating point gives it to some 14 digits; where that is not the whole of an exact number, the last digits come
    from the same sum modulo a prime.
    """
    ways = prod(factorial(int(number)) for number in table.unseen)
    near = round(weight * ways)
    if not ROUNDED_BELOW < near < EXACT_BELOW * 1.001:
        return near
    whole = Table(table.unseen, [hands.deals_modulo(PRIME) for hands in table.hands], table.budget)
    left, right = (Chain(whole, players) for players in split(whole))
    boss, _, _ = meet(left.hands, right, whole)
    residue = int(boss.sum()) * ways % PRIME
    return near + (residue - near + PRIME // 2) % PRIME - PRIME // 2


class Table:
    """Everyone's tables around the same unseen cards."""

    def __init__(self, unseen: Rows, hands: list[Hands], budget: int) -> None:
        self.unseen = unseen
        self.hands = hands
        self.budget = budget
        self.layout = Layout(unseen)

    def box(self, players: Sequence[int]) -> Box:
        """Return the sums of these players' rows that the others and the boss can complete."""
        inside = [self.hands[player] for player in players]
        rest = [hands for player, hands in enumerate(self.hands) if player not in players]
        nothing = np.zeros_like(self.unseen)
        most = np.minimum(sum((h.most for h in inside), nothing), self.unseen - sum((h.least for h in rest), nothing))
        least = np.maximum(
            sum((h.least for h in inside), nothing), self.unseen - 1 - sum((h.most for h in rest), nothing)
        )
        return Box(self.layout, np.maximum(least, 0), most, sum(hands.total for hands in inside))

    def trim(self) -> bool:
        """Drop the rows that the other tables' bounds rule out; return whether every table keeps some."""
        if not all(map(len, self.hands)):
            return False
        changed = True
        while changed:
            changed = False
            for player, hands in enumerate(self.hands):
                box = self.box([player])
                if (hands.least < box.least).any() or (hands.most > box.most).any():
                    keep = np.all((hands.rows >= box.least) & (hands.rows <= box.most), axis=1)
                    self.hands[player], changed = hands.select(keep), True
                    if not keep.any():
                        return False
        return True


def split(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the two halves of the players, each in the order of multiplication, that promise the least work."""
    sizes = [float(len(hands)) for hands in table.hands]
    everyone = range(len(sizes))
    if len(sizes) == 1:
        return (0,), ()
    known: dict[tuple[int, ...], float] = {}

    def size(players: tuple[int, ...]) -> float:
        key = tuple(sorted(players))
        if key not in known:
            known[key] = min(float(np.prod([sizes[p] for p in key])), table.box(key).size)
        return known[key]

    def chain(players: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
        last = min(players, key=lambda p: sizes[p])
        if len(players) <= 1:
            return 0.0, players
        options = permutations(players) if len(players) <= 3 else [tuple(sorted(players, key=lambda p: -sizes[p]))]
        work = {o: sum(size(o[:k]) * sizes[o[k]] for k in range(1, len(o))) for o in options if o[-1] == last}
        best = min(work, key=lambda o: (work[o], o))
        return work[best], best

    best: tuple[float, tuple[tuple[int, ...], tuple[int, ...]]] | None = None
    for number in range(max(1, len(sizes) - 3), len(sizes) // 2 + 1):
        for some in combinations(everyone, number):
            rest = tuple(p for p in everyone if p not in some)
            (work_a, a), (work_b, b) = chain(some), chain(rest)
            work = work_a + work_b + len(table.unseen) * min(size(some), size(rest))
            if best is None or work < best[0]:
                best = work, ((a, b) if size(a) <= size(b) else (b, a))
    assert best is not None
    return best[1]


class Chain:
    """Some players' tables multiplied one after the other; without players, the one empty sum."""

    def __init__(self, table: Table, players: tuple[int, ...]) -> None:
        self.players = players
        self.products: list[Product] = []
        some = table.hands[0]
        empty = Hands(some.rows[:1] * 0, some.weights[:, :1] * 0 + 1, some.modulus)
        self.hands = table.hands[players[0]] if players else empty
        self.box = table.box(players[:1])
        for number, player in enumerate(players[1:], 2):
            self.box = table.box(players[:number])
            self.products.append(multiply(self.hands, table.hands[player], self.box, table.budget))
            self.hands = self.products[-1].result

    def backward(self, slope: Weights) -> dict[int, Weights]:
        """Return for each player how the total weight grows with the weight of each row of that player's table."""
        result = {}
        for player, product in zip(reversed(self.players[1:]), reversed(self.products), strict=True):
            slope, result[player] = product.backward(slope)
        return result | dict.fromkeys(self.players[:1], slope)


def meet(left: Hands, right: Chain, table: Table) -> tuple[Weights, Weights, Weights]:
    """Return the weight of the boss in each class [column, class], and how the total grows with either half's rows."""
    box, unseen = right.box, table.unseen
    lookup = Lookup(box.index(right.hands.rows), box.size)
    boss = np.zeros((len(left.weights), len(unseen)))
    left_slope, right_slope = np.zeros(len(left)), np.zeros(len(right.hands))
    rest, words = box.index(unseen - left.rows), table.layout.pack(unseen - left.rows)
    for column, (multiplier, card) in enumerate(zip(box.multipliers, np.eye(len(unseen), dtype=np.int64), strict=True)):
        fits = np.flatnonzero(box.holds([w - c for w, c in zip(words, table.layout.pack(card), strict=True)]))
        places = lookup(rest[fits] - multiplier)
        fits, places = fits[places >= 0], places[places >= 0]
        a, b = left.weights[:, fits], right.hands.weights[:, places]
        boss[:, column] = left.reduced(a * b).sum(axis=1)
        left_slope[fits] += b[0]
        right_slope += np.bincount(places, a[0], len(right.hands))
    return boss, left_slope, right_slope
