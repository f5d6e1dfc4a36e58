"""A fixed slice of the evidence on estimates: ``tests.evidence.estimates``."""

from tests.evidence.estimates import agreement, by_kind


def test_what_is_estimated_of_a_call_lies_within_three_standard_errors():
    shares = agreement(range(40))
    assert set(shares) == {"p", "value", "bits"}
    assert min(shares.values()) >= 0.9


def test_a_rival_taken_to_count_by_kind_thinks_nearly_what_one_thinks_who_noted_all_points():
    off, same = by_kind(range(8))
    assert off < 0.05
    assert same > 0.7
