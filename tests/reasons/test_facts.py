import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from solver.errors import RecordError
from solver.game.cards import KINDS, Kind, Meow
from solver.play import simulate
from solver.reasons.facts import BossFact, Compare, HandFact, parse_fact
from solver.record.view import View

NII, DOUBLE = Kind.of(Meow.NII), Kind.of(Meow.NYAA, Meow.NII)
RECORD = simulate(4, True, 3, 1).record(0)  # Aki's view
ODD = replace(
    RECORD,
    players=("Aki", 'B "q" \\', "boss", "山田 太郎"),
    seats=("Aki", 'B "q" \\', "boss", "山田 太郎"),
    chips=dict.fromkeys(("Aki", 'B "q" \\', "boss", "山田 太郎"), 6),
    first_leader="Aki",
    me="Aki",
    turns=(),
)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("boss = nii", BossFact(NII)),
        ("boss != nyaa/nii", BossFact(DOUBLE, False)),
        ("BOSS≠ニィ／ニャア", BossFact(DOUBLE, False)),
        ("Ben nii >= 1", HandFact("Ben", (NII,), Compare.AT_LEAST, 1)),
        ("Ben nii+nyaa/nii ≤ 2", HandFact("Ben", (NII, DOUBLE), Compare.AT_MOST, 2)),
        ("Ben@3 ニィ＝0", HandFact("Ben", (NII,), Compare.EXACTLY, 0, 3)),
        ('"Ben" nii = 1', HandFact("Ben", (NII,), Compare.EXACTLY, 1)),
    ],
)
def test_a_fact_is_read(text, fact):
    assert parse_fact(text, View(RECORD)) == fact


@pytest.mark.parametrize(
    "text",
    [
        "",
        "boss",
        "boss >= nii",
        "boss = nyaa/nyaa",
        "Aki nii = 1",  # my own hand
        "Zoe nii = 1",
        "Ben nii",
        "Ben nii != 1",
        "Ben nii = -1",
        "Ben nii = one",
        "Ben@9 nii = 1",
        "Ben@0 nii = 1",
        "Ben cat = 1",
        "Ben nii3 = 1",
        "x" * 10_000,
        "\x00",
    ],
)
def test_what_is_no_fact_is_refused_with_its_place(text):
    with pytest.raises(RecordError) as caught:
        parse_fact(text, View(RECORD), "here")
    assert caught.value.where == "here"


def test_a_double_is_no_card_of_the_base_game():
    base = simulate(4, False, 1, 1).record(0)
    with pytest.raises(RecordError):
        parse_fact("boss = nyaa/nii", View(base))


boss_facts = st.builds(BossFact, st.sampled_from(KINDS), st.booleans())
hand_facts = st.builds(
    HandFact,
    st.sampled_from(ODD.others),
    st.sets(st.sampled_from(KINDS), min_size=1, max_size=4).map(lambda kinds: tuple(sorted(kinds))),
    st.sampled_from(Compare),
    st.integers(0, 99),
)


@given(st.one_of(boss_facts, hand_facts))
def test_printing_and_reading_a_fact_is_the_identity(fact):
    assert parse_fact(str(fact), View(ODD)) == fact
