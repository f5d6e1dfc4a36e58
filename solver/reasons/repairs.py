"""What would mend a record that no deal fits: changes of single entries, or of two where one does not help.

What is possible is asked of the constraint model, how many deals a change leaves of counting.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as put

from solver.errors import TooMuchWork
from solver.game.cards import Face, Kind
from solver.odds import counting
from solver.reasons.conflicts import EntryModel
from solver.reasons.entries import Entry, changed
from solver.record.schema import Answer, Choices, Record, Reveal, Word
from solver.record.view import View

RANKING_SECONDS = 2.5
RANKING_BUDGET = 60_000_000  # pair operations for one change, some tenths of a second
PAIR_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Change:
    """Another value for one entry."""

    entry: Entry
    value: Answer

    @property
    def pair(self) -> tuple[Entry, Answer]:
        """The entry as it is, and the value it gets."""
        return self.entry, self.value

    @property
    def made(self) -> Entry:
        """The entry as it is after the change."""
        return replace(self.entry, value=self.value)


@dataclass(frozen=True, slots=True)
class Repair:
    """One entry whose change alone makes the record possible, with the values that do, best first.

    ``deals`` tells for each value how many deals the changed record leaves, None where there was no time to count.
    """

    entry: Entry
    instead: tuple[Answer, ...]
    deals: tuple[int | None, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the repair as the command line and the API print it."""
        return {**self.entry.to_dict(), "instead": [str(value) for value in self.instead]}


