"""The record of a round as values of the game, checked beyond syntax (record.md, "In")."""

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Self

import tomli_w
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from solver.catalogue import message
from solver.errors import RecordError
from solver.game import table
from solver.game.cards import (
    Deck,
    Face,
    Kind,
    Meow,
    deck_from,
    parse_face,
    parse_kind,
    parse_meow,
    standard_deck,
)
from solver.game.table import START_CHIPS, Setup, standard_setup, standard_target
from solver.record import wire
from solver.record.checks import check_cards, check_member, check_names, check_people, check_result, check_turn


class Word(Enum):
    """An answer other than a card that was seen."""

    MATCHED = "matched"
    SHOWN = "shown"
    MISSED = "?"

    def __str__(self) -> str:
        return self.value


Answer = Word | Face


class Reveal(Enum):
    """How a table reads the duty to use doubles so as to meow as much as possible."""

    STRICT = "strict"
    LENIENT = "lenient"


class Choices(Enum):
    """What a lawful choice among several cards is taken to say: each equally likely, or nothing."""

    UNIFORM = "uniform"
    RULES = "rules"


class Turn(Struct, frozen=True):
    """One turn. ``call`` None: not noticed. A player missing in ``answers``: not noticed or not yet made."""

    call: tuple[Meow, ...] | None = None
    answers: Mapping[str, Answer] = {}
    discard: Face | None = None
    die: int | None = None


class Result(Struct, frozen=True):
    """How the round ended; ``hands`` the cards laid open, empty where they were not."""

    by: str
    guess: Kind
    boss: Face
    hands: Mapping[str, tuple[Face, ...]] = {}


