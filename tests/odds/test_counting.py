"""Counting gives what enumerating every deal gives."""

from hypothesis import given, settings

from solver import solve
from solver.record.schema import Record
from tests.oracle import gap, solve_slowly
from tests.strategies import records


@settings(max_examples=300)
@given(records(small=True))
def test_counting_agrees_with_the_slow_oracle(record: Record):
    exact = solve_slowly(record)
    assert exact is not None, "a true record has a deal: the true one"
    assert gap(solve(record), exact) < 1e-9
