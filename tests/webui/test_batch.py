"""What may be typed for cards: whatever a player at the table would write."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import RecordError
from solver.catalogue import LANGS
from solver.game.cards import Face, parse_face, parse_faces
from tests.strategies import faces
from webui.batch import cards_typed


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("nyaa3 nyan", "nyaa3 nyan"),
        ("ニャア3（3点） ニャン", "nyaa3 nyan"),
        ("ニャア（３点）、ニャン", "nyaa3 nyan"),
        ("ニャア３点 ニャン 2点", "nyaa3 nyan2"),
        ("ニャアニャンニャオ", "nyaa nyan nyao"),
        ("にゃあ　にい にぃ", "nyaa nii nii"),
        ("ﾆｬｱ3,ﾆｨ", "nyaa3 nii"),
        ("ニャア×2 ニャン3×２", "nyaa nyaa nyan3 nyan3"),
        ("ニャア2枚 ニャン10枚", "nyaa nyaa" + " nyan" * 10),
        ("nyaa3 x2", "nyaa3 nyaa3"),
        ("ニャア3点2枚", "nyaa3 nyaa3"),
        ("ニャア／ニィ ニィ・ニャン", "nyaa/nii nyan/nii"),
        ("\nニャア\r\nニャン。", "nyaa nyan"),
        ("", ""),
    ],
)
def test_cards_are_read_as_they_are_typed(text: str, cards: str):
    assert cards_typed(text, "batch") == parse_faces(cards)


@given(st.lists(faces(), max_size=12), st.sampled_from(LANGS), st.sampled_from([" ", "、", ", ", "　", "\n"]))
def test_cards_written_by_name_are_read_back(cards: list[Face], lang, gap: str):
    assert cards_typed(gap.join(card.name_in(lang) for card in cards), "batch") == tuple(cards)


@pytest.mark.parametrize(
    "text", ["woof", "nyaa6", "ニャア33", "ニャア3（4点）", "ニャア0", "1 3", "ニャア×100", "nyaa/nyaa"]
)
def test_what_is_no_card_is_named(text: str):
    with pytest.raises(RecordError) as error:
        cards_typed(f"nii {text} nyan", "batch")
    assert error.value.where == "batch"
    assert error.value.value


@given(st.text())
def test_any_text_is_cards_or_an_error_of_ours(text: str):
    try:
        cards = cards_typed(text, "batch")
    except RecordError:
        return
    assert cards == tuple(parse_face(str(card)) for card in cards)


@pytest.mark.parametrize("lang", LANGS)
def test_the_example_in_the_empty_line_can_be_typed(client, lang):
    page = client.get(f"/cards?p=A&p=B&p=C&p=D&me=0&lead=1&lang={lang}").text
    shown = re.search(r'placeholder="[^"：.]*[：.]?(?:g\. )?([^"]*)"', page)
    assert shown
    assert len(cards_typed(shown[1], "batch")) >= 2
