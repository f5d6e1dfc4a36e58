"""Formulas about one hand, as data: what every answer means (design: one meaning, several readers)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from operator import and_, ge, is_, or_, xor
from typing import Any

from solver.game.cards import Face


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The hand holds at least ``number`` cards out of these cells."""

    cards: frozenset[Face]
    number: int
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.cards, self.number)))

    def __hash__(self) -> int:  # worked out once: formulas are hashed again and again where parts are joined
        return self._hash


@dataclass(frozen=True, slots=True)
class Not:
    """The part is false."""

    part: "Formula"

    def __hash__(self) -> int:
        return ~hash(self.part)


@dataclass(frozen=True, slots=True)
class All:
    """Every part is true; without parts: true."""

    parts: tuple["Formula", ...]
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((All, self.parts)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Some:
    """Some part is true; without parts: false."""

    parts: tuple["Formula", ...]
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((Some, self.parts)))

    def __hash__(self) -> int:
        return self._hash


Formula = AtLeast | Not | All | Some
TRUE, FALSE = All(()), Some(())


def negate(part: Formula) -> Formula:
    """Return the opposite, constants folded."""
    match part:
        case AtLeast():
            return Not(part)
        case Not(inner):
            return inner
        case All(()):
            return FALSE
        case Some(()):
            return TRUE
    return Not(part)


def every(parts: Iterable[Formula]) -> Formula:
    """Return the conjunction: constants folded, repeated parts once, a single part as itself."""
    kept = dict.fromkeys(p for part in parts for p in (part.parts if isinstance(part, All) else (part,)))
    if not kept or FALSE in kept:
        return FALSE if kept else TRUE
    return next(iter(kept)) if len(kept) == 1 else All(tuple(kept))


def some(parts: Iterable[Formula]) -> Formula:
    """Return the disjunction: constants folded, repeated parts once, a single part as itself."""
    kept = dict.fromkeys(p for part in parts for p in (part.parts if isinstance(part, Some) else (part,)))
    if not kept or TRUE in kept:
        return TRUE if kept else FALSE
    return next(iter(kept)) if len(kept) == 1 else Some(tuple(kept))


@lru_cache(maxsize=4096)  # the same few are asked for again and again, in every answer
def at_least(cards: frozenset[Face], number: int) -> Formula:
    """Return "at least ``number`` of ``cards``", folded where it holds for every hand or for none."""
    if number <= 0:
        return TRUE
    return AtLeast(cards, number) if cards else FALSE


def rebuild(formula: Formula, atom: Callable[[AtLeast], Formula]) -> Formula:
    """Return the formula with every atom replaced by what ``atom`` makes of it, constants that come of it folded."""
    match formula:
        case AtLeast():
            return atom(formula)
        case Not(part):
            changed = rebuild(part, atom)
            return formula if changed is part else negate(changed)
        case All(parts) | Some(parts):
            rebuilt = [atom(part) if isinstance(part, AtLeast) else rebuild(part, atom) for part in parts]
            if all(map(is_, rebuilt, parts)):
                return formula
            return every(rebuilt) if isinstance(formula, All) else some(rebuilt)


def without(formula: Formula, gone: Mapping[Face, int]) -> Formula:
    """Return what ``formula`` about a hand says about what is left of it once the cards ``gone`` are taken out."""
    counts = [(cell, number) for cell, number in gone.items() if number]
    if not counts:
        return formula

    def taken_out(atom: AtLeast) -> Formula:
        number = sum(number for cell, number in counts if cell in atom.cards)
        return at_least(atom.cards, atom.number - number) if number else atom

    return rebuild(formula, taken_out)


def restrict(formula: Formula, cells: frozenset[Face]) -> Formula:
    """Return the formula for hands that hold cards of ``cells`` alone; a cell nobody can hold drops out."""
    return rebuild(formula, lambda atom: atom if atom.cards <= cells else at_least(atom.cards & cells, atom.number))


def atoms(formula: Formula) -> Iterable[AtLeast]:
    """Yield every atom of the formula, left to right."""
    match formula:
        case AtLeast():
            yield formula
        case Not(part):
            yield from atoms(part)
        case All(parts) | Some(parts):
            for part in parts:
                yield from atoms(part)


def evaluate(formula: Formula, count: Callable[[frozenset[Face]], Any]) -> Any:
    """Return whether the formula holds; ``count`` gives the number of cards held out of a set of cells.

    With numbers the result is a bool; with arrays (one entry a hand) it is an array of bools.
    """
    match formula:
        case AtLeast(cards, number):
            return ge(count(cards), number)
        case Not(part):
            return xor(evaluate(part, count), True)
        case All(parts):
            return reduce(and_, (evaluate(part, count) for part in parts), True)
        case Some(parts):
            return reduce(or_, (evaluate(part, count) for part in parts), False)
