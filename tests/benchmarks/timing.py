"""How long counting takes, position by position, and how much memory it needs."""

import gc
import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any
from unittest.mock import patch

from solver import solve
from solver.errors import TooMuchWork
from solver.odds import deals
from solver.odds.problem import problem
from solver.odds.products import Product
from solver.record.view import View
from tests.benchmarks.positions import Position, Series

Clock = Callable[[], float]

MIB = 1024 if sys.platform != "darwin" else 1024 * 1024  # in the units of ru_maxrss


@dataclass(frozen=True, slots=True)
class Timed:
    """One solve: seconds, pair operations, classes, answers whose points were set aside, or refused."""

    position: Position
    seconds: float
    pairs: int
    classes: int
    set_aside: int
    refused: bool


@dataclass(frozen=True, slots=True)
class Run:
    """A series measured: the solves in order, and the most memory the process had, in MiB."""

    series: Series
    timed: tuple[Timed, ...]
    memory: float


class CountedProduct(Product):
    """A product of tables that notes how many pair operations it takes."""

    noted = 0

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        CountedProduct.noted += self.work


def timed(position: Position, clock: Clock = time.perf_counter) -> Timed:
    """Return how long one whole ``solve`` takes, the record already read; the first of a process takes longer."""
    record = position.record()
    CountedProduct.noted, set_aside, refused = 0, 0, False
    with patch.object(deals, "Product", CountedProduct):
        start = clock()
        try:
            set_aside = len(solve(record).set_aside)
        except TooMuchWork:
            refused = True
        seconds = clock() - start
    posed = problem(View(record))
    return Timed(position, seconds, CountedProduct.noted, len(posed.classes) if posed else 0, set_aside, refused)


def measure(series: Series, rounds: int, seconds: float, clock: Clock) -> Run:
    """Return the series measured, as far as it gets within about so many seconds."""
    for players, turns in ((4, 8), (7, 2)):  # imports and first calls, late and early in a round
        timed(Position(series, players, turns, -1))
    gc.freeze()  # as the server does: collecting garbage shall not go through all of this program
    stop = time.perf_counter() + seconds
    results = []
    for position in series.positions(rounds):
        if time.perf_counter() > stop:
            break
        results.append(timed(position, clock))
    return Run(series, tuple(results), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB)


def in_own_process(series: Series, rounds: int, seconds: float, clock: Clock) -> Run:
    """Return the same, measured in a process of its own, so that its memory tells."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, series, rounds, seconds, clock).result()


def share(seconds: Sequence[float], part: float) -> float:
    """Return the time within which ``part`` (0 to 1) of the solves end."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
