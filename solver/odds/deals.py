"""The product of the players' tables: exact weights of all deals, forward and backward.

Every row of a table is a vector of class counts; a deal takes one row a player and one card for the boss, and they
must add up to the unseen cards. The players are split into two halves, each multiplied out on its own; a row of one
half and the boss leave exactly one row for the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.odds.hands import Hands, Rows, Weights

Indices = NDArray[np.int64]
Words = NDArray[np.uint64]

BLOCK = 1 << 16
FLUSH = 1 << 21
DENSE = 1 << 22
WORD_BITS = 63
BUDGET = 2_000_000_000


@dataclass(frozen=True)
class Box:
    """Vectors of one ``total`` between ``least`` and ``most`` (a number a class), packed and numbered.

    Packed, a class has the bits its counts need and one guard bit: two rows added and compared with the packed
    bounds keep every guard bit just when each sum lies within. ``index`` numbers the vectors in mixed radix, the
    widest class left out, since it follows from the total.
    """

    least: Rows
    most: Rows
    total: int

    @cached_property
    def fields(self) -> list[tuple[slice, Words, Words]]:
        """The words: which classes each holds, their shifts, and the guard bits."""
        bits = [int(most).bit_length() + 1 for most in self.most]
        words, start = [], 0
        while start < len(bits):
            stop, used = start, 0
            while stop < len(bits) and used + bits[stop] <= WORD_BITS:
                used += bits[stop]
                stop += 1
            ends = np.cumsum(bits[start:stop])
            shifts = (ends - bits[start:stop]).astype(np.uint64)
            words.append((slice(start, stop), shifts, np.uint64(1) << (ends - 1).astype(np.uint64)))
            start = stop
        return words

    def pack(self, rows: Rows) -> list[Words]:
        """Return the rows packed, one array a word."""
        return [
            (rows[:, part].astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64) for part, shifts, _ in self.fields
        ]

    @cached_property
    def bounds(self) -> list[tuple[np.uint64, np.uint64, np.uint64]]:
        """For each word: all guard bits, guard bits + most, guard bits - least."""
        result = []
        for part, shifts, guards in self.fields:
            most = (guards + (self.most[part].astype(np.uint64) << shifts)).sum(dtype=np.uint64)
            least = (guards - (self.least[part].astype(np.uint64) << shifts)).sum(dtype=np.uint64)
            result.append((guards.sum(dtype=np.uint64), most, least))
        return result

    @cached_property
    def widths(self) -> Rows:
        """How many values each class takes in the numbering; 1 for the class left out."""
        widths = self.most - self.least + 1
        widths[int(np.argmax(widths))] = 1
        return widths

    @cached_property
    def multipliers(self) -> Rows:
        """Mixed-radix multipliers, 0 for the class left out."""
        result = np.cumprod(self.widths) // self.widths
        result[self.left_out] = 0
        return result

    @property
    def left_out(self) -> int:
        """The class that follows from the total."""
        return int(np.argmax(self.most - self.least))

    @cached_property
    def size(self) -> int:
        """Number of indices."""
        return int(np.prod(self.widths))

    def index(self, rows: Rows) -> Indices:
        """Return the number of each row, which must lie within."""
        return (rows - self.least) @ self.multipliers

    def rows(self, index: Indices) -> Rows:
        """Return the rows with these numbers."""
        rows = self.least + (index[:, None] // np.maximum(self.multipliers, 1)) % self.widths
        rows[:, self.left_out] = 0
        rows[:, self.left_out] = self.total - rows.sum(axis=1)
        return rows


class Lookup:
    """Finds the place of a row by its number: a dense table where that is small, else by bisection."""

    def __init__(self, keys: Indices, size: int) -> None:
        self.dense: NDArray[np.int32] | None = None
        if size <= DENSE:
            self.dense = np.full(size, -1, np.int32)
            self.dense[keys] = np.arange(len(keys), dtype=np.int32)
        else:
            self.order = np.argsort(keys)
            self.keys = keys[self.order]

    def __call__(self, keys: Indices) -> NDArray[np.integer]:
        """Return the place of each key, -1 where there is no such row."""
        if self.dense is not None:
            return self.dense[keys]
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.order[places], -1)


class Product:
    """Two tables multiplied: every sum of a row of each that lies in ``box``, with the sum of the products of weights."""

    def __init__(self, left: Hands, right: Hands, box: Box) -> None:
        self.left, self.right = (left, right) if len(left) <= len(right) else (right, left)
        self.swapped = self.left is not left
        self.box = box
        self.kept: list[tuple[Indices, Indices, Indices]] | None = []
        sums = Sums(box.size, 2)
        pairs = 0
        for i, j, index in self.pairs():
            sums.add(index, self.left.weights[:, i] * self.right.weights[:, j])
            pairs += len(index)
            if self.kept is not None:
                self.kept.append((i, j, index))
                if pairs > FLUSH:
                    self.kept = None
        keys, weights = sums.result()
        self.lookup = Lookup(keys, box.size)
        self.result = Hands(box.rows(keys), weights)

    def pairs(self) -> Iterator[tuple[Indices, Indices, Indices]]:
        """Yield blocks of pairs that fit: places on the left, on the right, number of the sum."""
        left, right, box = self.left, self.right, self.box
        packed = list(zip(box.pack(left.rows), box.pack(right.rows), box.bounds, strict=True))
        left_index, right_index = box.index(left.rows), right.rows @ box.multipliers
        step = max(1, BLOCK // len(right))
        for start in range(0, len(left), step):
            fits: NDArray[np.bool_] | None = None
            for a, b, (guards, most, least) in packed:
                total = a[start : start + step, None] + b
                inside = ((most - total) & (total + least) & guards) == guards
                fits = inside if fits is None else fits & inside
            assert fits is not None
            i, j = np.nonzero(fits)
            i += start
            yield i, j, left_index[i] + right_index[j]

    def backward(self, slope: Weights) -> tuple[Weights, Weights]:
        """Return how the total weight grows with each row's weight on either side, given that for each sum."""
        left, right = np.zeros(len(self.left)), np.zeros(len(self.right))
        for i, j, index in self.kept if self.kept is not None else self.pairs():
            reached = slope[self.lookup(index)]
            left += np.bincount(i, self.right.weights[0, j] * reached, len(left))
            right += np.bincount(j, self.left.weights[0, i] * reached, len(right))
        return (right, left) if self.swapped else (left, right)


