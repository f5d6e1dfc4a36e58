from random import Random

import pytest

from solver import Record
from solver.game.cards import Kind, Meow
from solver.game.table import CENTRE, Setup
from solver.odds import counting
from solver.play import Notes, simulate
from solver.reasons.deduction import Rule
from solver.reasons.explanations import Explainer, Verdict, certain_facts, explain
from solver.reasons.facts import BossFact, Compare, Fact, HandFact, parse_fact
from solver.reasons.proofs import Proof, Prover
from solver.record.schema import Reveal
from solver.record.view import View
from tests.reasons.checker import assert_deal, assert_proof

POSITIONS = 12
FACTS = 5
SUPPOSING = (  # simulated rounds: a fact that no bound leads to, by one answer after the other
    (
        "Dai nii = 0",
        (
            "b1.Aki~Ben~Chie~Dai~Eri~8WQ.12345_3_4_e_s39-5~0OI.aaaaaaaaaaannnnnnnoooooooouuuuuiiAnAoAuNoNuOi_"
            "nnuii~ujo.noioi_mnnn_u~Ejg.iino_miiNi_a~HGI.iooan_iiNiUi_n~dgk.uoii_muNiu_o~bfA.o_mnam_u~CtQ.nan"
            "_Ainnn_a~F-U.iin_AiimNi_o~970.nao_nnNin_o~x78.9FY82Q"
        ),
    ),
    (
        "Chie nyao = 0",
        (
            "b1.Aki~Ben~Chie~Dai~jJk.1234_4_1_e_s40-6~pyY.aaaaaaaaaannnnnnnnoooooouuuuuuuiiiAnAuAiNiOuOi_aaai"
            "iNo~_ME.nouao_onNo_n~X5U.aiu_iUia_o~88c.iaioa_iam_o~FRs.nia_nan_a~-ys.n_amm_Nu~Kg0.iou_iUii_o~Qt"
            "A.aauoi_oaa_n~5rc.ainno_iaUi_a~_I0.A5UC7g"
        ),
    ),
)


def position(seed: int) -> Record:
    """Return a position of every sort of game in turn; hands are small where points or doubles make many of them."""
    rng = Random(seed)
    players, expansion, points = 4 + seed % 4, seed % 2 == 1, float(seed % 4 == 2)
    small = expansion or points
    setup = Setup((65 if expansion else 55) - CENTRE - players * 3 + 1, 3) if small else None
    reveal = Reveal.LENIENT if seed % 5 == 0 else Reveal.STRICT
    played = simulate(players, expansion, rng.randint(3, 9), rng.randrange(10**6), setup=setup, reveal=reveal)
    notes = Notes(points=points, answer_points=points, calls=0.95, answers=0.95, cards=0.95, seed=seed)
    return played.record(rng.randrange(players), notes)


def some_facts(record: Record, seed: int, number: int = FACTS) -> list[Fact]:
    """Return some facts that counting gives as certain."""
    view = View(record)
    found = counting.count(view)
    assert found is not None
    facts = certain_facts(view, found)
    return Random(seed).sample(facts, min(number, len(facts)))


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_what_counting_gives_as_certain_is_proved_and_every_step_holds(seed: int):
    record = position(seed)
    prover = Prover(View(record))
    for fact in some_facts(record, seed):
        assert_proof(record, prover.prove(fact))


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_what_counting_leaves_open_is_refused_with_a_deal_in_which_it_fails(seed: int):
    record = position(seed)
    explainer = Explainer(record)
    rng = Random(seed)
    for _ in range(4):
        kind, player = rng.choice(record.deck.kinds), rng.choice(record.others)
        for fact in (BossFact(kind), HandFact(player, (kind,), Compare.AT_LEAST, rng.randint(1, 3))):
            found = explainer.explain(fact)
            held = explainer.posterior.holdings[player].kinds.get(kind)
            if isinstance(fact, BossFact):
                p = explainer.posterior.p(kind)
                assert (found.verdict is Verdict.PROVEN, found.verdict is Verdict.WRONG) == (p == 1.0, p == 0.0)
                assert found.p == p
            elif held is not None:
                assert (found.verdict is Verdict.PROVEN) == (held.min >= fact.number)
                assert (found.verdict is Verdict.WRONG) == (held.max < fact.number)
                if fact.number == 1:
                    assert found.p == pytest.approx(held.p_any, abs=1e-9)
            if found.verdict is Verdict.OPEN:
                assert found.example is not None
                assert_deal(record, found.example)
                shown = next(cards for place, cards in found.example.items() if is_about(place, fact))
                number = sum(n for cell, n in shown.items() if cell.kind == kind)
                assert number < (1 if isinstance(fact, BossFact) else fact.number)
            elif found.proof is not None:
                assert_proof(record, found.proof)


def is_about(place: object, fact: Fact) -> bool:
    return getattr(place, "player", None) == (None if isinstance(fact, BossFact) else fact.player)


def test_a_proof_is_the_same_every_time():
    record = position(3)
    facts = some_facts(record, 3)
    assert [Prover(View(record)).prove(fact) for fact in facts] == [Prover(View(record)).prove(fact) for fact in facts]


def test_what_is_open_has_no_proof():
    record = position(0)
    found = counting.count(View(record))
    assert found is not None
    with pytest.raises(ValueError, match="fits"):
        Prover(View(record)).prove(BossFact(found.boss[0].kind))


def test_facts_about_an_earlier_turn_count_the_discards_since():
    record = position(4)
    view = View(record)
    number, player, face = next(discard for discard in view.discards if discard[1] != record.me)
    found = explain(record, HandFact(player, (face.kind,), Compare.AT_LEAST, 1, number))
    assert found.verdict is Verdict.PROVEN
    assert found.proof is not None
    assert (number, face) in [(entry.turn, entry.value) for entry in found.proof.discards]


def test_a_double_in_sight_is_proved_by_counting_it():
    record = simulate(5, True, 2, 3).record(0)
    double = next(face.kind for face in record.face_up if face.kind.is_double)
    found = explain(record, BossFact(double, False))
    assert found.verdict is Verdict.PROVEN
    assert found.proof is not None
    assert_proof(record, found.proof)


def test_a_fact_as_text_is_read_by_the_record():
    record = simulate(5, False, 2, 3).record(0)
    assert explain(record, "boss = nii").fact == BossFact(Kind.of(Meow.NII))


@pytest.mark.parametrize(("fact", "line"), SUPPOSING)
def test_where_bounds_do_not_lead_to_a_fact_its_opposite_is_refuted_answer_by_answer(fact: str, line: str):
    record = Record.from_line(line)
    proof = Prover(View(record)).prove(parse_fact(fact, View(record)))
    assert [step.rule for step in proof.steps].count(Rule.SUPPOSED) == 1
    assert proof.steps[-1].rule is Rule.REFUTED
    assert all(len(step.answers) <= 1 for step in proof.steps)
    assert_proof(record, proof)


@pytest.mark.parametrize("seed", [seed for seed in range(POSITIONS) if seed % 2])
def test_a_proof_that_leaves_out_the_doubles_in_sight_says_so_and_every_step_holds(seed: int):
    record = position(seed)
    prover = Prover(View(record))
    for fact in some_facts(record, seed):
        steps = prover.from_sight(fact, prover.needed_answers(fact))
        assert_proof(record, Proof(fact, steps, prover.discards(fact)))


def test_a_large_hand_with_all_doubles_told_apart_is_proved():
    record = simulate(4, True, 7, 9008).record(0, Notes(points=0.0, answer_points=0.0))
    for fact in some_facts(record, 9008, 40):
        assert Prover(View(record)).prove(fact).steps
