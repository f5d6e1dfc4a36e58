"""What rivals may know against a count from the rival's own seat."""

import numpy as np
import pytest

from solver.advice.guess import best_guess
from solver.advice.retold import as_scenes, from_seat, position, with_my_answers
from solver.advice.rivals import rivals
from solver.logic.answers import lawful_answers
from solver.odds.counting import count
from solver.odds.sampling import Sampler
from solver.odds.seats import KindView
from solver.play import Notes, simulate
from solver.record.view import View


def in_time() -> bool:
    return False


def drawn(record, number):
    deals = Sampler(View(record)).draw(np.random.default_rng(1), number)
    return deals, as_scenes(record, position(record, deals[0]), deals)


@pytest.mark.parametrize(("players", "expansion", "turns"), [(4, False, 6), (6, False, 9), (4, True, 20)])
def test_a_rival_is_taken_to_know_what_a_count_from_that_seat_says(players, expansion, turns):
    record = simulate(players, expansion, turns, 7).record(1)
    deals, scenes = drawn(record, 3)
    found = {rival.player: rival for rival in rivals(scenes, record.players, 1, in_time)}
    assert list(found) == list(record.others)
    for player in record.others:
        counts = [count(KindView(from_seat(with_my_answers(record), deal, player))) for deal in deals]
        best = [posterior.boss[0].p for posterior in counts if posterior]
        guesses = [best_guess(posterior.boss, 6, 16) for posterior in counts if posterior]
        assert found[player].p.mean == pytest.approx(np.mean(best), abs=1e-9)
        assert found[player].ready.mean == pytest.approx(np.mean([guess.ev > 0 for guess in guesses]))
        assert sum(found[player].best) == pytest.approx(1)
        assert found[player].p.samples == 3


def test_late_in_a_round_everybody_knows():
    record = simulate(4, False, 43, 3).record(0)
    _, scenes = drawn(record, 20)
    for rival in rivals(scenes, record.players, 0, in_time):
        assert rival.p.mean > 0.5
        assert rival.best[9] >= rival.knows.mean


def test_out_of_time_nobody_is_looked_at():
    record = simulate(4, False, 5, 3).record(0)
    _, scenes = drawn(record, 20)
    assert rivals(scenes, record.players, 0, lambda: True) == ()


def test_my_own_answers_are_filled_in_where_my_hand_left_one_alone():
    played = simulate(4, False, 8, 2)
    noted = played.record(0, Notes(answer_points=0))
    told = with_my_answers(noted)
    for number, (turn, full) in enumerate(zip(noted.turns, told.turns, strict=True), 1):
        if "Aki" not in played.turns[number - 1].answers:
            assert "Aki" not in full.answers
            continue
        assert turn.call is not None
        lawful = lawful_answers(KindView(noted), turn.call, KindView(noted).my_hand(number))
        assert "Aki" in full.answers or len({getattr(answer, "kind", answer) for answer in lawful}) > 1


def test_deals_drawn_without_the_points_of_shown_cards_can_be_told_from_every_seat():
    record = simulate(7, True, 2, 2).record(2)
    deal = Sampler(KindView(record)).draw(np.random.default_rng(2), 1)[0]
    for player in record.others:
        seen = from_seat(record, deal, player)
        assert seen.me == player
        assert all(player not in turn.answers for turn in seen.turns)
