"""What every seat can work out, by kind: one table for each hand, made of what everybody saw, shared by all seats.

The points of cards shown are not used; apart from that a seat's odds are exact. A seat knows the pool (cards neither
face up nor discarded), its own hand, and everybody's answers. So for any two seats, and for any hand dealt to a seat,
the tables of the others are the same, and only the unseen cards that they must add up to differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

import numpy as np

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.game.cards import Face, Kind, Meow
from solver.logic.answers import Meaning, Observation, observations
from solver.logic.formulas import All, AtLeast, Formula, Not, Some
from solver.odds.boxes import Indices, Rows
from solver.odds.forecast import Outcome
from solver.odds.hands import FACTORIALS, Weights, rows_within
from solver.record.schema import Answer, Choices, Record, Word
from solver.record.view import View

MOST_ROWS = 6_000
TINY = 1e-300
DENSE = 1 << 19  # cells of a table; larger ones are kept as lists of what is in them
CHUNK = 1 << 20
Call = tuple[Meow, ...]


class KindView(View):
    """The same record with every card counted by its kind: points shown in answers are not used."""

    @cached_property
    def bare_kinds(self) -> frozenset[Kind]:
        """All kinds."""
        return frozenset(self.record.deck.kinds)


class Answering:
    """How likely a hand gives an answer, under one deck and house rule.

    ``chosen`` tells whether the record takes choices to say something.
    """

    def __init__(self, view: KindView) -> None:
        self.meaning = Meaning(view)
        self.kinds = view.record.deck.kinds
        self.chosen = view.record.choices is Choices.UNIFORM
        self._outcomes: dict[tuple[Call, Answer], Outcome] = {}

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer there is by kind: matched, then a card of each kind in deck order."""
        return (Word.MATCHED, *(Face(kind) for kind in self.kinds))

    def outcome(self, call: Call, answer: Answer) -> Outcome:
        """Return what an answer to a call means."""
        key = (call, answer)
        if key not in self._outcomes:
            formula = self.meaning.formula(call, answer)
            if isinstance(answer, Face):
                choice = self.meaning.choice(call, answer)
                self._outcomes[key] = Outcome(answer, formula, choice.like, choice.lawful)
            else:
                self._outcomes[key] = Outcome(answer, formula, frozenset(), ())
        return self._outcomes[key]

    def chances(self, call: Call, answer: Answer, count: "KindCounter", chosen: bool) -> Weights:
        """Return for each hand the probability of the answer; without ``chosen``: 1 where it is lawful, else 0."""
        outcome = self.outcome(call, answer)
        fits = count.true(outcome.formula).astype(np.float64)
        if not chosen or not outcome.lawful or outcome.lawful == ((outcome.like, outcome.lawful[0][1]),):
            return fits
        lawful = sum((count(cards) * count.true(when) for cards, when in outcome.lawful), np.zeros(len(fits)))
        return np.asarray(fits * count(outcome.like) / np.maximum(lawful, 1))


class KindCounter:
    """Counts cards in rows [hand, kind], and tells which hands a formula holds for; everything once."""

    def __init__(self, kinds: Sequence[Kind], rows: Rows) -> None:
        self.place = {kind: place for place, kind in enumerate(kinds)}
        self.columns = np.ascontiguousarray(rows.T)
        self.size = len(rows)
        self._known: dict[frozenset[Face], Rows] = {}
        self._true: dict[AtLeast, np.ndarray] = {}

    def __call__(self, cards: frozenset[Face]) -> Rows:
        """Return the number held of the kinds of ``cards``, every kind being in it whole."""
        if cards not in self._known:
            total = np.zeros(self.size, np.int64)
            for kind in {cell.kind for cell in cards}:
                total += self.columns[self.place[kind]]
            self._known[cards] = total
        return self._known[cards]

    def true(self, formula: Formula) -> np.ndarray:
        """Return for which hands the formula holds."""
        match formula:
            case AtLeast(cards, number):
                if formula not in self._true:
                    self._true[formula] = self(cards) >= number
                return self._true[formula]
            case Not(part):
                return ~self.true(part)
            case All(parts):
                result = np.ones(self.size, np.bool_)
                for part in parts:
                    result &= self.true(part)
                return result
            case Some(parts):
                result = np.zeros(self.size, np.bool_)
                for part in parts:
                    result |= self.true(part)
                return result


class Position(Protocol):
    """A round as everybody sees it, by kind. Nothing in it changes: every step returns the next position."""

    @property
    def answering(self) -> Answering:
        """How hands answer calls."""
        ...

    @property
    def shared(self) -> bool:
        """Whether many hands of a seat cost little more than one."""
        ...

    def called(self, seat: int, call: Call) -> "Position":
        """Return the position after ``seat`` made a call."""
        ...

    def answered(self, seat: int, call: Call, answer: Answer) -> "Position":
        """Return the position after ``seat`` gave an answer to the call made last."""
        ...

    def discarded(self, seat: int, kind: int) -> "Position":
        """Return the position after ``seat`` put away a card of the kind at place ``kind`` of the deck."""
        ...

    def boss(self, seat: int, own: Rows) -> Weights:
        """Return the probability [hand, kind] of each kind under the boss, as seen from ``seat``.

        Once for each hand ``own`` [hand, kind] that may be held there; all zero where no deal fits.
        """
        ...


