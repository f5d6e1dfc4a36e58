"""Ways to voice a call with the cards of one hand, and from them the answers the rules allow.

The one deliberate second statement of "which card must be shown" (rules.md): it matches cards to meows with
python-constraint, never reads a formula, and so keeps ``answers.py`` honest. It tells a player at the table what to
show and drives the simulated players.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from solver.game.cards import KIND_RANKS, KINDS, Face, Kind, Meow
from solver.record.schema import Answer, Reveal, Word

Call = tuple[Meow, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to voice a call: for each of its meows the kind of the card that voices it, None where none does."""

    kinds: tuple[Kind | None, ...]

    @property
    def voiced(self) -> int:
        """Number of meows voiced."""
        return sum(kind is not None for kind in self.kinds)


def ways(call: Call, hand: Iterable[Kind]) -> tuple[Way, ...]:
    """Return every way in which cards of ``hand`` voice as many meows of ``call`` as they can, one card for each.

    Ways that differ by swapping like cards are one way. Sorted; a single way without a card where no meow can be
    voiced. At most a few thousand ways, in milliseconds, for a hand of any size.
    """
    cards = cards_of_use(call, hand)
    for number in range(min(len(call), len(cards)), 0, -1):
        if found := matchings(call, cards, number):
            return tuple(sorted(found, key=lambda way: [len(KINDS) if k is None else KIND_RANKS[k] for k in way.kinds]))
    return (Way((None,) * len(call)),)


def cards_of_use(call: Call, hand: Iterable[Kind]) -> list[Kind]:
    """Return the cards that can voice a meow of ``call``, of like ones no more than it has meows for."""
    held = Counter(hand)
    return [kind for kind in sorted(held) for _ in range(min(held[kind], chances(kind, call)))]


def matchings(call: Call, cards: list[Kind], number: int) -> set[Way]:
    """Return the ways in which exactly ``number`` meows of ``call`` are voiced, each by a different card."""
    from constraint import AllDifferentConstraint, Problem, SomeInSetConstraint

    problem = Problem()
    for place, meow in enumerate(call):
        # A card is its index. Like cards are taken up in order: the second of them is of use from the second meow on
        # that it can voice. An index beyond the cards, one for each meow, says that nothing voices it.
        useful = [
            i
            for i, kind in enumerate(cards)
            if kind.voices(meow) and i - cards.index(kind) <= chances(kind, call[:place])
        ]
        problem.addVariable(place, [*useful, len(cards) + place])
    problem.addConstraint(AllDifferentConstraint())
    problem.addConstraint(SomeInSetConstraint(set(range(len(cards))), number, exact=True))
    return {
        Way(tuple(cards[solution[place]] if solution[place] < len(cards) else None for place in range(len(call))))
        for solution in problem.getSolutions()
    }


def chances(kind: Kind, call: Call) -> int:
    """Return how many meows of ``call`` a card of ``kind`` can voice."""
    return sum(map(kind.voices, call))


def may_show(call: Call, hand: Iterable[Kind], reveal: Reveal) -> frozenset[Kind] | None:
    """Return the kinds of which a card may be shown; None where the hand can meow the whole call: matched.

    For this call a card is as good as another that voices the same meows of it, and like cards beyond the number of
    meows add nothing: hands equal in that are worked out once.
    """
    kinds = tuple(hand)
    heard = {kind: tuple(meow for meow in kind.meows if meow in call) for kind in kinds}
    useful = Counter(Kind(heard[kind]) for kind in kinds if heard[kind])
    key = tuple((kind, min(useful[kind], chances(kind, call))) for kind in sorted(useful))
    if not key:
        return frozenset(kinds)
    shown = shown_for(call, key, reveal)
    return shown and frozenset(kind for kind in kinds if heard[kind] and Kind(heard[kind]) in shown)


@lru_cache(maxsize=1 << 16)
def shown_for(call: Call, held: tuple[tuple[Kind, int], ...], reveal: Reveal) -> frozenset[Kind] | None:
    """Return the kinds of which such a hand, able to voice some meow of ``call``, may show a card; None if matched."""
    best = ways(call, Counter(dict(held)).elements())
    if best[0].voiced == len(call):
        return None
    first = next(place for place, meow in enumerate(call) if any(kind.voices(meow) for kind, _ in held))
    if reveal is Reveal.LENIENT:
        return frozenset(kind for kind, _ in held if kind.voices(call[first]))
    return frozenset(kind for way in best if (kind := way.kinds[first]) is not None)


def lawful_answers(call: Call, hand: Iterable[Face], reveal: Reveal) -> tuple[Answer, ...]:
    """Return the answers ``hand`` may give to ``call``: matched alone, or every card that may be shown, in deck order.

    Equal cards are listed once; an empty hand gives no answer.
    """
    cards = tuple(hand)
    kinds = may_show(call, (card.kind for card in cards), reveal)
    if kinds is None:
        return (Word.MATCHED,)
    return tuple(sorted({card for card in cards if card.kind in kinds}))
