"""A record on one line: it comes back whole, and damage never passes for another record."""

import binascii
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from solver.errors import RecordError
from solver.game.cards import DEFAULT_SPLIT, Deck, Face, Kind, Meow
from solver.game.table import Setup
from solver.play import simulate
from solver.record import line
from solver.record.schema import Record, Result, Turn, Word
from tests.strategies import full_records, renamed

ALPHABET = string.ascii_letters + string.digits + "-._~"
OWN_SPLIT = ((1, 4, 6, 4, 1), *DEFAULT_SPLIT[1:])


@given(full_records())
def test_a_record_comes_back_from_its_line(record):
    text = record.to_line()
    assert set(text) <= set(ALPHABET)
    assert len(text) <= line.LONGEST
    assert Record.from_line(text) == record


@given(full_records())
def test_the_same_record_read_from_json_has_the_same_line(record):
    assert Record.from_json(record.to_json()).to_line() == record.to_line()


def span(error: RecordError) -> tuple[int, int]:
    """The characters an error names, from 1, both included."""
    match = re.fullmatch(r"characters (\d+) to (\d+)", error.where)
    assert match, error.where
    return int(match[1]), int(match[2])


def position(text: str) -> tuple[int, int]:
    with pytest.raises(RecordError) as caught:
        Record.from_line(text)
    return span(caught.value)


SAMPLE = simulate(5, True, 5, seed=3).record(2).to_line()


def test_any_character_changed_to_any_other_is_an_error_that_names_its_section():
    for place in range(len(SAMPLE)):
        for other in ALPHABET.replace(SAMPLE[place], ""):
            first, last = position(SAMPLE[:place] + other + SAMPLE[place + 1 :])
            # A dot that is lost or new moves the bounds of sections: the error starts in the section that is cut.
            assert first <= place + 1
            assert place + 1 <= last + 1


@given(full_records(), st.data())
def test_a_changed_character_is_an_error_in_any_record(record, data):
    text = record.to_line()
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from(ALPHABET.replace(text[place], "")))
    first, last = position(text[:place] + other + text[place + 1 :])
    assert first <= place + 1 <= last + 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda text, i: text[:i] + text[i + 1 :],
        lambda text, i: text[:i] + text[i] + text[i:],
        lambda text, i: text[:i],
        lambda text, i: text[:i] + "\n" + text[i:],
        lambda text, i: text[:i] + text[i : i + 2][::-1] + text[i + 2 :],
        lambda text, i: text[:i] + text[i + 2 : i + 4] + text[i : i + 2] + text[i + 4 :],
        lambda text, i: text[:i] + text[i].swapcase() + text[i + 1 :],
    ],
    ids=["lost", "doubled", "cut off", "broken", "swapped", "moved", "other case"],
)
def test_a_damaged_line_is_an_error_at_every_place(damage):
    damaged = {place: damage(SAMPLE, place) for place in range(len(SAMPLE))}
    for place, text in damaged.items():
        if text != SAMPLE:
            # Of a doubled character the second may be the one too many; where a line is cut off, none stands any more.
            assert position(text)[0] <= place + 2


def test_a_whole_turn_lost_added_or_moved_is_an_error():
    head, *turns, end = SAMPLE.split(".")
    for changed in ([*turns[:-1]], [*turns, turns[-1]], [*turns[:-2], turns[-1], turns[-2]]):
        position(".".join([head, *changed, end]))


@pytest.mark.parametrize(
    "text", ["", "b1", "b1.", "b1.....", "b2" + SAMPLE[2:], "日本", "b1." + "~" * 5000, "x" * 10**6]
)
def test_what_is_no_line_is_an_error_with_its_place(text):
    position(text)


def test_a_later_version_says_so():
    with pytest.raises(RecordError, match="newer program"):
        Record.from_line("b9" + SAMPLE[2:])


def sealed(*sections: str) -> str:
    """A line made by hand, its checks right."""
    text, crc = line.VERSION, 0
    for section in sections:
        crc = binascii.crc_hqx(f".{section}".encode(), crc)
        text += f".{section}{line.check(crc)}"
    return f"{text}.{line.end_of(text)}"


FOUR = ("A~B~C~D", "1234_1_2", "a3a2nnno1o2u4u5i_aaaaaannnoo", "a_mmm_n")


def test_a_line_can_be_written_by_hand():
    record = Record.from_line(sealed(*FOUR))
    assert record.players == ("A", "B", "C", "D")
    assert record.turns == (Turn((Meow.NYAA,), dict.fromkeys("ACD", Word.MATCHED), Face(Kind.of(Meow.NYAN))),)


@pytest.mark.parametrize(
    ("section", "text"),
    [
        (0, "A~B~C~-===="),
        (0, "A~B~C~-_w"),
        (0, "A~B"),
        (0, ""),
        (1, "1234_1_0"),
        (1, "1234_1_5"),
        (1, "1234_1"),
        (1, "123_1_2"),
        (1, "134_1_2_s1-18"),  # who leads first does not play
        (1, "1234_1_2_q"),
        (1, "1234_1_2_s9"),
        (1, "1234_1_2_c6-6-6-6"),
        (1, "1234_1_2_t"),
        (1, "1234_1_2_k1-2"),
        (2, "a_a_a"),
        (2, "a9_a"),
        (2, "Na_a"),
        (3, "b_mmm_n"),
        (3, "a_mm_n"),
        (3, "a_mmmm_n"),
        (3, "a_mmm_"),
        (3, "R9_a_a"),
        (3, "R1_a"),
        (3, "R1_a_a_a"),
        (3, ""),
    ],
)
def test_a_section_that_means_nothing_is_an_error_though_its_checks_are_right(section, text):
    parts = list(FOUR)
    parts[section] = text
    with pytest.raises(RecordError):
        Record.from_line(sealed(*parts))


def test_a_line_of_seven_players_and_twenty_turns_is_short():
    for expansion in (False, True):
        longest = max(len(simulate(7, expansion, 20, seed).record(0).to_line()) for seed in range(20))
        assert longest < 700


def test_the_longest_record_still_fits():
    players, setup = 7, Setup(1, 9)
    record = simulate(players, True, 63, seed=1, setup=setup).record(0)
    record = renamed(record, {name: chr(0x1F431 + i) * 40 for i, name in enumerate(record.players)})
    call = (Meow.NII,) * 4
    card = Face(Kind.of(Meow.NYAU, Meow.NII))
    turns = tuple(
        replace(turn, call=call, die=4, answers={n: card if n != record.me else a for n, a in turn.answers.items()})
        for turn in record.turns
    )
    result = Result(record.me, card.kind, card, dict.fromkeys(record.players, (card,) * setup.hand))
    chips = dict.fromkeys(record.players, 999)
    record = replace(record, turns=turns, result=result, target=999, chips=chips, deck=Deck(OWN_SPLIT, True))
    assert len(record.to_line()) <= line.LONGEST
    assert Record.from_line(record.to_line()) == record
