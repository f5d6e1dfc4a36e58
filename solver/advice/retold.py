"""A record retold: the same round from the others' seats, and as a scene, given how the unseen cards may lie."""

import dataclasses
from collections.abc import Sequence

from msgspec.structs import replace

from solver.advice.findings import Moment
from solver.advice.scene import Scene
from solver.advice.stakes import points_table, without
from solver.game.cards import Face
from solver.logic.answers import lawful_answers
from solver.odds.counted import position_of
from solver.odds.sampling import Deal
from solver.odds.seats import KindView, Position
from solver.record.schema import Answer, Record, Turn
from solver.record.view import View


def with_my_answers(record: Record) -> Record:
    """Return the record with my own answers filled in where my hand left only one (by kind).

    Where it left several and none is noted, what I showed stays unknown to the others too.
    """
    view, turns = KindView(record), []
    for number, turn in enumerate(record.turns, 1):
        under_way = turn.discard is None and not turn.answers
        if turn.call is None or record.leader(number) == record.me or record.me in turn.answers or under_way:
            turns.append(turn)
            continue
        hand = view.my_hand(number)
        kinds = {bare(answer) for answer in lawful_answers(view, turn.call, hand)}
        mine: dict[str, Answer] = {record.me: kinds.pop()} if len(kinds) == 1 else {}
        turns.append(Turn(turn.call, {**turn.answers, **mine}, turn.discard, turn.die))
    return replace(record, turns=tuple(turns))


def bare(answer: Answer) -> Answer:
    """Return an answer by kind."""
    return answer.bare if isinstance(answer, Face) else answer


def seen_by(record: Record, player: str, hand: Sequence[Face]) -> Record:
    """Return the record as ``player`` saw the round who holds ``hand`` now; RecordError where that cannot be."""
    gone = (face for _, name, face in View(record).discards if name == player)
    return replace(record, me=player, hand=(*hand, *gone), result=None)


def from_seat(record: Record, deal: Deal, player: str) -> Record:
    """Return the record that ``player`` could write if the cards lay as in ``deal``.

    Their own answers are left out: to themselves they tell nothing, and a deal drawn without regard to the points of
    cards shown may lack the very card.
    """
    turns = tuple(
        replace(turn, answers={name: answer for name, answer in turn.answers.items() if name != player})
        for turn in record.turns
    )
    return seen_by(replace(record, turns=turns), player, deal.hands[player])


def position(record: Record, deal: Deal) -> Position:
    """Return what everybody saw of the round, by kind; the same for every deal that fits the record."""
    told = with_my_answers(record)
    return position_of({player: from_seat(told, deal, player) for player in record.others[:2]})


def as_scenes(record: Record, public: Position, deals: Sequence[Deal]) -> list[Scene]:
    """Return the round as it is if the cards lie as in each of ``deals``, at the moment where the record stops."""
    mine = my_cards(record)
    discards = [face for _, _, face in View(record).discards]
    first = Scene(
        deck=record.deck,
        public=public,
        hands=(),
        boss=deals[0].boss,
        left=without(points_table(record.deck), [*record.face_up, *discards], record.deck),
        chips=tuple(record.chips[player] for player in record.players),
        target=record.target,
        leader=record.players.index(record.leader(turn_now(record))),
    )
    return [
        dataclasses.replace(
            first,
            hands=tuple(mine if player == record.me else deal.hands[player] for player in record.players),
            boss=deal.boss,
        )
        for deal in deals
    ]


def my_cards(record: Record) -> tuple[Face, ...]:
    """Return my present hand, card by card."""
    return tuple(sorted(View(record).my_hand(len(record.turns) + 1).elements()))


def under_way(record: Record) -> Turn | None:
    """Return the turn that has begun and is not over, if any."""
    last = record.turns[-1] if record.turns else None
    return last if last is not None and last.discard is None else None


def turn_now(record: Record) -> int:
    """Return the number of the turn that is under way or comes next."""
    return len(record.turns) + (0 if under_way(record) else 1)


def moment_of(record: Record) -> Moment:
    """Return where in a turn I am."""
    turn = under_way(record)
    if record.leader(turn_now(record)) != record.me:
        return Moment.ELSEWHERE
    return Moment.AFTER_CALL if turn and has_begun(turn) else Moment.BEFORE_CALL


def has_begun(turn: Turn) -> bool:
    """Return whether the call of a turn was made: it is noted, or an answer to it is."""
    return bool(turn.call or turn.answers)
