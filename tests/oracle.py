"""The obvious slow solver: every deal of the unseen cards, in fractions, lawfulness asked of ``meows.py`` alone.

It reads the record by itself and shares nothing with the program but the cards, the record and ``may_show``. For small
positions only: about 13 unseen cards at most.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, prod

from solver.game.cards import Face, Kind, Meow
from solver.logic.meows import may_show
from solver.odds.posterior import Posterior
from solver.record.schema import Answer, Choices, Record, Word

Cards = tuple[int, ...]  # how many cards of each unseen face, in the order of Position.faces


@dataclass(frozen=True, slots=True)
class Held:
    """Fewest, most and expected cards of a kind in a hand, and the probability of at least one."""

    min: int
    max: int
    mean: Fraction
    p_any: Fraction


@dataclass(frozen=True, slots=True)
class Exact:
    """What a record says, in fractions; ``points`` and ``boss`` hold what is possible only."""

    boss: dict[Kind, Fraction]
    points: dict[Kind, dict[int, Fraction]]
    deals: int
    holdings: dict[str, dict[Kind, Held]]


class Position:
    """The unseen cards of a record, and for every other player what is known of the hand."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.others = [player for player in record.players if player != record.me]
        self.discards = [
            (number, record.leader(number), turn.discard)
            for number, turn in enumerate(record.turns, 1)
            if turn.discard is not None
        ]
        theirs = [face for _, player, face in self.discards if player != record.me]
        self.seen = [*record.face_up, *record.hand, *theirs]
        self.blurred = {face.kind for face in self.seen if face.points is None}
        unseen = Counter(self.blur(face) for face in self.deck())
        unseen.subtract(map(self.blur, self.seen))
        self.possible = min(unseen.values()) >= 0 and min(Counter(self.pool()).values(), default=0) >= 0
        self.faces = sorted(face for face, number in unseen.items() if number)
        self.unseen = tuple(unseen[face] for face in self.faces)

    def deck(self) -> list[Face]:
        """Return every card of the deck."""
        deck = self.record.deck
        return [Face(k, points) for k in deck.kinds for points, number in deck.faces(k).items() for _ in range(number)]

    def blur(self, face: Face) -> Face:
        """Return a card as far as it can be told from others: without points where some seen like it has none."""
        return face.bare if face.kind in self.blurred else face

    def pool(self) -> Counter[Face]:
        """Return the cards of blurred kinds that no seen card with points accounts for; below 0: too many seen."""
        pool = Counter(face for face in self.deck() if face.kind in self.blurred)
        pool.subtract(face for face in self.seen if face.kind in self.blurred and face.points is not None)
        return pool

    def size(self, player: str) -> int:
        """Return how many cards the player holds now."""
        return self.record.setup.hand - sum(name == player for _, name, _ in self.discards)

    def points(self, face: Face) -> dict[int, Fraction]:
        """Return how likely one unseen card of this face is worth how many points."""
        if face.points is not None:
            return {face.points: Fraction(1)}
        pool = {card.points: number for card, number in self.pool().items() if card.kind == face.kind}
        return {p: Fraction(number, sum(pool.values())) for p, number in pool.items() if number and p is not None}

    def weight(self, player: str, hand: Sequence[Face]) -> Fraction:
        """Return the weight of holding ``hand`` now: the product over the player's answers."""
        weight = Fraction(1)
        for number, turn in enumerate(self.record.turns, 1):
            since = [self.blur(face) for n, name, face in self.discards if name == player and n >= number]
            weight *= self.answer_weight(turn.call, [*hand, *since], turn.answers.get(player, Word.MISSED))
        return weight

    def answer_weight(self, call: Sequence[Meow] | None, hand: Sequence[Face], answer: Answer) -> Fraction:
        """Return what one answer weighs for the hand that gave it."""
        if answer is Word.MISSED or (call is None and isinstance(answer, Word)):
            return Fraction(1)
        kinds = None if call is None else may_show(tuple(call), [face.kind for face in hand], self.record.reveal)
        if isinstance(answer, Word):
            return Fraction((kinds is None) == (answer is Word.MATCHED))
        lawful = list(hand) if call is None else [face for face in hand if face.kind in (kinds or ())]
        alike = [face for face in lawful if face.looks_like(self.blur(answer))]
        if call is None or self.record.choices is Choices.RULES:
            return Fraction(bool(alike))
        return Fraction(len(alike), len(lawful)) if lawful else Fraction(0)


def hands_from(cards: Cards, size: int) -> Iterator[Cards]:
    """Yield every way to take ``size`` cards."""
    if not cards:
        if size == 0:
            yield ()
        return
    for number in range(min(cards[0], size) + 1):
        for rest in hands_from(cards[1:], size - number):
            yield (number, *rest)


