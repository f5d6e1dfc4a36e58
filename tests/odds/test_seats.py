"""Every seat's odds off shared tables against a count from that seat, and step by step against the record."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import TooMuchWork
from solver.game.cards import Face
from solver.odds import counted
from solver.odds.counted import counted_seats, position_of
from solver.odds.counting import count
from solver.odds.seats import KindView, Position, seats_of
from solver.play import Notes, Round, simulate
from solver.record.schema import Choices
from tests.strategies import rounds


def own(played: Round, seat: int) -> np.ndarray:
    kinds = played.deck.kinds
    return np.bincount([kinds.index(card.kind) for card in played.hand(seat)], minlength=len(kinds))[None]


def records(played: Round, choices: Choices = Choices.UNIFORM):
    return {name: played.record(seat, choices=choices) for seat, name in enumerate(played.players)}


def gap(position: Position, played: Round, choices: Choices = Choices.UNIFORM) -> float:
    """Return by how much any seat's odds are off those of a count from it by kind."""
    gaps = []
    for seat in range(len(played.players)):
        found = count(KindView(played.record(seat, choices=choices)))
        odds = position.boss(seat, own(played, seat))[0]
        assert found is not None
        gaps += [abs(found.p(kind) - p) for kind, p in zip(played.deck.kinds, odds, strict=True)]
    return float(max(gaps))


@settings(max_examples=40)
@given(played=rounds(small=True), choices=st.sampled_from(Choices))
def test_shared_tables_give_every_seat_the_odds_of_its_own_count(played, choices):
    if sum(map(len, (played.hand(s) for s in range(len(played.players))))) >= 1:
        assert gap(position_of(records(played, choices)), played, choices) < 1e-9


@pytest.mark.parametrize(("players", "turns"), [(4, 0), (4, 3), (4, 9), (5, 4), (7, 6)])
def test_whole_rounds_too(players, turns):
    played = simulate(players, False, turns, 5)
    assert gap(seats_of(records(played)), played) < 1e-9


@pytest.mark.parametrize("choices", Choices)
def test_a_turn_played_on_tables_is_the_turn_recorded(choices):
    before, after = simulate(4, False, 3, 9), simulate(4, False, 5, 9)
    assert after.turns[:3] == before.turns
    position: Position = seats_of(records(before, choices))
    assert gap(played_on(position, before, after), after, choices) < 1e-9


def played_on(position: Position, before: Round, after: Round) -> Position:
    """Return the position after the turns that ``after`` has more than ``before``, by kind."""
    for number, turn in enumerate(after.turns[len(before.turns) :], len(before.turns) + 1):
        leader = after.leader(number)
        assert turn.call
        assert turn.discard
        position = position.called(leader, turn.call)
        for player, answer in turn.answers.items():
            seen = answer.bare if isinstance(answer, Face) else answer
            position = position.answered(after.players.index(player), turn.call, seen)
        position = position.discarded(leader, after.deck.kinds.index(turn.discard.kind))
    return position


def test_a_count_for_each_hand_gives_the_same_where_tables_are_too_large():
    before, after = simulate(4, True, 20, 9), simulate(4, True, 21, 9)
    with pytest.raises(TooMuchWork):
        seats_of(records(simulate(4, True, 1, 9)))
    position = counted_seats(next(iter(records(before).values())))
    assert gap(position, before) < 1e-9
    assert gap(played_on(position, before, after), after) < 1e-9


def test_several_hands_of_a_seat_at_once_are_each_of_them_alone():
    played = simulate(4, False, 4, 2)
    position = seats_of(records(played))
    other = own(simulate(4, False, 4, 3), 1)
    both = np.concatenate([own(played, 1), other])
    if (other <= position.pool).all() and other.sum() == own(played, 1).sum():
        together = position.boss(1, both)
        assert np.allclose(together[0], position.boss(1, both[:1])[0], atol=1e-12)
        assert np.allclose(together[1], position.boss(1, both[1:])[0], atol=1e-12)


def test_points_shown_in_answers_are_not_used():
    played = simulate(4, False, 6, 1)
    with_points = {n: played.record(s) for s, n in enumerate(played.players)}
    without = {n: played.record(s, Notes(answer_points=0)) for s, n in enumerate(played.players)}
    hand = own(played, 2)
    assert np.array_equal(seats_of(with_points).boss(2, hand), seats_of(without).boss(2, hand))
    assert counted.BUDGET > 0
