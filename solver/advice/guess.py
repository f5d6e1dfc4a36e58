"""The value of a guess (rules.md, "Guess value")."""

from collections.abc import Sequence

from solver.game.cards import POINTS, Kind
from solver.game.table import gain, knocked_out, loss
from solver.odds.posterior import BossChance, Guess


def value_of(boss: Sequence[BossChance], kind: Kind, chips: int, target: int) -> Guess:
    """Return the stakes of naming ``kind`` with ``chips`` points: probabilities, and the expected change of points."""
    p = ev = p_win = p_out = 0.0
    for chance in boss:
        right = chance.kind == kind
        p += chance.p if right else 0.0
        for points, weight in chance.points.items():
            ev += weight * (gain(chips, points) if right else -loss(chips, points))
            p_win += weight if right and chips + gain(chips, points) >= target else 0.0
            p_out += weight if not right and knocked_out(chips, points) else 0.0
    return Guess(kind, p, ev, p_win, p_out)


def best_guess(boss: Sequence[BossChance], chips: int, target: int) -> Guess:
    """Return the guess with the best expected change of points; equal within 1e-12: the likelier kind, then deck order.

    ``boss`` is in the order of a posterior: likeliest first, then deck order.
    """
    guesses = [value_of(boss, chance.kind, chips, target) for chance in boss]
    most = max(guess.ev for guess in guesses)
    return next(guess for guess in guesses if guess.ev >= most - 1e-12)


def break_even(boss: Sequence[BossChance], kind: Kind, chips: int) -> float:
    """Return the probability of ``kind`` at which naming it neither gains nor loses points on average.

    The points that its cards and the others have are kept as likely as they are, only their balance is moved.
    """
    gains = {chance.kind: average(chance, [gain(chips, points) for points in POINTS]) for chance in boss}
    losses = {chance.kind: average(chance, [loss(chips, points) for points in POINTS]) for chance in boss}
    others = [chance for chance in boss if chance.kind != kind]
    weight = sum(chance.p for chance in others)
    lost = sum(chance.p * losses[chance.kind] for chance in others) / weight if weight else 0.0
    return lost / (lost + gains[kind])


def average(chance: BossChance, worth: Sequence[int]) -> float:
    """Return the mean of ``worth`` (for 1 to 5 points) over the points a card of this kind may have."""
    total = sum(chance.points.values())
    return sum(p * worth[points - 1] for points, p in chance.points.items()) / total
