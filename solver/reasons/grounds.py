"""The grounds of an answer: the parts of its meaning, by the kind of reasoning they call for."""

from collections.abc import Iterator
from enum import Enum

from solver.game.cards import Face, Meow
from solver.logic.answers import Meaning, Observation
from solver.logic.formulas import All, AtLeast, Formula, Not, negate, without
from solver.reasons.entries import Entry
from solver.record.schema import Record, Word
from solver.record.view import View


class Ground(Enum):
    """What in an answer a conclusion rests on."""

    MATCHED = "matched"  # every meow of the call was voiced
    ONE_VOICE = "one voice"  # the same, and a double voices one meow only at a time
    HELD = "held"  # the card shown is in the hand
    FIRST = "first"  # no meow of the call before the one voiced could be voiced
    NOT_ALL = "not all"  # the call as a whole could not be voiced
    DUTY = "duty"  # the card shown is one with which as much as possible could be voiced


def grounds(view: View, seen: Observation) -> Iterator[tuple[Ground, Formula]]:
    """Yield the parts of what an answer says about the present hand, which together say all of it."""
    parts = seen.formula.parts if isinstance(seen.formula, All) else (seen.formula,)
    for part in parts:
        yield ground(view, seen, part), part


def ground(view: View, seen: Observation, part: Formula) -> Ground:
    """Return the kind of reasoning that one part of the meaning of an answer calls for."""
    call, answer = view.record.turns[seen.turn - 1].call, seen.answer
    if call is None:
        return Ground.HELD
    meaning = Meaning(view)
    if answer is Word.MATCHED:
        single = [meaning.touching((meow,)) for meow in call]
        return Ground.MATCHED if isinstance(part, AtLeast) and part.cards in single else Ground.ONE_VOICE
    if part == without(negate(meaning.matched(call)), view.discarded_since(seen.player, seen.turn)):
        return Ground.NOT_ALL
    match part:
        case AtLeast(cards) if isinstance(answer, Face) and cards == view.looks(answer):
            return Ground.HELD
        case Not(AtLeast(cards)) if isinstance(answer, Face) and cards.isdisjoint(view.looks(answer)):
            return Ground.FIRST
        case _:
            return Ground.DUTY


def called_before(record: Record, entry: Entry) -> tuple[Meow, ...]:
    """Return the meows called, each once, before the first that the card shown voices: those the hand has no card for.

    All of the call where the card voices none of it.
    """
    call, card = record.turns[entry.turn - 1].call or (), entry.value
    if not isinstance(card, Face):
        return ()
    place = next((place for place, meow in enumerate(call) if card.kind.voices(meow)), len(call))
    return tuple(dict.fromkeys(call[:place]))
