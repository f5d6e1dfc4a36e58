"""How likely every answer to a call is, before it is given: read off the tables that one count already makes."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from solver.game.cards import Face, Meow
from solver.logic.answers import Meaning
from solver.logic.formulas import TRUE, Formula, atoms, evaluate, restrict, without
from solver.odds.counting import BUDGET
from solver.odds.deals import weigh
from solver.odds.hands import Counter, Weights, hands
from solver.odds.posterior import short_of_certain
from solver.odds.problem import Part, Problem, problem
from solver.record.schema import Answer, Word
from solver.record.view import View

Forecast = Mapping[str, Mapping[Answer, float]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer: the hands that may give it, and the share of those hands' lawful cards that look like it."""

    answer: Answer
    formula: Formula
    like: frozenset[Face]
    lawful: tuple[tuple[frozenset[Face], Formula], ...]


def forecast(view: View, call: tuple[Meow, ...], budget: int = BUDGET) -> Forecast:
    """Return for every other player who holds cards how likely each answer to ``call`` now is.

    Cards are told apart by kind. Among lawful cards each is taken as equally likely, whatever the record's
    ``choices``. 0.0 only for what is impossible, 1.0 only for what is certain. Empty where no deal fits the record;
    TooMuchWork beyond the budget, in pairs of hands.
    """
    outcomes = possible_outcomes(view, call)
    posed = problem(view, named_sets(outcomes))
    if posed is None:
        return {}
    unseen = np.array([sum(posed.unseen[cell] for cell in group) for group in posed.classes], np.int64)
    weighed = weigh([hands(posed, hand) for hand in posed.hands], unseen, budget)
    if weighed is None:
        return {}
    result = {}
    for hand, (table, weights) in zip(posed.hands, weighed.hands, strict=True):
        if view.hand_size(hand.player):
            count = Counter(posed.classes, table.rows)
            chances = [chance(outcome, posed, hand.player, count, weights) for outcome in outcomes]
            certain = sum(p > 0 for p in chances) == 1
            total = float(weights.sum())
            result[hand.player] = {
                outcome.answer: 0.0 if not p else 1.0 if certain else short_of_certain(p / total)
                for outcome, p in zip(outcomes, chances, strict=True)
            }
    return result


def possible_outcomes(view: View, call: tuple[Meow, ...]) -> list[Outcome]:
    """Return every answer to ``call``: matched, or a card of each kind of the deck."""
    meaning = Meaning(view)
    outcomes = [Outcome(Word.MATCHED, meaning.formula(call, Word.MATCHED), frozenset(), ())]
    for kind in view.record.deck.kinds:
        face = Face(kind)
        choice = meaning.choice(call, face)
        outcomes.append(Outcome(face, meaning.formula(call, face), choice.like, choice.lawful))
    return outcomes


def named_sets(outcomes: list[Outcome]) -> list[frozenset[Face]]:
    """Return every set of cells that the outcomes tell apart."""
    formulas = [o.formula for o in outcomes] + [when for o in outcomes for _, when in o.lawful]
    sets = [atom.cards for formula in formulas for atom in atoms(formula)]
    return [*sets, *(o.like for o in outcomes), *(cards for o in outcomes for cards, _ in o.lawful)]


def chance(outcome: Outcome, posed: Problem, player: str, count: Counter, weights: Weights) -> float:
    """Return the weight of the hands of ``player`` that give this answer, each shared out among its lawful cards."""
    cells, located = frozenset(posed.unseen), posed.located[player]

    def now(formula: Formula) -> Formula:
        return restrict(without(formula, located), cells)

    def part(cards: frozenset[Face], when: Formula) -> Weights:
        return count.part(Part(cards & cells, sum(located.get(cell, 0) for cell in cards), when))

    fits = np.broadcast_to(evaluate(now(outcome.formula), count), len(weights))
    if not outcome.lawful:
        return float(weights[fits].sum())
    lawful = np.sum([part(cards, now(when)) for cards, when in outcome.lawful], axis=0)
    like = part(outcome.like, TRUE)
    return float((weights[fits] * like[fits] / lawful[fits]).sum())
