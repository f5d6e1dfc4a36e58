"""What every screen with a record shows around its own part: the answer in sight, the address, the clash if any."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template

from solver import Contradiction, Record
from solver.catalogue import Message
from solver.game.cards import Meow
from solver.wording import clash as clash_words
from solver.wording import place_of, spoken
from webui.language import lang
from webui.solved import solved
from webui.turn_form import current_turn


def screen(template: str, record: Record, **context: Any) -> str:
    """Return the page ``template`` around ``record``; ``number`` is the turn in its title."""
    found = solved(record)
    shared = {
        "record": record,
        "line": record.to_line(),
        "number": current_turn(record),
        "solved": found,
        "best": found.posterior.boss[0] if found.posterior else None,
        "meows": tuple(Meow),
    }
    return render_template(template, **{**shared, **context})


@dataclass(frozen=True, slots=True)
class Clashing:
    """One entry of a conflict: its turn, and what it says."""

    turn: int
    words: str


@dataclass(frozen=True, slots=True)
class Mending:
    """One repair: the entry as form fields and in words, and each value that would do with what it is called."""

    fields: Mapping[str, object]
    place: Message
    value: str
    instead: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """A contradiction for the screen. ``sound`` is how many turns there are before the clash."""

    entries: tuple[Clashing, ...]
    repairs: tuple[Mending, ...]
    sound: int


def clash(record: Record, contradiction: Contradiction) -> Clash:
    """Return the entries that clash, the repairs, and how far back the record still makes sense."""
    told: Any = contradiction.to_dict()
    return Clash(
        entries=tuple(Clashing(entry["turn"], clash_words(entry, lang())) for entry in told["conflict"]),
        repairs=tuple(
            Mending(
                fields={key: repair[key] for key in ("turn", "player", "entry") if key in repair},
                place=place_of(repair),
                value=spoken(repair["value"], lang()),
                instead=tuple((value, spoken(value, lang())) for value in repair["instead"]),
            )
            for repair in told["repairs"]
        ),
        sound=next((n for n in range(len(record.turns), -1, -1) if solved(record.up_to(n)).posterior), 0),
    )
