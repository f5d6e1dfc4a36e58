"""A round by its forms, tap by tap: seats, cards, turns, the end, the next round."""

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from solver import Record
from solver.game.cards import Face, Meow, parse_face
from solver.play import Notes, simulate
from solver.record.schema import Turn, Word
from tests.webui.reading import location, record_at, words
from webui.turn_view import turn_view


def tap(client, address, do, **fields):
    """Send a form at ``address`` by the button ``do``; return where it leads."""
    return location(client.post(address, data={"do": do, **fields}))


def test_a_round_is_set_up_by_tapping(client, example):
    seats = {"p": list(example.players), "me": "1", "lead": "1"}
    address = location(client.post("/new", data=seats))
    for pile, following in ((example.face_up, "hand"), (example.hand, "done")):
        for face in pile:
            address = tap(client, address, f"add-{face}")
        address = tap(client, address, following)
    record = record_at(address)
    assert (record.players, record.me, record.first_leader) == (example.players, "Ben", "Ben")
    assert (record.face_up, record.hand, record.turns) == (example.face_up, example.hand, ())


def test_a_round_is_set_up_by_the_batch_line(client, example):
    address = location(client.post("/new", data={"p": list(example.players), "me": "1", "lead": "1"}))
    address = tap(client, address, "hand", batch=" ".join(map(str, example.face_up)))
    address = tap(client, address, "done", batch="、".join(face.name_in("ja") for face in example.hand))
    assert record_at(address).hand == example.hand


def test_everything_of_a_table_goes_into_the_record(client):
    fields = {
        "p": ["A", "B", "C", "D"],
        "me": "0",
        "lead": "2",
        "out": "3",
        "x": "1",
        "reveal": "lenient",
        "die": "1",
        "n": "16-16",
        "c": ["3", "4", "5", "1"],
        "target": "20",
        "k": ["4", "5", "5", "4", "4", "3", "3", "3", "3", "3", "2", "2", "2", "1", "1"],
    }
    address = location(client.post("/new", data=fields))
    address = tap(client, address, "hand", batch="nyaa " * 8 + "nyan " * 8)
    record = record_at(tap(client, address, "done", batch="nyaa " * 8 + "nyao " * 8))
    assert (record.players, record.seats, record.first_leader) == (("A", "B", "C"), ("A", "B", "C", "D"), "C")
    assert (record.expansion, record.reveal.value, record.die) == (True, "lenient", True)
    assert (record.setup.face_up, record.setup.hand, record.target) == (16, 16, 20)
    assert dict(record.chips) == {"A": 3, "B": 4, "C": 5, "D": 1}
    assert record.deck.split[0] == (1, 4, 5, 5, 1)


WRONG_SEATS: dict[str, dict[str, Any]] = {
    "no leader": {"lead": ""},
    "one name twice": {"p": ["A", "A", "C", "D"]},
    "no name": {"p": ["A", "", "C", "D"]},
    "not me": {"me": "9"},
    "a leader who sits out": {"lead": "3", "out": "3", "n": "12-14"},
    "three without numbers": {"out": "3"},
    "numbers that do not fit": {"n": "1-1"},
    "forged numbers": {"n": "x"},
    "no points": {"c": ["6", "6", "x", "6"]},
    "a split that does not add up": {"k": ["9"] * 15},
    "a target of nothing": {"target": "0"},
}


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", WRONG_SEATS)
def test_a_wrong_seating_is_shown_again_with_the_reason(client, name, lang):
    fields = {"p": ["Aki", "Ben", "Chie", "Dai"], "me": "0", "lead": "1", **WRONG_SEATS[name]}
    response = client.post(f"/new?lang={lang}", data=fields)
    assert response.status_code == 422
    assert 'role="alert"' in response.text
    assert all(f'value="{player}"' in response.text for player in fields["p"])


def test_a_missing_leader_is_asked_for_in_one_plain_sentence_at_the_seats(client):
    page = client.post("/new?lang=ja", data={"p": ["A", "B", "C", "D"], "me": "0"}).text
    assert re.search(r'id="error"[^>]*>リーダーを選んでください。<', page)
    assert page.index("席順") < page.index('id="error"')


@pytest.mark.parametrize("name", WRONG_SEATS)
def test_an_error_on_the_page_speaks_no_record_format(client, name):
    fields = {"p": ["Aki", "Ben", "Chie", "Dai"], "me": "0", "lead": "1", **WRONG_SEATS[name]}
    page = words(client.post("/new?lang=ja", data=fields).text)
    assert "正しくは" not in page
    assert "first_leader" not in page
    assert "書いてある内容" not in page


