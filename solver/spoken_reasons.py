"""Reasons in words, in each language: conflicts, proofs, verdicts, hints.

Nothing here is worked out: findings go in, phrases come out. The sentences themselves are in the catalogue.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from solver.catalogue import Lang, in_words, say
from solver.game.cards import Face, Kind, Meow
from solver.logic.model import Boss, Deal, Hand, Place
from solver.reasons.claims import Checked, mean_score
from solver.reasons.deduction import Bound, Rule, Side
from solver.reasons.entries import Entry
from solver.reasons.explanations import Explanation, Verdict
from solver.reasons.facts import BossFact, Compare, Fact
from solver.reasons.grounds import Ground, called_before
from solver.reasons.hints import Hint
from solver.reasons.proofs import Proof, Step
from solver.reasons.whence import Move, Whence
from solver.record.schema import Word
from solver.record.view import View
from solver.wording import percent

# How a number of cards in a hand is said: of one kind of card, and of several together.
NONE = ("reasons.none", "reasons.none_of")
EXACTLY = ("reasons.exactly", "reasons.exactly_of")
AT_LEAST = ("reasons.at_least", "reasons.at_least_of")
AT_MOST = ("reasons.at_most", "reasons.at_most_of")

REASONS = {
    Ground.ONE_VOICE: "reasons.why_one_voice",
    Ground.FIRST: "reasons.why_first",
    Ground.NOT_ALL: "reasons.why_not_all",
    Ground.DUTY: "reasons.why_duty",
}
REASONING = {
    Ground.MATCHED: "reasons.reasoning_matched",
    Ground.ONE_VOICE: "reasons.reasoning_one_voice",
    Ground.HELD: "reasons.reasoning_held",
    Ground.FIRST: "reasons.reasoning_first",
    Ground.NOT_ALL: "reasons.reasoning_not_all",
    Ground.DUTY: "reasons.reasoning_duty",
    Rule.SIZE: "reasons.reasoning_size",
    Rule.DECK: "reasons.reasoning_deck",
    Rule.TOGETHER: "reasons.reasoning_together",
}


def joined(parts: Sequence[object], lang: Lang, key: str = "reasons.and") -> str:
    """Return things listed with commas, the last after "and" (or "or")."""
    words = [str(in_words(part, lang)) for part in parts]
    return say(key, lang, first=words[:-1], last=words[-1]) if len(words) > 1 else "".join(words)


class Cards:
    """How a set of cells is said: a kind, the cards that meow something, or a list."""

    def __init__(self, view: View, cells: Iterable[Face]) -> None:
        self.view, self.cells = view, frozenset(cells)
        self.parts: list[Kind | Face] = []
        for kind in sorted({cell.kind for cell in self.cells}):
            whole = view.cells_of(kind) <= self.cells
            self.parts += [kind] if whole else sorted(cell for cell in self.cells if cell.kind == kind)
        self.voices = self.voiced()

    def voiced(self) -> list[Meow]:
        """Return the meows of which these are all the cards; empty where a list says as much."""
        voicing = {meow: {cell for cell in self.view.unseen if cell.kind.voices(meow)} for meow in Meow}
        meows = [meow for meow in Meow if voicing[meow] <= self.cells]
        if len(self.parts) > 1 and set[Face]().union(*(voicing[m] for m in meows)) == self.cells:
            return meows if any(cell.kind.is_double for cell in self.cells) else []
        return []

    def say(self, lang: Lang) -> str:
        """Return the name of the cells."""
        if self.voices:
            return say("reasons.voicing", lang, meows=joined(self.voices, lang, "reasons.or"))
        return joined(self.parts, lang)


def statement(view: View, place: Place, cells: Iterable[Face], keys: tuple[str, str], number: int, lang: Lang) -> str:
    """Return what a place holds; ``keys`` name the comparison."""
    cards = Cards(view, cells)
    if isinstance(place, Hand):
        return say(keys[len(cards.parts) > 1], lang, player=place.player, cards=cards.say(lang), number=number)
    if keys == NONE:
        key = "reasons.boss_not" if len(cards.parts) == 1 else "reasons.boss_none_of"
    else:
        key = "reasons.boss_is" if len(cards.parts) == 1 else "reasons.boss_one_of"
    return say(key, lang, cards=joined(cards.parts, lang))


def compared(side: Side, number: int, exact: bool) -> tuple[str, str]:
    """Return how a number of cards is said."""
    if side is Side.LEAST and not exact:
        return AT_LEAST
    return NONE if not number else EXACTLY if exact else AT_MOST


def statements(view: View, bounds: Sequence[Bound], lang: Lang) -> str:
    """Return bounds as one list of statements; from below and from above at the same number is "exactly"."""
    said = []
    for bound in bounds:
        twins = [other for other in bounds if (other.place, other.cells) == (bound.place, bound.cells)]
        exact = len({other.side for other in twins}) == 2 and len({other.number for other in twins}) == 1
        if not exact or bound.side is Side.LEAST:
            keys = compared(bound.side, bound.number, exact)
            said.append(statement(view, bound.place, bound.cells, keys, bound.number, lang))
    return reduce(lambda first, last: say("reasons.both", lang, first=first, last=last), dict.fromkeys(said))


def fact(view: View, stated: Fact, lang: Lang) -> str:
    """Return a fact as a statement."""
    if isinstance(stated, BossFact):
        return say("reasons.boss_is" if stated.holds else "reasons.boss_not", lang, cards=stated.kind)
    cells = [cell for kind in stated.kinds for cell in view.cells_of(kind)]
    side = Side.LEAST if stated.compare is Compare.AT_LEAST else Side.MOST
    keys = compared(side, stated.number, stated.compare is Compare.EXACTLY)
    held = statement(view, Hand(stated.player), cells, keys, stated.number, lang)
    return held if stated.turn is None else say("reasons.then", lang, turn=stated.turn, fact=held)


def called(view: View, turn: int, lang: Lang) -> str:
    """Return the call of a turn, its meows one after the other; empty where it was not noticed."""
    return " ".join(meow.name_in(lang) for meow in view.record.turns[turn - 1].call or ())


def deed(view: View, entry: Entry, lang: Lang) -> str:
    """Return in a sentence what a player did."""
    call = called(view, entry.turn, lang)
    if entry.entry == "discard":
        key = "reasons.discarded"
    elif not call:
        key = "reasons.showed_unheard"
    elif isinstance(entry.value, Word):
        key = "reasons.matched" if entry.value is Word.MATCHED else "reasons.showed_some"
    else:
        key = "reasons.showed"
    return say(key, lang, turn=entry.turn, player=entry.player, card=entry.value, call=call)


def why(view: View, step: Step, lang: Lang) -> Iterator[str]:
    """Yield in sentences what makes an answer say what a step concludes, where that is not plain."""
    fewer = any(bound.side is Side.MOST for bound in step.conclusions)
    call = view.record.turns[step.answers[0].turn - 1].call or ()
    for ground in step.grounds:
        if ground is Ground.FIRST and set(call) == set(called_before(view.record, step.answers[0])):
            yield say("reasons.why_nothing", lang)
        elif ground is Ground.MATCHED and fewer:
            yield say("reasons.why_matched", lang)
            yield size(view, step.conclusions[0].place, lang)
        elif ground not in (Ground.MATCHED, Ground.HELD):
            yield say(REASONS[ground], lang)


def discards_since(view: View, step: Step, lang: Lang) -> list[str]:
    """Return which cards that count in a step its player has discarded since the answer."""
    entry = step.answers[0]
    cells = frozenset[Face]().union(*(bound.cells for bound in step.conclusions))
    call = view.record.turns[entry.turn - 1].call or ()
    gone = [
        face
        for turn, player, face in view.discards
        if player == entry.player and turn > entry.turn
        if view.cell(face) in cells or any(map(face.kind.voices, call))
    ]
    return [say("reasons.discarded_since", lang, player=entry.player, cards=gone)] if gone else []


def concluded(view: View, step: Step, lang: Lang, without: str, with_steps: str) -> str:
    """Return the conclusion of a step, with the steps it needs where there are such."""
    facts = statements(view, step.conclusions, lang)
    if not step.premises:
        return say(without, lang, facts=facts)
    return say(with_steps, lang, steps=[f"({premise + 1})" for premise in step.premises], facts=facts)


def step_sentences(view: View, step: Step, premises: Sequence[Bound], lang: Lang) -> Iterator[str]:
    """Yield a step sentence by sentence; ``premises`` is what the steps it needs conclude."""
    if step.rule is Rule.DECK:
        yield from counted(view, step, lang)
        return
    for entry in step.answers:
        yield deed(view, entry, lang)
    if step.rule is Rule.ANSWER:
        yield from discards_since(view, step, lang)
        yield from why(view, step, lang)
        yield concluded(view, step, lang, "reasons.so", "reasons.with_steps")
    elif step.rule is Rule.TOGETHER:
        yield say("reasons.together", lang)
        yield concluded(view, step, lang, "reasons.so", "reasons.with_steps")
    else:
        about = step.conclusions[0]
        if one_of_each(about, [bound for bound in premises if bound.place == about.place]):
            yield say("reasons.doubles", lang)
        elif all(bound.side is not about.side for bound in premises if bound.place == about.place):
            yield size(view, about.place, lang)
        yield concluded(view, step, lang, "reasons.so", "reasons.from_steps")


def one_of_each(about: Bound, premises: Sequence[Bound]) -> bool:
    """Return whether a bound rests on there being one card of every double: so many of them, or the rest of more."""
    if about.side is Side.MOST:
        return not premises and all(cell.kind.is_double for cell in about.cells) and about.number == len(about.cells)
    held = frozenset[Face]().union(*(bound.cells for bound in premises if bound.side is Side.LEAST))
    missing = frozenset[Face]().union(*(bound.cells for bound in premises if not bound.number))
    rest = held - missing - about.cells
    return bool(rest) and all(cell.kind.is_double for cell in rest)


def size(view: View, place: Place, lang: Lang) -> str:
    """Return how many cards a place holds."""
    if not isinstance(place, Hand):
        return say("reasons.size_boss", lang)
    number = view.hand_size(place.player)
    return say("reasons.size_one" if number == 1 else "reasons.size", lang, player=place.player, number=number)


def counted(view: View, step: Step, lang: Lang) -> Iterator[str]:
    """Yield a step that sums the cards of a set over all places."""
    cells, record = step.conclusions[0].cells, view.record
    unseen = sum(view.unseen[cell] for cell in cells)
    theirs = [face for _, player, face in view.discards if player != record.me]
    face_up, mine, gone = (
        sum(view.cell(face) in cells for face in faces) for faces in (record.face_up, record.hand, theirs)
    )
    total = unseen + face_up + mine + gone
    cards = Cards(view, cells).say(lang)
    holders = [bound.place.player for bound in step.summands if isinstance(bound.place, Hand) and bound.number]
    if total == 1 and holders and step.conclusions[0].side is Side.MOST:
        yield say("reasons.deck_one", lang, card=cards, player=holders[0])
        yield concluded(view, step, lang, "reasons.so", "reasons.with_steps")
        return
    yield say("reasons.deck", lang, cards=cards, total=total, face_up=face_up, mine=mine, discarded=gone, unseen=unseen)
    shares = [share(bound, lang) for bound in step.summands]
    if shares:
        yield say("reasons.shares", lang, shares=shares)
    yield concluded(view, step, lang, "reasons.so", "reasons.with_steps")


def share(bound: Bound, lang: Lang) -> str:
    """Return what one place holds of the cards that are counted."""
    least = bound.side is Side.LEAST
    if isinstance(bound.place, Hand):
        key = "reasons.share_least" if least else "reasons.share_most" if bound.number else "reasons.share_none"
        return say(key, lang, player=bound.place.player, number=bound.number)
    return say("reasons.share_boss_least" if least else "reasons.share_boss_most", lang, number=bound.number)


def proof(view: View, shown: Proof, lang: Lang) -> list[str]:
    """Return a proof, one numbered step a line."""
    lines = []
    for number, step in enumerate(shown.steps, 1):
        premises = [bound for premise in step.premises for bound in shown.steps[premise].conclusions]
        text = spaced(step_sentences(view, step, premises, lang), lang)
        lines.append(f"{number}. {text}")
    if not shown.steps:
        lines.append(say("reasons.any_hand", lang))
    if shown.discards:
        cards = [entry.value for entry in shown.discards]
        said = fact(view, shown.fact, lang)
        lines.append(say("reasons.counting_discards", lang, player=shown.discards[0].player, cards=cards, fact=said))
    return lines


def spaced(sentences: Iterable[str], lang: Lang) -> str:
    """Return sentences one after the other, as the language puts them."""
    return ("" if lang == "ja" else " ").join(sentences)


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
    return [spaced(step_sentences(view, found.step, found.premises, lang), lang)]


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
        said.append(say(key, lang, number=bound.number, unseen=move.unseen, kind=kind))
    what = spaced([deed(view, move.entry, lang), *said], lang)
    return say("reasons.whence_move", lang, before=percent(move.before), after=percent(move.after), what=what)
