"""Cards: what there is, and how it is written (rules.md, "Cards")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import RecordError
from solver.game.cards import (
    BASE_KINDS,
    DOUBLES,
    KINDS,
    TOTALS,
    Deck,
    Face,
    Kind,
    Meow,
    deck_from,
    parse_call,
    parse_face,
    parse_faces,
    parse_kind,
    parse_meow,
    standard_deck,
)
from tests.strategies import decks, faces, kinds, meows

NYAA, NYAN, NYAO, NYAU, NII = Meow


def test_the_deck_holds_what_the_rules_say():
    base, expansion = standard_deck(False), standard_deck(True)
    assert [base.count(kind) for kind in BASE_KINDS] == [16, 13, 11, 9, 6]
    assert (base.size, expansion.size) == (55, 65)
    assert (len(base.kinds), len(expansion.kinds)) == (5, 15)
    assert all(expansion.faces(kind) == {5: 1} for kind in DOUBLES)
    assert all(base.faces(kind) == {} for kind in DOUBLES)


def test_the_default_points_are_spread_evenly_with_the_lower_ones_first():
    rows = [standard_deck(False).split[meow.rank] for meow in Meow]
    assert rows == [(1, 5, 5, 4, 1), (1, 4, 4, 3, 1), (1, 3, 3, 3, 1), (1, 3, 2, 2, 1), (1, 2, 1, 1, 1)]


@given(st.booleans().flatmap(decks))
def test_every_split_keeps_the_totals_and_single_ones_and_fives(deck: Deck):
    assert [sum(row) for row in deck.split] == list(TOTALS)
    table = {meow.value: list(deck.split[meow.rank]) for meow in Meow}
    assert deck_from(table, deck.expansion) == deck


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ([1, 5, 5, 5, 1], "one card too many"),
        ([2, 5, 4, 4, 1], "two ones"),
        ([1, 5, 4, 4, 2], "two fives"),
        ([1, 15, -1, 0, 1], "fewer than none"),
        ([1, 14, 1], "points missing"),
        ([], "nothing"),
    ],
)
def test_a_split_that_breaks_the_rules_is_refused_at_its_place(row: list[int], fault: str):
    table = {meow.value: list(standard_deck(False).split[meow.rank]) for meow in Meow}
    with pytest.raises(RecordError) as error:
        deck_from(table | {"nyaa": row}, False)
    assert error.value.where == "deck.nyaa", fault


def test_a_split_names_every_meow_once():
    table = {meow.value: list(standard_deck(False).split[meow.rank]) for meow in Meow}
    with pytest.raises(RecordError) as error:
        deck_from({name: row for name, row in table.items() if name != "nii"}, False)
    assert error.value.where == "deck"
    with pytest.raises(RecordError) as error:
        deck_from(table | {"ニィ": table["nii"]}, False)
    assert error.value.where == "deck.ニィ"


def test_deck_order_is_that_of_the_record_format():
    assert " ".join(map(str, KINDS)) == (
        "nyaa nyan nyao nyau nii nyaa/nyan nyaa/nyao nyaa/nyau nyaa/nii "
        "nyan/nyao nyan/nyau nyan/nii nyao/nyau nyao/nii nyau/nii"
    )
    assert sorted(KINDS, reverse=True) == list(reversed(KINDS))


@given(faces())
def test_a_card_is_read_as_it_was_printed(face: Face):
    assert parse_face(str(face)) == face
    assert parse_face(face.name_in("ja")) == face
    assert eval(repr(face)) == face


@given(kinds())
def test_a_kind_is_read_as_it_was_printed(kind: Kind):
    assert parse_kind(str(kind)) == kind
    assert parse_kind(kind.name_in("ja")) == kind


@given(st.lists(faces(), min_size=1))
def test_cards_are_read_from_one_string(cards: list[Face]):
    assert parse_faces(" ".join(map(str, cards))) == tuple(cards)
    assert parse_faces("、".join(card.name_in("ja") for card in cards)) == tuple(cards)


@given(st.lists(meows, min_size=1))
def test_a_call_is_read_from_one_string(call: list[Meow]):
    assert parse_call(", ".join(map(str, call))) == tuple(call)
    assert parse_call("　".join(meow.name_in("ja") for meow in call)) == tuple(call)


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("nyaa3", Face(Kind((NYAA,)), 3)),
        ("nyaa", Face(Kind((NYAA,)))),
        ("NYAA3", Face(Kind((NYAA,)), 3)),
        (" nii1 ", Face(Kind((NII,)), 1)),
        ("ニャア3", Face(Kind((NYAA,)), 3)),
        ("ニャア３", Face(Kind((NYAA,)), 3)),
        ("ﾆｬｱ3", Face(Kind((NYAA,)), 3)),
        ("ｎｙａｕ２", Face(Kind((NYAU,)), 2)),
        ("nyaa/nii", Face(Kind((NYAA, NII)))),
        ("nii/nyaa", Face(Kind((NYAA, NII)))),
        ("nii/nyaa5", Face(Kind((NYAA, NII)))),
        ("ニャア／ニィ", Face(Kind((NYAA, NII)))),
        ("ニィ/ニャア", Face(Kind((NYAA, NII)))),
        ("ﾆｬｵ/ﾆｬﾝ", Face(Kind((NYAN, NYAO)))),
    ],
)
def test_cards_may_be_written_in_either_script_width_and_order(text: str, face: Face):
    assert parse_face(text) == face


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "nya",
        "nyaa6",
        "nyaa0",
        "nyaa33",
        "nyaa/nyaa",
        "nyaa/nii3",
        "nyaa/nii/nyan",
        "/nyaa",
        "nyaa/",
        "woof",
        "x" * 10_000,
    ],
)
def test_anything_else_is_no_card_and_the_error_names_the_place(text: str):
    with pytest.raises(RecordError) as error:
        parse_face(text, "hand[3]")
    assert error.value.where == "hand[3]"
    assert error.value.value in (text, text[:79] + "…")


@given(st.text())
def test_any_text_is_a_card_or_an_error_of_ours(text: str):
    try:
        face = parse_face(text)
    except RecordError:
        return
    assert parse_face(str(face)) == face


def test_a_kind_has_no_points_and_a_meow_is_no_double():
    for wrong, parse in (("nyaa3", parse_kind), ("nyaa/nii", parse_meow), ("nyaa3", parse_meow)):
        with pytest.raises(RecordError):
            parse(wrong)


def test_cards_that_cannot_be_are_not_made():
    for meows_, points in (((NYAN, NYAA), None), ((NYAA, NYAA), None), ((), None), ((NYAA,), 6), ((NYAA, NII), 4)):
        with pytest.raises(ValueError, match=r"a kind has|a card is|a double is"):
            Face(Kind(meows_), points)


def test_a_double_is_worth_five_points_whether_noted_or_not():
    assert Face(Kind((NYAA, NII))).points == 5
    assert Face(Kind((NYAA, NII)), 5) == Face(Kind((NYAA, NII)))
    assert str(Face(Kind((NYAA, NII)))) == "nyaa/nii"


def test_a_note_without_points_looks_like_any_card_of_its_kind():
    nyaa, nyaa3, nyaa4, nii3 = parse_faces("nyaa nyaa3 nyaa4 nii3")
    assert nyaa.looks_like(nyaa3)
    assert nyaa3.looks_like(nyaa)
    assert nyaa3.looks_like(nyaa3)
    assert not nyaa3.looks_like(nyaa4)
    assert not nyaa3.looks_like(nii3)
