"""Counting: from a view to its posterior, exactly, without listing deals one by one."""

from math import factorial, prod

import numpy as np

from solver.game.cards import Kind
from solver.odds.deals import Weighed, weigh
from solver.odds.hands import FACTORIALS, Hands, Weights, hands
from solver.odds.posterior import Posterior, Tally, posterior
from solver.odds.problem import Problem, problem
from solver.record.view import View


def count(view: View) -> Posterior | None:
    """Return the posterior of a view, or None where no deal fits. Raises TooMuchWork beyond the budget."""
    posed = problem(view)
    if posed is None:
        return None
    unseen = np.array([sum(posed.unseen[cell] for cell in group) for group in posed.classes], np.int64)
    weighed = weigh([hands(posed, hand) for hand in posed.hands], unseen)
    if weighed is None:
        return None
    return posterior(view, tally(view, posed, unseen, weighed))


def tally(view: View, posed: Problem, unseen: np.ndarray, weighed: Weighed) -> Tally:
    """Return the weights by kind, from those by class."""
    result = Tally(total=float(weighed.boss[0].sum()))
    for column, group in enumerate(posed.classes):
        for cell in group:
            result.boss[cell] = float(weighed.boss[0, column]) * posed.unseen[cell] / int(unseen[column])
    ways = located_ways(view, posed)
    result.deals = round(float(weighed.boss[-1].sum()) * float(FACTORIALS[unseen].prod()) * ways)
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
