"""The view of a contradiction: each clashing entry with what it says, one tap for every repair."""

import html
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from solver import Contradiction, Record, solve, spoken_conflicts
from solver.catalogue import LANGS, message, say
from solver.errors import SolverUnknown
from solver.game.cards import Meow, parse_face
from solver.reasons.entries import Entry
from solver.record.schema import Turn, Word
from tests.webui.reading import location, record_at, words

CONFLICTS = Path(__file__).parent.parent / "data" / "conflicts.jsonl"
CASES = [json.loads(line) for line in CONFLICTS.read_text("utf-8").splitlines()]


def clashing(example: Record) -> Record:
    """Return the example with a turn in which Aki shows a nyaa although he holds a nyao for certain."""
    turn = Turn((Meow.NYAO, Meow.NII), {"Aki": parse_face("nyaa"), "Dai": Word.MATCHED})
    return replace(example, turns=(*example.turns, turn))


def conflict_of(record: Record) -> tuple[Entry, ...]:
    with pytest.raises(Contradiction) as caught:
        solve(record)
    return caught.value.conflict


def page_of(client, record: Record, lang: str = "en") -> str:
    text: str = client.get(f"/answer?r={record.to_line()}&lang={lang}").text
    return text


def forms(page: str) -> list[dict[str, list[str]]]:
    """Return the fields of every form of the view, the button's own among them."""
    found = []
    for form in re.findall(r'<form method="post" action="/history.*?</form>', page, re.DOTALL):
        fields: dict[str, list[str]] = {}
        for key, text in re.findall(r'name="(\w+)" value="([^"]*)"', form):
            fields.setdefault(key, []).append(html.unescape(text))
        found.append(fields)
    return found


def test_the_clash_is_told_in_words(client, example):
    page = words(page_of(client, clashing(example)))
    told = [spoken_conflicts.clash(clashing(example), entry, "en") for entry in conflict_of(clashing(example))]
    assert told
    assert all(sentence in page for sentence in told)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("case", CASES[::8], ids=lambda case: str(CASES.index(case)))
def test_every_clashing_entry_is_told_and_the_culprit_can_be_mended(client, case, lang):
    record = Record.from_data(case["record"])
    page = page_of(client, record, lang)
    told = page[page.index('class="entries"') : page.index("</ul>")]
    assert told.count("<li>") == len(conflict_of(record)) == case["smallest"]
    culprit = case["culprit"]
    named = [str(culprit["turn"]), culprit["player"], culprit["entry"]]
    assert named in [
        [*fields["turn"], *fields["player"], *fields["entry"]] for fields in forms(page) if "turn" in fields
    ]


def test_each_repair_offered_makes_the_record_possible(client, example):
    record = clashing(example)
    offered = [fields for fields in forms(page_of(client, record)) if fields["instead"] != ["?"]]
    assert offered
    for fields in offered:
        assert solve(record_at(location(client.post(f"/history?r={record.to_line()}", data=fields)))).boss


def test_an_entry_is_set_to_not_noticed_with_one_tap(client, example):
    record = clashing(example)
    fields = next(f for f in forms(page_of(client, record)) if f["instead"] == ["?"] and f["turn"] == ["5"])
    mended = record_at(location(client.post(f"/history?r={record.to_line()}", data=fields)))
    assert mended.turns[4].answers == {"Aki": Word.MISSED, "Dai": Word.MATCHED}


def test_two_entries_are_changed_with_one_tap(client, example):
    fields = {"turn": ["1", "2"], "player": ["Chie", "Dai"], "entry": ["answer"] * 2, "instead": ["matched", "nyaa"]}
    changed = record_at(location(client.post(f"/history?r={example.to_line()}", data=fields)))
    assert changed.turns[0].answers["Chie"] is Word.MATCHED
    assert changed.turns[1].answers["Dai"] == parse_face("nyaa")
    assert changed.turns[2:] == example.turns[2:]


def test_a_solver_that_gives_up_is_not_taken_for_an_error(client, example, monkeypatch):
    def give_up(self):
        raise SolverUnknown(message("page_clash.unknown"))

    monkeypatch.setattr("solver.reasons.diagnosis.Diagnosis.to_dict", give_up)
    monkeypatch.setattr("solver.reasons.diagnosis.Diagnosis.conflict", property(give_up))
    record = clashing(example)
    assert say("page_clash.unknown", "en") in words(page_of(client, record))
    assert client.get(f"/history?r={record.to_line()}").status_code == 200


def test_a_card_of_which_none_is_left_is_called_so(client, expansion):
    seen = next(face for face in (*expansion.face_up, *expansion.hand) if face.kind.is_double)
    rest = expansion.up_to(0)
    player = next(name for name in rest.others if name != rest.leader(1))
    record = replace(rest, turns=(Turn((Meow.NYAA,), {player: seen.bare}),))
    page = words(page_of(client, record))
    assert f"No {seen.bare} is left" in page.replace(" / ", "/")
    assert say("page_clash.alone", "en") in page
