"""Whatever is sent in, an answer or an error of ours: a fixed slice of the examples in ``tests.evidence``."""

from typing import Any

import pytest
from hypothesis import strategies as st

from tests.evidence import fuzzing
from tests.evidence.damage import SMALL, sealed, sections_of
from tests.evidence.fuzzing import PROPERTIES, Property, fault, fuzz

SHARE = 40  # one example in so many


@pytest.mark.parametrize("name", PROPERTIES)
def test_nothing_sent_in_breaks_the_program(name: str):
    fuzz(name, PROPERTIES[name].examples // SHARE, start=0)


def test_a_fault_is_found_and_told_in_one_line(monkeypatch: pytest.MonkeyPatch):
    def below_ten(number: Any) -> None:
        assert number < 10, "too\nlarge"

    monkeypatch.setitem(fuzzing.PROPERTIES, "numbers", Property(below_ten, st.integers(), 800))
    with pytest.raises(AssertionError):
        fuzz("numbers", 100, start=0)
    assert "too large" in fault("numbers", 0)
    assert "drawn=10" in fault("numbers", 0)


def test_a_line_taken_apart_and_sealed_again_is_the_same():
    for record in SMALL:
        assert sealed(sections_of(record.to_line())) == record.to_line()
