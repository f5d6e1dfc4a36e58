"""What every seat can work out, by kind, where tables for all seats are too large: a count of its own for each hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from solver.errors import TooMuchWork
from solver.game.cards import Face
from solver.odds.boxes import Rows
from solver.odds.counting import count_within
from solver.odds.hands import Weights
from solver.odds.seats import Answering, Call, KindView, Position, seats_of
from solver.record.schema import Answer, Record, Turn

BUDGET = 20_000_000  # pair operations: many counts are asked for, each must be quick


@dataclass(frozen=True, slots=True)
class CountedSeats:
    """The position as a record: ``record`` by kind (whose hand it holds does not matter), ``turns`` what all saw."""

    answering: Answering
    record: Record
    turns: tuple[Turn, ...]

    @property
    def shared(self) -> bool:
        """See Position."""
        return False

    def called(self, seat: int, call: Call) -> "CountedSeats":
        """See Position."""
        return replace(self, turns=(*self.turns, Turn(call=call)))

    def answered(self, seat: int, call: Call, answer: Answer) -> "CountedSeats":
        """See Position."""
        last = self.turns[-1]
        return self.ending(msgspec.structs.replace(last, answers={**last.answers, self.record.players[seat]: answer}))

    def discarded(self, seat: int, kind: int) -> "CountedSeats":
        """See Position."""
        return self.ending(msgspec.structs.replace(self.turns[-1], discard=Face(self.record.deck.kinds[kind])))

    def ending(self, turn: Turn) -> "CountedSeats":
        """Return the position with another last turn."""
        return replace(self, turns=(*self.turns[:-1], turn))

    def boss(self, seat: int, own: Rows) -> Weights:
        """See Position. Raises TooMuchWork where a count is beyond the budget."""
        return np.stack([self.counted(seat, tuple(map(int, hand))) for hand in own])

    def counted(self, seat: int, own: tuple[int, ...]) -> Weights:
        """Return the probability of each kind for one hand."""
        player, kinds = self.record.players[seat], self.record.deck.kinds
        gone = [t.discard for n, t in enumerate(self.turns, 1) if t.discard and self.record.leader(n) == player]
        hand = [Face(kind) for kind, number in zip(kinds, own, strict=True) for _ in range(number)]
        turns = tuple(
            msgspec.structs.replace(turn, answers={name: a for name, a in turn.answers.items() if name != player})
            for turn in self.turns
        )
        record = msgspec.structs.replace(self.record, me=player, hand=(*hand, *gone), turns=turns)
        found = count_within(KindView(record), BUDGET, ())
        return np.array([found.p(kind) if found else 0.0 for kind in kinds])


def position_of(records: Mapping[str, Record]) -> Position:
    """Return the position of a round of which ``records`` gives two players' views, each with all that all saw."""
    try:
        return seats_of(records)
    except TooMuchWork:
        return counted_seats(next(iter(records.values())))


def counted_seats(record: Record) -> CountedSeats:
    """Return the position that a record shows, its cards by kind."""

    def bare(answer: Answer) -> Answer:
        return answer.bare if isinstance(answer, Face) else answer

    turns = tuple(
        msgspec.structs.replace(
            turn,
            answers={player: bare(answer) for player, answer in turn.answers.items()},
            discard=turn.discard.bare if turn.discard else None,
        )
        for turn in record.turns
        if turn.call or turn.answers or turn.discard  # not one that is only rolled for yet
    )
    plain = msgspec.structs.replace(
        record,
        face_up=tuple(face.bare for face in record.face_up),
        hand=tuple(face.bare for face in record.hand),
        turns=(),
        result=None,
    )
    return CountedSeats(Answering(KindView(plain)), plain, turns)
