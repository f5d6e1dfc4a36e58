"""The figures that benchmarks put into the README, without measuring anything."""

import pytest

from tests.benchmarks import readme
from tests.benchmarks.positions import ALL_SERIES, PLAYERS, Position, named
from tests.benchmarks.rivals import Compared
from tests.benchmarks.timing import Run, Timed

PLACE = Position(ALL_SERIES[0], 4, 2, 0)
RUN = Run(ALL_SERIES[0], tuple(Timed(PLACE, seconds, 10, 4, 0, False) for seconds in (0.001, 0.002, 0.5)), 60.0)
RESULTS = [Compared(0.001, 0.1, 2.0, 7.0, False), Compared(0.001, None, None, 9.0, True)]
DAY, WHERE = "2026-01-31", "2 cores"


def test_the_table_tells_when_and_where_and_what_each_way_costs_beside_counting():
    lines = readme.table([RUN], RESULTS, WHERE, DAY).splitlines()
    assert DAY in lines[0]
    assert WHERE in lines[0]
    assert "| Base game | 3 | 2.00 | 500 | 500 | 60 MiB |" in lines
    told = [line for line in lines if "times as long" in line]
    assert [line.split(" | ")[1].split()[0] for line in told] == ["100", "2,000", "8,000"]
    assert [line.count("1 of 2") for line in told] == [1, 1, 1]


def test_a_way_that_never_got_there_has_no_figure():
    assert [times for _, times, _ in readme.rows(RESULTS[1:])][:2] == ["–", "–"]


def test_the_table_takes_the_place_of_the_one_before_and_nothing_else():
    text = "a\n<!-- benchmarks -->\nold\n<!-- end of benchmarks -->\nb\n"
    once = readme.put(text, "new \\1\n")
    assert once == "a\n<!-- benchmarks -->\nnew \\1\n<!-- end of benchmarks -->\nb\n"
    assert readme.put(once, "new \\1\n") == once
    with pytest.raises(ValueError, match="no place"):
        readme.put("a\nb\n", "new\n")


def test_every_position_can_be_had_again_by_its_name():
    for series in ALL_SERIES:
        for players in PLAYERS:
            assert named(f"{series.name}/{players}/1/3") == Position(series, players, 1, 3)
    assert named(str(PLACE)).record() == PLACE.record()
