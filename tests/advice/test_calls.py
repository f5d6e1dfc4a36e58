"""What a call is expected to do against every deal and every answer of small rounds, one by one."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import log2
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.advice.calls import Search, different_calls, measured, told, values_before, with_tells
from solver.advice.findings import CallFound, Figure
from solver.advice.retold import as_scenes, position
from solver.advice.scene import Scene
from solver.advice.stakes import Stakes
from solver.game.cards import Face, Kind, Meow
from solver.game.table import gain, loss
from solver.logic.meows import may_show
from solver.odds.sampling import Sampler
from solver.odds.telling import Outlook
from solver.play import Notes, simulate
from solver.record.schema import Record, Reveal
from solver.record.view import View
from tests import strategies
from tests.oracle import Position
from tests.strategies import small_setup

CALLS = [
    (Meow.NYAA,),
    (Meow.NYAA, Meow.NYAA),
    (Meow.NYAN, Meow.NYAA),
    (Meow.NII, Meow.NYAN, Meow.NYAN),
    (Meow.NYAO, Meow.NYAU, Meow.NYAA, Meow.NYAA),
    (Meow.NYAU, Meow.NYAU, Meow.NYAU, Meow.NYAU, Meow.NYAU),
]


def small_record(players: int, expansion: bool, turns: int, seed: int, reveal: Reveal = Reveal.STRICT) -> Record:
    """Return the record of who leads next in a small round, answers noted by kind."""
    setup = small_setup(players, expansion, {3: 4, 4: 3}[players])
    played = simulate(players, expansion, turns, seed, setup=setup, reveal=reveal)
    return played.record(played.leader(turns + 1), Notes(answer_points=0))


def scenes(record: Record, number: int = 2) -> list[Scene]:
    deals = Sampler(View(record)).draw(np.random.default_rng(1), number)
    return as_scenes(record, position(record, deals[0]), deals)


def search(record: Record) -> Search:
    first, me = scenes(record)[0], record.players.index(record.me)
    outlook = Outlook(first.public, me, first.counts(me))  # type: ignore[arg-type]
    return Search(outlook, first.stakes(me), different_calls(range(1, 6)))


def given_answers(call, hand, reveal) -> dict[object, Fraction]:
    """Return how likely a hand gives each answer, by kind, every lawful card equally likely."""
    if not hand:
        return {None: Fraction(1)}
    kinds = may_show(call, [face.kind for face in hand], reveal)
    if kinds is None:
        return {"matched": Fraction(1)}
    lawful = [face.kind for face in hand if face.kind in kinds]
    return {kind: Fraction(number, len(lawful)) for kind, number in Counter(lawful).items()}


def slowly(record: Record, call) -> tuple[float, float, float, float]:
    """Return knows, p, value and bits of a call by going through every deal and every answer."""
    place = Position(record)
    cards = [face for face, number in zip(place.faces, place.unseen, strict=True) for _ in range(number)]
    table: defaultdict[object, defaultdict[Face, Fraction]] = defaultdict(lambda: defaultdict(Fraction))

    def deal(players, left, profiles, weight):
        if not players:
            for profile, p in profiles.items():
                table[profile][left[0]] += weight * p
            return
        for places in combinations(range(len(left)), place.size(players[0])):
            hand = [left[i] for i in places]
            if factor := place.weight(players[0], hand):
                rest = [card for i, card in enumerate(left) if i not in places]
                said = given_answers(call, hand, record.reveal)
                more = {(*done, answer): p * q for done, p in profiles.items() for answer, q in said.items()}
                deal(players[1:], rest, more, weight * factor)

    deal(place.others, cards, {(): Fraction(1)}, Fraction(1))
    return summed(table, record)


def summed(table, record: Record) -> tuple[float, float, float, float]:
    """Return knows, p, value and bits from the weights of profile and boss."""
    total = sum(sum(row.values()) for row in table.values())
    chips, kinds = record.chips[record.me], record.deck.kinds
    knows = p = value = Fraction(0)
    entropy = 0.0
    before: defaultdict[Kind, Fraction] = defaultdict(Fraction)
    for row in table.values():
        boss: defaultdict[Kind, Fraction] = defaultdict(Fraction)
        for face, weight in row.items():
            boss[face.kind] += weight / total
            before[face.kind] += weight / total
        knows += sum(boss.values()) if len(boss) == 1 else 0
        p += max(boss.values())
        best = max(
            sum(
                w / total * (gain(chips, f.points or 0) if f.kind == kind else -loss(chips, f.points or 0))
                for f, w in row.items()
            )
            for kind in kinds
        )
        value += max(best, Fraction(0))
        here = float(sum(boss.values()))
        entropy -= sum(float(w) * log2(float(w) / here) for w in boss.values())
    return float(knows), float(p), float(value), -sum(float(w) * log2(w) for w in before.values()) - entropy


@pytest.mark.parametrize(
    ("players", "expansion", "turns", "seed", "reveal"),
    [
        (3, False, 0, 1, Reveal.STRICT),
        (3, False, 3, 2, Reveal.STRICT),
        (3, False, 5, 6, Reveal.STRICT),
        (4, False, 4, 3, Reveal.STRICT),
        (3, True, 2, 4, Reveal.STRICT),
        (3, True, 3, 5, Reveal.LENIENT),
    ],
)
def test_the_exact_figures_are_those_of_every_deal_and_every_answer(players, expansion, turns, seed, reveal):
    record = small_record(players, expansion, turns, seed, reveal)
    looked = search(record)
    for call in CALLS:
        looked.number[call] = 1
        found = looked.exact(call)
        assert found is not None
        figures = (found.knows, found.p, found.value, found.bits)
        assert all(figure.exact for figure in figures)
        for figure, right in zip(figures, slowly(record, call), strict=True):
            assert figure.mean == pytest.approx(right, abs=1e-9)


@given(hand=strategies.hands(most=8), call=strategies.calls, reveal=st.sampled_from(Reveal))
def test_calls_put_together_ask_the_same_of_every_hand(hand, call, reveal):
    grouped = tuple(meow for meow in dict.fromkeys(call) for _ in range(call.count(meow)))
    assert may_show(call, hand, reveal) == may_show(grouped, hand, reveal)


def test_every_call_is_counted_once():
    found = different_calls(range(1, 6))
    assert sum(found.values()) == 3905
    assert len(found) == 1545
    assert sum(different_calls((3,)).values()) == 125
    assert found[(Meow.NYAA, Meow.NYAA, Meow.NYAN)] == 2


def test_screening_puts_calls_together_that_no_hand_here_tells_apart():
    looked = search(small_record(3, False, 4, 2))
    looked.screen(looked.calls, lambda: False)
    assert sum(looked.number.values()) == 3905
    assert len(looked.sketches) < 1545
    late = search(small_record(3, False, 4, 2))
    late.screen(late.calls, lambda: True)
    assert sum(late.number.values()) < 100


@pytest.mark.parametrize("seed", range(4))
def test_the_calls_that_look_best_are_better_than_most(seed):
    played = simulate(4, False, 4 + seed, seed)
    looked = search(played.record(played.leader(5 + seed), Notes(answer_points=0)))
    looked.screen(looked.calls, lambda: False)
    ranked = looked.ranked()
    first = [looked.exact(call) for call in ranked[:5]]
    some = [looked.exact(call) for call in Random(seed).sample(ranked, 20)]
    assert max(c.value.mean for c in first if c) >= sorted(c.value.mean for c in some if c)[15]


def test_nothing_is_told_by_answers_that_say_nothing():
    even = np.array([[0.1, 0.2], [0.2, 0.4], [0.1 / 3, 0.2 / 3]])
    found = measured(even / even.sum(), Stakes(np.array([3.0, 3.0]), np.array([3.0, 3.0])))
    assert found.bits == pytest.approx(0, abs=1e-12)
    assert found.knows == 0
    assert found.p == pytest.approx(2 / 3)
    assert found.value == pytest.approx(2 / 3 * 3 - 1 / 3 * 3)


def test_what_a_call_tells_the_rivals_is_never_negative_on_average():
    played = simulate(4, False, 6, 4)
    record = played.record(played.leader(7), Notes(answer_points=0))
    drawn = scenes(record, 60)
    seats = [seat for seat in range(4) if seat != record.players.index(record.me)]
    before = values_before(drawn, seats)
    for call in CALLS[1:4]:
        for figure in told(call, drawn, before, Random(1)).values():
            assert figure.mean >= -3 * figure.error - 1e-12
            assert figure.samples == 60


def test_the_net_value_is_what_i_gain_less_what_a_rival_gains_on_average():
    call = CallFound((Meow.NII,), 1, Figure(0), Figure(0.5), Figure(1.0), Figure(0.3), {}, Figure(1.0))
    full = with_tells(call, {"Ben": Figure(0.2, 0.03, 9), "Chie": Figure(0.4, 0.04, 9)})
    assert full.net.mean == pytest.approx(0.7)
    assert full.net.error == pytest.approx(0.025)
    assert not full.net.exact
    assert with_tells(call, {}) == call
