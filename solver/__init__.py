"""Exact deduction for the boss-cat card game: from one player's view of a round to the odds of every boss cat."""

from solver.errors import BosscatError, Contradiction, RecordError, SolverUnknown, TooMuchWork
from solver.odds.posterior import Posterior
from solver.record.schema import Record
from solver.solving import solve

__all__ = [
    "BosscatError",
    "Contradiction",
    "Posterior",
    "Record",
    "RecordError",
    "SolverUnknown",
    "TooMuchWork",
    "solve",
]
