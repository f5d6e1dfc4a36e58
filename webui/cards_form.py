"""The cards of a round in the making: the face-up cards and my hand, as they are tapped in."""

from dataclasses import dataclass, replace
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from solver import Record
from solver.game.cards import Deck, Face, parse_faces
from solver.game.table import Setup
from webui.pile import Pile
from webui.seating_form import Seating

PILES = ("face_up", "hand")


@dataclass(frozen=True, slots=True)
class Dealing:
    """The two piles of cards on the way to a record, whose other parts are a seating, or a record to be mended."""

    origin: Seating | Record
    face_up: tuple[Face, ...] = ()
    hand: tuple[Face, ...] = ()
    pile: str = "face_up"

    @classmethod
    def from_fields(cls, fields: MultiDict[str, str]) -> Self:
        """Return what an address says; RecordError where it is wrong."""
        origin: Seating | Record
        origin = Record.from_line(fields["r"]) if "r" in fields else Seating.from_fields(fields)
        if isinstance(origin, Seating):
            origin.data()
        piles = {"face_up": (), "hand": ()} if isinstance(origin, Seating) else record_piles(origin)
        piles |= {pile: parse_faces(fields[key], pile) for pile, key in zip(PILES, "fh", strict=True) if key in fields}
        if isinstance(origin, Seating):  # its deck may have changed since the cards were tapped
            kinds = origin.deck.kinds
            piles = {pile: tuple(face for face in cards if face.kind in kinds) for pile, cards in piles.items()}
        return cls(origin, **piles, pile="hand" if fields.get("pile") == "hand" else "face_up")

    def fields(self) -> dict[str, Any]:
        """Return the arguments of an address that ``from_fields`` reads back."""
        origin = {"r": self.origin.to_line()} if isinstance(self.origin, Record) else self.origin.fields()
        piles = {key: " ".join(map(str, self.cards(pile))) for pile, key in zip(PILES, "fh", strict=True)}
        if isinstance(self.origin, Seating):
            piles = {key: text for key, text in piles.items() if text}
        return {**origin, **piles, **({"pile": "hand"} if self.pile == "hand" else {})}

    @property
    def setup(self) -> Setup:
        """The numbers dealt."""
        return self.origin.setup

    @property
    def deck(self) -> Deck:
        """The deck of this table."""
        return self.origin.deck

    def cards(self, name: str) -> tuple[Face, ...]:
        """Return the cards chosen in one pile."""
        return self.hand if name == "hand" else self.face_up

    @property
    def at_hand(self) -> Pile:
        """The pile that is being tapped together."""
        if self.pile == "hand":
            return Pile(self.deck, self.face_up, self.setup.hand, self.hand)
        return Pile(self.deck, self.hand, self.setup.face_up, self.face_up)

    def with_pile(self, pile: Pile) -> Self:
        """Return the dealing with other cards in the pile at hand."""
        return replace(self, hand=pile.cards) if self.pile == "hand" else replace(self, face_up=pile.cards)

    def record(self) -> Record:
        """Return the finished record; RecordError where cards are missing or wrong."""
        data = self.origin.to_data() if isinstance(self.origin, Record) else self.origin.data()
        piles = {pile: [str(face) for face in self.cards(pile)] for pile in PILES}
        return Record.from_data({**data, **piles})


def record_piles(record: Record) -> dict[str, tuple[Face, ...]]:
    """Return the two piles of a record."""
    return {"face_up": record.face_up, "hand": record.hand}
