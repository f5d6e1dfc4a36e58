"""What the commands print for a person to read; every phrase is from ``wording`` or the catalogue."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver import wording
from solver.catalogue import Lang, in_words, say
from solver.cli.layout import WIDTH, bar, pad, table, width, wrap
from solver.game.cards import POINTS, Face, Meow
from solver.odds.posterior import BossChance, Posterior
from solver.record.schema import Record, Reveal

if TYPE_CHECKING:
    from solver.play import Round

MOST_WAYS = 20


def posterior(record: Record, found: Posterior, lang: Lang) -> str:
    """Return what a record says: the boss cats by probability, the best guess, who holds what for certain."""
    lines = [wording.viewpoint(record, lang), wording.deals(found, lang), "", wording.headline(found, lang), ""]
    lines += boss(found.boss, lang)
    if found.guess:
        lines += ["", wording.stakes(found.guess, lang)]
    lines += ["", say("cli.certain", lang), *holdings(found, lang)]
    if note := wording.set_aside(found, lang):
        lines += ["", note]
    return "\n".join(lines)


def boss(chances: Sequence[BossChance], lang: Lang) -> list[str]:
    """Return one line a kind: its probability, split by points, and a bar in proportion to the likeliest."""
    rows = [["", "", *(say("cli.points", lang, points=points) for points in POINTS), ""]]
    for chance in chances:
        split = (wording.percent(chance.points[v]) if v in chance.points else "" for v in POINTS)
        rows.append([chance.kind.name_in(lang), wording.percent(chance.p), *split, bar(chance.p / chances[0].p)])
    return table(rows, right=range(1, 7))


def holdings(found: Posterior, lang: Lang) -> list[str]:
    """Return for every other player the size of the hand and what it holds for certain."""
    heads = [[player, wording.hand_of(holding, lang)] for player, holding in found.holdings.items()]
    lines = []
    for head, player in zip(table(heads, right=[1]), found.holdings, strict=True):
        phrases = wording.certain(found, player, lang) or [say("results.nothing_certain", lang)]
        left = max(width(head), 1) + 2
        for text in wrap(phrases, say("cli.comma", lang), max(WIDTH - left, 30)):
            lines.append(pad(head, left) + text)
            head = ""
    return lines


def truth(played: "Round", lang: Lang) -> str:
    """Return everything the players do not know, as comments of TOML."""
    lines = [say("cli.truth_boss", lang, boss=played.boss)]
    for player, hand in zip(played.players, played.hands, strict=True):
        lines.append(say("cli.truth_hand", lang, player=player, cards=list(hand)))
    return "\n".join("# " + text for text in lines)


def meows(call: tuple[Meow, ...], cards: Sequence[Face], reveal: Reveal, lang: Lang) -> str:
    """Return the ways in which a hand voices as much of a call as it can, and what the rules then ask."""
    from solver.logic.meows import may_show, ways

    kinds = [card.kind for card in cards]
    found = ways(call, kinds)
    shown = may_show(call, kinds, reveal)
    lines = [say("cli.voiced", lang, voiced=found[0].voiced, called=len(call))]
    if found[0].voiced:
        rows = [[in_one(meow, lang) for meow in call]]
        rows += [[in_one(kind, lang) if kind else "-" for kind in way.kinds] for way in found[:MOST_WAYS]]
        lines += ["", *table(rows)]
        lines.insert(3, "  " + "-" * (max(map(width, lines[2:])) - 2))
    if len(found) > MOST_WAYS:
        lines.append("  " + say("cli.more_ways", lang, number=len(found) - MOST_WAYS))
    if shown is None:
        duty = say("cli.duty_matched", lang)
    elif found[0].voiced == 0:
        duty = say("cli.duty_any", lang)
    else:
        duty = say("cli.duty_show", lang, kinds=say("cli.or", lang).join(in_one(kind, lang) for kind in sorted(shown)))
    return "\n".join([*lines, "", duty])


def in_one(thing: object, lang: Lang) -> str:
    """Return the name of a meow or kind."""
    return str(in_words(thing, lang))
