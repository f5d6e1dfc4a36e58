"""The end of a round: who guessed, what the boss cat was, the new points, the next round."""

import html
import re

import pytest
from msgspec.structs import replace

from solver import Record, solve
from solver.game.cards import parse_face, parse_kind
from solver.game.table import after_guess
from solver.record.schema import Result
from tests.webui.reading import location, record_at, words


@pytest.mark.parametrize("guess", ["nyaa", "nyau"])
def test_a_guess_ends_the_round_and_opens_the_next_one(client, example, guess):
    address = f"/end?r={example.to_line()}"
    fields = {"by": "1", "guess": guess, "boss": "nyau", "points": "5"}
    address = location(client.post(address, data=fields))
    record = record_at(address)
    assert record.result == Result("Ben", parse_kind(guess), parse_face("nyau5"))
    outcome = after_guess(record.chips, "Ben", parse_kind(guess), parse_face("nyau5"), record.target)
    page = client.get(address).text
    if outcome.sits_out:
        assert "You sit out" in words(page)
        return
    following = re.search(r'href="(/new\?[^"]*)"', page)
    assert following
    seating = client.get(html.unescape(following[1])).text
    for player, chips in outcome.chips.items():
        assert f'value="{player}"' in seating
        assert f'value="{chips}"' in seating


def test_the_end_names_the_leader_and_a_title_that_fits_right_and_wrong(client, example):
    page = words(client.get(f"/end?lang=ja&r={example.to_line()}").text)
    assert f"今のリーダーは{example.leader(5)}さん" in page
    assert "ボス猫の宣言" in page
    assert "当てた" not in page


def test_whoever_leads_is_taken_to_have_guessed_until_another_is_tapped(client, example):
    for turns in range(5):
        record = example.up_to(turns)
        leader = record.players.index(record.leader(turns + 1))
        page = client.get(f"/end?r={record.to_line()}").text
        assert re.findall(r'id="by-(\d)" checked', page) == [str(leader)]


def test_a_right_guess_needs_its_kind_once(client, example, expansion):
    fields = {"by": "1", "guess": "nyau", "boss": "=", "points": "5"}
    record = record_at(location(client.post(f"/end?r={example.to_line()}", data=fields)))
    assert record.result == Result("Ben", parse_kind("nyau"), parse_face("nyau5"))
    fields = {"by": "1", "guess": "nyau/nii", "boss": "="}
    record = record_at(location(client.post(f"/end?r={expansion.to_line()}", data=fields)))
    assert record.result == Result("Ben", parse_kind("nyau/nii"), parse_face("nyau/nii"))


def test_a_kind_that_the_boss_cat_cannot_be_is_marked_and_can_still_be_entered(client, example, expansion):
    for record in (example, expansion):
        page, found = client.get(f"/end?r={record.to_line()}").text, solve(record)
        marked = re.findall(r'class="pill cannot"><input type="radio" name="(\w+)" value="([^"]+)"(?! disabled)', page)
        assert marked == [("boss", str(kind)) for kind in record.deck.kinds if not found.p(kind)]
        assert record is example or marked


def test_the_result_tells_the_guess_and_the_boss_cat(client, example):
    over = replace(example, result=Result("Ben", parse_kind("nyaa"), parse_face("nyau5")))
    page = words(client.get(f"/end?lang=ja&r={over.to_line()}").text)
    assert "宣言：ニャア　ボス猫：ニャウ5".replace("　", " ") in page
    assert "すべて見えていて" not in page


def test_a_boss_cat_of_which_every_card_was_seen_is_taken_and_remarked_on(client, example):
    seen = next(face for face in example.hand if face == parse_face("nyaa5"))
    fields = {"by": "1", "guess": "nyaa", "boss": str(seen.kind), "points": str(seen.points)}
    address = location(client.post(f"/end?lang=ja&r={example.to_line()}", data=fields))
    page = words(client.get(f"{address}&lang=ja").text)
    assert "ニャア5はすべて見えていて" in page
    assert "正解" in page


def test_a_game_that_is_won_says_so(client, example):
    record = replace(example, chips={**example.chips, "Dai": 15})
    fields = {"by": "3", "guess": "nyau", "boss": "nyau", "points": "1"}
    page = client.get(location(client.post(f"/end?r={record.to_line()}", data=fields))).text
    assert "Dai wins the game" in words(page)


def test_a_guess_is_taken_back(client, example):
    over = replace(example, result=Result("Aki", parse_kind("nii"), parse_face("nii1")))
    assert record_at(location(client.post(f"/end?r={over.to_line()}", data={"do": "undo"}))) == example


@pytest.mark.parametrize("missing", ["by", "guess", "boss", "points"])
def test_an_end_with_something_missing_is_shown_again(client, example, missing):
    fields = {"by": "0", "guess": "nyaa", "boss": "nyau", "points": "2"}
    del fields[missing]
    response = client.post(f"/end?r={example.to_line()}", data=fields)
    assert response.status_code == 422
    assert response.text.count(" checked") == 3


def test_who_sat_out_comes_back(client, example):
    data = example.to_data() | {"seats": ["Aki", "Ben", "Chie", "Dai", "Eri"], "chips": {"Eri": 1}}
    record = Record.from_data(data)
    fields = {"by": "0", "guess": "nyaa", "boss": "nyau", "points": "2"}
    page = client.get(location(client.post(f"/end?r={record.to_line()}", data=fields))).text
    assert "comes back" in words(page)
    following = re.search(r'href="(/new\?[^"]*)"', page)
    assert following
    assert "out=" not in following[1]
