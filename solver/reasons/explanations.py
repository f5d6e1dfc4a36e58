"""Whether a fact is certain, impossible or open, and why."""

from dataclasses import dataclass, replace
from enum import Enum

from solver.errors import Contradiction
from solver.logic.answers import check_my_answers
from solver.logic.formulas import Formula, negate
from solver.logic.model import Deal, DealModel, Hand
from solver.odds import counting
from solver.odds.chances import chance_of
from solver.odds.posterior import Posterior
from solver.reasons.diagnosis import diagnose
from solver.reasons.facts import BossFact, Compare, Fact, HandFact, formula, parse_fact
from solver.reasons.proofs import Proof, Prover, place_of
from solver.record.schema import Record
from solver.record.view import View


class Verdict(Enum):
    """What a record says about a fact."""

    PROVEN = "proven"
    WRONG = "wrong"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a record says about ``fact``, with its probability ``p`` (1.0 and 0.0 only where certain).

    PROVEN comes with the proof of the fact, WRONG with the proof of its opposite (none where that is not a bound on a
    number of cards), OPEN with an ``example``, a deal in which the fact fails: place -> cell -> cards held now.
    """

    fact: Fact
    verdict: Verdict
    p: float
    proof: Proof | None = None
    example: Deal | None = None


class Explainer:
    """Answers for one record, of which some deal must fit. Raises RecordError and Contradiction as ``solve`` does."""

    def __init__(self, record: Record) -> None:
        self.view = View(record)
        check_my_answers(self.view)
        found = counting.count(self.view)
        if found is None:
            raise Contradiction(diagnose(record))
        self.posterior: Posterior = found
        self.prover = Prover(self.view)

    def explain(self, fact: Fact) -> Explanation:
        """Return whether a fact is proven, wrong or open, with what shows it.

        What is possible is asked of the constraint model. Raises SolverUnknown where it does not say, TooMuchWork
        where the probability of an open fact is too much work.
        """
        against = self.deal_against(fact)
        if against is None:
            return Explanation(fact, Verdict.PROVEN, 1.0, self.prover.prove(fact))
        if self.deal_with(fact, formula(self.view, fact)) is None:
            return Explanation(fact, Verdict.WRONG, 0.0, self.refutation(fact))
        return Explanation(fact, Verdict.OPEN, self.chance(fact), example=against)

    def deal_with(self, fact: Fact, statement: Formula) -> Deal | None:
        """Return a deal that fits the record and ``statement`` about the place of a fact; None where there is none."""
        model = DealModel(self.view.unseen, self.prover.sizes)
        for answer in self.prover.answers:
            model.require(answer.formula, [Hand(answer.player)])
        model.require(statement, [place_of(fact)])
        return model.decided().deal

    def deal_against(self, fact: Fact) -> Deal | None:
        """Return a deal that fits the record and in which a fact fails; None where the fact is certain."""
        return self.deal_with(fact, negate(formula(self.view, fact)))

    def refutation(self, fact: Fact) -> Proof | None:
        """Return the proof of what is certain instead of an impossible fact."""
        for opposite in opposites(fact):
            if self.deal_against(opposite) is None:
                return self.prover.prove(opposite)
        return None

    def chance(self, fact: Fact) -> float:
        """Return the probability of a fact, without the points of answers that the posterior had to set aside."""
        if isinstance(fact, BossFact):
            p = self.posterior.p(fact.kind)
            return p if fact.holds else 1.0 - p
        return chance_of(
            counting.without_points(self.view, self.posterior.set_aside), fact.player, formula(self.view, fact)
        )


def explain(record: Record, fact: Fact | str) -> Explanation:
    """Return what ``record`` says about a fact, given as such or as text (record.md, "Facts, in words").

    Raises RecordError for a fact that cannot be one of this record, and as ``solve`` does.
    """
    explainer = Explainer(record)
    return explainer.explain(parse_fact(fact, explainer.view) if isinstance(fact, str) else fact)


def opposites(fact: Fact) -> tuple[Fact, ...]:
    """Return the facts of which one is certain where ``fact`` is impossible, as far as bounds can say it."""
    if isinstance(fact, BossFact):
        return (fact.opposite,)
    more = replace(fact, compare=Compare.AT_LEAST, number=fact.number + 1)
    less = replace(fact, compare=Compare.AT_MOST, number=fact.number - 1)
    return {Compare.AT_LEAST: (less,), Compare.AT_MOST: (more,), Compare.EXACTLY: (more, less)}[fact.compare]


def certain_facts(view: View, posterior: Posterior) -> list[Fact]:
    """Return what is certain about the boss cat, then about each hand, kind by kind; leaving out kinds in sight."""
    left = [kind for kind in view.record.deck.kinds if any(view.unseen[cell] for cell in view.cells_of(kind))]
    possible = {chance.kind for chance in posterior.boss}
    if len(possible) == 1:
        facts: list[Fact] = [BossFact(kind) for kind in possible]
    else:
        facts = [BossFact(kind, False) for kind in left if kind not in possible]
    for player, holding in posterior.holdings.items():
        for kind, held in holding.kinds.items():
            if held.min == held.max:
                facts.append(HandFact(player, (kind,), Compare.EXACTLY, held.min))
            elif held.min:
                facts.append(HandFact(player, (kind,), Compare.AT_LEAST, held.min))
    return facts
