"""Players of simulated rounds: what they decide where the rules leave a choice."""

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

from solver.game.cards import MAX_CALL, Face, Meow
from solver.play.rounds import Round

T = TypeVar("T")


class Player(Protocol):
    """Decides for one seat. ``so_far`` is the round up to that moment; only what its seat sees may be used of it."""

    def call(self, so_far: Round, seat: int) -> tuple[Meow, ...]:
        """Return the call to make, 1 to 5 meows."""
        ...

    def show(self, so_far: Round, seat: int, lawful: Sequence[Face]) -> Face:
        """Return which of the cards that may be shown to show; like cards stand in ``lawful`` one by one."""
        ...

    def discard(self, so_far: Round, seat: int) -> Face:
        """Return which card of the present hand to put away."""
        ...


class RandomPlayer:
    """Calls, shows and discards at random, everything allowed equally likely: what ``choices`` uniform supposes."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def call(self, so_far: Round, seat: int) -> tuple[Meow, ...]:
        """Return a call of 1 to 5 meows, every length equally likely."""
        return tuple(pick(self.rng, list(Meow)) for _ in range(pick(self.rng, range(1, MAX_CALL + 1))))

    def show(self, so_far: Round, seat: int, lawful: Sequence[Face]) -> Face:
        """Return one of the lawful cards."""
        return pick(self.rng, lawful)

    def discard(self, so_far: Round, seat: int) -> Face:
        """Return one of the cards in hand."""
        return pick(self.rng, so_far.hand(seat))


# Of random.Random only ``random()`` promises the same numbers in every version of Python, so nothing else is used.


def pick(rng: Random, options: Sequence[T]) -> T:
    """Return one of the options, each equally likely."""
    return options[int(rng.random() * len(options))]


def shuffled(rng: Random, cards: Sequence[T]) -> list[T]:
    """Return the cards in a random order."""
    return sorted(cards, key=lambda _: rng.random())
