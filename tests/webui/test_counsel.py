"""The screen with advice: what the command line says of the same record, and one tap that makes a call."""

import html
import re
from importlib.resources import files

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from solver import Record, solve
from solver.catalogue import LANGS, message, say
from solver.errors import TooMuchWork
from solver.game.cards import Meow, parse_face, parse_kind
from solver.play import Notes, simulate
from solver.record.schema import Result, Turn, Word
from solver.wording import percent, signed
from tests.webui.reading import record_at, words
from webui import counsel


@pytest.fixture
def unhurried(client, monkeypatch):
    """Time enough for calls to be worked out on a slow machine too."""
    monkeypatch.setitem(client.application.config, "ADVICE_SECONDS", 4.0)


def page_of(client, record: Record, lang: str = "en") -> str:
    response: TestResponse = client.get(f"/advice?r={record.to_line()}&lang={lang}")
    assert response.status_code == 200
    return response.text


def calls_offered(page: str) -> list[Record]:
    return [record_at(html.unescape(link)) for link in re.findall(r'id="call-\d" href="([^"]*)"', page)]


@pytest.mark.parametrize("lang", LANGS)
def test_the_leader_is_told_whether_to_guess_what_to_call_and_what_others_know(client, example, lang):
    page = words(page_of(client, example, lang))
    for heading in ("advice.timing", "advice.calls", "advice.rivals"):
        assert say(heading, lang) in page
    assert say("advice.call_first", lang) in page
    assert say("advice.discards", lang) not in page
    guess = solve(example).guess
    assert guess
    assert f"{guess.ev:+.1f}" in page


def test_one_tap_makes_a_call_and_changes_nothing_else(client, example, unhurried):
    offered = calls_offered(page_of(client, example))
    assert offered
    for record in offered:
        assert record.up_to(4) == example
        assert record.turns[4].call
        assert record.turns[4] == Turn(call=record.turns[4].call)


def test_a_call_taken_from_advice_notes_the_number_rolled(client, example, unhurried):
    offered = calls_offered(page_of(client, replace(example, die=True)))
    assert offered
    for record in offered:
        assert record.turns[4].die == len(record.turns[4].call or ())


def test_after_the_answers_the_leader_is_told_what_to_put_away(client, example):
    answers = dict.fromkeys(example.others, Word.MATCHED)
    page = page_of(client, replace(example, turns=(*example.turns, Turn((Meow.NYAO,), answers))))
    assert say("advice.discards", "en") in words(page)
    assert calls_offered(page) == []


def test_whoever_does_not_lead_is_told_what_the_others_know(client, example):
    page = words(page_of(client, example.up_to(2)))
    assert say("advice.elsewhere", "en") in page
    assert "may be ready to guess" in page


@pytest.mark.parametrize("lang", LANGS)
def test_where_advice_is_too_much_work_the_page_says_so(client, example, lang, monkeypatch):
    def refuse(record, seconds):
        raise TooMuchWork(message("page_advice.none"))

    monkeypatch.setattr(counsel, "advise", refuse)
    counsel.advice_on.cache_clear()
    assert say("page_advice.none", lang) in words(page_of(client, example, lang))
    counsel.advice_on.cache_clear()


def test_a_record_that_clashes_gets_no_advice_but_the_way_to_the_clash(client, example):
    clashing = replace(example, turns=(*example.turns, Turn((Meow.NII,), {"Aki": example.face_up[0]})))
    page = page_of(client, clashing)
    assert say("page_advice.clash", "en") in words(page)


def test_advice_is_one_tap_from_my_lead_and_from_the_odds(client, example):
    for address, offered in (("table", example), ("answer", example)):
        assert 'href="/advice?' in client.get(f"/{address}?r={offered.to_line()}").text
    assert 'href="/advice?' not in client.get(f"/table?r={example.up_to(2).to_line()}").text


def over(record: Record, boss: str = "nyau5") -> Record:
    return replace(record, result=Result(record.me, parse_kind("nyau"), parse_face(boss)))


