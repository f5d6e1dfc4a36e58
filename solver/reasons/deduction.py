"""Step-by-step deduction: from answers to bounds on what each place holds, until the goal follows.

A bound says that a place holds at least, or at most, so many cards of a set. New bounds come from one answer and what
is known of that hand, or from counting the cards of a set over all places. Where that does not reach the goal, its
opposite is supposed until some hand has no way left. In simulated rounds that proves whatever is certain; were it ever
not to, the goal is taken from all answers at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations

from solver.game.cards import Face
from solver.logic.answers import Observation
from solver.logic.formulas import FALSE, Formula, at_least, atoms, negate
from solver.logic.model import Hand, Place
from solver.odds.tables import HandTable
from solver.record.schema import Word

PLENTY = 99  # cards of a base kind that a hand could hold, before any are counted
MOST_SETS = 64
FREE_UNIONS = 6  # with so few classes every union of them is looked at

Cells = frozenset[Face]


class Side(Enum):
    """Whether a bound is from below or from above."""

    LEAST = "at least"
    MOST = "at most"

    @property
    def other(self) -> "Side":
        """The other side."""
        return Side.MOST if self is Side.LEAST else Side.LEAST


class Rule(Enum):
    """What a step rests on, beside earlier steps."""

    ANSWER = "answer"  # one answer of the hand's owner
    SIZE = "size"  # how many cards the place holds
    DECK = "deck"  # how many cards of the set there are in all places
    SUPPOSED = "supposed"  # nothing: it is the opposite of what is to be shown
    REFUTED = "refuted"  # what was supposed leaves no hand that fits
    TOGETHER = "together"  # several answers and the deck, all at once


@dataclass(frozen=True, slots=True)
class Bound:
    """``place`` holds at least, or at most, ``number`` cards of ``cells`` now."""

    place: Place
    cells: Cells
    side: Side
    number: int

    @property
    def formula(self) -> Formula:
        """The bound as a formula about the cards of its place."""
        if self.side is Side.LEAST:
            return at_least(self.cells, self.number)
        return negate(at_least(self.cells, self.number + 1))

    @property
    def opposite(self) -> "Bound":
        """The bound that is true exactly where this one is not."""
        return replace(self, side=self.side.other, number=self.number + (1 if self.side is Side.MOST else -1))


@dataclass(frozen=True, slots=True)
class Derived:
    """A bound, and the rule and the answers by which it was found; ``clash`` the place that a refutation looks at."""

    bound: Bound
    rule: Rule
    answers: tuple[Observation, ...] = ()
    clash: Place | None = None

    @property
    def place(self) -> Place:
        """The place of whose cards a step reasons."""
        return self.bound.place if self.clash is None else self.clash

    @property
    def formula(self) -> Formula:
        """What is to follow about that place: the bound, or that nothing fits."""
        return self.bound.formula if self.clash is None else FALSE


class Deduction:
    """Bounds found so far, in the order in which they were found.

    ``supply`` is how many unseen cards each cell has, ``most`` how many of them a hand could hold for all that needs
    no counting, ``sizes`` how many cards each place holds.
    """

    def __init__(
        self,
        supply: Mapping[Face, int],
        most: Mapping[Face, int],
        sizes: Mapping[Place, int],
        answers: Sequence[Observation],
        sets: Sequence[Cells],
    ) -> None:
        self.supply, self.most, self.sizes, self.answers = supply, most, sizes, answers
        self.tables = {place: HandTable(size, most) for place, size in sizes.items()}
        self.sets = family(most, sets, (atom.cards for answer in answers for atom in atoms(answer.formula)))
        self.found: list[Derived] = []
        self.held = {place: table.every for place, table in self.tables.items()}

    def reach(self, goals: Sequence[Bound]) -> bool:
        """Look for bounds until all goals follow, or nothing new is found; return whether they follow."""
        before = -1
        while before < len(self.found) and not all(map(self.reached, goals)):
            before = len(self.found)
            for answer in self.answers:
                self.from_answer(answer)
            for cells in self.sets:
                if not all(map(self.reached, goals)):
                    self.from_deck(cells)
        return all(map(self.reached, goals))

    def reached(self, goal: Bound) -> bool:
        """Return whether the bounds found for its place imply the goal."""
        return not bool((self.held[goal.place] & ~self.tables[goal.place].where(goal.formula)).any())

    def goal(self, goal: Bound) -> int:
        """Return the number of a bound found that says the goal at sight, adding the goal where there is none.

        Not reached, it is shown by what its opposite leads to, which must come last; where that leads nowhere, it is
        taken from all answers at once: right only where the caller knows that it does follow from them.
        """
        if not self.reached(goal):
            return self.refute(goal)
        for number, derived in enumerate(self.found):
            if says(derived.bound, goal):
                return number
        self.add(goal, Rule.SIZE)
        return len(self.found) - 1

    def refute(self, goal: Bound) -> int:
        """Suppose the opposite of a goal, look for a place where nothing fits, and return the number of the goal."""
        start = len(self.found)
        self.add(goal.opposite, Rule.SUPPOSED)
        clash = self.clash(goal)
        if clash is None:
            del self.found[start:]
            clash = Derived(goal, Rule.TOGETHER, tuple(self.answers))
        self.found.append(clash)
        return len(self.found) - 1

    def clash(self, goal: Bound) -> Derived | None:
        """Return how the goal follows from there being a place where nothing fits; None where none is found."""
        before = -1
        while before < len(self.found):
            before = len(self.found)
            for answer in self.answers:
                hand = Hand(answer.player)
                if not (self.held[hand] & self.tables[hand].where(answer.formula)).any():
                    return Derived(goal, Rule.REFUTED, (answer,), hand)
                self.from_answer(answer)
            for cells in self.sets:
                self.from_deck(cells)
                for place, hands in self.held.items():
                    if not hands.any():
                        return Derived(goal, Rule.REFUTED, (), place)
        return None

    def add(self, bound: Bound, rule: Rule, answers: tuple[Observation, ...] = ()) -> None:
        """Note a bound that was found."""
        self.found.append(Derived(bound, rule, answers))
        self.held[bound.place] = self.held[bound.place] & self.tables[bound.place].where(bound.formula)

    def from_answer(self, answer: Observation) -> None:
        """Note what an answer adds to what is known of the hand.

        A matched call says first what the hand holds; what it lacks for that, by its size, is a step of its own.
        """
        place = Hand(answer.player)
        table = self.tables[place]
        allowed = table.where(answer.formula)
        bounds = [(cells, side) for cells in self.sets for side in Side]
        if answer.answer is Word.MATCHED:
            bounds.sort(key=lambda bound: bound[1] is Side.MOST)
        for cells, side in bounds:
            known, news = (table.range(cells, hands) for hands in (self.held[place], self.held[place] & allowed))
            number = news[side is Side.MOST]
            if number != known[side is Side.MOST]:
                self.add(Bound(place, cells, side, number), Rule.ANSWER, (answer,))

    def from_deck(self, cells: Cells) -> None:
        """Note what the number of cards of a set, less what other places hold of it, says about each place."""
        total = sum(self.supply[cell] for cell in cells)
        for place in self.sizes:
            ranges = {p: self.tables[p].range(cells, self.held[p]) for p in self.sizes}
            least, most = ranges.pop(place)
            high = total - sum(low for low, _ in ranges.values())
            low = total - sum(high for _, high in ranges.values())
            if 0 <= high < most:
                self.add(Bound(place, cells, Side.MOST, high), Rule.DECK)
            if low > least:
                self.add(Bound(place, cells, Side.LEAST, low), Rule.DECK)
            if not self.held[place].any():
                return


def says(known: Bound, wanted: Bound) -> bool:
    """Return whether one bound says another of its place at sight: of the same cells, or of fewer or more of them."""
    if (known.place, known.side) != (wanted.place, wanted.side):
        return False
    if known.side is Side.LEAST:
        return known.cells <= wanted.cells and known.number >= wanted.number
    return known.cells >= wanted.cells and known.number <= wanted.number


def family(most: Mapping[Face, int], first: Iterable[Cells], named: Iterable[Cells]) -> list[Cells]:
    """Return the sets of cells to reason about: ``first`` those of the goals, then small before large.

    All unions where there are few cells, else those ``named``, single cells, and what two of them make.
    """
    cells, named = list(most), list(dict.fromkeys([*first, *named]))
    found = dict.fromkeys(frozenset({cell}) for cell in cells)
    if len(cells) <= FREE_UNIONS:
        found |= dict.fromkeys(frozenset(u) for size in range(2, len(cells)) for u in combinations(cells, size))
    else:
        found |= dict.fromkeys(named)
        for one, other in combinations(named, 2):
            found |= dict.fromkeys([one & other, one | other, one - other, other - one])
    small = sorted(filter(None, list(found)[:MOST_SETS]), key=lambda s: (sum(most[cell] for cell in s), sorted(s)))
    return list(dict.fromkeys([*first, *small]))
