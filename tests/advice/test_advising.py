"""All advice on a record: what is there at which moment, within its time, the same for the same record."""

import json

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from solver.advice.advising import advise
from solver.advice.findings import Moment, Verdict
from solver.advice.retold import moment_of
from solver.play import Notes, simulate
from solver.record.schema import Record, Turn, Word
from tests.strategies import records, small_setup


def led(players: int, expansion: bool, turns: int, seed: int) -> Record:
    """Return the record of whoever leads next."""
    played = simulate(players, expansion, turns, seed)
    return played.record(played.leader(turns + 1), Notes(answer_points=0))


def after_call(record: Record) -> Record:
    """Return the record of the last leader, without the last discard."""
    last = record.turns[-1]
    return replace(record, turns=(*record.turns[:-1], Turn(last.call, last.answers)))


def test_before_my_call_it_says_what_to_call_and_to_call_first():
    record = led(4, False, 5, 1)
    advice = advise(record, 5.0)
    assert advice is not None
    assert advice.timing is not None
    assert advice.timing.moment is Moment.BEFORE_CALL
    assert advice.timing.verdict is Verdict.CALL_FIRST
    assert set(advice.timing.stands) == {"uniform", "rules"}
    assert advice.calls is not None
    assert advice.calls.allowed == 3905
    first = advice.calls.best[0]
    assert first.value.exact
    assert first.p.exact
    assert set(first.tells) == set(record.others)
    assert [rival.player for rival in advice.rivals] == list(record.others)
    assert advice.discards is None
    assert not advice.by_kind


def test_after_my_call_it_says_what_to_put_away_and_compares_guessing_with_waiting():
    played = simulate(4, False, 7, 3)
    record = after_call(played.record(played.leader(7), Notes(answer_points=0)))
    advice = advise(record, 5.0)
    assert advice is not None
    assert advice.timing is not None
    assert advice.timing.moment is Moment.AFTER_CALL
    stand = advice.timing.stands["uniform"]
    assert stand.waiting is not None
    assert stand.waiting.samples > 0
    assert advice.calls is None
    assert advice.discards is not None
    assert set(advice.discards.best) == {face.kind for face in played.hand(played.leader(7))} | {
        played.turns[6].discard.kind if played.turns[6].discard else None
    }
    assert set(advice.timing.first) == set(record.others)


def test_while_somebody_else_leads_i_can_only_wait():
    played = simulate(4, False, 5, 2)
    record = played.record(played.leader(5))
    advice = advise(record, 0.3)
    assert advice is not None
    assert advice.timing is not None
    assert advice.timing.moment is Moment.ELSEWHERE
    assert advice.timing.verdict is Verdict.WAIT
    assert advice.calls is None
    assert advice.by_kind


def test_the_die_says_how_long_a_call_is():
    record = replace(led(4, False, 4, 2), die=True)
    rolled = replace(record, turns=(*record.turns, Turn(die=2)))
    one, two = advise(record, 0.3), advise(rolled, 0.3)
    assert one is not None
    assert two is not None
    assert one.calls is not None
    assert two.calls is not None
    assert one.calls.allowed == 5 + 25 + 125 + 625
    assert two.calls.allowed == 25
    assert {len(call.call) for call in two.calls.best} == {2}


@pytest.mark.parametrize(
    ("players", "expansion", "turns"), [(4, False, 3), (7, False, 10), (5, True, 16), (3, False, 0)]
)
def test_without_time_there_is_still_advice_that_can_be_printed(players, expansion, turns):
    setup = small_setup(3, False, 5) if players == 3 else None
    played = simulate(players, expansion, turns, 4, setup=setup)
    advice = advise(played.record(played.leader(turns + 1)), 0.0)
    assert advice is not None
    assert json.loads(json.dumps(advice.to_dict()))["timing"]["verdict"] in {"call_first", "guess"}


def test_a_player_without_cards_is_told_nothing_about_guessing():
    record = simulate(4, False, 44, 3).record(2)
    advice = advise(record, 0.2)
    assert advice is not None
    assert advice.timing is None
    assert moment_of(replace(record, turns=())) in Moment


def test_no_advice_on_a_record_that_no_deal_fits():
    record = led(4, False, 0, 1)
    answers = dict.fromkeys(record.others, Word.MATCHED)
    call = (record.deck.kinds[4].meows[0],) * 4
    assert advise(replace(record, turns=(Turn(call, answers),)), 0.1) is None


@settings(max_examples=25)
@given(record=records(small=True))
def test_whatever_was_noted_there_is_advice(record):
    advice = advise(record, 0.0)
    assert advice is not None
    assert advice.to_dict()
    if advice.timing:
        assert next(iter(advice.timing.stands)) == record.choices.value
