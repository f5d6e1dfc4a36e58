"""Which of the cards discarded since an answer count in what it says of the hand now."""

from collections import Counter
from collections.abc import Iterable, Sequence

from solver.game.cards import Face
from solver.logic.answers import Meaning, Observation
from solver.logic.formulas import without
from solver.odds.tables import HandTable
from solver.reasons.clashes import alike, merged, renamed
from solver.reasons.deduction import PLENTY, Bound, Side
from solver.reasons.entries import Entry, card
from solver.record.view import View


def counting_since(
    view: View, seen: Observation, concluded: Iterable[Bound], premises: Iterable[Bound]
) -> tuple[Entry, ...]:
    """Return the discards since an answer without which it would say other numbers than ``concluded``, in order.

    Of those of which any one would do, the earliest.
    """
    entries = discards_of(view, seen.player, seen.turn + 1)
    if not entries:
        return ()
    change = Change(view, seen, concluded, premises)
    kept = list(entries)
    for entry in reversed(entries):
        rest = [other for other in kept if other is not entry]
        if change.numbers(rest) == change.numbers(kept):
            kept = rest
    return tuple(kept)


def discards_of(view: View, player: str, turn: int) -> tuple[Entry, ...]:
    """Return what a player discarded in this turn (from 1) or later."""
    found = ((number, face) for number, name, face in view.discards if name == player and number >= turn)
    return tuple(Entry(number, player, "discard", face) for number, face in found)


class Change:
    """What an answer says of the hand now, by which of the discards since are taken to have been in the hand then."""

    def __init__(self, view: View, seen: Observation, concluded: Iterable[Bound], premises: Iterable[Bound]) -> None:
        self.view, self.concluded, self.premises = view, tuple(concluded), tuple(premises)
        self.formula = Meaning(view).formula(view.record.turns[seen.turn - 1].call, seen.answer)
        told = [self.formula, *(bound.formula for bound in (*self.concluded, *self.premises))]
        self.names = alike(view.unseen, told)
        most = merged({cell: 1 if cell.kind.is_double else PLENTY for cell in view.unseen}, self.names)
        self.table = HandTable(view.hand_size(seen.player), most)

    def numbers(self, entries: Sequence[Entry]) -> list[int] | None:
        """Return the number that follows for each bound; None where no hand is left."""
        then: Counter[Face] = Counter(self.view.cell(card(entry)) for entry in entries)
        given = [without(self.formula, then), *(bound.formula for bound in self.premises)]
        hands = self.table.where_all(renamed(formula, self.names) for formula in given)
        if not hands.any():
            return None
        ranges = ((b, self.table.range(frozenset(self.names[c] for c in b.cells), hands)) for b in self.concluded)
        return [low if bound.side is Side.LEAST else high for bound, (low, high) in ranges]
