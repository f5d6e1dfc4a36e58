"""What counting the cards in sight tells: unseen cards, hand sizes, discards (rules.md, "What one player knows")."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from solver.game.cards import POINTS, Deck, Face, Kind
from solver.record.schema import Record


@lru_cache(maxsize=1024)
def dealt_cells(deck: Deck, kind: Kind, bare: bool) -> tuple[tuple[Face, int], ...]:
    """Return the cells of a kind with their numbers of cards in the deck, in order: one if ``bare``, else by points."""
    if bare:
        return ((Face(kind), deck.count(kind)),)
    return tuple((Face(kind, points), number) for points, number in deck.faces(kind).items())


@dataclass(frozen=True)
class View:
    """A record seen as a counting problem.

    Cards are counted in *cells*: single faces for a kind of which every seen card has its points noted, else the
    whole kind as one bare face. Points noted in answers of a kind that has one bare cell are not used at all
    (record.md, "Points may be left out anywhere"). Kinds in ``by_kind`` have one bare cell in any case.
    """

    record: Record
    by_kind: frozenset[Kind] = frozenset()

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The other players, in the order of the table."""
        return self.record.others

    @property
    def now(self) -> int:
        """The turn whose call comes next, or is under way: hands *now* are hands at this turn, less its discard."""
        return len(self.record.turns) + 1

    @cached_property
    def discards(self) -> tuple[tuple[int, str, Face], ...]:
        """Every discard made: turn (from 1), player, card."""
        turns = enumerate(self.record.turns, 1)
        return tuple((n, self.record.leader(n), turn.discard) for n, turn in turns if turn.discard is not None)

    @cached_property
    def discards_of(self) -> Mapping[str, list[tuple[int, Face]]]:
        """Player -> every discard of that player's: turn (from 1), cell."""
        result: dict[str, list[tuple[int, Face]]] = {player: [] for player in self.record.players}
        for n, player, face in self.discards:
            result[player].append((n, self.cell(face)))
        return result

    @cached_property
    def seen(self) -> tuple[Face, ...]:
        """Every card known to be in no other hand and not the boss: face up, my dealt hand, others' discards."""
        theirs = (face for _, player, face in self.discards if player != self.record.me)
        return (*self.record.face_up, *self.record.hand, *theirs)

    @cached_property
    def bare_kinds(self) -> frozenset[Kind]:
        """The kinds of which some seen card has no points noted, or that are not to be told apart by points."""
        return self.by_kind.union(face.kind for face in self.seen if face.points is None)

    @cached_property
    def lean(self) -> "View":
        """The same record, cards told apart by points only where another player's answer does: the same odds."""
        answers = (answer for turn in self.record.turns for name, answer in turn.answers.items() if name in self.others)
        told = {answer.kind for answer in answers if isinstance(answer, Face) and answer.points is not None}
        untold = frozenset(self.record.deck.kinds) - told
        return self if untold <= self.bare_kinds else View(self.record, self.by_kind | untold)

    def cell(self, face: Face) -> Face:
        """Return the cell in which a seen or discarded card is counted."""
        return face.bare if face.kind in self.bare_kinds else face

    def looks(self, face: Face) -> frozenset[Face]:
        """Return the cells of the cards that look like ``face``: its own, or all of its kind if points do not count."""
        if face.kind not in self.bare_kinds and face.points is not None:
            return frozenset({face})
        return self.cells_of(face.kind)

    def cells_of(self, kind: Kind) -> frozenset[Face]:
        """Return all cells of a kind."""
        return frozenset(cell for cell, _ in dealt_cells(self.record.deck, kind, kind in self.bare_kinds))

    @cached_property
    def unseen(self) -> Mapping[Face, int]:
        """Cell -> how many unseen cards it has, in deck order; below 0 where the discards cannot all be true."""
        seen, cells = Counter(map(self.cell, self.seen)), {}
        for kind in self.record.deck.kinds:
            for cell, number in dealt_cells(self.record.deck, kind, kind in self.bare_kinds):
                cells[cell] = number - seen[cell]
        return cells

    def unseen_of(self, kind: Kind) -> int:
        """Return how many unseen cards a kind has; below 0 where the discards cannot all be true."""
        return sum(self.unseen[cell] for cell in self.cells_of(kind))

    @cached_property
    def pools(self) -> Mapping[Kind, Mapping[int, int]]:
        """Bare kind -> points -> cards that no seen card with points accounts for: the unseen ones are some of them."""
        noted = Counter(face for face in self.seen if face.points is not None)
        return {
            kind: {
                points: number - noted[Face(kind, points)] for points, number in self.record.deck.faces(kind).items()
            }
            for kind in sorted(self.bare_kinds)
        }

    @property
    def countable(self) -> bool:
        """Whether the seen cards can come from one deck; if not, no deal fits, whatever the answers say."""
        return min(self.unseen.values()) >= 0 and all(min(pool.values()) >= 0 for pool in self.pools.values())

    def points_shares(self, cell: Face) -> dict[int, float]:
        """Return points -> probability for one unseen card of this cell."""
        if cell.points is not None:
            return {cell.points: 1.0}
        pool = self.pools[cell.kind]
        total = sum(pool.values())
        return {points: number / total for points in POINTS if (number := pool.get(points, 0))}

    def hand_size(self, player: str) -> int:
        """Return how many cards ``player`` holds now."""
        return self.record.setup.hand - len(self.discards_of[player])

    def discarded_since(self, player: str, turn: int) -> Counter[Face]:
        """Return the cells of what ``player`` discarded in turn ``turn`` (from 1) or later."""
        return Counter([cell for n, cell in self.discards_of[player] if n >= turn])

    def my_hand(self, turn: int) -> Counter[Face]:
        """Return my hand when turn ``turn`` (from 1) is called: cards as dealt, less my discards before it.

        A discard without points takes a card of its kind without points, or else one with the fewest.
        """
        left = Counter(self.record.hand)
        gone = [face for n, name, face in self.discards if name == self.record.me and n < turn]
        for face in sorted(gone, key=lambda card: card.points is None):
            options = [card for card in sorted(left) if left[card] and card.looks_like(face)]
            left[min(options, key=lambda card: (card != face, card))] -= 1
        return +left
