"""Proofs: of all bounds that were found those needed, as steps in which one follows from the other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as put

from solver.errors import TooMuchWork
from solver.game.cards import Face
from solver.logic.answers import Observation, observations
from solver.logic.formulas import FALSE, All, AtLeast, Formula, Not, at_least, every, negate
from solver.logic.model import Boss, DealModel, Discard, Hand, Place
from solver.odds.tables import HandTable
from solver.reasons.clashes import alike, merged, renamed, smallest_clash
from solver.reasons.deduction import PLENTY, Bound, Cells, Deduction, Derived, Rule, Side, says
from solver.reasons.entries import Entry, card
from solver.reasons.facts import BossFact, Fact, formula
from solver.reasons.grounds import Ground, grounds
from solver.reasons.pruning import Needed, Pruning
from solver.reasons.since import counting_since, discards_of
from solver.record.schema import Record
from solver.record.view import View

Parts = Mapping[Observation, Sequence[tuple[Ground, Formula]]]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof: what follows about the cards of a place now, by which rule, from what.

    ``answers`` are the entries it uses, ``grounds`` what in them, and ``since`` the discards of the player since then
    without which it would say another number; ``premises`` are the numbers (from 0) of the earlier steps it needs.
    Under the rule DECK the cards of the conclusion are summed over all places: ``summands`` are what the others hold
    of them, as the premises say. With ``by_size`` it needs how many cards the place holds.
    """

    conclusions: tuple[Bound, ...]
    rule: Rule
    premises: tuple[int, ...]
    answers: tuple[Entry, ...] = ()
    grounds: tuple[Ground, ...] = ()
    since: tuple[Entry, ...] = ()
    summands: tuple[Bound, ...] = ()
    by_size: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """Why ``fact`` is certain: the last step says it of the hand now.

    No steps where it holds of any hand. ``discards`` are those that count in a fact about an earlier turn.
    """

    fact: Fact
    steps: tuple[Step, ...]
    discards: tuple[Entry, ...] = ()


