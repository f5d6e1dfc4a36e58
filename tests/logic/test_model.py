from math import comb

import pytest

from solver.errors import SolverUnknown, TooMuchWork
from solver.game.cards import Face, parse_face
from solver.logic.formulas import FALSE, TRUE, AtLeast, Not, every, some
from solver.logic.model import Boss, DealModel, Discard, Hand, Place, Status

A, B = Hand("A"), Hand("B")
NII, NYAO, NYAU = map(parse_face, ("nii", "nyao", "nyau"))
SUPPLY = {NII: 3, NYAO: 3, NYAU: 1}
PLACES: dict[Place, int] = {A: 3, B: 3, Boss(): 1}


def some_of(*cells: Face, number: int = 1) -> AtLeast:
    return AtLeast(frozenset(cells), number)


def hands(model: DealModel) -> list[tuple[int, ...]]:
    return model.solutions(1000)


def test_every_deal_of_like_cards_is_listed_once():
    found = hands(DealModel({NII: 4, NYAO: 4}, {A: 3, B: 4, Boss(): 1}))
    # Who holds how many nii: A 0 to 3, the boss 0 or 1, B the rest of 4 in 4 places.
    assert len(found) == len(set(found)) == sum(0 <= 4 - a - boss <= 4 for a in range(4) for boss in range(2))


def test_formulas_with_auxiliary_parts_list_no_deal_twice():
    free = hands(DealModel(SUPPLY, PLACES))
    either = some([every([some_of(NII), Not(some_of(NYAO, number=2))]), Not(some_of(NYAU)), some_of(NYAO, NYAU)])
    model, opposite = DealModel(SUPPLY, PLACES), DealModel(SUPPLY, PLACES)
    model.require(either, [A])
    opposite.require(Not(either), [A])
    inside, outside = hands(model), hands(opposite)
    assert len(set(inside)) == len(inside)
    assert sorted(inside + outside) == sorted(free)
    assert inside


def test_true_asks_for_nothing_and_false_for_the_impossible():
    free, barred = DealModel(SUPPLY, PLACES), DealModel(SUPPLY, PLACES)
    free.require(TRUE, [A])
    barred.require(FALSE, [A])
    assert len(hands(free)) == len(hands(DealModel(SUPPLY, PLACES)))
    assert hands(barred) == []


def test_a_feasible_outcome_shows_a_deal_that_keeps_sizes_and_supply():
    model = DealModel(SUPPLY, PLACES)
    model.require(some_of(NII, number=3), [A])
    deal = model.ask().deal
    assert deal is not None
    assert deal[A] == {NII: 3}
    assert {place: sum(cards.values()) for place, cards in deal.items()} == PLACES
    assert sum(cards.get(NYAO, 0) for cards in deal.values()) == SUPPLY[NYAO]


def test_only_named_requirements_asked_for_are_kept_and_a_core_names_the_clash():
    model = DealModel(SUPPLY, PLACES)
    model.require(some_of(NII, number=2), [A], "two")
    model.require(some_of(NII, number=2), [B], "two more")
    model.require(some_of(NYAU), [Boss()], "boss")
    assert model.possible(["two", "boss"])
    assert model.possible(["two more", "boss"])
    outcome = model.ask(["two", "boss", "two more"])
    assert outcome.status is Status.INFEASIBLE
    assert set(outcome.core) == {"two", "two more"}


def test_an_unnamed_clash_has_an_empty_core():
    model = DealModel(SUPPLY, PLACES)
    model.require(some_of(NYAU, number=2), [A])
    outcome = model.ask()
    assert (outcome.status, outcome.core) == (Status.INFEASIBLE, ())


def test_a_formula_may_speak_of_a_hand_and_its_discards_together():
    model = DealModel({NII: 2, NYAO: 1}, {A: 1, Discard(1): 1, Boss(): 1})
    model.require(some_of(NII, number=2), [A, Discard(1)])
    assert len(hands(model)) == 1
    model.require(some_of(NYAO), [A])
    assert hands(model) == []


def test_a_limit_bounds_how_many_names_are_kept_at_once():
    model = DealModel(SUPPLY, PLACES)
    model.limit(["one", "other"], 1)
    assert model.possible(["one"])
    assert not model.possible(["one", "other"])


def test_more_deals_than_asked_for_are_refused():
    places: dict[Place, int] = {A: 3, B: 3, Boss(): 1}
    with pytest.raises(TooMuchWork, match="more than 5"):
        DealModel(SUPPLY, places).solutions(5)


def test_time_run_out_is_unknown_and_never_impossible():
    model = DealModel(SUPPLY, PLACES, seconds=0.0)
    assert model.ask().status is Status.UNKNOWN
    with pytest.raises(SolverUnknown):
        model.possible()
    with pytest.raises(SolverUnknown):
        model.solutions(1000)


def test_deals_are_not_listed_while_switches_are_free():
    model = DealModel(SUPPLY, PLACES)
    model.require(some_of(NII), [A], "name")
    with pytest.raises(ValueError, match="switches"):
        model.solutions(1000)


def test_the_number_of_deals_of_single_cards_is_a_binomial():
    cells = {parse_face(f"{first}/{second}"): 1 for first in ("nyaa", "nyan") for second in ("nyao", "nyau", "nii")}
    assert len(hands(DealModel(cells, {A: 3, B: 3}))) == comb(6, 3)


def test_as_many_names_as_possible_are_kept_and_cores_stay_small_afterwards():
    model = DealModel(SUPPLY, PLACES)
    for name, place in (("A", A), ("B", B)):
        model.require(some_of(NYAU), [place], name)
    model.require(some_of(NII), [A], "any")
    assert model.most(["A", "B", "any"], ["B"]) == ["B", "any"]
    assert set(model.ask(["any", "A", "B"]).core) == {"A", "B"}
