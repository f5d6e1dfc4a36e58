"""Contradictions in words: a clash of one entry says why it cannot be true."""

import pytest
from msgspec.structs import replace

from solver import Contradiction, Record, solve
from solver import spoken_conflicts as spoken
from solver.catalogue import LANGS, say
from solver.game.cards import Face, Kind, Meow
from solver.game.table import Setup
from solver.play import simulate
from solver.reasons.entries import Entry
from solver.record.schema import Turn, Word

NII = Kind.of(Meow.NII)


def record_with(call: list[str], answer: str, nii: int = 6) -> Record:
    """Return a first turn in which Ben gives ``answer``; so many ``nii`` are face up."""
    return Record.from_data(
        {
            "format": "bosscat/1",
            "players": ["Aki", "Ben", "Chie", "Dai"],
            "me": "Aki",
            "first_leader": "Aki",
            "face_up": ["nii"] * nii + ["nyaa"] * (10 - nii),
            "hand": ["nyaa"] * 3 + ["nyan"] * 3 + ["nyao"] * 3 + ["nyau"] * 2,
            "turns": [{"call": call, "answers": {"Ben": answer}}],
        }
    )


ALONE = [
    (record_with(["nii", "nyaa"], "nii"), "reasons.none_left", {"card": Kind.of(Meow.NII)}),
    (record_with(["nyaa"], "nyaa"), "reasons.would_match", {"card": Kind.of(Meow.NYAA)}),
    (record_with(["nii", "nii"], "matched", 5), "reasons.too_few", {"meow": Meow.NII, "number": 1}),
]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("record", "key", "gaps"), ALONE, ids=[key for _, key, _ in ALONE])
def test_a_clash_of_one_entry_says_why(record, key, gaps, lang):
    with pytest.raises(Contradiction) as caught:
        solve(record)
    heading, line = spoken.conflict(record, caught.value.conflict, lang)
    assert heading == say("reasons.clash_alone", lang)
    assert line.endswith(say(key, lang, **gaps))


@pytest.mark.parametrize("lang", LANGS)
def test_a_call_longer_than_the_hand_is_named(lang):
    played = simulate(4, False, 1, 1, setup=Setup(42, 3))
    record = played.record((played.leader(1) + 1) % 4)
    player = next(name for name in record.others if name != record.leader(1))
    turn = Turn(call=(Meow.NYAA,) * 4, answers={player: Word.MATCHED})
    bad, entry = replace(record, turns=(turn,)), Entry(1, player, "answer", Word.MATCHED)
    assert spoken.remark(bad, entry, lang) == say("reasons.too_long", lang, number=3)


@pytest.mark.parametrize("lang", LANGS)
def test_entries_that_clash_only_together_are_told_without_a_reason_of_their_own(lang):
    record = record_with(["nii", "nyau"], "nii", 5)
    both = replace(record, turns=(replace(record.turns[0], answers={"Ben": Face(NII), "Chie": Face(NII)}),))
    with pytest.raises(Contradiction) as caught:
        solve(both)
    lines = spoken.conflict(both, caught.value.conflict, lang)
    assert lines[1:] == [spoken.clash(both, entry, lang) for entry in caught.value.conflict]
    assert len(lines) == 3
