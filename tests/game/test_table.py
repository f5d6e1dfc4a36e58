"""The table: numbers dealt, who leads, targets, what a guess does (rules.md, "Players" to "Guessing")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.game.cards import POINTS, Face, Kind, parse_face, parse_kind, standard_deck
from solver.game.table import (
    Setup,
    after_guess,
    gain,
    knocked_out,
    leader,
    loss,
    standard_setup,
    standard_target,
)
from tests.strategies import kinds


@pytest.mark.parametrize(
    ("players", "base", "expansion"),
    [(4, (10, 11), (16, 12)), (5, (9, 9), (14, 10)), (6, (6, 8), (10, 9)), (7, (5, 7), (8, 8))],
)
def test_the_numbers_dealt_are_those_of_the_rules_and_use_up_the_deck(
    players: int, base: tuple[int, int], expansion: tuple[int, int]
):
    assert standard_setup(players, False) == Setup(*base)
    assert standard_setup(players, True) == Setup(*expansion)
    assert Setup(*base).fits(players, standard_deck(False))
    assert Setup(*expansion).fits(players, standard_deck(True))


def test_three_players_have_no_numbers_of_the_rules_and_may_bring_their_own():
    assert standard_setup(3, False) is None
    assert standard_setup(3, True) is None
    assert Setup(12, 14).fits(3, standard_deck(False))


@given(st.integers(3, 7), st.integers(0, 60), st.integers(1, 20), st.booleans())
def test_own_numbers_fit_only_if_every_card_has_one_place(players: int, face_up: int, hand: int, expansion: bool):
    # Two cards in the centre, one of which the first leader picks up as the last card of the hand.
    cards = 2 + face_up + (hand - 1) + (players - 1) * hand
    assert Setup(face_up, hand).fits(players, standard_deck(expansion)) == (cards == (65 if expansion else 55))


def test_the_leader_card_goes_one_seat_to_the_left_each_turn():
    players = ("Aki", "Ben", "Chie")
    assert [leader(players, "Ben", turn) for turn in range(1, 6)] == ["Ben", "Chie", "Aki", "Ben", "Chie"]


def test_targets_are_those_of_the_rules_and_of_four_where_three_are_left():
    assert [standard_target(seats) for seats in (3, 4, 5, 6, 7)] == [16, 16, 15, 14, 13]


def guessed(guess: str, boss: str, chips: int, target: int = 16):
    return after_guess({"Aki": chips, "Ben": 6}, "Aki", parse_kind(guess), parse_face(boss), target)


@pytest.mark.parametrize(
    ("boss", "guess", "right"),
    [
        ("nyaa/nii", "nyaa", False),
        ("nyaa/nii", "nyaa/nyan", False),
        ("nyaa/nii", "nii/nyaa", True),
        ("nyaa5", "nyaa/nyan", False),
    ],
)
def test_the_examples_of_the_original_rules_for_guessing_hold(boss: str, guess: str, right: bool):
    assert guessed(guess, boss, chips=6).right == right


@given(kinds(), kinds(), st.integers(1, 20))
def test_a_guess_is_right_only_for_the_very_kind(guess: Kind, boss: Kind, chips: int):
    outcome = after_guess({"Aki": chips}, "Aki", guess, Face(boss, 5), 16)
    assert outcome.right == (guess == boss)


@given(st.integers(1, 30), st.sampled_from(POINTS))
def test_points_are_gained_once_or_doubled_with_one_or_two_points(chips: int, points: int):
    expected = 2 * points if chips <= 2 else points
    assert gain(chips, points) == expected
    assert guessed("nii", f"nii{points}", chips).chips == {"Aki": chips + expected, "Ben": 6}


@given(st.integers(1, 30), st.sampled_from(POINTS))
def test_a_wrong_guess_costs_the_points_of_the_card_or_all_but_one(chips: int, points: int):
    outcome = guessed("nyaa", f"nii{points}", chips)
    out = chips - points <= 0
    assert knocked_out(chips, points) == out
    assert outcome.chips == {"Aki": 1 if out else chips - points, "Ben": 6}
    assert outcome.sits_out == ("Aki" if out else None)
    assert outcome.winner is None
    assert loss(chips, points) == chips - outcome.chips["Aki"]


def test_the_game_is_won_by_reaching_the_target():
    assert guessed("nii", "nii4", chips=12).winner == "Aki"
    assert guessed("nii", "nii5", chips=12).winner == "Aki"
    assert guessed("nii", "nii3", chips=12).winner is None
    assert guessed("nyaa", "nii4", chips=19).winner is None


def test_a_boss_cat_turned_up_has_its_points():
    with pytest.raises(ValueError, match="points"):
        guessed("nii", "nii", chips=6)
