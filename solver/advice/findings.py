"""What advice consists of, as data: every figure with its standard error, so that exact and estimated stay apart.

Probabilities run from 0 to 1; values are changes of the player's points; times are seconds. What advice tells has
enough behind it: see ``enough``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from math import sqrt

from solver.game.cards import POINTS, Face, Kind, Meow
from solver.odds.posterior import Guess

ENOUGH = 20  # deals or rounds, below which an estimate says nothing
COARSEST = 0.13  # standard error, as a share of the span of what is estimated; a chance of one half has it after 20
SURE = 2.0  # standard errors between two numbers that are told apart


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and how sure it is: ``error`` is the standard error of a mean of ``samples``; exact where both are 0."""

    mean: float
    error: float = 0.0
    samples: int = 0

    @property
    def exact(self) -> bool:
        """Whether the number was worked out and not estimated."""
        return self.samples == 0

    def enough(self, span: float = 1.0) -> bool:
        """Whether the number may be told: exact, or estimated from enough deals and not too roughly for its span."""
        return self.exact or (self.samples >= ENOUGH and self.error <= COARSEST * span)

    def points_enough(self) -> bool:
        """Whether a number of points may be told: their span is what a card is worth at most."""
        return self.enough(POINTS[-1])


def estimated(numbers: Sequence[float], largest: float = 1.0) -> Figure:
    """Return the mean of two or more numbers drawn.

    What is rare may not have been drawn at all: with numbers as large as ``largest`` the error is never below
    ``largest`` / samples, so that three errors cover what would have been missed with a chance of 5%.
    """
    samples = len(numbers)
    mean = sum(numbers) / samples
    spread = sum((number - mean) ** 2 for number in numbers) / (samples - 1)
    return Figure(mean, sqrt(spread / samples + (largest / samples) ** 2), samples)


class Moment(Enum):
    """Where in a turn I am: about to lead, before or after my call, or somebody else leads."""

    BEFORE_CALL = "before_call"
    AFTER_CALL = "after_call"
    ELSEWHERE = "elsewhere"


class Verdict(Enum):
    """What to do: guess now, call first and then see, wait, or the numbers do not decide it."""

    GUESS = "guess"
    CALL_FIRST = "call_first"
    WAIT = "wait"
    CLOSE = "close"


class Part(Enum):
    """A part of advice that takes time."""

    CALLS = "calls"
    DISCARDS = "discards"
    RIVALS = "rivals"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class Stand:
    """Guess or wait under one reading of choices: the best guess now (exact) and what waiting is worth.

    ``break_even`` is the probability above which naming ``guess.kind`` gains points on average, with the points its
    cards and the others have. ``waiting`` is my change of points from a guess at my next lead, where that gains any.
    """

    guess: Guess
    break_even: float
    waiting: Figure | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Timing:
    """Guess now or wait. ``stands`` by choices (``uniform``, ``rules``), the record's own first.

    ``first`` player -> chance that this rival guesses before my next lead. ``verdict`` is that of the record's own
    choices; ``agreed`` says whether the other reading gives the same, None where there was no time to find out.
    """

    moment: Moment
    stands: Mapping[str, Stand]
    first: Mapping[str, Figure]
    verdict: Verdict
    agreed: bool | None


@dataclass(frozen=True, slots=True)
class Rival:
    """What one rival may know by now, over deals drawn from my posterior; the rival is taken to count exactly, by kind.

    ``best`` [10] shares of the deals in which the probability of their likeliest boss cat lies in 0 to 0.1, 0.1 to
    0.2, ..., 0.9 to 1; ``p`` its mean; ``knows`` the chance that it is proven to them; ``ready`` the chance that their
    best guess gains points for the points they have.
    """

    player: str
    best: tuple[float, ...]
    p: Figure
    knows: Figure
    ready: Figure

    def enough(self) -> bool:
        """Whether there is enough behind the figures to tell them."""
        return all(figure.enough() for figure in (self.p, self.knows, self.ready))


@dataclass(frozen=True, slots=True)
class CallFound:
    """One call and what it is expected to do; ``same`` counts the calls that are the same to every hand, this one too.

    ``knows`` chance that the boss cat is proven to me afterwards, ``p`` expected probability of my likeliest boss cat,
    ``value`` expected points from my best guess afterwards where it gains any (else 0), ``bits`` expected information
    on the boss cat's kind. ``tells`` player -> points that the rival's own best guess gains by it on average.
    ``net`` = value - the mean of ``tells``: what calls are ranked by; without ``tells`` it is the value.
    """

    call: tuple[Meow, ...]
    same: int
    knows: Figure
    p: Figure
    value: Figure
    bits: Figure
    tells: Mapping[str, Figure]
    net: Figure

    def enough(self) -> bool:
        """Whether there is enough behind the figures to tell them."""
        return self.value.points_enough() and self.p.enough()


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls I may make, best first: ``allowed`` of them, ``different`` to some hand, ``screened`` looked at.

    The first ``equal`` of ``best`` do not differ by more than their errors; they stand in a fixed order.
    """

    allowed: int
    different: int
    screened: int
    best: tuple[CallFound, ...]
    equal: int = 1


@dataclass(frozen=True, slots=True)
class Discards:
    """Which card to put away. ``tells`` kind -> points that the rivals' best guesses gain by seeing it, on average.

    ``best`` the kinds in my hand, least telling first; ``matters`` False where the difference between the first and
    the last is within the errors: then there is nothing to choose.
    """

    tells: Mapping[Kind, Figure]
    best: tuple[Kind, ...]
    matters: bool

    def enough(self) -> bool:
        """Whether there is enough behind the figures to tell them."""
        return all(figure.points_enough() for figure in self.tells.values())


@dataclass(frozen=True, slots=True)
class Advice:
    """All advice on a record. Parts are None where they do not arise, or where there is not enough behind them.

    ``timing`` as long as I hold a card; ``calls`` where I lead next and the boss cat is not proven; ``discards`` where
    my discard comes next; ``rivals`` in the order of the table. ``by_kind`` is True where points shown in answers were
    left out of calls, rivals and waiting (the best guess now always uses them). ``short`` are the parts that more time
    would fill, ``unseen`` the rivals of whom nothing can be told.
    """

    timing: Timing | None
    calls: Calls | None
    discards: Discards | None
    rivals: tuple[Rival, ...]
    by_kind: bool
    short: tuple[Part, ...]
    unseen: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the object that the command line prints for programs."""
        out = plain(self)
        assert isinstance(out, dict)
        return out


def plain(value: object) -> object:
    """Return a finding in plain dicts, lists, numbers and names."""
    if isinstance(value, Figure):
        exact: dict[str, object] = {"mean": value.mean, "exact": True}
        return exact if value.exact else {**exact, "exact": False, "error": value.error, "samples": value.samples}
    if isinstance(value, Kind | Face | Meow):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return value
