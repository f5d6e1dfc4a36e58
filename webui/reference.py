"""The live reference card and everyone's holdings, as the page shows them."""

from collections.abc import Iterator
from dataclasses import dataclass

from solver import Posterior, Record
from solver.catalogue import Lang
from solver.game.cards import POINTS, Face, Kind
from solver.odds.posterior import KindHeld
from solver.record.view import View
from solver.wording import certain, hand_of


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """Unseen cards of one kind: all of them, and by points; ``at_most`` where points of seen cards are not known."""

    kind: Kind
    unseen: int
    total: int
    points: tuple[int, ...]
    at_most: bool


def reference(view: View) -> tuple[ReferenceRow, ...]:
    """Return how many cards of every kind, and of which points, nobody has shown: what the reference card leaves."""
    rows = []
    for kind in view.record.deck.kinds:
        cells = view.cells_of(kind)
        bare = Face(kind) in cells and kind in view.bare_kinds
        numbers = view.pools[kind] if bare else {face.points: view.unseen[face] for face in cells}
        rows.append(
            ReferenceRow(
                kind=kind,
                unseen=max(0, view.unseen_of(kind)),
                total=view.record.deck.count(kind),
                points=tuple(max(0, numbers.get(points, 0)) for points in POINTS),
                at_most=bare,
            )
        )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class HandRow:
    """Another player's hand now: its size, what is certain about it, and every kind of which an unseen card is left."""

    player: str
    size: str
    certain: tuple[str, ...]
    kinds: tuple[tuple[Kind, KindHeld], ...]


def holdings(record: Record, found: Posterior, lang: Lang) -> Iterator[HandRow]:
    """Yield everyone's hand in the order of the table."""
    for player in record.others:
        held = found.holdings[player]
        yield HandRow(player, hand_of(held, lang), tuple(certain(found, player, lang)), tuple(held.kinds.items()))
