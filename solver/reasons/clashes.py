"""Smallest clashes: of all that may be asked of a model, the fewest things that cannot all be kept."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count
from typing import TypeVar

from solver.game.cards import Face
from solver.logic.formulas import All, AtLeast, Formula, Not, Some, at_least, atoms, every, negate, rebuild, some
from solver.logic.model import DealModel

Name = TypeVar("Name")


def smallest_clash(model: DealModel, names: Sequence[Name]) -> tuple[Name, ...]:
    """Return the fewest of ``names`` that no deal keeps together, in the order given; of several the first in order.

    Found by implicit hitting sets: a clash has a member in every set of names whose removal lets some deal fit. Such
    sets of one name come first. Raises ValueError where a deal keeps all.
    """
    whole = model.decided(names)
    if whole.deal is not None:
        raise ValueError("a deal fits all that is asked for")
    places = {name: place for place, name in enumerate(names)}
    corrections = [1 << places[name] for name in in_every_clash(model, names, whole.core)]
    while True:
        chosen = tuple(names[place] for place in first_smallest_hitting(corrections))
        if not model.possible(chosen):
            return chosen
        left = set(model.most(names, chosen))
        corrections.append(sum(1 << place for place, name in enumerate(names) if name not in left))


def in_every_clash(model: DealModel, names: Sequence[Name], clash: Iterable[Name]) -> list[Name]:
    """Return the names without which a deal keeps all others; they are in any ``clash``, so in that given."""
    found, left = [], list(clash)
    while left:
        name, *left = left
        without = model.decided(other for other in names if other != name)
        if without.deal is not None:
            found.append(name)
        else:
            left = [other for other in left if other in without.core]
    return found


def first_smallest_hitting(sets: Sequence[int]) -> tuple[int, ...]:
    """Return the smallest set of numbers with one in each of ``sets`` (as bits); of several the first in order."""
    return next(found[0] for size in count() if (found := sorted(hitting(sets, size))))


def hitting(sets: Sequence[int], size: int) -> set[tuple[int, ...]]:
    """Return every set of at most ``size`` numbers with one in each of ``sets``, none of them in vain on its way."""
    if not sets:
        return {()}
    apart, used = 0, 0
    for members in sorted(sets, key=int.bit_count):
        if not members & used:
            apart, used = apart + 1, used | members
    if apart > size:
        return set()
    found = set()
    branch = min(sets, key=int.bit_count)
    while branch:
        bit = branch & -branch
        branch ^= bit
        rest = hitting([members for members in sets if not members & bit], size - 1)
        found |= {tuple(sorted((bit.bit_length() - 1, *others))) for others in rest}
    return found


def alike(cells: Iterable[Face], formulas: Iterable[Formula]) -> Mapping[Face, Face]:
    """Return cell -> the first cell that no formula tells apart from it."""
    sets = list(dict.fromkeys(atom.cards for formula in formulas for atom in atoms(formula)))
    names: dict[tuple[bool, ...], Face] = {}
    return {cell: names.setdefault(tuple(cell in cards for cards in sets), cell) for cell in cells}


def renamed(formula: Formula, names: Mapping[Face, Face]) -> Formula:
    """Return the formula with cells under the names that ``alike`` gave them; cells without a name drop out."""
    return rebuild(formula, lambda atom: at_least(frozenset(names[c] for c in atom.cards if c in names), atom.number))


def lean(formula: Formula) -> Formula:
    """Return the formula without what is plain from the rest of it: cells ruled out beside, atoms that others imply."""
    match formula:
        case AtLeast():
            return formula
        case Not(part):
            return negate(lean(part))
        case Some(parts):
            return some(map(lean, parts))
        case All(parts):
            barred = frozenset[Face]().union(*map(bars, parts))
            rest = every(barring(part, barred) for part in parts if not bars(part))
            told = rest.parts if isinstance(rest, All) else (rest,)
            nothing = [negate(at_least(barred, 1))] if barred else []
            return every([*nothing, *telling([lean(part) for part in told])])


def bars(formula: Formula) -> frozenset[Face]:
    """Return the cells of which a formula says, and says no more, that the hand holds none."""
    match formula:
        case Not(AtLeast(cards, 1)):
            return cards
        case _:
            return frozenset()


def barring(formula: Formula, cells: frozenset[Face]) -> Formula:
    """Return the formula for hands without these cells."""
    return rebuild(formula, lambda atom: at_least(atom.cards - cells, atom.number))


def telling(parts: Sequence[Formula]) -> Iterator[Formula]:
    """Yield the parts of a conjunction but for atoms that follow from one or two about fewer cells."""
    atoms = [part for part in parts if isinstance(part, AtLeast)]
    for part in parts:
        if isinstance(part, AtLeast):
            inside = [atom for atom in atoms if atom.cards < part.cards]
            apart = (a.number + b.number for a, b in combinations(inside, 2) if a.cards.isdisjoint(b.cards))
            if max([*(atom.number for atom in inside), *apart], default=0) >= part.number:
                continue
        yield part


def merged(supply: Mapping[Face, int], names: Mapping[Face, Face]) -> Counter[Face]:
    """Return how many cards there are under each name."""
    total: Counter[Face] = Counter()
    for cell, number in supply.items():
        total[names[cell]] += number
    return total