@dataclass(frozen=True, slots=True)
class LenientRepair:
    """The record is possible once the duty to show is read leniently."""

    def to_dict(self) -> dict[str, object]:
        """Return the repair as the command line and the API print it."""
        return {"entry": "reveal", "value": Reveal.STRICT.value, "instead": [Reveal.LENIENT.value]}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two changes that together make the record possible, and how many deals they leave (None: not counted)."""

    changes: tuple[Change, Change]
    deals: int | None

    def to_dict(self) -> list[dict[str, object]]:
        """Return both changes in the form of repairs."""
        return [{**change.entry.to_dict(), "instead": [str(change.value)]} for change in self.changes]


@dataclass(frozen=True, slots=True)
class Mending:
    """All repairs, best first; ``pairs`` only where there are none, at least those found within the time.

    ``unranked`` is the number of values, last in the repairs, whose deals there was no time to count.
    """

    repairs: tuple[Repair | LenientRepair, ...]
    pairs: tuple[Pair, ...] = ()
    unranked: int = 0

    def to_dict(self) -> dict[str, object]:
        """Return the part of a contradiction that tells what would mend it."""
        out: dict[str, object] = {"repairs": [repair.to_dict() for repair in self.repairs]}
        if not self.repairs:
            out["pairs"] = [pair.to_dict() for pair in self.pairs]
        if self.unranked:
            out["unranked"] = self.unranked
        return out


def mend(record: Record, conflict: Sequence[Entry]) -> Mending:
    """Return what would make ``record`` possible, given one of its conflicts.

    Of the changes of single entries all are found; the one that leaves most deals comes first, entries likewise. The
    order is exact for what can be counted within RANKING_SECONDS, and record order after that.
    """
    lenient = (LenientRepair(),) if possible_when_lenient(record) else ()
    ranked = rank([(change,) for change in single_changes(record, conflict)], record)
    repairs = []
    for entry in dict.fromkeys(change.entry for (change,), _ in ranked):
        values = [(change.value, deals) for (change,), deals in ranked if change.entry == entry]
        repairs.append(Repair(entry, tuple(value for value, _ in values), tuple(deals for _, deals in values)))
    pairs = () if lenient or repairs else find_pairs(record, conflict)
    return Mending((*lenient, *repairs), pairs, sum(deals is None for _, deals in ranked))


def possible_when_lenient(record: Record) -> bool:
    """Return whether the record is strict and some deal fits it when read leniently."""
    if record.reveal is Reveal.LENIENT or not record.expansion:
        return False
    model = EntryModel(put(record, reveal=Reveal.LENIENT))
    return model.model.possible(model.entries)


def alternatives(record: Record, entry: Entry) -> Iterator[Change]:
    """Yield every other value an entry could have: the kinds without points, in deck order, and "matched"."""
    values: list[Answer] = [Face(kind) for kind in record.deck.kinds]
    if entry.entry == "answer":
        values.append(Word.MATCHED)
    yield from (Change(entry, value) for value in values if value != entry.value)


def single_changes(record: Record, conflict: Sequence[Entry]) -> list[Change]:
    """Return every change of one entry that makes the record possible, in record order, then deck order.

    Such an entry is in every conflict, unless its change takes points out of use: points in answers of a kind of
    which a discard then has none.
    """
    plain = EntryModel(record)
    wrong = [entry for entry in conflict if plain.model.possible(without(plain.entries, [entry]))]
    candidates = dict.fromkeys(change for entry in wrong for change in alternatives(record, entry))
    candidates |= dict.fromkeys(blurring(plain, conflict))
    tried = [change for entry in plain.entries for change in candidates if change.entry == entry]
    in_use = points_in_use(record)
    alike = {change for change in tried if points_in_use(changed(record, [change.pair])) == in_use}
    shared = EntryModel(record, [change.made for change in tried if change in alike])

    def helps(change: Change) -> bool:
        if change in alike:
            return shared.model.possible([*without(shared.entries, [change.entry]), change.made])
        fresh = EntryModel(changed(record, [change.pair]))
        return fresh.model.possible(fresh.entries)

    return list(filter(helps, tried))


def without(all_entries: Iterable[Entry], some: Sequence[Entry]) -> list[Entry]:
    """Return the entries that are not among ``some``."""
    return [entry for entry in all_entries if entry not in some]


def points_in_use(record: Record) -> frozenset[Kind]:
    """Return the kinds of which points noted in answers are used: every seen card of the kind has its points too."""
    answers = (answer for turn in record.turns for answer in turn.answers.values())
    noted = {a.kind for a in answers if isinstance(a, Face) and a.points is not None and not a.kind.is_double}
    return frozenset(noted - View(record).bare_kinds)


def blurring(model: EntryModel, conflict: Iterable[Entry]) -> Iterator[Change]:
    """Yield the changes of discards that take points out of use on which the conflict rests."""
    in_use = points_in_use(model.record)
    resting = {e.value.kind for e in conflict if isinstance(e.value, Face) and e.value.points is not None} & in_use
    for entry in model.discards:
        yield from (Change(entry, Face(kind)) for kind in sorted(resting))


def rank(groups: Sequence[tuple[Change, ...]], record: Record) -> list[tuple[tuple[Change, ...], int | None]]:
    """Return each group of changes with the number of deals it leaves, most first; uncounted ones last, as given."""
    end = time.monotonic() + RANKING_SECONDS
    counted = []
    for group in groups:
        late = time.monotonic() > end
        counted.append((group, None if late else deals_left(changed(record, [change.pair for change in group]))))
    return sorted(counted, key=lambda found: -1 if found[1] is None else found[1], reverse=True)


def deals_left(record: Record) -> int | None:
    """Return how many deals fit a possible record; None where that is too much work to tell exactly."""
    try:
        found = counting.count_within(View(put(record, choices=Choices.RULES)), RANKING_BUDGET, ())
    except TooMuchWork:
        return None
    assert found is not None
    return found.deals


def find_pairs(record: Record, conflict: Sequence[Entry]) -> tuple[Pair, ...]:
    """Return pairs of changes that make the record possible, most deals left first: of two entries the best pair.

    Looked for as long as PAIR_SECONDS allow, and without changes that take points out of use.
    """
    end = time.monotonic() + PAIR_SECONDS
    found: list[tuple[Change, ...]] = []
    for entries in pairs_of_entries(record, conflict):
        if time.monotonic() > end:
            break
        found += pairs_of_changes(record, entries, end)
    best = {frozenset(c.entry for c in changes): (changes, deals) for changes, deals in reversed(rank(found, record))}
    return tuple(Pair((first, second), deals) for (first, second), deals in reversed(best.values()))


def pairs_of_entries(record: Record, conflict: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Yield the pairs of entries without which a deal fits; one of them is in ``conflict``."""
    model, seen = EntryModel(record), set[frozenset[Entry]]()
    for first in conflict:
        rest = without(model.entries, [first])
        core = model.model.decided(rest).core
        for second in core:
            both = frozenset({first, second})
            if both not in seen and model.model.possible(without(rest, [second])):
                yield (first, second) if model.entries.index(first) < model.entries.index(second) else (second, first)
            seen.add(both)


def pairs_of_changes(record: Record, entries: tuple[Entry, Entry], end: float) -> Iterator[tuple[Change, Change]]:
    """Yield the changes of two entries that make the record possible together, until the clock reads ``end``."""
    in_use = points_in_use(record)
    firsts, seconds = (
        [change for change in alternatives(record, entry) if points_in_use(changed(record, [change.pair])) == in_use]
        for entry in entries
    )
    shared = EntryModel(record, [change.made for change in (*firsts, *seconds)])
    rest = without(shared.entries, entries)
    for first in firsts:
        if shared.model.possible([*rest, first.made]):
            for second in seconds:
                if time.monotonic() > end:
                    return
                if shared.model.possible([*rest, first.made, second.made]):
                    yield first, second
