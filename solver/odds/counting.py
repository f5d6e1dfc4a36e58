"""Counting: from a view to its posterior, exactly, without listing deals one by one."""

from collections.abc import Sequence
from math import factorial, prod

import numpy as np
from msgspec.structs import replace

from solver.catalogue import message
from solver.errors import TooMuchWork
from solver.game.cards import Face, Kind
from solver.odds.deals import Weighed, weigh
from solver.odds.hands import Hands, Weights, hands, number_of_rows
from solver.odds.posterior import Posterior, Tally, posterior
from solver.odds.problem import Problem, problem
from solver.record.view import View

Place = tuple[int, str]
BUDGET = 1_500_000_000
POINTS_BUDGET = 60_000_000
WORK_A_ROW = 100


def count(view: View) -> Posterior | None:
    """Return the posterior of a view, or None where no deal fits.

    Where points noted in answers make the work too much, the points of some answers are set aside, least telling
    first, and the posterior names them. Raises TooMuchWork where even without them the budget does not do.
    """
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
    posed = problem(view)
    if posed is None:
        return None
    rows = sum(number_of_rows(hand, posed.classes) for hand in posed.hands)
    if rows > budget // WORK_A_ROW:
        raise TooMuchWork(message("errors.too_much_work", steps=rows * WORK_A_ROW, most=budget))
    unseen = np.array([sum(posed.unseen[cell] for cell in group) for group in posed.classes], np.int64)
    weighed = weigh([hands(posed, hand) for hand in posed.hands], unseen, budget)
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
                and player != view.record.me
                and len(view.looks(answer)) < len(view.cells_of(answer.kind))
            ):
                faces.setdefault(answer, []).append((number, player))

    def share(face: Face) -> float:
        return view.unseen[face] / max(1, sum(view.unseen[cell] for cell in view.cells_of(face.kind)))

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


def tally(view: View, posed: Problem, unseen: np.ndarray, weighed: Weighed) -> Tally:
    """Return the weights by kind, from those by class."""
    result = Tally(total=float(weighed.boss[0].sum()))
    for column, group in enumerate(posed.classes):
        for cell in group:
            result.boss[cell] = float(weighed.boss[0, column]) * posed.unseen[cell] / int(unseen[column])
    result.deals = weighed.deals * located_ways(view, posed)
    for hand, (table, weights) in zip(posed.hands, weighed.hands, strict=True):
        located = posed.located[hand.player]
        result.held[hand.player] = {
            kind: held(posed, unseen, kind, table, weights, sum(n for cell, n in located.items() if cell.kind == kind))
            for kind in {cell.kind for cell, number in view.unseen.items() if number}
        }
    return result


def held(
    posed: Problem, unseen: np.ndarray, kind: Kind, table: Hands, weights: Weights, located: int
) -> tuple[int, int, float, float]:
    """Return fewest and most cards of ``kind`` in a hand, weight x number, and weight of the hands with at least one.

    Within a class all cards are alike, so the cards of the kind among those held are a random part of the class.
    """
    rows, possible = table.rows, weights > 0
    fewest = most = np.zeros(len(rows), np.int64)
    mean, none = np.zeros(len(rows)), np.ones(len(rows))
    for column, group in enumerate(posed.classes):
        inside = sum(posed.unseen[cell] for cell in group if cell.kind == kind)
        if inside:
            total, number = int(unseen[column]), rows[:, column]
            fewest = fewest + np.maximum(number - (total - inside), 0)
            most = most + np.minimum(number, inside)
            mean = mean + number * (inside / total)
            none = none * none_held(total, inside)[number]
    least = int(fewest[possible].min()) + located
    weight_any = float(weights.sum()) if least else float((weights * (1 - none)).sum())
    return least, int(most[possible].max()) + located, float((weights * (mean + located)).sum()), weight_any


def none_held(total: int, inside: int) -> np.ndarray:
    """Return for 0, 1, ... cards drawn out of ``total`` the probability that none is among ``inside`` given ones."""
    drawn = np.arange(total)
    chances = np.concatenate([[1.0], np.cumprod(np.maximum(total - inside - drawn, 0) / (total - drawn))])
    return np.asarray(chances)


def located_ways(view: View, posed: Problem) -> int:
    """Return in how many ways the cards of located cells can be dealt out: each a card of its own, hands as known."""
    gone = {cell: number for cell, number in view.unseen.items() if number and cell not in posed.unseen}
    ways = prod(factorial(number) for number in gone.values())
    return ways // prod(factorial(number) for held in posed.located.values() for number in held.values())
