"""Full games between players of different skill: what advice is worth, and how the game plays.

``plain`` calls at random, holds exact odds (answers by kind) and guesses where that gains points; ``logic`` guesses
only what is proven; ``advised`` follows the advice of this package, with fixed numbers of steps in place of seconds.
The same seed gives the same games, however many processes play them.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from math import sqrt
from multiprocessing import get_context
from random import Random
from typing import Any, Protocol

import msgspec

from solver.advice.advising import calls_of, discards_of, future_of, scenes_of
from solver.advice.scene import LENGTHS, Logic, Mind, Plain, Scene, answers, outcome, random_call
from solver.advice.stakes import points_table, without
from solver.errors import TooMuchWork
from solver.game.cards import Deck, Face, standard_deck
from solver.game.table import START_CHIPS, Setup, standard_setup, standard_target
from solver.odds.counted import position_of
from solver.odds.seats import Call
from solver.play.players import pick
from solver.play.rounds import Notes, Round
from solver.play.simulation import NAMES, deal
from solver.record.checks import DIE_SIDES
from solver.record.schema import Record, Reveal, Turn

# Where one of four sits out, three play; the rules give no numbers, so these go on as the row for four suggests.
THREE = {False: Setup(12, 14), True: Setup(19, 15)}
BY_KIND = Notes(answer_points=0)
MOST_ROUNDS = 200  # in a game; a game that goes on for longer counts as won by nobody
STEPS = {"screen": 85, "exact": 3, "tells": 3, "answers": 1_000_000, "rivals": 0, "discards": 0, "wait": 24, "other": 0}
FEWER = {"wait": 6}
DEALS = 24
ERRORS = 1.96  # standard errors on either side: an interval that holds the truth 95 times in 100


@dataclass(frozen=True, slots=True)
class Table:
    """A moment of a round: the scene, the round so far, everyone's chips, and how long the call may be."""

    scene: Scene
    played: Round
    chips: Mapping[str, int]
    target: int
    lengths: Sequence[int]

    def record(self) -> Record:
        """Return the record that the leader has written, answers by kind."""
        record = self.played.record(self.scene.leader, BY_KIND)
        turns = record.turns
        if len(self.lengths) == 1 and (not turns or turns[-1].discard):
            turns = (*turns, Turn(die=self.lengths[0]))
        seats = tuple(self.chips)
        return msgspec.structs.replace(record, seats=seats, chips=dict(self.chips), target=self.target, turns=turns)


class Player(Protocol):
    """Decides for the leader of a table, from what that seat sees alone."""

    def call(self, table: Table, rng: Random) -> Call:
        """Return the call to make."""
        ...

    def guesses(self, table: Table, rng: Random) -> int | None:
        """Return the place in the deck of the kind to name after the answers, or None."""
        ...

    def discard(self, table: Table, rng: Random) -> Face:
        """Return which card to put away."""
        ...


@dataclass(frozen=True, slots=True)
class ByMind:
    """A player who looks at the scene alone."""

    mind: Mind

    def call(self, table: Table, rng: Random) -> Call:
        """See Player."""
        return self.mind.call(table.scene, rng, table.lengths)

    def guesses(self, table: Table, rng: Random) -> int | None:
        """See Player."""
        return self.mind.guesses(table.scene, rng)

    def discard(self, table: Table, rng: Random) -> Face:
        """See Player."""
        return self.mind.discard(table.scene, rng)


class Steps:
    """A limit of so many steps a stage: the same on every machine. With the doubles a step is dearer, so fewer."""

    def __init__(self, expansion: bool) -> None:
        self.steps = STEPS | (FEWER if expansion else {})

    def late(self, stage: str) -> Callable[[], bool]:
        """See solver.advice.advising.Limit."""
        left = self.steps[stage]

        def is_late() -> bool:
            nonlocal left
            left -= 1
            return left < 0

        return is_late


