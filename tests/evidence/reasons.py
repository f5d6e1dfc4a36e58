"""Conflicts, repairs and proofs on many rounds: right in all of them, and how long they take."""

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from solver.play import Notes, simulate
from solver.reasons.deduction import Rule
from solver.reasons.diagnosis import diagnose
from solver.reasons.explanations import Explainer, Verdict, certain_facts, opposites
from solver.reasons.facts import BossFact, Compare, Fact, HandFact
from solver.reasons.repairs import Repair
from solver.record.schema import Record
from tests.evidence.parallel import spread
from tests.reasons.checker import assert_deal
from tests.reasons.corruption import corrupted

CORRUPTED = 200
POSITIONS = 200
PROVED = 6  # certain facts of a position, and as many open ones
CONFLICT, REPAIRS, PROOF = (0.3, 2.0), (1.0, 5.0), (0.5, 5.0)  # seconds: median, worst


@dataclass(frozen=True, slots=True)
class Mended:
    """One corrupted record: whether the wrong entry is among the repairs; seconds of processor time of either part."""

    found: bool
    size: int
    conflict: float
    repairs: float


def notes(seed: int) -> Notes:
    """Return how carefully notes are taken: kinds alone, some points, all points in turn."""
    points = (0.0, 0.9, 1.0)[seed % 3]
    return Notes(points=points, answer_points=points, calls=0.97, answers=0.95, cards=0.97, seed=seed)


def mended(seed: int) -> Mended:
    """Return what comes of a full-size round with one entry changed."""
    rng = Random(seed)
    bad = corrupted(
        seed, notes(seed), players=rng.randint(4, 7), expansion=rng.random() < 0.5, turns=rng.randint(3, 13)
    )
    diagnosis = diagnose(bad.record)
    start = time.process_time()
    size = len(diagnosis.conflict)
    middle = time.process_time()
    found = any(isinstance(repair, Repair) and repair.entry == bad.culprit for repair in diagnosis.repairs)
    return Mended(found, size, middle - start, time.process_time() - middle)


@dataclass(frozen=True, slots=True)
class Proved:
    """One position: seconds and steps of its proofs, and what was wrong.

    ``together`` is how many steps took several answers, ``supposing`` how many proofs suppose the opposite.
    """

    seconds: tuple[float, ...]
    steps: tuple[int, ...]
    together: int
    supposing: int
    wrong: tuple[str, ...]


def position(seed: int) -> Record:
    """Return a position of a full-size round."""
    rng = Random(seed)
    players = rng.randint(4, 7)
    played = simulate(players, rng.random() < 0.5, rng.randint(2, 13), rng.randrange(10**6))
    return played.record(rng.randrange(players), notes(seed))


def proved(seed: int) -> Proved:
    """Return what comes of explaining facts that counting gives as certain, and as open."""
    record, rng = position(seed), Random(seed)
    explainer = Explainer(record)
    certain = certain_facts(explainer.view, explainer.posterior)
    seconds, steps, together, supposing, wrong = [], [], 0, 0, []
    for fact in rng.sample(certain, min(PROVED, len(certain))):
        start = time.process_time()
        found = explainer.explain(fact)
        seconds.append(time.process_time() - start)
        if found.verdict is not Verdict.PROVEN or found.proof is None:
            wrong.append(f"{seed}: {fact} is certain and was not proved")
            continue
        steps.append(len(found.proof.steps))
        together += sum(len(step.answers) > 1 for step in found.proof.steps)
        supposing += any(step.rule is Rule.SUPPOSED for step in found.proof.steps)
        if any(explainer.explain(other).verdict is not Verdict.WRONG for other in opposites(fact)):
            wrong.append(f"{seed}: the opposite of {fact} is not wrong")
    for fact in open_facts(explainer, rng):
        found = explainer.explain(fact)
        if found.verdict is not Verdict.OPEN or found.example is None:
            wrong.append(f"{seed}: {fact} is open and was not refused")
        else:
            assert_deal(record, found.example)
    return Proved(tuple(seconds), tuple(steps), together, supposing, tuple(wrong))


def open_facts(explainer: Explainer, rng: Random) -> list[Fact]:
    """Return some facts that counting gives as neither certain nor impossible; none where it left points unused."""
    if explainer.posterior.set_aside:
        return []
    facts: list[Fact] = [BossFact(chance.kind) for chance in explainer.posterior.boss if chance.p < 1.0]
    for player, holding in explainer.posterior.holdings.items():
        for kind, held in holding.kinds.items():
            if held.min < held.max:
                facts.append(HandFact(player, (kind,), Compare.AT_LEAST, held.min + 1))
    return rng.sample(facts, min(PROVED, len(facts)))


def within(seconds: Sequence[float], most: tuple[float, float], what: str) -> tuple[bool, str]:
    """Return whether median and worst are as they should be."""
    median, worst = statistics.median(seconds), max(seconds)
    told = f"{what}: median {median:.3f} s (under {most[0]}), worst {worst:.2f} s (under {most[1]})"
    return median < most[0] and worst < most[1], told


def run() -> Iterator[tuple[bool, str]]:
    """Yield whether every wrong entry is found and every certain fact proved, and whether that is quick enough."""
    repaired = list(spread(mended, range(CORRUPTED)))
    found, sizes = sum(one.found for one in repaired), [one.size for one in repaired]
    yield found == CORRUPTED, f"the wrong entry is among the repairs in {found} of {CORRUPTED} corrupted records"
    yield True, f"conflicts of {statistics.median(sizes):.0f} entries (median), {max(sizes)} at most"
    yield within([one.conflict for one in repaired], CONFLICT, "smallest conflict")
    yield within([one.repairs for one in repaired], REPAIRS, "repairs")
    proofs = list(spread(proved, range(POSITIONS)))
    wrong = [line for one in proofs for line in one.wrong]
    steps = [number for one in proofs for number in one.steps]
    yield not wrong, f"{len(steps)} certain facts of {POSITIONS} positions proved, open ones refused with a deal"
    yield from ((False, line) for line in wrong[:10])
    together, supposing = sum(one.together for one in proofs), sum(one.supposing for one in proofs)
    yield not together, f"{together} steps took several answers at once; {supposing} proofs suppose the opposite"
    yield True, f"proofs of {statistics.median(steps):.0f} steps (median), {max(steps)} at most"
    yield within([second for one in proofs for second in one.seconds], PROOF, "proof")
