"""What is told has enough behind it; what has not is named as left out; calls about equal stand in a fixed order."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import spoken_advice as spoken
from solver.advice.advising import advise
from solver.advice.calls import in_order
from solver.advice.findings import ENOUGH, CallFound, Figure, Part
from solver.catalogue import LANGS, say
from solver.cli import counsel
from solver.game.cards import Meow
from solver.play import Notes, simulate
from solver.record.schema import Record


def led(players: int, expansion: bool, turns: int, seed: int, points: float = 0.0) -> Record:
    played = simulate(players, expansion, turns, seed)
    return played.record(played.leader(turns + 1), Notes(answer_points=points))


@pytest.mark.parametrize(
    ("figure", "enough"),
    [
        (Figure(0.3), True),
        (Figure(0.5, 0.126, 20), True),
        (Figure(0.5, 0.1, 19), False),
        (Figure(0.5, 0.25, 20), False),
        (Figure(1.0, 0.25, 4), False),
    ],
)
def test_an_estimate_is_told_from_twenty_deals_on_where_its_error_leaves_it_a_meaning(figure, enough):
    assert figure.enough() is enough


def test_points_may_be_as_much_coarser_as_a_card_is_worth():
    assert Figure(0.0, 0.6, 30).points_enough()
    assert not Figure(0.0, 0.7, 30).points_enough()
    assert not Figure(0.0, 2.5, 4).points_enough()


def estimates(value: object) -> Iterator[dict[str, object]]:
    """Yield every estimated figure in the object that the command prints."""
    if isinstance(value, dict):
        if value.get("exact") is False:
            yield value
        for part in value.values():
            yield from estimates(part)
    elif isinstance(value, list):
        for part in value:
            yield from estimates(part)


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.5, 2.0])
@pytest.mark.parametrize(("players", "expansion", "turns"), [(4, False, 6), (7, False, 1), (5, True, 5)])
def test_however_short_the_time_no_figure_is_told_of_a_few_deals(players, expansion, turns, seconds):
    advice = advise(led(players, expansion, turns, 4242, 0.2), seconds)
    assert advice is not None
    found = list(estimates(advice.to_dict()))
    assert all(int(str(figure["samples"])) >= ENOUGH for figure in found)
    assert (advice.calls is None) == (Part.CALLS in advice.short)


@pytest.mark.parametrize("seconds", [0.0, 0.1, 1.0])
def test_each_rival_is_told_of_or_named_as_left_out(seconds):
    record = led(5, True, 5, 4242)
    advice = advise(record, seconds)
    assert advice is not None
    told = {rival.player for rival in advice.rivals}
    assert told | set(advice.unseen) == set(record.others)
    assert not told & set(advice.unseen)
    assert (Part.RIVALS in advice.short) == bool(advice.unseen)


@pytest.mark.parametrize("lang", LANGS)
def test_without_time_the_command_says_what_is_left_out_and_how_to_have_it(lang):
    record = led(5, True, 5, 4242)
    advice = advise(record, 0.0)
    assert advice is not None
    text = counsel.advice(record, advice, lang)
    assert say("advice.short", lang) in text
    assert "--budget" in text
    assert not re.search(r"± \d", text)
    for player in record.others:
        assert player in text


def test_with_enough_behind_everything_no_more_time_is_offered():
    record = led(4, False, 8, 3)
    advice = advise(record, 8.0)
    assert advice is not None
    assert advice.short == ()
    assert advice.unseen == ()
    assert "--budget" not in counsel.advice(record, advice, "en")


SOME_BITS = Figure(0.3)


def call(meows: str, net: Figure, bits: Figure = SOME_BITS) -> CallFound:
    return CallFound(tuple(map(Meow, meows.split())), 1, Figure(0.0), Figure(0.3), net, bits, {}, net)


@given(st.lists(st.floats(-0.1, 0.1), min_size=5, max_size=5), st.randoms(use_true_random=False))
def test_calls_that_differ_by_no_more_than_their_errors_keep_their_order_whatever_was_drawn(noise, rng: Random):
    calls = [
        call(" ".join([meow.value] * 3), Figure(0.5 + off, 0.1, 25), Figure(0.3 + off, 0.1, 25))
        for meow, off in zip(Meow, noise, strict=True)
    ]
    rng.shuffle(calls)
    found, equal = in_order(calls)
    assert equal == 5
    assert [one.call[0] for one in found] == list(Meow)


def test_a_call_that_is_better_for_sure_stands_first():
    found, equal = in_order([call("nyaa", Figure(0.1)), call("nii nii", Figure(0.4)), call("nyan", Figure(0.2))])
    assert equal == 1
    assert [str(one.call[0].value) for one in found] == ["nii", "nyan", "nyaa"]


def test_of_calls_about_equal_the_exact_one_stands_first():
    found, equal = in_order([call("nyaa", Figure(0.5, 0.1, 25)), call("nii nii nii", Figure(0.45))])
    assert equal == 2
    assert found[0].value.exact


def test_of_calls_worth_the_same_the_one_that_tells_more_stands_first():
    found, equal = in_order([call("nyaa", Figure(0.0), Figure(0.1)), call("nii nii", Figure(0.0), Figure(0.4))])
    assert equal == 1
    assert found[0].call[0] is Meow.NII


def test_that_the_first_calls_are_about_equal_is_said():
    advice = advise(led(4, False, 8, 1008), 2.0)
    assert advice is not None
    assert advice.calls is not None
    said = " ".join(spoken.calls_said(advice.calls, "en"))
    assert ("about equal" in said) == (advice.calls.equal > 1)
