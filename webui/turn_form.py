"""A turn as form fields: what was tapped, put into the record."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from solver import Record, RecordError
from solver.catalogue import message
from solver.game.cards import MAX_CALL, Face, Meow, parse_face, parse_meow
from solver.logic.answers import lawful_answers
from solver.record.checks import DIE_SIDES
from solver.record.schema import Answer, Turn, Word, read_answer
from solver.record.view import View

Fields = Mapping[str, str]


def current_turn(record: Record) -> int:
    """Return the number (from 1) of the turn under way: the last one while it lacks its discard, else a new one."""
    last = len(record.turns)
    return last if last and record.turns[-1].discard is None else last + 1


def playable(record: Record, number: int) -> bool:
    """Return whether turn ``number`` can be played: its leader has a card left."""
    return record.hand_size(record.leader(number), number) > 0


def turn_of(record: Record, number: int) -> Turn:
    """Return turn ``number``, an empty one where nothing of it is recorded yet."""
    return record.turns[number - 1] if number <= len(record.turns) else Turn()


def longest_call(record: Record) -> int:
    """Return how many meows a call can have at this table."""
    return min(MAX_CALL, DIE_SIDES) if record.die else MAX_CALL


def answering(record: Record, number: int) -> tuple[str, ...]:
    """Return who has a card to answer with in turn ``number``, from the left of its leader on."""
    after = record.players.index(record.leader(number)) + 1
    around = (*record.players[after:], *record.players[: after - 1])
    return tuple(player for player in around if record.hand_size(player, number) > 0)


def my_lawful_answers(record: Record, number: int, call: tuple[Meow, ...] | None) -> tuple[Answer, ...]:
    """Return what my hand allows me to answer in turn ``number``; nothing where I lead or no call is noted."""
    if not call or record.leader(number) == record.me or record.hand_size(record.me, number) < 1:
        return ()
    view = View(record.up_to(number - 1))
    return lawful_answers(view, call, view.my_hand(number))


def read_turn(record: Record, number: int, fields: Fields) -> Turn:
    """Return turn ``number`` with what the form says now; RecordError at a field that holds no answer or card.

    The call grows by one meow where a call button was pressed, and shrinks by one for "back". For "rest" the others of
    whom nothing is said have matched.
    """
    before = turn_of(record, number)
    action, _, meow = fields.get("do", "").partition("-")
    call = before.call
    if action == "add":
        call = (*(call or ()), parse_meow(meow, f"turns[{number - 1}].call"))
        if len(call) > longest_call(record):
            expected = message("errors.call_length", most=longest_call(record))
            raise RecordError(f"turns[{number - 1}].call", len(call), expected)
    elif action == "back" and call:
        call = call[:-1] or None
    elif action == "missed":
        call = None
    answers = read_answers(record, number, fields)
    if action == "rest":
        others = (player for player in answering(record, number) if player != record.me)
        answers = {**dict.fromkeys(others, Word.MATCHED), **answers}
    lawful = my_lawful_answers(record, number, call)
    mine = answers.pop(record.me, before.answers.get(record.me))
    if mine is not None and any(same_answer(mine, answer) for answer in lawful):
        answers[record.me] = mine
    elif len(lawful) == 1:
        answers[record.me] = lawful[0]
    return Turn(
        call=call,
        answers={player: answers[player] for player in record.players if player in answers},
        discard=read_card(fields, "d", f"turns[{number - 1}].discard"),
        die=len(call) if record.die and call else None,
    )


def same_answer(one: Answer, other: Answer) -> bool:
    """Return whether two answers can be notes of one: the same word, or cards that look alike."""
    return one.looks_like(other) if isinstance(one, Face) and isinstance(other, Face) else one == other


def read_answers(record: Record, number: int, fields: Fields) -> dict[str, Any]:
    """Return everyone's answer as tapped: a word, or a card with its points where they were tapped too."""
    answers: dict[str, Any] = {}
    for place, player in enumerate(record.players):
        where, text = f"turns[{number - 1}].answers.{player}", fields.get(f"a{place}", "")
        if player == record.leader(number) or not text:
            continue
        answer = read_answer(text, where)
        answers[player] = answer if isinstance(answer, Word) else read_card(fields, f"a{place}", where)
    return answers


def read_card(fields: Fields, field: str, where: str) -> Face | None:
    """Return the card in ``field``; points from its companion field, where the card itself brings none."""
    text, points = fields.get(field, ""), fields.get(f"{field}p", "")
    if not text:
        return None
    face = parse_face(text, where)
    return face if face.points is not None or not points else parse_face(f"{face}{points}", where)


def with_turn(record: Record, number: int, turn: Turn, *, noted: bool) -> Record:
    """Return the record with turn ``number`` put in; RecordError where it does not fit.

    A last turn of which nothing is known is left out, unless ``noted``: then it stands for a call not noticed.
    """
    turns = (*record.turns[: number - 1], turn, *record.turns[number:])
    if turn == Turn() and number == len(turns) and not noted:
        turns = turns[:-1]
    return replace(record, turns=turns)


def forgotten(record: Record, number: int) -> Record:
    """Return the record without turn ``number``; of an earlier one the discard stays, for the leader card moved on."""
    if number == len(record.turns):
        return replace(record, turns=record.turns[:-1])
    return with_turn(record, number, Turn(discard=record.turns[number - 1].discard), noted=True)
