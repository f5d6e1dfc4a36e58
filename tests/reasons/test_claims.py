import pytest
from msgspec.structs import replace

from solver.errors import Contradiction, RecordError
from solver.game.cards import Kind, Meow
from solver.play import Notes, simulate
from solver.reasons.claims import Claim, check_claims, mean_score, parse_claim, parse_claims
from solver.reasons.explanations import Verdict
from solver.reasons.facts import BossFact, Compare, Fact, HandFact
from solver.record.schema import Result
from tests.reasons.corruption import corrupted

NII = Kind.of(Meow.NII)
PLAYED = simulate(5, False, 6, 8)
RECORD = PLAYED.record(0)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("boss = nii", Claim(BossFact(NII))),
        ("boss = nii 70%", Claim(BossFact(NII), 0.7)),
        ("boss = nii, 0.5 ％", Claim(BossFact(NII), 0.005)),
        ("3: Ben nii = 1 80%", Claim(HandFact("Ben", (NII,), Compare.EXACTLY, 1), 0.8, 3)),
        ("0：Ben@2 nii >= 1", None),
    ],
)
def test_a_claim_is_read_with_its_turn_and_percentage(text, claim):
    if claim is None:  # nobody knows after no turn what turn 2 will be
        with pytest.raises(RecordError):
            parse_claim(text, RECORD)
    else:
        assert parse_claim(text, RECORD) == claim
        assert parse_claim(str(claim), RECORD) == claim


@pytest.mark.parametrize("text", ["", "70%", "boss = nii 101%", "99: boss = nii", "boss = nii 5%%"])
def test_what_is_no_claim_is_refused(text):
    with pytest.raises(RecordError):
        parse_claim(text, RECORD)


def test_claims_are_read_line_by_line_without_comments():
    text = "boss = nii 10%\n\n# nothing here\nboss != nii  # sure\n"
    assert [claim.p for claim in parse_claims(text, RECORD)] == [0.1, 1.0]
    with pytest.raises(RecordError) as caught:
        parse_claims("boss = nii\nnonsense", RECORD)
    assert caught.value.where == "claims:2"


def test_an_open_percentage_scores_what_it_costs_on_average():
    (checked,) = check_claims(RECORD, [Claim(BossFact(Kind.of(Meow.NYAA)), 0.25)])
    p = checked.explanation.p
    assert checked.explanation.verdict is Verdict.OPEN
    assert checked.score == pytest.approx(p * 0.75**2 + (1 - p) * 0.25**2)


def test_stating_the_exact_probability_scores_best():
    fact = BossFact(Kind.of(Meow.NYAA))
    (exact,) = check_claims(RECORD, [Claim(fact, 0.5)])
    best = exact.explanation.p
    scores = [check_claims(RECORD, [Claim(fact, p)])[0].score for p in (best - 0.1, best, best + 0.1)]
    assert min(score for score in scores if score is not None) == scores[1]


def test_a_round_that_is_over_scores_against_what_turned_out():
    hands = {player: PLAYED.hand(seat) for seat, player in enumerate(PLAYED.players) if seat}
    over = replace(RECORD, result=Result("Aki", NII, PLAYED.boss, hands))
    true: list[Fact] = [BossFact(PLAYED.boss.kind)]
    for player, cards in hands.items():
        for kind in over.deck.kinds:
            number = sum(card.kind == kind for card in cards)
            true.append(HandFact(player, (kind,), Compare.EXACTLY, number))
    checked = check_claims(over, [Claim(fact, 0.6) for fact in true])
    assert [one.score for one in checked] == pytest.approx([0.16] * len(checked))


def test_hands_laid_open_tell_of_earlier_turns_by_what_was_discarded_since():
    hands = {player: PLAYED.hand(seat) for seat, player in enumerate(PLAYED.players) if seat}
    over = replace(RECORD, result=Result("Aki", NII, PLAYED.boss, hands))
    for seat, player in enumerate(PLAYED.players):
        if seat:
            dealt = sum(card.kind == NII for card in PLAYED.hands[seat])
            (checked,) = check_claims(over, [Claim(HandFact(player, (NII,), Compare.EXACTLY, dealt), 0.6, 0)])
            assert checked.score == pytest.approx(0.16)


def test_sure_claims_are_not_scored_and_percentages_are_averaged():
    checked = check_claims(RECORD, parse_claims("boss = nyaa\nboss = nyaa 20%\nboss = nyan 20%", RECORD))
    scores = [one.score for one in checked]
    assert scores[0] is None
    assert mean_score(checked) == pytest.approx(((scores[1] or 0) + (scores[2] or 0)) / 2)
    assert mean_score(checked[:1]) is None


def test_a_claim_is_judged_by_what_was_known_at_its_turn():
    early, late = check_claims(RECORD, parse_claims("0: boss = nyaa 50%\nboss = nyaa 50%", RECORD))
    unseen = 16 - sum(face.kind == Kind.of(Meow.NYAA) for face in (*RECORD.face_up, *RECORD.hand))
    assert early.explanation.p == pytest.approx(unseen / (55 - len(RECORD.face_up) - len(RECORD.hand)))
    assert late.explanation.p != early.explanation.p


def test_claims_about_a_contradictory_record_raise_the_contradiction():
    bad = corrupted(1, Notes(points=0.0, answer_points=0.0), hand=3)
    with pytest.raises(Contradiction):
        check_claims(bad.record, [Claim(BossFact(NII))])
