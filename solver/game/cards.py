"""Meows, kinds, faces and the deck: how they are named, read and printed (rules.md, "Cards")."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import combinations

from solver.catalogue import Lang, message
from solver.errors import RecordError

MAX_CALL = 5
POINTS = (1, 2, 3, 4, 5)
DOUBLE_POINTS = 5


class Meow(Enum):
    """One of the five sounds, in deck order; the value is the romanised name."""

    NYAA = "nyaa"
    NYAN = "nyan"
    NYAO = "nyao"
    NYAU = "nyau"
    NII = "nii"

    __hash__ = object.__hash__  # each is the only one of its name: no need to hash that every time

    @property
    def rank(self) -> int:
        """Place in deck order, 0 to 4."""
        return RANKS[self]

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Meow.{self.name}"

    def name_in(self, lang: Lang) -> str:
        """Return the romanised or the Japanese name."""
        return JAPANESE[self] if lang == "ja" else self.value


RANKS = {meow: rank for rank, meow in enumerate(Meow)}
JAPANESE = dict(zip(Meow, ("ニャア", "ニャン", "ニャオ", "ニャウ", "ニィ"), strict=True))
MEOW_NAMES = {name: meow for meow in Meow for name in (meow.value, JAPANESE[meow])} | {"ニイ": Meow.NII}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a card can meow: one meow (base card) or two different ones (double), held in deck order."""

    meows: tuple[Meow, ...]
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ranks = [meow.rank for meow in self.meows]
        if len(ranks) not in (1, 2) or ranks != sorted(set(ranks)):
            raise ValueError(f"a kind has one meow or two different ones in deck order, not {self.meows}")
        object.__setattr__(self, "_hash", hash(tuple(ranks)))

    def __hash__(self) -> int:  # worked out once: kinds and faces are hashed by the hundred thousand
        return self._hash

    @classmethod
    def of(cls, *meows: Meow) -> "Kind":
        """Return the kind with these meows, given in either order."""
        return cls(tuple(sorted(meows, key=RANKS.__getitem__)))

    @property
    def is_double(self) -> bool:
        """Whether this is a card of the expansion, with two meows."""
        return len(self.meows) == 2

    def voices(self, meow: Meow) -> bool:
        """Return whether a card of this kind can meow ``meow``."""
        return meow in self.meows

    def __str__(self) -> str:
        return "/".join(meow.value for meow in self.meows)

    def name_in(self, lang: Lang) -> str:
        """Return the name with the meows in deck order, ``nyaa/nii`` or ``ニャア／ニィ``."""
        return ("／" if lang == "ja" else "/").join(meow.name_in(lang) for meow in self.meows)

    def __lt__(self, other: "Kind") -> bool:
        return KIND_RANKS[self] < KIND_RANKS[other]


