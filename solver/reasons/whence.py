"""Where a probability of the boss cat comes from: what each turn made of it, and the answers that moved it most."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log

from msgspec.structs import replace

from solver.errors import Contradiction
from solver.game.cards import Kind
from solver.logic.answers import observations
from solver.logic.formulas import at_least, restrict
from solver.logic.model import Hand
from solver.odds import counting
from solver.odds.posterior import Posterior
from solver.odds.tables import HandTable
from solver.reasons.clashes import alike, merged, renamed
from solver.reasons.deduction import Bound, Side
from solver.reasons.diagnosis import diagnose
from solver.reasons.entries import Entry
from solver.reasons.facts import cells_of
from solver.record.schema import Record, Turn, Word
from solver.record.view import View

TURNS_LOOKED_INTO = 3
MOVES_TOLD = 3


@dataclass(frozen=True, slots=True)
class Shift:
    """The probability before and after a turn."""

    turn: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Move:
    """What one answer did to the probability, given all before it.

    ``bounds`` is what the answer by itself says of the kind in that hand at that moment, when ``unseen`` cards of the
    kind were unseen.
    """

    entry: Entry
    before: float
    after: float
    bounds: tuple[Bound, ...]
    unseen: int


@dataclass(frozen=True, slots=True)
class Whence:
    """How the probability that the boss cat is of ``kind`` came about: from ``start`` before any answer, turn by turn.

    ``moves`` are the answers that changed it most, the biggest first.
    """

    kind: Kind
    start: float
    shifts: tuple[Shift, ...]
    moves: tuple[Move, ...]


def whence(record: Record, kind: Kind) -> Whence:
    """Return where the probability of ``kind`` comes from. Raises as ``solve`` does.

    The discard of a turn counts in its shift. Moves are looked for in the turns that shifted most.
    """
    chances = [chance(record.up_to(turns), kind) for turns in range(len(record.turns) + 1)]
    shifts = [Shift(turn, *pair) for turn, pair in enumerate(pairwise(chances), 1)]
    telling = sorted(shifts, key=lambda shift: -size(shift))[:TURNS_LOOKED_INTO]
    moves = [move for shift in telling for move in moves_in(record, kind, shift)]
    biggest = sorted((move for move in moves if size(move)), key=lambda move: -size(move))[:MOVES_TOLD]
    return Whence(kind, chances[0], tuple(shifts), tuple(biggest))


def chance(record: Record, kind: Kind) -> float:
    """Return the probability of ``kind``."""
    found: Posterior | None = counting.count(View(record))
    if found is None:
        raise Contradiction(diagnose(record))
    return found.p(kind)


def size(change: Shift | Move) -> float:
    """Return how much a change of probability is, as a factor either way; infinite where it became 0."""
    if change.before == change.after:
        return 0.0
    return abs(log(change.after / change.before)) if change.before and change.after else inf


def moves_in(record: Record, kind: Kind, shift: Shift) -> Iterator[Move]:
    """Yield what each answer of a turn did to the probability, one after the other round the table."""
    turn, before = record.turns[shift.turn - 1], shift.before
    answers = {player: turn.answers[player] for player in record.others if player in turn.answers}
    for number, (player, answer) in enumerate(answers.items(), 1):
        if answer is not Word.MISSED:
            part = replace(turn, answers=dict(list(answers.items())[:number]), discard=None)
            after = chance(ending(record, shift.turn, part), kind)
            entry = Entry(shift.turn, player, "answer", answer)
            view = View(ending(record, shift.turn, replace(turn, discard=None)))
            yield Move(entry, before, after, said(view, kind, entry), view.unseen_of(kind))
            before = after


def ending(record: Record, number: int, last: Turn) -> Record:
    """Return the record up to turn ``number``, with that turn as it is given."""
    return replace(record.up_to(number), turns=(*record.turns[: number - 1], last))


def said(view: View, kind: Kind, entry: Entry) -> tuple[Bound, ...]:
    """Return what an answer, all by itself, says about the cards of ``kind`` that its player then held."""
    answers = [a for a in observations(view) if (a.turn, a.player) == (entry.turn, entry.player)]
    if not answers:
        return ()
    cells = frozenset(cell for cell, number in view.unseen.items() if number)
    wanted, formula = cells_of(view, [kind]) & cells, restrict(answers[0].formula, cells)
    names = alike(sorted(cells), [at_least(wanted, 1), formula])
    asked = frozenset(names[cell] for cell in wanted)
    table = HandTable(view.hand_size(entry.player), merged({cell: view.unseen[cell] for cell in sorted(cells)}, names))
    (fewest, most), (low, high) = (
        table.range(asked, hands) for hands in (table.every, table.where(renamed(formula, names)))
    )
    bounds = [(Side.LEAST, low)] * (low > fewest) + [(Side.MOST, high)] * (high < most)
    return tuple(Bound(Hand(entry.player), wanted, side, number) for side, number in bounds)
