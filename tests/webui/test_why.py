"""The screens with reasons: proofs, origins of probabilities, a learner's claims and hints."""

import html
import re
import subprocess
import sys
from importlib.resources import files
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from solver import Record, solve
from solver.catalogue import LANGS, message, say
from solver.errors import SolverUnknown
from solver.game.cards import parse_kind
from solver.wording import percent
from tests.webui.reading import location, words
from webui import reasons
from webui.why import boss_fact, hand_fact


@pytest.fixture(scope="module")
def proven() -> Record:
    return Record.from_toml(files("solver").joinpath("examples", "proven.toml").read_text("utf-8"))


def why(client, record: Record, fact: str, **args: str) -> str:
    more = "".join(f"&{key}={value}" for key, value in args.items())
    response = client.get(f"/why?r={record.to_line()}&fact={quote(fact)}{more}")
    assert response.status_code == 200
    text: str = response.text
    return text


def check(client, record: Record, *claims: str, **args: str) -> str:
    more = "".join(f"&{key}={value}" for key, value in args.items())
    text: str = client.get(f"/check?r={record.to_line()}&c={quote(chr(10).join(claims))}{more}").text
    return text


@pytest.mark.parametrize("lang", LANGS)
def test_a_certain_fact_comes_with_its_proof(client, proven, lang):
    page = why(client, proven, "boss = nii", lang=lang)
    assert f"✓ {say('page.proven', lang)}" in words(page)
    assert page.count("<li>") >= 3
    kind = parse_kind("nii")
    assert say("reasons.boss_is", lang, cards=kind).lower() in words(page).lower()


def test_an_impossible_fact_comes_with_the_proof_of_its_opposite(client, proven):
    page = words(why(client, proven, "boss = nyaa"))
    assert "✕ wrong" in page
    assert "the boss cat is not nyaa" in page


def test_a_probability_is_told_turn_by_turn(client, example):
    page = words(why(client, example, "boss = nyao"))
    kind = parse_kind("nyao")
    start, *after = [solve(example.up_to(turn)).p(kind) for turn in range(len(example.turns) + 1)]
    assert f"open {percent(after[-1])}" in page
    assert f"nyao: {percent(start)} before any answer" in page
    for before, then in zip([start, *after], after, strict=False):
        assert f"×{then / before:.2f} {percent(then)}" in page


def test_what_moved_a_probability_is_told_on_request_with_the_expansion(client, expansion):
    fact = f"boss = {solve(expansion).boss[0].kind}"
    page = why(client, expansion, fact)
    assert 'class="proof"' not in page
    more = re.search(r'href="([^"]*moves=1[^"]*)"', page)
    assert more
    assert 'class="proof"' in client.get(html.unescape(more[1])).text


def test_an_open_fact_about_a_hand_comes_with_a_deal_in_which_it_fails(client, example):
    page = why(client, example, "Chie nyan >= 1")
    hands = {name: words(cards) for name, cards in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page, re.DOTALL)}
    assert hands.keys() == {*example.others, "Boss cat"}
    assert "nyan" not in hands["Chie"]
    sizes = {name: sum(map(int, re.findall(r"×\s*(\d+)", cards))) for name, cards in hands.items()}
    assert sizes == {**{player: example.hand_size(player, 5) for player in example.others}, "Boss cat": 0}


def test_a_fact_that_is_open_is_asked_not_claimed(client, example):
    page = words(client.get(f"/why?lang=ja&fact=boss+=+nyao&r={example.to_line()}").text)
    assert "ボス猫はニャオですか？" in page
    assert "ボス猫はニャオです " not in page


def test_the_way_back_from_a_hand_opens_that_hand(client, example):
    page = client.get(f"/why?lang=en&fact=Chie+nyao+>=+1&r={example.to_line()}").text
    back = re.search(r'href="(/answer[^"]*#hand-2)"', page)
    assert back
    answer = client.get(html.unescape(back[1]).partition("#")[0]).text
    assert re.findall(r'<details class="panel" id="(hand-\d)" open>', answer) == ["hand-2"]


def test_an_earlier_position_is_explained_as_it_was(client, example):
    then = words(why(client, example, "boss = nyao", at="2"))
    assert f"open {percent(solve(example.up_to(2)).p(parse_kind('nyao')))}" in then


@pytest.mark.parametrize("fact", ["", "boss", "boss = woof", "Zoe nii = 0", "Aki nii = x", "boss = nyaa/nii"])
def test_what_is_no_fact_is_explained_and_the_record_kept(client, example, fact):
    response = client.get(f"/why?r={example.to_line()}&fact={quote(fact)}")
    assert response.status_code == 422
    assert "bosscat/1" in response.text


