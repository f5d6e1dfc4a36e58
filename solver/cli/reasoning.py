"""Reasons as the commands print them: contradictions, and what ``explain``, ``check`` and ``hint`` say."""

from collections.abc import Sequence

from solver import spoken_conflicts
from solver import spoken_reasons as spoken
from solver.catalogue import Lang, say
from solver.errors import Contradiction
from solver.reasons.claims import as_of, check_claims, parse_claims
from solver.reasons.explanations import Verdict, explain
from solver.reasons.facts import BossFact, parse_fact
from solver.reasons.hints import hint
from solver.reasons.whence import whence
from solver.record.schema import Record
from solver.record.view import View


def contradiction(record: Record, found: Contradiction, lang: Lang) -> str:
    """Return in words that no deal fits: the entries that clash, and what would mend them."""
    heading, *entries = spoken_conflicts.conflict(record, found.conflict, lang)
    mending, *changes = spoken_conflicts.mending(found.diagnosis.mending, lang)
    lines = [say("errors.contradiction", lang), "", heading, *("  " + line for line in entries)]
    return "\n".join([*lines, "", mending, *("  " + line for line in changes)])


def explanation(record: Record, text: str, lang: Lang) -> str:
    """Return the verdict on a fact, what shows it, and for an open one about the boss cat where its chance is from."""
    view = View(record)
    found = explain(record, parse_fact(text, view, "FACT"))
    lines = spoken.explanation(view, found, lang)
    if found.verdict is Verdict.OPEN and isinstance(found.fact, BossFact):
        lines += ["", *spoken.whence(view, whence(record, found.fact.kind), lang)]
    return "\n".join(lines)


def marks(record: Record, text: str, lang: Lang) -> str:
    """Return what becomes of each claim in ``text``, one a line, and the mean score of the percentages."""
    found = check_claims(record, parse_claims(text, record))
    blocks = [spoken.checked(View(as_of(record, one.claim.turn)), one, lang) for one in found]
    return "\n\n".join("\n".join(block) for block in [*blocks, spoken.scored(found, lang)] if block)


def hinted(record: Record, known: Sequence[str], degree: int, lang: Lang) -> str:
    """Return a hint beside the facts known."""
    view = View(record)
    facts = [parse_fact(text, view, "KNOWN") for text in known]
    return "\n".join(spoken.hint(view, hint(record, facts), degree, lang))
