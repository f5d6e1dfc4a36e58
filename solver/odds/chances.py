"""How likely a statement about one other hand is."""

import numpy as np

from solver.logic.formulas import Formula, atoms, evaluate, restrict, without
from solver.odds.counting import BUDGET
from solver.odds.deals import weigh
from solver.odds.hands import Counter, hands
from solver.odds.posterior import short_of_certain
from solver.odds.problem import problem
from solver.record.view import View


def chance_of(view: View, player: str, statement: Formula) -> float:
    """Return the probability that ``statement`` holds of the hand that ``player`` holds now.

    0.0 and 1.0 only where that is certain. ValueError where no deal fits the view, TooMuchWork beyond the budget.
    """
    posed = problem(view, [atom.cards for atom in atoms(statement)])
    if posed is not None:
        unseen = np.array([sum(posed.unseen[cell] for cell in group) for group in posed.classes], np.int64)
        weighed = weigh([hands(posed, hand) for hand in posed.hands], unseen, BUDGET)
    if posed is None or weighed is None:
        raise ValueError("no deal fits this view")
    place = [hand.player for hand in posed.hands].index(player)
    table, weights = weighed.hands[place]
    now = restrict(without(statement, posed.located[player]), frozenset(posed.unseen))
    fits = np.broadcast_to(evaluate(now, Counter(posed.classes, table.rows)), weights.shape)
    true, false = float(weights[fits].sum()), float(weights[~fits].sum())
    return 1.0 if not false else 0.0 if not true else short_of_certain(true / (true + false))
