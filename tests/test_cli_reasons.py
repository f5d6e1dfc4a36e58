"""``bosscat explain``, ``check`` and ``hint``."""

import pytest

from solver.catalogue import LANGS, say
from tests.test_cli import IMPOSSIBLE, bosscat, example


def test_explain_proves_what_is_certain():
    result = bosscat("explain", "-", "boss != nyaa", text=example("proven"))
    assert result.exit_code == 0
    assert result.stdout.startswith("Certain: the boss cat is not nyaa.\n1. ")


def test_explain_tells_where_an_open_probability_comes_from():
    result = bosscat("explain", "-", "boss = nyaa", text=example("mid-game"))
    assert result.exit_code == 0
    assert "before any answer" in result.stdout


def test_claims_are_marked_and_percentages_scored(tmp_path):
    listed = tmp_path / "claims"
    listed.write_text("boss = nyaa 40%  # a guess\n", "utf-8")
    result = bosscat("check", "-", "boss = nii", "--claims", str(listed), text=example("mid-game"))
    assert result.exit_code == 0
    assert "You said 40%" in result.stdout
    assert "(Brier)" in result.stdout


def test_a_hint_grows_with_its_degree():
    hints = [bosscat("hint", "-", "--degree", str(n), text=example("proven")).stdout for n in (1, 2, 3)]
    assert hints[0].startswith("Look at ")
    assert hints[1].startswith("The reasoning: ")
    assert len(set(hints)) == 3


@pytest.mark.parametrize("fact", ["boss", "boss = 7", "Zoe nii = 1", "boss != nyaa/nyan", "", "x" * 5000])
def test_no_fact_is_one_line_and_exit_code_2(fact):
    result = bosscat("explain", "-", fact, text=example("mid-game"))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1


def test_a_contradictory_record_has_exit_code_3():
    result = bosscat("explain", "-", "boss = nyaa", text=IMPOSSIBLE)
    assert result.exit_code == 3


@pytest.mark.parametrize("fact", ["boss = nii", "boss = nyao", "Aki nii = 1"])
@pytest.mark.parametrize("lang", LANGS)
def test_a_hint_beside_what_is_not_certain_is_refused_in_words(fact, lang):
    result = bosscat("--lang", lang, "hint", "-", fact, text=example("mid-game"))
    assert result.exit_code == 2
    assert say("errors.not_certain", lang) in result.stderr
