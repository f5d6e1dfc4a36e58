"""Stated probabilities against what came true, whoever plays: a slice of the rounds in ``tests.evidence``."""

from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from solver.game.cards import Face, Kind, Meow
from solver.record.schema import Choices, Turn, Word
from tests.evidence import reliability
from tests.evidence.cunning import SameCard, TellsLeast
from tests.evidence.picture import draw
from tests.evidence.reliability import BOUND, PLAYERS, Statement, as_markdown, bins, played, statements

LATE = range(144, 192)  # turn 19 on: quick, and much is known
PLAY = [(name, choices) for name in PLAYERS for choices in Choices]


@pytest.fixture(scope="module")
def found() -> reliability.Found:
    return {(name, c): [s for seed in LATE for s in statements(PLAYERS[name], c, seed)] for name, c in PLAY}


@pytest.mark.parametrize(("name", "choices"), PLAY)
def test_what_is_impossible_never_comes_true_whoever_plays(name: str, choices: Choices, found: reliability.Found):
    assert sum(s.true for s in found[name, choices]) == len(LATE)
    assert all(s.p > 0 for s in found[name, choices] if s.true)


def test_against_players_who_choose_at_random_what_is_stated_comes_true(found: reliability.Found):
    assert all(abs(b.off) < BOUND for b in bins(found["at random", Choices.UNIFORM]))


def test_a_bin_knows_how_far_off_it_is():
    (right,) = bins([Statement(0.25, True)] + [Statement(0.25, False)] * 3)
    assert (right.number, right.stated, right.true, right.off) == (4, 0.25, 0.25, 0.0)
    assert 0 < right.low < 0.25 < right.high < 1
    (wrong,) = bins([Statement(0.25, True)] * 300 + [Statement(0.25, False)] * 300)
    assert wrong.off > BOUND
    assert wrong.low > 0.25


def test_certain_statements_are_off_as_soon_as_one_is_false():
    assert bins([Statement(1.0, True)])[0].off == 0
    assert abs(bins([Statement(1.0, True)] * 9 + [Statement(1.0, False)])[0].off) >= BOUND


def test_the_picture_has_a_point_for_every_bin_and_can_be_read(found: reliability.Found):
    panels = {f"<{name}>": {c.value: bins(found[name, c]) for c in Choices} for name in PLAYERS}
    drawing = ElementTree.fromstring(draw(panels))
    circles = [e for e in drawing.iter() if e.tag.endswith("circle")]
    assert len(circles) == sum(len(points) for series in panels.values() for points in series.values()) + len(Choices)
    assert as_markdown(found).count("\n|") == 2 + len(PLAY) + len(PLAYERS) * 12 - 1


NYAA3, NYAA5, NYAN = Face(Kind.of(Meow.NYAA), 3), Face(Kind.of(Meow.NYAA), 5), Face(Kind.of(Meow.NYAN), 2)


def test_cunning_players_show_what_they_are_called_after():
    dealt = played(0, TellsLeast)
    same, least = SameCard(Random(0)), TellsLeast(Random(0))
    lawful = [NYAN, NYAA5, NYAA3]
    assert same.show(dealt, 0, lawful) == NYAA3
    known = Turn(call=(Meow.NII,), answers={dealt.players[0]: NYAN, dealt.players[1]: Word.MATCHED})
    assert least.show(replace(dealt, turns=(known,)), 0, lawful) == NYAN
    assert least.show(replace(dealt, turns=(), face_up=()), 0, lawful) == NYAA3
