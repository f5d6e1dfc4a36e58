"""The posterior straight from the CP-SAT model: every solution listed once and weighed (for positions with few).

Slow and simple beside ``counting``: it shares the formulas with it, and nothing else.
"""

from collections.abc import Mapping
from functools import cache
from math import factorial, prod

from solver.game.cards import Face, Kind
from solver.logic.answers import Choice, observations
from solver.logic.formulas import evaluate
from solver.logic.model import Boss, DealModel, Hand, Place
from solver.odds.posterior import Posterior, Tally, posterior
from solver.record.view import View

MOST_SOLUTIONS = 50_000
MOST_SECONDS = 30.0

Cards = tuple[tuple[Face, int], ...]


def count(view: View, most: int = MOST_SOLUTIONS) -> Posterior | None:
    """Return the posterior of ``view``, None where no deal fits.

    Raises TooMuchWork beyond ``most`` solutions, SolverUnknown where the solver runs out of time.
    """
    if not view.countable:
        return None
    model, choices = deal_model(view)
    solutions = model.solutions(most)
    if not solutions:
        return None
    return posterior(view, tally(view, list(model.counts), solutions, choices))


def deal_model(view: View) -> tuple[DealModel, Mapping[str, list[Choice]]]:
    """Return the model in which every answer of ``view`` is required, and the choices each player made."""
    places: dict[Place, int] = {Boss(): 1, **{Hand(player): view.hand_size(player) for player in view.others}}
    model = DealModel(view.unseen, places, MOST_SECONDS)
    choices: dict[str, list[Choice]] = {player: [] for player in view.others}
    for seen in observations(view):
        model.require(seen.formula, [Hand(seen.player)])
        if seen.choice is not None:
            choices[seen.player].append(seen.choice)
    return model, choices


def tally(
    view: View,
    keys: list[tuple[Place, Face]],
    solutions: list[tuple[int, ...]],
    choices: Mapping[str, list[Choice]],
) -> Tally:
    """Return the weights of all ``solutions`` (a number for each of ``keys``), summed."""
    ways = prod(factorial(number) for number in view.unseen.values())
    kinds = sorted({cell.kind for cell, number in view.unseen.items() if number})
    columns = {player: [i for i, (place, _) in enumerate(keys) if place == Hand(player)] for player in view.others}
    boss = {i: cell for i, (place, cell) in enumerate(keys) if place == Boss()}

    @cache
    def weigh(player: str, numbers: tuple[int, ...]) -> tuple[int, float, dict[Kind, int]]:
        """Return what a hand divides the ways by, the weight of its choices, and its cards by kind."""
        cards = {keys[i][1]: number for i, number in zip(columns[player], numbers, strict=True)}
        held = dict.fromkeys(kinds, 0)
        for cell, number in cards.items():
            held[cell.kind] += number
        return prod(map(factorial, numbers)), prod(share(choice, cards) for choice in choices[player]), held

    result = Tally(
        held={player: {kind: (view.hand_size(player), 0, 0.0, 0.0) for kind in kinds} for player in view.others}
    )
    for solution in solutions:
        hands = {player: weigh(player, tuple(solution[i] for i in places)) for player, places in columns.items()}
        deals = ways // prod(divisor for divisor, _, _ in hands.values())
        weight = deals * prod(part for _, part, _ in hands.values())
        under = next(cell for i, cell in boss.items() if solution[i])
        result.deals += deals
        result.total += weight
        result.boss[under] = result.boss.get(under, 0.0) + weight
        for player, (_, _, held) in hands.items():
            row = result.held[player]
            for kind, number in held.items():
                fewest, most, weighted, weight_any = row[kind]
                row[kind] = (
                    min(fewest, number),
                    max(most, number),
                    weighted + weight * number,
                    weight_any + (weight if number else 0.0),
                )
    return result


def share(choice: Choice, cards: Mapping[Face, int]) -> float:
    """Return the probability that a player with these cards now showed a card that looks as seen: like / lawful."""

    def now(cells: frozenset[Face]) -> int:
        return sum(cards.get(cell, 0) for cell in cells)

    def then(cells: frozenset[Face]) -> int:
        return now(cells) + sum(number for cell, number in choice.gone if cell in cells)

    return then(choice.like) / sum(then(cells) for cells, when in choice.lawful if evaluate(when, now))
