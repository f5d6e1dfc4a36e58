"""The seating of a round: who plays, from where I see it, how this table plays; as form fields and as an address."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from solver import Record, RecordError
from solver.catalogue import message
from solver.game.cards import DEFAULT_SPLIT, POINTS, Deck, Meow, deck_from, standard_deck
from solver.game.table import (
    MAX_PLAYERS,
    START_CHIPS,
    GuessOutcome,
    Setup,
    standard_setup,
    standard_target,
)
from solver.record.checks import MAX_CHIPS, check_names
from solver.record.schema import Reveal
from webui.reading import small_number

SEAT_NAMES = "ABCDEFG"
FREE_POINTS = POINTS[1:-1]  # of every meow exactly one card is worth the lowest and one the highest


@dataclass(frozen=True, slots=True)
class Seating:
    """What the seating form holds, as typed: nothing is checked before ``data`` is asked for.

    ``me``, ``lead`` and ``out`` are places among the seats, from 0. ``chips`` and ``split`` are empty where the rules'
    own numbers stand; ``split`` lists how many cards are worth 2, 3 and 4 points, meow by meow.
    """

    seats: tuple[str, ...]
    me: int | None = None
    lead: int | None = None
    out: frozenset[int] = frozenset()
    expansion: bool = False
    lenient: bool = False
    die: bool = False
    numbers: str = ""
    chips: tuple[str, ...] = ()
    target: str = ""
    split: tuple[str, ...] = ()

    @classmethod
    def from_fields(cls, fields: MultiDict[str, str]) -> Self:
        """Return what form fields, or the arguments of an address, say; what is forged is left out."""
        seats = tuple(name.strip() for name in fields.getlist("p")[:MAX_PLAYERS])
        usual = [str(START_CHIPS)] * len(seats)
        chips, split = fields.getlist("c"), fields.getlist("k")
        return cls(
            seats=seats,
            me=small_number(fields.get("me")),
            lead=small_number(fields.get("lead")),
            out=frozenset(place for text in fields.getlist("out") if (place := small_number(text)) is not None),
            expansion="x" in fields,
            lenient=fields.get("reveal") == Reveal.LENIENT.value,
            die="die" in fields,
            numbers=fields.get("n", ""),
            chips=tuple(chips) if len(chips) == len(seats) and chips != usual else (),
            target=fields.get("target", "").strip(),
            split=tuple(split) if len(split) == len(usual_split()) and tuple(split) != usual_split() else (),
        )

    @classmethod
    def empty(cls, players: int) -> Self:
        """Return the seating of a new game: me first, everyone named by a letter."""
        return cls(tuple(SEAT_NAMES[:players]), me=0)

    @classmethod
    def after(cls, record: Record, outcome: GuessOutcome) -> Self:
        """Return the seating of the round that follows a guess."""
        seats = record.seats
        chips = tuple(str(outcome.chips[name]) for name in seats)
        playing = len(seats) - (outcome.sits_out is not None)
        same = len(record.players) == playing and record.setup != standard_setup(playing, record.expansion)
        split = tuple(str(row[points - 1]) for row in record.deck.split for points in FREE_POINTS)
        return cls(
            seats=seats,
            me=seats.index(record.me),
            out=frozenset({seats.index(outcome.sits_out)} if outcome.sits_out else ()),
            expansion=record.expansion,
            lenient=record.reveal is Reveal.LENIENT,
            die=record.die,
            numbers=f"{record.setup.face_up}-{record.setup.hand}" if same else "",
            chips=chips,
            target="" if record.target == standard_target(len(seats)) else str(record.target),
            split=() if record.deck.split == DEFAULT_SPLIT else split,
        )

    def fields(self) -> dict[str, Any]:
        """Return the arguments of an address that ``from_fields`` reads back; what is as usual is left out."""
        every: dict[str, Any] = {
            "p": list(self.seats),
            "me": self.me,
            "lead": self.lead,
            "out": sorted(self.out),
            "x": 1 if self.expansion else None,
            "reveal": Reveal.LENIENT.value if self.lenient else None,
            "die": 1 if self.die else None,
            "n": self.numbers or None,
            "c": list(self.chips),
            "target": self.target or None,
            "k": list(self.split),
        }
        return {key: value for key, value in every.items() if value is not None and value != []}

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays this round, in the order of the seats."""
        return tuple(name for place, name in enumerate(self.seats) if place not in self.out)

    @property
    def deck(self) -> Deck:
        """The deck of this table; RecordError where its own split is none."""
        if not self.split:
            return standard_deck(self.expansion)
        width, rows = len(FREE_POINTS), {}
        for meow in Meow:
            texts = self.split[meow.rank * width : (meow.rank + 1) * width]
            numbers = [number if (number := small_number(text)) is not None else -1 for text in texts]
            rows[meow.value] = (1, *numbers, 1)
        return deck_from(rows, self.expansion)

    @property
    def setup(self) -> Setup:
        """The numbers dealt; RecordError where there are none, or they do not use up the deck."""
        standard = standard_setup(len(self.players), self.expansion)
        if not self.numbers and standard is not None:
            return standard
        pair = [small_number(text) for text in self.numbers.split("-")]
        if len(pair) != 2 or None in pair:
            raise RecordError("setup", self.numbers, message("page_setup.numbers_needed"))
        setup, deck, players = Setup(pair[0] or 0, pair[1] or 0), self.deck, len(self.players)
        if setup.hand < 1 or not setup.fits(players, deck):
            expected = message("errors.setup_sum", players=players, size=deck.size)
            raise RecordError("setup", self.numbers, expected)
        return setup

    def data(self) -> dict[str, Any]:
        """Return the record's data without its cards; RecordError at the first field that is wrong."""
        check_names(self.seats, "seats")
        check_names(self.players, "players")
        data: dict[str, Any] = {
            "format": "bosscat/1",
            "players": list(self.players),
            "me": self.player_at(self.me, "me", "page_setup.me_needed"),
            "first_leader": self.player_at(self.lead, "first_leader", "page_setup.lead_needed"),
            "seats": list(self.seats),
            "expansion": self.expansion,
            "reveal": (Reveal.LENIENT if self.lenient else Reveal.STRICT).value,
            "die": self.die,
            "deck": {meow.value: list(self.deck.split[meow.rank]) for meow in Meow},
            "setup": {"face_up": self.setup.face_up, "hand": self.setup.hand},
        }
        if self.chips:
            pairs = zip(self.seats, self.chips, strict=True)
            data["chips"] = {name: ranged(text, f"chips.{name}", 0) for name, text in pairs}
        if self.target:
            data["target"] = ranged(self.target, "target", 1)
        return data

    def player_at(self, place: int | None, where: str, needed: str) -> str:
        """Return the player in a seat; RecordError (message ``needed``) where nobody who plays is chosen."""
        if place is not None and place < len(self.seats) and place not in self.out:
            return self.seats[place]
        raise RecordError(where, "", message(needed))

    def resized(self, players: int) -> Self:
        """Return the seating with another number of seats, names that were typed kept."""
        fresh = (name for name in SEAT_NAMES if name not in self.seats)
        seats = (*self.seats, *(next(fresh) for _ in range(players - len(self.seats))))
        return replace(self, seats=seats[:players], chips=(), out=frozenset())


def usual_split() -> tuple[str, ...]:
    """Return the default numbers of cards worth 2, 3 and 4 points, meow by meow, as the form writes them."""
    return tuple(str(row[points - 1]) for row in DEFAULT_SPLIT for points in FREE_POINTS)


def ranged(text: str, where: str, least: int) -> int:
    """Return the number typed; RecordError unless it is from ``least`` to the most points there can be."""
    number = small_number(text.strip())
    if number is None or number < least:
        raise RecordError(where, text, message("errors.range", least=least, most=MAX_CHIPS))
    return number


def possible_setups(players: int) -> Mapping[bool, list[Setup]]:
    """Return, without and with the expansion, every set-up that uses up the deck, the biggest hands first."""
    return {
        expansion: [
            setup
            for hand in range(deck.size // players, 0, -1)
            for face_up in range(deck.size)
            if (setup := Setup(face_up, hand)).fits(players, deck)
        ]
        for expansion in (False, True)
        for deck in (standard_deck(expansion),)
    }