class Prover:
    """All that can be proved about one record, of which some deal must fit."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.sizes: dict[Place, int] = {Hand(player): view.hand_size(player) for player in view.others}
        self.sizes[Boss()] = 1
        self.answers = tuple(observations(view))
        self.plain = {answer: answer for answer in self.answers} | plain_twins(view.record, self.answers)

    def needed_answers(self, fact: Fact) -> tuple[Observation, ...]:
        """Return the fewest answers from which a certain fact follows; ValueError where it is not certain.

        Points of the cards shown are left out where it follows without them.
        """
        statement, twins = formula(self.view, fact), tuple(self.plain.values())
        told = dict.fromkeys((*self.answers, *twins))
        names = alike(self.view.unseen, [statement, *(answer.formula for answer in told)])
        model = DealModel(merged(self.view.unseen, names), self.sizes)
        model.require(renamed(negate(statement), names), [place_of(fact)])
        for answer in told:
            model.require(renamed(answer.formula, names), [Hand(answer.player)], answer)
        needed = list(smallest_clash(model, self.answers))
        for number, answer in enumerate(needed):
            plainer = [*needed[:number], self.plain[answer], *needed[number + 1 :]]
            if plainer != needed and not model.possible(plainer):
                needed = plainer
        return tuple(needed)

    def prove(self, fact: Fact) -> Proof:
        """Return a proof of a certain fact, every step checked in a fresh model; ValueError where it is not certain.

        Raises TooMuchWork where a hand has too many ways.
        """
        answers, cells = self.needed_answers(fact), frozenset(self.view.unseen)
        try:
            steps = self.derived(fact, answers, cells)
        except TooMuchWork:
            steps = self.from_sight(fact, answers)
        return Proof(fact, steps, self.discards(fact))

    @property
    def in_sight(self) -> Cells:
        """The cells of the doubles that are in sight."""
        return frozenset(cell for cell, number in self.view.unseen.items() if cell.kind.is_double and not number)

    def derived(self, fact: Fact, answers: Sequence[Observation], cells: Cells) -> tuple[Step, ...]:
        """Return the steps by which a fact follows from answers, for hands that hold cards of ``cells`` alone."""
        statement, unseen = formula(self.view, fact), {c: n for c, n in self.view.unseen.items() if c in cells}
        # Doubles in sight stay apart from others: that they are in no hand is a step of its own.
        apart = at_least(self.in_sight, 1)
        names = alike(unseen, [statement, apart, *(answer.formula for answer in answers)])
        told = [replace(answer, formula=renamed(answer.formula, names)) for answer in answers]
        goals = list(goals_of(renamed(statement, names), place_of(fact)))
        most = merged({cell: 1 if cell.kind.is_double else PLENTY for cell in unseen}, names)
        parts = {
            answer: [(ground, renamed(part, names)) for ground, part in grounds(self.view, own)]
            for answer, own in zip(told, answers, strict=True)
        }

        def deduce(sought: Sequence[Bound]) -> Deduction:
            return Deduction(merged(unseen, names), most, self.sizes, told, [goal.cells for goal in sought])

        deduction, steps = deduce(goals), list[Step]()
        if len(goals) == 1 or deduction.reach(goals):
            steps += self.steps(deduction, goals, names, parts)
        else:  # one after the other, as something must be supposed
            for goal in goals:
                steps += moved(self.steps(deduce([goal]), [goal], names, parts), len(steps))
        wanted = [replace(goal, cells=spread(goal.cells, names)) for goal in goals]
        return told_at_once(steps, wanted) or (*steps, *closing(steps, wanted))

    def from_sight(self, fact: Fact, answers: Sequence[Observation]) -> tuple[Step, ...]:
        """Return the steps by which a fact follows, the first that nobody holds a double in sight.

        So there are fewer hands to look through.
        """
        gone, goals = self.in_sight, list(goals_of(formula(self.view, fact), place_of(fact)))
        steps = list(moved(self.derived(fact, answers, frozenset(self.view.unseen) - gone), 1))
        barred: dict[Place, None] = {}
        for number, step in enumerate(steps):
            premises = [bound for premise in step.premises for bound in steps[premise - 1].conclusions]
            place = Hand(step.answers[0].player) if step.answers else step.conclusions[0].place
            if self.lets_in(gone, place, step, premises, answers):
                steps[number] = replace(step, premises=(0, *step.premises))
                barred[place] = None
        if any(goal.cells & gone for goal in goals):
            steps.append(Step(tuple(goals), Rule.SIZE, (0, len(steps))))
            barred[place_of(fact)] = None
        nobody = tuple(Bound(place, gone, Side.MOST, 0) for place in barred)
        return (Step(nobody, Rule.DECK, ()), *steps) if nobody else tuple(moved(steps, -1))

    def lets_in(
        self, gone: Cells, place: Place, step: Step, premises: Iterable[Bound], answers: Iterable[Observation]
    ) -> bool:
        """Return whether a step about one place would not follow if that place could hold the cards ``gone`` as well.

        Taken to be so where there are too many hands to see.
        """
        if step.rule not in (Rule.ANSWER, Rule.SIZE, Rule.REFUTED):
            return False
        told = {(entry.turn, entry.player) for entry in step.answers}
        given = [premise.formula for premise in premises if premise.place == place]
        given += [seen.formula for seen in answers if (seen.turn, seen.player) in told]
        wanted = FALSE if step.rule is Rule.REFUTED else every(bound.formula for bound in step.conclusions)
        names = alike(self.view.unseen, [wanted, at_least(gone, 1), *given])
        most = merged({cell: 1 if cell.kind.is_double else PLENTY for cell in self.view.unseen}, names)
        try:
            table = HandTable(self.sizes[place], most)
        except TooMuchWork:
            return True
        return not table.follows(renamed(wanted, names), [renamed(one, names) for one in given])

    def steps(
        self, deduction: Deduction, goals: Sequence[Bound], names: Mapping[Face, Face], parts: Parts
    ) -> Iterator[Step]:
        """Yield the steps that lead to the goals, each checked."""
        deduction.reach(goals)
        needed = Pruning(deduction, [deduction.goal(goal) for goal in goals]).needed
        for one in needed:
            check(deduction, one.derived, [needed[number].derived.bound for number in one.premises])
        yield from news(self.joined(deduction, needed, names, parts))

    def joined(
        self, deduction: Deduction, needed: Sequence[Needed], names: Mapping[Face, Face], parts: Parts
    ) -> Iterator[Step]:
        """Yield the steps in the cells of the view: in one what follows from the same, about one hand or by one sum."""
        groups: dict[object, list[int]] = {}
        numbers: list[int] = []
        for place, one in enumerate(needed):
            own = tuple(sorted({numbers[premise] for premise in one.premises}))
            topic = (one.derived.rule, one.derived.answers, self.topic(deduction, one), own)
            groups.setdefault(topic, []).append(place)
            numbers.append(list(groups).index(topic))

        def whole(bound: Bound) -> Bound:
            return replace(bound, cells=spread(bound.cells, names))

        for group in groups.values():
            derived = [needed[place].derived for place in group]
            first = needed[group[0]]
            premises = [needed[premise].derived.bound for premise in first.premises]
            about = [whole(bound) for bound in premises if bound.place == first.derived.place]
            why = {ground for one in derived for ground in used(deduction, one, premises, parts)}
            concluded = united(whole(one.bound) for one in derived)
            by_answer = first.derived.answers if first.derived.rule is not Rule.TOGETHER else ()
            yield Step(
                conclusions=concluded,
                rule=first.derived.rule,
                premises=tuple(sorted({numbers[premise] for premise in first.premises})),
                answers=tuple(map(self.entry, first.derived.answers)),
                grounds=tuple(ground for ground in Ground if ground in why),
                since=tuple(entry for seen in by_answer for entry in counting_since(self.view, seen, concluded, about)),
                summands=tuple(map(whole, first.summands)),
                by_size=any(
                    sized(deduction, one, [needed[n].derived.bound for n in needed[place].premises])
                    for place, one in zip(group, derived, strict=True)
                ),
            )

    def topic(self, deduction: Deduction, one: Needed) -> object:
        """Return what a bound shares with those that are told in one step with it, beside what they follow from."""
        bound = one.derived.bound
        if one.derived.rule is not Rule.DECK:
            return bound if one.derived.rule is Rule.REFUTED else bound.place
        in_sight = not any(deduction.supply[cell] for cell in bound.cells)
        return "in sight" if in_sight else (bound.cells, bound.side, bound.number)

    def entry(self, answer: Observation) -> Entry:
        """Return the entry of an answer, as the record has it."""
        return Entry(
            answer.turn, answer.player, "answer", self.view.record.turns[answer.turn - 1].answers[answer.player]
        )

    def discards(self, fact: Fact) -> tuple[Entry, ...]:
        """Return the discards since the turn of a fact that count in it."""
        if isinstance(fact, BossFact) or fact.turn is None:
            return ()
        gone = discards_of(self.view, fact.player, fact.turn)
        return tuple(entry for entry in gone if card(entry).kind in fact.kinds)


def plain_twins(record: Record, answers: Iterable[Observation]) -> dict[Observation, Observation]:
    """Return each answer whose points say something, with what it says without them."""
    turns = [
        put(turn, answers={p: a.bare if isinstance(a, Face) else a for p, a in turn.answers.items()})
        for turn in record.turns
    ]
    plain = {(o.turn, o.player): o for o in observations(View(put(record, turns=tuple(turns))))}
    twins = {answer: plain[answer.turn, answer.player] for answer in answers}
    return {answer: twin for answer, twin in twins.items() if twin.formula != answer.formula}


def place_of(fact: Fact) -> Place:
    """Return the place that a fact speaks of."""
    return Boss() if isinstance(fact, BossFact) else Hand(fact.player)


def goals_of(statement: Formula, place: Place) -> Iterator[Bound]:
    """Yield the bounds that a fact consists of; none where it holds of any hand."""
    match statement:
        case AtLeast(cells, number):
            yield Bound(place, cells, Side.LEAST, number)
        case Not(AtLeast(cells, number)):
            yield Bound(place, cells, Side.MOST, number - 1)
        case All(parts):
            for part in parts:
                yield from goals_of(part, place)
        case _:
            raise ValueError(f"not a statement about the number of cards: {statement}")


def united(bounds: Iterable[Bound]) -> tuple[Bound, ...]:
    """Return bounds with those in one that say of several sets of cells that a place holds none of them."""
    found: list[Bound] = []
    for bound in bounds:
        nothing = [b for b in found if not b.number and not bound.number and b.place == bound.place]
        if nothing:
            place = found.index(nothing[0])
            found[place] = replace(bound, cells=found[place].cells | bound.cells)
        else:
            found.append(bound)
    return tuple(found)


def spread(cells: Cells, names: Mapping[Face, Face]) -> Cells:
    """Return the cells of the view that stand under these names."""
    return frozenset(cell for cell in names if names[cell] in cells)


def news(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps without those that only repeat what an earlier one says once its bounds are put together."""
    told: list[Step] = []
    numbers: list[int] = []
    for step in steps:
        known = [told[numbers[premise]] for premise in step.premises]
        repeated = [
            one
            for one in known
            if step.rule is Rule.SIZE
            and all(any(says(bound, new) for bound in one.conclusions) for new in step.conclusions)
        ]
        if repeated:
            numbers.append(told.index(repeated[0]))
            continue
        numbers.append(len(told))
        told.append(replace(step, premises=tuple(sorted({numbers[premise] for premise in step.premises}))))
    yield from told