class Record(Struct, frozen=True):
    """One player's view of one round, checked when made (RecordError names place, value and expectation).

    All that may be left out in writing is filled in: seats, deck, set-up, everyone's chips, target.
    """

    players: tuple[str, ...]
    me: str
    first_leader: str
    face_up: tuple[Face, ...]
    hand: tuple[Face, ...]
    seats: tuple[str, ...]
    deck: Deck
    setup: Setup
    chips: Mapping[str, int]
    target: int
    turns: tuple[Turn, ...] = ()
    reveal: Reveal = Reveal.STRICT
    choices: Choices = Choices.UNIFORM
    die: bool = False
    result: Result | None = None

    def __post_init__(self) -> None:
        check_people(self)
        check_cards(self)
        for number in range(1, len(self.turns) + 1):
            check_turn(self, number)
        check_result(self)

    @property
    def expansion(self) -> bool:
        """Whether the ten doubles are in."""
        return self.deck.expansion

    @property
    def others(self) -> tuple[str, ...]:
        """The other players of the round, in the order of the table."""
        return tuple(player for player in self.players if player != self.me)

    def leader(self, turn: int) -> str:
        """Return who leads turn ``turn`` (from 1)."""
        return table.leader(self.players, self.first_leader, turn)

    def hand_size(self, player: str, turn: int) -> int:
        """Return how many cards ``player`` holds when turn ``turn`` (from 1) is called."""
        return self.setup.hand - sum(self.leader(earlier) == player for earlier in range(1, turn))

    def up_to(self, turns: int) -> "Record":
        """Return the record as it stood after the first ``turns`` turns."""
        return replace(self, turns=self.turns[:turns], result=None)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Return the record written as JSON; RecordError where it is wrong."""
        return cls.from_wire(wire.from_json(text))

    @classmethod
    def from_toml(cls, text: str | bytes) -> Self:
        """Return the record written as TOML; RecordError where it is wrong."""
        return cls.from_wire(wire.from_toml(text))

    @classmethod
    def from_data(cls, data: object) -> Self:
        """Return the record held in plain dicts and lists, as JSON reads them; RecordError where it is wrong."""
        return cls.from_wire(wire.from_data(data))

    def to_data(self) -> dict[str, Any]:
        """Return the record in plain dicts and lists; what the rules give by themselves is left out."""
        return wire.to_data(self.to_wire())

    def to_json(self) -> str:
        """Return the record as JSON on one line; reading it back gives an equal record."""
        return json.dumps(self.to_data(), ensure_ascii=False)

    def to_toml(self) -> str:
        """Return the record as TOML; reading it back gives an equal record."""
        return tomli_w.dumps(self.to_data())

    @classmethod
    def from_line(cls, text: str) -> "Record":
        """Return the record in the one-line form of ``line.py``; RecordError with the position where it is damaged."""
        from solver.record import line

        return line.decode(text)

    def to_line(self) -> str:
        """Return the record as one URL-safe line; reading it back gives an equal record."""
        from solver.record import line

        return line.encode(self)

    @classmethod
    def from_wire(cls, text: wire.WireRecord) -> Self:
        """Return the record whose written form is ``text``."""
        if text.format != wire.FORMAT:
            raise RecordError("format", text.format, message("errors.format", format=wire.FORMAT))
        players = tuple(text.players)
        seats = players if isinstance(text.seats, UnsetType) else tuple(text.seats)
        check_names(players, "players")
        check_names(seats, "seats")
        deck = (
            standard_deck(text.expansion) if isinstance(text.deck, UnsetType) else deck_from(text.deck, text.expansion)
        )
        chips = {} if isinstance(text.chips, UnsetType) else text.chips
        for name in chips:
            check_member(name, seats, f"chips.{name}")
        return cls(
            players=players,
            me=text.me,
            first_leader=text.first_leader,
            face_up=read_faces(text.face_up, "face_up"),
            hand=read_faces(text.hand, "hand"),
            seats=seats,
            deck=deck,
            setup=read_setup(text.setup, players, text.expansion),
            chips={name: chips.get(name, START_CHIPS) for name in seats},
            target=standard_target(len(seats)) if isinstance(text.target, UnsetType) else text.target,
            turns=tuple(read_turn(turn, f"turns[{index}]") for index, turn in enumerate(text.turns)),
            reveal=Reveal(text.reveal),
            choices=Choices(text.choices),
            die=text.die,
            result=None if isinstance(text.result, UnsetType) else read_result(text.result),
        )

    def to_wire(self) -> wire.WireRecord:
        """Return the written form, what the rules give by themselves left out."""
        plain = all(chips == START_CHIPS for chips in self.chips.values())
        return wire.WireRecord(
            format=wire.FORMAT,
            players=list(self.players),
            me=self.me,
            first_leader=self.first_leader,
            face_up=list(map(str, self.face_up)),
            hand=list(map(str, self.hand)),
            seats=UNSET if self.seats == self.players else list(self.seats),
            expansion=self.expansion,
            turns=[write_turn(turn) for turn in self.turns],
            reveal=self.reveal.value,
            choices=self.choices.value,
            deck=UNSET if self.deck == standard_deck(self.expansion) else write_deck(self.deck),
            setup=UNSET
            if self.setup == standard_setup(len(self.players), self.expansion)
            else wire.WireSetup(self.setup.face_up, self.setup.hand),
            die=self.die,
            result=UNSET if self.result is None else write_result(self.result),
            chips=UNSET if plain else dict(self.chips),
            target=UNSET if self.target == standard_target(len(self.seats)) else self.target,
        )


def read_faces(texts: Sequence[str], where: str) -> tuple[Face, ...]:
    """Return the cards written in a list; RecordError at the first that is none."""
    return tuple(parse_face(text, f"{where}[{index}]") for index, text in enumerate(texts))


def read_setup(setup: wire.WireSetup | UnsetType, players: Sequence[str], expansion: bool) -> Setup:
    """Return the numbers dealt, by the rules where the table gives none of its own."""
    standard = standard_setup(len(players), expansion)
    if not isinstance(setup, UnsetType):
        return Setup(setup.face_up, setup.hand)
    if standard is None:
        raise RecordError("setup", "", message("errors.setup_needed"))
    return standard


def read_answer(text: str, where: str) -> Answer:
    """Return an answer: one of the words, or the card shown."""
    words = {word.value: word for word in Word}
    return words[text] if text in words else parse_face(text, where)


def read_turn(turn: wire.WireTurn, where: str) -> Turn:
    """Return the turn whose written form stands at ``where``."""
    call, discard = turn.call, turn.discard
    return Turn(
        call=None
        if isinstance(call, UnsetType)
        else tuple(parse_meow(text, f"{where}.call[{index}]") for index, text in enumerate(call)),
        answers={name: read_answer(text, f"{where}.answers.{name}") for name, text in turn.answers.items()},
        discard=None if isinstance(discard, UnsetType) else parse_face(discard, f"{where}.discard"),
        die=None if isinstance(turn.die, UnsetType) else turn.die,
    )


def read_result(result: wire.WireResult) -> Result:
    """Return how the round ended."""
    return Result(
        by=result.by,
        guess=parse_kind(result.guess, "result.guess"),
        boss=parse_face(result.boss, "result.boss"),
        hands={name: read_faces(cards, f"result.hands.{name}") for name, cards in result.hands.items()},
    )


def write_turn(turn: Turn) -> wire.WireTurn:
    """Return the written form of a turn."""
    return wire.WireTurn(
        call=UNSET if turn.call is None else [meow.value for meow in turn.call],
        die=UNSET if turn.die is None else turn.die,
        answers={name: str(answer) for name, answer in turn.answers.items()},
        discard=UNSET if turn.discard is None else str(turn.discard),
    )


def write_deck(deck: Deck) -> dict[str, list[int]]:
    """Return the written form of a table's own split."""
    return {meow.value: list(deck.split[meow.rank]) for meow in Meow}


def write_result(result: Result) -> wire.WireResult:
    """Return the written form of how the round ended."""
    hands = {name: list(map(str, cards)) for name, cards in result.hands.items()}
    return wire.WireResult(by=result.by, guess=str(result.guess), boss=str(result.boss), hands=hands)
