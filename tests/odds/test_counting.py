"""Counting gives what enumerating every deal gives."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from solver import solve
from solver.odds import counting
from solver.record.schema import Answer, Record, Word
from solver.record.view import View
from tests.oracle import gap, solve_slowly
from tests.strategies import faces, records

CLOSE = 1e-9


@settings(max_examples=300)
@given(records(small=True))
def test_counting_agrees_with_the_slow_oracle(record: Record):
    exact = solve_slowly(record)
    assert exact is not None, "a true record has a deal: the true one"
    assert gap(solve(record), exact) < CLOSE


@st.composite
def spoiled(draw: st.DrawFn) -> Record:
    """Draw a record in which answers and discards of others are anything, true or not."""
    record = draw(records(small=True, least_turns=2))
    cards = faces(record.expansion).filter(lambda face: face.points in (None, *record.deck.faces(face.kind)))
    answers: st.SearchStrategy[Answer] = st.one_of(st.sampled_from(Word), cards)
    turns = list(record.turns)
    for _ in range(draw(st.integers(1, 2))):
        number = draw(st.integers(0, len(turns) - 1))
        turn = turns[number]
        others = [player for player in turn.answers if player != record.me]
        if draw(st.booleans()) and turn.discard and record.leader(number + 1) != record.me:
            turns[number] = replace(turn, discard=draw(cards))
        elif others:
            turns[number] = replace(turn, answers={**turn.answers, draw(st.sampled_from(others)): draw(answers)})
    return replace(record, turns=tuple(turns))


@settings(max_examples=300)
@given(spoiled())
def test_counting_agrees_on_records_that_may_be_false(record: Record):
    exact, posterior = solve_slowly(record), counting.count(View(record))
    assert (exact is None) == (posterior is None)
    if exact is not None and posterior is not None:
        assert gap(posterior, exact) < CLOSE
