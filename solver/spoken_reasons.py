"""Reasons in words, in each language: verdicts on facts and claims, hints, where a probability comes from.

Nothing here is worked out: findings go in, phrases come out. The sentences themselves are in the catalogue.
"""

from collections.abc import Sequence

from solver.catalogue import Lang, say
from solver.game.cards import Kind
from solver.logic.model import Boss, Deal, Hand
from solver.reasons.claims import Checked, mean_score
from solver.reasons.deduction import Rule, Side
from solver.reasons.explanations import Explanation, Verdict
from solver.reasons.grounds import Ground
from solver.reasons.hints import Hint
from solver.reasons.whence import Move, Whence
from solver.record.view import View
from solver.spoken_facts import fact, joined, spaced, statements
from solver.spoken_proofs import deed, proof, step_sentences
from solver.wording import percent

REASONING = {
    Ground.MATCHED: "reasons.reasoning_matched",
    Ground.ONE_VOICE: "reasons.reasoning_one_voice",
    Ground.HELD: "reasons.reasoning_held",
    Ground.FIRST: "reasons.reasoning_first",
    Ground.NOT_ALL: "reasons.reasoning_not_all",
    Ground.DUTY: "reasons.reasoning_duty",
    Rule.SIZE: "reasons.reasoning_size",
    Rule.DECK: "reasons.reasoning_deck",
    Rule.SUPPOSED: "reasons.reasoning_supposed",
    Rule.REFUTED: "reasons.reasoning_refuted",
    Rule.TOGETHER: "reasons.reasoning_together",
}


def explanation(view: View, found: Explanation, lang: Lang) -> list[str]:
    """Return what a record says about a fact: the verdict, then the proof, or a deal in which an open fact fails."""
    said = fact(view, found.fact, lang)
    if found.verdict is Verdict.OPEN:
        lines = [say("reasons.open", lang, fact=said, p=percent(found.p))]
        return [*lines, say("reasons.fails_in", lang), *deal(found.example, lang)] if found.example else lines
    if found.proof is None:
        return [say("reasons.wrong_number", lang, fact=said)]
    if found.verdict is Verdict.PROVEN:
        return [say("reasons.proven", lang, fact=said), *proof(view, found.proof, lang)]
    opposite = fact(view, found.proof.fact, lang)
    return [say("reasons.wrong", lang, fact=said, opposite=opposite), *proof(view, found.proof, lang)]


def deal(shown: Deal, lang: Lang) -> list[str]:
    """Return a deal, one hand a line, the boss cat last."""
    lines = []
    for place in sorted(shown, key=lambda place: isinstance(place, Boss)):
        held = sorted(shown[place].items())
        cards = [say("reasons.cards_of_one", lang, number=number, card=cell) for cell, number in held]
        if isinstance(place, Hand):
            lines.append(say("reasons.hand_in_deal", lang, player=place.player, cards=cards))
        else:
            lines.append(say("reasons.boss_in_deal", lang, cards=[cell for cell, _ in held]))
    return lines


def checked(view: View, found: Checked, lang: Lang) -> list[str]:
    """Return one claim as it was marked; ``view`` is of the record as of the turn of the claim."""
    lines = explanation(view, found.explanation, lang)
    if found.score is None and found.explanation.verdict is Verdict.OPEN:
        lines.insert(1, say("reasons.claim_sure", lang))
    if found.score is not None:
        said, score = percent(found.claim.p), f"{found.score:.3f}"
        lines.insert(1, say("reasons.claim_score", lang, said=said, score=score))
    return lines


def scored(all_checked: Sequence[Checked], lang: Lang) -> list[str]:
    """Return the mean score of the percentages; nothing where none was given."""
    mean = mean_score(all_checked)
    return [] if mean is None else [say("reasons.mean_score", lang, score=f"{mean:.3f}")]


def hint(view: View, found: Hint | None, degree: int, lang: Lang) -> list[str]:
    """Return a hint of degree 1 (where to look), 2 (which kind of reasoning) or 3 (the step itself)."""
    if found is None:
        return [say("reasons.hint_nothing", lang)]
    if degree == 1:
        where = say("reasons.hint_hand", lang, player=found.player) if found.player else say("reasons.hint_boss", lang)
        turns = joined([say("reasons.hint_turn", lang, turn=turn) for turn in found.turns], lang)
        key = "reasons.hint_where" if turns else "reasons.hint_place"
        return [say(key, lang, place=where, turns=turns)]
    if degree == 2:
        kinds = [REASONING[kind] for kind in (found.step.grounds or (found.step.rule,))]
        return [say("reasons.hint_reasoning", lang, grounds=[say(key, lang) for key in kinds])]
    known = {premise + 1: bounds for premise, bounds in zip(found.step.premises, found.premises, strict=True)}
    given = [say("reasons.hint_given", lang, number=n, facts=statements(view, b, lang)) for n, b in known.items()]
    return [*given, spaced(step_sentences(view, found.step, known, lang), lang)]


def whence(view: View, found: Whence, lang: Lang) -> list[str]:
    """Return where a probability comes from: at the start, turn by turn, and the answers that moved it most."""
    lines = [say("reasons.whence_start", lang, kind=found.kind, p=percent(found.start))]
    for shift in found.shifts:
        if not shift.after:
            lines += [say("reasons.whence_gone", lang, turn=shift.turn)] if shift.before else []
            continue
        factor = f"{shift.after / shift.before:.2f}"
        lines.append(say("reasons.whence_turn", lang, turn=shift.turn, factor=factor, p=percent(shift.after)))
    return [*lines, *(moved(view, found.kind, move, lang) for move in found.moves)]


def moved(view: View, kind: Kind, move: Move, lang: Lang) -> str:
    """Return what one answer did to a probability, and what it says of the kind."""
    exact = len(move.bounds) == 2 and move.bounds[0].number == move.bounds[1].number
    said = []
    for bound in move.bounds[:1] if exact else move.bounds:
        least = "reasons.whence_exactly" if exact else "reasons.whence_least"
        most = "reasons.whence_most" if bound.number else "reasons.whence_none"
        key = least if bound.side is Side.LEAST else most
        said.append(say(key, lang, player=move.entry.player, number=bound.number, unseen=move.unseen, kind=kind))
    what = spaced([deed(view, move.entry, lang), *said], lang)
    return say("reasons.whence_move", lang, before=percent(move.before), after=percent(move.after), what=what)
