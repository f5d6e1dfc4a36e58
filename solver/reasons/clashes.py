"""Smallest clashes: of all that may be asked of a model, the fewest things that cannot all be kept."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import TypeVar

from solver.game.cards import Face
from solver.logic.formulas import Formula, at_least, atoms, rebuild
from solver.logic.model import DealModel

Name = TypeVar("Name")


def smallest_clash(model: DealModel, names: Sequence[Name]) -> tuple[Name, ...]:
    """Return the fewest of ``names`` that no deal keeps together, in the order given; of several the first in order.

    Found by implicit hitting sets: a clash has a member in every set of names whose removal lets some deal fit. Such
    sets of one name come first: they are in every clash, so in any core. Raises ValueError where a deal keeps all.
    """
    whole = model.decided(names)
    if whole.deal is not None:
        raise ValueError("a deal fits all that is asked for")
    places = {name: place for place, name in enumerate(names)}
    needed = [name for name in whole.core if model.possible(other for other in names if other != name)]
    corrections = [1 << places[name] for name in needed]
    while True:
        chosen = tuple(names[place] for place in first_smallest_hitting(corrections))
        if not model.possible(chosen):
            return chosen
        left = set(model.most(names, chosen))
        corrections.append(sum(1 << place for place, name in enumerate(names) if name not in left))


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


def merged(supply: Mapping[Face, int], names: Mapping[Face, Face]) -> Counter[Face]:
    """Return how many cards there are under each name."""
    total: Counter[Face] = Counter()
    for cell, number in supply.items():
        total[names[cell]] += number
    return total