def test_a_card_in_an_error_is_called_as_the_reader_calls_it(client):
    twice = client.post("/cards?lang=ja&p=A&p=B&p=C&p=D&me=0&lead=1&f=nyaa5", data={"do": "batch", "batch": "nyaa5"})
    assert "ニャア5はもう残っていません。" in words(twice.text)
    address = "/cards?lang=ja&p=A&p=B&p=C&p=D&me=0&lead=1"
    page = words(client.post(address, data={"do": "add-nyaa/nii"}).text)
    assert "「ニャア／ニィ」は使えません" in page
    assert "nyaa/nii" not in page


def test_the_way_back_to_the_seats_loses_no_card(client):
    address = "/cards?lang=ja&p=Aki&p=B&p=C&p=D&me=0&lead=1&f=nii+nyaa3"
    back = re.search(r'href="(/new[^"]*)">戻る<', client.get(address).text)
    assert back
    seating = client.get(html.unescape(back[1])).text
    assert 'value="Aki"' in seating
    action = re.search(r'<form method="post" action="([^"]*)"', seating)
    assert action
    again = client.post(html.unescape(action[1]), data={"p": ["Aki", "B", "C", "D"], "me": "0", "lead": "2"})
    assert parse_qs(urlsplit(location(again)).query)["f"] == ["nii nyaa3"]


def test_doubles_tapped_are_dropped_with_the_expansion(client):
    page = client.get("/cards?p=A&p=B&p=C&p=D&me=0&lead=1&f=nii+nyaa/nii").text
    assert '<p class="count"><b>1</b>' in page


def test_a_card_that_no_longer_exists_cannot_be_tapped(client):
    address = "/cards?p=A&p=B&p=C&p=D&me=0&lead=1&f=nii+nii+nii+nii+nii+nii"
    page = client.get(address).text
    button = re.search(r'<button[^>]*value="add-nii"[^>]*>', page)
    assert button
    assert "disabled" in button[0]
    forged = client.post(address, data={"do": "add-nii"})
    assert forged.status_code == 422
    assert "nii" in words(forged.text)


def test_cards_alike_are_shown_once_with_their_number(client):
    page = words(client.get("/cards?p=A&p=B&p=C&p=D&me=0&lead=1&f=nii3+nyaa+nyaa+nyaa").text)
    assert "nyaa ×3 ✕ nii 3 ✕" in page


def test_a_card_is_taken_back(client):
    address = tap(client, "/cards?p=A&p=B&p=C&p=D&me=0&lead=1&f=nii+nyaa3+nyaa", "take-nyaa")
    assert parse_qs(urlsplit(address).query)["f"] == ["nii nyaa3"]


def test_a_chosen_card_goes_with_a_tap_on_it_and_minus_says_which_one_it_takes(client):
    address = "/cards?lang=ja&p=A&p=B&p=C&p=D&me=0&lead=1&f=nyaa3+nyaa+nyaa2"
    page = client.get(address).text
    assert re.search(r'value="take-nyaa"[^>]*aria-label="ニャア2を1枚減らす"[^>]*>−<small>2点', page)
    assert 'value="drop-nyaa3"' in page
    left = parse_qs(urlsplit(tap(client, address, "drop-nyaa3")).query)["f"]
    assert left == ["nyaa nyaa2"]
    assert parse_qs(urlsplit(tap(client, address, "drop-nyaa")).query)["f"] == ["nyaa3 nyaa2"]
    assert parse_qs(urlsplit(tap(client, address, "drop-nii")).query)["f"] == ["nyaa3 nyaa nyaa2"]


def test_the_usual_target_is_said_where_none_is_typed(client):
    for players, target in ((4, 16), (5, 15), (7, 13)):
        assert f"ルールどおり{target}点" in words(client.get(f"/new?lang=ja&players={players}").text)


def test_a_batch_line_with_a_mistake_is_kept(client):
    response = client.post("/cards?p=A&p=B&p=C&p=D&me=0&lead=1", data={"do": "batch", "batch": "nyaa3 woof"})
    assert response.status_code == 422
    assert 'value="nyaa3 woof"' in response.text


def test_cards_can_be_mended_in_mid_round_and_the_turns_stay(client, example):
    address = f"/cards?r={example.to_line()}"
    address = tap(client, address, "take-nii")
    address = tap(client, address, "add-nii1")
    record = record_at(tap(client, address, "done"))
    assert record.turns == example.turns
    assert record.face_up == (*example.face_up[:-1], parse_face("nii1"))


def fields_of(record: Record, turn: Turn) -> dict[str, str]:
    """Return the turn as the form's fields, as if each answer and the discard had been tapped."""
    fields = {}
    for player, answer in turn.answers.items():
        field = f"a{record.players.index(player)}"
        fields[field] = str(answer.kind) if isinstance(answer, Face) and player != record.me else str(answer)
        if isinstance(answer, Face) and answer.points and not answer.kind.is_double and player != record.me:
            fields[f"{field}p"] = str(answer.points)
    if turn.discard:
        fields["d"] = str(turn.discard)
    return fields


