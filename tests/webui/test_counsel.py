"""The screen with advice: what the command line says of the same record, and one tap that makes a call."""

import html
import re

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from solver import Record, solve
from solver.catalogue import LANGS, message, say
from solver.errors import TooMuchWork
from solver.game.cards import Meow
from solver.record.schema import Turn, Word
from tests.webui.reading import record_at, words
from webui import counsel


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


def test_one_tap_makes_a_call_and_changes_nothing_else(client, example):
    offered = calls_offered(page_of(client, example))
    assert offered
    for record in offered:
        assert record.up_to(4) == example
        assert record.turns[4].call
        assert record.turns[4] == Turn(call=record.turns[4].call)


def test_a_call_taken_from_advice_notes_the_number_rolled(client, example):
    for record in calls_offered(page_of(client, replace(example, die=True))):
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