class Advised:
    """Calls, guesses and puts away what the advice says; where it finds no difference, guesses if that gains more.

    Where advice takes too much work, as early in a round with the doubles, it calls and puts away at random.
    """

    def call(self, table: Table, rng: Random) -> Call:
        """See Player."""
        record, found = table.record(), None
        with suppress(TooMuchWork):
            found = calls_of(record, scenes_of(record, DEALS), table.scene.leader, Steps(record.expansion))
        return found.best[0].call if found else random_call(rng, table.lengths)

    def guesses(self, table: Table, rng: Random) -> int | None:
        """See Player."""
        scene, me = table.scene, table.scene.leader
        best = Plain().guesses(scene, rng)
        if best is None or len(scene.hands[me]) == 1:
            return best
        odds, record = scene.odds(me), table.record()
        if odds[best] == odds.sum():
            return best
        wait = None
        with suppress(TooMuchWork):
            late = Steps(record.expansion).late("wait")
            wait = future_of(scenes_of(record, DEALS), me, True, None, late).waiting
        return best if wait is None or scene.stakes(me).values(odds)[best] > wait.mean else None

    def discard(self, table: Table, rng: Random) -> Face:
        """See Player."""
        hand, found = table.scene.hands[table.scene.leader], None
        with suppress(TooMuchWork):
            found = discards_of(scenes_of(table.record(), DEALS), table.scene.leader)
        if found is None or not found.matters:
            return pick(rng, hand)
        return next(card for card in hand if card.kind == found.best[0])


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "plain": lambda: ByMind(Plain()),
    "logic": lambda: ByMind(Logic()),
    "advised": Advised,
}


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """How a round went, by seat in the game: ``gained`` change of points of each, ``turns`` begun.

    ``guesser`` None where the hands ran out before anybody guessed.
    """

    first: int
    players: int
    turns: int
    guesser: int | None
    right: bool
    knocked_out: bool
    gained: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its rounds and who won it (a seat), None where it went on for too long."""

    rounds: tuple[RoundPlayed, ...]
    winner: int | None

    def gained(self, seat: int) -> int:
        """Return how many points a seat gained in all."""
        return sum(played.gained[seat] for played in self.rounds)


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played: who sits where (names of PLAYERS), with the doubles or not, with the die or not."""

    seats: tuple[str, ...]
    expansion: bool = False
    die: bool = False


def play_game(rules: Rules, seed: str) -> Game:
    """Return the game with this seed: rounds until somebody reaches the target."""
    names = NAMES[: len(rules.seats)]
    target = standard_target(len(names))
    chips, out = dict.fromkeys(names, START_CHIPS), ""
    rounds: list[RoundPlayed] = []
    while len(rounds) < MOST_ROUNDS:
        rng = Random(f"{seed} {len(rounds)}")
        dealt = dealt_to(rng, [name for name in names if name != out], rules.expansion)
        before = chips
        played, chips, out = play_round(rules, dealt, chips, target, rng)
        gained = tuple(chips[name] - before[name] for name in names)
        rounds.append(replace(played, gained=gained))
        winner = next((seat for seat, name in enumerate(names) if chips[name] >= target), None)
        if winner is not None:
            return Game(tuple(rounds), winner)
    return Game(tuple(rounds), None)


def dealt_to(rng: Random, players: Sequence[str], expansion: bool) -> Round:
    """Return a round just dealt to these players, every deal equally likely."""
    setup = standard_setup(len(players), expansion) or THREE[expansion]
    dealt = deal(rng, len(players), standard_deck(expansion), setup, Reveal.STRICT)
    leader = players[dealt.players.index(dealt.first_leader)]
    return replace(dealt, players=tuple(players), first_leader=leader)


