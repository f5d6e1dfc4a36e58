"""Results in words: numbers that never claim more than they say, and phrases in both languages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Record, solve, wording
from solver.catalogue import LANGS
from solver.game.cards import Kind, Meow
from solver.odds.posterior import Guess, Posterior
from tests.test_cli import example

ALMOST = 1 - 2**-53


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.0, "0%"),
        (1e-300, "<0.1%"),
        (0.00049, "<0.1%"),
        (0.0005, "0.1%"),
        (0.003, "0.3%"),
        (0.042, "4.2%"),
        (0.0949, "9.5%"),
        (0.0994, "9.9%"),
        (0.0995, "10%"),
        (0.62, "62%"),
        (0.994, "99%"),
        (0.996, "99.6%"),
        (0.9994, "99.9%"),
        (0.9996, ">99.9%"),
        (ALMOST, ">99.9%"),
        (1.0, "100%"),
    ],
)
def test_a_percentage_is_as_long_as_it_needs_to_be(p, text):
    assert wording.percent(p) == text


@given(st.floats(0, 1))
def test_only_what_is_proven_is_called_certain_or_impossible(p):
    text = wording.percent(p)
    assert (text == "100%") == (p == 1.0)
    assert (text == "0%") == (p == 0.0)
    assert abs(float(re.sub("[<>%]", "", text)) / 100 - p) <= 0.005 + 1e-12


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_greater_probability_never_reads_as_a_smaller_one(one, other):
    def read(p: float) -> float:
        text = wording.percent(p)
        nudge = -0.01 if text[0] == "<" else 0.01 if text[0] == ">" else 0
        return float(text.strip("<>%")) + nudge

    assert read(min(one, other)) <= read(max(one, other))


@pytest.mark.parametrize(
    ("points", "text"), [(1.24, "+1.2"), (-0.44, "−0.4"), (0.0, "0.0"), (-0.04, "0.0"), (0.04, "0.0"), (5, "+5.0")]
)
def test_a_change_of_points_has_its_sign(points, text):
    assert wording.signed(points) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "1"), (41230, "41,230"), (2**53 - 1, "9,007,199,254,740,991"), (4_123 * 10**18, "4.12 × 10^21")],
)
def test_a_number_of_deals_is_whole_while_it_is_exact(count, text):
    assert wording.number(count, "en") == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1_700_890_920, "1,700,890,920"),
        (2**53, "約9,000兆"),
        (12_700 * 10**12, "約1.3京"),
        (998 * 10**15, "約100京"),
        (9_960 * 10**16, "約1.0垓"),
        (4_123 * 10**18, "約41垓"),
        (95 * 10**22, "約9,500垓"),
        (87 * 10**28, "約8.70 × 10^29"),
    ],
)
def test_a_great_number_of_deals_is_read_by_its_unit_in_japanese(count, text):
    assert wording.number(count, "ja") == text


@pytest.fixture(scope="module")
def midgame() -> Posterior:
    return solve(Record.from_toml(example("mid-game")))


def test_a_boss_cat_is_called_proven_only_where_it_is(midgame):
    proven = solve(Record.from_toml(example("proven")))
    assert wording.headline(proven, "en") == "The boss cat is nii: proven."
    assert wording.headline(proven, "ja") == "ボス猫はニィです（確定）。"
    assert "proven" not in wording.headline(midgame, "en")
    assert "確定" not in wording.headline(midgame, "ja")


def test_what_is_certain_names_least_numbers_exact_ones_and_none(midgame):
    assert wording.certain(midgame, "Aki", "en") == [
        "1 or more nyaa",
        "1 or more nyan",
        "1 or more nyao",
        "2 nii",
        "no nyau",
    ]
    assert wording.certain(midgame, "Aki", "ja")[-2:] == ["ニィ2枚", "ニャウなし"]


def test_every_certain_phrase_holds_a_kind_that_is_really_certain(midgame):
    for player, holding in midgame.holdings.items():
        for kind, held in holding.kinds.items():
            said = [p for p in wording.certain(midgame, player, "en") if p.endswith(f" {kind}")]
            assert bool(said) == (held.min > 0 or held.max == 0)


def test_a_double_known_to_be_elsewhere_is_not_called_missing_from_every_other_hand():
    posterior = solve(Record.from_toml(example("expansion")))
    held = Kind.of(Meow.NYAA, Meow.NYAU)  # shown by Chie
    assert "1 nyaa/nyau" in wording.certain(posterior, "Chie", "en")
    assert posterior.holdings["Aki"].kinds[held].max == 0
    assert "no nyaa/nyau" not in wording.certain(posterior, "Aki", "en")


def test_the_stakes_of_a_guess_are_all_told():
    guess = Guess(Kind.of(Meow.NYAO), 0.31, -0.42, 0.0004, 1.0)
    for lang in LANGS:
        told = wording.stakes(guess, lang)
        assert all(part in told for part in (guess.kind.name_in(lang), "31%", "−0.4", "<0.1%", "100%"))


def test_answers_whose_points_were_left_unused_are_named(midgame):
    assert wording.set_aside(midgame, "en") == ""
    posterior = Posterior(midgame.boss, 1, {}, "uniform", "strict", None, ((2, "Dai"), (3, "Aki")))
    assert wording.set_aside(posterior, "en").endswith("turn 2, Dai, turn 3, Aki")
    assert wording.set_aside(posterior, "ja").endswith("2ターン目のDaiさん、3ターン目のAkiさん")


def test_everything_is_told_in_both_languages(midgame):
    record = Record.from_toml(example("mid-game"))
    for tell in (
        lambda lang: wording.viewpoint(record, lang),
        lambda lang: wording.deals(midgame, lang),
        lambda lang: wording.headline(midgame, lang),
    ):
        assert len({tell(lang) for lang in LANGS}) == len(LANGS)
