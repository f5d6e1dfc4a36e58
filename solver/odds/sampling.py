"""Deals drawn at random from the posterior: exactly as likely as they are, off the tables and products of one count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.game.cards import Face
from solver.odds.boxes import Indices, Rows
from solver.odds.counting import BUDGET
from solver.odds.deals import Chain, Table
from solver.odds.hands import Hands, Weights, hands
from solver.odds.meeting import Finder
from solver.odds.problem import problem
from solver.record.view import View


@dataclass(frozen=True, slots=True)
class Deal:
    """Where every unseen card lies: the present hand of each other player, and the boss cat; all with points."""

    hands: Mapping[str, tuple[Face, ...]]
    boss: Face


class Sampler:
    """Draws deals that fit a view, each with its probability under the record's ``choices``; nothing is rejected.

    Raises TooMuchWork where the count is beyond the budget. ``possible`` is False where no deal fits: then nothing
    can be drawn.
    """

    def __init__(self, view: View, budget: int = BUDGET) -> None:
        self.view = view
        self.possible = False
        posed = problem(view)
        if posed is None:
            return
        self.posed = posed
        unseen = np.array([sum(posed.unseen[cell] for cell in group) for group in posed.classes], np.int64)
        self.table = Table(unseen, [hands(posed, hand) for hand in posed.hands], budget)
        if not self.table.trim():
            return
        self.left, self.right = (Chain(self.table, players) for players in self.table.halves)
        self.sums = [chain.hands(len(chain.players)) for chain in (self.left, self.right)]
        self.meetings = Meetings(self.sums[0], self.sums[1], unseen)
        self.possible = self.meetings.total > 0

    def draw(self, rng: np.random.Generator, number: int) -> list[Deal]:
        """Return ``number`` deals, independent of each other; the same generator state gives the same deals."""
        rows, boss = self.class_counts(rng, number)
        return [self.dealt(rng, [own[deal] for own in rows], int(boss[deal])) for deal in range(number)]

    def class_counts(self, rng: np.random.Generator, number: int) -> tuple[list[Rows], Indices]:
        """Return ``number`` deals by class: for each other player the counts [deal, class], and the boss's class."""
        left, right, boss = self.meetings.draw(rng, number)
        rows: list[Rows] = [np.zeros((0, 0), np.int64)] * len(self.table.hands)
        for chain, sums in ((self.left, self.sums[0].rows[left]), (self.right, self.sums[1].rows[right])):
            for player, found in taken_apart(chain, self.table, sums, rng).items():
                rows[player] = found
        return rows, boss

    def dealt(self, rng: np.random.Generator, rows: Sequence[Rows], boss: int) -> Deal:
        """Return a deal with these class counts, every way to hand out the single cards equally likely."""
        players = [hand.player for hand in self.posed.hands]
        cells: dict[str, list[Face]] = {player: [] for player in players}
        under: list[Face] = []
        for column, group in enumerate(self.posed.classes):
            cards = mixed(rng, [cell for cell in group for _ in range(self.posed.unseen[cell])])
            for player, row in zip(players, rows, strict=True):
                number = int(row[column])
                cells[player] += cards[:number]
                cards = cards[number:]
            under += cards
        assert len(under) == 1
        assert under[0] in self.posed.classes[boss]
        for player, located in self.posed.located.items():
            cells[player] += [cell for cell, number in located.items() for _ in range(number)]
        return self.with_points(rng, cells, under[0])

    def with_points(self, rng: np.random.Generator, cells: Mapping[str, Sequence[Face]], boss: Face) -> Deal:
        """Return the deal with points for the cards counted without: each a random one of those that may be left."""
        pools = {
            kind: iter(mixed(rng, [Face(kind, points) for points, number in pool.items() for _ in range(number)]))
            for kind, pool in self.view.pools.items()
        }

        def face(cell: Face) -> Face:
            return next(pools[cell.kind]) if cell.kind in pools else cell

        under = face(boss)
        return Deal({player: tuple(sorted(map(face, held))) for player, held in cells.items()}, under)


