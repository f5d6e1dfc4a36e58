"""The CP-SAT model's own posterior is the one that counting gives."""

import dataclasses

import pytest
from msgspec.structs import replace

from solver.errors import TooMuchWork
from solver.game.cards import Meow
from solver.game.table import Setup
from solver.odds import counting, enumeration
from solver.odds.posterior import Posterior
from solver.play import Notes, simulate
from solver.record.schema import Choices, Record, Reveal, Word
from solver.record.view import View

TWO_WORDS = (Word.MATCHED, Word.SHOWN)  # to one call by one hand: cannot both be
PARTIAL = Notes(points=0.8, answer_points=0.8, calls=0.9, answers=0.9, cards=0.9)


def position(seed: int) -> Record:
    """Return a position of a full-size or small round, every kind of game and note-taking in turn."""
    players, expansion = 4 + seed % 4, seed % 3 == 0
    small = None if seed % 2 else Setup((66 if expansion else 56) - 2 - players * 3, 3)
    turns = 2 + seed % 5 if small else 9 + seed % 6
    reveal = Reveal.LENIENT if seed % 5 == 0 else Reveal.STRICT
    dealt = simulate(players, expansion, turns, seed, setup=small, reveal=reveal)
    notes = dataclasses.replace(PARTIAL if seed % 7 < 4 else Notes(), seed=seed)
    return dealt.record(seed % players, notes, Choices.RULES if seed % 11 == 0 else Choices.UNIFORM)


def assert_equal(one: Posterior, other: Posterior) -> None:
    assert one.deals == pytest.approx(other.deals, rel=1e-9)
    assert {c.kind: c.p for c in one.boss} == pytest.approx({c.kind: c.p for c in other.boss}, abs=1e-9)
    points = [{(c.kind, value): p for c in side.boss for value, p in c.points.items()} for side in (one, other)]
    assert points[0] == pytest.approx(points[1], abs=1e-9)
    for player, holding in one.holdings.items():
        theirs = other.holdings[player]
        assert holding.cards == theirs.cards
        assert set(holding.kinds) == set(theirs.kinds)
        for kind, held in holding.kinds.items():
            assert (held.min, held.max) == (theirs.kinds[kind].min, theirs.kinds[kind].max)
            assert (held.mean, held.p_any) == pytest.approx(
                (theirs.kinds[kind].mean, theirs.kinds[kind].p_any), abs=1e-9
            )


def test_both_engines_agree_and_enumeration_reaches_half_of_the_positions():
    reached = 0
    for seed in range(24):
        view = View(position(seed))
        try:
            listed = enumeration.count(view, most=2_000)
        except TooMuchWork:
            continue
        counted = counting.count(view)
        assert listed is not None
        assert counted is not None
        assert_equal(listed, counted)
        reached += 1
    assert reached >= 12


def test_no_deal_is_none():
    record = simulate(5, False, 2, 1).record(0)
    player = next(name for name in record.others if name not in (record.leader(1), record.leader(2)))
    call = (Meow.NII, Meow.NYAO)
    turns = [
        replace(turn, call=call, answers={player: word}) for turn, word in zip(record.turns, TWO_WORDS, strict=True)
    ]
    assert enumeration.count(View(replace(record, turns=tuple(turns)))) is None


def test_too_many_solutions_are_refused():
    view = View(simulate(7, True, 0, 3).record(0))
    with pytest.raises(TooMuchWork, match="more than 100"):
        enumeration.count(view, most=100)
