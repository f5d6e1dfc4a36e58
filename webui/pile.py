"""A pile of cards as it is tapped together: what is in it, and which cards of the deck are left for it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from solver import RecordError
from solver.catalogue import message
from solver.game.cards import Deck, Face, Kind, parse_face
from webui.batch import cards_typed


@dataclass(frozen=True, slots=True)
class Choice:
    """A kind in the grid: cards chosen in this pile, the last of them, cards left in the deck, points -> cards left."""

    kind: Kind
    chosen: int
    last: Face | None
    left: int
    points: dict[int, int]


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards chosen out of a deck of which others lie ``elsewhere``; ``needed`` is how many there should be."""

    deck: Deck
    elsewhere: tuple[Face, ...]
    needed: int
    cards: tuple[Face, ...] = ()

    @property
    def missing(self) -> int:
        """How many cards are still to be chosen; 0 where there are enough."""
        return max(0, self.needed - len(self.cards))

    @property
    def counted(self) -> list[tuple[Face, int]]:
        """The cards chosen, in order, each with its number."""
        return sorted(Counter(self.cards).items())

    @property
    def choices(self) -> Iterator[Choice]:
        """Every kind of the deck with what is left of it."""
        used = (*self.elsewhere, *self.cards)
        faces, kinds, own = (
            Counter(used),
            Counter(face.kind for face in used),
            Counter(face.kind for face in self.cards),
        )
        for kind in self.deck.kinds:
            left = max(0, self.deck.count(kind) - kinds[kind])
            points = {p: min(left, n - faces[Face(kind, p)]) for p, n in self.deck.faces(kind).items()}
            last = next((face for face in reversed(self.cards) if face.kind == kind), None)
            yield Choice(kind, own[kind], last, left, points)

    def tapped(self, do: str, typed: str) -> Self:
        """Return the pile after a button (``add-``, ``take-`` or ``drop-`` and a card), or with the cards typed.

        RecordError where they do not fit.
        """
        action, _, card = do.partition("-")
        match action:
            case "add":
                return self.add(card)
            case "take":
                return self.take(card)
            case "drop":
                return self.drop(card)
        return self.add(typed) if typed.strip() else self

    def add(self, text: str) -> Self:
        """Return the pile with the cards typed in ``text`` added; RecordError where they do not fit."""
        cards, where = cards_typed(text, "batch"), "batch"
        if len(cards) > self.missing:
            raise RecordError(where, len(cards), message("page_setup.room", room=self.missing))
        grown = self
        for face in cards:
            choice = next((choice for choice in grown.choices if choice.kind == face.kind), None)
            if choice is None:
                raise RecordError(where, face, message("errors.double_in_base"))
            if choice.left < 1 or (face.points is not None and choice.points.get(face.points, 0) < 1):
                raise RecordError(where, face, message("page_setup.none_left", card=face))
            grown = replace(grown, cards=(*grown.cards, face))
        return grown

    def take(self, text: str) -> Self:
        """Return the pile without the card of this kind that was added last."""
        kind = parse_face(text, "batch").kind
        last = next((face for face in reversed(self.cards) if face.kind == kind), None)
        return self if last is None else self.drop(str(last))

    def drop(self, text: str) -> Self:
        """Return the pile without the card like this one, points and all, that was added last."""
        cards, face = list(reversed(self.cards)), parse_face(text, "batch")
        if face in cards:
            cards.remove(face)
        return replace(self, cards=tuple(reversed(cards)))
