"""Which card to put away: what each kind in my hand tells the others by lying open."""

from collections.abc import Mapping, Sequence

import numpy as np

from solver.advice.clock import Late
from solver.advice.findings import SURE, Discards, Figure, estimated
from solver.advice.scene import Scene
from solver.game.cards import Kind
from solver.odds.hands import Weights


def discards(scenes: Sequence[Scene], before: Mapping[int, Weights], late: Late) -> Discards | None:
    """Return what every kind in the leader's hand tells: points that the rivals' best guesses gain, on average.

    ``before`` rival's seat -> [scene] the value of the best guess now, 0 where none gains. A discard costs the leader
    nothing: what is in a hand matters to its owner's knowledge alone, and that stays. None where it is ``late``
    before all kinds were looked at.
    """
    first = scenes[0]
    tells = {}
    for kind in sorted({card.kind for card in first.hands[first.leader]}):
        if late():
            return None
        card = next(card for card in first.hands[first.leader] if card.kind == kind)
        after = [scene.discarded(card) for scene in scenes]
        gains = np.zeros(len(scenes))
        for seat, values in before.items():
            odds = after[0].public.boss(seat, np.array([scene.counts(seat) for scene in after]))
            best = [float(scene.stakes(seat).values(boss).max()) for scene, boss in zip(after, odds, strict=True)]
            gains += (np.maximum(best, 0.0) - values) / len(before)
        tells[kind] = estimated(list(map(float, gains)))
    order = sorted(tells, key=lambda kind: (tells[kind].mean, kind))
    return Discards(tells, tuple(order), matters(tells, order))


def matters(tells: Mapping[Kind, Figure], order: Sequence[Kind]) -> bool:
    """Return whether the least and the most telling kind differ for sure."""
    least, most = tells[order[0]], tells[order[-1]]
    return most.mean - least.mean > SURE * float(np.hypot(least.error, most.error))
