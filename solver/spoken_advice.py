"""Advice in words, in each language: what the command line and the page say alike.

Nothing here is worked out: findings go in, phrases come out. The sentences themselves are in the catalogue.
"""

from collections.abc import Sequence

from solver.advice.calls import ALIKE
from solver.advice.findings import (
    SURE,
    Advice,
    CallFound,
    Calls,
    Discards,
    Figure,
    Moment,
    Part,
    Rival,
    Stand,
    Timing,
    Verdict,
)
from solver.advice.review import Cost, Guessed, Review, Step
from solver.catalogue import Lang, Message, in_words, message, say
from solver.game.cards import Kind, Meow
from solver.wording import percent, signed, stakes

VERDICTS = {
    Verdict.GUESS: "advice.guess",
    Verdict.CALL_FIRST: "advice.call_first",
    Verdict.WAIT: "advice.wait",
    Verdict.CLOSE: "advice.close",
}
CHOICES = {"uniform": message("advice.uniform"), "rules": message("advice.rules")}


def points(figure: Figure) -> str:
    """Return a change of points: ``+0.34``, ``+0.41 ± 0.05``."""
    text = f"{figure.mean:+.2f}"
    text = "0.00" if text in ("+0.00", "-0.00") else text
    return text if figure.exact else f"{text} ± {figure.error:.2f}"


def bits(figure: Figure) -> str:
    """Return an amount of information: ``0.43``, ``0.43 ± 0.05``."""
    return f"{figure.mean:.2f}" if figure.exact else f"{figure.mean:.2f} ± {figure.error:.2f}"


def chance(figure: Figure) -> str:
    """Return a probability: ``62%``, ``12% ± 2%``; ``0–2%``, ``98–100%`` where no deal drawn, or every one, said so."""
    if figure.exact:
        return percent(figure.mean)
    if figure.mean in (0.0, 1.0):
        margin = min(3 / figure.samples, 1.0)  # at 95%, by the rule of three
        return f"0–{margin:.0%}" if figure.mean == 0 else f"{100 * (1 - margin):.0f}–100%"
    return f"{figure.mean:.0%} ± {max(figure.error, 0.01):.0%}"


def call_name(call: Sequence[Meow], lang: Lang) -> str:
    """Return the meows of a call, one after the other."""
    return " ".join(str(in_words(meow, lang)) for meow in call)


def advised(timing: Timing, lang: Lang) -> str:
    """Return in a sentence what to do: guess, call first, wait, or that it is too close to call."""
    return verdict(timing.moment, timing.verdict, next(iter(timing.stands.values()))).say(lang)


def verdict(moment: Moment, verdict: Verdict, stand: Stand) -> Message:
    """Return in a sentence what to do by one reading of choices."""
    if moment is Moment.ELSEWHERE:
        return message("advice.elsewhere")
    if verdict is Verdict.CLOSE and stand.waiting is None:
        return message("advice.unweighed")
    return message(VERDICTS[verdict], kind=stand.guess.kind) if verdict is Verdict.GUESS else message(VERDICTS[verdict])


def compared(stand: Stand) -> Message:
    """Return the two numbers side by side: guess now, or wait."""
    now = signed(stand.guess.ev)
    if stand.waiting is None:
        return message("advice.compared_now", kind=stand.guess.kind, now=now)
    return message("advice.compared", kind=stand.guess.kind, now=now, waiting=points(stand.waiting))


def timing(found: Timing, lang: Lang) -> list[str]:
    """Return all that is said about guessing or waiting, a sentence a line."""
    own, *others = found.stands.values()
    lines = [advised(found, lang), stakes(own.guess, lang), compared(own).say(lang)]
    if own.guess.p < 1.0:
        even = percent(own.break_even)
        lines.append(say("advice.break_even", lang, kind=own.guess.kind, p=percent(own.guess.p), even=even))
    if found.first:
        rivals = [message("advice.one_of_them", player=player, p=chance(p)) for player, p in found.first.items()]
        lines.append(say("advice.before_you", lang, rivals=rivals))
    if found.agreed:
        lines.append(say("advice.agrees", lang))
    elif others:
        rest, reading = others[0], CHOICES[list(found.stands)[1]]
        what = verdict(found.moment, rest.verdict, rest)
        lines.append(say("advice.differs", lang, choices=reading, verdict=what, compared=compared(rest)))
    return lines


CALL_HEADS = ("call", "value", "p", "knows", "bits", "tells")


def calls_table(found: Sequence[CallFound], lang: Lang) -> list[list[str]]:
    """Return headings, then the figures of each call; the column of what calls tell only where it is known of one."""
    rows = [call_heads(lang), *(call_row(call, lang) for call in found)]
    return rows if any(call.tells for call in found) else [row[:-1] for row in rows]


def call_row(found: CallFound, lang: Lang) -> list[str]:
    """Return a call and its figures, in the order of ``call_heads``."""
    figures = [points(found.value), chance(found.p), chance(found.knows), bits(found.bits)]
    told = points(mean_told(found)) if found.tells else ""
    return [call_name(found.call, lang), *(text.replace(" ", "") for text in (*figures, told))]


def mean_told(found: CallFound) -> Figure:
    """Return what a rival gains by the call, on average over the rivals."""
    figures = found.tells.values()
    error = sum(figure.error**2 for figure in figures) ** 0.5 / len(figures)
    return Figure(sum(f.mean for f in figures) / len(figures), error, max(f.samples for f in figures))


def call_heads(lang: Lang) -> list[str]:
    """Return the headings of the figures of a call."""
    return [say(f"advice.{head}", lang) for head in CALL_HEADS]


