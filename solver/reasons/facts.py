"""Facts about the boss cat and the other hands: how they are written and read (record.md, "Facts, in words")."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from solver.catalogue import message
from solver.errors import RecordError
from solver.game.cards import Face, Kind, parse_kind
from solver.logic.formulas import Formula, at_least, every, negate
from solver.record.view import View

WHERE = "fact"
BOSS = "boss"


class Compare(Enum):
    """How a number of cards is compared; the value is the sign as written."""

    EXACTLY = "="
    AT_LEAST = ">="
    AT_MOST = "<="


@dataclass(frozen=True, slots=True)
class BossFact:
    """The boss cat is of this kind, or is not."""

    kind: Kind
    holds: bool = True

    def __str__(self) -> str:
        return f"{BOSS} {'=' if self.holds else '!='} {self.kind}"

    @property
    def opposite(self) -> "BossFact":
        """The fact that is true exactly where this one is not."""
        return BossFact(self.kind, not self.holds)


@dataclass(frozen=True, slots=True)
class HandFact:
    """``player`` holds exactly, at least or at most ``number`` cards of ``kinds`` together (in deck order).

    ``turn`` None: now; else when that turn (from 1) was called.
    """

    player: str
    kinds: tuple[Kind, ...]
    compare: Compare
    number: int
    turn: int | None = None

    def __str__(self) -> str:
        plain = self.player.isalnum() and self.player.lower() != BOSS
        name = self.player if plain else '"' + re.sub(r'(["\\])', r"\\\1", self.player) + '"'
        moment = "" if self.turn is None else f"@{self.turn}"
        return f"{name}{moment} {'+'.join(map(str, self.kinds))} {self.compare.value} {self.number}"


Fact = BossFact | HandFact

NAME = r'(?:"(?P<quoted>(?:[^"\\]|\\.)+)"|(?P<name>[^"@\s]+))'
FACT_TEXT = re.compile(NAME + r"(?:@(?P<turn>\d{1,3}))?\s+(?P<kinds>[^<>=!]+?)\s*(?P<sign>=|!=|>=|<=)\s*(?P<number>.+)")
BOSS_TEXT = re.compile(BOSS + r"\s*(?P<sign>!?=)\s*(?P<kind>.+)", re.IGNORECASE)
SIGNS = str.maketrans({"≥": ">=", "≧": ">=", "≤": "<=", "≦": "<=", "≠": "!="})
MOST_TEXT = 200


def parse_fact(text: str, view: View, where: str = WHERE) -> Fact:
    """Return the fact written as ``boss != nii``, ``Aki nyaa+nyan <= 2`` or ``"Aki B"@3 nii = 0``.

    It must speak of the record of ``view``: another player at the table, kinds of its deck, a turn it has. Raises
    RecordError at ``where`` otherwise.
    """
    plain = unicodedata.normalize("NFKC", text[:MOST_TEXT]).strip().translate(SIGNS)
    if boss := BOSS_TEXT.fullmatch(plain):
        return BossFact(known_kind(boss["kind"], view, where), boss["sign"] == "=")
    match = FACT_TEXT.fullmatch(plain)
    if match is None or match["sign"] == "!=" or not re.fullmatch(r"\d{1,3}", match["number"]):
        raise RecordError(where, text, message("reasons.fact_form"))
    player = named_player(match["name"] or re.sub(r"\\(.)", r"\1", match["quoted"]), view, where)
    kinds = {known_kind(part, view, where) for part in re.split(r"[+＋]", match["kinds"])}
    turn = None if match["turn"] is None else int(match["turn"])
    if turn is not None and not 1 <= turn <= len(view.record.turns):
        raise RecordError(where, turn, message("errors.range", least=1, most=len(view.record.turns)))
    return HandFact(player, tuple(sorted(kinds)), Compare(match["sign"]), int(match["number"]), turn)


def named_player(name: str, view: View, where: str) -> str:
    """Return the other player of this name, in full or half width; RecordError where there is none."""
    for player in view.others:
        if name in (player, unicodedata.normalize("NFKC", player)):
            return player
    raise RecordError(where, name, message("errors.one_of", options=list(view.others)))


def known_kind(text: str, view: View, where: str) -> Kind:
    """Return the kind written, one of the deck; RecordError otherwise."""
    kind = parse_kind(text.strip(), where)
    if kind not in view.record.deck.kinds:
        raise RecordError(where, text, message("errors.double_in_base"))
    return kind


def cells_of(view: View, kinds: Iterable[Kind]) -> frozenset[Face]:
    """Return the cells of all cards of these kinds."""
    return frozenset(cell for kind in kinds for cell in view.cells_of(kind))


def number_now(view: View, fact: HandFact) -> int:
    """Return the number the fact compares with, told of the hand now: without the cards discarded since its turn."""
    if fact.turn is None:
        return fact.number
    gone = view.discarded_since(fact.player, fact.turn)
    return fact.number - sum(gone[cell] for cell in cells_of(view, fact.kinds))


def formula(view: View, fact: Fact) -> Formula:
    """Return what a fact says of the boss's place, or of the hand its player holds now."""
    if isinstance(fact, BossFact):
        inside = at_least(cells_of(view, [fact.kind]), 1)
        return inside if fact.holds else negate(inside)
    cells, number = cells_of(view, fact.kinds), number_now(view, fact)
    enough, not_more = at_least(cells, number), negate(at_least(cells, number + 1))
    return {
        Compare.EXACTLY: every([enough, not_more]),
        Compare.AT_LEAST: enough,
        Compare.AT_MOST: not_more,
    }[fact.compare]
