"""A view boiled down to what counting needs: located cards taken out, cells merged into classes.

Two cells are of one class when nothing that was observed tells their cards apart: equal membership in every set of
cells that some formula or choice names. Unseen cards are then counted by class, most positions having 3 to 12.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from operator import le

from solver.game.cards import Face
from solver.logic.answers import Choice, observations
from solver.logic.formulas import (
    FALSE,
    TRUE,
    All,
    AtLeast,
    Formula,
    Not,
    atoms,
    every,
    rebuild,
    restrict,
    without,
)
from solver.record.view import View


@dataclass(frozen=True, slots=True)
class Part:
    """Cards counted in a choice: those held out of ``cards`` and ``extra`` ones already known, if ``when`` holds."""

    cards: frozenset[Face]
    extra: int
    when: Formula


@dataclass(frozen=True, slots=True)
class Weighing:
    """The weight of one choice for a hand: cards counted by ``like`` / cards counted by all of ``lawful``."""

    like: Part
    lawful: tuple[Part, ...]

    @property
    def tells(self) -> bool:
        """Whether the weight can differ from 1."""
        return self.lawful != (self.like,)


@dataclass(frozen=True, slots=True)
class HandProblem:
    """What one other player may hold: ``size`` cards, ``least`` to ``most`` of every cell, ``formula`` true of them."""

    player: str
    size: int
    least: Mapping[Face, int]
    most: Mapping[Face, int]
    formula: Formula
    weighings: tuple[Weighing, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """All that counting needs: unseen cards by cell, one hand a player, the cells grouped into classes.

    ``located`` player -> cell -> cards that are in that hand in every deal; such cells have left the problem.
    """

    unseen: Mapping[Face, int]
    hands: tuple[HandProblem, ...]
    classes: tuple[tuple[Face, ...], ...]
    located: Mapping[str, Mapping[Face, int]]


def problem(view: View, apart: Iterable[frozenset[Face]] = ()) -> Problem | None:
    """Return the problem that ``view`` poses, or None where single facts and sums already show that no deal fits.

    The classes also tell apart what the sets of cells in ``apart`` do, for questions not yet in the record.
    """
    if not view.countable:
        return None
    unseen = {cell: number for cell, number in view.unseen.items() if number}
    hands = tighten(untightened(view, unseen), unseen)
    return None if hands is None else take_out_located(unseen, hands, tuple(apart))


def untightened(view: View, unseen: Mapping[Face, int]) -> list[HandProblem]:
    """Return every other hand with what its owner's answers say, bounded by its size and the unseen cards alone."""
    cells, hands = frozenset(unseen), []
    answers = list(observations(view))
    # Players who give the same answer share its formula, so each is looked at once.
    all_left = len(cells) == len(view.unseen)
    within = cache(lambda formula: formula if all_left else restrict(formula, cells))
    for player in view.others:
        mine = [observation for observation in answers if observation.player == player]
        size = view.hand_size(player)
        weighings = (weighing(o.choice, cells, within) for o in mine if o.choice is not None)
        hands.append(
            HandProblem(
                player=player,
                size=size,
                least=dict.fromkeys(unseen, 0),
                most={cell: min(size, number) for cell, number in unseen.items()},
                formula=every(within(observation.formula) for observation in mine),
                weighings=tuple(w for w in weighings if w.tells),
            )
        )
    return hands


def weighing(choice: Choice, cells: frozenset[Face], within: Callable[[Formula], Formula]) -> Weighing:
    """Return the weight of a choice in terms of the cells still in play; cards gone since are counted as known.

    ``within`` restricts a formula to these cells.
    """
    gone = dict(choice.gone)

    def part(cards: frozenset[Face], when: Formula) -> Part:
        return Part(cards & cells, sum(gone.get(cell, 0) for cell in cards) if gone else 0, within(when))

    return Weighing(part(choice.like, TRUE), joined(part(cards, when) for cards, when in choice.lawful))