def calls_said(found: Calls, lang: Lang) -> list[str]:
    """Return what there is to say of the calls before their figures: whether one pays, whether the first are equal."""
    pays = any(call.value.mean > max(ALIKE, SURE * call.value.error) for call in found.best)
    lines = [] if pays else [say("advice.calls_nothing", lang)]
    return [*lines, say("advice.calls_equal", lang, number=found.equal)] if found.equal > 1 else lines


def calls_notes(found: Calls, lang: Lang) -> list[str]:
    """Return what the figures of calls mean, on how few deals they were tried, and how many calls were looked at."""
    lines = [say("advice.calls_note", lang)]
    if any(call.tells for call in found.best):
        lines.append(say("advice.calls_tells", lang))
    if samples := found.best[0].value.samples:
        lines.append(say("advice.calls_drawn", lang, samples=samples))
    numbers = {"allowed": f"{found.allowed:,}", "different": f"{found.different:,}", "screened": f"{found.screened:,}"}
    return [*lines, say("advice.calls_looked", lang, **numbers)]


def rivals_lacking(found: Advice, lang: Lang) -> str:
    """Return of whom nothing is told, and whether more time would help; empty where all are told of."""
    if Part.RIVALS in found.short:
        return no_time_for(found.unseen, lang)
    return "" if found.rivals else say("advice.rivals_missing", lang)


def no_time_for(players: Sequence[str], lang: Lang) -> str:
    """Return of which players the time did not allow to tell."""
    return say("advice.rivals_short", lang, players=[message("advice.named", player=player) for player in players])


def lacking(found: Advice, part: Part, lang: Lang) -> str:
    """Return that there was not enough time for the calls or the discards, or never is; empty where they are no matter.

    They are where I lead and the boss cat is not proven.
    """
    if part in found.short:
        return say("advice.short", lang)
    timing, part_of = found.timing, {Moment.BEFORE_CALL: Part.CALLS, Moment.AFTER_CALL: Part.DISCARDS}
    if timing is None or part_of.get(timing.moment) is not part or next(iter(timing.stands.values())).guess.p == 1.0:
        return ""
    return say("advice.rivals_missing", lang)


def put_away(found: Discards, lang: Lang) -> str:
    """Return which card to put away, or that there is nothing to choose."""
    if not found.matters:
        return say("advice.discard_nothing", lang)
    best, worst = found.best[0], found.best[-1]
    least, much = points(found.tells[best]), points(found.tells[worst])
    return say("advice.discard_best", lang, kind=best, least=least, most=worst, much=much)


def notes(found: Advice, lang: Lang) -> list[str]:
    """Return what is exact, what is estimated, and what was left out, a sentence a line."""
    lines = [say("advice.exact_note", lang), say("advice.model_note", lang)]
    return [*lines, say("advice.by_kind_note", lang)] if found.by_kind else lines


def ready(found: Rival, lang: Lang) -> str:
    """Return a rival's chance to be ready to guess, as a label beside the name."""
    return say("advice.ready", lang, p=chance(found.ready))


COSTS = {
    Step.CALL: "advice.cost_call",
    Step.MISSED: "advice.cost_missed",
    Step.EARLY: "advice.cost_early",
    Step.UNCALLED: "advice.cost_uncalled",
    Step.NAMED: "advice.cost_named",
}


def cost(found: Cost, lang: Lang) -> str:
    """Return what one of my turns cost, and what would have been better, in a sentence."""
    better = found.better if isinstance(found.better, Kind) else call_name(found.better or (), lang)
    lost = points(found.points).removeprefix("+")
    return say(COSTS[found.step], lang, turn=found.turn, points=lost, better=better)


def proven(found: Review, lang: Lang) -> list[str]:
    """Return since when the boss cat was proven, to me and to those whose hands were laid open; a sentence a line."""
    if found.proven is None:
        lines = [say("advice.proven_never", lang)]
    elif found.proven == 0:
        lines = [say("advice.proven_start", lang)]
    else:
        lines = [say("advice.proven_turn", lang, turn=found.proven)]
    for player, turn in found.theirs.items():
        key = "advice.theirs_never" if turn is None else "advice.theirs_turn"
        lines.append(say(key, lang, player=player, turn=turn))
    return [*lines, no_time_for(found.unknown, lang)] if found.unknown else lines


def guessed(found: Guessed, lang: Lang) -> list[str]:
    """Return how good my guess was by the odds then, whatever came of it; a sentence a line."""
    guess, ev = found.guess, signed(found.guess.ev)
    lines = [say("advice.guessed", lang, turn=found.turn, kind=guess.kind, p=percent(guess.p), points=ev)]
    if found.waiting is not None:
        waiting = "advice.guessed_waiting" if found.called else "advice.guessed_calling"
        lines.append(say(waiting, lang, points=points(found.waiting)))
    if found.right and guess.ev < 0:
        lines.append(say("advice.guessed_lucky", lang))
    return lines


def path_note(found: Review, lang: Lang) -> str:
    """Return of which turns the path leaves out points; empty where of none."""
    turns = [str(turn) for turn in found.by_kind]
    return say("advice.path_by_kind", lang, turns=turns) if turns else ""


def costs(found: Review, lang: Lang) -> list[str]:
    """Return how my guess was, and what my turns cost, dearest first, a sentence a line."""
    lines = guessed(found.guessed, lang) if found.guessed else []
    lines += [cost(one, lang) for one in found.costs]
    if not found.costs and not found.unseen:
        lines.append(say("advice.cost_nothing", lang))
    if found.unseen:
        lines.append(say("advice.costs_unseen", lang, turns=[str(turn) for turn in found.unseen]))
    return lines
