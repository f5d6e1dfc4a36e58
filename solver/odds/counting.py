"""Counting: from a view to its posterior, exactly, without listing deals one by one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod

import numpy as np
from msgspec.structs import replace

from solver.errors import TooMuchWork
from solver.game.cards import Face, Kind
from solver.odds.boxes import Rows
from solver.odds.deals import Weighed, weigh
from solver.odds.hands import Hands, Weights, hands
from solver.odds.posterior import Posterior, Tally, posterior
from solver.odds.problem import Problem, problem
from solver.record.view import View

Place = tuple[int, str]
BUDGET = 2_000_000_000
POINTS_BUDGET = 200_000_000
WORK_A_ROW = 100


def count(view: View, budget: int | None = None) -> Posterior | None:
    """Return the posterior of a view, or None where no deal fits.

    Where points noted in answers make the work too much, the points of some answers are set aside, least telling
    first, and the posterior names them. Raises TooMuchWork where even without them the budget does not do. With a
    ``budget`` of so many pair operations nothing is set aside: the same posterior, or TooMuchWork soon.
    """
    if budget is not None:
        return count_within(view, min(budget, POINTS_BUDGET), ())
    noted = answers_with_points(view)
    for number in (*(2**power - 1 for power in range(len(noted).bit_length())), len(noted)):
        aside = tuple(place for places in noted[:number] for place in places)
        try:
            return count_within(without_points(view, aside), POINTS_BUDGET if number < len(noted) else BUDGET, aside)
        except TooMuchWork:
            if number == len(noted):
                raise
    raise AssertionError("the last round returns or raises")


def count_within(view: View, budget: int, aside: tuple[Place, ...]) -> Posterior | None:
    """Return the posterior of a view, or None where no deal fits; TooMuchWork beyond so many pair operations."""
    view = view.lean
    posed = problem(view)
    if posed is None:
        return None
    unseen = np.array([sum(posed.unseen[cell] for cell in group) for group in posed.classes], np.int64)
    most_rows = budget // WORK_A_ROW // len(posed.hands)
    weighed = weigh([hands(posed, hand, most_rows) for hand in posed.hands], unseen, budget)
    return None if weighed is None else posterior(view, tally(view, posed, unseen, weighed), aside)


def answers_with_points(view: View) -> list[list[Place]]:
    """Return the answers whose points count, by the face they show, least telling face first.

    A face tells the less, the more of the unseen cards of its kind look like it.
    """
    faces: dict[Face, list[Place]] = {}
    for number, turn in enumerate(view.record.turns, 1):
        for player, answer in sorted(turn.answers.items()):
            if (
                isinstance(answer, Face)
                and answer.points is not None
                and player != view.record.me
                and len(view.looks(answer)) < len(view.cells_of(answer.kind))
            ):
                faces.setdefault(answer, []).append((number, player))

    def share(face: Face) -> float:
        return view.unseen[face] / max(1, view.unseen_of(face.kind))

    return [faces[face] for face in sorted(faces, key=lambda face: (-share(face), face))]


def without_points(view: View, places: Sequence[Place]) -> View:
    """Return the view with the points of these answers not noted."""
    if not places:
        return view
    turns = list(view.record.turns)
    for number, player in places:
        turn = turns[number - 1]
        answer = turn.answers[player]
        assert isinstance(answer, Face)
        turns[number - 1] = replace(turn, answers={**turn.answers, player: answer.bare})
    return View(replace(view.record, turns=tuple(turns)))


def tally(view: View, posed: Problem, unseen: Rows, weighed: Weighed) -> Tally:
    """Return the weights by kind, from those by class."""
    result = Tally(total=float(weighed.boss[0].sum()), deals=weighed.deals * located_ways(view, posed))
    kinds: dict[Kind, list[Inside]] = {cell.kind: [] for cell, number in view.unseen.items() if number}
    for column, group in enumerate(posed.classes):
        weight, total, inside = float(weighed.boss[0, column]), int(unseen[column]), Counter[Kind]()
        for cell in group:
            result.boss[cell] = weight * posed.unseen[cell] / total
            inside[cell.kind] += posed.unseen[cell]
        for kind, number in inside.items():
            kinds[kind].append(Inside(column, number, total))
    for hand, (table, weights) in zip(posed.hands, weighed.hands, strict=True):
        located = Counter[Kind]()
        for cell, number in posed.located[hand.player].items():
            located[cell.kind] += number
        holder = Holder(table, weights)
        result.held[hand.player] = {kind: holder.held(places, located[kind]) for kind, places in kinds.items()}
    return result


@dataclass(frozen=True, slots=True)
class Inside:
    """So many of the ``total`` unseen cards of a class (by its column) are of one kind."""

    column: int
    number: int
    total: int


class Holder:
    """What one hand may hold, from its table and the weight of all deals with each row.

    Within a class all cards are alike, so the cards of a kind among those held are a random part of the class.
    """

    def __init__(self, table: Hands, weights: Weights) -> None:
        possible = weights > 0
        self.rows, self.weights = (table.rows, weights) if possible.all() else (table.rows[possible], weights[possible])
        self.total = float(self.weights.sum())
        self.least, self.most = self.rows.min(axis=0).tolist(), self.rows.max(axis=0).tolist()
        self.mean = (self.weights @ self.rows).tolist()
        self.some = (self.weights @ (self.rows > 0)).tolist()

    def held(self, places: Sequence[Inside], located: int) -> tuple[int, int, float, float]:
        """Return fewest and most cards of a kind, weight x number, and weight of the hands with at least one.

        ``places`` are the classes with cards of the kind, ``located`` the cards of it that are held for certain.
        """
        fewest, most, weight_any = located, located, 0.0
        if len(places) == 1:
            (place,) = places
            fewest += max(0, self.least[place.column] - (place.total - place.number))
            most += min(self.most[place.column], place.number)
            if not fewest and place.number == place.total:
                weight_any = self.some[place.column]
            elif not fewest:
                by_number = np.bincount(self.rows[:, place.column], self.weights)
                weight_any = float(by_number @ any_held(place.total, place.number)[: len(by_number)])
        elif places:
            numbers = np.stack([self.rows[:, place.column] for place in places])
            inside = np.array([[place.number] for place in places])
            outside = np.array([[place.total - place.number] for place in places])
            fewest += int(np.maximum(numbers - outside, 0).sum(axis=0).min())
            most += int(np.minimum(numbers, inside).sum(axis=0).max())
            none = [1 - any_held(place.total, place.number)[n] for n, place in zip(numbers, places, strict=True)]
            weight_any = float(self.weights @ (1 - np.prod(none, axis=0)))
        mean = sum(self.mean[place.column] * place.number / place.total for place in places)
        return fewest, most, mean + located * self.total, self.total if fewest else weight_any


@lru_cache(maxsize=1024)
def any_held(total: int, inside: int) -> Weights:
    """Return for 0, 1, ... cards drawn out of ``total`` the probability that one is among ``inside`` given ones."""
    drawn = np.arange(total)
    none = np.cumprod(np.maximum(total - inside - drawn, 0) / (total - drawn))
    return np.concatenate([[0.0], 1 - none])


def located_ways(view: View, posed: Problem) -> int:
    """Return in how many ways the cards of located cells can be dealt out: each a card of its own, hands as known."""
    gone = {cell: number for cell, number in view.unseen.items() if number and cell not in posed.unseen}
    ways = prod(factorial(number) for number in gone.values())
    return ways // prod(factorial(number) for held in posed.located.values() for number in held.values())
