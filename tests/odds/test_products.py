"""Products of tables: however they are cut into blocks and multiplied, they give what adding row to row gives."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import TooMuchWork
from solver.odds import deals, few
from solver.odds.blocks import Cut, Frame
from solver.odds.deals import PRIME, Chain, Table, weigh
from solver.odds.few import Few
from solver.odds.halves import dealt_out
from solver.odds.hands import Hands, number_within, rows_within
from solver.odds.meeting import Meeting

Row = tuple[int, ...]
BUDGET = 10**9


@st.composite
def tables(draw: st.DrawFn) -> tuple[np.ndarray, list[Hands]]:
    """Draw unseen cards by class, and tables of hands out of them that leave one card for the boss."""
    unseen = draw(st.lists(st.sampled_from((1, 1, 1, 2, 3, 5)), min_size=2, max_size=6))
    players = draw(st.integers(2, 6))
    cards = sum(unseen) - 1
    cuts = sorted(draw(st.lists(st.integers(0, cards), min_size=players - 1, max_size=players - 1)))
    sizes = [stop - start for start, stop in zip([0, *cuts], [*cuts, cards], strict=True)]
    hands = []
    for size in sizes:
        rows = rows_within([(0, min(size, number)) for number in unseen], size)
        keep = np.array(draw(st.lists(st.booleans() | st.just(True), min_size=len(rows), max_size=len(rows))), np.bool_)
        rows = rows[keep] if keep.any() else rows
        weights = [1 / prod(factorial(number) for number in row) for row in rows.tolist()]
        factors = draw(st.none() | st.lists(st.sampled_from((0.25, 0.5, 1.0)), min_size=len(rows), max_size=len(rows)))
        columns = [weights] if factors is None else [np.multiply(weights, factors), weights]
        hands.append(Hands(rows, np.array(columns)))
    return np.array(unseen, np.int64), hands


def added_up(
    unseen: np.ndarray, hands: list[Hands]
) -> tuple[dict[int, Fraction], dict[int, Fraction], list[dict[Row, Fraction]]]:
    """Return by adding row to row: the weight of each class under the boss, by choices and by deals; of each row."""
    weight: list[dict[int, Fraction]] = [defaultdict(Fraction), defaultdict(Fraction)]
    of_rows: list[dict[Row, Fraction]] = [defaultdict(Fraction) for _ in hands]
    for places in product(*(range(len(own)) for own in hands)):
        rows = [own.rows[place] for own, place in zip(hands, places, strict=True)]
        left = unseen - sum(rows)
        if left.min() < 0:
            continue
        boss = int(left.argmax())
        for column in (0, 1):
            shares = [
                Fraction(float(own.weights[min(column, len(own.weights) - 1), p]))
                for own, p in zip(hands, places, strict=True)
            ]
            weight[column][boss] += prod(shares)
            if not column:
                for own, row in zip(of_rows, rows, strict=True):
                    own[tuple(row.tolist())] += prod(shares)
    return weight[0], weight[1], of_rows


WAYS = {"laid out": (10**9, 0), "in blocks": (0, 0), "in one block": (0, 10**9)}


@pytest.mark.parametrize(("most_laid_out", "few_pairs"), WAYS.values(), ids=WAYS)
@given(tables())
def test_deals_weigh_what_adding_row_to_row_gives(most_laid_out, few_pairs, drawn):
    unseen, hands = drawn
    if prod(map(len, hands)) > 20_000:
        return
    by_choice, by_deals, of_rows = added_up(unseen, hands)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(few, "MOST", most_laid_out)
        patch.setattr(deals, "FEW_PAIRS", few_pairs)
        weighed = weigh(hands, unseen, BUDGET)
    if not by_choice:
        assert weighed is None
        return
    assert weighed is not None
    for column in range(len(unseen)):
        assert weighed.boss[0, column] == pytest.approx(float(by_choice[column]), rel=1e-13)
        assert weighed.boss[-1, column] == pytest.approx(float(by_deals[column]), rel=1e-13)
    for (own, weights), expected in zip(weighed.hands, of_rows, strict=True):
        found = {tuple(row): weight for row, weight in zip(own.rows.tolist(), weights, strict=True) if weight}
        assert found == {row: pytest.approx(float(weight), rel=1e-13) for row, weight in expected.items() if weight}
    assert weighed.deals == round(sum(by_deals.values()) * prod(factorial(number) for number in unseen.tolist()))


@given(tables(), st.integers(0, 1))
def test_the_number_of_deals_modulo_a_prime_is_that_of_the_exact_number(drawn, single):
    unseen, hands = drawn
    if prod(map(len, hands)) > 20_000:
        return
    table = Table(unseen, hands, BUDGET)
    if not table.trim():
        return
    table.frame = Frame(unseen, bool(single))
    one, two = (Chain(table, players) for players in dealt_out(table.sizes))
    boss = Meeting(one.modulo(PRIME), two.modulo(PRIME)).boss
    laid_out = Few(table.hands, dealt_out(table.sizes), unseen)
    also = laid_out.weigh_boss([own.deals_modulo(PRIME) for own in table.hands], PRIME)
    ways = prod(factorial(number) for number in unseen.tolist())
    _, by_deals, _ = added_up(unseen, hands)
    expected = round(sum(by_deals.values()) * ways) % PRIME
    assert int(boss.sum()) * ways % PRIME == int(also.sum()) * ways % PRIME == expected


@pytest.mark.parametrize("cards", [(9, 8, 7, 2, 1, 1), (14, 13, 1)], ids=["products", "laid out"])
def test_the_number_of_deals_has_all_its_digits_below_two_to_the_53(cards):
    unseen = np.array(cards, np.int64)
    sizes = (10, 9, 8)
    hands = []
    for size in sizes:
        rows = rows_within([(0, min(size, int(number))) for number in unseen], size)
        hands.append(Hands(rows, np.array([[1 / prod(factorial(n) for n in row) for row in rows.tolist()]])))
    weighed = weigh(hands, unseen, BUDGET)
    assert weighed is not None
    assert few.are_few(hands, dealt_out([len(own) for own in hands])) == (len(cards) == 3)
    number = factorial(28) // prod(map(factorial, sizes))  # every card its own, nothing ruled out
    assert 10**11 < number < 2**53
    assert weighed.deals == number


@given(tables())
def test_trimming_tables_loses_no_deal(drawn):
    unseen, hands = drawn
    if prod(map(len, hands)) > 20_000:
        return
    by_choice, _, of_rows = added_up(unseen, hands)
    table = Table(unseen, list(hands), BUDGET)
    assert table.trim() or not by_choice
    for own, rows in zip(table.hands, of_rows, strict=True):
        assert {row for row, weight in rows.items() if weight} <= set(map(tuple, own.rows.tolist()))


@given(tables(), st.booleans())
def test_a_table_cut_into_blocks_keeps_every_row_with_its_weight(drawn, single):
    unseen, hands = drawn
    for own in hands:
        cut = Cut(Frame(unseen, single), own)
        by_block = {k: weights[0] for k, weights in cut.weights(own.weights).items()}
        assert (cut.rows(by_block) == own.weights[0]).all()
        assert sum(np.count_nonzero(weights) for weights in by_block.values()) == len(own)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).map(sorted), max_size=5), st.integers(0, 12))
def test_rows_within_bounds_are_all_there_are(bounds, size):
    rows = rows_within([(least, most) for least, most in bounds], size)
    every = [row for row in product(*(range(least, most + 1) for least, most in bounds)) if sum(row) == size]
    assert sorted(map(tuple, rows.tolist())) == every
    assert number_within([(least, most) for least, most in bounds], size) == len(every)


def test_a_product_beyond_the_budget_is_refused_before_it_begins():
    unseen = np.array([8, 8, 8, 8], np.int64)
    rows = rows_within([(0, 8)] * 4, 10)
    hands = [Hands(rows, np.ones((1, len(rows))))] * 3
    with pytest.raises(TooMuchWork):
        weigh(hands, unseen + np.array([0, 0, 0, -1]), 1000)
