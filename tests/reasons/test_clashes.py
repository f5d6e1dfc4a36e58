from collections import Counter
from random import Random

import pytest

from solver.game.cards import Face, parse_face
from solver.logic.answers import Meaning
from solver.logic.formulas import All, Formula, Not, at_least, atoms, evaluate, every, negate, restrict
from solver.play import Notes, simulate
from solver.reasons.clashes import first_smallest_hitting, lean
from solver.reasons.entries import entries
from solver.record.schema import Reveal
from solver.record.view import View

A, B, C = (frozenset({parse_face(name)}) for name in ("nyaa1", "nyan2", "nyao3"))


def holds(formula: Formula, hand: Counter[Face]) -> bool:
    return bool(evaluate(formula, lambda cells: sum(hand[cell] for cell in cells)))


@pytest.mark.parametrize("seed", range(8))
def test_a_formula_made_lean_is_true_of_the_same_hands(seed: int):
    rng, reveal = Random(seed), list(Reveal)[seed % 2]
    record = simulate(4, seed % 4 > 0, 6, seed, reveal=reveal).record(0, Notes(points=0.0, answer_points=0.0))
    view = View(record)
    told = [e for e in entries(record) if e.entry == "answer"]
    cells = frozenset(cell for cell, number in view.unseen.items() if number)
    meant = (Meaning(view).formula(record.turns[entry.turn - 1].call, entry.value) for entry in told)
    formulas = [restrict(formula, cells) for formula in meant]
    for _ in range(60):
        hand = Counter(rng.choices(sorted(cells), k=rng.randint(1, 8)))
        for formula in formulas:
            assert holds(lean(formula), hand) == holds(formula, hand)
            assert holds(lean(negate(formula)), hand) != holds(formula, hand)
    assert sum(len(list(atoms(lean(f)))) for f in formulas) <= sum(len(list(atoms(f))) for f in formulas)


def test_what_two_parts_say_apart_is_not_said_again_of_both():
    both = every([at_least(A, 1), at_least(B, 2), at_least(A | B, 3)])
    assert lean(both) == every([at_least(A, 1), at_least(B, 2)])
    more = every([at_least(A, 1), at_least(B, 2), at_least(A | B, 4)])
    assert lean(more) == more


def test_cells_ruled_out_are_not_asked_for_beside():
    none, rest = negate(at_least(A, 1)), at_least(A | B, 1)
    assert lean(every([none, rest, Not(All((at_least(A | C, 1), at_least(B, 2))))])) == every(
        [none, at_least(B, 1), Not(All((at_least(C, 1), at_least(B, 2))))]
    )


def test_the_smallest_hitting_set_is_the_first_in_order():
    assert first_smallest_hitting([]) == ()
    assert first_smallest_hitting([0b0110, 0b1100]) == (2,)
    assert first_smallest_hitting([0b0011, 0b1100]) == (0, 2)
    assert first_smallest_hitting([0b0110, 0b0011, 0b1001]) == (0, 1)
