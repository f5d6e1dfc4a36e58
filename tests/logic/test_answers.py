"""What an answer means as a formula is what matching cards to meows says."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings

from solver.errors import RecordError
from solver.game.cards import BASE_KINDS, DOUBLE_POINTS, POINTS, Face, Kind, Meow, standard_deck
from solver.game.table import Setup
from solver.logic import meows
from solver.logic.answers import Meaning, allowed, by_cell, check_my_answers, lawful_answers, observations
from solver.logic.formulas import TRUE, Formula, evaluate
from solver.play import simulate
from solver.record.schema import Choices, Record, Reveal, Word
from solver.record.view import View
from tests.strategies import all_cards, calls, hands, records


def any_view(expansion: bool, reveal: Reveal) -> View:
    """Return some view of a table with this reading of the rules, nothing played yet."""
    return View(simulate(4, expansion, 0, 1, reveal=reveal).record(0))


VIEWS = {(expansion, reveal): any_view(expansion, reveal) for expansion in (False, True) for reveal in Reveal}


def cards_of(hand: list[Kind]) -> Counter[Face]:
    """Return cards of these kinds, base cards with points of their own."""
    return Counter(Face(kind, DOUBLE_POINTS if kind.is_double else POINTS[i % 5]) for i, kind in enumerate(hand))


def holds(formula: Formula, hand: Counter[Face]) -> bool:
    return bool(evaluate(formula, lambda group: sum(hand[cell] for cell in group)))


@settings(max_examples=1000)
@given(calls, hands())
def test_an_answer_is_lawful_by_formula_exactly_if_it_is_by_matching(call: meows.Call, hand: list[Kind]):
    cards = cards_of(hand)
    for (expansion, reveal), view in VIEWS.items():
        if expansion or not any(kind.is_double for kind in hand):
            assert lawful_answers(view, call, cards) == meows.lawful_answers(call, cards.elements(), reveal)


@pytest.mark.parametrize("reveal", Reveal)
def test_every_base_hand_and_call_of_three_agree(reveal: Reveal):
    view = VIEWS[False, reveal]
    for kinds in combinations_with_replacement(BASE_KINDS, 3):
        hand = cards_of(list(kinds))
        for call in product(Meow, repeat=3):
            assert lawful_answers(view, call, hand) == meows.lawful_answers(call, hand.elements(), reveal)


@settings(max_examples=200)
@given(calls, hands())
def test_mu_by_counting_is_the_size_of_a_largest_matching(call: meows.Call, hand: list[Kind]):
    held, most = cards_of(hand), meows.ways(call, hand)[0].voiced
    for expansion in (False, True):
        if expansion or not any(kind.is_double for kind in hand):
            meaning = Meaning(VIEWS[expansion, Reveal.STRICT])
            for number in range(len(call) + 1):
                assert holds(meaning.can_voice(call, number), held) == (number <= most)


@given(calls, hands())
def test_shown_but_not_noted_is_the_opposite_of_matched(call: meows.Call, hand: list[Kind]):
    meaning = Meaning(VIEWS[True, Reveal.STRICT])
    held = by_cell(meaning.view, cards_of(hand))
    assert allowed(meaning, call, Word.SHOWN, held) != allowed(meaning, call, Word.MATCHED, held)
    assert allowed(meaning, call, Word.MISSED, held)


@given(hands())
def test_of_a_call_not_noticed_only_the_card_shown_tells_something(hand: list[Kind]):
    meaning, cards = Meaning(VIEWS[True, Reveal.STRICT]), cards_of(hand)
    for kind in meaning.view.record.deck.kinds:
        assert holds(meaning.formula(None, Face(kind)), cards) == (kind in hand)
    assert all(meaning.formula(None, word) == TRUE for word in Word)


@settings(max_examples=60)
@given(records(small=True))
def test_a_true_record_passes_the_check_of_my_own_answers(record: Record):
    check_my_answers(View(record))


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("reveal", Reveal)
def test_what_the_answers_say_is_true_of_the_hands_in_simulated_rounds(expansion: bool, reveal: Reveal):
    for seed in range(30):
        played = simulate(5, expansion, 8, seed, reveal=reveal)
        view = View(played.record(seed % 5))
        facts = list(observations(view))
        assert facts
        for fact in facts:
            assert holds(fact.formula, Counter(map(view.cell, played.hand(played.players.index(fact.player)))))


@settings(max_examples=50)
@given(records(small=True))
def test_answers_not_noticed_say_nothing(record: Record):
    given = [(n, player, a) for n, turn in enumerate(record.turns, 1) for player, a in turn.answers.items()]
    telling = {(n, player) for n, player, answer in given if answer is not Word.MISSED and player != record.me}
    assert {(fact.turn, fact.player) for fact in observations(View(record))} == telling


def test_a_choice_is_weighed_only_where_there_was_one_and_choices_count():
    played = simulate(7, True, 8, 3)
    uniform, rules = (list(observations(View(played.record(0, choices=choices)))) for choices in Choices)
    assert any(fact.choice for fact in uniform)
    assert not any(fact.choice for fact in uniform if isinstance(fact.answer, Word))
    assert not any(fact.choice for fact in rules)


def i_answer(answer: str) -> Record:
    """Return a record in which I answer to the call ``nyaa nii nii`` with four known cards."""
    hand = ["nyaa3", "nyaa4", "nii2", "nyan3"]
    others = Counter(map(str, all_cards(standard_deck(False)))) - Counter(hand)
    turn = {"call": ["nyaa", "nii", "nii"], "answers": {"Aki": answer}}
    deal = simulate(4, False, 0, 1, setup=Setup(38, 4)).record(0).to_data()
    changes = {"hand": hand, "face_up": list(others.elements())[:38], "first_leader": "Ben", "turns": [turn]}
    return Record.from_data(deal | changes)


@pytest.mark.parametrize("answer", ["nyaa3", "nyaa4", "nyaa", "shown", "?"])
def test_an_answer_my_hand_allows_is_accepted(answer: str):
    check_my_answers(View(i_answer(answer)))


@pytest.mark.parametrize("answer", ["matched", "nii2", "nyan3"])
def test_an_answer_my_hand_does_not_allow_is_refused_with_the_ones_it_does(answer: str):
    with pytest.raises(RecordError) as error:
        check_my_answers(View(i_answer(answer)))
    assert error.value.where == "turns[0].answers.Aki"
    assert error.value.value == answer
    assert "nyaa3, nyaa4" in error.value.expected.say("en")


def test_my_answer_is_judged_by_kind_where_i_put_a_like_card_away_without_its_points():
    # Of nyan2 and nyan5 one is gone, it was not noted which: either may be the one shown afterwards.
    hand = ["nyan2", "nyan5"]
    others = Counter(map(str, all_cards(standard_deck(False)))) - Counter(hand)
    deal = simulate(4, False, 0, 1, setup=Setup(46, 2)).record(0).to_data()
    for shown in hand:
        turns = [{"call": ["nii"], "discard": "nyan"}, {"call": ["nii"], "answers": {"Aki": shown}}]
        changes = {"hand": hand, "face_up": list(others.elements())[:46], "first_leader": "Aki", "turns": turns}
        check_my_answers(View(Record.from_data(deal | changes)))