def moved(steps: Iterable[Step], number: int) -> Iterator[Step]:
    """Yield steps as they are numbered after ``number`` others."""
    for step in steps:
        yield replace(step, premises=tuple(premise + number for premise in step.premises))


def closing(steps: Sequence[Step], goals: Sequence[Bound]) -> Iterator[Step]:
    """Yield the step that puts "at least" and "at most" together, where no one step says both."""
    said = [[any(says(bound, goal) for bound in step.conclusions) for step in steps] for goal in goals]
    reached = {found.index(True) for found in said}
    if len(reached) > 1:
        yield Step(tuple(goals), Rule.SIZE, tuple(sorted(reached)))


def told_at_once(steps: Sequence[Step], goals: Sequence[Bound]) -> tuple[Step, ...]:
    """Return the one step that shows a double to be in a hand, just once as there is one of each; else nothing."""
    if len(goals) == len(steps) == 2:
        shown, alone = steps
        if shown.grounds == (Ground.HELD,) and alone == Step((goals[1],), Rule.SIZE, ()):
            return (replace(shown, conclusions=tuple(goals)),)
    return ()


def used(deduction: Deduction, derived: Derived, premises: Sequence[Bound], parts: Parts) -> list[Ground]:
    """Return which grounds of its answer a bound rests on, beside its premises."""
    if derived.rule is Rule.TOGETHER or not derived.answers:
        return []
    table = deduction.tables[derived.place]
    own = [premise.formula for premise in premises if premise.place == derived.place]
    kept = list(parts[derived.answers[0]])
    for part in reversed(list(kept)):
        rest = [other for other in kept if other is not part]
        if table.follows(derived.formula, [*(formula for _, formula in rest), *own]):
            kept = rest
    return [ground for ground, _ in kept]


