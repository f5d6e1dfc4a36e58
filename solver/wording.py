"""Results in words and numbers, in each language: what the command line and the page say alike.

Nothing here is worked out: a posterior goes in, phrases come out. The sentences themselves are in the catalogue.
"""

from bisect import bisect
from collections.abc import Mapping, Sequence
from typing import Any

from solver.catalogue import Lang, Message, in_words, message, say
from solver.game.cards import parse_face
from solver.odds.posterior import EXACT_BELOW, Guess, Holding, Posterior
from solver.record.schema import Record, Word

WORDS = {
    str(Word.MATCHED): message("results.matched"),
    str(Word.SHOWN): message("results.shown"),
    str(Word.MISSED): message("results.missed"),
    "strict": message("results.strict"),
    "lenient": message("results.lenient"),
}
ENTRIES = {
    "answer": message("results.answer"),
    "discard": message("results.discard"),
    "reveal": message("results.reveal"),
}

LARGE, MYRIAD = 10**12, 10**4  # the first of a language's large units, and how much greater each next one is


def percent(p: float) -> str:
    """Return a probability as ``62%``, ``4.2%``, ``99.6%``; ``100%`` only for 1.0 and ``0%`` only for 0.0."""
    if p in (0.0, 1.0):
        return f"{p:.0%}"
    if p < 0.0005:
        return "<0.1%"
    if p >= 0.9995:
        return ">99.9%"
    return f"{p:.0%}" if 0.0995 <= p < 0.995 else f"{p:.1%}"


def signed(points: float) -> str:
    """Return a change of points with its sign and one decimal: ``+1.2``, ``−0.4``, ``0.0``."""
    text = f"{points:+.1f}".replace("-", "−")
    return "0.0" if text in ("+0.0", "−0.0") else text


def number(count: int, lang: Lang) -> str:
    """Return a number of deals: digits in groups while exact, then ``4.12 × 10^21``; in Japanese ``約41垓``."""
    if count < EXACT_BELOW:
        return f"{count:,}"
    digits, exponent = f"{float(count):.2e}".split("e+")
    units, rounded = say("results.large_units", lang).split(), float(f"{float(count):.1e}")
    place = bisect(range(len(units)), rounded, key=lambda unit: LARGE * MYRIAD**unit) - 1
    if place < 0 or rounded >= LARGE * MYRIAD ** len(units):
        return say("results.about", lang, number=f"{digits} × 10^{int(exponent)}")
    of_unit = rounded / (LARGE * MYRIAD**place)
    return say("results.about", lang, number=f"{of_unit:,.{1 if of_unit < 10 else 0}f}{units[place]}")


def headline(posterior: Posterior, lang: Lang) -> str:
    """Return the likeliest boss cat in one sentence, or that it is proven."""
    first = posterior.boss[0]
    if first.p == 1.0:
        return say("results.proven", lang, kind=first.kind)
    return say("results.likeliest", lang, kind=first.kind, p=percent(first.p))


def viewpoint(record: Record, lang: Lang) -> str:
    """Return whose view a record is, of what game, and how far the round has come."""
    game = message("results.expansion_game" if record.expansion else "results.base_game")
    turns, players = len(record.turns), len(record.players)
    return say("results.view", lang, me=record.me, players=players, game=game, turns=turns)


def deals(posterior: Posterior, lang: Lang) -> str:
    """Return how many deals fit."""
    return say("results.deals", lang, number=number(posterior.deals, lang))


def stakes(guess: Guess, lang: Lang) -> str:
    """Return a guess with its chances and the points it brings on average."""
    return say(
        "results.guess",
        lang,
        kind=guess.kind,
        p=percent(guess.p),
        ev=signed(guess.ev),
        p_win=percent(guess.p_win),
        p_out=percent(guess.p_out),
    )


def hand_of(holding: Holding, lang: Lang) -> str:
    """Return the size of a hand."""
    return say("results.one_card" if holding.cards == 1 else "results.hand_of", lang, number=holding.cards)


def certain(posterior: Posterior, player: str, lang: Lang) -> list[str]:
    """Return what ``player`` holds for certain, phrase by phrase: so many or more of a kind, exactly so many, none.

    A double is called missing only where it is not known to be in another hand. Empty where nothing is certain.
    """
    phrases, missing = [], []
    for kind, held in posterior.holdings[player].kinds.items():
        elsewhere = any(holding.kinds[kind].min for holding in posterior.holdings.values())
        if held.max == 0 and not (kind.is_double and elsewhere):
            missing.append(say("results.none_of", lang, kind=kind))
        elif held.min:
            key = "results.exactly" if held.min == held.max else "results.at_least"
            phrases.append(say(key, lang, number=held.min, kind=kind))
    return phrases + missing


def set_aside(posterior: Posterior, lang: Lang) -> str:
    """Return which answers' points were left unused; empty where none were."""
    answers = [message("results.turn_of", turn=turn, player=player) for turn, player in posterior.set_aside]
    return say("results.set_aside", lang, answers=answers) if answers else ""


def place_of(entry: Mapping[str, Any]) -> Message:
    """Return where in the record an entry stands."""
    if "turn" not in entry:
        return ENTRIES[entry["entry"]]
    return message("results.entry", turn=entry["turn"], player=entry["player"], entry=ENTRIES[entry["entry"]])


def spoken(value: str, lang: Lang) -> str:
    """Return an answer, card or house rule as ``lang`` says it, from how the record writes it."""
    return str(in_words(WORDS.get(value) or parse_face(value), lang))


def names(players: Sequence[str], lang: Lang) -> str:
    """Return names one after the other, with the commas of the language."""
    return str(in_words(list(players), lang))