class Sums:
    """Adds up weights by number, in a dense table where that is small, else by sorting."""

    def __init__(self, size: int, columns: int) -> None:
        self.size = size
        self.waiting: list[tuple[Indices, Weights]] = []
        self.count = 0
        self.dense = np.zeros((columns, size)) if size <= DENSE else None
        self.keys: Indices = np.zeros(0, np.int64)
        self.sums: Weights = np.zeros((columns, 0))

    def add(self, index: Indices, weights: Weights) -> None:
        """Add weights [column, entry] at these numbers."""
        self.waiting.append((index, weights))
        self.count += len(index)
        if self.count > FLUSH:
            self.flush()

    def flush(self) -> None:
        """Take in what waits."""
        index = np.concatenate([self.keys, *(index for index, _ in self.waiting)])
        weights = np.concatenate([self.sums, *(weights for _, weights in self.waiting)], axis=1)
        if self.dense is not None:
            for column, row in zip(self.dense, weights, strict=True):
                column += np.bincount(index, row, self.size)
        else:
            self.keys, places = np.unique(index, return_inverse=True)
            self.sums = np.stack([np.bincount(places, row, len(self.keys)) for row in weights])
        self.waiting, self.count = [], 0

    def result(self) -> tuple[Indices, Weights]:
        """Return the numbers reached, ascending, and their sums [column, number]."""
        self.flush()
        if self.dense is None:
            return self.keys, self.sums
        keys = np.flatnonzero(self.dense[1])
        return keys, self.dense[:, keys]


@dataclass(frozen=True)
class Weighed:
    """The outcome: ``boss`` [column, class] weighs the deals with a card of each class under the boss.

    ``hands`` gives for each player the table that was used and, for each of its rows, the weight of all deals with it.
    """

    boss: Weights
    hands: tuple[tuple[Hands, Weights], ...]


def weigh(tables: Sequence[Hands], unseen: Rows) -> Weighed | None:
    """Return the weights of all deals of ``unseen`` (cards a class): one row of every table and one card for the boss.

    Weights leave out the factorials of ``unseen``, the same for all. None where nothing adds up. Raises TooMuchWork
    before a product would pass the budget.
    """
    trimmed = trim(list(tables), unseen)
    if trimmed is None:
        return None
    halves = [Chain(trimmed, players, unseen) for players in split(trimmed, unseen)]
    left, right = halves
    boss, left_slope, right_slope = meet(left.hands, right, unseen)
    if not boss[1].any():
        return None
    reached = {**left.backward(left_slope), **right.backward(right_slope)}
    hands = tuple((table, table.weights[0] * reached[player]) for player, table in enumerate(trimmed))
    return Weighed(boss, hands)


