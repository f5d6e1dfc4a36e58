"""The line chart of the history: each kind's probability after every turn, and the entry that moved it most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from msgspec.structs import replace

from solver import Posterior, Record
from solver.game.cards import Face, Kind
from solver.record.schema import Turn, Word
from webui.solved import in_turn, quickly, solved

WIDTH, HEIGHT = 320.0, 180.0
LEFT, TOP, BOTTOM = 34.0, 8.0, 20.0
LABELS = {False: 50.0, True: 94.0}  # room for the names at the right, without and with doubles
LABEL_STEP = 13.0
MOST_LINES = 6
MOST_TICKS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One kind's line: ``values`` are probabilities after 0, 1, ... turns, None where no number is known."""

    kind: Kind
    values: tuple[float | None, ...]
    points: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def path(self) -> str:
        """The line as the ``points`` of an SVG polyline."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Moved:
    """The entry that moved the probabilities most: turn, player, and the card or word (``discard``: as a discard)."""

    turn: int
    player: str
    value: object
    discard: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """What the SVG and its table show. ``ticks`` are turns with their place; ``moved`` None where nothing moved.

    ``end`` is where the lines end and their names begin.
    """

    lines: tuple[Line, ...]
    table: tuple[tuple[Kind, tuple[float | None, ...]], ...]
    ticks: tuple[tuple[int, float], ...]
    levels: tuple[tuple[float, float], ...]
    moved: Moved | None
    moved_x: float
    end: float


def chart(record: Record) -> Chart:
    """Return the chart of a record: one solve for each turn, all of them cached."""
    prefixes = [record.up_to(n) for n in range(len(record.turns) + 1)]
    with in_turn:
        after = [quickly(prefix) for prefix in prefixes]
        moved = most_moved(record, after)
    if None in after:  # some take long, or fit no deal
        after = [solved(prefix).posterior for prefix in prefixes]
        moved = most_moved(record, after)
    table = tuple((kind, tuple(found.p(kind) if found else None for found in after)) for kind in record.deck.kinds)
    highest = sorted(table, key=lambda row: -max((p for p in row[1] if p is not None), default=0.0))[:MOST_LINES]
    kept = [row for row in table if row in highest]
    end = WIDTH - LABELS[record.expansion]
    step = (end - LEFT) / max(1, len(after) - 1)
    every = -(-len(after) // MOST_TICKS)
    return Chart(
        lines=tuple(lines(kept, step)),
        table=table,
        ticks=tuple((n, x_of(n, step)) for n in range(0, len(after), every)),
        levels=tuple((level, y_of(level)) for level in (0.0, 0.5, 1.0)),
        moved=moved,
        moved_x=x_of(moved.turn, step) if moved else 0.0,
        end=end,
    )


def x_of(turn: int, step: float) -> float:
    """Return where a turn stands in the drawing."""
    return LEFT + step * turn


def y_of(p: float) -> float:
    """Return where a probability stands in the drawing."""
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - p)


def lines(rows: Sequence[tuple[Kind, tuple[float | None, ...]]], step: float) -> Iterator[Line]:
    """Yield the lines, their labels moved apart so that none hides another."""
    ends = {kind: y_of(next((p for p in reversed(values) if p is not None), 0.0)) for kind, values in rows}
    labels: dict[Kind, float] = {}
    lowest = HEIGHT - BOTTOM + 4 - LABEL_STEP * (len(rows) - 1)
    for place, kind in enumerate(sorted(ends, key=lambda kind: (ends[kind], kind))):
        above = max(labels.values(), default=-LABEL_STEP) + LABEL_STEP
        labels[kind] = min(max(ends[kind], above, TOP), lowest + LABEL_STEP * place)
    for kind, values in rows:
        points = tuple((x_of(n, step), y_of(p)) for n, p in enumerate(values) if p is not None)
        yield Line(kind, values, points, labels[kind])


def distance(before: Posterior | None, after: Posterior | None) -> float:
    """Return how far two posteriors are apart: half the sum of all changes, 0 to 1; 0 where one is missing."""
    if before is None or after is None:
        return 0.0
    kinds = {chance.kind for found in (before, after) for chance in found.boss}
    return sum(abs(before.p(kind) - after.p(kind)) for kind in kinds) / 2


def most_moved(record: Record, after: Sequence[Posterior | None]) -> Moved | None:
    """Return the entry, within the turn that moved the probabilities most, that moved them most.

    None where an entry of that turn takes long to solve: the turn alone does not tell which of them it was.
    """
    moves = [distance(one, two) for one, two in pairwise(after)]
    if not moves or max(moves) == 0:
        return None
    number = moves.index(max(moves)) + 1
    best, most, before = None, 0.0, after[number - 1]
    for moved, turn in entries(record, number):
        now = quickly(replace(record, turns=(*record.turns[: number - 1], turn), result=None))
        if now is None:
            return None
        if (change := distance(before, now)) > most:
            best, most = moved, change
        before = now
    return best


def entries(record: Record, number: int) -> Iterator[tuple[Moved, Turn]]:
    """Yield the entries of a turn in the order of the table, each with the turn as it stood once it was made."""
    whole = record.turns[number - 1]
    telling = [player for player in record.others if whole.answers.get(player, Word.MISSED) is not Word.MISSED]
    rest = {player: answer for player, answer in whole.answers.items() if player not in telling}
    turn = replace(whole, answers=rest, discard=None)
    for player in telling:
        turn = replace(turn, answers={**turn.answers, player: whole.answers[player]})
        yield Moved(number, player, whole.answers[player], discard=False), turn
    if isinstance(whole.discard, Face):
        yield Moved(number, record.leader(number), whole.discard, discard=True), whole
