"""A record as clauses for an exact model counter: the weights of all deals a third way, with nothing of the solver.

Variables say "this hand holds at least j cards that look like this"; the models are the ways to deal the unseen cards,
like cards not told apart. The weight 1/j on each variable makes a model weigh the deals it stands for, up to one factor
for all: n like cards come into a hand in 1/n! as many ways. Which answers are lawful is asked of ``may_show``, hand by
hand, and the hands that may not answer so are forbidden one by one. The choice among lawful cards is weighed by
variables too: (j - 1)/j on "at least j cards are lawful" makes a model with n of them weigh 1/n.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from math import factorial, prod
from multiprocessing import get_context
from multiprocessing.connection import Connection

from solver.game.cards import Face, Kind, Meow
from solver.logic.meows import chances, may_show
from solver.record.schema import Answer, Choices, Record, Word
from tests.oracle import Position

Literals = list[int]


@dataclass
class Clauses:
    """Clauses over variables 1, 2, …; ``weights`` holds what a true variable weighs, a false one weighs 1."""

    variables: int = 0
    clauses: list[Literals] = field(default_factory=list)
    weights: dict[int, float] = field(default_factory=dict)

    def new(self) -> int:
        """Return a new variable, which weighs 1."""
        self.variables += 1
        return self.variables

    def add(self, *clause: int) -> None:
        """Require that one of these literals is true; of none, that nothing is a model."""
        # Without variables the counter takes an empty clause for none.
        self.clauses += [list(clause)] if clause else [[never := self.new()], [-never]]

    def both(self, one: int, other: int) -> int:
        """Return a literal that is true where both are."""
        both = self.new()
        self.add(-both, one)
        self.add(-both, other)
        self.add(both, -one, -other)
        return both

    def counter(self, literals: Iterable[int]) -> Literals:
        """Return for j = 1, 2, … a literal that is true where at least j of ``literals`` are.

        Each follows from ``literals`` alone, so that there are no more models than before.
        """
        reached: Literals = []
        for literal in literals:
            before, reached = reached, []
            for j in range(len(before) + 1):
                already, one_less = before[j : j + 1], before[j - 1 : j] if j else []
                now = self.new()
                self.add(-now, *already, literal)
                for one in one_less:
                    self.add(-now, *already, one)
                for enough in already:
                    self.add(now, -enough)
                self.add(now, -literal, *(-one for one in one_less))
                reached.append(now)
        return reached

    def exactly(self, literals: Iterable[int], number: int) -> None:
        """Require that exactly ``number`` of these literals are true."""
        counted = self.counter(literals)
        for j, literal in enumerate(counted, 1):
            self.add(literal if j <= number else -literal)
        if number > len(counted):
            self.add()

    def weigh(self, literals: Iterable[int], factor: Callable[[int], float]) -> None:
        """Let the j-th of these variables weigh ``factor(j)``."""
        self.weights.update((literal, factor(j)) for j, literal in enumerate(literals, 1))

    def count(self, *required: Literals) -> float:
        """Return the weight of all models in which the clauses ``required`` hold too; within 1e-12, relatively."""
        from pyganak import WeightedCounter

        counter = WeightedCounter()
        counter.new_vars(self.variables)
        for variable, weight in self.weights.items():
            counter.set_lit_weight(variable, weight)
            counter.set_lit_weight(-variable, 1.0)
        counter.add_clauses([*self.clauses, *required])
        return float(counter.count())


def weights_by_boss(record: Record) -> dict[Kind, float]:
    """Return the weight of the deals with each unseen kind under the boss: their number where choices say nothing.

    For records whose seen cards can come from one deck, as in every true record.
    """
    dealt = DealClauses(record)
    return {kind: dealt.ways * dealt.count(literals) for kind, literals in dealt.boss.items()}


def weights_within(record: Record, seconds: float) -> tuple[dict[Kind, float], float] | None:
    """Return the same and the seconds it took; None where it takes longer.

    The counter runs in a process of its own, which is then ended.
    """
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=send_weights, args=(record.to_line(), there))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(seconds) else None
    finally:
        process.kill()
        process.join()


def send_weights(line: str, there: Connection) -> None:
    """Send the weights of the record written as ``line``, and the seconds; the counter's own talk is not wanted."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    record, start = Record.from_line(line), time.perf_counter()
    weights = weights_by_boss(record)
    there.send((weights, time.perf_counter() - start))


