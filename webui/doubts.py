"""Entries that are possible but improbable: taken as they are, and asked about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from solver import Record
from solver.game.cards import Face
from solver.record.schema import Answer, Turn, Word
from webui.solved import DOUBTS_BUDGET, forecast, solved
from webui.turn_form import turn_of, with_turn

IMPROBABLE = 1 / 1000


@dataclass(frozen=True, slots=True)
class Doubt:
    """An improbable entry: its form field, who made it, what it is, its probability, and what was likeliest.

    ``back`` is the line of the record without the entry, None where it cannot be left out.
    """

    field: str
    player: str
    entry: Answer
    p: float
    likeliest: Answer
    likeliest_p: float
    back: str | None

    @property
    def one_in(self) -> int:
        """The probability as about one in so many: two digits that count."""
        return int(float(f"{1 / self.p:.2g}"))


def fresh_entries(record: Record, number: int, before: Turn) -> list[str]:
    """Return the form fields of the entries of turn ``number`` that say something new, compared with ``before``."""
    turn = turn_of(record, number)
    fields = [
        f"a{place}"
        for place, player in enumerate(record.players)
        if player != record.me and turn.answers.get(player) != before.answers.get(player)
    ]
    return [*fields, *(["d"] if turn.discard != before.discard else [])]


def doubts(record: Record, number: int, fields: Sequence[str]) -> dict[str, Doubt]:
    """Return the improbable ones among the entries of turn ``number`` that ``fields`` name, by field.

    The probability is that of the entry given the turns before and the other answers of its turn; a discard is taken
    as made at random. Empty where that would be too much work.
    """
    if number > len(record.turns) or not set(fields) & {*answer_fields(record), "d"}:
        return {}
    found = [*answers_in_doubt(record, number, fields), *(discard_in_doubt(record, number) if "d" in fields else ())]
    return {doubt.field: doubt for doubt in found if 0 < doubt.p < IMPROBABLE}


def answer_fields(record: Record) -> dict[str, str]:
    """Return form field -> player, for every other player."""
    return {f"a{place}": player for place, player in enumerate(record.players) if player != record.me}


def answers_in_doubt(record: Record, number: int, fields: Sequence[str]) -> Iterator[Doubt]:
    """Yield the answers that ``fields`` name, with how likely they were."""
    turn, earlier = turn_of(record, number), record.up_to(number - 1)
    for field, player in answer_fields(record).items():
        answer = turn.answers.get(player, Word.MISSED)
        if field not in fields or answer is Word.MISSED or not turn.call:
            continue
        others = {name: given for name, given in turn.answers.items() if name != player}
        rest = replace(turn, answers=others, discard=None)
        known = replace(earlier, turns=(*earlier.turns, rest))
        chances = forecast(known, turn.call, DOUBTS_BUDGET).get(player)
        if chances:
            p = sum(chance for likely, chance in chances.items() if same(answer, likely))
            likeliest = max(chances, key=lambda likely: chances[likely])
            back = with_turn(record, number, replace(turn, answers=others), noted=True).to_line()
            yield Doubt(field, player, answer, p, likeliest, chances[likeliest], back)


def same(noted: Answer, likely: Answer) -> bool:
    """Return whether a noted answer is this one of a forecast, in which cards have no points."""
    if noted is Word.SHOWN:
        return isinstance(likely, Face)
    return noted.kind == likely.kind if isinstance(noted, Face) and isinstance(likely, Face) else noted == likely


def discard_in_doubt(record: Record, number: int) -> Iterator[Doubt]:
    """Yield the discard of turn ``number`` where another player led, with how likely it was if made at random."""
    turn, leader = turn_of(record, number), record.leader(number)
    earlier = record.up_to(number - 1)
    open_turn = replace(earlier, turns=(*earlier.turns, replace(turn, discard=None)))
    found = solved(open_turn).posterior
    if leader == record.me or turn.discard is None or found is None or not found.holdings[leader].cards:
        return
    held = found.holdings[leader]
    shares = {kind: own.mean / held.cards for kind, own in held.kinds.items()}
    likeliest = max(shares, key=lambda kind: shares[kind])
    back = replace(record, turns=open_turn.turns).to_line() if number == len(record.turns) else None
    p = shares.get(turn.discard.kind, 0.0)
    yield Doubt("d", leader, turn.discard, p, Face(likeliest), shares[likeliest], back)
