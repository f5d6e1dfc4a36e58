"""Every screen in both languages, the headers of every answer, and what bad addresses get."""

import re
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from solver import Record, solve
from solver.catalogue import LANGS
from solver.game.cards import Kind, Meow, parse_face
from solver.record.schema import Result, Turn, Word
from solver.wording import percent
from tests.webui.reading import location, record_at, words
from webui import create_app
from webui.solved import solved_soon

PLAIN = ["/", "/open", "/new?players=5", "/new?players=3"]
SEATS = "p=A&p=B&p=C&p=D&me=0&lead=1"
WITH_RECORD = [
    "/table",
    "/table?t=1",
    "/answer",
    "/answer?at=1",
    "/answer?compare=1",
    "/history",
    "/end",
    "/share",
    "/cover",
    "/advice",
    "/why?fact=boss+%3D+nyao",
    "/check?c=boss+!%3D+nii&hint=3",
]


def with_record(address: str, record: Record) -> str:
    return f"{address}{'&' if '?' in address else '?'}r={record.to_line()}"


def addresses(record: Record) -> list[str]:
    return [*PLAIN, f"/cards?{SEATS}", *(with_record(address, record) for address in (*WITH_RECORD, "/cards"))]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("place", range(len(PLAIN) + 1 + len(WITH_RECORD) + 1))
def test_every_screen_is_shown_in_the_language_asked_for(client, example, expansion, lang, place):
    for record in (example, expansion):
        response = client.get(addresses(record)[place], headers={"Accept-Language": lang})
        assert response.status_code == 200
        assert f'<html lang="{lang}">' in response.text
        assert bool(re.search("[ぁ-ん]", words(response.text))) == (lang == "ja")


@pytest.mark.parametrize("place", range(len(PLAIN) + 1 + len(WITH_RECORD) + 1))
def test_the_other_language_is_one_link_away_and_keeps_the_place(client, example, place):
    page = client.get(addresses(example)[place], headers={"Accept-Language": "ja"}).text
    other = re.search(r'href="([^"]*)" lang="en"', page)
    assert other
    there = client.get(other[1].replace("&amp;", "&"), headers={"Accept-Language": "ja"})
    assert there.status_code == 200
    assert '<html lang="en">' in there.text
    headings = [re.findall(r"<h1", text) for text in (page, there.text)]
    assert headings[0] == headings[1]


@pytest.mark.parametrize("address", ["/", "/nowhere", "/api/solve", "/table?r=x", "/static/look.css"])
def test_every_answer_carries_the_guarding_headers(client, address):
    with client.get(address) as response:
        headers = response.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("place", range(len(PLAIN) + 1 + len(WITH_RECORD) + 1))
def test_no_script_or_style_stands_inline(client, example, place):
    page = client.get(addresses(example)[place]).text
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    assert re.findall(r"<script(?![^>]*\ssrc=)", page) == []


def test_the_page_shows_the_numbers_that_solve_gives(client, example):
    found = solve(example)
    page = words(client.get(with_record("/answer", example)).text)
    for chance in found.boss:
        assert f"{chance.kind} {percent(chance.p)}" in page.replace(" / ", "/")
    assert found.guess
    assert percent(found.guess.p_out) in page


def test_the_title_says_the_likeliest_kind_and_the_turn(client, example):
    found = solve(example)
    title = re.search(r"<title>(.*?)</title>", client.get(with_record("/table", example)).text)
    assert title
    assert title[1].startswith(f"{found.boss[0].kind} {percent(found.boss[0].p)} - turn {len(example.turns) + 1}")


def test_an_earlier_position_is_shown_as_it_was_then(client, example):
    then = client.get(with_record("/answer?at=1", example)).text
    alone = client.get(with_record("/answer", example.up_to(1))).text
    assert re.findall(r'class="big">([^<]*)', then) == re.findall(r'class="big">([^<]*)', alone)


def test_a_name_with_markup_is_a_name(client, example):
    evil = "<script>alert('x')</script>"
    data = example.to_data()
    text = example.to_json().replace(f'"{data["players"][2]}"', f'"{evil}"')
    record = Record.from_json(text)
    for address in WITH_RECORD:
        page = client.get(with_record(address, record)).text
        assert "<script>alert" not in page
    assert evil in words(client.get(with_record("/history", record)).text)


@pytest.mark.parametrize("lang", LANGS)
def test_a_damaged_line_is_explained_and_kept(client, example, lang):
    line = example.to_line()
    damaged = line[:30] + ("x" if line[30] != "x" else "y") + line[31:]
    response = client.get(f"/table?r={damaged}&lang={lang}")
    assert response.status_code == 422
    assert damaged in words(response.text)
    assert ("もう一度、全部コピー" if lang == "ja" else "copy all of it once more") in words(response.text)
    assert 'role="alert"' in response.text


def test_a_line_of_a_later_version_is_explained(client, example):
    assert client.get(f"/table?r={example.to_line().replace('b1.', 'b7.', 1)}").status_code == 422


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("address", ["/table", "/nowhere", "/example/none", "/answer"])
def test_an_address_that_leads_nowhere_gets_a_page_in_the_language(client, address, lang):
    response = client.get(f"{address}?lang={lang}")
    assert response.status_code == 404
    assert f'<html lang="{lang}">' in response.text


def test_a_form_too_large_gets_a_page(client):
    response = client.post("/open", data={"text": "x" * 10_000_000})
    assert response.status_code == 413
    assert "<html" in response.text


def test_each_example_is_one_tap_away(client):
    links = re.findall(r'href="(/example/[^"]*)"', client.get("/").text)
    assert len(links) >= 3
    for link in links:
        assert client.get(location(client.get(link))).status_code == 200