def sized(deduction: Deduction, derived: Derived, premises: Sequence[Bound]) -> bool:
    """Return whether a bound rests on how many cards its place holds."""
    if derived.rule is not Rule.SIZE:
        return False
    if derived.bound.side is Side.MOST:  # more of some leave room for fewer of others
        return any(premise.side is Side.LEAST for premise in premises)
    fewer = HandTable(deduction.sizes[derived.place] - 1, deduction.most)
    return not fewer.follows(derived.formula, [premise.formula for premise in premises])


def check(deduction: Deduction, derived: Derived, premises: Iterable[Bound]) -> None:
    """Check in a fresh model that a step follows from its answers and premises; SolverUnknown where that stays open.

    Unless the rule counts the deck, the model has more than enough cards of every kind.
    """
    if derived.rule is Rule.SUPPOSED:
        return
    if derived.rule in (Rule.DECK, Rule.TOGETHER):
        model = DealModel(deduction.supply, deduction.sizes)
        told = list(premises)
    else:
        place = derived.place
        size = deduction.sizes[place]
        plenty = {cell: min(number, size) for cell, number in deduction.most.items()}
        elsewhere = Boss() if place != Boss() else Discard(0)
        model = DealModel(plenty, {place: size, elsewhere: sum(plenty.values()) - size})
        told = [premise for premise in premises if premise.place == place]
    for premise in told:
        model.require(premise.formula, [premise.place])
    for answer in derived.answers:
        model.require(answer.formula, [Hand(answer.player)])
    model.require(negate(derived.formula), [derived.bound.place])
    if model.possible():
        raise AssertionError(f"{derived} does not follow")
