"""Does advice keep its budget, and what does a small one leave out: ``python -m tests.benchmarks.advice``, two minutes.

Advice to whoever leads next, in rounds of 4 to 7 players, cards shown noted by kind.
"""

import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from solver.advice.advising import advise
from solver.advice.findings import Advice
from solver.play import Notes, simulate
from solver.record.schema import Record
from tests.benchmarks.positions import PLAYERS

BUDGETS = (0.3, 1.5)  # seconds; the page asks for the second
TURNS = (1, 4, 8)
ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """One piece of advice: the seconds it took, calls looked at, deals behind the rivals, rounds played on."""

    seconds: float
    calls: int
    deals: int
    rounds: int


def leader(players: int, expansion: bool, turns: int, seed: int) -> Record:
    """Return the record of whoever leads next after so many turns."""
    played = simulate(players, expansion, turns, seed)
    return played.record(played.leader(turns + 1), Notes(answer_points=0.0))


def asked(record: Record, budget: float) -> Asked:
    """Return how long advice takes and how much is behind it."""
    start = time.perf_counter()
    advice = advise(record, budget)
    seconds = time.perf_counter() - start
    assert advice is not None
    return Asked(seconds, advice.calls.screened if advice.calls else 0, deals(advice), rounds(advice))


def deals(advice: Advice) -> int:
    """Return over how many deals it was worked out what rivals may know."""
    return max((rival.p.samples for rival in advice.rivals), default=0)


def rounds(advice: Advice) -> int:
    """Return how many rounds were played on to see what waiting is worth."""
    waiting = [stand.waiting for stand in advice.timing.stands.values()] if advice.timing else []
    return max((figure.samples for figure in waiting if figure), default=0)


def line(budget: float, found: Sequence[Asked]) -> str:
    """Return the figures of one budget in one line."""
    seconds = [one.seconds for one in found]
    calls, deals, rounds = (
        statistics.median(getattr(one, name) for one in found) for name in ("calls", "deals", "rounds")
    )
    return (
        f"  in {budget} s: median {statistics.median(seconds):.2f}, longest {max(seconds):.2f} s; "
        f"median of {calls:.0f} calls looked at, {deals:.0f} deals for the rivals, {rounds:.0f} rounds played on"
    )


def main() -> None:
    """Measure and print."""
    print(f"{os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}")
    for expansion in (False, True):
        records = [
            leader(p, expansion, t, 1000 * n + 10 * t + p) for n in range(ROUNDS) for t in TURNS for p in PLAYERS
        ]
        print(f"{'Expansion' if expansion else 'Base game'}, {len(records)} positions")
        for budget in BUDGETS:
            print(line(budget, [asked(record, budget) for record in records]), flush=True)


if __name__ == "__main__":
    main()
