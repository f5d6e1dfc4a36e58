"""A contradiction for the screen: the entries that clash, what each says, and what would mend it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver import BosscatError, Contradiction, Record, spoken_conflicts
from solver.catalogue import Message, message
from solver.reasons.entries import Entry
from solver.wording import place_of, spoken
from webui.language import lang
from webui.solved import solved


@dataclass(frozen=True, slots=True)
class Clashing:
    """One entry of a conflict: what it says, a remark (may be empty), and its form fields where it is an answer."""

    turn: int
    words: str
    remark: str
    fields: Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class Mending:
    """One repair: the entry as form fields and in words, and each value that would do with what it is called."""

    fields: Mapping[str, object]
    place: Message
    value: str
    instead: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """A contradiction for the screen.

    ``pairs`` are changes of two entries that help together, only where ``repairs`` are none. ``unranked`` values stand
    last among the repairs, in no order. ``sound`` is how many turns there are before the clash.
    """

    entries: tuple[Clashing, ...]
    repairs: tuple[Mending, ...]
    pairs: tuple[tuple[Mending, ...], ...]
    unranked: int
    sound: int


def clash(record: Record, contradiction: Contradiction) -> Clash:
    """Return the entries that clash, the repairs, and how far back the record still makes sense."""
    told: Any
    try:
        told, conflict = contradiction.to_dict(), contradiction.conflict
    except BosscatError:  # the solver gave up: that no deal fits was counted all the same
        told, conflict = {"repairs": ()}, ()
    return Clash(
        entries=tuple(clashing(record, entry) for entry in conflict),
        repairs=tuple(mending(repair) for repair in told["repairs"]),
        pairs=tuple(tuple(map(mending, pair)) for pair in told.get("pairs", ())),
        unranked=told.get("unranked", 0),
        sound=next((n for n in range(len(record.turns), -1, -1) if solved(record.up_to(n)).posterior), 0),
    )


def fields_of(entry: Mapping[str, object]) -> dict[str, object]:
    """Return which entry of the record is meant, as form fields."""
    return {key: entry[key] for key in ("turn", "player", "entry") if key in entry}


def mending(repair: Mapping[str, Any]) -> Mending:
    """Return a repair (record.md, "Out") for the screen."""
    instead = tuple((value, spoken(value, lang())) for value in repair["instead"])
    return Mending(fields_of(repair), place(repair), spoken(repair["value"], lang()), instead)


def place(repair: Mapping[str, Any]) -> Message:
    """Return where the entry stands that a repair changes, as one says it at the table."""
    if "turn" not in repair:
        return place_of(repair)
    return message(f"page_clash.place_{repair['entry']}", turn=repair["turn"], player=repair["player"])


def clashing(record: Record, entry: Entry) -> Clashing:
    """Return an entry of a conflict for the screen."""
    words = spoken_conflicts.clash(record, entry, lang())
    remark = spoken_conflicts.remark(record, entry, lang())
    return Clashing(entry.turn, words, remark, fields_of(entry.to_dict()) if entry.entry == "answer" else None)