@dataclass(frozen=True, slots=True)
class PublicHand:
    """What everybody may think of one hand: ``rows`` [hand, kind] and ``odds`` [hand], the likelihood of its answers.

    The odds leave out how many ways there are to deal a hand; these depend on who asks.
    """

    rows: Rows
    odds: Weights

    def select(self, keep: np.ndarray) -> "PublicHand":
        """Return the hands for which ``keep`` is true."""
        return self if keep.all() else PublicHand(self.rows[keep], self.odds[keep])


@dataclass(frozen=True, slots=True)
class Seats:
    """The position as everybody sees it: ``pool`` [kind] cards in hands or under the boss, a table for every seat."""

    answering: Answering
    pool: Rows
    hands: tuple[PublicHand, ...]

    @property
    def shared(self) -> bool:
        """See Position."""
        return True

    def called(self, seat: int, call: Call) -> "Seats":
        """See Position: a call says nothing."""
        return self

    def answered(self, seat: int, call: Call, answer: Answer) -> "Seats":
        """See Position."""
        hand = self.hands[seat]
        count = KindCounter(self.answering.kinds, hand.rows)
        odds = hand.odds * self.answering.chances(call, answer, count, self.answering.chosen)
        return self.put(seat, PublicHand(hand.rows, odds).select(odds > 0))

    def discarded(self, seat: int, kind: int) -> "Seats":
        """See Position."""
        card = np.zeros_like(self.pool)
        card[kind] = 1
        hand = self.hands[seat].select(self.hands[seat].rows[:, kind] > 0)
        left = replace(self, pool=self.pool - card)
        return left.put(seat, PublicHand(hand.rows - card, hand.odds))

    def put(self, seat: int, hand: PublicHand) -> "Seats":
        """Return the position with another table for ``seat``."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def boss(self, seat: int, own: Rows) -> Weights:
        """See Position."""
        others = [hand for place, hand in enumerate(self.hands) if place != seat]
        weights = combined(others, self.pool - own)
        return np.asarray(weights / np.maximum(weights.sum(axis=1, keepdims=True), TINY))


def combined(hands: Sequence[PublicHand], unseen: Rows) -> Weights:
    """Return [case, kind] the weight of the deals that leave a card of each kind for the boss.

    ``unseen`` [case, kind] are the cards to be dealt out to ``hands`` and the boss: the product of all hands but the
    smallest table is worked out once, for all cases.
    """
    most = unseen.max(axis=0)
    fitting = [hand.select((hand.rows <= most).all(axis=1)) for hand in hands]
    fitting.sort(key=lambda hand: -len(hand.rows))
    if not len(fitting[-1].rows):
        return np.zeros(unseen.shape)
    grid = Grid(fitting, most)
    return met(Sums(*grid.product(fitting[:-1]), grid.size), fitting[-1], unseen, grid.multipliers)


class Grid:
    """Numbers for sums of hands within ``most`` cards a kind, in mixed radix; one kind follows from the total."""

    def __init__(self, hands: Sequence[PublicHand], most: Rows) -> None:
        self.most = most
        kept = np.ones(len(most), np.bool_)
        kept[int(most.argmax())] = False
        largest = np.max([hand.rows.max(axis=0) for hand in hands], axis=0)
        self.radix = np.where(kept, most + largest + 1, 1)  # room for the sum of what fits and one more hand
        self.multipliers = np.where(kept, np.cumprod(self.radix) // self.radix, 0)
        self.size = int(self.radix.prod())
        crowd = np.sum([hand.rows.max(axis=0) for hand in hands], axis=0)
        self.crowded = np.flatnonzero(kept & (crowd > most))  # kinds of which sums may have too many

    def within(self, sums: Indices) -> np.ndarray:
        """Return which sums stay within ``most``."""
        inside = np.ones(len(sums), np.bool_)
        for kind in self.crowded:
            inside &= (sums // self.multipliers[kind]) % self.radix[kind] <= self.most[kind]
        return inside

    def product(self, hands: Sequence[PublicHand]) -> tuple[Indices, Weights]:
        """Return every sum of a row of each of these hands that may fit, with the weight of the ways to it."""
        sums, weights = np.zeros(1, np.int64), np.ones(1)
        for number, hand in enumerate(hands):
            if number > 1:
                inside = self.within(sums)
                sums, weights = sums[inside], weights[inside]
            sums, weights = added(sums, weights, hand.rows @ self.multipliers, shared_out(hand), self.size)
        return sums, weights


class Sums:
    """The weights of sums by their numbers below ``size``: a table where that is small, else looked up by bisection."""

    def __init__(self, sums: Indices, weights: Weights, size: int) -> None:
        self.dense: Weights | None = None
        if size <= DENSE:
            self.dense = np.zeros(size)
            self.dense[sums] = weights
        else:
            order = np.argsort(sums)
            self.sums, self.weights = sums[order], weights[order]

    def __call__(self, places: Indices) -> Weights:
        """Return the weight of each number, 0 where there is no such sum."""
        if self.dense is not None:
            return np.asarray(self.dense[places])
        if not len(self.sums):
            return np.zeros(places.shape)
        found = np.minimum(np.searchsorted(self.sums, places), len(self.sums) - 1)
        return np.where(self.sums[found] == places, self.weights[found], 0.0)


def shared_out(hand: PublicHand) -> Weights:
    """Return the odds of the hands by the ways to deal them: over the factorials of their counts."""
    return np.asarray(hand.odds / FACTORIALS[hand.rows].prod(axis=1))


def met(sums: Sums, last: PublicHand, unseen: Rows, multipliers: Rows) -> Weights:
    """Return [case, kind] the weight of the sums that the last hand and a card for the boss complete."""
    index, own = last.rows @ multipliers, shared_out(last)
    result = np.zeros(unseen.shape)
    step = max(1, CHUNK // len(own))
    for start in range(0, len(unseen), step):
        left = unseen[start : start + step]
        short = left[:, None] - last.rows
        fits, place = (short >= 0).all(axis=2), left @ multipliers
        for kind in range(unseen.shape[1]):
            whole = fits & (short[:, :, kind] > 0)
            places = np.where(whole, (place - multipliers[kind])[:, None] - index, 0)
            result[start : start + step, kind] = np.where(whole, sums(places), 0.0) @ own
    return result


def added(sums: Indices, weights: Weights, index: Indices, own: Weights, size: int) -> tuple[Indices, Weights]:
    """Return every sum of a number of either side, below ``size``, with the sum of the products of their weights."""
    if len(sums) == 1:
        return index + sums[0], own * weights[0]
    step = max(1, CHUNK // max(1, len(sums)))
    some = [slice(start, start + step) for start in range(0, len(index), step)]
    if size <= DENSE:
        dense = np.zeros(size)
        for part in some:
            pairs = (sums[:, None] + index[part]).ravel()
            dense += np.bincount(pairs, (weights[:, None] * own[part]).ravel(), size)
        found = np.flatnonzero(dense)
        return found, dense[found]
    keys, total = np.zeros(0, np.int64), np.zeros(0)
    for part in some:
        keys = np.concatenate([keys, (sums[:, None] + index[part]).ravel()])
        total = np.concatenate([total, (weights[:, None] * own[part]).ravel()])
        keys, places = np.unique(keys, return_inverse=True)
        total = np.asarray(np.bincount(places.ravel(), total, len(keys)), np.float64)
    return keys, total


def seats_of(records: Mapping[str, Record]) -> Seats:
    """Return the position of a round of which ``records`` gives two players' views, each with all that all saw.

    Two, because nobody's record says anything of the own hand but what it is. Raises TooMuchWork where the hands by
    kind are too many to list, as early in an expansion game.
    """
    one, two = list(records.values())[:2]
    view = KindView(one)
    answering = Answering(view)
    pool = np.array([view.unseen[Face(kind)] for kind in one.deck.kinds], np.int64)
    for face in one.hand:
        pool[one.deck.kinds.index(face.kind)] += 1
    for _, player, face in view.discards:
        pool[one.deck.kinds.index(face.kind)] -= player == one.me
    said = [*observations(view), *(o for o in observations(KindView(two)) if o.player == one.me)]
    hands = []
    for player in one.players:
        rows = rows_of(view.hand_size(player), pool)
        count, odds = KindCounter(one.deck.kinds, rows), np.ones(len(rows))
        for observation in said:
            if observation.player == player:
                odds *= likelihood(observation, count, one.choices)
        hands.append(PublicHand(rows, odds).select(odds > 0))
    return Seats(answering, pool, tuple(hands))


def rows_of(size: int, pool: Rows) -> Rows:
    """Return every hand of ``size`` cards out of the pool; TooMuchWork where they are too many."""
    ways = np.ones(1)
    for number in pool:
        ways = np.convolve(ways, np.ones(int(number) + 1))[: size + 1]
    if ways[size] > MOST_ROWS:
        raise TooMuchWork(message("errors.too_much_work", steps=int(ways[size]), most=MOST_ROWS))
    return rows_within([(0, int(min(size, number))) for number in pool], size)


def likelihood(observation: Observation, count: KindCounter, choices: Choices) -> Weights:
    """Return how likely each present hand made one recorded answer its owner's."""
    fits = count.true(observation.formula).astype(np.float64)
    choice = observation.choice
    if choice is None or choices is Choices.RULES:
        return fits
    gone = dict(choice.gone)

    def number(cards: frozenset[Face]) -> Rows:
        return count(cards) + sum(gone.get(cell, 0) for cell in cards)

    lawful = sum((number(cards) * count.true(when) for cards, when in choice.lawful), np.zeros(len(fits)))
    return np.asarray(fits * number(choice.like) / np.maximum(lawful, 1))
