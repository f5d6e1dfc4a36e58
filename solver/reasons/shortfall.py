"""What a call not matched was short of: the one meow for which cards were lacking, as there were enough for all others.

Only told where every card has one meow, so that the cards a call needs can be counted meow by meow.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.game.cards import Face, Kind, Meow
from solver.reasons.deduction import Bound, Side
from solver.reasons.entries import Entry, card
from solver.reasons.grounds import Ground
from solver.reasons.proofs import Step
from solver.record.view import View


@dataclass(frozen=True, slots=True)
class Cover:
    """``number`` cards of one meow were in the hand: one was ``shown``, or as ``steps`` say and for ``discards``."""

    meow: Meow
    number: int
    shown: bool
    steps: tuple[int, ...] = ()
    discards: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A hand had enough for every other meow of a call (``covers``), so at most ``most`` cards of ``meow``.

    ``gone`` are the cards of that meow among those discarded since.
    """

    meow: Meow
    most: int
    covers: tuple[Cover, ...]
    gone: tuple[Entry, ...]


def needs(view: View, turn: int) -> Counter[Meow]:
    """Return how many cards of each meow the call of a turn needs, in the order of the call."""
    return Counter(view.record.turns[turn - 1].call or ())


def shortfall(view: View, step: Step, known: Mapping[int, Sequence[Bound]]) -> Shortfall | None:
    """Return what the hand was short of, by the steps ``known``; None where that is not all that a step says."""
    most = [bound for bound in step.conclusions if bound.side is Side.MOST]
    if Ground.NOT_ALL not in step.grounds or view.record.expansion or len(most) != 1:
        return None
    call, bound = needs(view, step.answers[0].turn), most[0]
    meow = next((meow for meow in call if set(view.cells_of(Kind.of(meow))) == bound.cells), None)
    if meow is None:
        return None
    gone = since(step, meow)
    covers = [cover(view, step, known, other, number) for other, number in call.items() if other is not meow]
    found = tuple(one for one in covers if one is not None)
    if len(found) < len(covers) or bound.number + len(gone) != call[meow] - 1:
        return None
    return Shortfall(meow, call[meow] - 1, found, gone)


def cover(view: View, step: Step, known: Mapping[int, Sequence[Bound]], meow: Meow, number: int) -> Cover | None:
    """Return how the hand had enough cards of a meow; None where that is not known."""
    shown, gone = step.answers[0].value, since(step, meow)
    if number == 1 and isinstance(shown, Face) and shown.kind == Kind.of(meow):
        return Cover(meow, number, shown=True)
    held = {name: held_now(view, step, bounds, meow) for name, bounds in known.items()}
    best = max(held.values(), default=0)
    if best + len(gone) < number:
        return None
    steps = tuple(name for name, least in held.items() if best and least == best)[:1]
    return Cover(meow, number, False, steps, gone[: max(0, number - best)])


def held_now(view: View, step: Step, bounds: Sequence[Bound], meow: Meow) -> int:
    """Return how many cards of a meow bounds say that the hand of a step holds at least."""
    place, cells = step.conclusions[0].place, view.cells_of(Kind.of(meow))
    own = (bound for bound in bounds if bound.side is Side.LEAST and bound.place == place)
    return max((bound.number for bound in own if bound.cells <= cells), default=0)


def since(step: Step, meow: Meow) -> tuple[Entry, ...]:
    """Return the cards of a meow among the discards that count in a step."""
    return tuple(entry for entry in step.since if card(entry).kind == Kind.of(meow))
