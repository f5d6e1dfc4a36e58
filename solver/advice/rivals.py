"""What the others may know by now, over deals drawn from my posterior."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.advice.clock import Late
from solver.advice.findings import Rival, estimated
from solver.advice.scene import Scene, counts
from solver.odds.hands import Weights
from solver.odds.seats import Position

SHARES = 10
AT_ONCE = 50
FEWEST = 2  # looks, below which there is no mean with an error


def rivals(scenes: Sequence[Scene], names: Sequence[str], me: int, late: Late) -> tuple[Rival, ...]:
    """Return what each other player with a card may know, in the order of the table.

    ``scenes`` show the same position with the cards as in deals drawn from the posterior, two or more; ``names`` are
    by seat. Once ``late`` says so no more deals are looked at; whoever could not be looked at twice is left out.
    """
    seats = scenes[0].others(me)
    watched = {seat: Watched(scenes[0].public, seat) for seat in seats}
    step = AT_ONCE if scenes[0].public.shared else 1
    for start in range(0, len(scenes), step):
        for own in watched.values():
            if not late():
                own.look(scenes[start : start + step])
    return tuple(own.found(names[seat]) for seat, own in watched.items() if len(own.best) >= FEWEST)


@dataclass
class Watched:
    """One rival over several deals: the probability of the best guess, whether it is proven, whether it gains."""

    public: Position
    seat: int
    odds: dict[bytes, Weights] = field(default_factory=dict)
    best: list[float] = field(default_factory=list)
    knows: list[float] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)

    def look(self, scenes: Sequence[Scene]) -> None:
        """Take note of what the rival may think in each scene; equal hands are looked at once."""
        hands = {hand.tobytes(): hand for hand in (counts(scene.hands[self.seat], scene.deck) for scene in scenes)}
        new = {key: hand for key, hand in hands.items() if key not in self.odds}
        if new:
            self.odds |= dict(zip(new, self.public.boss(self.seat, np.array(list(new.values()))), strict=True))
        for scene in scenes:
            odds = self.odds[scene.counts(self.seat).tobytes()]
            self.best.append(float(odds.max()))
            self.knows.append(float(np.count_nonzero(odds) == 1))
            self.ready.append(float(scene.stakes(self.seat).values(odds).max() > 0))

    def found(self, name: str) -> Rival:
        """Return the findings so far."""
        places = np.minimum((np.array(self.best) * SHARES).astype(np.int64), SHARES - 1)
        shares = np.bincount(places, minlength=SHARES) / len(places)
        figures = (estimated(self.best), estimated(self.knows), estimated(self.ready))
        return Rival(name, tuple(map(float, shares)), *figures)