def solve_slowly(record: Record) -> Exact | None:
    """Return the exact answer to a record of a small position; None where no deal fits."""
    position = Position(record)
    if not position.possible:
        return None
    faces, others = position.faces, position.others

    @cache
    def weight(player: str, hand: Cards) -> Fraction:
        return position.weight(player, [face for face, n in zip(faces, hand, strict=True) for _ in range(n)])

    @cache
    def choices(place: int, left: Cards) -> list[tuple[Cards, Cards, int, Fraction]]:
        """List the possible hands of one player: hand, what it leaves, in how many ways, its weight in all."""
        found = []
        for hand in hands_from(left, position.size(others[place])):
            if factor := weight(others[place], hand):
                ways = prod(map(comb, left, hand))
                found.append((hand, tuple(a - b for a, b in zip(left, hand, strict=True)), ways, ways * factor))
        return found

    @cache
    def after(place: int, left: Cards) -> tuple[int, Fraction]:
        """Return number and weight of the ways to deal ``left`` to the players from ``place`` on, and the boss."""
        if place == len(others):
            return 1, Fraction(1)
        pairs = [(n, w, *after(place + 1, rest)) for _, rest, n, w in choices(place, left)]
        return sum(n * m for n, _, m, _ in pairs), sum((w * v for _, w, _, v in pairs), Fraction(0))

    deals, total = after(0, position.unseen)
    if not deals:
        return None
    before: dict[Cards, Fraction] = {position.unseen: Fraction(1)}
    holdings = {}
    for place, player in enumerate(others):
        hands: defaultdict[Cards, Fraction] = defaultdict(Fraction)
        following: defaultdict[Cards, Fraction] = defaultdict(Fraction)
        for left, so_far in before.items():
            for hand, rest, _, w in choices(place, left):
                hands[hand] += so_far * w * after(place + 1, rest)[1]
                following[rest] += so_far * w
        holdings[player] = held({hand: w / total for hand, w in hands.items() if w}, faces)
        before = following
    boss = {face: w / total for left, w in before.items() for face, n in zip(faces, left, strict=True) if n}
    return Exact(*by_kind(position, boss), deals=deals, holdings=holdings)


def held(hands: dict[Cards, Fraction], faces: Sequence[Face]) -> dict[Kind, Held]:
    """Return what a player holds of each unseen kind, from the probability of every hand."""
    result = {}
    for kind in sorted({face.kind for face in faces}):
        places = [place for place, face in enumerate(faces) if face.kind == kind]
        numbers = [(sum(hand[place] for place in places), p) for hand, p in hands.items()]
        result[kind] = Held(
            min=min(n for n, _ in numbers),
            max=max(n for n, _ in numbers),
            mean=sum((n * p for n, p in numbers), Fraction(0)),
            p_any=sum((p for n, p in numbers if n), Fraction(0)),
        )
    return result


def by_kind(
    position: Position, boss: dict[Face, Fraction]
) -> tuple[dict[Kind, Fraction], dict[Kind, dict[int, Fraction]]]:
    """Return the probability of every kind, and of every kind with its points."""
    points: dict[Kind, dict[int, Fraction]] = {}
    for face, p in boss.items():
        for value, share in position.points(face).items():
            row = points.setdefault(face.kind, {})
            row[value] = row.get(value, Fraction(0)) + p * share
    return {kind: sum(row.values(), Fraction(0)) for kind, row in points.items()}, points


def gap(posterior: Posterior, exact: Exact) -> float:
    """Return by how much a posterior is off anywhere: in what is possible, probabilities, deals or holdings.

    1.0 or more where anything but a probability differs.
    """
    boss = {chance.kind: chance for chance in posterior.boss}
    held_at_all = {player: set(hand.kinds) for player, hand in posterior.holdings.items()}
    if set(boss) != set(exact.boss) or held_at_all != {player: set(kinds) for player, kinds in exact.holdings.items()}:
        return 1.0
    gaps = [abs(chance.p - exact.boss[kind]) for kind, chance in boss.items()]
    for kind, row in exact.points.items():
        gaps.append(1.0 if set(row) != set(boss[kind].points) else 0.0)
        gaps += [abs(boss[kind].points.get(value, 0.0) - p) for value, p in row.items()]
    for player, kinds in exact.holdings.items():
        for kind, right in kinds.items():
            mine = posterior.holdings[player].kinds[kind]
            gaps += [abs(mine.min - right.min), abs(mine.max - right.max), abs(mine.mean - right.mean)]
            gaps.append(abs(mine.p_any - right.p_any))
    return float(max(*gaps, abs(posterior.deals - exact.deals)))
