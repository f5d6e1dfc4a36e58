"""The forecast of answers against the round itself: one solve for every answer, weighed by what it leaves."""

from math import isclose

import pytest
from msgspec.structs import replace

from solver.game.cards import Face, Meow
from solver.odds.counting import count
from solver.odds.forecast import forecast
from solver.play import Notes, simulate
from solver.record.schema import Choices, Turn, Word
from solver.record.view import View

CALLS = [(Meow.NII,), (Meow.NYAA, Meow.NYAN, Meow.NYAA), (Meow.NYAU, Meow.NYAO, Meow.NII, Meow.NYAA)]


def deals_of(record):
    found = count(View(record))
    return found.deals if found else 0


def deals_after(record, call, player, answer):
    return deals_of(replace(record, turns=(*record.turns, Turn(call=call, answers={player: answer}))))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("expansion", [False, True])
def test_an_answer_has_a_chance_just_when_some_deal_allows_it(seed, expansion):
    record = simulate(4, expansion, 6, seed).record(seed % 4, Notes(points=0, answer_points=0))
    for call in CALLS:
        for player, chances in forecast(View(record), call).items():
            if player == record.leader(7):
                continue
            assert isclose(sum(chances.values()), 1, abs_tol=1e-12)
            for answer, p in chances.items():
                assert (p > 0) == (deals_after(record, call, player, answer) > 0), (player, answer)


@pytest.mark.parametrize("seed", range(4))
def test_the_chance_that_all_is_matched_is_the_share_of_deals_under_rules(seed):
    record = simulate(5, True, 5, seed).record(1, choices=Choices.RULES)
    deals = deals_of(record)
    for call in CALLS:
        for player, chances in forecast(View(record), call).items():
            if player != record.leader(6):
                share = deals_after(record, call, player, Word.MATCHED) / deals
                assert isclose(chances[Word.MATCHED], share, abs_tol=1e-9)


def test_cards_are_named_by_kind_and_players_without_cards_are_left_out():
    record = simulate(4, False, 43, 3).record(0)
    chances = forecast(View(record), (Meow.NII,))
    cards = [answer for row in chances.values() for answer in row if isinstance(answer, Face)]
    assert all(card == card.bare for card in cards)
    assert all(row.keys() - set(cards) == {Word.MATCHED} for row in chances.values())
    assert set(chances) == {player for player in record.others if View(record).hand_size(player)}
