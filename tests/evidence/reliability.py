"""How often does come true what is stated with 10%, 20%, …: for players who choose at random, and for cunning ones.

Cunning players break what ``choices`` uniform supposes, so its statements may be off; ``rules`` supposes nothing about
choices and is off wherever they tell something. What is stated as impossible must never be true, whoever plays.
``run`` writes the table and the picture to ``docs``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import fsum, log2, sqrt
from pathlib import Path
from random import Random

from solver.game.cards import standard_deck
from solver.game.table import standard_setup
from solver.odds import counting
from solver.play import Notes, RandomPlayer, Round
from solver.play.simulation import deal, play
from solver.record.schema import Choices, Reveal
from solver.record.view import View
from tests.evidence.cunning import SameCard, TellsLeast
from tests.evidence.parallel import spread
from tests.evidence.picture import draw

ROUNDS = 5000
BINS = 10
NORMAL = 1.96  # standard deviations of an interval that holds 95%
BOUND = 4.0  # standard deviations; of thirty right bins one is beyond it in 500 runs
PLAYERS: dict[str, type[RandomPlayer]] = {
    "at random": RandomPlayer,
    "always the same card": SameCard,
    "what tells least": TellsLeast,
}
DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


@dataclass(frozen=True, slots=True)
class Statement:
    """The probability stated of one kind of boss cat, and whether it was that kind."""

    p: float
    true: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """Statements of much the same probability: how many, their mean, the share that came true, its 95% interval.

    ``off`` is the distance between the two in standard deviations.
    """

    number: int
    stated: float
    true: float
    low: float
    high: float
    off: float


def played(seed: int, player: type[RandomPlayer]) -> Round:
    """Return a round of full size, 4 to 7 players, base and expansion, 1 to 24 turns."""
    rng, players, expansion = Random(seed), 4 + seed % 4, seed // 4 % 2 == 1
    dealt = deal(rng, players, standard_deck(expansion), standard_setup(players, expansion), Reveal.STRICT)
    return play(dealt, [player(rng)] * players, 1 + seed // 8 % 24)


def statements(player: type[RandomPlayer], choices: Choices, seed: int) -> list[Statement]:
    """Return what is stated of the boss cat of one round; in the base game points of answers are noted too."""
    dealt = played(seed, player)
    notes = Notes(answer_points=0.0 if dealt.deck.expansion else 1.0)
    posterior = counting.count(View(dealt.record(seed % len(dealt.players), notes, choices)))
    assert posterior is not None, "a true record has a deal"
    stated = {chance.kind: chance.p for chance in posterior.boss}
    return [Statement(stated.get(kind, 0.0), kind == dealt.boss.kind) for kind in dealt.deck.kinds]


def bins(found: Sequence[Statement]) -> list[Bin]:
    """Return the statements of what is possible in ten bins, empty ones left out."""
    sorted_in: list[list[Statement]] = [[] for _ in range(BINS)]
    for statement in found:
        if statement.p > 0:
            sorted_in[min(int(statement.p * BINS), BINS - 1)].append(statement)
    return [summed_up(statements) for statements in sorted_in if statements]


def summed_up(statements: Sequence[Statement]) -> Bin:
    """Return a bin of these statements, with Wilson's interval."""
    number = len(statements)
    stated, true = fsum(s.p for s in statements) / number, sum(s.true for s in statements) / number
    spread_out = sqrt(fsum(s.p * (1 - s.p) for s in statements)) / number
    square = NORMAL**2 / number
    middle = (true + square / 2) / (1 + square)
    half = NORMAL * sqrt(true * (1 - true) / number + square / number / 4) / (1 + square)
    off = (true - stated) / spread_out if spread_out else 0.0 if true == stated else BOUND
    return Bin(number, stated, true, max(0.0, middle - half), min(1.0, middle + half), off)


def mean_gap(table: Sequence[Bin]) -> float:
    """Return the mean distance between stated and true, over all statements."""
    return fsum(b.number * abs(b.true - b.stated) for b in table) / sum(b.number for b in table)


def surprise(found: Sequence[Statement]) -> float:
    """Return the mean bits by which the boss cat surprised who believed the statements: the less, the better."""
    true = [s.p for s in found if s.true]
    return -fsum(map(log2, true)) / len(true)


Found = dict[tuple[str, Choices], list[Statement]]


def gather(rounds: int) -> Found:
    """State the boss cats of so many rounds, for every way to choose and under both weightings."""
    return {
        (name, choices): [s for each in spread(partial(statements, player, choices), range(rounds)) for s in each]
        for (name, player), choices in product(PLAYERS.items(), Choices)
    }


def as_markdown(found: Found) -> str:
    """Return a table of the bins for every way to choose, and one that sums up."""
    lines = [
        "| they show | weighting | mean gap | worst bin | bits of surprise |",
        "|---|---|---|---|---|",
    ]
    for (name, choices), each in found.items():
        table = bins(each)
        worst = max(table, key=lambda b: abs(b.off))
        lines.append(
            f"| {name} | `{choices.value}` | {mean_gap(table):.2%} "
            f"| stated {worst.stated:.1%}, true {worst.true:.1%} ({worst.off:+.1f} sd) | {surprise(each):.4f} |"
        )
    for name in PLAYERS:
        lines += ["", f"They show {name}:", "", "| stated | `uniform` | `rules` |", "|---|---|---|"]
        columns = [{int(b.stated * BINS): b for b in bins(found[name, choices])} for choices in Choices]
        for place in range(BINS):
            cells = [in_words(column[place]) if place in column else "–" for column in columns]
            lines.append(f"| {place * 10} to {place * 10 + 10}% | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def in_words(b: Bin) -> str:
    """Return a bin for a cell of the table."""
    return f"{b.stated:.1%} → {b.true:.1%} [{b.low:.1%}, {b.high:.1%}] of {b.number:,}"


def run() -> Iterator[tuple[bool, str]]:
    """Yield how far off every weighting is for every way to choose; write table and picture."""
    found = gather(ROUNDS)
    for (name, choices), each in found.items():
        table = bins(each)
        worst = max(abs(b.off) for b in table)
        supposed = name == "at random" and choices is Choices.UNIFORM
        yield (
            not supposed or worst < BOUND,
            f"shown {name}, weighed {choices.value}: mean gap {mean_gap(table):.2%}, worst bin {worst:.1f} standard "
            f"deviations off, {surprise(each):.4f} bits of surprise",
        )
    excluded = sum(s.true for each in found.values() for s in each if s.p == 0)
    yield excluded == 0, f"stated as impossible and true all the same: {excluded}"
    DOCS.mkdir(exist_ok=True)
    (DOCS / "reliability.md").write_text(as_markdown(found), encoding="utf-8")
    panels = {f"shown: {name}": {c.value: bins(found[name, c]) for c in Choices} for name in PLAYERS}
    (DOCS / "reliability.svg").write_text(draw(panels), encoding="utf-8")
