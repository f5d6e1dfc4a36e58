"""Why one entry of a clash cannot be true by itself, where a glance at the cards in sight shows it."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from solver.game.cards import Face, Meow
from solver.reasons.entries import Entry, card
from solver.reasons.since import discards_of
from solver.record.schema import Record, Word
from solver.record.view import View


class Why(Enum):
    """No such card was left; its holder would have matched; the call is longer than the hand; too few cards meow it."""

    NONE_LEFT = "none_left"
    WOULD_MATCH = "would_match"
    TOO_LONG = "too_long"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class Remark:
    """Why an entry cannot be true: ``number`` cards were held, or were left of ``meow``, where that is the reason."""

    why: Why
    number: int = 0
    meow: Meow | None = None


def remark(record: Record, entry: Entry) -> Remark | None:
    """Return why an entry cannot be true by itself; None where that is not plain."""
    view, call = View(record), record.turns[entry.turn - 1].call or ()
    if isinstance(entry.value, Face):
        if not left(view, entry, view.looks(entry.value)):
            return Remark(Why.NONE_LEFT)
        if entry.entry == "answer" and len(call) == 1 and entry.value.kind.voices(call[0]):
            return Remark(Why.WOULD_MATCH)
    elif entry.value is Word.MATCHED:
        held = record.setup.hand - sum(name == entry.player and turn < entry.turn for turn, name, _ in view.discards)
        if held < len(call):
            return Remark(Why.TOO_LONG, held)
        for meow in dict.fromkeys(call):
            number = left(view, entry, {cell for cell in view.unseen if cell.kind.voices(meow)})
            if number < call.count(meow):
                return Remark(Why.TOO_FEW, number, meow)
    return None


def left(view: View, entry: Entry, cells: Collection[Face]) -> int:
    """Return how many cards of these cells there were for an entry: the unseen ones and what its player discarded."""
    gone = sum(view.cell(card(one)) in cells for one in discards_of(view, entry.player, entry.turn))
    return max(0, sum(view.unseen[cell] for cell in cells) + gone)
