"""``POST /api/solve``: the same object as the command line, errors that name the place, bounds that hold."""

import json
from typing import Any

import pytest

from solver import Record, solve
from webui import MAX_BODY


def post(client, body, **headers):
    return client.post("/api/solve", data=body, headers={key.replace("_", "-"): text for key, text in headers.items()})


def test_a_record_is_answered_with_what_solve_says(client, example):
    response = post(client, example.to_json())
    assert response.status_code == 200
    assert response.json == json.loads(json.dumps(solve(example).to_dict()))


def test_the_same_record_is_answered_with_the_same_bytes(client, example):
    assert post(client, example.to_json()).data == post(client, example.to_json()).data


def changed(record: Record, **changes: object) -> str:
    return json.dumps({**record.to_data(), **changes})


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": ({"colour": "red"}, "colour"),
    "unknown card": ({"hand": ["nyaa", "woof"]}, "hand[1]"),
    "card missing": ({"hand": ["nyaa"]}, "hand"),
    "seven nii": ({"face_up": ["nii"] * 7 + ["nyaa"] * 3}, "face_up[6]"),
    "two of one name": ({"players": ["Aki", "Ben", "Aki", "Dai"]}, "players[2]"),
    "name too long": ({"players": ["Aki", "Ben", "C" * 10_000, "Dai"]}, "players[2]"),
    "later format": ({"format": "bosscat/9"}, "format"),
    "no call": ({"turns": [{"call": []}]}, "turns[0].call"),
    "call of six": ({"turns": [{"call": ["nii"] * 6}]}, "turns[0].call"),
    "stranger": ({"turns": [{"call": ["nii"], "answers": {"Zoe": "matched"}}]}, "turns[0].answers.Zoe"),
    "leader answers": ({"turns": [{"call": ["nii"], "answers": {"Ben": "matched"}}]}, "turns[0].answers.Ben"),
    "turn unfinished": ({"turns": [{"call": ["nii"]}, {"call": ["nii"]}]}, "turns[0].discard"),
    "wrong type": ({"hand": 3}, "hand"),
}


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_record_is_refused_with_place_value_and_expectation(client, example, name, lang):
    changes, where = WRONG[name]
    response = post(client, changed(example, **changes), Accept_Language=lang)
    assert response.status_code == 422
    error = response.json["error"]
    assert error.keys() == {"where", "value", "expected"}
    assert error["where"] == where
    assert error["expected"]
    assert len(error["value"]) <= 80


def test_more_turns_than_the_hands_have_cards_are_refused(client, example):
    mine = iter(example.hand)
    discards = [str(next(mine)) if example.leader(number) == example.me else "nyao" for number in range(1, 45)]
    turns = [{"discard": card} for card in discards]
    response = post(client, changed(example, turns=[*turns, {"call": ["nii"]}]))
    assert response.json["error"]["where"] == "turns[44]"


def test_the_language_of_an_error_is_that_of_the_browser(client, example):
    said = {lang: post(client, "{", Accept_Language=lang).json["error"]["expected"] for lang in ("en", "ja", "fr")}
    assert said["en"] == said["fr"] != said["ja"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff\xfe\x00", b"null", b"[" * 100_000, b'{"format": NaN}', b"1" * 9_000]
)
def test_what_is_no_record_is_refused(client, body):
    response = post(client, body)
    assert response.status_code == 422
    assert response.json["error"]["expected"]


@pytest.mark.parametrize("size", [MAX_BODY + 1, 10_000_000])
def test_a_body_too_large_is_refused(client, size):
    assert post(client, b"x" * size).status_code == 413


def test_another_method_is_refused_in_json(client):
    response = client.get("/api/solve")
    assert response.status_code == 405
    assert response.json["error"]["expected"]