class Meetings:
    """Every way in which a row of one half, a row of the other and the boss's class make up the unseen cards."""

    def __init__(self, left: Hands, right: Hands, unseen: Rows) -> None:
        multipliers, size = numbering(unseen)
        finder = Finder(right.rows @ multipliers, size)
        rest, found = (unseen - left.rows) @ multipliers, list[tuple[Indices, Indices, Indices]]()
        for column, multiplier in enumerate(multipliers):
            fits = np.flatnonzero(left.rows[:, column] < unseen[column])
            partners = finder(rest[fits] - multiplier)
            fits, partners = fits[partners >= 0], partners[partners >= 0]
            found.append((fits, partners, np.full(len(fits), column)))
        self.left, self.right, self.boss = (np.concatenate(part) for part in zip(*found, strict=True))
        self.sums = np.cumsum(left.weights[0, self.left] * right.weights[0, self.right])
        self.total = float(self.sums[-1]) if len(self.sums) else 0.0

    def draw(self, rng: np.random.Generator, number: int) -> tuple[Indices, Indices, Indices]:
        """Return ``number`` meetings by weight: rows of the left half, of the right half, classes of the boss."""
        picked = chosen(self.sums, rng.random(number))
        return self.left[picked], self.right[picked], self.boss[picked]


def numbering(unseen: Rows) -> tuple[Rows, int]:
    """Return what to multiply the counts of a row (0 to ``unseen``) by to get its number, and how many there are."""
    return np.cumprod(unseen + 1) // (unseen + 1), int((unseen + 1).prod())


def chosen(sums: Weights, shares: Weights) -> Indices:
    """Return where the running ``sums`` of some weights first exceed each share (0 to 1) of their total."""
    places: Indices = np.searchsorted(sums, shares * sums[-1], side="right")
    last = int(np.flatnonzero(np.diff(sums, prepend=0.0))[-1])
    return np.minimum(places, last).astype(np.int64)


def taken_apart(chain: Chain, table: Table, sums: Rows, rng: np.random.Generator) -> dict[int, Rows]:
    """Return for each player of a half the rows that add up to ``sums`` [deal, class], drawn by weight."""
    result: dict[int, Rows] = {}
    steps = list(range(1, len(chain.players)))
    for step in reversed(steps):
        before = chain.hands(step)
        own = table.hands[chain.players[step]]
        rows = summand(before, own, sums, rng.random(len(sums)), table.unseen)
        result[chain.players[step]] = rows
        sums = sums - rows
    if chain.players:
        result[chain.players[0]] = sums
    return result


def summand(before: Hands, own: Hands, sums: Rows, shares: Weights, unseen: Rows) -> Rows:
    """Return for each sum the row of ``own`` in it, the rest being a row of ``before``, drawn by weight."""
    multipliers, size = numbering(unseen)
    finder, numbers = Finder(before.rows @ multipliers, size), own.rows @ multipliers
    rows = np.zeros_like(sums)
    targets, which = np.unique(sums, axis=0, return_inverse=True)
    for place, target in enumerate(targets):
        fits = np.flatnonzero((own.rows <= target).all(axis=1))
        partners = finder(target @ multipliers - numbers[fits])
        fits, partners = fits[partners >= 0], partners[partners >= 0]
        running = np.cumsum(own.weights[0, fits] * before.weights[0, partners])
        deals = np.flatnonzero(which.ravel() == place)
        rows[deals] = own.rows[fits[chosen(running, shares[deals])]]
    return rows


def mixed(rng: np.random.Generator, cards: Sequence[Face]) -> list[Face]:
    """Return the cards in a random order."""
    order: NDArray[np.intp] = np.argsort(rng.random(len(cards)), kind="stable")
    return [cards[place] for place in order]
