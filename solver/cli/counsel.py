"""What ``bosscat advise`` and ``bosscat review`` print; every phrase is from ``spoken_advice`` or the catalogue."""

import re
from collections.abc import Iterable

from solver import spoken_advice as spoken
from solver import wording
from solver.advice.findings import Advice, Part
from solver.advice.review import Review
from solver.catalogue import Lang, say
from solver.cli.layout import WIDTH, bar, table, wrap
from solver.record.schema import Record

MOST_CALLS = 5


def advice(record: Record, found: Advice, lang: Lang) -> str:
    """Return all advice on a record, part by part."""
    blocks = [[wording.viewpoint(record, lang)]]
    if found.timing:
        blocks.append(part("advice.timing", lang, [folded(line, lang) for line in spoken.timing(found.timing, lang)]))
    if found.calls:
        rows = spoken.calls_table(found.calls.best[:MOST_CALLS], lang)
        lines = table(rows, right=range(1, len(rows[0])))
        before = [folded(text, lang) for text in spoken.calls_said(found.calls, lang)]
        after = [folded(text, lang) for text in spoken.calls_notes(found.calls, lang)]
        blocks.append(part("advice.calls", lang, [*before, lines, *after]))
    elif lacking := spoken.lacking(found, Part.CALLS, lang):
        blocks.append(part("advice.calls", lang, [folded(lacking, lang)]))
    if found.discards:
        blocks.append(part("advice.discards", lang, [folded(spoken.put_away(found.discards, lang), lang)]))
    elif lacking := spoken.lacking(found, Part.DISCARDS, lang):
        blocks.append(part("advice.discards", lang, [folded(lacking, lang)]))
    blocks.append(part("advice.rivals", lang, [rivals(found, lang)]))
    if found.short:
        blocks.append(folded(say("advice.more", lang), lang, 0))
    blocks.append([line for note in spoken.notes(found, lang) for line in folded(note, lang, 0)])
    return "\n\n".join("\n".join(block) for block in blocks)


def review(found: Review, lang: Lang) -> str:
    """Return a look back on a round: the path of the truth, since when it was proven, what my turns cost."""
    rows = [
        [say("advice.review_turn", lang, turn=turn), wording.percent(p), bar(p)]
        for turn, p in enumerate(found.path)
        if turn
    ]
    start = folded(say("advice.review_path", lang, start=wording.percent(found.path[0])), lang, 0)
    note = folded(spoken.path_note(found, lang), lang, 0) if found.by_kind else []
    proven = [line for text in spoken.proven(found, lang) for line in folded(text, lang, 0)]
    dear = [line for text in spoken.costs(found, lang) for line in folded(text, lang)]
    blocks = [
        [say("advice.review", lang, kind=found.truth), *proven],
        [*start, *table(rows, right=[1]), *note],
        [say("advice.costs", lang), *dear],
    ]
    return "\n\n".join("\n".join(block) for block in blocks)


def part(heading: str, lang: Lang, pieces: Iterable[list[str]]) -> list[str]:
    """Return a heading with the lines under it."""
    return [say(heading, lang), *(line for piece in pieces for line in piece)]


def rivals(found: Advice, lang: Lang) -> list[str]:
    """Return one line for every rival told of: ready to guess, how good the best guess is, whether it is proven."""
    lacking = spoken.rivals_lacking(found, lang)
    said = folded(lacking, lang) if lacking else []
    if not found.rivals:
        return said
    heads = ["", *(say(f"advice.{head}", lang) for head in ("ready_column", "rival_p", "rival_knows"))]
    rows = [[r.player, spoken.chance(r.ready), spoken.chance(r.p), spoken.chance(r.knows)] for r in found.rivals]
    return [*table([heads, *rows], right=range(1, 4)), *said]


def folded(text: str, lang: Lang, indent: int = 2) -> list[str]:
    """Return a sentence as lines no wider than the screen: broken between words, in Japanese after a comma or stop."""
    pieces = re.findall(r"[^、。：]+[、。：]?|[、。：]", text) if lang == "ja" else text.split(" ")
    return [" " * indent + line for line in wrap(pieces, "" if lang == "ja" else " ", WIDTH - indent)]
