"""The worked cases: exact answers computed elsewhere by a slow method (``data/README.md``)."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from solver import Record, solve
from solver.game.cards import parse_kind

CLOSE = 1e-9
EXACT_DEALS = 2**53


def read(name: str) -> list[dict[str, Any]]:
    """Return the worked cases of one file."""
    text = (Path(__file__).parent / "data" / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


CASES = {case["name"]: case for case in read("cases.jsonl")}


def test_all_sixty_cases_are_here():
    assert len(CASES) == 60


@pytest.mark.parametrize("name", CASES)
def test_boss_and_points_are_those_worked_out(name: str):
    expected, boss = CASES[name]["expected"], solve(Record.from_data(CASES[name]["record"])).boss
    assert {chance.kind for chance in boss} == {parse_kind(kind) for kind, p in expected["boss"].items() if p}
    for chance in boss:
        kind = next(text for text in expected["boss"] if parse_kind(text) == chance.kind)
        assert chance.p == pytest.approx(float(Fraction(expected["fraction"][kind])), abs=CLOSE)
        points = {int(value): p for value, p in expected["points"][kind].items() if p}
        assert chance.points == pytest.approx(points, abs=CLOSE)


@pytest.mark.parametrize("name", CASES)
def test_deals_are_those_counted(name: str):
    expected, got = CASES[name]["expected"]["deals"], solve(Record.from_data(CASES[name]["record"])).deals
    if int(expected) < EXACT_DEALS:
        assert got == int(expected)
    else:
        assert got == pytest.approx(int(expected), rel=1e-9)


@pytest.mark.parametrize("name", CASES)
def test_holdings_are_those_worked_out(name: str):
    got = solve(Record.from_data(CASES[name]["record"])).holdings
    expected = CASES[name]["expected"]["holdings"]
    assert set(got) == set(expected)
    for player, hand in expected.items():
        assert got[player].cards == hand["cards"]
        assert set(got[player].kinds) == {parse_kind(kind) for kind in hand["kinds"]}
        for kind, right in hand["kinds"].items():
            held = got[player].kinds[parse_kind(kind)]
            assert (held.min, held.max) == (right["min"], right["max"])
            assert (held.mean, held.p_any) == pytest.approx((right["mean"], right["p_any"]), abs=CLOSE)


@pytest.mark.parametrize("name", CASES)
def test_the_best_guess_and_its_stakes_are_those_worked_out(name: str):
    got, expected = solve(Record.from_data(CASES[name]["record"])).guess, CASES[name]["expected"]["guess"]
    assert got is not None
    assert got.kind == parse_kind(expected["kind"])
    stakes = [expected[stake] for stake in ("p", "ev", "p_win", "p_out")]
    assert [got.p, got.ev, got.p_win, got.p_out] == pytest.approx(stakes, abs=CLOSE)


@pytest.mark.parametrize("name", CASES)
def test_the_true_boss_cat_is_always_among_the_possible(name: str):
    truth = CASES[name]["truth"]
    possible = {str(chance.kind) for chance in solve(Record.from_data(CASES[name]["record"])).boss}
    assert str(parse_kind(truth.rstrip("12345"))) in possible
