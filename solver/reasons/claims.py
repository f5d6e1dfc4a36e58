"""What a learner states about a round, marked: proven, wrong, or open; percentages are scored."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.catalogue import message
from solver.errors import RecordError
from solver.logic.formulas import evaluate
from solver.reasons.explanations import Explainer, Explanation, Verdict
from solver.reasons.facts import BossFact, Fact, formula, parse_fact
from solver.record.schema import Record
from solver.record.view import View

TURN = r"(?:(?P<turn>\d{1,3})\s*[:：])?"
PERCENT = r"(?:[\s,、]+(?P<percent>\d{1,3}(?:\.\d+)?)\s*[%％])?"
CLAIM_TEXT = re.compile(rf"\s*{TURN}(?P<fact>.*?){PERCENT}\s*")


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact somebody states: ``p`` how sure (1.0: "I am sure"), ``turn`` when, None for now.

    A claim of turn n is judged by what was known after that turn.
    """

    fact: Fact
    p: float = 1.0
    turn: int | None = None

    def __str__(self) -> str:
        moment = "" if self.turn is None else f"{self.turn}: "
        return f"{moment}{self.fact}" + ("" if self.p == 1.0 else f" {100 * self.p:g}%")


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim with what the record says about its fact.

    ``score`` is the squared error of a percentage (Brier): against what turned out where the round is over and that
    is known, else what it is on average by the exact probability. None for sure claims.
    """

    claim: Claim
    explanation: Explanation
    score: float | None = None


def parse_claim(text: str, record: Record, where: str = "claim") -> Claim:
    """Return the claim written as a fact, with its turn before it and a percentage after it where it has them.

    ``3: boss != nii 80%``. Raises RecordError at ``where`` for anything else.
    """
    match = CLAIM_TEXT.fullmatch(text)
    if match is None:
        raise RecordError(where, text, message("reasons.fact_form"))
    percent = 100.0 if match["percent"] is None else float(match["percent"])
    if percent > 100:
        raise RecordError(where, match["percent"], message("errors.range", least=0, most=100))
    turn = None if match["turn"] is None else int(match["turn"])
    if turn is not None and not 0 <= turn <= len(record.turns):
        raise RecordError(where, turn, message("errors.range", least=0, most=len(record.turns)))
    return Claim(parse_fact(match["fact"], View(as_of(record, turn)), where), percent / 100, turn)


def parse_claims(text: str, record: Record) -> tuple[Claim, ...]:
    """Return the claims written one a line; empty lines and what follows a # are left out."""
    lines = ((number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1))
    return tuple(parse_claim(line, record, f"claims:{number}") for number, line in lines if line)


def as_of(record: Record, turn: int | None) -> Record:
    """Return the record as it stood after a turn; None: as it stands."""
    return record if turn is None else record.up_to(turn)


def check_claims(record: Record, claims: Sequence[Claim]) -> tuple[Checked, ...]:
    """Return each claim marked. Raises as ``explain`` does."""
    explainers: dict[int | None, Explainer] = {}
    checked = []
    for claim in claims:
        if claim.turn not in explainers:
            explainers[claim.turn] = Explainer(as_of(record, claim.turn))
        explainer = explainers[claim.turn]
        found = explainer.explain(claim.fact)
        checked.append(Checked(claim, found, score(claim, found, outcome(explainer.view, claim.fact, record))))
    return tuple(checked)


def score(claim: Claim, found: Explanation, true: bool | None) -> float | None:
    """Return the squared error of a percentage; by the exact probability where it is not known what is true."""
    if claim.p == 1.0:
        return None
    p = found.p if found.verdict is not Verdict.OPEN or true is None else float(true)
    return p * (1 - claim.p) ** 2 + (1 - p) * claim.p**2


def outcome(view: View, fact: Fact, record: Record) -> bool | None:
    """Return whether the end of the round showed a fact to be true; None where it did not show it."""
    if record.result is None:
        return None
    if isinstance(fact, BossFact):
        return (record.result.boss.kind == fact.kind) == fact.holds
    cards = record.result.hands.get(fact.player)
    if cards is None:
        return None
    # What was laid open at the end, and what was discarded after the moment the claim was made.
    later = View(record).discards[len(view.discards) :]
    faces = [*cards, *(face for _, player, face in later if player == fact.player)]
    held = Counter(min(view.cells_of(face.kind)) for face in faces)
    return bool(evaluate(formula(view, fact), lambda cells: sum(held[cell] for cell in cells)))


def mean_score(checked: Iterable[Checked]) -> float | None:
    """Return the mean score of the percentages (0 best, 0.25 for always saying 50%); None without any."""
    scores = [one.score for one in checked if one.score is not None]
    return sum(scores) / len(scores) if scores else None
