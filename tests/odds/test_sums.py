"""Sums of rows: each has one place, found by a table or by bisection, and adding up in either way is the same."""

from itertools import product
from operator import le

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import TooMuchWork
from solver.odds import sums
from solver.odds.boxes import Box, numbered
from solver.odds.halves import Planner, Profile, dealt_out
from solver.odds.hands import rows_within
from solver.odds.sums import Adder, SumPlaces, Sums

Row = tuple[int, ...]


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    """Draw a box that holds some row."""
    bounds = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=5))
    least, most = (np.array([pick(pair) for pair in bounds], np.int64) for pick in (min, max))
    return Box(least, most, draw(st.integers(int(least.sum()), int(most.sum()))))


@given(boxes())
def test_every_row_in_a_box_has_a_number_of_its_own_that_gives_it_back(box):
    rows = rows_within(list(zip(box.least.tolist(), box.most.tolist(), strict=True)), box.total)
    numbers = box.index(rows)
    assert (box.rows(numbers) == rows).all()
    assert len(set(numbers.tolist())) == len(rows)
    assert 0 <= numbers.min() <= numbers.max() < box.size


@given(boxes(), boxes())
def test_a_box_holds_the_rows_of_an_outer_one_that_lie_within_its_bounds(box, outer):
    classes = min(len(box.least), len(outer.least))
    least, most = (
        np.stack([one[:classes] for one in pair]) for pair in ((box.least, outer.least), (box.most, outer.most))
    )
    outer = Box(least.min(axis=0), most.max(axis=0), int(most.max(axis=0).sum()) - 1)
    inner = Box(least[0], most[0], outer.total)
    rows = rows_within(list(zip(outer.least.tolist(), outer.most.tolist(), strict=True)), outer.total)
    expected = [all(map(le, inner.least, row)) and all(map(le, row, inner.most)) for row in rows]
    assert inner.holds(rows, outer).tolist() == expected


@given(st.lists(st.integers(0, 50), min_size=1), st.booleans())
def test_numbers_are_told_apart_in_order(keys, few):
    found, places = numbered(np.array(keys), 51 if few else 1 << 60)
    assert found.tolist() == sorted(set(keys))
    assert found[places].tolist() == keys


@st.composite
def sides(draw: st.DrawFn) -> tuple[list[tuple[np.ndarray, np.ndarray]], Box]:
    """Draw one to three pairs of sides whose rows all add up to one total, and a box for some of the sums."""
    most = draw(st.lists(st.integers(0, 4), min_size=1, max_size=4))
    total = draw(st.integers(0, sum(most)))
    pairs = []
    for left in draw(st.lists(st.integers(0, total), min_size=1, max_size=3)):
        rows = [rows_within([(0, number) for number in most], size) for size in (left, total - left)]
        kept = [own[sorted(draw(st.sets(st.integers(0, len(own) - 1), min_size=1)))] for own in rows]
        pairs.append((kept[0], kept[1]))
    least = [draw(st.integers(0, number)) for number in most]
    return pairs, Box(np.array(least), np.array([draw(st.integers(low, 8)) for low in least]), total)


@pytest.mark.parametrize("sparse", [64, 0], ids=["by a table", "by bisection"])
@given(sides())
def test_sums_in_the_box_have_a_place_each_and_others_the_one_behind(sparse, drawn):
    pairs, box = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "SPARSE", sparse)
        patch.setattr(sums, "CACHED", 7)
        places = SumPlaces(pairs, box)
        rows = list(map(tuple, places.rows.tolist()))
        inside = [
            tuple((one + two).tolist())
            for left, right in pairs
            for one, two in product(left, right)
            if ((box.least <= one + two) & (one + two <= box.most)).all()
        ]
        assert sorted(rows) == sorted(set(inside))
        for side, (left, right) in enumerate(pairs):
            for part, index in places(side, 5):
                for place, (one, two) in zip(index.ravel(), product(left[part], right), strict=True):
                    summed = tuple((one + two).tolist())
                    assert place == (rows.index(summed) if summed in rows else len(rows))


@given(st.integers(1, 4), st.integers(1, 5), st.integers(1, 6), st.integers(1, 4), st.randoms(use_true_random=False))
def test_adding_up_by_order_and_by_counting_is_the_same(rows, columns, outside, cases, random):
    index = np.array([[random.randint(0, outside) for _ in range(columns)] for _ in range(rows)], np.int32)
    if (index == outside).all():
        return
    own = Sums(slice(0, rows), np.arange(columns), index, outside)
    both = np.array([[random.randint(0, 9) for _ in range(rows * columns)] for _ in range(cases)], np.float64)
    expected = np.zeros((cases, outside + 1))
    for case, pair in product(range(cases), range(rows * columns)):
        expected[case, index.ravel()[pair]] += both[case, pair]
    for often in (False, True):
        add, found = Adder(own, often), np.zeros((cases, outside))
        found[:, add.places] = add(both, np.empty(both.size))
        assert (found == expected[:, :outside]).all()


def test_sums_that_cannot_be_numbered_are_refused():
    classes = 70
    rows = np.eye(classes, dtype=np.int64)
    with pytest.raises(TooMuchWork):
        SumPlaces([(rows, rows)], Box(np.zeros(classes, np.int64), np.full(classes, 2), 2))


@given(st.lists(st.integers(1, 99), min_size=2, max_size=6))
def test_both_plans_have_every_player_once(sizes):
    profiles = [Profile(np.array([1.0, 3.0]), np.array([1.0, size]), 1 + size % 2) for size in sizes]
    planner = Planner(profiles, lambda players: np.array([50.0, 50.0]))
    for one, two in (dealt_out(sizes), planner.halves()):
        assert sorted((*one, *two)) == list(range(len(sizes)))