BASE_KINDS = tuple(Kind((meow,)) for meow in Meow)
DOUBLES = tuple(Kind(pair) for pair in combinations(Meow, 2))
KINDS = BASE_KINDS + DOUBLES
KIND_RANKS = {kind: rank for rank, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Face:
    """A card as noted: its kind, and its points where they are known (None where not; always 5 on a double)."""

    kind: Kind
    points: int | None = None
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.kind.is_double:
            if self.points not in (None, DOUBLE_POINTS):
                raise ValueError(f"a double is worth {DOUBLE_POINTS} points, not {self.points}")
            object.__setattr__(self, "points", DOUBLE_POINTS)
        elif self.points is not None and self.points not in POINTS:
            raise ValueError(f"a card is worth 1 to 5 points, not {self.points}")
        object.__setattr__(self, "_hash", hash((self.kind, self.points or 0)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def bare(self) -> "Face":
        """The same card with its points not noted."""
        return bare_face(self.kind)

    def looks_like(self, other: "Face") -> bool:
        """Return whether both can be notes of one card: the kinds agree, and the points where both have them."""
        return self.kind == other.kind and (self.points == other.points or None in (self.points, other.points))

    def __str__(self) -> str:
        return self.name_in("en")

    def name_in(self, lang: Lang) -> str:
        """Return ``nyaa3``, ``nyaa`` (points not noted), ``nyaa/nii`` or the same in Japanese."""
        points = "" if self.kind.is_double or self.points is None else str(self.points)
        return self.kind.name_in(lang) + points

    def __lt__(self, other: "Face") -> bool:
        return (KIND_RANKS[self.kind], self.points or 0) < (KIND_RANKS[other.kind], other.points or 0)


@cache
def bare_face(kind: Kind) -> Face:
    """Return a card of which only the kind is noted."""
    return Face(kind)


@dataclass(frozen=True, slots=True)
class Deck:
    """How many cards of each face there are; ``split`` is what the reference cards print.

    ``split`` gives, for every meow in deck order, how many cards are worth 1, 2, 3, 4 and 5 points.
    """

    split: tuple[tuple[int, ...], ...]
    expansion: bool

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds in play, in deck order: 5, or 15 with the expansion."""
        return KINDS if self.expansion else BASE_KINDS

    @property
    def size(self) -> int:
        """Number of cards: 55, or 65 with the expansion."""
        return sum(self.count(kind) for kind in self.kinds)

    def count(self, kind: Kind) -> int:
        """Return how many cards of this kind the deck has."""
        return sum(self.faces(kind).values())

    def faces(self, kind: Kind) -> dict[int, int]:
        """Return points -> number of cards of this kind, faces that do not exist left out."""
        if kind.is_double:
            return {DOUBLE_POINTS: 1} if self.expansion else {}
        row = self.split[kind.meows[0].rank]
        return {points: number for points, number in zip(POINTS, row, strict=True) if number}


TOTALS = (16, 13, 11, 9, 6)


def even_split(total: int) -> tuple[int, ...]:
    """Return the default numbers worth 1 to 5 points: one 1, one 5, the rest spread evenly, lower values first."""
    each, over = divmod(total - 2, 3)
    return (1, *(each + (place < over) for place in range(3)), 1)


DEFAULT_SPLIT = tuple(map(even_split, TOTALS))


@cache
def standard_deck(expansion: bool) -> Deck:
    """Return the deck with the default split of points (rules.md, "Cards", a reading)."""
    return Deck(DEFAULT_SPLIT, expansion)


def deck_from(table: Mapping[str, Iterable[int]], expansion: bool, where: str = "deck") -> Deck:
    """Return the deck with a table's own split, meow name -> numbers worth 1 to 5 points.

    Raises RecordError unless each meow is named once and the numbers keep the totals 16/13/11/9/6 with one card
    worth 1 and one worth 5.
    """
    rows: dict[Meow, tuple[int, ...]] = {}
    for name, numbers in table.items():
        meow, row = parse_meow(name, f"{where}.{name}"), tuple(numbers)
        total = TOTALS[meow.rank]
        if len(row) != len(POINTS) or sum(row) != total or row[0] != 1 or row[-1] != 1 or min(row) < 0:
            raise RecordError(f"{where}.{name}", list(row), message("errors.deck_row", total=total))
        if meow in rows:
            raise RecordError(f"{where}.{name}", name, message("errors.deck_meow_once"))
        rows[meow] = row
    for meow in Meow:
        if meow not in rows:
            raise RecordError(where, ", ".join(table), message("errors.deck_meow_missing", meow=meow))
    return Deck(tuple(rows[meow] for meow in Meow), expansion)


CARD_TEXT = re.compile(r"(?P<first>[^\W\d]+?)(?:/(?P<second>[^\W\d]+?))?(?P<points>\d)?", re.UNICODE)
SEPARATORS = str.maketrans({"・": "/", "-": "/", "\\": "/"})


def parse_meow(text: str, where: str = "") -> Meow:
    """Return the meow named in romaji or Japanese, in full or half width; RecordError at ``where`` otherwise."""
    meow = MEOW_NAMES.get(unicodedata.normalize("NFKC", text).strip().lower())
    if meow is None:
        raise RecordError(where, text, message("errors.meow_unknown", meows=list(Meow)))
    return meow


def parse_face(text: str, where: str = "") -> Face:
    """Return the card written as ``nyaa3``, ``ニャア３``, ``nyaa``, ``nii/nyaa`` or ``ニャア／ニィ``.

    Either order of a double, full or half width. Raises RecordError at ``where`` for anything else.
    """
    plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", text[:40])).lower().translate(SEPARATORS)
    match = CARD_TEXT.fullmatch(plain)
    names = [name for name in (match["first"], match["second"]) if name] if match else []
    meows = [MEOW_NAMES.get(name) for name in names]
    if match is None or None in meows or len(set(meows)) != len(meows):
        raise RecordError(where, text, message("errors.card_unknown"))
    points = int(match["points"]) if match["points"] else None
    try:
        return Face(Kind.of(*(meow for meow in meows if meow)), points)
    except ValueError:
        expected = "errors.points_double" if len(meows) == 2 else "errors.points_base"
        raise RecordError(where, text, message(expected)) from None


def parse_kind(text: str, where: str = "") -> Kind:
    """Return the kind written without points; RecordError at ``where`` otherwise."""
    face = parse_face(text, where)
    if face.points is not None and not face.kind.is_double:
        raise RecordError(where, text, message("errors.kind_without_points"))
    return face.kind


def parse_call(text: str, where: str = "") -> tuple[Meow, ...]:
    """Return the meows of a call written in one string, separated by spaces or commas."""
    return tuple(parse_meow(word, where) for word in re.split(r"[\s,、,]+", text.strip()) if word)


def parse_faces(text: str, where: str = "") -> tuple[Face, ...]:
    """Return the cards written in one string, separated by spaces or commas, as in ``nyaa3 nyao nyaa/nyao``."""
    return tuple(parse_face(word, where) for word in re.split(r"[\s,、,]+", text.strip()) if word)
