"""Counting against the slow oracle, on many more random small positions than the tests try."""

from collections.abc import Iterator
from random import Random

from solver import solve
from solver.play import Notes, simulate
from solver.record.schema import Choices, Record, Reveal
from tests.oracle import gap, solve_slowly
from tests.strategies import SMALL_HANDS, small_setup

POSITIONS = 2000
CLOSE = 1e-9


def position(seed: int) -> Record:
    """Return a record of a small round, every sort of table and of notes in turn."""
    rng = Random(seed)
    players = rng.choice(list(SMALL_HANDS))
    expansion, reveal, choices = rng.random() < 0.5, rng.choice(list(Reveal)), rng.choice(list(Choices))
    setup = small_setup(players, expansion, rng.randint(2, SMALL_HANDS[players]))
    played = simulate(players, expansion, rng.randrange(players * setup.hand), seed, setup=setup, reveal=reveal)
    noted = Notes(
        points=rng.choice((0.0, 0.5, 1.0)),
        answer_points=rng.choice((0.0, 0.5, 1.0)),
        calls=rng.choice((0.8, 1.0)),
        answers=rng.choice((0.8, 1.0)),
        cards=rng.choice((0.8, 1.0)),
        seed=seed,
    )
    return played.record(rng.randrange(players), noted, choices)


def run() -> Iterator[tuple[bool, str]]:
    """Yield whether all positions agree, and by how much the worst is off."""
    gaps = []
    for seed in range(POSITIONS):
        exact = solve_slowly(position(seed))
        gaps.append(1.0 if exact is None else gap(solve(position(seed)), exact))
    wrong = [seed for seed, off in enumerate(gaps) if off >= CLOSE]
    yield not wrong, f"{POSITIONS - len(wrong)} of {POSITIONS} positions agree, worst gap {max(gaps):.1e}"
    for seed in wrong[:10]:
        yield False, f"position {seed} is off by {gaps[seed]:.1e}"
