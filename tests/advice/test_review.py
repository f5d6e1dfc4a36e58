"""A round looked back on: the path of the truth, since when it was proven, what my turns cost."""

import dataclasses
import json

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from solver import spoken_advice as spoken
from solver.advice.guess import value_of
from solver.advice.review import Step, after_answers, proven_at, review
from solver.catalogue import LANGS, say
from solver.cli import layout, main
from solver.errors import RecordError
from solver.odds.counting import count
from solver.odds.seats import KindView
from solver.play import Notes, Round, simulate
from solver.record.schema import Record, Result
from solver.record.view import View
from solver.wording import percent, signed
from tests.strategies import small_setup


def over(played: Round, seat: int, by: str | None = None, guess=None, hands: bool = False) -> Record:
    """Return the record of a round that ended with a guess after the answers of its last turn."""
    record = played.record(seat, Notes(answer_points=0))
    last = len(played.turns)
    leader = played.leader(last)
    before = replace(played.turns[-1], discard=None)
    ended = dataclasses.replace(played, turns=(*played.turns[:-1], before))
    open_hands = {n: ended.hand(s) for s, n in enumerate(played.players) if s != seat} if hands else {}
    result = Result(by or played.players[leader], guess or played.boss.kind, played.boss, open_hands)
    return replace(record, turns=(*record.turns[:-1], replace(record.turns[-1], discard=None)), result=result)


def test_the_path_is_the_probability_of_the_truth_after_every_turns_answers():
    played = simulate(4, False, 6, 2)
    record = over(played, 1)
    found = review(record, 0.2)
    assert found is not None
    assert found.truth == played.boss.kind
    right = [count(View(after_answers(record, turn))) for turn in range(7)]
    assert list(found.path) == [posterior.p(played.boss.kind) for posterior in right if posterior]


def test_proven_is_the_first_turn_with_certainty():
    assert proven_at((0.2, 0.5, 1.0, 1.0)) == 2
    assert proven_at((1.0,)) == 0
    assert proven_at((0.2, 0.999)) is None


def test_late_in_a_round_it_was_proven_and_hands_laid_open_tell_for_whom():
    played = simulate(4, False, 11, 3, setup=small_setup(4, False, 3))
    found = review(over(played, 2, hands=True), 20.0)
    assert found is not None
    assert found.proven is not None
    assert set(found.theirs) == {"Aki", "Ben", "Dai"}
    assert found.path[found.proven] == 1.0
    assert all(p < 1.0 for p in found.path[: found.proven])


def test_naming_an_unlikely_kind_costs_what_the_best_guess_gains_more():
    played = simulate(4, False, 9, 0)
    seat = played.leader(9)
    record = over(played, seat, by=played.players[seat])
    posterior = count(View(replace(record, result=None)))
    assert posterior is not None
    assert record.result is not None
    poor = replace(record, result=replace(record.result, guess=posterior.boss[-1].kind))
    found = review(poor, 0.2)
    assert found is not None
    named = [cost for cost in found.costs if cost.step is Step.NAMED]
    assert [cost.turn for cost in named] == [9]
    assert named[0].points.exact
    assert named[0].points.mean > 0.05
    assert named[0].better != posterior.boss[-1].kind
    assert list(found.costs) == sorted(found.costs, key=lambda cost: (-cost.points.mean, cost.turn))


def guessed_against_the_odds(called: bool) -> Record:
    """Return a round of the expansion that I ended early by a guess that lost points on average and came out right."""
    played = simulate(5, True, 6, 4242)
    seat = played.leader(6)
    record = over(played, seat, by=played.players[seat])
    return record if called else replace(record, turns=record.turns[:-1])


@pytest.mark.parametrize("called", [True, False])
def test_a_guess_against_the_odds_is_a_cost_though_it_came_out_right_and_the_time_was_short(called):
    record = guessed_against_the_odds(called)
    odds = count(View(replace(record, result=None)))
    assert odds is not None
    assert record.result is not None
    right = value_of(odds.boss, record.result.guess, record.chips[record.me], record.target)
    assert right.ev < -1
    found = review(record, 0.1)
    assert found is not None
    assert found.guessed is not None
    assert found.guessed.turn == 6
    assert found.guessed.right
    assert found.guessed.guess.p == pytest.approx(right.p)
    assert found.guessed.guess.ev == pytest.approx(right.ev)
    assert found.guessed.called is called
    steps = {cost.step for cost in found.costs}
    assert (Step.EARLY if called else Step.UNCALLED) in steps | {Step.NAMED}
    lost = sum(cost.points.mean for cost in found.costs if cost.step is not Step.CALL)
    assert lost >= -right.ev - 1e-9


