from collections import Counter
from dataclasses import replace

from solver import Record
from solver.game.cards import Kind, Meow
from solver.odds import counting
from solver.play import Notes, simulate
from solver.reasons.explanations import certain_facts
from solver.reasons.facts import parse_fact
from solver.reasons.proofs import Proof, Prover
from solver.reasons.shortfall import Shortfall, shortfall
from solver.record.view import View
from tests.test_cases import read

PROOFS = {case["fact"]: case["record"] for case in read("proofs.jsonl")}


def found_in(view: View, proof: Proof) -> list[tuple[int, Shortfall | None]]:
    """Return by the number of each step, from 1, what it says that a hand was short of."""
    known = [{premise + 1: proof.steps[premise].conclusions for premise in step.premises} for step in proof.steps]
    return [(n, shortfall(view, step, known[n - 1])) for n, step in enumerate(proof.steps, 1)]


def prove(fact: str) -> tuple[View, Proof]:
    view = View(Record.from_line(PROOFS[fact]))
    return view, Prover(view).prove(parse_fact(fact, view))


def test_a_hand_with_enough_for_every_other_meow_was_short_of_the_one_left():
    view, proof = prove("Chie nii = 0")
    number, missed = found_in(view, proof)[-1]
    assert number == 2
    assert missed is not None
    assert (missed.meow, missed.most, missed.gone) == (Meow.NII, 0, ())
    (cover,) = missed.covers
    assert (cover.meow, cover.number, cover.steps) == (Meow.NYAA, 3, (1,))
    assert [entry.turn for entry in cover.discards] == [3]


def test_a_call_of_one_meow_alone_needs_nothing_beside_it():
    view, proof = prove("Chie nyao = 1")
    missed = found_in(view, proof)[1][1]
    assert missed is not None
    assert (missed.meow, missed.most, missed.covers) == (Meow.NYAO, 2, ())
    assert [entry.turn for entry in missed.gone] == [3]


def test_with_doubles_nothing_is_said():
    view, proof = prove("Ben nyaa+nyan+nyaa/nyan = 1")
    assert [missed for _, missed in found_in(view, proof)] == [None]


def test_what_is_said_of_a_hand_was_so_in_simulated_rounds():
    said = 0
    for seed in range(8):
        played = simulate(4, False, 8, seed)
        view = View(played.record(0, Notes(points=0.0, answer_points=0.0)))
        found = counting.count(view)
        assert found is not None
        prover = Prover(view)
        for proof in map(prover.prove, certain_facts(view, found)):
            for number, missed in found_in(view, proof):
                if missed is None:
                    continue
                entry = proof.steps[number - 1].answers[0]
                then = replace(played, turns=played.turns[: entry.turn - 1])
                hand = Counter(face.kind for face in then.hand(played.players.index(entry.player)))
                assert hand[Kind.of(missed.meow)] <= missed.most
                assert all(hand[Kind.of(cover.meow)] >= cover.number for cover in missed.covers)
                said += 1
    assert said
