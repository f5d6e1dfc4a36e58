"""Records that no deal fits, made by changing one entry of a true one, and what counting says of parts of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from random import Random

from solver.game.cards import Face
from solver.game.table import CENTRE, Setup
from solver.odds import counting
from solver.play import Notes, simulate
from solver.reasons.entries import Entry, changed, entries
from solver.reasons.repairs import Change, alternatives
from solver.record.schema import Answer, Record, Reveal, Word
from solver.record.view import View


@dataclass(frozen=True)
class Corrupted:
    """A true record, the same with one entry changed so that no deal fits, and that entry as it then stands."""

    true: Record
    record: Record
    culprit: Entry


def possible(record: Record) -> bool:
    """Return whether some deal fits the record, as counting has it."""
    return counting.count(View(record)) is not None


def corrupted(
    seed: int, notes: Notes, *, players: int = 4, hand: int | None = None, expansion: bool = False, turns: int = 4
) -> Corrupted:
    """Return a record that no deal fits, the same for the same seed; ``hand`` for a round with small hands."""
    rng = Random(seed)
    deck_size = 65 if expansion else 55
    setup = None if hand is None else Setup(deck_size - CENTRE - players * hand + 1, hand)
    while True:
        reveal = rng.choice(list(Reveal))
        played = simulate(players, expansion, turns, rng.randrange(10**6), setup=setup, reveal=reveal)
        true = played.record(rng.randrange(players), notes)
        for _ in range(20):
            entry = rng.choice(entries(true))
            change = rng.choice([*alternatives(true, entry), *with_points(true, entry, notes)])
            record = changed(true, [change.pair])
            if not possible(record):
                return Corrupted(true, record, change.made)


def with_points(record: Record, entry: Entry, notes: Notes) -> Iterable[Change]:
    """Yield the cards with points that an entry could name instead, where points are noted."""
    if notes.answer_points:
        faces = (Face(kind, points) for kind in record.deck.kinds for points in record.deck.faces(kind))
        yield from (Change(entry, face) for face in faces if face != entry.value)


def possible_with(bad: Corrupted, kept: Iterable[Entry]) -> bool:
    """Return whether some deal fits the entries ``kept``: other answers not noticed, other discards any cards.

    Told by counting alone. Points in answers stay unused where the whole record has a card without points.
    """
    record, blurred = bad.record, View(bad.record).bare_kinds
    kept = set(kept)
    dropped = [entry for entry in entries(record) if entry not in kept]
    changes: list[tuple[Entry, Answer]] = [(entry, Word.MISSED) for entry in dropped if entry.entry == "answer"]
    for entry in kept:
        if entry.entry == "answer" and isinstance(entry.value, Face) and entry.value.kind in blurred:
            changes.append((entry, entry.value.bare))
    unknown = [entry for entry in dropped if entry.entry == "discard"]
    kinds = record.deck.kinds
    cards = [Face(kind, p) for kind in kinds for p in ([None] if kind in blurred else record.deck.faces(kind))]
    truly = {(e.turn, e.player): e.value for e in entries(bad.true) if e.entry == "discard"}
    likely = [[truly[entry.turn, entry.player], *cards] for entry in unknown]
    completions = (zip(unknown, values, strict=True) for values in product(*likely))
    return any(possible(changed(record, [*changes, *completion])) for completion in completions)