def without_mine(record: Record) -> Record:
    """Return the record without my own answers, which the page notes with the points of my card."""
    answers = ({name: given for name, given in turn.answers.items() if name != record.me} for turn in record.turns)
    turns = zip(record.turns, answers, strict=True)
    return replace(record, turns=tuple(replace(turn, answers=given) for turn, given in turns))


@pytest.mark.parametrize(("players", "is_expansion"), [(4, False), (5, True), (7, True)])
def test_a_round_played_is_entered_turn_by_turn(client, players, is_expansion):
    truth = simulate(players, is_expansion, 5, seed=11).record(1, Notes(answer_points=0))
    address = f"/table?r={truth.up_to(0).to_line()}"
    for turn in truth.turns:
        for meow in turn.call or ():
            address = tap(client, address, f"add-{meow}")
        address = tap(client, address, "keep", **fields_of(truth, replace(turn, discard=None)))
        address = tap(client, address, "done", **fields_of(truth, turn))
    entered = record_at(address)
    assert without_mine(entered) == without_mine(truth)
    for ours, theirs in zip(entered.turns, truth.turns, strict=True):
        assert str(ours.answers.get(truth.me)).startswith(str(theirs.answers.get(truth.me)))


def test_the_others_are_listed_from_the_left_of_the_leader_on(example):
    for number in range(1, 5):
        start = example.players.index(example.leader(number)) + 1
        around = [example.players[place % 4] for place in range(start, start + 3)]
        listed = [row.player for row in turn_view(example, number).rows]
        assert listed == [player for player in around if player != example.me]


def test_all_the_others_match_with_one_tap_and_what_is_noted_stays(client, example):
    address = f"/table?r={example.to_line()}"
    assert 'id="rest"' not in client.get(address).text
    address = tap(client, address, "add-nyaa")
    assert 'id="rest"' in client.get(address).text
    address = tap(client, address, "rest", a2="nyan")
    answers = {"Aki": Word.MATCHED, "Chie": parse_face("nyan"), "Dai": Word.MATCHED}
    assert record_at(address).turns[-1].answers == answers


def test_that_all_match_is_not_offered_where_one_of_them_cannot(client, example):
    view = turn_view(replace(example, turns=(*example.turns, Turn(call=(Meow.NII,) * 5))), 5)
    assert any(word.shown is Word.MATCHED and word.impossible for row in view.rows for word in row.words)
    assert not view.rest


def test_a_call_is_taken_back_meow_by_meow_and_not_noticed(client, example):
    start = f"/table?r={example.to_line()}"
    address = tap(client, tap(client, start, "add-nii"), "add-nyaa")
    assert record_at(address).turns[-1].call == (Meow.NII, Meow.NYAA)
    assert record_at(tap(client, address, "back")).turns[-1].call == (Meow.NII,)
    assert record_at(tap(client, tap(client, address, "back"), "back")) == example
    assert record_at(tap(client, address, "missed")).turns[-1] == Turn()


def test_a_call_of_six_is_refused_and_of_five_where_a_die_is_rolled(client, example):
    for record, most in ((example, 5), (replace(example, die=True), 4)):
        address = f"/table?r={record.to_line()}"
        for _ in range(most):
            address = tap(client, address, "add-nii")
        assert client.post(address, data={"do": "add-nii"}).status_code == 422
        assert record_at(address).turns[-1].die == (most if record.die else None)


def test_what_i_must_answer_is_shown_and_noted(client, example):
    record = replace(example, first_leader="Chie", turns=())
    address = tap(client, f"/table?r={record.to_line()}", "add-nii")
    address = tap(client, address, "add-nyau")
    page = client.get(address).text
    assert "You may show" in page
    address = tap(client, address, "keep", a1="nyau2")
    assert record_at(address).turns[-1].answers == {"Ben": parse_face("nyau2")}
    matched = tap(client, f"/table?r={record.to_line()}", "add-nyan")
    assert record_at(matched).turns[-1].answers == {"Ben": Word.MATCHED}


def test_the_guide_says_which_meow_a_double_is_shown_for(client, expansion):
    double = parse_face("nyaa/nyan")
    hand = (double, *(parse_face("nii"),) * 5, *(parse_face("nyau"),) * 3)
    dealt = replace(expansion.up_to(0), first_leader=expansion.others[0], hand=hand)
    for call, answers, told in (
        ((Meow.NYAN, Meow.NYAO), {}, "「ニャン」と鳴きます"),
        ((Meow.NYAO, Meow.NYAA, Meow.NYAN), {}, "「ニャア」と鳴きます"),
        ((Meow.NYAO,), {expansion.me: double}, "どちらかの鳴き声で鳴きます"),
        ((Meow.NII, Meow.NYAO), {}, "その鳴き声で鳴きます"),
    ):
        record = replace(dealt, turns=(Turn(call=call, answers=answers),))
        assert told in words(client.get(f"/table?lang=ja&r={record.to_line()}").text)


