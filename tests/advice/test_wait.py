"""Guess or wait: what the numbers lead to, and how the round is played on."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from solver.advice.findings import Figure, Moment, Verdict, estimated
from solver.advice.guess import best_guess, break_even, value_of
from solver.advice.retold import as_scenes, position
from solver.advice.wait import Future, follow, play_on, verdict
from solver.game.cards import BASE_KINDS
from solver.odds.posterior import BossChance, Guess
from solver.odds.sampling import Sampler
from solver.play import simulate
from solver.record.view import View

NYAA, NYAN, NYAO = BASE_KINDS[:3]


def guess(p, ev):
    return Guess(NYAA, p, ev, 0.0, 0.0)


@pytest.mark.parametrize(
    ("moment", "p", "ev", "waiting", "right"),
    [
        (Moment.BEFORE_CALL, 0.9, 2.0, Figure(0.1, 0.01, 99), Verdict.CALL_FIRST),
        (Moment.BEFORE_CALL, 1.0, 3.0, Figure(5.0, 0.01, 99), Verdict.GUESS),
        (Moment.AFTER_CALL, 1.0, 3.0, None, Verdict.GUESS),
        (Moment.AFTER_CALL, 0.4, -0.2, Figure(0.0, 0.0, 99), Verdict.WAIT),
        (Moment.AFTER_CALL, 0.7, 0.9, Figure(0.4, 0.1, 99), Verdict.GUESS),
        (Moment.AFTER_CALL, 0.7, 0.4, Figure(0.9, 0.1, 99), Verdict.WAIT),
        (Moment.AFTER_CALL, 0.7, 0.9, Figure(0.8, 0.1, 99), Verdict.CLOSE),
        (Moment.AFTER_CALL, 0.7, 0.9, None, Verdict.CLOSE),
        (Moment.ELSEWHERE, 0.7, 0.9, Figure(0.4, 0.1, 99), Verdict.WAIT),
    ],
)
def test_the_larger_number_decides_where_it_is_larger_for_sure(moment, p, ev, waiting, right):
    assert verdict(guess(p, ev), moment, waiting) is right


@pytest.mark.parametrize("chips", [1, 2, 3, 6, 20])
def test_at_the_break_even_probability_a_guess_neither_gains_nor_loses(chips):
    boss = [
        BossChance(NYAA, 0.5, {1: 0.1, 3: 0.4}),
        BossChance(NYAN, 0.3, {2: 0.2, 5: 0.1}),
        BossChance(NYAO, 0.2, {4: 0.2}),
    ]
    even = break_even(boss, NYAA, chips)
    moved = [
        BossChance(c.kind, c.p * f, {v: p * f for v, p in c.points.items()})
        for c in boss
        for f in [even / 0.5 if c.kind == NYAA else (1 - even) / 0.5]
    ]
    assert value_of(moved, NYAA, chips, 99).ev == pytest.approx(0, abs=1e-12)
    assert best_guess(boss, chips, 99).p > 0


def played_on(turns, seed, rounds, called=False):
    record = simulate(4, False, turns, seed).record(simulate(4, False, turns, seed).leader(turns + 1))
    me = record.players.index(record.me)
    deals = Sampler(View(record)).draw(np.random.default_rng(1), 20)
    scenes = as_scenes(record, position(record, deals[0]), deals)
    return follow(play_on(scenes, me, called, None, Random(1)), lambda: False, rounds), me


def test_the_same_seed_plays_on_the_same_way_and_nobody_loses_by_waiting():
    one, me = played_on(5, 2, 12)
    two, _ = played_on(5, 2, 12)
    assert one == two
    assert len(one.values) == 12
    assert min(one.values) >= 0
    assert me not in one.first


def test_whoever_guesses_before_me_leaves_me_nothing():
    future, _ = played_on(24, 4, 12)
    beaten = sum(future.first.values())
    assert beaten > 0
    assert sum(value == 0 for value in future.values) >= beaten
    assert sum(future.before_me(seat).mean for seat in range(4)) == pytest.approx(beaten / 12)


def test_nothing_is_said_of_waiting_before_two_rounds_were_played_on():
    assert Future(3.0, [0.5]).waiting is None
    assert Future(3.0, [0.5, 0.5]).waiting == Figure(0.5, 1.5, 2)


def test_what_was_never_drawn_may_still_be_there():
    assert estimated([0.0] * 100).error == 0.01
    assert estimated([0.0] * 100, 3.0).error == 0.03
    assert estimated([0.0, 1.0] * 50).error == pytest.approx(0.05, abs=0.002)


@pytest.mark.parametrize("expansion", [False, True])
def test_a_turn_of_somebody_else_is_played_on_from_where_it_stands(expansion):
    turns = 30 if expansion else 9
    played = simulate(4, expansion, turns, 3)
    leader = played.leader(turns)
    record = played.record((leader + 1) % 4)
    record = replace(record, turns=(*record.turns[:-1], replace(record.turns[-1], discard=None)))
    me = record.players.index(record.me)
    deals = Sampler(View(record)).draw(np.random.default_rng(1), 4)
    scenes = as_scenes(record, position(record, deals[0]), deals)
    assert scenes[0].leader == leader
    future = follow(play_on(scenes, me, True, None, Random(1)), lambda: False, 4)
    assert len(future.values) == 4
    # I lead next, so nobody but the present leader can guess before.
    assert set(future.first) <= {leader}
