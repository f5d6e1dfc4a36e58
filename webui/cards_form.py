"""The cards of a round in the making: the face-up cards and my hand, as they are tapped in."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from solver import Record, RecordError
from solver.catalogue import message
from solver.game.cards import Deck, Face, Kind, parse_face, parse_faces
from solver.game.table import Setup
from webui.seating_form import Seating

PILES = ("face_up", "hand")


@dataclass(frozen=True, slots=True)
class Choice:
    """A kind in the grid: cards chosen in this pile, cards left in the deck, and points -> cards left."""

    kind: Kind
    chosen: int
    left: int
    points: dict[int, int]


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

    def cards(self, pile: str) -> tuple[Face, ...]:
        """Return the cards chosen in one pile."""
        return self.hand if pile == "hand" else self.face_up

    @property
    def chosen(self) -> tuple[Face, ...]:
        """The cards chosen in the pile at hand."""
        return self.cards(self.pile)

    @property
    def needed(self) -> int:
        """How many cards belong in the pile at hand."""
        return self.setup.hand if self.pile == "hand" else self.setup.face_up

    @property
    def choices(self) -> Iterator[Choice]:
        """Every kind of the deck with what is left of it once both piles are taken out."""
        used, own = Counter((*self.face_up, *self.hand)), Counter(face.kind for face in self.chosen)
        kinds = Counter(face.kind for face in (*self.face_up, *self.hand))
        for kind in self.deck.kinds:
            left = max(0, self.deck.count(kind) - kinds[kind])
            points = {p: min(left, n - used[Face(kind, p)]) for p, n in self.deck.faces(kind).items()}
            yield Choice(kind, own[kind], left, points)

    def with_cards(self, cards: tuple[Face, ...]) -> Self:
        """Return the dealing with other cards in the pile at hand."""
        return replace(self, hand=cards) if self.pile == "hand" else replace(self, face_up=cards)

    def add(self, text: str) -> Self:
        """Return the dealing with the cards written in ``text`` added; RecordError where they do not fit."""
        cards, where = parse_faces(text, "batch"), "batch"
        room = self.needed - len(self.chosen)
        if len(cards) > max(room, 0):
            raise RecordError(where, len(cards), message("page_setup.room", room=max(room, 0)))
        grown = self
        for face in cards:
            choice = next((choice for choice in grown.choices if choice.kind == face.kind), None)
            if choice is None:
                raise RecordError(where, face, message("errors.double_in_base"))
            if choice.left < 1 or (face.points is not None and choice.points.get(face.points, 0) < 1):
                raise RecordError(where, face, message("page_setup.none_left", card=face))
            grown = grown.with_cards((*grown.chosen, face))
        return grown

    def take(self, text: str) -> Self:
        """Return the dealing without the card of this kind that was added last to the pile at hand."""
        kind, cards = parse_face(text, "batch").kind, list(self.chosen)
        for place in range(len(cards) - 1, -1, -1):
            if cards[place].kind == kind:
                del cards[place]
                break
        return self.with_cards(tuple(cards))

    def record(self) -> Record:
        """Return the finished record; RecordError where cards are missing or wrong."""
        data = self.origin.to_data() if isinstance(self.origin, Record) else self.origin.data()
        piles = {pile: [str(face) for face in self.cards(pile)] for pile in PILES}
        return Record.from_data({**data, **piles})


def record_piles(record: Record) -> dict[str, tuple[Face, ...]]:
    """Return the two piles of a record."""
    return {"face_up": record.face_up, "hand": record.hand}
