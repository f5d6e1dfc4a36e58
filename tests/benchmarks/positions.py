"""The positions that are measured: rounds played by simulated players, each to be had again by its name."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from solver.game.cards import Meow, standard_deck
from solver.game.table import standard_setup
from solver.play import Notes, RandomPlayer, Round, simulate
from solver.play.players import shuffled
from solver.play.simulation import deal, play
from solver.record.schema import Record, Reveal

PLAYERS = (4, 5, 6, 7)
TURNS = (1, 2, 3, 4, 6, 8, 12)
HARD_TURNS = (1, 2, 3, 4)
HARD_DEALS = 10


@dataclass(frozen=True, slots=True)
class Series:
    """Positions of one sort. ``points``: every answer is noted with its points; ``hard``: made to be awkward."""

    name: str
    title: str
    expansion: bool = False
    points: bool = False
    hard: bool = False

    def positions(self, rounds: int) -> Iterator["Position"]:
        """Yield ``rounds`` positions for each number of players and turns, all sizes in turn."""
        for number in range(rounds):
            for players in PLAYERS:
                for turns in HARD_TURNS if self.hard else TURNS:
                    yield Position(self, players, turns, number)


ALL_SERIES = (
    Series("base", "Base game"),
    Series("expansion", "Expansion", expansion=True),
    Series("base-hard", "Base game, five different meows called every turn", hard=True),
    Series("expansion-hard", "Expansion, the same, and few doubles face up", expansion=True, hard=True),
    Series("base-points", "Base game, points noted in every answer", points=True),
    Series("expansion-points", "Expansion, points noted in every answer", expansion=True, points=True),
)


@dataclass(frozen=True, slots=True)
class Position:
    """One position of a series: round ``number`` of so many players after so many turns."""

    series: Series
    players: int
    turns: int
    number: int

    def __str__(self) -> str:
        return f"{self.series.name}/{self.players}/{self.turns}/{self.number}"

    @property
    def seed(self) -> int:
        """What the round is played from."""
        return self.number * 1000 + self.players * 100 + self.turns

    def record(self) -> Record:
        """Return the record of one of the players, cards shown noted by kind or, in a series with points, with them."""
        played = self.hard_round() if self.series.hard else self.plain_round()
        notes = Notes(answer_points=1.0 if self.series.points else 0.0)
        return played.record(self.number % self.players, notes)

    def plain_round(self) -> Round:
        """Return a round in which everything lawful is done at random."""
        return simulate(self.players, self.series.expansion, self.turns, self.seed)

    def hard_round(self) -> Round:
        """Return a round of long calls, of several deals the one that leaves most doubles unseen."""
        rng = Random(self.seed)
        deck, setup = standard_deck(self.series.expansion), standard_setup(self.players, self.series.expansion)
        deals = [deal(rng, self.players, deck, setup, Reveal.STRICT) for _ in range(HARD_DEALS)]
        seat = self.number % self.players
        dealt = min(deals, key=lambda one: sum(face.kind.is_double for face in (*one.face_up, *one.hands[seat])))
        return play(dealt, [LongCaller(rng)] * self.players, self.turns)


class LongCaller(RandomPlayer):
    """Calls all five meows, in random order."""

    def call(self, so_far: Round, seat: int) -> tuple[Meow, ...]:
        """Return the call."""
        return tuple(shuffled(self.rng, list(Meow)))


def named(name: str) -> Position:
    """Return the position of that name, ``series/players/turns/number``; ValueError where there is none."""
    series, players, turns, number = name.split("/")
    found = next((one for one in ALL_SERIES if one.name == series), None)
    if found is None:
        raise ValueError(f"no series {series}")
    return Position(found, int(players), int(turns), int(number))


def by_kind(record: Record) -> Record:
    """Return the record without points anywhere: what an engine that lists solutions has least to do with."""
    bare = [
        replace(
            turn,
            answers={name: answer.bare if hasattr(answer, "bare") else answer for name, answer in turn.answers.items()},
            discard=turn.discard and turn.discard.bare,
        )
        for turn in record.turns
    ]
    return replace(
        record,
        face_up=tuple(face.bare for face in record.face_up),
        hand=tuple(face.bare for face in record.hand),
        turns=tuple(bare),
    )
