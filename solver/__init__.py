"""Exact deduction for the boss-cat card game: from one player's view of a round to the odds of every boss cat."""

from importlib import import_module
from typing import TYPE_CHECKING

from solver.errors import BosscatError, Contradiction, RecordError, SolverUnknown, TooMuchWork
from solver.odds.posterior import Posterior
from solver.record.schema import Record
from solver.solving import solve

if TYPE_CHECKING:
    from solver.advice.advising import advise
    from solver.advice.review import review
    from solver.reasons.explanations import explain

__all__ = [
    "BosscatError",
    "Contradiction",
    "Posterior",
    "Record",
    "RecordError",
    "SolverUnknown",
    "TooMuchWork",
    "advise",
    "explain",
    "review",
    "solve",
]

LATE = {
    "advise": "solver.advice.advising",
    "explain": "solver.reasons.explanations",
    "review": "solver.advice.review",
}


def __getattr__(name: str) -> object:
    """Import what needs the heavy libraries when it is first asked for, so that ``import solver`` stays quick."""
    if name not in LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(LATE[name]), name)
