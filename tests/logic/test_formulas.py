"""Formulas over a hand: transformations keep what they mean."""

from collections import Counter
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from solver.game.cards import Face, parse_faces
from solver.logic.formulas import (
    FALSE,
    TRUE,
    All,
    AtLeast,
    Formula,
    Not,
    Some,
    at_least,
    atoms,
    evaluate,
    every,
    negate,
    rebuild,
    restrict,
    some,
    without,
)

CELLS = parse_faces("nyaa nyan nyao2")
cells = st.frozensets(st.sampled_from(CELLS))
counters = st.fixed_dictionaries({cell: st.integers(0, 3) for cell in CELLS}).map(Counter)
formulas: st.SearchStrategy[Formula] = st.recursive(
    st.builds(AtLeast, cells, st.integers(-1, 4)),
    lambda parts: st.one_of(
        st.builds(Not, parts),
        st.lists(parts, max_size=3).map(tuple).map(All),
        st.lists(parts, max_size=3).map(tuple).map(Some),
    ),
    max_leaves=8,
)


def holds(formula: Formula, hand: Counter[Face]) -> bool:
    return bool(evaluate(formula, lambda group: sum(hand[cell] for cell in group)))


def everywhere(formula: Formula) -> list[bool]:
    """Return whether the formula holds, for all hands of up to 4 cards of a cell."""
    return [holds(formula, Counter(dict(zip(CELLS, row, strict=True)))) for row in product(range(5), repeat=len(CELLS))]


@given(counters, cells, st.integers(-2, 10))
def test_at_least_counts_the_cards_of_its_cells(hand: Counter[Face], group: frozenset[Face], number: int):
    expected = sum(hand[cell] for cell in group) >= number
    assert holds(AtLeast(group, number), hand) == expected
    assert holds(at_least(group, number), hand) == expected


@given(formulas, formulas)
def test_connectives_mean_what_they_say(one: Formula, two: Formula):
    first, second = everywhere(one), everywhere(two)
    assert everywhere(negate(one)) == [not a for a in first]
    assert everywhere(every([one, two])) == [a and b for a, b in zip(first, second, strict=True)]
    assert everywhere(some([one, two])) == [a or b for a, b in zip(first, second, strict=True)]


def test_nothing_asked_is_true_and_nothing_offered_is_false():
    assert every([]) == TRUE
    assert some([]) == FALSE
    assert all(everywhere(TRUE))
    assert not any(everywhere(FALSE))


@given(formulas)
def test_constants_fold_away(formula: Formula):
    assert every([formula, FALSE]) == FALSE
    assert some([formula, TRUE]) == TRUE
    assert every([TRUE, formula, formula]) == every([formula])
    assert negate(negate(formula)) == formula or isinstance(formula, Not)


def test_a_kind_that_nobody_can_hold_compiles_to_false():
    assert at_least(frozenset(), 1) == FALSE
    assert at_least(frozenset(), 0) == TRUE
    assert restrict(AtLeast(frozenset(CELLS[:1]), 1), frozenset(CELLS[1:])) == FALSE


@given(formulas)
def test_rebuilding_with_the_same_atoms_keeps_the_meaning(formula: Formula):
    assert everywhere(rebuild(formula, lambda atom: atom)) == everywhere(formula)


@given(formulas, counters, counters)
def test_a_formula_without_some_cards_says_of_the_rest_what_it_said_of_all(
    formula: Formula, hand: Counter[Face], gone: Counter[Face]
):
    assert holds(without(formula, gone), hand) == holds(formula, hand + gone)


@given(formulas, counters, cells)
def test_a_restricted_formula_says_the_same_of_hands_within_the_cells(
    formula: Formula, hand: Counter[Face], group: frozenset[Face]
):
    within = Counter({cell: number for cell, number in hand.items() if cell in group})
    assert holds(restrict(formula, group), within) == holds(formula, within)
    assert all(atom.cards <= group for atom in atoms(restrict(formula, group)))
