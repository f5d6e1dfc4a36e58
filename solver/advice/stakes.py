"""What a guess moves for whoever makes it, for many probabilities at once (rules.md, "Guess value")."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solver.game.cards import POINTS, Deck, Face
from solver.game.table import gain, loss
from solver.odds.boxes import Rows
from solver.odds.hands import Weights


def points_table(deck: Deck) -> Rows:
    """Return [kind, points - 1] how many cards the deck has."""
    table = np.zeros((len(deck.kinds), len(POINTS)), np.int64)
    for row, kind in zip(table, deck.kinds, strict=True):
        for points, number in deck.faces(kind).items():
            row[points - 1] = number
    return table


def without(table: Rows, cards: Iterable[Face], deck: Deck) -> Rows:
    """Return the table less these cards; those without points are not told from the rest."""
    left = table.copy()
    for card in cards:
        if card.points is not None:
            left[deck.kinds.index(card.kind), card.points - 1] -= 1
    return left


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a guess moves for somebody: points gained if ``right``, lost if ``wrong`` [kind of the boss]."""

    right: Weights
    wrong: Weights

    def values(self, boss: Weights) -> Weights:
        """Return [..., named kind] the expected change of points, for probabilities ``boss`` [..., kind]."""
        return np.asarray(boss * (self.right + self.wrong) - (boss @ self.wrong)[..., None])


def stakes(left: Rows, chips: int) -> Stakes:
    """Return what a guess moves for a player with ``chips`` points.

    ``left`` [kind, points - 1] counts the cards that may be the boss; a kind of which none is left moves nothing.
    """
    shares = left / np.maximum(left.sum(axis=1, keepdims=True), 1)
    return Stakes(
        shares @ np.array([gain(chips, points) for points in POINTS], np.float64),
        shares @ np.array([loss(chips, points) for points in POINTS], np.float64),
    )