def play_round(
    rules: Rules, dealt: Round, chips: Mapping[str, int], target: int, rng: Random
) -> tuple[RoundPlayed, dict[str, int], str]:
    """Return how a round went, everyone's chips after it, and who sits out the next (or nobody: "")."""
    names = tuple(chips)
    first, number = names.index(dealt.first_leader), len(dealt.players)
    minds = [PLAYERS[rules.seats[names.index(name)]]() for name in dealt.players]
    scene, played = opening(dealt, chips, target), dealt
    while scene.hands[scene.leader]:
        lengths = (pick(rng, range(1, DIE_SIDES + 1)),) if rules.die else LENGTHS
        player = minds[scene.leader]
        call = player.call(Table(scene, played, chips, target, lengths), rng)
        said = answers(scene, call, rng)
        scene = scene.called(call, said)
        turn = Turn(call, {dealt.players[seat]: answer for seat, answer in said})
        played = replace(played, turns=(*played.turns, turn))
        here = Table(scene, played, chips, target, lengths)
        named = player.guesses(here, rng)
        if named is not None:
            done = outcome(scene, named)
            after = {**chips, **{dealt.players[int(seat)]: points for seat, points in done.chips.items()}}
            guesser = names.index(dealt.players[scene.leader])
            out = dealt.players[scene.leader] if done.sits_out else ""
            turns = len(played.turns)
            return RoundPlayed(first, number, turns, guesser, done.right, bool(out), ()), after, out
        card = player.discard(here, rng)
        scene = scene.discarded(card)
        played = replace(played, turns=(*played.turns[:-1], msgspec.structs.replace(turn, discard=card)))
    return RoundPlayed(first, number, len(played.turns), None, False, False, ()), dict(chips), ""


def opening(dealt: Round, chips: Mapping[str, int], target: int) -> Scene:
    """Return the scene of a round just dealt."""
    deck: Deck = dealt.deck
    return Scene(
        deck=deck,
        public=position_of({name: dealt.record(seat, BY_KIND) for seat, name in enumerate(dealt.players[:2])}),
        hands=dealt.hands,
        boss=dealt.boss,
        left=without(points_table(deck), dealt.face_up, deck),
        chips=tuple(chips[name] for name in dealt.players),
        target=target,
        leader=dealt.players.index(dealt.first_leader),
    )


def games(rules: Rules, seed: int, rounds: int, jobs: int) -> Iterator[Game]:
    """Yield games, played by ``jobs`` processes, until they hold so many rounds; the same for any number of jobs."""
    left = rounds
    for game in in_parallel(rules, (f"{seed} {number}" for number in count()), jobs):
        yield game
        left -= len(game.rounds)
        if left <= 0:
            return


def in_parallel(rules: Rules, seeds: Iterable[str], jobs: int) -> Iterator[Game]:
    """Yield the games with these seeds in order, a few of them being played ahead by processes of their own."""
    if jobs == 1:
        yield from map(partial(play_game, rules), seeds)
        return
    pool, rest = ProcessPoolExecutor(jobs, get_context("spawn")), iter(seeds)
    try:
        ahead = deque(pool.submit(play_game, rules, seed) for seed in islice(rest, 2 * jobs))
        while ahead:
            game = ahead.popleft().result()
            ahead.extend(pool.submit(play_game, rules, seed) for seed in islice(rest, 1))
            yield game
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with the half-width of its 95% interval; None where there was too little to say."""

    mean: float
    margin: float | None


def interval(numbers: Sequence[float]) -> Interval:
    """Return the mean of independent numbers with its interval."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count < 2:
        return Interval(mean, None)
    variance = sum((number - mean) ** 2 for number in numbers) / (count - 1)
    return Interval(mean, ERRORS * sqrt(variance / count))


def a_round(played: Sequence[Game], seat: int) -> tuple[float, list[float]]:
    """Return points a round of a seat, all games together, and by how much each game moves them.

    Games are of different length, so points a round are a ratio of two sums; what a game moves is worked out to first
    order.
    """
    rounds = sum(len(game.rounds) for game in played) / len(played)
    mean = sum(game.gained(seat) for game in played) / len(played) / rounds
    return mean, [(game.gained(seat) - mean * len(game.rounds)) / rounds for game in played]