@pytest.mark.parametrize("lang", LANGS)
def test_the_words_name_the_odds_of_the_guess_and_its_luck(lang):
    found = review(guessed_against_the_odds(True), 0.1)
    assert found is not None
    assert found.guessed is not None
    text = " ".join(spoken.costs(found, lang))
    assert percent(found.guessed.guess.p) in text
    assert signed(found.guessed.guess.ev) in text
    assert say("advice.guessed_lucky", lang) in text
    assert say("advice.cost_nothing", lang) not in text


def test_a_guess_that_was_proven_costs_nothing():
    played = simulate(4, False, 43, 3)
    seat = played.leader(43)
    record = over(played, seat, by=played.players[seat])
    found = review(record, 0.5)
    assert found is not None
    assert found.guessed is not None
    assert found.guessed.guess.p == 1.0
    assert not [cost for cost in found.costs if cost.step in (Step.EARLY, Step.NAMED, Step.UNCALLED)]


def test_a_guess_of_somebody_else_is_not_judged():
    played = simulate(4, False, 9, 1)
    found = review(over(played, (played.leader(9) + 1) % 4), 0.1)
    assert found is not None
    assert found.guessed is None


def test_turns_that_the_time_did_not_reach_are_named():
    played = simulate(4, False, 9, 1)
    record = over(played, played.leader(9))
    found = review(record, 0.0)
    assert found is not None
    assert found.unseen == (1, 5, 9)
    assert "1, 5, 9" in " ".join(spoken.costs(found, "en"))


def test_without_time_the_path_leaves_out_points_and_says_so():
    played = simulate(4, False, 5, 2)
    result = Result(played.players[0], played.boss.kind, played.boss)
    record = replace(played.record(1, Notes(answer_points=1.0)), result=result)
    found = review(record, 0.0)
    assert found is not None
    counts = [count(KindView(after_answers(record, turn))) for turn in range(6)]
    assert list(found.path) == [posterior.p(played.boss.kind) for posterior in counts if posterior]
    assert found.by_kind
    assert ", ".join(map(str, found.by_kind)) in spoken.path_note(found, "en")


def test_whoever_has_no_card_left_has_laid_all_open():
    played = simulate(4, False, 12, 3, setup=small_setup(4, False, 3))
    seat = played.leader(12)
    record = over(played, seat)
    empty = {name for name in record.others if not View(record).hand_size(name)}
    assert empty
    found = review(record, 20.0)
    assert found is not None
    assert set(found.theirs) == empty


def test_since_when_it_was_proven_to_others_is_what_counts_from_their_seats_say():
    played = simulate(4, False, 11, 3, setup=small_setup(4, False, 3))
    record = over(played, 2, hands=True)
    found = review(record, 20.0)
    assert found is not None
    for player, turn in found.theirs.items():
        seen = played.record(played.players.index(player), Notes(answer_points=0))
        counts = [count(View(after_answers(seen, number))) for number in range(12)]
        proven = [number for number, odds in enumerate(counts) if odds and odds.p(played.boss.kind) == 1.0]
        assert turn == (proven[0] if proven else None)


def test_a_call_much_less_telling_than_the_best_is_named_with_a_better_one():
    costs = []
    for seed in range(3):
        played = simulate(4, False, 9, seed)
        found = review(over(played, played.leader(9)), 0.5)
        assert found is not None
        costs += [cost for cost in found.costs if cost.step is Step.CALL]
    assert costs
    assert all(cost.points.exact and isinstance(cost.better, tuple) for cost in costs)


def test_without_a_result_there_is_nothing_to_look_back_on():
    with pytest.raises(RecordError) as error:
        review(simulate(4, False, 3, 1).record(0), 1.0)
    assert error.value.where == "result"


@pytest.mark.parametrize("lang", LANGS)
def test_the_command_prints_it_within_the_width_of_a_screen(lang):
    text = over(simulate(4, False, 9, 1), 0, hands=True).to_toml()
    result = CliRunner().invoke(main, ["review", "-", "--budget", "0.2", "--lang", lang], input=text)
    assert result.exit_code == 0
    assert max(map(layout.width, result.stdout.splitlines())) <= layout.WIDTH


def test_for_programs_the_command_prints_one_object():
    text = over(simulate(4, False, 5, 1), 0).to_toml()
    data = json.loads(CliRunner().invoke(main, ["review", "-", "--budget", "0", "--json"], input=text).stdout)
    assert set(data) == {"truth", "path", "by_kind", "proven", "theirs", "guessed", "costs", "unknown", "unseen"}
    assert len(data["path"]) == 6
