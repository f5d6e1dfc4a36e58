"""The fourth way to one answer: a record as clauses, weighed by an exact model counter."""

from itertools import product
from math import comb, isclose

import pytest
from msgspec.structs import replace

from solver import solve
from solver.record.schema import Choices
from tests.cnf import Clauses, weights_by_boss, weights_within
from tests.evidence.differential import CLOSE, position

pytest.importorskip("pyganak", reason="the model counter has no wheel for this machine")

# Base and expansion, strict and lenient, uniform and rules, points in answers or none; the last with full hands.
QUICK = [0, 6, 10, 15, 16, 17, 33, 36, 37, 46, 52, 34]


@pytest.mark.parametrize("seed", QUICK)
def test_the_model_counter_agrees_on_the_boss_cat_and_the_deals(seed: int):
    record = position(seed)
    posterior, weights = solve(record), weights_by_boss(record)
    total = sum(weights.values())
    assert {kind: weight / total for kind, weight in weights.items() if weight} == pytest.approx(
        {chance.kind: chance.p for chance in posterior.boss}, abs=CLOSE
    )
    assert isclose(
        sum(weights_by_boss(replace(record, choices=Choices.RULES)).values()), posterior.deals, rel_tol=CLOSE
    )


@pytest.mark.parametrize(("number", "of"), [*product(range(6), range(6))])
def test_a_counter_adds_no_models(number: int, of: int):
    clauses = Clauses()
    clauses.exactly([clauses.new() for _ in range(of)], number)
    assert clauses.count() == comb(of, number)


def test_a_counter_that_takes_too_long_is_given_up():
    assert weights_within(position(0), 0.0) is None
