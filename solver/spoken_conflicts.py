"""Contradictions in words, in each language: what clashes, and what would mend it.

Nothing here is worked out: a diagnosis goes in, phrases come out. The sentences themselves are in the catalogue.
"""

from collections.abc import Sequence

from solver.catalogue import Lang, say
from solver.game.cards import Face
from solver.reasons import remarks
from solver.reasons.entries import Entry
from solver.reasons.grounds import called_before
from solver.reasons.remarks import Why
from solver.reasons.repairs import Change, LenientRepair, Mending, Repair
from solver.record.schema import Answer, Record, Word
from solver.spoken_facts import joined, spaced
from solver.wording import spoken


def conflict(record: Record, clashing: Sequence[Entry], lang: Lang) -> list[str]:
    """Return what clashes: a heading, and one entry a line with what it says about the hand."""
    head = "reasons.clash_alone" if len(clashing) == 1 else "reasons.clash_together"
    told = ([clash(record, entry, lang), remark(record, entry, lang)] for entry in clashing)
    return [say(head, lang), *(spaced(filter(None, sentences), lang) for sentences in told)]


def clash(record: Record, entry: Entry, lang: Lang) -> str:
    """Return an entry with what it says about the hand at that moment."""
    call, shown = record.turns[entry.turn - 1].call or (), entry.value
    before = called_before(record, entry)
    if entry.entry == "discard":
        key = "reasons.clash_discarded"
    elif not isinstance(shown, Face):
        key = "reasons.clash_matched" if shown is Word.MATCHED else "reasons.clash_some"
    elif not call:
        key = "reasons.clash_held"
    else:
        key = "reasons.clash_first" if before else "reasons.clash_not_all"
    meows = " ".join(meow.name_in(lang) for meow in call)
    said = joined(before, lang, "reasons.or")
    return say(key, lang, turn=entry.turn, player=entry.player, call=meows, card=shown, before=said)


REMARKS = {
    Why.NONE_LEFT: "reasons.none_left",
    Why.WOULD_MATCH: "reasons.would_match",
    Why.TOO_LONG: "reasons.too_long",
    Why.TOO_FEW: "reasons.too_few",
}


def remark(record: Record, entry: Entry, lang: Lang) -> str:
    """Return why an entry cannot be true by itself; empty where that is not plain."""
    found = remarks.remark(record, entry)
    return say(REMARKS[found.why], lang, card=entry.value, number=found.number, meow=found.meow) if found else ""


def mending(found: Mending, lang: Lang) -> list[str]:
    """Return what would mend a record: a heading, and one repair or pair of changes a line; or that nothing does."""
    if found.repairs:
        lines = [say("reasons.repairs", lang), *(repair(one, lang) for one in found.repairs)]
        return [*lines, say("reasons.unranked", lang, number=found.unranked)] if found.unranked else lines
    if not found.pairs:
        return [say("reasons.nothing_helps", lang)]
    changes = ([change(one, lang) for one in pair.changes] for pair in found.pairs)
    return [say("reasons.pairs", lang), *(say("reasons.pair", lang, first=a, last=b) for a, b in changes)]


def repair(found: Repair | LenientRepair, lang: Lang) -> str:
    """Return one repair: the entry, and the values that would do."""
    if isinstance(found, LenientRepair):
        return say("reasons.repair_lenient", lang)
    return instead(found.entry, found.instead, lang)


def change(one: Change, lang: Lang) -> str:
    """Return one change."""
    return instead(one.entry, [one.value], lang)


def instead(entry: Entry, values: Sequence[Answer], lang: Lang) -> str:
    """Return an entry with what could stand there instead."""
    key = "reasons.repair" if entry.entry == "answer" else "reasons.repair_discard"
    said = joined([spoken(str(value), lang) for value in values], lang, "reasons.or")
    return say(key, lang, turn=entry.turn, player=entry.player, value=spoken(str(entry.value), lang), values=said)