@pytest.mark.parametrize("lang", LANGS)
def test_a_round_that_is_over_is_looked_back_on(client, example, lang):
    record = over(example)
    page = client.get(f"/review?r={record.to_line()}&lang={lang}").text
    shown = re.findall(r'class="big">([^<]*)', page)
    assert shown[0] == percent(solve(example.up_to(0)).p(parse_kind("nyau")))
    assert len(shown) == len(example.turns) + 1
    assert say("advice.proven_never", lang) in words(page)


def test_the_turn_that_proved_the_boss_cat_is_marked(client):
    record = Record.from_toml(files("solver").joinpath("examples", "proven.toml").read_text("utf-8"))
    page = client.get(f"/review?r={over(record, 'nii3').to_line()}").text
    proven = next(turn for turn in range(10) if solve(record.up_to(turn)).p(parse_kind("nii")) == 1.0)
    assert f"turn {proven} ✓ proven 100%" in words(page)
    assert page.count("✓") == 1


def test_a_boss_cat_that_the_record_rules_out_is_told_to_be_so(client):
    record = Record.from_toml(files("solver").joinpath("examples", "proven.toml").read_text("utf-8"))
    page = client.get(f"/review?r={over(record).to_line()}").text
    assert say("page_advice.truth_impossible", "en") in words(page)


def test_a_round_that_is_not_over_cannot_be_looked_back_on(client, example):
    response = client.get(f"/review?r={example.to_line()}")
    assert response.status_code == 422
    assert 'role="alert"' in response.text


def test_the_look_back_is_one_tap_from_the_end_and_from_the_history(client, example):
    for screen in ("end", "history"):
        assert 'href="/review?' in client.get(f"/{screen}?r={over(example).to_line()}").text
        assert 'href="/review?' not in client.get(f"/{screen}?r={example.to_line()}").text


def expansion(turns: int = 5) -> Record:
    """Return a position of the expansion in which nothing but the best guess can be told at once."""
    played = simulate(5, True, turns, 4242)
    return played.record(played.leader(turns + 1), Notes(answer_points=0.2))


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_time_is_too_short_for_is_said_and_more_time_is_one_tap_away(client, lang):
    record = expansion()
    page = page_of(client, record, lang)
    assert say("advice.short", lang) in words(page)
    assert calls_offered(page) == []
    assert all(player in words(page) for player in record.others)
    (more,) = re.findall(r'id="more" href="([^"]*)"', page)
    assert record_at(html.unescape(more)) == record
    again = client.get(html.unescape(more))
    assert again.status_code == 200
    assert 'id="more"' not in again.text


def test_more_time_is_asked_for_by_the_address_and_bounded(client, example, monkeypatch):
    asked: list[float] = []

    def noted(record, seconds):
        asked.append(seconds)

    monkeypatch.setattr(counsel, "advise", noted)
    for query in ("", "&more=1", "&more=1000000"):
        counsel.advice_on.cache_clear()
        assert client.get(f"/advice?r={example.to_line()}{query}").status_code == 200
    counsel.advice_on.cache_clear()
    usual, more, most = asked
    assert usual < more == most == usual * counsel.MORE


@pytest.mark.parametrize("lang", LANGS)
def test_my_guess_is_judged_by_the_odds_then_though_it_came_out_right(client, lang):
    record = expansion()
    truth = Result(record.me, parse_kind("nyau"), parse_face("nyau5"))
    page = words(client.get(f"/review?r={replace(record, result=truth).to_line()}&lang={lang}").text)
    guess = solve(record).guess
    assert guess
    assert guess.kind == parse_kind("nyau")
    told = {"turn": 6, "kind": guess.kind, "p": percent(guess.p), "points": signed(guess.ev)}
    assert say("advice.guessed", lang, **told) in page
    assert say("advice.guessed_lucky", lang) in page
    lost = f"{-guess.ev:.2f}"
    assert say("advice.cost_uncalled", lang, turn=6, points=lost) in page