def box_of(tables: Sequence[Hands], players: Sequence[int], unseen: Rows) -> Box:
    """Return the sums of these players' rows that the others and the boss can complete."""
    rest = [table for player, table in enumerate(tables) if player not in players]
    nothing = np.zeros_like(unseen)
    inside = [tables[player] for player in players]
    most = np.minimum(sum((t.most for t in inside), nothing), unseen - sum((t.least for t in rest), nothing))
    least = np.maximum(sum((t.least for t in inside), nothing), unseen - 1 - sum((t.most for t in rest), nothing))
    return Box(np.maximum(least, 0), most, sum(int(t.rows[0].sum()) for t in inside))


def trim(tables: list[Hands], unseen: Rows) -> list[Hands] | None:
    """Return the tables without rows that the other tables' bounds rule out; None where a table runs empty."""
    while True:
        before = [len(table) for table in tables]
        for player in range(len(tables)):
            if not len(tables[player]):
                return None
            box = box_of(tables, [player], unseen)
            rows = tables[player].rows
            tables[player] = tables[player].select(((rows >= box.least) & (rows <= box.most)).all(axis=1))
        if not all(map(len, tables)):
            return None
        if [len(table) for table in tables] == before:
            return tables


def split(tables: Sequence[Hands], unseen: Rows) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the two halves of the players, each in the order of multiplication, that promise the least work."""
    sizes = [float(len(table)) for table in tables]
    everyone = range(len(tables))
    if len(tables) == 1:
        return (0,), ()
    known: dict[tuple[int, ...], float] = {}

    def size(players: tuple[int, ...]) -> float:
        key = tuple(sorted(players))
        if key not in known:
            known[key] = min(float(np.prod([sizes[p] for p in key])), box_of(tables, key, unseen).size)
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
    for number in range(max(1, len(tables) - 3), len(tables) // 2 + 1):
        for some in combinations(everyone, number):
            rest = tuple(p for p in everyone if p not in some)
            (work_a, a), (work_b, b) = chain(some), chain(rest)
            work = work_a + work_b + len(unseen) * min(size(some), size(rest))
            if best is None or work < best[0]:
                best = work, ((a, b) if size(a) <= size(b) else (b, a))
    assert best is not None
    return best[1]


class Chain:
    """Some players' tables multiplied one after the other; without players, the one empty sum."""

    def __init__(self, tables: Sequence[Hands], players: tuple[int, ...], unseen: Rows) -> None:
        self.players = players
        self.products: list[Product] = []
        self.hands = tables[players[0]] if players else Hands(np.zeros((1, len(unseen)), np.int64), np.ones((2, 1)))
        self.box = box_of(tables, players[:1], unseen) if players else Box(unseen * 0, unseen * 0, 0)
        for number, player in enumerate(players[1:], 2):
            if len(self.hands) * len(tables[player]) > BUDGET:
                raise TooMuchWork(
                    message("errors.too_much_work", pairs=len(self.hands) * len(tables[player]), most=BUDGET)
                )
            self.box = box_of(tables, players[:number], unseen)
            self.products.append(Product(self.hands, tables[player], self.box))
            self.hands = self.products[-1].result

    @cached_property
    def lookup(self) -> Lookup:
        """Finds a row of the whole chain by its number."""
        if self.products:
            return self.products[-1].lookup
        return Lookup(self.box.index(self.hands.rows), self.box.size)

    def backward(self, slope: Weights) -> dict[int, Weights]:
        """Return for each player how the total weight grows with the weight of each row of that player's table."""
        result = {}
        for player, product in zip(reversed(self.players[1:]), reversed(self.products), strict=True):
            slope, result[player] = product.backward(slope)
        if self.players:
            result[self.players[0]] = slope
        return result


def meet(left: Hands, right: Chain, unseen: Rows) -> tuple[Weights, Weights, Weights]:
    """Return the weight of the boss in each class [column, class], and the slope of the total for either half's rows."""
    lookup, box = right.lookup, right.box
    boss = np.zeros((2, len(unseen)))
    left_slope, right_slope = np.zeros(len(left)), np.zeros(len(right.hands))
    for kind in range(len(unseen)):
        wanted = unseen - left.rows
        wanted[:, kind] -= 1
        fits = np.flatnonzero(((wanted >= box.least) & (wanted <= box.most)).all(axis=1))
        places = lookup(box.index(wanted[fits]))
        fits, places = fits[places >= 0], places[places >= 0]
        a, b = left.weights[:, fits], right.hands.weights[:, places]
        boss[:, kind] = (a * b).sum(axis=1)
        left_slope[fits] += b[0]
        right_slope += np.bincount(places, a[0], len(right.hands))
    return boss, left_slope, right_slope