class DealClauses(Clauses):
    """The clauses of one record; ``boss`` says by which literals a kind is the boss, ``ways`` what weighs a model 1."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.position = Position(record)
        self.others = self.position.others
        self.uniform = record.choices is Choices.UNIFORM
        self.reveal = record.reveal
        told_apart = {answer for turn in record.turns for answer in turn.answers.values() if isinstance(answer, Face)}
        self.unseen: Counter[Face] = Counter()
        for face, number in zip(self.position.faces, self.position.unseen, strict=True):
            self.unseen[face if face in told_apart else face.bare] += number
        self.ways = prod(map(factorial, self.unseen.values()))
        self.held: dict[tuple[str, Face], Literals] = {}
        self.boss: dict[Kind, Literals] = {}
        self.deal()
        for number, turn in enumerate(record.turns, 1):
            for player in self.others:
                self.tell(number, turn.call, player, turn.answers.get(player, Word.MISSED))

    def deal(self) -> None:
        """Require that every unseen card is the boss or in one hand, and that hands have their sizes."""
        for face, number in self.unseen.items():
            under_boss = self.new()
            self.boss.setdefault(face.kind, []).append(under_boss)
            everywhere = [under_boss]
            for player in self.others:
                held = [self.new() for _ in range(min(number, self.position.size(player)))]
                for fewer, more in pairwise(held):
                    self.add(-more, fewer)
                self.weigh(held, lambda j: 1 / j)
                self.held[player, face] = held
                everywhere += held
            self.exactly(everywhere, number)
        self.exactly([literal for literals in self.boss.values() for literal in literals], 1)
        for player in self.others:
            self.exactly(self.cards(player, self.unseen), self.position.size(player))

    def cards(self, player: str, faces: Iterable[Face]) -> Literals:
        """Return literals of which as many are true as the player holds cards of these faces now."""
        return [literal for face in faces for literal in self.held[player, face]]

    def cards_of(self, player: str, kind: Kind) -> Literals:
        """Return literals of which as many are true as the player holds cards of this kind now."""
        return self.cards(player, [face for face in self.unseen if face.kind == kind])

    def tell(self, number: int, call: Sequence[Meow] | None, player: str, answer: Answer) -> None:
        """Let an answer, in turn ``number``, be lawful, and weigh the choice behind it."""
        blur, discards = self.position.blur, self.position.discards
        since = [blur(face) for n, name, face in discards if name == player and n >= number]
        if isinstance(answer, Face):
            look = blur(answer)
            like = self.cards_of(player, look.kind) if look == look.bare else self.held.get((player, look), [])
            gone = sum(face.looks_like(look) for face in since)
            if not gone:
                self.add(*like)
            if call is not None and self.uniform:
                self.weigh(self.counter(like), lambda j: (gone + j) / (gone + j - 1) if gone + j > 1 else 1.0)
        if call is not None and answer is not Word.MISSED:
            heard = Heard(self, player, tuple(call), Counter(face.kind for face in since))
            heard.let(answer)


class Heard:
    """The hands a player may have had at a call, told apart by the cards that can voice some of it.

    Of like cards beyond the number of meows they can voice, one more makes no difference.
    """

    def __init__(self, cnf: DealClauses, player: str, call: tuple[Meow, ...], gone: Counter[Kind]) -> None:
        self.cnf, self.player, self.call, self.gone = cnf, player, call, gone
        kinds = sorted({face.kind for face in cnf.unseen} | set(gone))
        self.most = {kind: chances(kind, call) for kind in kinds if chances(kind, call)}
        self.held = {kind: cnf.counter(cnf.cards_of(player, kind)) for kind in self.most}

    def hands(self) -> Iterator[tuple[dict[Kind, int], Literals]]:
        """Yield every such hand: cards of each kind, and the clause that says that the hand is another."""
        ranges = [
            range(min(most, self.gone[kind]), min(most, self.gone[kind] + len(self.held[kind])) + 1)
            for kind, most in self.most.items()
        ]
        for numbers in product(*ranges):
            hand = dict(zip(self.most, numbers, strict=True))
            yield hand, [literal for kind, number in hand.items() for literal in self.other_than(kind, number)]

    def other_than(self, kind: Kind, number: int) -> Iterator[int]:
        """Yield literals of which one is true where the player had another number of this kind."""
        now, held = number - self.gone[kind], self.held[kind]
        if now > 0:
            yield -held[now - 1]
        if number < self.most[kind] and now < len(held):
            yield held[now]

    def let(self, answer: Answer) -> None:
        """Forbid the hands in which the answer was not lawful; divide by the number of cards that were."""
        besides = [answer.kind] if isinstance(answer, Face) and answer.kind not in self.most else []
        lawful = []
        for hand, another in self.hands():
            kinds = [kind for kind, number in hand.items() for _ in range(number)]
            shown = may_show(self.call, kinds + besides, self.cnf.reveal)
            right = (
                answer.kind in (shown or ())
                if isinstance(answer, Face)
                else (shown is None) == (answer is Word.MATCHED)
            )
            if right:
                lawful.append((hand, another, shown or frozenset()))
            else:
                self.cnf.add(*another)
        # Where nothing called could be voiced, any card was lawful: as many in every deal.
        if isinstance(answer, Face) and not besides and self.cnf.uniform:
            self.divide(lawful)

    def divide(self, lawful: list[tuple[dict[Kind, int], Literals, frozenset[Kind]]]) -> None:
        """Weigh a hand by 1 / (its cards of the kinds that could be shown)."""
        literals, always = [], 0
        for kind in self.most:
            could = {kind in shown for hand, _, shown in lawful if hand[kind]}
            cards = self.cnf.cards_of(self.player, kind)
            if could == {True}:
                literals += cards
                always += self.gone[kind]
            elif True in could:
                condition = self.cnf.new()
                for _, another, shown in lawful:
                    self.cnf.add(*another, condition if kind in shown else -condition)
                literals += [self.cnf.both(condition, card) for card in cards] + [condition] * self.gone[kind]
        self.cnf.weigh(self.cnf.counter(literals), lambda j: (always + j - 1) / (always + j) if always + j > 1 else 1.0)
