import pytest

from solver.odds import counting
from solver.play import Notes, simulate
from solver.reasons.deduction import Side
from solver.reasons.whence import MOVES_TOLD, whence
from solver.record.view import View

RECORD = simulate(5, False, 5, 11).record(0, Notes(points=0.0, answer_points=0.0))


def p(turns: int, kind_place: int) -> float:
    found = counting.count(View(RECORD.up_to(turns)))
    assert found is not None
    return found.p(RECORD.deck.kinds[kind_place])


@pytest.mark.parametrize("place", range(5))
def test_the_turns_lead_from_the_start_to_the_probability_now(place: int):
    found = whence(RECORD, RECORD.deck.kinds[place])
    assert found.start == p(0, place)
    assert [shift.after for shift in found.shifts] == [p(turn, place) for turn in range(1, len(RECORD.turns) + 1)]
    assert [shift.before for shift in found.shifts[1:]] == [shift.after for shift in found.shifts[:-1]]


@pytest.mark.parametrize("place", range(5))
def test_the_biggest_moves_come_first_and_say_what_is_so(place: int):
    kind = RECORD.deck.kinds[place]
    found = whence(RECORD, kind)
    assert len(found.moves) <= MOVES_TOLD
    factors = [max(move.after / move.before, move.before / move.after) for move in found.moves if move.after]
    assert factors == sorted(factors, reverse=True)
    for move in found.moves:
        alone = RECORD.turns[move.entry.turn - 1].answers[move.entry.player]
        assert move.entry.value == alone
        for bound in move.bounds:
            assert 0 <= bound.number <= move.unseen
            assert {cell.kind for cell in bound.cells} == {kind}


def test_what_a_matched_call_says_of_a_kind_is_told():
    moves = [move for place in range(5) for move in whence(RECORD, RECORD.deck.kinds[place]).moves]
    said = {(str(move.entry.value), bound.side) for move in moves for bound in move.bounds}
    assert ("matched", Side.LEAST) in said
