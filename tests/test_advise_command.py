"""``bosscat advise``, as a person and as a program meets it, and the phrases it is made of."""

import json
from importlib.resources import files

import pytest
from click.testing import CliRunner, Result

from solver import spoken_advice as spoken
from solver.advice.findings import CallFound, Figure, Moment, Stand, Timing, Verdict
from solver.catalogue import LANGS, say
from solver.cli import counsel, layout, main
from solver.game.cards import BASE_KINDS, Meow
from solver.odds.posterior import Guess
from solver.play import Notes, simulate

NYAA, NYAN = BASE_KINDS[:2]


def advise(*args: str, text: str = "") -> Result:
    return CliRunner().invoke(main, ["advise", *args], input=text)


def example(name: str) -> str:
    return files("solver.examples").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def led(turns: int, seed: int) -> str:
    played = simulate(4, False, turns, seed)
    return played.record(played.leader(turns + 1), Notes(answer_points=0)).to_toml()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["mid-game", "proven"])
def test_advice_is_printed_within_the_width_of_a_screen(lang, name):
    result = advise("-", "--lang", lang, "--budget", "0.5", text=example(name))
    assert result.exit_code == 0
    assert result.stderr == ""
    assert max(map(layout.width, result.stdout.splitlines())) <= layout.WIDTH
    assert "±" in result.stdout


def test_for_programs_it_is_one_object_that_tells_exact_from_estimated():
    data = json.loads(advise("-", "--json", "--budget", "0.5", text=led(5, 1)).stdout)
    assert set(data) == {"timing", "calls", "discards", "rivals", "by_kind", "short", "unseen"}
    assert data["timing"]["moment"] == "before_call"
    first = data["calls"]["best"][0]
    assert first["value"]["exact"] is True
    for figure in (*first["tells"].values(), *(rival["ready"] for rival in data["rivals"])):
        assert figure["exact"] is False
        assert figure["samples"] > 1


def test_a_record_that_no_deal_fits_is_told_as_solve_tells_it():
    played = simulate(4, False, 1, 3)
    record = played.record(0).to_data()
    record["turns"] = [
        {"call": ["nii"] * 4, "answers": {p: "matched" for p in record["players"][1:] if p != record["first_leader"]}}
    ]
    record["turns"][0]["answers"] = {
        p: "matched" for p in record["players"] if p not in (record["first_leader"], "Aki")
    }
    text = json.dumps(record)
    told, solved = advise("-", "--json", text=text), CliRunner().invoke(main, ["solve", "-", "--json"], input=text)
    assert told.exit_code == solved.exit_code == 3
    assert told.stdout == solved.stdout


@pytest.mark.parametrize("budget", ["x", "-1", "1e9", "nan", "", "99999"])
def test_a_budget_that_is_no_number_of_seconds_is_an_error(budget):
    result = advise("-", "--budget", budget, text=example("proven"))
    assert result.exit_code == 2
    assert "--budget" in result.stderr


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Figure(0.623), "62%"),
        (Figure(1.0), "100%"),
        (Figure(0.12, 0.023, 200), "12% ± 2%"),
        (Figure(0.5, 0.001, 9000), "50% ± 1%"),
        (Figure(0.0, 0.0, 200), "0–2%"),
        (Figure(1.0, 0.0, 200), "98–100%"),
    ],
)
def test_an_estimate_never_claims_more_than_it_knows(figure, text):
    assert spoken.chance(figure) == text


SOME = Figure(0.4, 0.1, 50)


def timing(verdict, agreed=True, other=Verdict.WAIT, waiting: Figure | None = SOME):
    own = Stand(Guess(NYAA, 0.6, 0.9, 0.0, 0.1), 0.5, waiting, verdict)
    rest = Stand(Guess(NYAN, 0.5, 0.3, 0.0, 0.1), 0.5, waiting, other)
    stands = {"uniform": own, "rules": rest}
    return Timing(Moment.AFTER_CALL, stands, {"Ben": Figure(0.35, 0.05, 50)}, verdict, agreed)


def test_the_recommendation_comes_with_the_numbers_compared():
    lines = spoken.timing(timing(Verdict.GUESS, agreed=False), "en")
    assert lines[0] == "Guess nyaa now."
    assert "Knocks you out: 10%" in lines[1]
    assert "guess nyaa now +0.9" in lines[2]
    assert "+0.40 ± 0.10" in lines[2]
    assert any("Ben 35% ± 5%" in line for line in lines)
    assert "Wait." in lines[-1]
    assert "guess nyan now +0.3" in lines[-1]


def test_too_close_to_call_is_said():
    assert "too close" in spoken.advised(timing(Verdict.CLOSE), "en")


@pytest.mark.parametrize("lang", LANGS)
def test_what_could_not_be_compared_is_not_called_close(lang):
    assert spoken.advised(timing(Verdict.CLOSE, waiting=None), lang) == say("advice.unweighed", lang)


def test_japanese_lines_are_broken_after_commas_only():
    assert counsel.folded("あ" * 30 + "、" + "い" * 30 + "。", "ja") == [
        "  " + "あ" * 30 + "、",
        "  " + "い" * 30 + "。",
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_what_calls_tell_is_a_column_only_where_it_is_known_of_one(lang):
    figure = Figure(0.5)
    silent = CallFound((Meow.NII,), 1, figure, figure, figure, figure, {}, figure)
    telling = CallFound((Meow.NYAA,), 1, figure, figure, figure, figure, {"Ben": figure}, figure)
    head = say("advice.tells", lang)
    assert all(head not in row and len(row) == 5 for row in spoken.calls_table([silent, silent], lang))
    with_column = spoken.calls_table([telling, silent], lang)
    assert with_column[0][-1] == head
    assert [row[-1] for row in with_column[1:]] == ["+0.50", ""]
