"""Of all bounds that a deduction found only those that its goals need, none of them in vain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.logic.model import Place
from solver.reasons.deduction import Bound, Deduction, Derived, Rule, Side, says


@dataclass(frozen=True, slots=True)
class Needed:
    """A bound that a proof needs, with the numbers of the needed ones that it needs, and what it is summed from."""

    derived: Derived
    premises: tuple[int, ...]
    summands: tuple[Bound, ...] = ()


class Pruning:
    """What of a deduction is needed for its goals, none of it in vain."""

    def __init__(self, deduction: Deduction, goals: Sequence[int]) -> None:
        self.deduction = deduction
        self.needed: list[Needed] = []
        self.numbers: dict[int, int] = {}
        for goal in goals:
            self.step(goal)

    def step(self, number: int) -> int:
        """Return the place among the needed bounds of one that was found, after those that it needs."""
        if number not in self.numbers:
            derived = self.deduction.found[number]
            earlier = range(number - 1, -1, -1)
            if derived.rule is Rule.DECK:
                needed = self.summed(derived, earlier)
            else:
                needed = Needed(derived, tuple(map(self.step, self.premises(derived, earlier))))
            self.numbers[number] = self.add(needed)
        return self.numbers[number]

    def add(self, needed: Needed) -> int:
        """Note what is needed and return its place."""
        self.needed.append(needed)
        return len(self.needed) - 1

    def premises(self, derived: Derived, earlier: Iterable[int]) -> list[int]:
        """Return which earlier bounds of the place a bound needs beside its answers: none in vain, first found kept."""
        found = self.deduction.found
        if derived.rule in (Rule.SUPPOSED, Rule.TOGETHER):
            return []
        table = self.deduction.tables[derived.place]
        given = [answer.formula for answer in derived.answers]
        kept = [number for number in earlier if found[number].bound.place == derived.place]
        for number in list(kept):
            rest = [other for other in kept if other != number]
            if table.follows(derived.formula, [*given, *(found[other].bound.formula for other in rest)]):
                kept = rest
        supposed = [n for n, one in enumerate(found) if one.rule is Rule.SUPPOSED and derived.rule is Rule.REFUTED]
        return sorted({*kept, *supposed})

    def summed(self, derived: Derived, earlier: Iterable[int]) -> Needed:
        """Return a bound that follows by summing over all places, with what the others hold for it."""
        found, bound = self.deduction.found, derived.bound
        total = sum(self.deduction.supply[cell] for cell in bound.cells)
        others = [place for place in self.deduction.sizes if place != bound.place]
        known = {place: [n for n in earlier if found[n].bound.place == place] for place in others}
        held = {place: self.held(place, bound, known[place]) for place in others}
        for number in sorted((number for own in known.values() for number in own), reverse=True):
            place = found[number].bound.place
            rest = [other for other in known[place] if other != number]
            without = held | {place: self.held(place, bound, rest)}
            left = total - sum(without.values())
            if left <= bound.number if bound.side is Side.MOST else left >= bound.number:
                known[place], held = rest, without
        summands = [Bound(place, bound.cells, bound.side.other, number) for place, number in held.items()]
        shown = [s for s in summands if s.number or s.side is Side.MOST]
        premises = [number for s in shown for number in self.summand(s, sorted(known[s.place]))]
        return Needed(derived, tuple(premises), tuple(shown))

    def held(self, place: Place, bound: Bound, known: Iterable[int]) -> int:
        """Return how many cards of a bound's cells a place holds at least (for a bound from above) or at most."""
        table = self.deduction.tables[place]
        low, high = table.range(bound.cells, table.where_all(self.deduction.found[n].bound.formula for n in known))
        return low if bound.side is Side.MOST else high

    def summand(self, bound: Bound, own: list[int]) -> list[int]:
        """Return what proves what one place holds of a set: a bound that says as much at sight, or a new one."""
        if not own:
            size = self.deduction.sizes[bound.place]
            return [] if bound.number in (0, size) else [self.add(Needed(Derived(bound, Rule.SIZE), ()))]
        if len(own) == 1 and says(self.deduction.found[own[0]].bound, bound):
            return [self.step(own[0])]
        return [self.add(Needed(Derived(bound, Rule.SIZE), tuple(map(self.step, own))))]
