"""Deals drawn from the posterior against the exact probabilities of every deal, with fixed seeds."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from solver.game.cards import Face, Meow, standard_deck
from solver.odds.counting import count
from solver.odds.sampling import Deal, Sampler
from solver.play import Notes, simulate
from solver.record.schema import Choices, Record, Reveal, Turn, Word
from solver.record.view import View
from tests.oracle import Position
from tests.strategies import small_setup

DRAWN = 4000


def surprise(seen: Mapping[Any, int], exact: Mapping[Any, float]) -> float:
    """Return chi-square of the counts in standard deviations from its mean (Wilson and Hilferty).

    Outcomes expected fewer than five times are thrown together.
    """
    total = sum(seen.values())
    common = {key for key, p in exact.items() if p * total >= 5}
    pairs = [(seen.get(key, 0), exact[key] * total) for key in common]
    rest = sum(p * total for key, p in exact.items() if key not in common)
    if rest >= 5:
        pairs.append((sum(n for key, n in seen.items() if key not in common), rest))
    degrees = len(pairs) - 1
    chi_square = sum((n - mean) ** 2 / mean for n, mean in pairs)
    return ((chi_square / degrees) ** (1 / 3) - 1 + 2 / (9 * degrees)) / sqrt(2 / (9 * degrees)) if degrees else 0.0


def every_deal(record: Record) -> dict[Hashable, float]:
    """Return the probability of every deal of a record with all points noted, card by card, by the slow oracle."""
    position = Position(record)
    cards = [face for face, number in zip(position.faces, position.unseen, strict=True) for _ in range(number)]
    weights: defaultdict[Hashable, Fraction] = defaultdict(Fraction)

    def deal(players: list[str], left: list[Face], hands: tuple[tuple[Face, ...], ...], weight: Fraction) -> None:
        if not players:
            weights[hands, left[0]] += weight
            return
        for places in combinations(range(len(left)), position.size(players[0])):
            hand = tuple(sorted(left[place] for place in places))
            if factor := position.weight(players[0], hand):
                rest = [card for place, card in enumerate(left) if place not in places]
                deal(players[1:], rest, (*hands, hand), weight * factor)

    deal(position.others, cards, (), Fraction(1))
    total = sum(weights.values())
    return {key: float(weight / total) for key, weight in weights.items()}


def key(record: Record, deal: Deal) -> Hashable:
    return tuple(deal.hands[player] for player in record.others), deal.boss


def test_the_measure_of_surprise_is_small_for_true_counts_and_large_for_false_ones():
    exact = dict.fromkeys(range(6), 1 / 6)
    fair = Counter(map(int, np.random.default_rng(1).integers(0, 6, 6000)))
    assert abs(surprise(fair, exact)) < 3
    assert surprise(fair + Counter({5: 200}), exact) > 4


@pytest.mark.parametrize("choices", Choices)
@pytest.mark.parametrize(("expansion", "seed", "turns"), [(False, 1, 3), (False, 2, 4), (True, 3, 3), (True, 5, 4)])
def test_every_deal_of_a_small_round_is_drawn_as_often_as_it_is_likely(expansion, seed, turns, choices):
    played = simulate(3, expansion, turns, seed, setup=small_setup(3, expansion, 4), reveal=Reveal.STRICT)
    record = played.record(0, choices=choices)
    exact = every_deal(record)
    deals = Sampler(View(record)).draw(np.random.default_rng(seed), DRAWN)
    seen = Counter(key(record, deal) for deal in deals)
    assert set(seen) <= set(exact)
    assert surprise(seen, exact) < 3


@pytest.mark.parametrize(
    ("players", "expansion", "turns", "points"),
    [(4, False, 5, 1.0), (4, False, 3, 0.5), (5, True, 9, 1.0), (7, False, 4, 0.0)],
)
def test_the_boss_and_the_hands_of_a_whole_round_come_as_often_as_counted(players, expansion, turns, points):
    record = simulate(players, expansion, turns, 4).record(1, Notes(points=points, answer_points=0.5, seed=2))
    view = View(record)
    found = count(view)
    assert found is not None
    deals = Sampler(view).draw(np.random.default_rng(4), 1000)
    exact = {(c.kind, points): p for c in found.boss for points, p in c.points.items()}
    assert surprise(Counter((deal.boss.kind, deal.boss.points) for deal in deals), exact) < 3
    for player, holding in found.holdings.items():
        for kind, held in holding.kinds.items():
            numbers = np.array([sum(face.kind == kind for face in deal.hands[player]) for deal in deals])
            assert held.min <= numbers.min()
            assert numbers.max() <= held.max
            spread = max(numbers.std(), sqrt(held.mean), 0.1) / sqrt(len(deals))
            assert abs(numbers.mean() - held.mean) < 5 * spread


def test_a_deal_uses_every_unseen_card_once_and_every_card_has_points():
    record = simulate(5, True, 6, 8).record(2, Notes(points=0.6, answer_points=0.5, seed=3))
    deck = Counter({Face(k, p): n for k in standard_deck(True).kinds for p, n in standard_deck(True).faces(k).items()})
    theirs = [face for n, player, face in View(record).discards if player != record.me]
    for deal in Sampler(View(record)).draw(np.random.default_rng(0), 50):
        cards = [deal.boss, *(face for hand in deal.hands.values() for face in hand)]
        noted = [face for face in (*record.face_up, *record.hand, *theirs) if face.points is not None]
        assert all(face.points is not None for face in cards)
        assert not Counter([*cards, *noted]) - deck
        assert len(cards) + len(record.face_up) + len(record.hand) + len(theirs) == deck.total()
        assert {p: len(hand) for p, hand in deal.hands.items()} == {p: View(record).hand_size(p) for p in record.others}


def test_the_same_seed_draws_the_same_deals():
    view = View(simulate(4, False, 4, 1).record(0))
    assert Sampler(view).draw(np.random.default_rng(7), 5) == Sampler(view).draw(np.random.default_rng(7), 5)


def test_nothing_can_be_drawn_where_no_deal_fits():
    record = simulate(4, False, 0, 1).record(0)
    call = (Meow.NII,) * 4
    answers = {player: Word.MATCHED for player in record.players if player != record.first_leader}
    impossible = replace(record, turns=(Turn(call=call, answers=answers),))
    assert count(View(impossible)) is None
    assert not Sampler(View(impossible)).possible
