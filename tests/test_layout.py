"""Columns on a terminal, in both languages."""

import pytest

from solver.cli import layout


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("abc", 3), ("ニャア", 6), ("が", 2), ("か\u3099", 2), ("█▌", 2)]
)
def test_a_japanese_letter_takes_two_columns(text, columns):
    assert layout.width(text) == columns


def test_columns_of_a_table_are_aligned():
    assert layout.table([["ニャア", "1", "x"], ["a", "10", ""]], right=[1]) == ["  ニャア   1  x", "  a       10"]


@pytest.mark.parametrize(
    ("share", "text"), [(0, ""), (1e-9, "▏"), (0.5, "██████████"), (0.51, "██████████▎"), (1, "█" * 20)]
)
def test_a_bar_is_as_long_as_its_share_and_something_for_anything_possible(share, text):
    assert layout.bar(share) == text


def test_phrases_are_broken_between_each_other_only():
    assert layout.wrap(["one two", "three", "ニャア"], ", ", 15) == ["one two, three,", "ニャア"]
    assert layout.wrap(["a long phrase", "b"], ", ", 5) == ["a long phrase,", "b"]
    assert layout.wrap([], ", ", 5) == [""]
