"""Do the stated probabilities come true? Rounds of random players, the truth held against what was stated.

Every question weighs the kinds of a forecast in some way. Over many rounds the weight of the true kinds should come
to what the probabilities say; ``off`` tells by how many standard deviations it does not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, inf, log, sqrt

from msgspec.structs import replace

from solver.game.cards import Kind, Meow
from solver.odds import counting
from solver.play import Notes, Round, simulate
from solver.record.schema import Record, Word
from solver.record.view import View
from tests.strategies import small_setup

ROUNDS = 2000
BOUND = 4.0  # standard deviations; right probabilities exceed it in one of about 16,000 questions


@dataclass(frozen=True, slots=True)
class Forecast:
    """What was stated of one round, what was true, and the record it was stated from."""

    stated: Mapping[Kind, float]
    truth: Kind
    record: Record


Question = Callable[[Forecast, Kind], float]
Solver = Callable[[Record], Mapping[Kind, float]]


def exact(record: Record) -> Mapping[Kind, float]:
    """State what the program states."""
    posterior = counting.count(View(record))
    assert posterior is not None, "a true record has a deal"
    return {chance.kind: chance.p for chance in posterior.boss}


def matched_ignored(record: Record) -> Mapping[Kind, float]:
    """A gross fault: answers ``matched`` are not used."""
    turns = [
        replace(turn, answers={name: a for name, a in turn.answers.items() if a is not Word.MATCHED})
        for turn in record.turns
    ]
    return exact(replace(record, turns=tuple(turns)))


def overconfident(record: Record) -> Mapping[Kind, float]:
    """A gross fault: probabilities squared and renormalised."""
    squares = {kind: p * p for kind, p in exact(record).items()}
    return {kind: square / fsum(squares.values()) for kind, square in squares.items()}


FAULTS: dict[str, Solver] = {"matched ignored": matched_ignored, "probabilities squared": overconfident}


def stated_between(low: float, high: float) -> Question:
    """Ask of all statements from ``low`` up to ``high`` how many came true."""
    return lambda forecast, kind: float(low <= forecast.stated[kind] < high)


def voicing(meow: Meow) -> Question:
    """Ask how often the boss cat can meow ``meow``."""
    return lambda forecast, kind: float(kind.voices(meow))


def matched_with(forecast: Forecast, kind: Kind) -> float:
    """Ask of kinds by how often the others matched calls with their meows, for each card there is."""
    record = forecast.record
    total = 0.0
    for turn in record.turns:
        others = sum(answer is Word.MATCHED for name, answer in turn.answers.items() if name != record.me)
        total += others * sum(kind.voices(meow) / record.deck.count(Kind((meow,))) for meow in turn.call or ())
    return total


QUESTIONS: dict[str, Question] = {
    **{f"stated {low / 10:.1f} to {(low + 1) / 10:.1f}": stated_between(low / 10, (low + 1) / 10) for low in range(9)},
    "stated 0.9 to 1.0": stated_between(0.9, inf),
    "likelier kinds": lambda forecast, kind: forecast.stated[kind],
    "sharpness": lambda forecast, kind: log(forecast.stated[kind]),
    "doubles": lambda forecast, kind: float(kind.is_double),
    "kinds of matched calls": matched_with,
    **{f"kinds with {meow}": voicing(meow) for meow in Meow},
}


def off(question: Question, forecasts: Sequence[Forecast]) -> float:
    """Return by how many standard deviations the truth differs from what was stated; infinite where it was excluded."""
    excess, variance = 0.0, 0.0
    for forecast in forecasts:
        if forecast.truth not in forecast.stated:
            return inf
        weights = {kind: question(forecast, kind) for kind in forecast.stated}
        mean = fsum(p * weights[kind] for kind, p in forecast.stated.items())
        excess += weights[forecast.truth] - mean
        variance += fsum(p * (weights[kind] - mean) ** 2 for kind, p in forecast.stated.items())
    return excess / sqrt(variance) if variance > 0 else 0.0


def small_table(seed: int) -> Round:
    """Return a round with 3 to 5 cards in each hand."""
    players, hand, expansion = 4 + seed % 4, 3 + seed // 4 % 3, seed // 12 % 2 == 1
    return simulate(players, expansion, 1 + seed // 24 % 6, seed, setup=small_setup(players, expansion, hand))


def full_table(seed: int) -> Round:
    """Return a round with the numbers of the rules."""
    return simulate(4 + seed % 4, seed // 4 % 2 == 1, 1 + seed // 8 % 12, seed)


def forecasts(seeds: range, table: Callable[[int], Round], notes: Notes, solver: Solver) -> list[Forecast]:
    """State the boss cat of a round for every seed, from one seat after another."""
    result = []
    for seed in seeds:
        played = table(seed)
        record = played.record(seed % len(played.players), notes)
        result.append(Forecast(solver(record), played.boss.kind, record))
    return result


def all_forecasts(solver: Solver) -> list[Forecast]:
    """State the boss cats of all rounds: half at small tables with all points noted, half at full ones."""
    # Seeds of their own: the same seed shuffles any two tables alike, and the rounds would not be independent.
    small, full = range(ROUNDS // 2), range(ROUNDS // 2, ROUNDS)
    return forecasts(small, small_table, Notes(), solver) + forecasts(full, full_table, Notes(answer_points=0), solver)


def worst(found: Sequence[Forecast]) -> tuple[float, str]:
    """Return the question that is off most, as standard deviations and name."""
    return max((abs(off(question, found)), name) for name, question in QUESTIONS.items())


def run() -> Iterator[tuple[bool, str]]:
    """Yield how far every question is off, and that each fault is off beyond the bound."""
    found = all_forecasts(exact)
    for name, question in QUESTIONS.items():
        gap = off(question, found)
        yield abs(gap) < BOUND, f"{name}: off by {gap:+.1f} standard deviations in {ROUNDS} rounds"
    for fault, solver in FAULTS.items():
        gap, name = worst(all_forecasts(solver))
        yield gap > BOUND, f"the fault '{fault}' shows: off by {gap:.1f} in {name}"
