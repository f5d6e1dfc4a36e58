"""A round played on by simulated players, by kind: who may guess when, from everyone's own seat.

Every player counts exactly what answers say by kind; the points of cards shown are not used. Choices among lawful
cards are made at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

import numpy as np

from solver.advice.stakes import Stakes, stakes, without
from solver.errors import TooMuchWork
from solver.game import table
from solver.game.cards import MAX_CALL, Deck, Face, Meow
from solver.logic.formulas import evaluate
from solver.odds.boxes import Rows
from solver.odds.hands import Weights
from solver.odds.seats import Answering, Call, Position
from solver.play.players import pick
from solver.record.schema import Answer


@dataclass(frozen=True, slots=True)
class Scene:
    """A round as it really is, and as everybody sees it: nothing in it changes, every step returns the next scene.

    ``hands`` the cards of every seat; ``public`` what all seats know; ``left`` [kind, points - 1] the cards neither
    face up nor discarded; ``chips`` by seat; ``leader`` the seat that leads.
    """

    deck: Deck
    public: Position
    hands: tuple[tuple[Face, ...], ...]
    boss: Face
    left: Rows
    chips: tuple[int, ...]
    target: int
    leader: int

    def others(self, seat: int) -> list[int]:
        """Return the other seats that hold a card: who answers a call of this one."""
        return [other for other, hand in enumerate(self.hands) if other != seat and hand]

    def counts(self, seat: int) -> Rows:
        """Return [kind] the hand of a seat."""
        return counts(self.hands[seat], self.deck)

    def odds(self, seat: int) -> Weights:
        """Return [kind] how likely each boss cat is, as seen from a seat."""
        return np.asarray(self.public.boss(seat, self.counts(seat)[None])[0])

    def stakes(self, seat: int) -> Stakes:
        """Return what a guess moves for whoever sits there, with the points that this seat has not seen."""
        return stakes(without(self.left, self.hands[seat], self.deck), self.chips[seat])

    def called(self, call: Call, answers: Sequence[tuple[int, Answer]]) -> "Scene":
        """Return the scene after the leader's call and these answers (seat, answer by kind)."""
        public = self.public.called(self.leader, call)
        for seat, answer in answers:
            public = public.answered(seat, call, answer)
        return replace(self, public=public)

    def discarded(self, card: Face) -> "Scene":
        """Return the scene after the leader put away a card of the own hand and handed the leader card on."""
        hand = list(self.hands[self.leader])
        hand.remove(card)
        return replace(
            self,
            public=self.public.discarded(self.leader, self.deck.kinds.index(card.kind)),
            hands=(*self.hands[: self.leader], tuple(hand), *self.hands[self.leader + 1 :]),
            left=without(self.left, [card], self.deck),
            leader=(self.leader + 1) % len(self.hands),
        )


def counts(hand: Sequence[Face], deck: Deck) -> Rows:
    """Return [kind] how many cards of each kind there are."""
    places = [deck.kinds.index(card.kind) for card in hand]
    return np.bincount(places, minlength=len(deck.kinds)) if places else np.zeros(len(deck.kinds), np.int64)


class Mind(Protocol):
    """Decides for a leader. It may use of the scene only what the leader's seat sees."""

    def call(self, scene: Scene, rng: Random, lengths: Sequence[int]) -> Call:
        """Return the call to make; its length is one of ``lengths``."""
        ...

    def guesses(self, scene: Scene, rng: Random) -> int | None:
        """Return the place in the deck of the kind to name after the answers to the call; None: do not guess."""
        ...

    def discard(self, scene: Scene, rng: Random) -> Face:
        """Return which card of the own hand to put away."""
        ...


class Plain:
    """Calls and discards at random, holds exact odds (by kind), and guesses when that gains points on average.

    It never guesses before its call: nobody can come in between, and the answers cost nothing.
    """

    def call(self, scene: Scene, rng: Random, lengths: Sequence[int]) -> Call:
        """See Mind."""
        return random_call(rng, lengths)

    def guesses(self, scene: Scene, rng: Random) -> int | None:
        """See Mind."""
        odds = countable(scene)
        if odds is None:
            return None
        values = scene.stakes(scene.leader).values(odds)
        best = int(values.argmax())
        return best if values[best] > 0 else None

    def discard(self, scene: Scene, rng: Random) -> Face:
        """See Mind."""
        return pick(rng, scene.hands[scene.leader])


class Logic(Plain):
    """Calls and discards at random and guesses only when the boss cat is proven."""

    def guesses(self, scene: Scene, rng: Random) -> int | None:
        """See Mind."""
        odds = countable(scene)
        return int(odds.argmax()) if odds is not None and np.count_nonzero(odds) == 1 else None


def countable(scene: Scene) -> Weights | None:
    """Return the leader's odds; None where counting takes too much work, as early in a round with the doubles.

    Nobody is near to a guess there.
    """
    try:
        return scene.odds(scene.leader)
    except TooMuchWork:
        return None


LENGTHS = range(1, MAX_CALL + 1)


def random_call(rng: Random, lengths: Sequence[int] = LENGTHS) -> Call:
    """Return a call made at random, every length in ``lengths`` equally likely."""
    meows = list(Meow)
    return tuple(pick(rng, meows) for _ in range(pick(rng, lengths)))


def given(answering: Answering, call: Call, hand: Rows, rng: Random) -> Answer:
    """Return the answer that a hand [kind] gives to a call, every lawful card equally likely to be shown."""
    place = {Face(kind): int(number) for kind, number in zip(answering.kinds, hand, strict=True)}

    def count(cards: frozenset[Face]) -> int:
        return sum(place[card] for card in cards)

    options: list[Answer] = []
    for answer in answering.answers:
        if not isinstance(answer, Face) or place[answer]:
            outcome = answering.outcome(call, answer)
            if evaluate(outcome.formula, count):
                options += [answer] * (place[answer] if isinstance(answer, Face) else 1)
    return pick(rng, options)


def answers(scene: Scene, call: Call, rng: Random) -> list[tuple[int, Answer]]:
    """Return what everybody but the leader answers to a call, from their real hands."""
    return [
        (seat, given(scene.public.answering, call, scene.counts(seat), rng))
        for seat in following(scene)
        if scene.hands[seat]
    ]


def following(scene: Scene) -> list[int]:
    """Return the seats but the leader's, in the order in which they will lead."""
    number = len(scene.hands)
    return [(scene.leader + step) % number for step in range(1, number)]


def outcome(scene: Scene, named: int) -> table.GuessOutcome:
    """Return what the leader's guess does."""
    names = [str(seat) for seat in range(len(scene.hands))]
    chips = dict(zip(names, scene.chips, strict=True))
    return table.after_guess(chips, names[scene.leader], scene.deck.kinds[named], scene.boss, scene.target)
