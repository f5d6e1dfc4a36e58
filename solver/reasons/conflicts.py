"""A smallest set of entries that cannot all be true.

An answer left out counts as not noticed; a discard left out as an unknown card of that hand, which shrinks all the
same. What an entry says is taken as the whole record has it: where some seen card of a kind has no points noted,
points in answers of that kind stay unused, whichever entries are left out.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from solver.game.cards import Face
from solver.logic.answers import Meaning
from solver.logic.formulas import AtLeast, Formula, evaluate
from solver.logic.model import Boss, Deal, DealModel, Discard, Hand, Place
from solver.reasons.clashes import alike, lean, merged, renamed, smallest_clash
from solver.reasons.entries import Entry, card, entries
from solver.record.schema import Record
from solver.record.view import View

Claim = tuple[Formula, tuple[Place, ...]]


class EntryModel:
    """The deals of a record whose entries are switched on one by one; a discard switched off is an unknown card.

    ``others`` are entries that might stand in place of some of the record's, for questions of what if.
    """

    def __init__(self, record: Record, others: Iterable[Entry] = ()) -> None:
        self.record, self.view = record, View(record)
        self.entries, self.others = entries(record), tuple(others)
        self.discards = [entry for entry in self.entries if entry.entry == "discard"]
        self.places: dict[Place, int] = {Boss(): 1}
        self.places |= {Hand(player): self.view.hand_size(player) for player in self.view.others}
        self.places |= {Discard(entry.turn): 1 for entry in self.discards}
        supply = Counter(self.view.unseen)
        supply.update(self.view.cell(card(entry)) for entry in self.discards)
        supply = +supply
        claims = {entry: self.claim(entry) for entry in (*self.entries, *self.others)}
        names = alike(supply, (claim[0] for entry, claim in claims.items() if entry.entry == "answer"))
        self.claims = {entry: (lean(renamed(claim, names)), where) for entry, (claim, where) in claims.items()}
        self.supply = merged(supply, names)
        self.model = self.fresh(self.claims)

    def claim(self, entry: Entry) -> Claim:
        """Return what an entry says, as a formula and the places of whose cards together it speaks."""
        if entry.entry == "discard":
            return AtLeast(self.view.looks(card(entry)), 1), (Discard(entry.turn),)
        later = (Discard(d.turn) for d in self.discards if d.player == entry.player and d.turn > entry.turn)
        call = self.record.turns[entry.turn - 1].call
        return Meaning(self.view).formula(call, entry.value), (Hand(entry.player), *later)

    def fresh(self, named: Iterable[Entry]) -> DealModel:
        """Return a new model in which these entries may be asked for."""
        model = DealModel(self.supply, self.places)
        for entry in named:
            formula, where = self.claims[entry]
            model.require(formula, where, entry)
        for same, most in self.limits():
            model.limit(same, most)
        return model

    def limits(self) -> Iterable[tuple[list[Entry], int]]:
        """Yield discards of like cards that are more than the deck has left beside the face-up cards and my hand."""
        record, groups = self.record, defaultdict[Face, list[Entry]](list)
        for entry in (*self.discards, *(entry for entry in self.others if entry.entry == "discard")):
            for face in {card(entry), card(entry).bare}:
                groups[face].append(entry)
        for face, same in groups.items():
            seen = sum(face in (other, other.bare) for other in (*record.face_up, *record.hand))
            deck = record.deck
            most = (deck.count(face.kind) if face.points is None else deck.faces(face.kind)[face.points]) - seen
            if len(same) > most:
                yield same, most

    def checked_conflict(self) -> tuple[Entry, ...]:
        """Return a smallest set of entries that cannot all be true, in record order.

        Of several the first by record order, so the same record always gives the same set. It is checked: a clash in
        a fresh model, and without any one entry a deal, looked through without the solver. Raises ValueError where a
        deal fits the whole record.
        """
        conflict = smallest_clash(self.model, self.entries)
        fresh = self.fresh(conflict)
        assert not fresh.possible(conflict)
        for entry in conflict:
            rest = [other for other in conflict if other != entry]
            deal = fresh.decided(rest).deal
            assert deal is not None
            assert self.fits(deal, rest)
        return conflict

    def fits(self, deal: Deal, kept: Sequence[Entry]) -> bool:
        """Return whether ``deal`` uses up the cards and keeps the entries ``kept``; told without the solver."""
        held: Counter[Face] = Counter()
        for place, size in self.places.items():
            if sum(deal[place].values()) != size:
                return False
            held.update(deal[place])

        def keeps(entry: Entry) -> bool:
            formula, places = self.claims[entry]
            return bool(evaluate(formula, lambda cells: sum(deal[p].get(c, 0) for p in places for c in cells)))

        bounded = all(sum(entry in kept for entry in same) <= most for same, most in self.limits())
        return +held == +self.supply and bounded and all(map(keeps, kept))
