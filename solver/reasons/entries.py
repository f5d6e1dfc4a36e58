"""The entries of a record that may be wrong: answers and discards of the other players, each by a name of its own."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from solver.game.cards import Face
from solver.record.schema import Answer, Record, Turn, Word


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a record: what ``player`` answered, or discarded, in ``turn`` (from 1), as the record has it."""

    turn: int
    player: str
    entry: Literal["answer", "discard"]
    value: Answer

    def to_dict(self) -> dict[str, object]:
        """Return the entry as the command line and the API print it (record.md, "When no deal fits")."""
        return {"turn": self.turn, "player": self.player, "entry": self.entry, "value": str(self.value)}


def entries(record: Record) -> tuple[Entry, ...]:
    """Return every entry that says something about the other hands, turn by turn: answers around the table, discard.

    My own answers and discards are no entries: they are checked against my hand and tell nothing new.
    """
    found: list[Entry] = []
    for number, turn in enumerate(record.turns, 1):
        answers = ((player, turn.answers.get(player, Word.MISSED)) for player in record.others)
        found += (Entry(number, player, "answer", value) for player, value in answers if value is not Word.MISSED)
        if turn.discard is not None and (leader := record.leader(number)) != record.me:
            found.append(Entry(number, leader, "discard", turn.discard))
    return tuple(found)


def card(entry: Entry) -> Face:
    """Return the card of a discard."""
    assert isinstance(entry.value, Face)
    return entry.value


def changed(record: Record, changes: Iterable[tuple[Entry, Answer]]) -> Record:
    """Return the record with other values at these entries; a discard takes a card. How the round ended is left out."""
    turns = list(record.turns)
    for entry, value in changes:
        turns[entry.turn - 1] = changed_turn(turns[entry.turn - 1], entry, value)
    return replace(record, turns=tuple(turns), result=None)


def changed_turn(turn: Turn, entry: Entry, value: Answer) -> Turn:
    """Return the turn with another value at one entry."""
    if entry.entry == "answer":
        return replace(turn, answers={**turn.answers, entry.player: value})
    if isinstance(value, Word):
        raise ValueError(f"a card is discarded, not {value}")
    return replace(turn, discard=value)