def joined(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts of a choice, those whose condition holds in one, those whose condition cannot left out."""
    parts = [part for part in parts if part.when != FALSE and (part.cards or part.extra)]
    sure = [part for part in parts if part.when == TRUE]
    if len(sure) > 1:
        one = Part(frozenset().union(*(part.cards for part in sure)), sum(part.extra for part in sure), TRUE)
        parts = [one, *(part for part in parts if part.when != TRUE)]
    return tuple(parts)


def tighten(hands: list[HandProblem], unseen: Mapping[Face, int]) -> list[HandProblem] | None:
    """Return the hands with their bounds drawn as tight as single facts allow, facts so spent folded away.

    None where some hand's bounds cross, or its formula is false within them: no deal fits.
    """
    place = {cell: number for number, cell in enumerate(unseen)}
    places = cache(lambda cards: [place[cell] for cell in cards])
    drafts, numbers = [Draft(hand, places) for hand in hands], list(unseen.values())
    changed = True
    while changed:
        changed = False
        for draft in drafts:
            draft.bound()
        lower = [sum(column) for column in zip(*(draft.least for draft in drafts), strict=True)]
        for draft in drafts:
            if not draft.squeeze([number - least for number, least in zip(numbers, lower, strict=True)]):
                return None
            changed |= draft.fold()
            if draft.hand.formula == FALSE:
                return None
    return [draft.finished() for draft in drafts]


class Draft:
    """A hand whose bounds are being drawn tighter; they are kept by number of the cell."""

    def __init__(self, hand: HandProblem, places: Callable[[frozenset[Face]], list[int]]) -> None:
        self.hand, self.places = hand, places
        self.least, self.most = list(hand.least.values()), list(hand.most.values())
        self.bounded: Formula | None = None  # the formula whose bounds are drawn
        self.folded: tuple[list[int], list[int]] | None = None  # the bounds that are folded in

    def bound(self) -> None:
        """Draw the bounds that the formula states outright: some of one cell, none of a set."""
        formula = self.hand.formula
        if formula is self.bounded:
            return
        self.bounded = formula
        for part in formula.parts if isinstance(formula, All) else (formula,):
            match part:
                case AtLeast(cards, number) if len(cards) == 1:
                    (cell,) = self.places(cards)
                    self.least[cell] = max(self.least[cell], number)
                case Not(AtLeast(cards, 1)):
                    for cell in self.places(cards):
                        self.most[cell] = 0

    def squeeze(self, room: list[int]) -> bool:
        """Draw the upper bounds that the hand's size and ``room`` for more cards leave; False where bounds cross."""
        spare = self.hand.size - sum(self.least)
        self.most = [min(m, lo + r, lo + spare) for m, r, lo in zip(self.most, room, self.least, strict=True)]
        return self.hand.size <= sum(self.most) and all(map(le, self.least, self.most))

    def fold(self) -> bool:
        """Replace every atom that the bounds decide by true or false; return whether bounds had changed since."""
        least, most, size = self.least, self.most, self.hand.size
        if self.folded == (least, most):
            return False
        self.folded = least.copy(), most.copy()
        spare, room = size - sum(least), sum(most)

        @cache
        def bounds(cards: frozenset[Face]) -> tuple[int, int]:
            inside = self.places(cards)
            return sum([least[cell] for cell in inside]), sum([most[cell] for cell in inside])

        def decide(atom: AtLeast) -> Formula:
            low, high = bounds(atom.cards)
            if max(low, size - (room - high)) >= atom.number:
                return TRUE
            return FALSE if min(high, low + spare) < atom.number else atom

        self.hand = mapped(self.hand, lambda formula: rebuild(formula, decide))
        return True

    def finished(self) -> HandProblem:
        """Return the hand with the bounds drawn."""
        least = dict(zip(self.hand.least, self.least, strict=True))
        return replace(self.hand, least=least, most=dict(zip(least, self.most, strict=True)))


def mapped(hand: HandProblem, change: Callable[[Formula], Formula]) -> HandProblem:
    """Return the hand with its formula and the conditions of its weighings changed, without what weighs nothing."""
    weighings = []
    for weighing in hand.weighings:
        if any(part.when != TRUE for part in weighing.lawful):
            parts = joined(replace(part, when=change(part.when)) for part in weighing.lawful)
            weighing = Weighing(weighing.like, parts)
        if weighing.tells:
            weighings.append(weighing)
    formula = change(hand.formula)
    if formula is hand.formula and weighings == [*hand.weighings]:
        return hand
    return replace(hand, formula=formula, weighings=tuple(weighings))


def take_out_located(
    unseen: Mapping[Face, int], hands: list[HandProblem], apart: tuple[frozenset[Face], ...]
) -> Problem:
    """Return the problem without the cells of which every card is known to be in one certain hand."""
    fixed = [c for c, n in unseen.items() if all(h.least[c] == h.most[c] for h in hands) and sum_least(hands, c) == n]
    located = {hand.player: {cell: hand.least[cell] for cell in fixed if hand.least[cell]} for hand in hands}
    left = {cell: number for cell, number in unseen.items() if cell not in fixed}
    rest = [take_out(hand, located[hand.player], frozenset(left)) for hand in hands] if fixed else hands
    return Problem(left, tuple(rest), classes(left, rest, apart), located)


def sum_least(hands: Iterable[HandProblem], cell: Face) -> int:
    """Return how many cards of a cell are in some other hand for certain."""
    return sum(hand.least[cell] for hand in hands)


def take_out(hand: HandProblem, gone: Mapping[Face, int], cells: frozenset[Face]) -> HandProblem:
    """Return the hand without its located cards, which still count in everything said of it."""

    def count(part: Part) -> Part:
        return replace(part, cards=part.cards & cells, extra=part.extra + sum(gone.get(c, 0) for c in part.cards))

    weighings = tuple(Weighing(count(w.like), tuple(count(part) for part in w.lawful)) for w in hand.weighings)
    shrunk = replace(
        hand,
        size=hand.size - sum(gone.values()),
        least={cell: hand.least[cell] for cell in cells},
        most={cell: hand.most[cell] for cell in cells},
        weighings=weighings,
    )
    return mapped(shrunk, lambda formula: restrict(without(formula, gone), cells))


def classes(
    unseen: Mapping[Face, int], hands: Iterable[HandProblem], apart: tuple[frozenset[Face], ...]
) -> tuple[tuple[Face, ...], ...]:
    """Return the cells in groups that nothing tells apart; a cell of which some hand has a certain number stays alone.

    The other bounds need no class of their own: they are 0, or follow from sizes and sums.
    """
    hands = tuple(hands)
    certain = [{cell for cell, number in hand.least.items() if number} for hand in hands]
    barred = [{cell for cell, number in hand.most.items() if not number} for hand in hands]
    sets = [*barred, *dict.fromkeys((*apart, *(cards for hand in hands for cards in named_sets(hand))))]
    alone = set().union(*certain)
    groups: dict[object, list[Face]] = {}
    for cell in unseen:
        groups.setdefault((cell if cell in alone else None, *(cell in cards for cards in sets)), []).append(cell)
    return tuple(tuple(group) for group in groups.values())


def named_sets(hand: HandProblem) -> Iterable[frozenset[Face]]:
    """Yield every set of cells that the hand's formula or weighings name."""
    yield from (atom.cards for atom in atoms(hand.formula))
    for weighing in hand.weighings:
        for part in (weighing.like, *weighing.lawful):
            yield part.cards
            yield from (atom.cards for atom in atoms(part.when))
