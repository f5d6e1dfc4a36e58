"""One entry of a record changed: a repair taken with one tap."""

from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from solver import Record, RecordError
from solver.catalogue import message
from solver.game.cards import parse_face
from solver.record.checks import check_member
from solver.record.schema import Reveal, read_answer
from webui.reading import small_number


def change_entry(record: Record, fields: MultiDict[str, str]) -> Record:
    """Return the record with the entry that ``fields`` name (turn, player, entry) set to ``instead``.

    RecordError where there is no such entry or the value is none.
    """
    entry, instead = fields.get("entry", ""), fields.get("instead", "")
    if entry == "reveal":
        check_member(instead, [reveal.value for reveal in Reveal], "reveal")
        return replace(record, reveal=Reveal(instead))
    number, player = small_number(fields.get("turn")), fields.get("player", "")
    if number is None or not 1 <= number <= len(record.turns):
        raise RecordError("turns", fields.get("turn", ""), message("errors.range", least=1, most=len(record.turns)))
    turn, where = record.turns[number - 1], f"turns[{number - 1}]"
    if entry == "discard":
        turn = replace(turn, discard=parse_face(instead, f"{where}.discard"))
    else:
        check_member(player, record.players, f"{where}.answers.{player}")
        answer = read_answer(instead, f"{where}.answers.{player}")
        turn = replace(turn, answers={**turn.answers, player: answer})
    return replace(record, turns=(*record.turns[: number - 1], turn, *record.turns[number:]))
