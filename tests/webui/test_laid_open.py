"""Hands laid open at the end of a round: entered by taps or in a line, checked, used when looking back."""

import html
import re

import pytest
from msgspec.structs import replace

from solver import Record
from solver.game.cards import Face, parse_face
from solver.play import Notes, Round, simulate
from solver.record.schema import Result
from tests.webui.reading import location, record_at, words


@pytest.fixture(scope="module")
def truth() -> Round:
    return simulate(4, False, 4, seed=3)


@pytest.fixture(scope="module")
def over(truth: Round) -> Record:
    record = truth.record(2, Notes(points=1.0, answer_points=1.0))
    return replace(record, result=Result(record.players[0], truth.boss.kind, truth.boss))


def left_of(truth: Round, record: Record, player: str) -> tuple[Face, ...]:
    """Return the cards that a player of the round holds at its end."""
    hand = list(truth.hands[truth.players.index(player)])
    for number, turn in enumerate(record.turns, 1):
        if record.leader(number) == player and turn.discard:
            hand.remove(turn.discard)
    return tuple(hand)


def test_a_hand_is_tapped_in_and_kept_with_the_result(client, truth, over):
    player = over.players[0]
    hand = left_of(truth, over, player)
    page = client.get(f"/end?lang=ja&r={over.to_line()}").text
    link = re.search(rf'href="(/laid-open[^"]*)">{player}さん（{len(hand)}枚）', page)
    assert link
    address = html.unescape(link[1])
    for face in hand:
        address = location(client.post(address, data={"do": f"add-{face}"}))
    address = location(client.post(address, data={"do": "done"}))
    assert record_at(address) == replace(over, result=replace(over.result, hands={player: hand}))
    assert "合いません" not in words(client.get(address).text)


def test_a_hand_is_typed_in_one_line_and_told_in_the_look_back(client, truth, over):
    record = over
    for place in (0, 1):
        typed = "、".join(face.name_in("ja") for face in left_of(truth, over, over.players[place]))
        sent = client.post(f"/laid-open?who={place}&r={record.to_line()}", data={"do": "done", "batch": typed})
        record = record_at(location(sent))
    assert set(record.result.hands) == set(over.players[:2])
    told = words(client.get(f"/review?lang=ja&r={record.to_line()}").text)
    assert all(f"{player}さん" in told for player in over.players[:2])


def test_only_a_whole_hand_is_kept_and_none_takes_it_away(client, truth, over):
    player, address = over.players[0], f"/laid-open?who=0&lang=ja&r={over.to_line()}"
    response = client.post(address, data={"do": "done", "batch": "ニャオ"})
    assert response.status_code == 422
    assert f"{len(left_of(truth, over, player))}枚すべて" in words(response.text)
    noted = replace(over, result=replace(over.result, hands={player: left_of(truth, over, player)}))
    emptied = client.post(f"/laid-open?who=0&h=&r={noted.to_line()}", data={"do": "done"})
    assert record_at(location(emptied)) == over


def test_a_hand_that_cannot_be_is_remarked_on_and_left_out_of_the_look_back(client, truth, over):
    player, other = over.players[:2]
    theirs = left_of(truth, over, other)
    record = replace(over, result=replace(over.result, hands={player: theirs, other: theirs}))
    page = client.get(f"/end?lang=ja&r={record.to_line()}").text
    assert f"{player}さんの手札は、ほかの記録と合いません" in words(page)
    assert f"{other}さんの手札は、ほかの記録と合いません" not in words(page)
    assert re.search(rf"合わない記録： \dターン目.*?{player}さん", words(page))
    assert page.count('class="tick"') == 1
    told = client.get(f"/review?lang=ja&r={record.to_line()}")
    assert f"{other}さん" in words(told.text)
    assert f"{player}さん" not in words(told.text)


def test_keeping_a_hand_leads_to_where_it_stands(client, truth, over):
    typed = " ".join(map(str, left_of(truth, over, over.players[1])))
    sent = client.post(f"/laid-open?who=1&r={over.to_line()}", data={"do": "done", "batch": typed})
    assert sent.location.endswith("#hand-1")
    assert 'id="hand-1" data-look' in client.get(location(sent)).text


def test_cards_seen_elsewhere_cannot_be_tapped_into_a_hand(client, over):
    page = client.get(f"/laid-open?who=0&r={over.to_line()}").text
    for face in (parse_face(f"{kind}{points}") for kind in ("nyaa", "nii") for points in (1, 5)):
        button = re.search(rf'<button[^>]*value="add-{face}"[^>]*>', page)
        assert button
        gone = face in (*over.face_up, *over.hand, over.result.boss)
        assert not gone or "disabled" in button[0]


@pytest.mark.parametrize("who", ["", "2", "9", "x"])
def test_there_is_no_screen_for_a_hand_of_nobody_or_my_own(client, over, who):
    assert client.get(f"/laid-open?who={who}&r={over.to_line()}").status_code == 404


def test_before_the_end_no_hand_is_laid_open(client, example):
    assert client.get(f"/laid-open?who=0&r={example.to_line()}").status_code == 404


def test_a_hand_in_the_address_that_is_none_is_explained(client, over):
    assert client.get(f"/laid-open?who=0&h=woof&r={over.to_line()}").status_code == 422
