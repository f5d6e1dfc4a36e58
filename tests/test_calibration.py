"""Stated probabilities come true: a fixed slice of the rounds in ``tests.evidence``."""

import pytest

from solver.play import Notes
from tests.evidence.calibration import (
    BOUND,
    FAULTS,
    QUESTIONS,
    Forecast,
    Solver,
    exact,
    forecasts,
    off,
    small_table,
    worst,
)

SLICE = range(800)


@pytest.fixture(scope="module")
def stated() -> list[Forecast]:
    return forecasts(SLICE, small_table, Notes(), exact)


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_stated_comes_true(question: str, stated: list[Forecast]):
    assert abs(off(QUESTIONS[question], stated)) < BOUND


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_gross_fault_shows(fault: Solver):
    gap, _ = worst(forecasts(SLICE, small_table, Notes(), fault))
    assert gap > BOUND
