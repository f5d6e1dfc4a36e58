"""Entries of a record changed: a repair taken with one tap."""

from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from solver import Record, RecordError
from solver.catalogue import message
from solver.game.cards import parse_face
from solver.record.checks import check_member
from solver.record.schema import Reveal, read_answer
from webui.reading import small_number

FIELDS = ("entry", "turn", "player", "instead")


def change_entries(record: Record, fields: MultiDict[str, str]) -> Record:
    """Return the record with the entries that ``fields`` name (one or two, each field as often) set to ``instead``.

    RecordError where there is no such entry or a value is none.
    """
    columns = [fields.getlist(field)[:2] for field in FIELDS]
    for place in range(max(1, *map(len, columns))):
        record = change_entry(record, *(column[place] if place < len(column) else "" for column in columns))
    return record


def change_entry(record: Record, entry: str, turn_text: str, player: str, instead: str) -> Record:
    """Return the record with one entry set to ``instead``; RecordError where there is none or the value is none."""
    if entry == "reveal":
        check_member(instead, [reveal.value for reveal in Reveal], "reveal")
        return replace(record, reveal=Reveal(instead))
    number = small_number(turn_text)
    if number is None or not 1 <= number <= len(record.turns):
        raise RecordError("turns", turn_text, message("errors.range", least=1, most=len(record.turns)))
    turn, where = record.turns[number - 1], f"turns[{number - 1}]"
    if entry == "discard":
        turn = replace(turn, discard=parse_face(instead, f"{where}.discard"))
    else:
        check_member(player, record.players, f"{where}.answers.{player}")
        answer = read_answer(instead, f"{where}.answers.{player}")
        turn = replace(turn, answers={**turn.answers, player: answer})
    return replace(record, turns=(*record.turns[: number - 1], turn, *record.turns[number:]))