def test_every_kind_and_every_hand_on_the_screen_has_its_why(client, example, expansion):
    for record in (example, expansion):
        page = client.get(f"/answer?r={record.to_line()}").text
        asked = [
            parse_qs(urlsplit(html.unescape(link)).query)["fact"][0] for link in re.findall(r'href="(/why[^"]*)"', page)
        ]
        found = solve(record)
        facts = [boss_fact(kind, found.p(kind)) for kind in record.deck.kinds]
        facts += [
            hand_fact(player, kind, held)
            for player, holding in found.holdings.items()
            for kind, held in holding.kinds.items()
        ]
        assert sorted(asked) == sorted(facts)
        for fact in asked[:: max(1, len(asked) // 6)]:
            assert say("page_why.not_found", "en") not in why(client, record, fact)


def test_a_solver_that_gives_up_is_no_verdict(client, example, monkeypatch):
    def give_up(record, fact):
        raise SolverUnknown(message("page_why.not_found"))

    monkeypatch.setattr(reasons, "explain", give_up)
    reasons.explained.cache_clear()
    page = words(why(client, example, "boss = nyao"))
    assert say("page_why.not_found", "en") in page
    assert "wrong" not in page
    reasons.explained.cache_clear()


def test_a_record_that_clashes_is_led_to_its_clash(client, example):
    line = example.to_line()
    for address in ("why?fact=boss+%3D+nii&", "check?"):
        clashing = Record.from_line(line)
        turn = {"call": ["nyao", "nii"], "answers": {"Aki": "nyaa"}}
        record = Record.from_data({**clashing.to_data(), "turns": [*clashing.to_data()["turns"], turn]})
        assert location(client.get(f"/{address}r={record.to_line()}")).startswith("/answer?")


@pytest.mark.parametrize("lang", LANGS)
def test_claims_are_marked_proven_wrong_and_open(client, example, lang):
    page = check(client, example, "Aki nii >= 1", "Chie nyao = 0", "2: boss != nii", lang=lang)
    marks = re.findall(r'class="verdict"><span class="(\w+)">', page)
    assert marks == ["proven", "cross", "open"]
    p = 1 - solve(example.up_to(2)).p(parse_kind("nii"))
    assert percent(p) in words(page)
    assert words(page).count(say("reasons.claim_sure", lang)) == 1
    assert page.count('class="proof"') == 2


def test_percentages_are_scored_by_brier(client, example):
    p = solve(example).p(parse_kind("nyao"))
    expected = p * 0.4**2 + (1 - p) * 0.6**2
    page = words(check(client, example, "boss = nyao 60%"))
    assert f"You said 60%. Score: {expected:.3f}" in page
    assert f"Mean score of the percentages (Brier): {expected:.3f}" in page


@pytest.mark.parametrize(
    ("fields", "claim"),
    [
        ({"kind": "nii", "is": "!="}, "boss != nii"),
        ({"kind": "nyao", "is": "=", "turn": "2", "sure": "60"}, "2: boss = nyao 60%"),
        ({"who": "0", "kind": "nii", "compare": ">=", "number": "1"}, "Aki nii >= 1"),
        ({"who": "2", "kind": "nii", "compare": "none", "number": "1"}, "Chie nii = 0"),
        ({"who": "3", "kind": "nyaa", "compare": "<=", "number": "2", "turn": "0", "sure": "5"}, "0: Dai nyaa <= 2 5%"),
    ],
)
def test_a_claim_is_added_by_taps(client, example, fields, claim):
    address = location(client.post(f"/check?r={example.to_line()}&c={quote('boss = nyau 10%')}", data=fields))
    assert parse_qs(urlsplit(address).query)["c"] == [f"boss = nyau 10%\n{claim}"]
    assert client.get(address).status_code == 200


def test_a_name_that_needs_quotes_can_be_claimed_about(client, example):
    text = example.to_json().replace('"Aki"', '"A \\"b\\" boss"')
    record = Record.from_json(text)
    fields = {"who": "0", "kind": "nii", "compare": ">=", "number": "1"}
    address = location(client.post(f"/check?r={record.to_line()}", data=fields))
    assert "✓ proven" in words(client.get(address).text)


def test_one_tap_removes_a_claim(client, example):
    page = check(client, example, "boss != nii", "Aki nii >= 1")
    first = re.search(r'class="panel claim".*?href="(/check[^"]*)"', page, re.DOTALL)
    assert first
    assert parse_qs(urlsplit(html.unescape(first[1])).query)["c"] == ["Aki nii >= 1"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("text", ["nonsense", "boss = nii 900%", "9: boss = nii", "boss = nii\n" * 21, "Aki nii >= x"])
def test_wrong_claims_are_shown_again_with_the_place(client, example, text, lang):
    for response in (
        client.get(f"/check?lang={lang}&r={example.to_line()}&c={quote(text)}"),
        client.post(f"/check?lang={lang}&r={example.to_line()}", data={"typed": "1", "c": text}),
    ):
        assert response.status_code == 422
        assert 'role="alert"' in response.text
        assert text.strip().splitlines()[0] in words(response.text)


def test_hints_come_in_three_degrees(client, proven):
    pages = [words(check(client, proven, hint=str(degree))) for degree in range(4)]
    lengths = [len(page) for page in pages]
    assert lengths[1] < lengths[2] < lengths[3]
    assert "Look at" not in pages[0]
    assert "Look at" in pages[1]
    assert "The reasoning:" not in pages[1]
    assert "The reasoning:" in pages[2]


def test_screens_that_prove_nothing_do_not_load_the_solver_for_it(example):
    code = (
        "import sys; from webui import create_app\n"
        "for screen in ('table', 'answer', 'history', 'end', 'share'):\n"
        f"    create_app().test_client().get(f'/{{screen}}?r={example.to_line()}')\n"
        "assert 'ortools' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
