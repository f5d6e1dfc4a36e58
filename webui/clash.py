"""A contradiction for the screen: the entries that clash, what each says, and what would mend it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver import BosscatError, Contradiction, Record
from solver.catalogue import Message, message
from solver.game.cards import Face, Meow
from solver.logic.answers import Meaning
from solver.logic.formulas import All, AtLeast, Not
from solver.record.schema import Answer, Word
from solver.record.view import View
from solver.wording import place_of, spoken
from webui.language import lang, name
from webui.solved import solved


@dataclass(frozen=True, slots=True)
class Clashing:
    """One entry of a conflict: what it says, what follows (may be empty), and its form fields where it is an answer."""

    turn: int
    words: str
    follows: str
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
        told = contradiction.to_dict()
    except BosscatError:  # the solver gave up: that no deal fits was counted all the same
        told = {"conflict": (), "repairs": ()}
    return Clash(
        entries=tuple(clashing(record, entry) for entry in told["conflict"]),
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
    return Mending(fields_of(repair), place_of(repair), spoken(repair["value"], lang()), instead)


def clashing(record: Record, entry: Mapping[str, Any]) -> Clashing:
    """Return an entry of a conflict (record.md, "Out") for the screen."""
    number, player = entry["turn"], entry["player"]
    turn = record.turns[number - 1]
    if entry["entry"] == "discard":
        words = message("page_clash.discarded", turn=number, player=player, card=turn.discard)
        return Clashing(number, words.say(lang()), "", None)
    answer, call = turn.answers[player], turn.call
    key = f"page_clash.{answer.name.lower()}" if isinstance(answer, Word) else "page_clash.showed"
    called = " ".join(name(meow) for meow in call) if call else message("page_turn.call_missed_now")
    words = message(key, turn=number, player=player, call=called, card=answer if isinstance(answer, Face) else "")
    held = list(consequences(View(record), call, answer)) if call else []
    follows = message("page_clash.so", player=player, held=held).say(lang()) if held else ""
    return Clashing(number, words.say(lang()), follows, fields_of(entry))


def consequences(view: View, call: Sequence[Meow], answer: Answer) -> Iterator[Message]:
    """Yield what an answer says of the hand in that turn, as far as it can be said of one meow or of all together."""
    if isinstance(answer, Face) and not any(view.unseen[cell] for cell in view.looks(answer)):
        yield message("page_clash.none_left", card=answer)
    formula = Meaning(view).formula(tuple(call), answer)
    for part in formula.parts if isinstance(formula, All) else (formula,):
        match part:
            case AtLeast(cells, number) if answer is Word.MATCHED and meows_of(cells) in (1, len(set(call))):
                yield message("page_clash.at_least", number=number, cards=named(view, cells))
            case Not(AtLeast(cells, 1)):
                yield from (message("page_clash.none", cards=named(view, own)) for own in by_meow(view, cells))
            case Not(AtLeast(cells, number)):
                yield message("page_clash.at_most", number=number - 1, cards=named(view, cells))


def meows_of(cells: frozenset[Face]) -> int:
    """Return how many meows have all their base cards among these cells."""
    return len({cell.kind for cell in cells if not cell.kind.is_double})


def by_meow(view: View, cells: frozenset[Face]) -> Iterator[frozenset[Face]]:
    """Yield, of a set of all cards that can voice one of some meows, those for each of the meows."""
    for kind in sorted({cell.kind for cell in cells if not cell.kind.is_double}):
        yield frozenset(cell for cell in view.unseen if cell.kind.voices(kind.meows[0]))


def named(view: View, cells: frozenset[Face]) -> Message:
    """Return what a set of cells is called: its kinds, or with doubles among them the meows that they can voice."""
    base = sorted({cell.kind for cell in cells if not cell.kind.is_double})
    key = "page_clash.voicing" if view.record.expansion else "page_clash.kinds"
    return message(key, meows=[kind.meows[0] for kind in base])
