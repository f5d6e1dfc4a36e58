"""Ways to voice a call, and what must be shown (rules.md, "Which card must be shown")."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given

from solver.game.cards import Face, Kind, Meow, parse_call, parse_faces
from solver.logic.meows import Call, lawful_answers, may_show, ways
from solver.record.schema import Reveal, Word
from tests.strategies import calls, hands

STRICT, LENIENT = Reveal.STRICT, Reveal.LENIENT


def kinds(text: str) -> list[Kind]:
    return [face.kind for face in parse_faces(text)]


def answers(call: str, hand: str, reveal: Reveal = STRICT) -> str:
    """Return the lawful answers as a record writes them, separated by spaces."""
    return " ".join(map(str, lawful_answers(parse_call(call), parse_faces(hand), reveal)))


# The examples of the original rules: the call ニィニャアニャアニャオ and base cards, then its three for the expansion.
@pytest.mark.parametrize(
    ("call", "hand", "answer"),
    [
        ("nii nyaa nyaa nyao", "nii nyaa nyaa nyao nyau", "matched"),
        ("nii nyaa nyaa nyao", "nii nyaa nyao nyao", "nii"),
        ("nii nyaa nyaa nyao", "nyaa nyaa nyao nyau", "nyaa"),
        ("nii nyaa nyaa nyao", "nyao nyau nyan", "nyao"),
        ("nii nyaa nyaa nyao", "nyan nyau nyau", "nyan nyau"),
        ("nyaa nyaa nyao nyao", "nyaa nyao nyao nyaa/nyao", "matched"),
        ("nyaa nyaa nyao nyao", "nyao nyao nyaa/nyao", "nyaa/nyao"),
        ("nyaa nyaa nyao nyao", "nyaa nyao nyaa/nyao", "nyaa nyaa/nyao"),
    ],
)
@pytest.mark.parametrize("reveal", Reveal)
def test_the_examples_of_the_original_rules_hold(call: str, hand: str, answer: str, reveal: Reveal):
    assert answers(call, hand, reveal) == answer


def test_a_strict_table_keeps_the_double_for_the_second_meow_and_a_lenient_one_does_not():
    assert answers("nyaa nyan nyao", "nyaa nyaa/nyan", STRICT) == "nyaa"
    assert answers("nyaa nyan nyao", "nyaa nyaa/nyan", LENIENT) == "nyaa nyaa/nyan"


def test_cards_are_told_apart_by_their_points_and_equal_ones_listed_once():
    assert answers("nii nii nii nii nii", "nii3 nii2 nii2 nyaa4") == "nii2 nii3"
    assert answers("nii", "nyaa4 nyaa4 nyan") == "nyaa4 nyan"


def test_an_empty_hand_gives_no_answer():
    assert lawful_answers(parse_call("nyaa"), (), STRICT) == ()


def test_every_way_is_listed_once_up_to_swapping_like_cards():
    found = ways(parse_call("nyaa nyaa nyao nyao"), kinds("nyaa nyao nyaa/nyao nii"))
    nyaa, nyao, both = kinds("nyaa nyao nyaa/nyao")
    assert [way.kinds for way in found] == [
        (nyaa, both, nyao, None),
        (nyaa, both, None, nyao),
        (nyaa, None, nyao, both),
        (nyaa, None, both, nyao),
        (both, nyaa, nyao, None),
        (both, nyaa, None, nyao),
        (None, nyaa, nyao, both),
        (None, nyaa, both, nyao),
    ]


def test_like_cards_make_one_way():
    assert len(ways(parse_call("nyaa nyaa nyaa nyaa nyaa"), kinds(" ".join(["nyaa"] * 12)))) == 1


def test_where_nothing_can_be_voiced_the_one_way_is_silent():
    (way,) = ways(parse_call("nii nyaa"), kinds("nyan nyao"))
    assert way.kinds == (None, None)
    assert way.voiced == 0


def all_ways_by_trying(call: Call, hand: list[Kind]) -> set[tuple[Kind | None, ...]]:
    """Try every order of the cards, with as many pauses as there are meows, and keep the fullest."""
    found = set()
    cards: list[Kind | None] = [kind for kind in hand if any(map(kind.voices, call))]
    for tried in permutations(cards + [None] * len(call), len(call)):
        if all(kind is None or kind.voices(meow) for kind, meow in zip(tried, call, strict=True)):
            found.add(tried)
    most = max(sum(kind is not None for kind in way) for way in found)
    return {way for way in found if sum(kind is not None for kind in way) == most}


@given(calls.map(lambda call: call[:4]), hands(most=4))
def test_the_ways_are_those_found_by_trying_every_order_of_the_cards(call: Call, hand: list[Kind]):
    found = [way.kinds for way in ways(call, hand)]
    assert len(set(found)) == len(found)
    assert set(found) == all_ways_by_trying(call, hand)


@given(calls, hands())
def test_a_way_uses_cards_of_the_hand_for_meows_they_can_voice(call: Call, hand: list[Kind]):
    found = ways(call, hand)
    for way in found:
        used = Counter(kind for kind in way.kinds if kind is not None)
        assert used <= Counter(hand)
        assert all(kind is None or kind.voices(meow) for kind, meow in zip(way.kinds, call, strict=True))
    assert len({way.voiced for way in found}) == 1


@given(calls, hands())
def test_strict_allows_no_more_than_lenient_and_both_something(call: Call, hand: list[Kind]):
    strict, lenient = may_show(call, hand, STRICT), may_show(call, hand, LENIENT)
    assert (strict is None) == (lenient is None)
    if strict is not None and lenient is not None:
        assert set() < strict <= lenient <= set(hand)


@given(calls, hands().filter(lambda hand: not any(kind.is_double for kind in hand)))
def test_with_base_cards_alone_it_is_the_first_meow_of_the_call_in_the_hand(call: Call, hand: list[Kind]):
    held = {kind.meows[0] for kind in hand}
    first = next((meow for meow in call if meow in held), None)
    for reveal in Reveal:
        allowed = may_show(call, hand, reveal)
        if Counter(call) <= Counter(kind.meows[0] for kind in hand):
            assert allowed is None
        else:
            assert allowed == frozenset(hand if first is None else [Kind((first,))])


@given(calls, hands())
def test_the_order_of_the_cards_changes_nothing(call: Call, hand: list[Kind]):
    assert ways(call, hand[::-1]) == ways(call, hand)
    assert lawful_answers(call, map(Face, hand[::-1]), STRICT) == lawful_answers(call, map(Face, hand), STRICT)


@given(hands())
def test_more_cards_never_voice_less(hand: list[Kind]):
    call = (Meow.NYAA, Meow.NYAN, Meow.NYAN, Meow.NII, Meow.NYAA)
    assert ways(call, hand[1:])[0].voiced <= ways(call, hand)[0].voiced <= ways(call, hand[1:])[0].voiced + 1


def test_matched_is_the_only_answer_where_the_hand_can_meow_it_all():
    assert lawful_answers(parse_call("nyaa"), parse_faces("nyaa nyan"), STRICT) == (Word.MATCHED,)
