"""Facts in words, in each language: how many of which cards a place holds, now or at an earlier turn.

Nothing here is worked out: findings go in, phrases come out. The sentences themselves are in the catalogue.
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from solver.catalogue import Lang, in_words, say
from solver.game.cards import Face, Kind, Meow
from solver.logic.model import Hand, Place
from solver.reasons.deduction import Bound, Side
from solver.reasons.facts import BossFact, Compare, Fact
from solver.record.view import View

# How a number of cards in a hand is said: of one kind of card, and of several together; now, and at an earlier turn.
Keys = tuple[str, str]
NONE = ("reasons.none", "reasons.none_of")
EXACTLY = ("reasons.exactly", "reasons.exactly_of")
AT_LEAST = ("reasons.at_least", "reasons.at_least_of")
AT_MOST = ("reasons.at_most", "reasons.at_most_of")
HELD = {
    NONE: ("reasons.held_none", "reasons.held_none_of"),
    EXACTLY: ("reasons.held_exactly", "reasons.held_exactly_of"),
    AT_LEAST: ("reasons.held_at_least", "reasons.held_at_least_of"),
    AT_MOST: ("reasons.held_at_most", "reasons.held_at_most_of"),
}


def joined(parts: Sequence[object], lang: Lang, key: str = "reasons.and") -> str:
    """Return things listed with commas, the last after "and" (or "or")."""
    words = [str(in_words(part, lang)) for part in parts]
    return say(key, lang, first=words[:-1], last=words[-1]) if len(words) > 1 else "".join(words)


def spaced(sentences: Iterable[str], lang: Lang) -> str:
    """Return sentences one after the other, as the language puts them."""
    return ("" if lang == "ja" else " ").join(sentences)


class Cards:
    """How a set of cells is said: a kind, the cards that meow something, or a list."""

    def __init__(self, view: View, cells: Iterable[Face]) -> None:
        self.view, self.cells = view, frozenset(cells)
        self.parts: list[Kind | Face] = []
        for kind in sorted({cell.kind for cell in self.cells}):
            whole = view.cells_of(kind) <= self.cells
            self.parts += [kind] if whole else sorted(cell for cell in self.cells if cell.kind == kind)
        self.voices = self.voiced()

    def voiced(self) -> list[Meow]:
        """Return the meows of which these are all the cards; empty where a list says as much."""
        voicing = {meow: {cell for cell in self.view.unseen if cell.kind.voices(meow)} for meow in Meow}
        meows = [meow for meow in Meow if voicing[meow] <= self.cells]
        if len(self.parts) > 1 and set[Face]().union(*(voicing[m] for m in meows)) == self.cells:
            return meows if any(cell.kind.is_double for cell in self.cells) else []
        return []

    def say(self, lang: Lang) -> str:
        """Return the name of the cells."""
        if self.voices:
            return say("reasons.voicing", lang, meows=joined(self.voices, lang, "reasons.or"))
        return joined(self.parts, lang)


def statement(view: View, place: Place, cells: Iterable[Face], keys: Keys, number: int, lang: Lang) -> str:
    """Return what a place holds; ``keys`` name the comparison."""
    cards = Cards(view, cells)
    if isinstance(place, Hand):
        return say(keys[len(cards.parts) > 1], lang, player=place.player, cards=cards.say(lang), number=number)
    if keys == NONE:
        key = "reasons.boss_not" if len(cards.parts) == 1 else "reasons.boss_none_of"
    else:
        key = "reasons.boss_is" if len(cards.parts) == 1 else "reasons.boss_one_of"
    return say(key, lang, cards=joined(cards.parts, lang))


def compared(side: Side, number: int, exact: bool) -> Keys:
    """Return how a number of cards is said."""
    if side is Side.LEAST and not exact:
        return AT_LEAST
    return NONE if not number else EXACTLY if exact else AT_MOST


def statements(view: View, bounds: Sequence[Bound], lang: Lang, *, held: bool = False) -> str:
    """Return bounds as one list of statements; from below and from above at the same number is "exactly".

    With ``held`` they are of an earlier moment.
    """
    said = []
    for bound in bounds:
        twins = [other for other in bounds if (other.place, other.cells) == (bound.place, bound.cells)]
        exact = len({other.side for other in twins}) == 2 and len({other.number for other in twins}) == 1
        if not exact or bound.side is Side.LEAST:
            keys = compared(bound.side, bound.number, exact)
            said.append(statement(view, bound.place, bound.cells, HELD[keys] if held else keys, bound.number, lang))
    return reduce(lambda first, last: say("reasons.both", lang, first=first, last=last), dict.fromkeys(said))


def fact(view: View, stated: Fact, lang: Lang) -> str:
    """Return a fact as a statement."""
    if isinstance(stated, BossFact):
        return say("reasons.boss_is" if stated.holds else "reasons.boss_not", lang, cards=stated.kind)
    cells = [cell for kind in stated.kinds for cell in view.cells_of(kind)]
    side = Side.LEAST if stated.compare is Compare.AT_LEAST else Side.MOST
    keys = compared(side, stated.number, stated.compare is Compare.EXACTLY)
    if stated.turn is None:
        return statement(view, Hand(stated.player), cells, keys, stated.number, lang)
    held = statement(view, Hand(stated.player), cells, HELD[keys], stated.number, lang)
    return say("reasons.at_turn", lang, turn=stated.turn, fact=held)
