from itertools import permutations

import pytest
from msgspec.structs import replace

from solver import Record
from solver.game.cards import Meow
from solver.game.table import CENTRE, Setup
from solver.odds import counting
from solver.play import Notes, simulate
from solver.reasons import repairs
from solver.reasons.diagnosis import diagnose
from solver.reasons.entries import Entry, changed, entries
from solver.reasons.repairs import Change, LenientRepair, Repair, alternatives
from solver.record.schema import Answer, Reveal, Word
from solver.record.view import View
from tests.reasons.corruption import corrupted, possible
from tests.test_cases import read

KNOWN = read("conflicts.jsonl")
KINDS_ONLY = Notes(points=0.0, answer_points=0.0)
MIXED = Notes(points=0.9, answer_points=0.9, seed=1)


def deals(record: Record, change: Change) -> int:
    found = counting.count(View(changed(record, [change.pair])))
    return 0 if found is None else found.deals


def single(found: tuple[Repair | LenientRepair, ...]) -> list[Repair]:
    return [repair for repair in found if isinstance(repair, Repair)]


@pytest.mark.parametrize("case", KNOWN, ids=lambda case: case["name"])
def test_the_wrong_entry_of_a_known_case_is_among_the_repairs(case):
    places = [repair.entry.to_dict() for repair in single(diagnose(Record.from_data(case["record"])).repairs)]
    assert case["culprit"] in [{key: place[key] for key in case["culprit"]} for place in places]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("notes", [KINDS_ONLY, MIXED, Notes()], ids=["kinds", "mixed", "points"])
def test_repairs_are_exactly_the_changes_that_leave_a_deal_most_deals_first(seed: int, notes: Notes):
    bad = corrupted(seed, notes, players=4 + seed % 2, hand=4, expansion=seed == 5, turns=4)
    found = diagnose(bad.record).repairs
    changes = (change for entry in entries(bad.record) for change in alternatives(bad.record, entry))
    left = {(change.entry, change.value): number for change in changes if (number := deals(bad.record, change))}
    assert {
        (r.entry, value): number for r in single(found) for value, number in zip(r.instead, r.deals, strict=True)
    } == left
    for repair in single(found):
        assert list(repair.deals) == sorted((number for number in repair.deals if number), reverse=True)
    best = [repair.deals[0] for repair in single(found) if repair.deals[0]]
    assert best == sorted(best, reverse=True)
    lenient = replace(bad.record, reveal=Reveal.LENIENT)
    assert (found[0] == LenientRepair()) == (bad.record.reveal is Reveal.STRICT and possible(lenient))


def watched(turns: int, hand: int | None = None, seed: int = 1) -> tuple[Record, str]:
    """Return turns led by others in a game with the expansion, no call noticed, no answer; and who never led."""
    setup = None if hand is None else Setup(65 - CENTRE - 5 * hand + 1, hand)
    played = simulate(5, True, turns, seed, setup=setup)
    record = played.record((played.leader(1) + 4) % 5)
    quiet = tuple(replace(turn, call=None, answers={}) for turn in record.turns)
    return replace(record, turns=quiet), record.players[(played.leader(1) + 3) % 5]


def answered(record: Record, player: str, answers: list[tuple[tuple[Meow, ...] | None, Answer]]) -> Record:
    """Return the record in which ``player`` gave these answers to these calls, turn by turn."""
    turns = [
        replace(turn, call=call, answers={player: answer})
        for turn, (call, answer) in zip(record.turns, answers, strict=True)
    ]
    return replace(record, turns=tuple(turns))


def test_a_clash_under_strict_alone_is_first_mended_by_reading_leniently():
    # The hand is known to be x and x/y; to a call of x, y and a third meow it must show x under strict.
    record, player, base, double = next(
        (record, player, face, other)
        for record, player in (watched(3, hand=2, seed=seed) for seed in range(100))
        for face, other in permutations([cell for cell, number in View(record).unseen.items() if number], 2)
        if other.kind.is_double and face.kind.meows == other.kind.meows[:1]
    )
    call = (*double.kind.meows, next(meow for meow in Meow if not double.kind.voices(meow)))
    bad = answered(record, player, [(None, base), (None, double), (call, double)])
    assert possible(answered(record, player, [(None, base), (None, double), (call, base)]))
    assert not possible(bad)
    found = diagnose(bad).mending.to_dict()["repairs"]
    assert isinstance(found, list)
    assert found[0] == {"entry": "reveal", "value": "strict", "instead": ["lenient"]}
    fixed = {"turn": 3, "player": player, "entry": "answer", "value": str(double), "instead": [str(base.kind)]}
    assert fixed in found


def wrong_answers(number: int) -> tuple[Record, list[Entry]]:
    """Return a record with so many answers wrong on their own, each a double that lies face up, and these."""
    record, player = watched(3)
    double = next(face for face in record.face_up if face.kind.is_double)
    bad = answered(record, player, [(None, double)] * number + [(None, Word.MISSED)] * (3 - number))
    return bad, [Entry(turn, player, "answer", double) for turn in range(1, number + 1)]


def test_where_no_single_change_helps_pairs_of_changes_are_found():
    record, wrong = wrong_answers(2)
    diagnosis = diagnose(record)
    assert diagnosis.repairs == ()
    assert len(diagnosis.mending.pairs) == 1
    (pair,) = diagnosis.mending.pairs
    assert [change.entry for change in pair.changes] == wrong
    fixed = changed(record, [change.pair for change in pair.changes])
    found = counting.count(View(fixed))
    assert found is not None
    assert found.deals == pair.deals
    assert diagnosis.to_dict()["pairs"] == [pair.to_dict()]
    assert [change["turn"] for change in pair.to_dict()] == [1, 2]


def test_where_not_even_pairs_help_none_are_listed():
    diagnosis = diagnose(wrong_answers(3)[0])
    assert (diagnosis.repairs, diagnosis.mending.pairs) == ((), ())
    assert diagnosis.to_dict()["repairs"] == diagnosis.to_dict()["pairs"] == []


def test_repairs_come_in_record_order_where_there_is_no_time_to_rank_them(monkeypatch):
    bad = corrupted(2, KINDS_ONLY, hand=4)
    ranked = diagnose(bad.record).mending
    monkeypatch.setattr(repairs, "RANKING_SECONDS", -1.0)
    unranked = diagnose(bad.record).mending
    assert ranked.unranked == 0
    assert unranked.unranked == sum(len(repair.instead) for repair in single(unranked.repairs))
    assert unranked.to_dict()["unranked"] == unranked.unranked
    assert {(r.entry, *sorted(map(str, r.instead))) for r in single(ranked.repairs)} == {
        (r.entry, *sorted(map(str, r.instead))) for r in single(unranked.repairs)
    }
    order = [entries(bad.record).index(repair.entry) for repair in single(unranked.repairs)]
    assert order == sorted(order)


def test_a_card_noted_with_wrong_points_may_be_the_same_kind_without_points():
    record = simulate(5, False, 1, 4).record(0)
    player = next(name for name in record.others if name != record.leader(1))
    seen = next(face for face in record.hand if face.points == 1 or record.deck.faces(face.kind)[face.points or 0] == 1)
    bad = replace(record, turns=(replace(record.turns[0], call=None, answers={player: seen}),))
    (repair,) = single(diagnose(bad).repairs)
    assert seen.bare in repair.instead
