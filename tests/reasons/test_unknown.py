"""A solver that gives up says nothing: it is never read as "impossible", nor as "possible"."""

import pytest

from solver.errors import SolverUnknown
from solver.game.cards import Kind, Meow
from solver.logic.model import DealModel
from solver.play import Notes, simulate
from solver.reasons.diagnosis import diagnose
from solver.reasons.explanations import explain
from solver.reasons.facts import BossFact
from tests.reasons.corruption import corrupted


@pytest.fixture
def no_time(monkeypatch):
    monkeypatch.setattr(DealModel.__init__, "__defaults__", (0.0,))


@pytest.mark.usefixtures("no_time")
def test_no_conflict_and_no_repair_is_shown():
    diagnosis = diagnose(corrupted(1, Notes(points=0.0, answer_points=0.0), hand=3).record)
    with pytest.raises(SolverUnknown):
        diagnosis.conflict  # noqa: B018
    with pytest.raises(SolverUnknown):
        diagnosis.to_dict()


@pytest.mark.usefixtures("no_time")
def test_no_verdict_is_given():
    with pytest.raises(SolverUnknown):
        explain(simulate(5, False, 3, 1).record(0), BossFact(Kind.of(Meow.NII)))