@pytest.mark.parametrize("form", ["to_toml", "to_json", "to_line"])
def test_a_record_is_opened_from_each_of_its_forms(client, example, form):
    assert record_at(location(client.post("/open", data={"text": getattr(example, form)()}))) == example


def test_a_record_is_opened_from_a_link_and_from_a_file(client, example):
    linked = client.post("/open", data={"text": f"http://host.example/table?lang=ja&r={example.to_line()}"})
    assert record_at(location(linked)) == example
    filed = client.post("/open", data={"file": (BytesIO(example.to_toml().encode()), "round.toml")})
    assert record_at(location(filed)) == example


@pytest.mark.parametrize(
    "text",
    ["", "   ", "nonsense", "{", "{}", "format = 'bosscat/1'", "a = [", "b1.A~B", "\x00\x01", "<b>bold</b> text"],
)
def test_what_is_no_record_is_shown_again_with_the_reason(client, text):
    response = client.post("/open", data={"text": text})
    assert response.status_code == 422
    assert 'role="alert"' in response.text
    assert text.strip() in response.text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'")


@pytest.mark.parametrize(("lang", "place"), [("en", "byte 0"), ("ja", "0バイト目")])
def test_a_binary_file_is_refused_with_the_reason(client, lang, place):
    response = client.post(f"/open?lang={lang}", data={"file": (BytesIO(b"\x89PNG\xff\x00"), "cat.png")})
    assert response.status_code == 422
    assert place in words(response.text)


def test_the_file_to_download_gives_the_record_back(client, example):
    response = client.get(with_record("/record.toml", example))
    assert "attachment" in response.headers["Content-Disposition"]
    assert Record.from_toml(response.text) == example


def test_the_code_to_share_is_drawn_and_left_out_where_it_cannot_hold_the_link(client, example):
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in client.get(with_record("/share", example)).text
    names = [f"{number}" + "猫" * 39 for number in range(4)]
    text = example.to_json()
    for old, new in zip(example.players, names, strict=True):
        text = text.replace(f'"{old}"', f'"{new}"')
    page = client.get(with_record("/share", Record.from_json(text)))
    assert page.status_code == 200


def test_a_covered_page_shows_neither_hand_nor_odds(client, example):
    page = client.get(with_record("/cover", example)).text
    assert "%" not in words(page)
    assert "nyaa" not in words(page)


def test_an_unlawful_answer_of_my_own_is_explained_and_the_record_kept(client, example):
    turn = Turn(call=(Meow.NYAA,), answers={"Ben": parse_face("nyau")}, discard=parse_face("nyau1"))
    number = next(n for n in range(1, 5) if example.leader(n) != "Ben")
    record = replace(example, turns=(*example.up_to(number - 1).turns, replace(turn, discard=parse_face("nyao"))))
    response = client.get(with_record("/answer", record))
    assert response.status_code == 422
    assert "bosscat/1" in response.text


@pytest.mark.parametrize("place", range(len(PLAIN) + 1 + len(WITH_RECORD) + 1))
def test_a_restarted_server_shows_the_same_page(client, example, place):
    address = addresses(example)[place]
    before = client.get(address).data
    solved_soon.cache_clear()
    fresh = create_app()
    fresh.config.update(client.application.config)
    if "/advice" not in address:  # what is drawn at random in the time there is need not come out the same
        assert fresh.test_client().get(address).data == before


def test_a_line_of_a_later_version_is_explained_as_such(client, example):
    page = client.get(f"/table?lang=ja&r={example.to_line().replace('b1.', 'b7.', 1)}").text
    assert "新しい版" in words(page)


def test_a_round_that_is_over_takes_no_further_turn(client, example):
    over = replace(example, result=Result("Aki", Kind((Meow.NYAA,)), parse_face("nyaa3")))
    for asked in ("", "&open=1", "&t=5"):
        led = client.get(with_record("/table", over) + asked)
        assert urlsplit(location(led)).path == "/end"
        assert record_at(location(led)) == over
    for asked in ("", "&t=5"):
        sent = client.post(with_record("/table", over) + asked, data={"do": "add-nii"})
        assert record_at(location(sent)) == over


@pytest.mark.parametrize("screen", ["/end", "/answer", "/history", "/share", "/table?t=2"])
def test_a_round_that_is_over_shows_its_result_and_no_guess(client, example, screen):
    over = replace(example, result=Result("Aki", Kind((Meow.NYAA,)), parse_face("nyaa3")))
    page = client.get(with_record(f"{screen}{'&' if '?' in screen else '?'}lang=ja", over)).text
    assert "ボス猫：ニャア3" in words(page)
    assert "当てるなら" not in words(page)
    assert "見せないでください" not in words(page)
    assert 'href="/table?r=' not in page


def test_the_link_of_a_round_that_is_over_leads_to_its_end(client, example):
    over = replace(example, result=Result("Aki", Kind((Meow.NYAA,)), parse_face("nyaa3")))
    assert "/end?r=" in client.get(with_record("/share", over)).text
    assert location(client.post("/open", data={"text": over.to_line()})).startswith("/end?")


def test_the_last_turn_of_a_round_that_is_over_is_changed_without_a_discard(client, example):
    over = replace(example, turns=(*example.turns, Turn((Meow.NII,), {"Aki": Word.MISSED})))
    over = replace(over, result=Result("Ben", Kind((Meow.NYAA,)), parse_face("nyaa3")))
    sent = client.post(f"{with_record('/table', over)}&t=5", data={"do": "done", "a0": "?", "a2": "?"})
    assert location(sent).startswith("/history?")
    assert record_at(location(sent)).turns[4].answers == {"Aki": Word.MISSED, "Chie": Word.MISSED}
    kept = client.post(f"{with_record('/table', over)}&t=5", data={"do": "add-nii"})
    assert "t=5" in location(kept)
