"""Other ways to the same numbers, on the same positions: CP-SAT, a model counter, and trying deals at random."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver import solve
from solver.errors import SolverUnknown, TooMuchWork
from solver.game.cards import Face
from solver.logic.answers import Observation, observations
from solver.logic.formulas import evaluate
from solver.record.schema import Record
from solver.record.view import View
from tests.cnf import weights_within

Numbers = NDArray[Any]

ENOUGH = 2_500  # deals drawn: the standard error of a probability is then at most one percentage point
TRIED_AT_ONCE = 5_000
TRIED_SECONDS = 1.0
MODELLED_SECONDS = 8.0


@dataclass(frozen=True, slots=True)
class Compared:
    """Seconds that each way takes; ``trying`` extrapolated, a lower bound where ``seldom``: no deal tried fitted.

    ``listing`` is None where there are too many solutions, ``modelling``, the boss cat's odds by the model counter,
    where it takes more than MODELLED_SECONDS or is not installed.
    """

    counting: float
    listing: float | None
    modelling: float | None
    trying: float
    seldom: bool


def compare(record: Record) -> Compared:
    """Return how long each way takes on one record."""
    start = time.perf_counter()
    solve(record)
    counted = time.perf_counter()
    try:
        solve(record, "cp-sat")
        listing = time.perf_counter() - counted
    except (TooMuchWork, SolverUnknown):
        listing = None
    modelled = weights_within(record, MODELLED_SECONDS) if find_spec("pyganak") else None
    trying, seldom = rejection(View(record))
    return Compared(counted - start, listing, modelled and modelled[1], trying, seldom)


def rejection(view: View) -> tuple[float, bool]:
    """Return how long it takes to find ENOUGH deals by dealing at random and keeping what fits every answer.

    Kept deals are weighed by the choices players had, so more are needed than where all weigh the same: their number
    counts by its effect, (sum of weights)^2 / sum of squares.
    """
    seen, rng = list(observations(view)), np.random.default_rng(0)
    total = squares = 0.0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < TRIED_SECONDS:
        weights = weights_of(seen, Dealt(view, rng))
        total, squares = total + float(weights.sum()), squares + float((weights**2).sum())
    effect = total**2 / squares if squares else 0.0
    return spent * ENOUGH / max(effect, 1.0), effect < 1.0


class Dealt:
    """Many deals at random of the unseen cards: ``hands`` player -> cell -> how many of it the hand holds in each."""

    def __init__(self, view: View, rng: np.random.Generator) -> None:
        cells = [cell for cell, number in view.unseen.items() for _ in range(number)]
        places = {cell: place for place, cell in enumerate(view.unseen)}
        deck = np.array([places[cell] for cell in cells])
        cards = rng.permuted(np.tile(deck, (TRIED_AT_ONCE, 1)), axis=1)
        self.hands, start = {}, 0
        for player in view.others:
            own = cards[:, start : start + view.hand_size(player)]
            self.hands[player] = {cell: (own == place).sum(axis=1) for cell, place in places.items()}
            start += view.hand_size(player)

    def counter(self, player: str, gone: Mapping[Face, int]) -> Callable[[frozenset[Face]], Numbers]:
        """Return what counts cards out of a set of cells in a hand of each deal, those ``gone`` since included."""
        held = self.hands[player]

        def count(cards: frozenset[Face]) -> Numbers:
            start = np.full(TRIED_AT_ONCE, sum(gone.get(cell, 0) for cell in cards))
            return sum((held[cell] for cell in cards), start)

        return count


def weights_of(seen: Iterable[Observation], dealt: Dealt) -> Numbers:
    """Return the weight of each deal: 0 where some answer does not fit."""
    weights = np.ones(TRIED_AT_ONCE)
    for observation in seen:
        count = dealt.counter(observation.player, {})
        weights = weights * evaluate(observation.formula, count)
        if (choice := observation.choice) is not None:
            number = dealt.counter(observation.player, dict(choice.gone))
            lawful = sum(number(cards) * evaluate(when, count) for cards, when in choice.lawful)
            weights = weights * number(choice.like) / np.maximum(lawful, 1)
    return weights
