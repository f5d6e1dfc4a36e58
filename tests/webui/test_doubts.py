"""An entry that is possible but improbable: taken, and asked about with the reason."""

import dataclasses
import html
import re

import pytest
from msgspec.structs import replace

from solver import Posterior, Record, solve
from solver.catalogue import LANGS, say
from solver.game.cards import Face, Kind, Meow, parse_face
from solver.record.schema import Choices, Turn, Word
from tests.webui.reading import location, record_at, words
from webui.doubts import IMPROBABLE, doubts
from webui.solved import Solved

CALL = (Meow.NYAO,)


def before(example: Record, **answers: Face | Word) -> Record:
    """Return the example's third turn, led by Dai, with a call and these answers."""
    return replace(example.up_to(2), turns=(*example.turns[:2], Turn(CALL, answers)))


def tap(client, record: Record, **fields: str) -> str:
    return location(client.post(f"/table?r={record.to_line()}", data={"do": "keep", **fields}))


def test_an_improbable_answer_is_taken_and_asked_about_with_its_odds(client, example):
    address = tap(client, before(example), a0="nyaa")
    record = record_at(address)
    assert record.turns[-1].answers["Aki"] == parse_face("nyaa")
    doubt = doubts(record, 3, ["a0"])["a0"]
    assert 0 < doubt.p < IMPROBABLE
    assert doubt.one_in == pytest.approx(1 / doubt.p, rel=0.05)
    page = words(client.get(address).text)
    assert "nyaa: sure?" in page
    assert f"once in {doubt.one_in:,} times" in page
    assert "Likeliest: matched" in page


def test_the_probability_is_the_share_of_deals_once_choices_say_nothing(example):
    silent = replace(before(example, Aki=Word.SHOWN), choices=Choices.RULES)
    deals = {answer: solve(with_answer(silent, answer)).deals for answer in (Word.MATCHED, Word.SHOWN)}
    assert doubts(silent, 3, ["a0"])["a0"].p == pytest.approx(deals[Word.SHOWN] / sum(deals.values()), rel=1e-9)


def with_answer(record: Record, answer: Word) -> Record:
    return replace(record, turns=(*record.turns[:-1], Turn(CALL, {"Aki": answer})))


@pytest.mark.parametrize("lang", LANGS)
def test_one_tap_takes_it_back_and_one_keeps_it(client, example, lang):
    page = client.get(tap(client, before(example), a0="nyaa") + f"&lang={lang}").text
    part = page[page.index('id="sure-a0"') :]
    keep, back = (html.unescape(link) for link in re.findall(r'href="([^"]*)"', part)[:2])
    assert say("page_turn.sure_yes", lang) in words(part)
    assert record_at(keep).turns[-1].answers["Aki"] == parse_face("nyaa")
    assert 'id="sure-' not in client.get(keep).text
    assert "Aki" not in record_at(back).turns[-1].answers


def test_a_probable_entry_is_not_asked_about(client, example):
    assert "ask=" not in tap(client, before(example), a0="nyao")


def test_an_entry_that_was_there_before_is_not_asked_about_again(client, example):
    record = record_at(tap(client, before(example), a0="nyaa"))
    assert "ask=a0" not in tap(client, record, a0="nyaa", a1="matched")


def test_an_improbable_last_entry_is_asked_about_before_the_next_turn(client, example):
    record = before(example)
    address = location(client.post(f"/table?r={record.to_line()}", data={"do": "done", "a0": "nyaa", "d": "nyau"}))
    page = client.get(address).text
    assert "nyaa: sure?" in words(page)
    kept = re.search(r'id="sure-a0".*?href="([^"]*)"', page, re.DOTALL)
    assert kept
    assert "Turn 4" in words(client.get(html.unescape(kept[1])).text)


def test_an_improbable_discard_is_asked_about_with_its_share_of_the_hand(example):
    """By hand: Dai's share of a kind is its expected number in his hand by the number of his cards."""
    record = replace(before(example), turns=(*example.turns[:2], Turn(CALL, {}, parse_face("nyao"))))
    held = solve(before(example)).holdings["Dai"]
    p = held.kinds[Kind((Meow.NYAO,))].mean / held.cards
    found = doubts(record, 3, ["d"])
    assert ("d" in found) == (0 < p < IMPROBABLE)


@pytest.mark.parametrize("share", [0.0, 0.0005, 0.002])
def test_a_discard_is_in_doubt_below_one_in_a_thousand(example, share, monkeypatch):
    record = replace(before(example), turns=(*example.turns[:2], Turn(CALL, {}, parse_face("nyao"))))
    found = solve(before(example))
    held, nyao = found.holdings["Dai"], Kind((Meow.NYAO,))
    few = replace_held(found, nyao, share * held.cards)
    monkeypatch.setattr("webui.doubts.solved", lambda _: Solved(posterior=few))
    assert ("d" in doubts(record, 3, ["d"])) == (share == 0.0005)


def replace_held(found: Posterior, kind: Kind, mean: float) -> Posterior:
    held = found.holdings["Dai"]
    kinds = {**held.kinds, kind: dataclasses.replace(held.kinds[kind], mean=mean)}
    return dataclasses.replace(found, holdings={**found.holdings, "Dai": dataclasses.replace(held, kinds=kinds)})


@pytest.mark.parametrize("ask", ["", "a9", "d", "x", "a1", "²"])
def test_a_forged_question_breaks_nothing(client, example, ask):
    assert client.get(f"/table?r={before(example).to_line()}&ask={ask}").status_code == 200
