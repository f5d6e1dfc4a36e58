"""The record: written forms both ways, and what a wrong record gets (record.md, "In")."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import RecordError
from solver.game.cards import parse_face
from solver.logic.answers import check_my_answers
from solver.play import simulate
from solver.record.schema import Record, Word
from solver.record.view import View
from solver.record.wire import json_schema
from tests.strategies import full_records

Data = dict[str, Any]


@settings(max_examples=150)
@given(full_records())
def test_a_record_is_read_as_it_was_written(record: Record):
    assert Record.from_json(record.to_json()) == record
    assert Record.from_toml(record.to_toml()) == record
    assert Record.from_data(record.to_data()) == record


@settings(max_examples=30)
@given(full_records())
def test_the_same_record_gives_the_same_text(record: Record):
    again = Record.from_json(record.to_json())
    assert (again.to_json(), again.to_toml()) == (record.to_json(), record.to_toml())
    assert "\n" not in record.to_json()


def example() -> Data:
    """Return a true record of 4 players, base game, after 3 turns: Aki led first and is the one who sees."""
    played = next(r for seed in range(99) if (r := simulate(4, False, 3, seed)).first_leader == "Aki")
    return played.record(0).to_data()


def test_what_the_rules_give_is_filled_in_and_not_written():
    record = Record.from_data(example())
    assert record.seats == record.players == ("Aki", "Ben", "Chie", "Dai")
    assert (record.setup.face_up, record.setup.hand, record.target) == (10, 11, 16)
    assert record.chips == dict.fromkeys(record.players, 6)
    assert set(record.to_data()) == {"format", "players", "me", "first_leader", "face_up", "hand", "turns"}


def test_the_target_follows_everyone_in_the_game():
    record = Record.from_data(example() | {"seats": ["Aki", "Ben", "Eri", "Chie", "Dai"]})
    assert record.target == 15
    assert record.chips["Eri"] == 6


def test_answers_may_be_words_cards_or_missing():
    data = example()
    data["turns"][0]["answers"] = {"Ben": "?", "Chie": "shown"}
    record = Record.from_data(data)
    assert record.turns[0].answers == {"Ben": Word.MISSED, "Chie": Word.SHOWN}


def test_japanese_names_of_cards_are_read_and_written_romanised():
    data = example()
    plain = Record.from_data(data)
    data["hand"] = [parse_face(text).name_in("ja") for text in data["hand"]]
    data["turns"][0]["call"] = [parse_face(text).name_in("ja") for text in data["turns"][0]["call"]]
    assert Record.from_data(data) == plain
    assert Record.from_data(data).to_json() == plain.to_json()


def test_points_may_be_left_out_anywhere():
    data = example()
    for key in ("face_up", "hand"):
        data[key] = [str(parse_face(text).bare) for text in data[key]]
    data["turns"] = []
    assert all(face.points is None for face in Record.from_data(data).hand)


def test_a_record_may_stand_at_any_earlier_turn():
    record = Record.from_data(example())
    assert [len(record.up_to(turns).turns) for turns in range(4)] == [0, 1, 2, 3]
    assert record.up_to(3) == record


def spoil(*path: str | int, to: object) -> Callable[[Data], None]:
    """Return a change that puts something else at a place of a record."""

    def change(data: Data) -> None:
        place: Any = data
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = to

    return change


def leave_out(key: str) -> Callable[[Data], None]:
    return lambda data: data.pop(key)


def add_turn(data: Data) -> None:
    del data["turns"][0]["discard"]


def one_hand_card_more(data: Data) -> None:
    data["hand"].append("nyaa")


def seven_nii(data: Data) -> None:
    data["face_up"][:4] = ["nii"] * 4
    data["hand"][:3] = ["nii"] * 3
    data["face_up"][4:] = ["nyaa"] * 6
    data["hand"][3:] = ["nyaa"] * 4 + ["nyan"] * 4


def two_fives(data: Data) -> None:
    data["face_up"] = [text for text in data["face_up"] if text != "nyaa5"]
    data["face_up"] += ["nii"] * (10 - len(data["face_up"]))
    data["hand"][0] = data["hand"][1] = "nyaa5"


WRONG = [
    # (what is wrong, the change, where the error says it is, what it says stands there)
    ("an unknown key", spoil("colour", to="black"), "colour", "colour"),
    ("an unknown key of a turn", spoil("turns", 1, "colour", to="black"), "turns[1].colour", "colour"),
    ("a missing key", leave_out("hand"), "hand", ""),
    ("an unknown card in the hand", spoil("hand", 2, to="woof"), "hand[2]", "woof"),
    ("an unknown card face up", spoil("face_up", 9, to="nyaa9"), "face_up[9]", "nyaa9"),
    ("an unknown card as an answer", spoil("turns", 1, "answers", "Dai", to="purr"), "turns[1].answers.Dai", "purr"),
    ("an unknown card put away", spoil("turns", 0, "discard", to=""), "turns[0].discard", ""),
    ("a double in the base game", spoil("hand", 0, to="nyaa/nii"), "hand[0]", "nyaa/nii"),
    ("12 cards where 11 belong", one_hand_card_more, "hand", "12"),
    ("9 cards face up where 10 belong", lambda data: data["face_up"].pop(), "face_up", "9"),
    ("seven nii", seven_nii, "hand[2]", "nii"),
    ("two nyaa5", two_fives, "hand[1]", "nyaa5"),
    ("a call of no meow", spoil("turns", 2, "call", to=[]), "turns[2].call", "0"),
    ("a call of six", spoil("turns", 2, "call", to=["nyaa"] * 6), "turns[2].call", "6"),
    ("a call of a double", spoil("turns", 2, "call", to=["nyaa/nii"]), "turns[2].call[0]", "nyaa/nii"),
    ("an answer of a stranger", spoil("turns", 1, "answers", "Zoe", to="?"), "turns[1].answers.Zoe", "Zoe"),
    ("an answer of the leader", spoil("turns", 1, "answers", "Ben", to="matched"), "turns[1].answers.Ben", "Ben"),
    ("two players of one name", spoil("players", 2, to="Aki"), "players[2]", "Aki"),
    ("a nameless player", spoil("players", 2, to=" "), "players[2]", " "),
    ("a name of 10,000 characters", spoil("players", 2, to="x" * 10_000), "players[2]", "x" * 79 + "…"),
    ("two players", spoil("players", to=["Aki", "Ben"]), "players", "2"),
    ("eight players", spoil("players", to=list("abcdefgh")), "players", "8"),
    ("a stranger who sees", spoil("me", to="Zoe"), "me", "Zoe"),
    ("a stranger who leads", spoil("first_leader", to="Zoe"), "first_leader", "Zoe"),
    ("a player without a seat", spoil("seats", to=["Aki", "Ben", "Chie", "Zoe"]), "players", "Dai"),
    ("seats in another order", spoil("seats", to=["Ben", "Aki", "Chie", "Dai"]), "seats", "Ben, Aki, Chie, Dai"),
    ("a turn after an unfinished one", add_turn, "turns[0].discard", ""),
    ("a card put away that I do not have", spoil("turns", 0, "discard", to="nii1"), "turns[0].discard", "nii1"),
    ("an unknown format version", spoil("format", to="bosscat/2"), "format", "bosscat/2"),
    ("a list for a text", spoil("me", to=["Aki"]), "me", '["Aki"]'),
    ("a number for a card", spoil("hand", 3, to=7), "hand[3]", "7"),
    ("a number for an answer", spoil("turns", 1, "answers", "Dai", to=7), "turns[1].answers.Dai", "7"),
    ("a text for a list", spoil("turns", to="none"), "turns", '"none"'),
    ("another reading", spoil("reveal", to="loose"), "reveal", "loose"),
    ("other choices", spoil("choices", to="bayes"), "choices", "bayes"),
    ("numbers that do not fit the deck", spoil("setup", to={"face_up": 10, "hand": 10}), "setup", None),
    ("numbers below nothing", spoil("setup", to={"face_up": -34, "hand": 22}), "setup", None),
    ("a split of another total", spoil("deck", to={"nyaa": [1, 1, 1, 1, 1]}), "deck.nyaa", None),
    ("a die of five", spoil("turns", 0, "die", to=5), "turns[0].die", "5"),
    ("points of a stranger", spoil("chips", to={"Zoe": 6}), "chips.Zoe", "Zoe"),
    ("points below nothing", spoil("chips", to={"Ben": -1}), "chips.Ben", "-1"),
    ("a target of nothing", spoil("target", to=0), "target", "0"),
    ("true for a number", spoil("target", to=True), "target", "true"),
]


@pytest.mark.parametrize(("change", "where", "value"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_record_is_refused_at_the_very_place(change: Callable[[Data], None], where: str, value: str | None):
    data = example()
    data["hand"] = sorted(data["hand"], key=lambda text: text == "nii1")
    change(data)
    with pytest.raises(RecordError) as error:
        Record.from_data(data)
    assert error.value.where == where
    assert value is None or error.value.value == value
    for lang in ("en", "ja"):
        line = error.value.say(lang)
        assert where in line
        assert "\n" not in line
        assert error.value.expected.say(lang) in line


def test_three_players_need_numbers_of_their_own():
    data = example() | {"players": ["Aki", "Ben", "Chie"], "turns": []}
    with pytest.raises(RecordError) as error:
        Record.from_data(data)
    assert error.value.where == "setup"


def test_more_turns_than_cards_are_refused():
    played = simulate(4, False, 44, 5)
    data = played.record(0).to_data()
    data["turns"].append({"call": ["nyaa"]})
    with pytest.raises(RecordError) as error:
        Record.from_data(data)
    assert error.value.where == "turns[44]"


def test_an_answer_of_an_empty_hand_is_refused():
    data = simulate(4, False, 44, 5).record(0).to_data()
    first = data["first_leader"]
    data["turns"][-1]["answers"] = {first: "matched"}
    with pytest.raises(RecordError) as error:
        Record.from_data(data)
    assert error.value.where == f"turns[43].answers.{first}"


def test_an_answer_of_my_own_that_my_hand_does_not_allow_is_refused():
    data = example()
    mine = {parse_face(text).kind for text in data["hand"]}
    mine -= {parse_face(data["turns"][0]["discard"]).kind}
    held = next(kind for kind in mine if len(kind.meows) == 1)
    data["turns"][1] = {"call": [str(held)], "answers": {"Aki": "shown"}}
    del data["turns"][2]
    with pytest.raises(RecordError) as error:
        check_my_answers(View(Record.from_data(data)))
    assert (error.value.where, error.value.value) == ("turns[1].answers.Aki", "shown")


@pytest.mark.parametrize("text", ["", "{", "nonsense", "{'a': 1}", "[" * 100_000])
def test_broken_json_is_refused_with_a_place(text: str):
    with pytest.raises(RecordError) as error:
        Record.from_json(text)
    assert error.value.where
    assert error.value.expected.say("en").startswith("valid JSON")


@pytest.mark.parametrize(
    "text", [r'"\ud800"', r'{"\ud800": 1}', r'{"me": "\ud800"}', r'{"hand": ["\ud800"]}', '"\ud800"']
)
def test_half_a_character_is_refused(text: str):
    with pytest.raises(RecordError) as error:
        Record.from_json(text)
    assert error.value.say("ja").encode()


@pytest.mark.parametrize("text", ["", "=", "a = ", "[[[", "a = 1\na = 2", "x = " + "[" * 100_000])
def test_broken_toml_is_refused_with_a_place(text: str):
    with pytest.raises(RecordError):
        Record.from_toml(text)


@pytest.mark.parametrize("read", [Record.from_json, Record.from_toml])
@pytest.mark.parametrize("blob", [b"\x89PNG\r\n\x1a\n\x00", b"\xff\xfe\x00", b"\x00" * 100, b"x" * 10_000_000])
def test_binary_and_oversized_input_is_refused(read: Callable[[bytes], Record], blob: bytes):
    with pytest.raises(RecordError) as error:
        read(blob)
    assert len(error.value.value) <= 80


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_no_json_whatever_gets_more_than_an_error_of_ours(data: object):
    with pytest.raises(RecordError):
        Record.from_json(json.dumps(data))


KEYS = st.sampled_from(list(json_schema()["$defs"]["WireRecord"]["properties"]))
VALUES: st.SearchStrategy[object] = st.sampled_from(
    (None, True, 0, -1, 10**30, 1.5, "", "nyaa", [], ["nyaa"], {}, {"nyaa": 1}, {"Aki": "?"}, [[]], [{}])
)


@settings(max_examples=300)
@given(KEYS, VALUES)
def test_any_value_at_any_key_is_read_or_refused_with_an_error_of_ours(key: str, value: object):
    with suppress(RecordError):
        Record.from_data(example() | {key: value})


@pytest.mark.parametrize("key", ["a\nb", "\x1b[31m", "x" * 10_000])
def test_the_error_is_one_short_line_whatever_the_key(key: str):
    data = example()
    data["turns"][0]["answers"][key] = "nonsense"
    for wrong in (data, example() | {key: 1}):
        with pytest.raises(RecordError) as error:
            Record.from_data(wrong)
        assert error.value.say("en").isprintable()
        assert len(error.value.where) <= 80


def test_a_name_with_markup_is_a_name():
    data = json.loads(json.dumps(example()).replace("Ben", "<b>Ben</b>"))
    assert Record.from_data(data).players[1] == "<b>Ben</b>"


def test_the_json_schema_names_every_key():
    properties = json_schema()["$defs"]["WireRecord"]["properties"]
    keys = "format players seats me first_leader expansion face_up hand turns reveal choices deck setup die result"
    assert sorted(properties) == sorted([*keys.split(), "chips", "target"])
