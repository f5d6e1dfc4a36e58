"""What can be said for sure about a record, each once: a bounded cache in front of proofs, origins and hints.

Where there is no answer in time, its error is the answer.
"""

from functools import lru_cache

from solver import BosscatError, Record
from solver.game.cards import parse_kind
from solver.reasons.claims import Checked, check_claims, parse_claim
from solver.reasons.explanations import Explanation, explain
from solver.reasons.facts import parse_fact
from solver.reasons.hints import Hint, hint
from solver.reasons.whence import Whence, whence
from solver.record.view import View

CACHED = 256


@lru_cache(CACHED)
def explained(line: str, fact: str) -> Explanation | BosscatError:
    """Return what the record written as ``line``, which some deal fits, says about a fact."""
    try:
        return explain(Record.from_line(line), fact)
    except BosscatError as refusal:
        return refusal


@lru_cache(CACHED)
def origin(line: str, kind: str) -> Whence | BosscatError:
    """Return where the probability of a kind comes from in the record written as ``line``, which some deal fits."""
    try:
        return whence(Record.from_line(line), parse_kind(kind, "kind"))
    except BosscatError as refusal:
        return refusal


@lru_cache(CACHED)
def checked(line: str, claim: str) -> Checked | BosscatError:
    """Return one claim marked by the record written as ``line``, which some deal fits."""
    record = Record.from_line(line)
    try:
        return check_claims(record, [parse_claim(claim, record)])[0]
    except BosscatError as refusal:
        return refusal


@lru_cache(CACHED)
def next_hint(line: str, known: tuple[str, ...]) -> Hint | BosscatError | None:
    """Return a hint at what the record written as ``line`` makes certain beside ``known``; None where nothing is."""
    record = Record.from_line(line)
    try:
        return hint(record, [parse_fact(fact, View(record)) for fact in known])
    except BosscatError as refusal:
        return refusal
