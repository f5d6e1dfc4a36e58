"""Three independent ways to one answer: counting, CP-SAT's list of all solutions, and the slow oracle."""

import pytest

from solver import TooMuchWork, solve
from solver.play import Notes, simulate
from solver.record.schema import Choices, Record, Reveal
from tests.oracle import gap, solve_slowly
from tests.strategies import SMALL_HANDS, small_setup

CLOSE = 1e-9
POSITIONS = [
    (players, expansion, reveal, choices)
    for players in SMALL_HANDS
    for expansion in (False, True)
    for reveal in Reveal
    for choices in Choices
]


def position(players: int, expansion: bool, reveal: Reveal, choices: Choices) -> Record:
    """Return a record of a small round of this sort; how much of it is noted differs from sort to sort."""
    seed = POSITIONS.index((players, expansion, reveal, choices))
    setup = small_setup(players, expansion, SMALL_HANDS[players])
    played = simulate(players, expansion, 1 + seed % 4, seed, setup=setup, reveal=reveal)
    noted = Notes(
        points=(1.0, 0.9, 0.0)[seed % 3], answer_points=(1.0, 0.5)[seed % 2], answers=0.9, cards=0.9, seed=seed
    )
    return played.record(seed % players, noted, choices)


@pytest.mark.parametrize("sort", POSITIONS, ids=lambda sort: "-".join(str(getattr(x, "value", x)) for x in sort))
def test_counting_and_the_oracle_agree(sort: tuple[int, bool, Reveal, Choices]):
    exact = solve_slowly(position(*sort))
    assert exact is not None
    assert gap(solve(position(*sort)), exact) < CLOSE


def test_cp_sat_agrees_with_both_on_at_least_half_of_the_positions_and_refuses_the_rest():
    listed = 0
    for sort in POSITIONS:
        record = position(*sort)
        try:
            posterior = solve(record, engine="cp-sat")
        except TooMuchWork:
            continue
        exact = solve_slowly(record)
        assert exact is not None
        assert gap(posterior, exact) < CLOSE, sort
        listed += 1
    assert listed >= len(POSITIONS) / 2
