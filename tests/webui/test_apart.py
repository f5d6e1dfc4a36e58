"""What takes long is solved in a process of its own: the same answers, one at a time, and nothing left behind."""

import json
import multiprocessing
from pathlib import Path
from threading import Thread

import pytest

from solver import Contradiction, Posterior, Record, SolverUnknown, TooMuchWork, solve
from solver.catalogue import message
from webui import apart, solved
from webui.apart import send_answer, solve_apart

CONFLICTS = Path(__file__).resolve().parent.parent / "data" / "conflicts.jsonl"


def test_a_record_is_solved_the_same(example):
    assert solve_apart(example) == solve(example)
    assert multiprocessing.active_children() == []


def test_what_takes_more_than_the_quick_budget_is_solved_apart(example, monkeypatch):
    asked = []

    def noted(record: Record) -> Posterior:
        asked.append(record)
        return solve(record)

    monkeypatch.setattr(solved, "QUICK_BUDGET", 0)
    monkeypatch.setattr(solved, "solve_apart", noted)
    assert solved.solve_in_turn(example) == solve(example)
    assert asked == [example]


def test_a_clash_is_told_as_ever():
    clash = Record.from_json(json.dumps(json.loads(CONFLICTS.read_text("utf-8").splitlines()[0])["record"]))
    with pytest.raises(Contradiction) as here:
        solve(clash)
    with pytest.raises(Contradiction) as there:
        solve_apart(clash)
    assert there.value.to_dict() == here.value.to_dict()


def send_refusal(line, there):
    there.send(TooMuchWork(message("errors.too_much_work", steps=2, most=1)))


def send_nothing(line, there):
    raise SystemExit(1)


def test_a_refusal_comes_through(example, monkeypatch):
    monkeypatch.setattr(apart, "send_answer", send_refusal)
    with pytest.raises(TooMuchWork):
        solve_apart(example)


def test_a_process_that_breaks_down_says_nothing_about_what_is_possible(example, monkeypatch):
    monkeypatch.setattr(apart, "send_answer", send_nothing)
    with pytest.raises(SolverUnknown):
        solve_apart(example)


def test_a_process_that_never_ends_is_ended(example, monkeypatch):
    monkeypatch.setattr(apart, "PATIENCE", 0.0)
    with pytest.raises(SolverUnknown):
        solve_apart(example)
    assert multiprocessing.active_children() == []


def test_a_second_record_waits_for_the_first(example):
    found = []
    waiting = Thread(target=lambda: found.append(solve_apart(example)))
    with apart.one_at_a_time:
        waiting.start()
        waiting.join(0.2)
        assert found == []
    waiting.join()
    assert found == [solve(example)]


def test_the_process_stands_back_and_sends_a_refusal(example, monkeypatch):
    def refuse(record: Record) -> Posterior:
        raise TooMuchWork(message("errors.too_much_work", steps=2, most=1))

    degrees: list[int] = []
    monkeypatch.setattr("os.nice", degrees.append, raising=False)
    monkeypatch.setattr(apart, "solve", refuse)
    here, there = multiprocessing.Pipe(duplex=False)
    send_answer(example.to_line(), there)
    assert isinstance(here.recv(), TooMuchWork)
    assert degrees == [apart.GIVING_WAY]
