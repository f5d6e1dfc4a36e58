"""Reasons in words: ten proofs as a person would write them (``data/README.md``), and what stands around proofs."""

import pytest

from solver import Record
from solver import spoken_reasons as spoken
from solver.catalogue import LANGS
from solver.play import Notes, simulate
from solver.reasons.claims import check_claims, parse_claims
from solver.reasons.explanations import explain
from solver.reasons.hints import hint
from solver.reasons.whence import whence
from solver.record.view import View
from tests.test_cases import read

PROOFS = read("proofs.jsonl")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("case", PROOFS, ids=lambda case: case["fact"])
def test_a_proof_reads_as_a_person_would_write_it(case, lang):
    record = Record.from_line(case["record"])
    assert spoken.explanation(View(record), explain(record, case["fact"]), lang) == case[lang]


# Simulated rounds in which a reader of proofs missed something.
BASE = (
    "b1.Aki~Ben~Chie~Dai~Eri~Fumi~Lg4.123456_5_3~5Xo.a3a4n2n2u2u4_a2a3n2n5i1i2i3i5~3Tc.iooou_ooiim_n4~Ppk.o_mmmn2m_u2"
    "~BLs.inuoi_nnnii_i3~zuo.inn_nnnim_o2~1e0.ui_uuiim_o3~GPQ.G7-Xww"
)
DOUBLES = (
    "b1.Aki~Ben~Chie~Dai~Eri~Fumi~Gen~j7A.1234567_2_4_e~-8I.a2n3n3u2u3AnAiOi_a3n3o1o2o3o3u2No~o60.aiai_Aoaa5aim_a2"
    "~7X8.aii_Aoa3a3a1im_a2~OEg.iaouo_ma3iaim_i3~df8.iaua_mamaii_a2~bDk.ni_Nomammm_n3~hIw.CeFnMA"
)
SHORT = "b1.Aki~Ben~Chie~Dai~Eri~Fumi~Gen~j7A.1234567_1_2~x9w.annou_annnooi~0aU.oi_miommo_n~rYo.non_mononm_u~viw.nQofYA"
ALONE = "b1.Aki~Ben~Chie~Dai~Eri~Fumi~Gen~j7A.1234567_1_5~tzs.aanno_aannoou~f0w.n_mmmmum_o~taY.o_mmnmin_a~DKg.7jO33A"
TOLD = [
    (SHORT, "Dai nyan = 1", "en", "At that time Dai held nyao (2), so nyan was short: at most 1."),
    (
        SHORT,
        "Dai nyan = 1",
        "ja",
        "そのときDaiさんの手札にニャオ1枚(2)はあったので、足りなかったのはニャンで、1枚以下でした。",
    ),
    (ALONE, "Chie nyao = 0", "en", "The call needs nyao alone. Had Chie held one, Chie would have matched it."),
    (ALONE, "Chie nyao = 0", "ja", "この呼びかけに要るのはニャオ1枚だけです。Chieさんが持っていれば、鳴けたはずです。"),
    (BASE, "Dai nii = 1", "en", "4 dealt to you (1 since discarded)"),
    (BASE, "Dai nii = 1", "ja", "あなたに配られた4枚（うち1枚は捨て札）"),
    (DOUBLES, "Gen nyao >= 1", "en", "Since then Gen has discarded only nyaa2."),
    (DOUBLES, "Gen nyao >= 1", "ja", "その後Genさんが捨てたのはニャア2だけです。"),
    (DOUBLES, "Aki nyaa/nyao = 1", "en", "There is just one nyaa/nyao, and Aki has not discarded it since."),
    (DOUBLES, "Aki nyaa/nyao = 1", "ja", "ニャア／ニャオは1枚だけで、その後Akiさんは捨てていません。"),
    (DOUBLES, "Gen nyao >= 1", "en", "Of the doubles in (1) only nyao/nyau is left, just one card."),
    (DOUBLES, "Gen nyao >= 1", "ja", "(1)の2種類鳴けるカードのうち、残るのはニャオ／ニャウの1枚だけです。"),
]


@pytest.mark.parametrize(("line", "fact", "lang", "said"), TOLD)
def test_a_proof_leaves_nothing_to_its_reader(line, fact, lang, said):
    record = Record.from_line(line)
    assert said in "".join(spoken.explanation(View(record), explain(record, fact), lang))


@pytest.mark.parametrize("lang", LANGS)
def test_an_open_fact_is_told_with_everyones_hand_in_a_deal_against_it(lang):
    record = simulate(5, True, 3, 5).record(0, Notes(points=0.0, answer_points=0.0))
    lines = spoken.explanation(View(record), explain(record, f"{record.others[0]} nyaa >= 3"), lang)
    assert len(lines) == 2 + len(record.others) + 1
    for player, line in zip(record.others, lines[2:], strict=False):
        assert player in line


@pytest.mark.parametrize("lang", LANGS)
def test_claims_are_told_as_they_were_marked(lang):
    record = simulate(5, False, 3, 5).record(0)
    claims = parse_claims("boss = nyaa\nboss = nyaa 30%\n0: boss != nyaa/nii 99%".replace("nyaa/nii", "nii"), record)
    found = check_claims(record, claims)
    told = [spoken.checked(View(record), one, lang) for one in found]
    assert ["30%" in "".join(lines[:2]) for lines in told] == [False, True, False]
    assert spoken.scored(found[:1], lang) == []
    assert len(spoken.scored(found, lang)) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_a_hint_in_its_last_degree_is_the_step_itself(lang):
    record = Record.from_line(PROOFS[0]["record"])
    view, found = View(record), hint(record)
    assert found is not None
    told = [spoken.hint(view, found, degree, lang) for degree in (1, 2, 3)]
    assert len({line for lines in told for line in lines}) == 3
    assert spoken.hint(view, None, 1, lang) != told[0]


@pytest.mark.parametrize("lang", LANGS)
def test_where_a_probability_comes_from_is_told_turn_by_turn(lang):
    record = simulate(5, False, 4, 5).record(0)
    found = whence(record, record.deck.kinds[0])
    lines = spoken.whence(View(record), found, lang)
    assert len(lines) == 1 + len(record.turns) + len(found.moves)
