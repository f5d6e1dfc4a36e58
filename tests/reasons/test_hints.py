import pytest

from solver import Record
from solver.odds import counting
from solver.play import Notes, simulate
from solver.reasons.explanations import Verdict, certain_facts, explain
from solver.reasons.facts import BossFact
from solver.reasons.hints import hint
from solver.record.view import View

BEFORE = simulate(4, False, 0, 1).record(0)


def record_of(seed: int) -> Record:
    return simulate(5, seed % 2 == 1, 5, seed).record(0, Notes(points=0.0, answer_points=0.0))


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_leads_to_something_certain_and_not_yet_known(seed: int):
    record = record_of(seed)
    first = hint(record)
    assert first is not None
    assert explain(record, first.fact).verdict is Verdict.PROVEN
    second = hint(record, [first.fact])
    assert second is None or second.fact != first.fact


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_names_the_turns_its_step_uses(seed: int):
    found = hint(record_of(seed))
    assert found is not None
    assert {entry.turn for entry in found.step.answers} <= set(found.turns)


def test_the_boss_cat_comes_first():
    for seed in range(20):
        record = record_of(seed)
        view = View(record)
        posterior = counting.count(view)
        assert posterior is not None
        certain = [fact for fact in certain_facts(view, posterior) if isinstance(fact, BossFact)]
        found = hint(record)
        assert found is not None
        assert isinstance(found.fact, BossFact) == bool(certain)


def test_before_any_answer_there_is_nothing_to_know():
    assert hint(BEFORE) is None
