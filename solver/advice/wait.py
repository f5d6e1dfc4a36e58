"""Guess now or wait: what a guess at my next lead is worth, by playing the round on from deals drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from solver.advice.calls import Search
from solver.advice.clock import Late, never
from solver.advice.findings import SURE, Figure, Moment, Stand, Verdict, estimated
from solver.advice.guess import break_even
from solver.advice.scene import LENGTHS, Plain, Scene, answers, random_call
from solver.game.cards import Meow
from solver.odds.posterior import BossChance, Guess
from solver.odds.seats import Call, Seats
from solver.odds.telling import Outlook

RIVAL = Plain()


@dataclass
class Future:
    """What came of playing on: my ``values`` (points) at my next lead, and how often each rival guessed before it.

    ``largest`` is what a right guess brings at most, on average over the cards of a kind.
    """

    largest: float
    values: list[float] = field(default_factory=list)
    first: dict[int, int] = field(default_factory=dict)

    def add(self, value: float, guesser: int | None) -> None:
        """Take note of one round played on."""
        self.values.append(value)
        if guesser is not None:
            self.first[guesser] = self.first.get(guesser, 0) + 1

    @property
    def waiting(self) -> Figure | None:
        """My change of points from waiting; None before two rounds were played on."""
        return estimated(self.values, self.largest) if len(self.values) > 1 else None

    def before_me(self, seat: int) -> Figure:
        """How likely this rival guesses before my next lead."""
        number = self.first.get(seat, 0)
        return estimated([1.0] * number + [0.0] * (len(self.values) - number))


def play_on(scenes: Sequence[Scene], me: int, called: bool, call: Call | None, rng: Random) -> Iterator[Future]:
    """Yield what came of playing on after each scene in turn, over and over; ``called``: this turn's call was made.

    The rivals are plain players: they call at random, count exactly by kind, and guess where that gains points. I call
    ``call`` if my call is still to come (None: at random), put away a card at random, and at my next lead make the
    best of the calls of one meow. ``values`` then hold what my best guess brings on average, 0 where none gains.
    """
    future = Future(largest(scenes[0], me))
    while True:
        for scene in scenes:
            mine = scene.leader == me
            after = my_turn_over(scene, called, call, rng) if mine else scene
            future.add(*until_my_lead(after, me, called and not mine, rng))
            yield future


def largest(scene: Scene, me: int) -> float:
    """Return the most points that naming a kind rightly brings me on average."""
    return float(scene.stakes(me).right.max())


def my_turn_over(scene: Scene, called: bool, call: Call | None, rng: Random) -> Scene:
    """Return the scene with my own turn played to its end; nobody has guessed in it."""
    if not called:
        meows = call or random_call(rng)
        scene = scene.called(meows, answers(scene, meows, rng))
    return scene.discarded(RIVAL.discard(scene, rng))


def until_my_lead(scene: Scene, me: int, called: bool, rng: Random) -> tuple[float, int | None]:
    """Return what my best guess at my next lead brings on average (0 where none gains), and who guessed before.

    ``called``: somebody else's turn is under way, its call was made.
    """
    while scene.leader != me:
        if not scene.hands[scene.leader]:
            return 0.0, None  # whoever leads without a card cannot: the round is over
        if not called:
            call = RIVAL.call(scene, rng, LENGTHS)
            scene = scene.called(call, answers(scene, call, rng))
        if RIVAL.guesses(scene, rng) is not None:
            return 0.0, scene.leader
        scene, called = scene.discarded(RIVAL.discard(scene, rng)), False
    if not scene.hands[me]:
        return 0.0, None
    call = counting_call(scene) or random_call(rng)
    scene = scene.called(call, answers(scene, call, rng))
    return max(float(scene.stakes(me).values(scene.odds(me)).max()), 0.0), None


COUNTING: tuple[Call, ...] = tuple((meow,) * number for number in (2, 3, 4) for meow in Meow)


def counting_call(scene: Scene) -> Call | None:
    """Return the best call of one meow, two to four times, by a rough look; None where hands cannot be listed."""
    if not isinstance(scene.public, Seats):
        return None
    outlook = Outlook(scene.public, scene.leader, scene.counts(scene.leader))
    search = Search(outlook, scene.stakes(scene.leader), dict.fromkeys(COUNTING, 1))
    search.screen(COUNTING, never)
    return search.ranked()[0]


def follow(futures: Iterator[Future], late: Late, most: int) -> Future:
    """Return what came of playing on until ``late``, ``most`` rounds at most."""
    future = Future(0.0)
    for _ in range(most):
        if late():
            break
        future = next(futures)
    return future


def stand(boss: Sequence[BossChance], guess: Guess, chips: int, moment: Moment, waiting: Figure | None) -> Stand:
    """Return guess and waiting side by side, and what follows."""
    even = break_even(boss, guess.kind, chips)
    return Stand(guess, even, waiting, verdict(guess, moment, waiting))


def verdict(guess: Guess, moment: Moment, waiting: Figure | None) -> Verdict:
    """Return what to do.

    Nobody can come between the leader's steps 1 and 4, so whoever is to call calls first; a proven boss cat is named.
    A guess that gains nothing on average is not made. Otherwise the larger number counts, if it is larger for sure.
    """
    if moment is Moment.ELSEWHERE:
        return Verdict.WAIT
    if guess.p == 1.0:
        return Verdict.GUESS
    if moment is Moment.BEFORE_CALL:
        return Verdict.CALL_FIRST
    if guess.ev <= 0:
        return Verdict.WAIT
    if waiting is None or abs(guess.ev - waiting.mean) <= SURE * waiting.error:
        return Verdict.CLOSE
    return Verdict.GUESS if guess.ev > waiting.mean else Verdict.WAIT
