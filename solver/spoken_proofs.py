"""Proofs in words, in each language: what players did, and how what places hold follows from it.

Nothing here is worked out: findings go in, phrases come out. The sentences themselves are in the catalogue.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from solver.catalogue import Lang, say
from solver.game.cards import Face, Meow
from solver.logic.model import Boss, Hand, Place
from solver.reasons.deduction import Bound, Rule, Side
from solver.reasons.entries import Entry, card
from solver.reasons.facts import Compare, HandFact
from solver.reasons.grounds import Ground, called_before
from solver.reasons.proofs import Proof, Step
from solver.reasons.shortfall import Cover, Shortfall, needs, shortfall
from solver.record.schema import Word
from solver.record.view import View
from solver.spoken_facts import Cards, fact, joined, spaced, statements

Known = Mapping[int, Sequence[Bound]]

MOST_NAMED = 2  # discards that are named, though they do not count


def called(view: View, turn: int, lang: Lang) -> str:
    """Return the call of a turn, its meows one after the other; empty where it was not noticed."""
    return " ".join(meow.name_in(lang) for meow in view.record.turns[turn - 1].call or ())


def deed(view: View, entry: Entry, lang: Lang) -> str:
    """Return in a sentence what a player answered."""
    call = called(view, entry.turn, lang)
    if not call:
        key = "reasons.showed_unheard"
    elif isinstance(entry.value, Word):
        matched = "reasons.matched" if " " in call else "reasons.matched_one"
        key = matched if entry.value is Word.MATCHED else "reasons.showed_some"
    else:
        key = "reasons.showed"
    return say(key, lang, turn=entry.turn, player=entry.player, card=entry.value, call=call)


def why(view: View, step: Step, premises: Sequence[Bound], lang: Lang) -> Iterator[str]:
    """Yield in sentences what makes an answer say what a step concludes, where that is not plain."""
    entry, fewer = step.answers[0], any(bound.side is Side.MOST for bound in step.conclusions)
    if Ground.FIRST in step.grounds:
        yield first(view, entry, lang)
    if Ground.NOT_ALL in step.grounds:
        call = needs(view, entry.turn)
        key = "reasons.why_not_all" if call.total() > 1 else "reasons.why_not_one"
        yield say(key, lang, player=entry.player, needs=needed(call, lang))
    if Ground.DUTY in step.grounds:
        yield say("reasons.why_duty", lang, card=entry.value, meow=voiced_first(view, entry))
    if Ground.ONE_VOICE in step.grounds or doubles_count(step, premises):
        yield say("reasons.why_either", lang)
    if Ground.MATCHED in step.grounds and any(doubles_left_out(view, bound, premises) for bound in step.conclusions):
        yield say("reasons.doubles", lang)
    if fewer and Ground.MATCHED in step.grounds:
        yield say("reasons.why_matched", lang)
        yield size(view, step.conclusions[0], lang)


def needed(numbers: Mapping[Meow, int], lang: Lang) -> str:
    """Return a list of so many cards of each meow."""
    return joined([cards_of(meow, number, lang) for meow, number in numbers.items()], lang, "reasons.listed")


def cards_of(meow: Meow, number: int, lang: Lang) -> str:
    """Return so many cards of one meow."""
    return say("reasons.need_one" if number == 1 else "reasons.need", lang, meow=meow, number=number)


def first(view: View, entry: Entry, lang: Lang) -> str:
    """Return why a hand has no card for what was called before the meow that it voiced."""
    before, meow = called_before(view.record, entry), voiced_first(view, entry)
    if meow is None:
        return say("reasons.why_nothing", lang)
    return say("reasons.why_first", lang, meow=meow, before=joined(before, lang, "reasons.or"))


def voiced_first(view: View, entry: Entry) -> Meow | None:
    """Return the first meow of the call that the card shown voices; None where it voices none."""
    call, shown = view.record.turns[entry.turn - 1].call or (), card(entry)
    return next((meow for meow in call if shown.kind.voices(meow)), None)


def doubles_count(step: Step, premises: Sequence[Bound]) -> bool:
    """Return whether it matters to a step for which meow a double is taken."""
    if not {Ground.MATCHED, Ground.NOT_ALL, Ground.DUTY} & set(step.grounds):
        return False
    shown = [entry.value for entry in step.answers if isinstance(entry.value, Face)]
    concerned = [*shown, *(cell for bound in (*step.conclusions, *premises) for cell in bound.cells)]
    return any(face.kind.is_double for face in concerned)


def doubles_left_out(view: View, bound: Bound, premises: Sequence[Bound]) -> bool:
    """Return whether "at least" leaves out a double that could serve as well: as there is just one of each."""
    if bound.side is Side.MOST:
        return False
    meows = {cell.kind.meows[0] for cell in bound.cells if not cell.kind.is_double}
    barred = frozenset[Face]().union(*(premise.cells for premise in premises if not premise.number))
    serving = {cell for cell in view.unseen if cell.kind.is_double and meows & set(cell.kind.meows)}
    return not serving <= bound.cells | barred


def discarded(entries: Sequence[Entry], lang: Lang) -> str:
    """Return in a sentence which cards a player discarded, and when."""
    parts = [say("reasons.discarded_part", lang, card=entry.value, turn=entry.turn) for entry in entries]
    return say("reasons.discarded", lang, player=entries[0].player, parts=joined(parts, lang, "reasons.listed"))


def carry(
    view: View, player: str, turn: int, lang: Lang, *, kept: bool = False, more: bool = False, loss: bool = False
) -> Iterator[str]:
    """Yield how a hand in a turn and the hand now hang together.

    ``kept``: what is held now was held then; ``more``: there is no more now than then; ``loss``: no discard counts.
    Which cards were discarded, where they are few, says all of that.
    """
    gone = [face for number, name, face in view.discards if name == player and number >= turn]
    if not gone:
        yield say("reasons.nothing_since", lang, player=player)
        return
    if loss and len(gone) <= MOST_NAMED:
        yield say("reasons.only_since", lang, player=player, cards=joined(gone, lang))
        return
    if loss:
        yield say("reasons.no_loss", lang, player=player)
    if kept or more:
        key = "reasons.shrinks" if kept and more else "reasons.shrinks_kept" if kept else "reasons.shrinks_more"
        yield say(key, lang, turn=turn)


def concluded(view: View, bounds: Sequence[Bound], premises: Iterable[int], key: str, lang: Lang) -> str:
    """Return a conclusion, with the steps it needs where there are such."""
    facts, steps = statements(view, bounds, lang), [f"({number})" for number in premises]
    return say(key, lang, steps=steps, facts=facts) if steps else say("reasons.so", lang, facts=facts)


def carried(view: View, step: Step, known: Known, lang: Lang) -> Iterator[str]:
    """Yield what an answer says: of the hand at that moment where it has changed since, then of the hand now."""
    gone = Counter(view.cell(card(entry)) for entry in step.since)
    own = [bound for bounds in known.values() for bound in bounds if bound.place == step.conclusions[0].place]
    if shows_double(view, step):
        exact, entry = len(step.conclusions) > 1, step.answers[0]
        yield say("reasons.kept_only" if exact else "reasons.kept", lang, player=entry.player, card=entry.value)
        yield concluded(view, step.conclusions, known, "reasons.with_steps", lang)
        return
    missed = shortfall(view, step, known)
    if missed and missed.covers:
        yield from short(view, step, missed, known, lang)
        return
    if gone and all(gone.keys() <= bound.cells for bound in step.conclusions):
        then = [replace(bound, number=bound.number + gone.total()) for bound in step.conclusions]
        facts = say("reasons.at_that_time", lang, fact=statements(view, then, lang, held=True))
        key, steps = "reasons.with_steps" if known else "reasons.so", [f"({number})" for number in known]
        if any(bound.side is Side.LEAST for bound in own):
            yield from carry(view, step.answers[0].player, step.answers[0].turn, lang, kept=True)
        yield say(key, lang, steps=steps, facts=facts)
        yield discarded(step.since, lang)
        yield concluded(view, step.conclusions, (), "reasons.so", lang)
        return
    yield from between(view, step, own, step.conclusions, lang)
    yield concluded(view, step.conclusions, known, "reasons.with_steps", lang)


def shows_double(view: View, step: Step) -> bool:
    """Return whether a step rests on a double having been shown, and says that it is still there."""
    shown = step.answers[0].value
    if step.grounds != (Ground.HELD,) or not isinstance(shown, Face) or not shown.kind.is_double:
        return False
    return all(bound.cells == view.cells_of(shown.kind) for bound in step.conclusions)


def short(view: View, step: Step, missed: Shortfall, known: Known, lang: Lang) -> Iterator[str]:
    """Yield which cards a hand had of those a call needs, so of which it was short, and what that says of it now."""
    entry, cited = step.answers[0], {number for cover in missed.covers for number in cover.steps}
    loss = any(bound.side is Side.LEAST for bound in step.conclusions)
    yield from carry(view, entry.player, entry.turn, lang, kept=bool(cited), more=not missed.gone, loss=loss)
    covers = joined([covered(cover, lang) for cover in missed.covers], lang, "reasons.listed")
    key = "reasons.short" if missed.most else "reasons.missing"
    yield say(key, lang, player=entry.player, covers=covers, meow=missed.meow, number=missed.most)
    if missed.gone:
        yield discarded(missed.gone, lang)
    yield concluded(view, step.conclusions, (n for n in known if n not in cited), "reasons.with_steps", lang)


def covered(cover: Cover, lang: Lang) -> str:
    """Return so many cards of a meow, and how it is known that they were there."""
    whence = [say("reasons.cover_shown", lang)] if cover.shown else []
    whence += [f"({step})" if cover.discards else str(step) for step in cover.steps]
    whence += [say("reasons.cover_discarded", lang, card=one.value, turn=one.turn) for one in cover.discards]
    return say("reasons.share", lang, share=cards_of(cover.meow, cover.number, lang), steps=joined(whence, lang))


def between(
    view: View, step: Step, premises: Iterable[Bound], conclusions: Iterable[Bound], lang: Lang
) -> Iterator[str]:
    """Yield how what is known of a hand now says something of it when it answered, and that something of it now."""
    entry, now, new = step.answers[0], {bound.side for bound in premises}, {bound.side for bound in conclusions}
    if step.since:
        parts = [say("reasons.held_part", lang, card=one.value, turn=one.turn) for one in step.since]
        yield say("reasons.held_then", lang, player=entry.player, parts=joined(parts, lang))
    loss = not step.since and (Side.LEAST in new or Side.MOST in now)
    kept, more = Side.LEAST in now, Side.MOST in new
    yield from carry(view, entry.player, entry.turn, lang, kept=kept, more=more, loss=loss)


def refuted(view: View, step: Step, known: Known, lang: Lang) -> Iterator[str]:
    """Yield that what was supposed leaves a place with nothing that fits, and what follows from that."""
    supposed = [number for number, bounds in known.items() if step.conclusions[0].opposite in bounds]
    others = [number for number in known if number not in supposed]
    place = Hand(step.answers[0].player) if step.answers else known[(others or supposed)[0]][0].place
    own = [number for number, bounds in known.items() if bounds[0].place == place]
    bounds = [bound for number in own for bound in known[number]]
    if step.answers:
        yield from between(view, step, bounds, (), lang)
    else:
        yield size(view, bounds[0], lang)
    facts = statements(view, step.conclusions, lang)
    key = "reasons.cannot_have" if step.answers else "reasons.cannot_be"
    yield say(key, lang, steps=[f"({number})" for number in own])
    yield say("reasons.refuted", lang, steps=[f"({number})" for number in supposed], facts=facts)


def step_sentences(view: View, step: Step, known: Known, lang: Lang) -> Iterator[str]:
    """Yield a step sentence by sentence; ``known`` is what the steps it needs conclude, by their numbers from 1."""
    own = [bound for bounds in known.values() for bound in bounds if bound.place == step.conclusions[0].place]
    if step.rule is Rule.DECK:
        yield from counted(view, step, known, lang)
        return
    for entry in step.answers:
        yield deed(view, entry, lang)
    if step.rule is Rule.ANSWER:
        yield from why(view, step, own, lang)
        yield from carried(view, step, known, lang)
    elif step.rule is Rule.SUPPOSED:
        yield say("reasons.supposed", lang, facts=statements(view, step.conclusions, lang))
    elif step.rule is Rule.REFUTED:
        if step.answers:
            yield from why(view, step, own, lang)
        yield from refuted(view, step, known, lang)
    elif step.rule is Rule.TOGETHER:
        yield say("reasons.together", lang)
        yield concluded(view, step.conclusions, known, "reasons.with_steps", lang)
    else:
        about = step.conclusions[0]
        if one_of_each(about, own):
            yield doubles(view, about, known, lang)
        elif step.by_size:
            yield size(view, about, lang)
        yield concluded(view, step.conclusions, known, "reasons.from_steps", lang)


def one_of_each(about: Bound, premises: Sequence[Bound]) -> bool:
    """Return whether a bound rests on there being one card of every double: so many of them, or the rest of more."""
    if about.side is Side.MOST:
        return not premises and all(cell.kind.is_double for cell in about.cells) and about.number == len(about.cells)
    rest = held(premises) - missing(premises) - about.cells
    return bool(rest) and all(cell.kind.is_double for cell in rest)


def held(premises: Iterable[Bound]) -> frozenset[Face]:
    """Return the cells of which bounds say that some are there."""
    return frozenset[Face]().union(*(bound.cells for bound in premises if bound.side is Side.LEAST))


def missing(premises: Iterable[Bound]) -> frozenset[Face]:
    """Return the cells of which bounds say that none is there."""
    return frozenset[Face]().union(*(bound.cells for bound in premises if not bound.number))


def doubles(view: View, about: Bound, known: Known, lang: Lang) -> str:
    """Return that there is one card of every double; which are left, where others are known to be elsewhere."""
    own = {number: [b for b in bounds if b.place == about.place] for number, bounds in known.items()}
    premises = [bound for bounds in own.values() for bound in bounds]
    some, none = held(premises), missing(premises)
    if not some & none or any(cell.kind.is_double for cell in about.cells):
        return say("reasons.doubles", lang)
    cards = Cards(view, some - none - about.cells)
    key = "reasons.left_double" if len(cards.parts) == 1 else "reasons.left_doubles"
    steps = joined([f"({number})" for number, bounds in own.items() if held(bounds)], lang)
    return say(key, lang, steps=steps, cards=cards.say(lang))


def size(view: View, about: Bound, lang: Lang) -> str:
    """Return how many cards the place of a bound holds, or that the boss cat is one of those unseen."""
    if not isinstance(about.place, Hand):
        return say("reasons.boss_unseen" if about.side is Side.LEAST else "reasons.size_boss", lang)
    number = view.hand_size(about.place.player)
    return say("reasons.size_one" if number == 1 else "reasons.size", lang, player=about.place.player, number=number)


def counted(view: View, step: Step, known: Known, lang: Lang) -> Iterator[str]:
    """Yield a step that sums the cards of a set over all places."""
    about = step.conclusions[0]
    cells = frozenset[Face]().union(*(bound.cells for bound in step.conclusions))
    refs = {share.place: [n for n, bounds in known.items() if share.place in places(bounds)] for share in step.summands}
    holders = [bound.place for bound in step.summands if isinstance(bound.place, Hand) and bound.number]
    if holders and about.side is Side.MOST and dealt(view, cells) == 1:
        cards, place = Cards(view, cells).say(lang), holders[0]
        yield say("reasons.deck_one", lang, cards=cards, player=place.player, steps=refs[place])
    else:
        yield unseen(view, cells, lang)
        if step.summands:
            yield left(view, step, refs, lang)
        sides = [bound.side for bound in step.conclusions if bound.place == Boss()]
        if sides and not (step.summands and none_for_boss(view, step)):
            yield say("reasons.boss_unseen" if sides[0] is Side.MOST else "reasons.all_places", lang)
    said = {number for numbers in refs.values() for number in numbers}
    yield concluded(view, step.conclusions, (n for n in known if n not in said), "reasons.with_steps", lang)


def places(bounds: Iterable[Bound]) -> set[Place]:
    """Return the places that bounds speak of."""
    return {bound.place for bound in bounds}


def dealt(view: View, cells: frozenset[Face]) -> int:
    """Return how many cards of a set of cells the deck has."""
    return sum(view.unseen[cell] for cell in cells) + sum(view.cell(face) in cells for face in view.seen)


def unseen(view: View, cells: frozenset[Face], lang: Lang) -> str:
    """Return how many cards of a set of cells are unseen, and where the others are seen."""
    record, cards, total = view.record, Cards(view, cells).say(lang), dealt(view, cells)
    face_up, mine = (sum(view.cell(face) in cells for face in faces) for faces in (record.face_up, record.hand))
    gone = [d for d in view.discards if d[1] != record.me and view.cell(d[2]) in cells]
    seen = [say("reasons.seen_face_up", lang, number=face_up)] if face_up else []
    seen += [my_share(view, cells, mine, lang)] if mine else []
    if gone:
        who = [say("reasons.by_in_turn", lang, player=player, turn=turn) for turn, player, _ in gone]
        seen.append(say("reasons.seen_discarded", lang, number=len(gone), who=who))
    if not seen:
        return say("reasons.deck_unseen", lang, cards=cards, total=total)
    number = total - face_up - mine - len(gone)
    key = "reasons.deck" if number else "reasons.deck_none"
    return say(key, lang, cards=cards, total=total, seen=seen, unseen=number)


def my_share(view: View, cells: frozenset[Face], number: int, lang: Lang) -> str:
    """Return how many cards of a set of cells were dealt to me, and how many of them I have discarded."""
    kept = sum(n for face, n in view.my_hand(view.now).items() if view.cell(face) in cells)
    key = "reasons.seen_mine" if kept == number else "reasons.seen_mine_gone"
    return say(key, lang, number=number, gone=number - kept)


def left(view: View, step: Step, refs: Mapping[Place, Sequence[int]], lang: Lang) -> str:
    """Return what the other places hold of the cards that are counted, with the steps that say so, and what is left."""
    about, number, shares = step.conclusions[0], over(view, step), []
    for bound in step.summands:
        part = share(view, bound, known=bool(refs[bound.place]), lang=lang)
        shares.append(say("reasons.share", lang, share=part, steps=refs[bound.place]) if refs[bound.place] else part)
    told = joined(shares, lang, "reasons.listed")
    if none_for_boss(view, step):
        return say("reasons.left_no_boss", lang, shares=told)
    key = "reasons.left_least" if about.side is Side.LEAST else "reasons.left_most" if number else "reasons.left_none"
    return say(key, lang, shares=told, number=number)


def over(view: View, step: Step) -> int:
    """Return how many of the cards that are counted are left beside what other places hold of them."""
    return sum(view.unseen[cell] for cell in step.conclusions[0].cells) - sum(b.number for b in step.summands)


def none_for_boss(view: View, step: Step) -> bool:
    """Return whether a count is about the boss cat alone, and leaves no card for it."""
    about = step.conclusions
    return about[0].side is Side.MOST and places(about) == {Boss()} and not over(view, step)


def share(view: View, bound: Bound, *, known: bool, lang: Lang) -> str:
    """Return what one place holds of the cards that are counted; unless ``known``, no more than it has cards."""
    least = bound.side is Side.LEAST
    if not isinstance(bound.place, Hand):
        most = "reasons.share_boss_most" if bound.number else "reasons.share_boss_none"
        return say("reasons.share_boss_least" if least else most, lang)
    if not least and not known and bound.number == view.hand_size(bound.place.player):
        key = "reasons.share_size"
    else:
        key = "reasons.share_least" if least else "reasons.share_most" if bound.number else "reasons.share_none"
    return say(key, lang, player=bound.place.player, number=bound.number)


def proof(view: View, shown: Proof, lang: Lang) -> list[str]:
    """Return a proof, one numbered step a line; last, for an earlier turn, what follows of the hand at that time."""
    lines = []
    for number, step in enumerate(shown.steps, 1):
        known = {premise + 1: shown.steps[premise].conclusions for premise in step.premises}
        lines.append(f"{number}. {spaced(step_sentences(view, step, known, lang), lang)}")
    if not shown.steps:
        lines.append(say("reasons.any_hand", lang))
    if isinstance(shown.fact, HandFact) and shown.fact.turn is not None:
        lines.append(spaced([*then(view, shown, shown.fact, lang), earlier(view, shown.fact, lang)], lang))
    return lines


def then(view: View, shown: Proof, about: HandFact, lang: Lang) -> Iterator[str]:
    """Yield what lies between the hand now and the hand of an earlier turn, which a fact is about."""
    if shown.discards:
        yield discarded(shown.discards, lang)
        return
    assert about.turn is not None
    kept, loss = about.compare is not Compare.AT_MOST, about.compare is not Compare.AT_LEAST
    yield from carry(view, about.player, about.turn, lang, kept=kept, loss=loss)


def earlier(view: View, about: HandFact, lang: Lang) -> str:
    """Return a fact about an earlier turn as a conclusion."""
    return say("reasons.so", lang, facts=fact(view, about, lang))
