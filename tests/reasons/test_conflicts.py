from itertools import combinations

import pytest
from msgspec.structs import replace

from solver import Contradiction, Record, solve
from solver.game.cards import Face
from solver.play import Notes, simulate
from solver.reasons.conflicts import EntryModel
from solver.reasons.diagnosis import diagnose
from solver.reasons.entries import entries
from tests.reasons.corruption import corrupted, possible_with
from tests.test_cases import read

KNOWN = read("conflicts.jsonl")
KINDS_ONLY = Notes(points=0.0, answer_points=0.0)
MIXED = Notes(points=0.9, answer_points=0.9, seed=1)


@pytest.mark.parametrize("case", KNOWN, ids=lambda case: case["name"])
def test_the_conflict_of_a_known_case_has_the_smallest_size(case):
    record = Record.from_data(case["record"])
    with pytest.raises(Contradiction) as caught:
        solve(record)
    assert len(caught.value.conflict) == case["smallest"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("notes", [KINDS_ONLY, MIXED, Notes()], ids=["kinds", "mixed", "points"])
def test_a_conflict_clashes_and_nothing_smaller_does_as_counting_has_it(seed: int, notes: Notes):
    bad = corrupted(seed, notes, hand=3, expansion=notes is KINDS_ONLY and seed == 3, turns=2 + seed % 2)
    conflict = diagnose(bad.record).conflict
    assert not possible_with(bad, conflict)
    # Whatever leaves out the wrong entry is true; with it, no set of fewer entries clashes.
    assert bad.culprit in conflict or not possible_with(bad, {*conflict} - {bad.culprit})
    rest = [entry for entry in entries(bad.record) if entry != bad.culprit]
    for others in combinations(rest, len(conflict) - 2) if len(conflict) > 1 else []:
        assert possible_with(bad, [bad.culprit, *others])


@pytest.mark.parametrize("seed", range(6))
def test_every_verdict_of_the_model_is_that_of_counting(seed: int):
    bad = corrupted(seed, MIXED, hand=3, turns=3)
    model = EntryModel(bad.record)
    every = list(model.entries)
    for number in range(len(every)):
        kept = every[number:] + every[: number // 2]
        assert model.model.possible(kept) == possible_with(bad, kept)


def test_the_same_record_gives_the_same_bytes():
    record = Record.from_data(KNOWN[2]["record"])
    one, other = diagnose(record), diagnose(Record.from_data(KNOWN[2]["record"]))
    assert one.conflict == other.conflict
    assert one.to_dict() == other.to_dict()


def test_without_a_clash_there_is_no_conflict_to_show():
    with pytest.raises(ValueError, match="fits"):
        diagnose(simulate(4, False, 3, 1).record(0)).conflict  # noqa: B018


def watched() -> tuple[Record, Face]:
    """Return two turns led by others, nothing noticed but their discards, and the one card of a face I do not see."""
    played = simulate(5, False, 2, 4)
    record = played.record((played.leader(1) + 3) % 5)
    turns = tuple(replace(turn, call=None, answers={}) for turn in record.turns)
    seen = {*record.face_up, *record.hand, *(turn.discard for turn in turns)}
    ones = (Face(kind, 1) for kind in record.deck.kinds)
    return replace(record, turns=turns), next(one for one in ones if one not in seen)


def test_two_hands_cannot_both_hold_the_one_card_of_a_face():
    record, one = watched()
    players = [name for name in record.others if name != record.leader(2)][:2]
    answers = dict.fromkeys(players, one)
    bad = replace(record, turns=(record.turns[0], replace(record.turns[1], answers=answers)))
    assert [(entry.player, entry.value) for entry in diagnose(bad).conflict] == [(player, one) for player in players]


@pytest.mark.parametrize("blurred", [False, True])
def test_one_card_cannot_be_discarded_twice(blurred: bool):
    record, one = watched()
    bad = replace(record, turns=tuple(replace(turn, discard=one) for turn in record.turns))
    if blurred:  # another card of the kind seen without its points: those of discards count all the same
        face_up = list(record.face_up)
        place = next(i for i, face in enumerate(face_up) if face.kind == one.kind)
        face_up[place] = one.bare
        bad = replace(bad, face_up=tuple(face_up))
    assert [(entry.turn, entry.entry) for entry in diagnose(bad).conflict] == [(1, "discard"), (2, "discard")]
