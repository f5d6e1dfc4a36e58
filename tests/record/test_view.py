"""What counting the cards in sight tells (rules.md, "What one player knows")."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game.cards import Face, Kind, parse_faces, parse_kind
from solver.play import Notes, Round, simulate
from solver.record.schema import Record
from solver.record.view import View
from tests.strategies import notes, records, rounds


def hidden(played: Round, seat: int) -> Counter[Face]:
    """Return every card that is under the boss or in another hand now."""
    others = [played.hand(other) for other in range(len(played.players)) if other != seat]
    return Counter([played.boss, *(card for hand in others for card in hand)])


@settings(max_examples=60)
@given(rounds(), st.integers(0, 2))
def test_the_unseen_cards_are_those_in_other_hands_and_under_the_boss(played: Round, seat: int):
    view = View(played.record(seat))
    assert +Counter(view.unseen) == hidden(played, seat)
    assert view.bare_kinds == frozenset()


@settings(max_examples=60)
@given(rounds(), st.integers(0, 2), notes)
def test_unseen_cards_add_up_by_kind_however_little_was_noted(played: Round, seat: int, noted: Notes):
    view = View(played.record(seat, noted))
    kinds: Counter[Kind] = Counter()
    for cell, number in view.unseen.items():
        kinds[cell.kind] += number
        assert (cell.points is None) == (cell.kind in view.bare_kinds)
    assert +kinds == Counter(face.kind for face in hidden(played, seat).elements())
    assert view.countable


@settings(max_examples=60)
@given(records())
def test_the_unseen_cards_fill_the_other_hands_and_leave_the_boss(record: Record):
    view = View(record)
    assert sum(view.unseen.values()) == sum(view.hand_size(player) for player in view.others) + 1


@given(rounds())
def test_a_hand_has_shrunk_by_one_card_for_every_turn_led(played: Round):
    view = View(played.record(0))
    for seat, player in enumerate(played.players):
        assert view.hand_size(player) == len(played.hand(seat))
        for turn in range(1, len(played.turns) + 1):
            then = view.record.hand_size(player, turn)
            assert then == view.hand_size(player) + sum(view.discarded_since(player, turn).values())


@given(rounds(least_turns=1), st.integers(0, 2))
def test_my_hand_at_a_turn_is_my_cards_less_what_i_put_away_before(played: Round, seat: int):
    view = View(played.record(seat))
    for number in range(1, len(played.turns) + 1):
        before = replace(played, turns=played.turns[: number - 1])
        assert view.my_hand(number) == Counter(before.hand(seat))


def test_one_seen_card_without_points_makes_its_kind_one_cell():
    view = View(simulate(4, False, 0, 1).record(0))
    bared = view.record.to_data()
    nyaa = parse_kind("nyaa")
    first = next(i for i, face in enumerate(view.record.hand) if face.kind == nyaa)
    bared["hand"][first] = "nyaa"
    blurred = View(Record.from_data(bared))
    assert blurred.bare_kinds == {nyaa}
    assert blurred.cells_of(nyaa) == {Face(nyaa)}
    assert blurred.unseen[Face(nyaa)] == sum(view.unseen[cell] for cell in view.cells_of(nyaa))
    assert {cell: n for cell, n in blurred.unseen.items() if cell.kind != nyaa} == {
        cell: n for cell, n in view.unseen.items() if cell.kind != nyaa
    }


def test_points_in_an_answer_count_only_where_every_seen_card_of_the_kind_has_its_points():
    nyaa3, nyaa = parse_faces("nyaa3 nyaa")
    noted = View(simulate(4, False, 0, 1).record(0))
    bare = View(simulate(4, False, 0, 1).record(0, Notes(points=0)))
    assert noted.looks(nyaa3) == {nyaa3}
    assert noted.looks(nyaa) == noted.cells_of(nyaa.kind)
    assert bare.looks(nyaa3) == {nyaa}


@settings(max_examples=60)
@given(records())
def test_a_lean_view_tells_points_apart_only_where_an_answer_of_another_player_does(record: Record):
    view = View(record)
    told = {
        answer.kind
        for turn in record.turns
        for player, answer in turn.answers.items()
        if isinstance(answer, Face) and answer.points is not None and player != record.me
    }
    assert view.lean.bare_kinds == view.bare_kinds | (frozenset(record.deck.kinds) - told)
    for kind in record.deck.kinds:
        counted = [sum(one.unseen[cell] for cell in one.cells_of(kind)) for one in (view, view.lean)]
        assert counted[0] == counted[1]


def test_unseen_cards_of_a_kind_without_points_share_what_the_noted_ones_leave():
    view = View(simulate(4, False, 0, 1).record(0, Notes(points=0)))
    assert view.points_shares(Face(parse_kind("nyaa"))) == pytest.approx(
        {1: 1 / 16, 2: 5 / 16, 3: 5 / 16, 4: 4 / 16, 5: 1 / 16}
    )
    assert view.points_shares(Face(parse_kind("nyaa"), 3)) == {3: 1.0}


def test_too_many_of_a_card_among_the_discards_is_told():
    record = simulate(4, False, 4, 2).record(0)
    data = record.to_data()
    for turn, leader in zip(data["turns"], map(record.leader, range(1, 5)), strict=True):
        if leader != record.me:
            turn["discard"] = "nii1"
    assert not View(Record.from_data(data)).countable
