"""Hints for "what can I know here?", in three degrees, from the next step of a proof."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.catalogue import message
from solver.errors import RecordError
from solver.logic.model import Hand
from solver.reasons.deduction import Bound
from solver.reasons.explanations import Explainer, certain_facts
from solver.reasons.facts import BossFact, Fact
from solver.reasons.proofs import Proof, Step
from solver.record.schema import Record

LOOKED_AT = 5  # facts of which the proofs are compared


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step towards something certain.

    First degree: ``player`` (None: the boss cat) and ``turns``, where to look. Second: the rule and the grounds of
    ``step``, which kind of reasoning. Third: the step itself, with ``premises``, what each step it needs says.
    ``fact`` is where the proof leads.
    """

    fact: Fact
    step: Step
    premises: tuple[tuple[Bound, ...], ...]
    player: str | None
    turns: tuple[int, ...]


def hint(record: Record, known: Sequence[Fact] = ()) -> Hint | None:
    """Return the hint for a certain fact that is not among ``known``, itself certain; None where there is no other.

    The boss cat comes first; of the first few the one with the shortest proof. Raises RecordError where something
    ``known`` is not certain, and as ``solve`` does.
    """
    explainer = Explainer(record)
    for fact in known:
        if explainer.deal_against(fact) is not None:
            raise RecordError("known", str(fact), message("errors.not_certain"))
    facts = [fact for fact in certain_facts(explainer.view, explainer.posterior) if fact not in known]
    about_boss = [fact for fact in facts if isinstance(fact, BossFact)]
    proofs = [proof for proof in map(explainer.prover.prove, (about_boss or facts)[:LOOKED_AT]) if proof.steps]
    if not proofs:
        return None
    return next_step(min(proofs, key=lambda proof: len(proof.steps)), [explainer.prover.prove(fact) for fact in known])


def next_step(proof: Proof, known: Sequence[Proof]) -> Hint:
    """Return the first step of a proof whose conclusions were not reached in the proofs of what is known."""
    reached = {bound for other in known for step in other.steps for bound in step.conclusions}
    step = next((s for s in proof.steps if not reached.issuperset(s.conclusions)), proof.steps[-1])
    place = step.conclusions[0].place
    before = [proof.steps[premise] for premise in step.premises]
    turns = {entry.turn for one in (step, *before) for entry in one.answers}
    premises = tuple(one.conclusions for one in before)
    return Hint(proof.fact, step, premises, place.player if isinstance(place, Hand) else None, tuple(sorted(turns)))
