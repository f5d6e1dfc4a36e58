"""From a record to its posterior: the one way in for the command line, the page and Python."""

from dataclasses import replace
from typing import Literal

from solver.advice.guess import best_guess
from solver.errors import Contradiction
from solver.logic.answers import check_my_answers
from solver.odds.posterior import Posterior
from solver.record.schema import Record
from solver.record.view import View

Engine = Literal["counting", "cp-sat"]


def solve(record: Record, engine: Engine = "counting", *, budget: int | None = None) -> Posterior:
    """Return how likely every boss cat is, what everyone may hold, and the best guess: exact, without sampling.

    ``counting`` takes milliseconds. ``cp-sat`` lists every solution of the constraint model and weighs it: the same
    result, for positions with few solutions. Raises RecordError where an answer of my own is not lawful,
    Contradiction where no deal fits, TooMuchWork beyond the engine's budget, SolverUnknown where CP-SAT ends without an
    answer. A ``budget`` of one's own, in pair operations (some hundred million a second), lets ``counting`` give up
    sooner; what it returns is the same.
    """
    view = View(record)
    check_my_answers(view.lean)
    # Whoever only reads records or prints help pays for no solver library.
    if engine == "cp-sat":
        from solver.odds import enumeration

        found = enumeration.count(view)
    else:
        from solver.odds import counting

        found = counting.count(view, budget)
    if found is None:
        from solver.reasons.diagnosis import diagnose

        raise Contradiction(diagnose(record))
    return replace(found, guess=best_guess(found.boss, record.chips[record.me], record.target))
