"""Solving in a process of its own, one record after the other: for records that take long.

In a thread, single steps of theirs would hold up every other page for seconds. Their process gives way to whatever is
quick, and gives its memory back when it ends.
"""

import os
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock

from solver import BosscatError, Contradiction, Posterior, Record, SolverUnknown, solve
from solver.catalogue import message
from solver.reasons.diagnosis import diagnose

PATIENCE = 60.0  # seconds; the bounds on the work end a solve well before
GIVING_WAY = 10  # how far the process stands back, of 19

one_at_a_time = Lock()


def solve_apart(record: Record) -> Posterior:
    """Return what ``solve`` returns and raise what it raises; SolverUnknown where no answer came."""
    context = get_context("spawn")
    with one_at_a_time:
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=send_answer, args=(record.to_line(), there), daemon=True)
        process.start()
        there.close()
        try:
            if not here.poll(PATIENCE):
                raise EOFError
            found: Posterior | BosscatError | None = here.recv()
        except EOFError:
            raise SolverUnknown(message("errors.solver_unknown", seconds=PATIENCE)) from None
        finally:
            process.kill()
            process.join()
            here.close()
    if found is None:
        raise Contradiction(diagnose(record))
    if isinstance(found, BosscatError):
        raise found
    return found


def send_answer(line: str, there: Connection) -> None:
    """Send what solving the record written as ``line`` came to; None where no deal fits."""
    if hasattr(os, "nice"):
        os.nice(GIVING_WAY)
    try:
        there.send(solve(Record.from_line(line)))
    except Contradiction:
        there.send(None)
    except BosscatError as error:
        there.send(error)
