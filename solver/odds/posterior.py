"""The posterior: how likely every boss cat is, and what everyone may hold (record.md, "Out")."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import nextafter

from solver.game.cards import Face, Kind
from solver.record.view import View

EXACT_BELOW = 2**53


@dataclass(frozen=True, slots=True)
class BossChance:
    """One kind the boss cat may be: its probability ``p``, split by points (value -> probability, summing to p)."""

    kind: Kind
    p: float
    points: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class KindHeld:
    """How many cards of one kind a hand holds now: fewest, most, expected, and the probability of at least one."""

    min: int
    max: int
    mean: float
    p_any: float


@dataclass(frozen=True, slots=True)
class Holding:
    """The hand of another player now: its size, and each kind of which an unseen card is left, in deck order."""

    cards: int
    kinds: Mapping[Kind, KindHeld]


@dataclass(frozen=True, slots=True)
class Guess:
    """A guess and its stakes: probability to be right, expected change of points, chance to win, to be knocked out."""

    kind: Kind
    p: float
    ev: float
    p_win: float
    p_out: float


@dataclass(frozen=True, slots=True)
class Posterior:
    """What a record says: probabilities from 0 to 1, exact up to floating point (1e-9), 1.0 and 0.0 only if proven.

    ``boss`` holds every kind still possible, likeliest first. ``deals`` is the number of deals that fit, exact below
    2^53. ``set_aside`` names the answers (turn, player) whose points had to be left unused to keep the work bounded:
    the rest is then exact given that little less. ``guess`` is the best guess for me.
    """

    boss: tuple[BossChance, ...]
    deals: int
    holdings: Mapping[str, Holding]
    choices: str
    reveal: str
    guess: Guess | None = None
    set_aside: tuple[tuple[int, str], ...] = ()

    def p(self, kind: Kind) -> float:
        """Return the probability that the boss cat is of this kind; 0.0 for an impossible one."""
        return next((chance.p for chance in self.boss if chance.kind == kind), 0.0)

    def to_dict(self) -> dict[str, object]:
        """Return the object that the command line and the API print; kinds by their romanised names."""
        out: dict[str, object] = {
            "consistent": True,
            "boss": [
                {"kind": str(c.kind), "p": c.p, "points": {str(v): p for v, p in c.points.items()}} for c in self.boss
            ],
            "deals": str(self.deals) if self.deals < EXACT_BELOW else f"{float(self.deals):.2e}",
            "holdings": {
                player: {
                    "cards": holding.cards,
                    "kinds": {
                        str(kind): {"min": h.min, "max": h.max, "mean": h.mean, "p_any": h.p_any}
                        for kind, h in holding.kinds.items()
                    },
                }
                for player, holding in self.holdings.items()
            },
            "choices": self.choices,
            "reveal": self.reveal,
        }
        if self.guess is not None:
            g = self.guess
            out["guess"] = {"kind": str(g.kind), "p": g.p, "ev": g.ev, "p_win": g.p_win, "p_out": g.p_out}
        if self.set_aside:
            out["set_aside"] = [{"turn": turn, "player": player} for turn, player in self.set_aside]
        return out


@dataclass
class Tally:
    """Weights summed over all deals by whichever engine: what a posterior is made of.

    ``boss`` cell -> weight of the deals with such a card under the boss; ``held`` player -> kind -> [fewest, most,
    weight x number, weight of the deals with at least one]; ``total`` the weight of all deals.
    """

    boss: dict[Face, float] = field(default_factory=dict)
    held: dict[str, dict[Kind, tuple[int, int, float, float]]] = field(default_factory=dict)
    total: float = 0.0
    deals: int = 0


def short_of_certain(p: float) -> float:
    """Return p, kept below 1.0: for what is possible but not proven."""
    return min(p, nextafter(1.0, 0.0))


def posterior(view: View, tally: Tally, set_aside: tuple[tuple[int, str], ...] = ()) -> Posterior:
    """Return the posterior that the weights of ``tally`` make; the guess is left to who knows the stakes."""
    kinds: dict[Kind, dict[int, float]] = {}
    for cell, weight in tally.boss.items():
        for points, share in view.points_shares(cell).items() if weight > 0 else ():
            row = kinds.setdefault(cell.kind, {})
            row[points] = row.get(points, 0.0) + weight * share / tally.total
    sums = {kind: sum(tally.boss[cell] for cell in view.cells_of(kind) if cell in tally.boss) for kind in kinds}
    chances = []
    for kind in sorted(kinds):
        p = 1.0 if len(kinds) == 1 else short_of_certain(sums[kind] / tally.total)
        chances.append(BossChance(kind, p, dict(sorted(kinds[kind].items()))))
    return Posterior(
        boss=tuple(likeliest_first(chances)),
        deals=tally.deals,
        holdings={player: holding(view, player, tally) for player in view.others},
        choices=view.record.choices.value,
        reveal=view.record.reveal.value,
        set_aside=set_aside,
    )


def likeliest_first(chances: list[BossChance]) -> list[BossChance]:
    """Return the chances by probability, those equal within 1e-12 in deck order (as given)."""
    ordered = sorted(chances, key=lambda chance: -chance.p)
    result: list[BossChance] = []
    while ordered:
        equal = [chance for chance in ordered if ordered[0].p - chance.p <= 1e-12]
        result += sorted(equal, key=lambda chance: chance.kind)
        ordered = ordered[len(equal) :]
    return result


def holding(view: View, player: str, tally: Tally) -> Holding:
    """Return what ``player`` may hold, for every kind of which an unseen card is left."""
    left = {cell.kind for cell, number in view.unseen.items() if number}
    kinds = {}
    for kind in sorted(left):
        fewest, most, weighted, weight_any = tally.held[player][kind]
        mean = float(fewest) if fewest == most else weighted / tally.total
        p_any = 1.0 if fewest else 0.0 if not most else short_of_certain(weight_any / tally.total)
        kinds[kind] = KindHeld(fewest, most, mean, p_any)
    return Holding(view.hand_size(player), kinds)