def test_a_leader_is_not_asked_for_a_call_of_their_own_not_noticed(client, example):
    for number in range(1, 5):
        page = client.get(f"/table?t={number}&r={example.to_line()}").text
        assert ('id="missed"' in page) == (example.leader(number) != example.me)


def test_the_guide_follows_the_die_at_a_table_that_rolls_one(client, example):
    for record, steps in ((example, "1〜5回鳴きます"), (replace(example, die=True), "出た目の回数だけ鳴きます")):
        assert steps in words(client.get(f"/table?lang=ja&r={record.to_line()}").text)


def test_the_call_stands_above_all_that_comes_and_goes_while_it_is_tapped(client, example):
    record = replace(example, first_leader="Chie", turns=(Turn(call=(Meow.NII, Meow.NYAU)),))
    page = client.get(f"/table?r={record.to_line()}").text
    places = [page.index(f'{part}"') for part in ('id="call', 'id="duty', 'class="guide', 'id="answers')]
    assert places == sorted(places)


def test_a_turn_is_not_done_without_its_discard(client, example):
    address = tap(client, f"/table?r={example.to_line()}", "add-nii")
    response = client.post(address, data={"do": "done", "a0": "matched"})
    assert response.status_code == 422
    assert re.search(r'id="a0-matched" checked', response.text)


def test_parts_of_a_turn_are_saved_as_they_happen(client, example):
    address = f"/table?r={example.to_line()}"
    for _ in range(4):
        address = tap(client, address, "add-nyao")
    address = tap(client, address, "keep", a0="nyao", a0p="5")
    assert record_at(address).turns[-1].answers == {"Aki": parse_face("nyao5")}
    address = tap(client, address, "keep", a0="nyao", a0p="5", a2="?", d="nyaa1")
    assert record_at(address).turns[-1].discard == parse_face("nyaa1")


def clashing_with_discard(client, example):
    """The address once the turn under way has an answer that cannot be, and then its discard."""
    address = f"/table?lang=ja&r={example.to_line()}"
    for meow in ("nyao", "nii"):
        address = tap(client, address, f"add-{meow}")
    address = tap(client, address, "keep", a0="nyaa")
    return tap(client, address, "keep", a0="nyaa", d="nyaa1")


def test_a_discard_saved_in_a_contradiction_leaves_the_turn_under_way(client, example):
    address = clashing_with_discard(client, example)
    page = client.get(address).text
    assert "記録に矛盾があります" in words(page)
    assert "5ターン目" in words(page)
    assert "ターン終了" in words(page)
    assert "前のターンを直しています" not in words(page)
    assert re.search(r'id="d-nyaa1"[^>]* checked', page)


def test_the_turn_under_way_is_found_again_from_other_screens_until_it_is_done(client, example):
    address = clashing_with_discard(client, example)
    for screen in ("/answer", "/history"):
        page = client.get(address.replace("/table", screen)).text
        back = re.search(r'href="(/table[^"]*)" *(?:aria-current="page")?><span class="nav-sign"', page)
        assert back
        assert "5ターン目" in words(client.get(html.unescape(back[1])).text)
    done = tap(client, address, "done", a0="?", d="nyaa1")
    assert "6ターン目" in words(client.get(done).text)


def test_what_a_further_tap_adds_to_a_discard_is_kept(client, example):
    record = replace(example, first_leader="Chie", turns=())
    address = tap(client, f"/table?r={record.to_line()}", "add-nii")
    address = tap(client, address, "keep", d="nyaa")
    address = tap(client, address, "keep", d="nyaa", dp="4")
    assert record_at(address).turns == (
        Turn(call=(Meow.NII,), answers=record_at(address).turns[0].answers, discard=parse_face("nyaa4")),
    )
    assert "Turn done" in words(client.get(address).text)


def test_an_earlier_turn_is_changed_and_later_ones_stay(client, example):
    address = f"/table?r={example.to_line()}&t=2"
    fields = {**fields_of(example, example.turns[1]), "a3": "?"}
    changed = record_at(tap(client, address, "done", **fields))
    assert changed.turns[1].answers["Dai"] is Word.MISSED
    assert changed.turns[2:] == example.turns[2:]


def test_a_turn_is_deleted_and_later_ones_stay(client, example):
    address = f"/history?r={example.to_line()}"
    last = record_at(location(client.post(address, data={"forget": "4"})))
    assert last.turns == example.turns[:3]
    first = record_at(location(client.post(address, data={"forget": "1"})))
    assert first.turns == (Turn(discard=example.turns[0].discard), *example.turns[1:])