def points(played: Sequence[Game], seat: int) -> Interval:
    """Return points a round of a seat with their interval."""
    mean, moved = a_round(played, seat)
    return Interval(mean, interval(moved).margin)


def more_points(played: Sequence[Game], other: Sequence[Game], seat: int) -> Interval:
    """Return how many points a round more a seat gained than in other games on the same deals, in the same order."""
    (mean, moved), (other_mean, other_moved) = a_round(played, seat), a_round(other, seat)
    return Interval(
        mean - other_mean, interval([one - two for one, two in zip(moved, other_moved, strict=True)]).margin
    )


def share(cases: Sequence[bool]) -> Interval:
    """Return the share of the cases that are true, its margin by Agresti and Coull: never 0 however few they are."""
    if not cases:
        return Interval(0.0, None)
    near = (sum(cases) + 2) / (len(cases) + 4)
    return Interval(sum(cases) / len(cases), ERRORS * sqrt(near * (1 - near) / (len(cases) + 4)))


@dataclass(frozen=True, slots=True)
class SeatReport:
    """What became of one seat: points a round and share of games won."""

    player: str
    points: Interval
    won: Interval


@dataclass(frozen=True, slots=True)
class Report:
    """What the games showed.

    Shares from 0 to 1: rounds ended by a right guess, by a wrong one, by one that knocked out, or by empty hands;
    ``first`` share of right guesses made by the round's first leader, ``even`` what it would be if all were alike.
    ``gain`` (points a round) and ``gain_won`` (games) of the first seat over a plain player in its place on the same
    deals; None where that seat is plain itself.
    """

    rules: Rules
    games: int
    rounds: int
    seats: tuple[SeatReport, ...]
    turns: Interval
    right: Interval
    wrong: Interval
    knocked_out: Interval
    unguessed: Interval
    first: Interval
    even: float
    gain: Interval | None = None
    gain_won: Interval | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the object that the command line prints for programs; a margin is null where too little was played."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def arena(rules: Rules, rounds: int, seed: int, jobs: int, progress: Callable[[int], None] = lambda _: None) -> Report:
    """Return what games of at least ``rounds`` rounds show.

    Where the first seat is not plain, the same deals are played once more with a plain player in it, game by game.
    ``progress`` is told of every game's rounds as it ends.
    """
    played: list[Game] = []
    for game in games(rules, seed, rounds, jobs):
        played.append(game)
        progress(len(game.rounds))
    report = summed_up(rules, played)
    if rules.seats[0] == "plain":
        return report
    blind = replace(rules, seats=("plain", *rules.seats[1:]))
    again = list(in_parallel(blind, [f"{seed} {number}" for number in range(len(played))], jobs))
    won = [float(own.winner == 0) - float(other.winner == 0) for own, other in zip(played, again, strict=True)]
    return replace(report, gain=more_points(played, again, 0), gain_won=interval(won))


def summed_up(rules: Rules, played: Sequence[Game]) -> Report:
    """Return what games showed, without a comparison."""
    rounds = [one for game in played for one in game.rounds]
    right = [one for one in rounds if one.right]
    return Report(
        rules=rules,
        games=len(played),
        rounds=len(rounds),
        seats=tuple(
            SeatReport(
                player,
                points(played, seat),
                share([game.winner == seat for game in played]),
            )
            for seat, player in enumerate(rules.seats)
        ),
        turns=interval([float(one.turns) for one in rounds]),
        right=share([one.right for one in rounds]),
        wrong=share([one.guesser is not None and not one.right for one in rounds]),
        knocked_out=share([one.knocked_out for one in rounds]),
        unguessed=share([one.guesser is None for one in rounds]),
        first=share([one.guesser == one.first for one in right]),
        even=sum(1 / one.players for one in right) / max(len(right), 1),
    )
