"""What an answer means: the one statement of "which card must be shown" (rules.md), as formulas over a hand.

Everything that reasons about answers reads these formulas: counting, CP-SAT, proofs. ``meows.py`` states the same
rules a second time, by matching cards to meows, to be held against them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from itertools import combinations
from typing import TypeVar, cast

from solver.catalogue import message
from solver.errors import RecordError
from solver.game.cards import Face, Kind, Meow
from solver.logic.formulas import TRUE, Formula, at_least, evaluate, every, negate, some, without
from solver.record.schema import Answer, Choices, Reveal, Word
from solver.record.view import View

Call = tuple[Meow, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The cards among which a player chose one to show, for a hand in which the answer was lawful.

    ``like`` the cells of the cards that look as seen; ``lawful`` the cells that could be shown, part by part, each
    with the condition on the hand under which it could. Under ``uniform`` the answer weighs held ``like`` cards /
    held ``lawful`` cards. ``gone`` counts the cards discarded since, which were in the hand then.
    """

    like: frozenset[Face]
    lawful: tuple[tuple[frozenset[Face], Formula], ...]
    gone: tuple[tuple[Face, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """One answer of another player, as a fact about the hand that player holds *now*.

    ``choice`` is None where nothing was chosen or choices say nothing.
    """

    turn: int
    player: str
    answer: Answer
    formula: Formula
    choice: Choice | None


Method = TypeVar("Method", bound=Callable[..., object])
MOST_REMEMBERED = 4_000


@lru_cache(maxsize=16)
def memory(cells: tuple[Face, ...], reveal: Reveal) -> dict[object, object]:
    """Return what has been worked out so far for views that count in these cells: the same for all of them."""
    return {}


def remembered(method: Method) -> Method:
    """Let a method of Meaning look up what it, or that of a like view, has worked out before."""

    @wraps(method)
    def look_up(self: "Meaning", *key: object) -> object:
        place = (method.__name__, *key)
        known = self.memory.get(place)
        if known is None:
            if len(self.memory) >= MOST_REMEMBERED:
                self.memory.clear()
            known = self.memory[place] = method(self, *key)
        return known

    return cast(Method, look_up)


class Meaning:
    """The formulas of answers to calls, over the cells in which one view counts its cards."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.cells = tuple(view.unseen)
        self.reveal = view.record.reveal
        self.memory = memory(self.cells, self.reveal)

    @remembered
    def touching(self, meows: tuple[Meow, ...]) -> frozenset[Face]:
        """Return the cells of all cards that can voice at least one of these meows."""
        return frozenset(c for c in self.cells if any(meow in meows for meow in c.kind.meows))

    @remembered
    def can_voice(self, call: Call, number: int, held: Kind | None = None) -> Formula:
        """Return "the hand can voice ``number`` meows of ``call`` at once": mu(H, call) >= number (Konig, Ore).

        With ``held``, a kind the hand is known to hold, the hand is taken without one card of it.
        """
        return every(self.enough(call, number, held))

    def enough(self, call: Call, number: int, held: Kind | None) -> Iterator[Formula]:
        """Yield, for each set of meows called, that enough cards touch it for ``number`` meows of ``call``."""
        needs = Counter(call)
        # Without doubles, sets of one meow say it all when the whole call must be voiced.
        largest = 1 if number == len(call) and not self.view.record.expansion else len(needs)
        for size in range(largest + 1):
            for meows in combinations(needs, size):
                outside = len(call) - sum(needs[meow] for meow in meows)
                set_aside = held is not None and any(meow in meows for meow in held.meows)
                yield at_least(self.touching(meows), number - outside + set_aside)

    def matched(self, call: Call) -> Formula:
        """Return "the hand can meow the whole call"."""
        return self.can_voice(call, len(call))

    @remembered
    def may_show(self, call: Call, kind: Kind) -> Formula:
        """Return "a held card of ``kind`` is one that may be shown": its part in the duty to meow as much as possible.

        Supposes that the hand holds such a card and cannot voice any meow before the first that ``kind`` voices.
        Only a double with a second meow in the call can be needed elsewhere: any other card that voices the first
        meow can take its place in a largest matching.
        """
        place = next(i for i, meow in enumerate(call) if kind.voices(meow))
        rest = (*call[:place], *call[place + 1 :])
        if self.reveal is Reveal.LENIENT or len(set(kind.meows) & set(call)) < 2:
            return TRUE
        return every(
            some([negate(self.can_voice(call, r)), self.can_voice(rest, r - 1, kind)]) for r in range(2, len(call))
        )

    def shown(self, call: Call, face: Face) -> Formula:
        """Return "the hand cannot meow the whole call, and a card that looks like ``face`` may be shown"."""
        kind, holds = face.kind, at_least(self.view.looks(face), 1)
        voiced = [meow for meow in call if kind.voices(meow)]
        earlier = tuple(dict.fromkeys(call[: call.index(voiced[0])] if voiced else call))
        nothing_earlier = negate(at_least(self.touching(earlier), 1))
        if not voiced:
            return every([holds, nothing_earlier])
        return every([holds, nothing_earlier, negate(self.matched(call)), self.may_show(call, kind)])

    @remembered
    def formula(self, call: Call | None, answer: Answer) -> Formula:
        """Return what ``answer`` to ``call`` says about the hand at that moment; call None: it was not noticed."""
        if call is None:
            return at_least(self.view.looks(answer), 1) if isinstance(answer, Face) else TRUE
        match answer:
            case Word.MATCHED:
                return self.matched(call)
            case Word.SHOWN:
                return negate(self.matched(call))
            case Word.MISSED:
                return TRUE
            case Face():
                return self.shown(call, answer)

    @remembered
    def choice(self, call: Call, face: Face) -> Choice:
        """Return the cards among which the player chose who showed ``face``."""
        first = next((meow for meow in call if face.kind.voices(meow)), None)
        if first is None:
            return Choice(self.view.looks(face), ((frozenset(self.cells), TRUE),))
        voicing = self.touching((first,))
        free = frozenset(cell for cell in voicing if self.may_show(call, cell.kind) == TRUE)
        parts = [(free, TRUE), *((frozenset({c}), self.may_show(call, c.kind)) for c in sorted(voicing - free))]
        return Choice(self.view.looks(face), tuple((cards, when) for cards, when in parts if cards))


def observations(view: View) -> Iterator[Observation]:
    """Yield what every answer of another player says about that player's present hand, in the order of the table.

    Cards discarded since were in the hand then and are folded into the numbers. Answers that say nothing are left out.
    """
    meaning = Meaning(view)
    for number, turn in enumerate(view.record.turns, 1):
        for player in view.others:
            answer = turn.answers.get(player, Word.MISSED)
            if answer is Word.MISSED:
                continue
            gone = view.discarded_since(player, number)
            formula = without(meaning.formula(turn.call, answer), gone)
            yield Observation(number, player, answer, formula, present_choice(meaning, turn.call, answer, gone))


def present_choice(meaning: Meaning, call: Call | None, answer: Answer, gone: Counter[Face]) -> Choice | None:
    """Return the choice behind an answer, told of the present hand; None where there was none to weigh."""
    uniform = meaning.view.record.choices is Choices.UNIFORM
    if call is None or not isinstance(answer, Face) or not uniform:
        return None
    choice = meaning.choice(call, answer)
    if choice.lawful == ((choice.like, TRUE),):
        return None
    lawful = tuple((cards, without(when, gone)) for cards, when in choice.lawful)
    return Choice(choice.like, lawful, tuple(sorted(gone.items())))


def lawful_answers(view: View, call: Call, hand: Counter[Face]) -> tuple[Answer, ...]:
    """Return the answers ``hand`` may give to ``call``: matched alone, or every card that may be shown, in deck order.

    ``hand`` holds cards as they are noted; equal cards are listed once.
    """
    meaning = Meaning(view)
    options: list[Answer] = [Word.MATCHED, *sorted(face for face, number in hand.items() if number)]
    held = by_cell(view, hand)
    return tuple(answer for answer in options if allowed(meaning, call, answer, held))


def meowed(call: Call, kind: Kind) -> tuple[Meow, ...]:
    """Return the meows that a card lawfully shown may meow: the first of ``call`` it voices; if none, each of its own.

    Nothing called before that one can be in its hand (rules.md, "Which card must be shown").
    """
    return next(((meow,) for meow in call if kind.voices(meow)), kind.meows)


def by_cell(view: View, hand: Counter[Face]) -> list[tuple[Face, int]]:
    """Return the cells of the cards in a hand, with how many there are."""
    held: dict[Face, int] = {}
    for face, number in hand.items():
        cell = view.cell(face)
        held[cell] = held.get(cell, 0) + number
    return list(held.items())


def allowed(meaning: Meaning, call: Call, answer: Answer, held: Sequence[tuple[Face, int]]) -> bool:
    """Return whether a hand whose cards are all known, by cell, may give this answer."""
    formula = meaning.formula(call, answer)
    return bool(evaluate(formula, lambda cards: sum([number for cell, number in held if cell in cards])))


def check_my_answers(view: View) -> None:
    """Check that every answer of my own was lawful with my hand; RecordError at the first that was not."""
    record, meaning = view.record, Meaning(view)
    for number, turn in enumerate(record.turns, 1):
        if number == 1 or record.leader(number - 1) == record.me:
            hand = view.my_hand(number)
            held = by_cell(view, hand)
        answer = turn.answers.get(record.me, Word.MISSED)
        # By kind: which of my like cards are left is not known where I put one away without noting its points.
        said = answer.bare if isinstance(answer, Face) else answer
        if turn.call is None or allowed(meaning, turn.call, said, held):
            continue
        lawful = lawful_answers(view, turn.call, hand)
        where = f"turns[{number - 1}].answers.{record.me}"
        raise RecordError(where, answer, message("errors.my_answer", lawful=[speak(a) for a in lawful]))


def speak(answer: Answer) -> object:
    """Return an answer for use in a message: a card by its name, a word as the record writes it."""
    return answer if isinstance(answer, Face) else answer.value
