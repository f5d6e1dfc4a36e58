"""Cards as people type them: several in one line, in any kana, with points and numbers as a table says them."""

import re
import unicodedata
from collections.abc import Iterator

from solver import RecordError
from solver.catalogue import message
from solver.game.cards import MEOW_NAMES, Face, parse_face

TO_KATAKANA = {hiragana: hiragana + 0x60 for hiragana in range(0x3041, 0x3097)}
NAME = "|".join(sorted(MEOW_NAMES))
CARD = re.compile(
    rf"""
    (?P<kind> (?:{NAME}) (?: \s* [/・\\-] \s* (?:{NAME}) )? )
    (?: \s* (?P<points> \d) (?! \d | \s* 枚) \s* 点? )?                      # nyaa3, ニャア3点
    (?: \s* \( \s* (?P<aside> \d) \s* 点? \s* \) )?                          # ニャア（3点）
    (?: \s* [x×*] \s* (?P<times> \d{{1,2}}) | \s* (?P<sheets> \d{{1,2}}) \s* 枚 )?  # ニャア×2, ニャア2枚
    [\s,、。]*
    """,
    re.VERBOSE,
)


def cards_typed(text: str, where: str) -> tuple[Face, ...]:
    """Return the cards typed: ``nyaa3 nyan``, ``ニャア（3点）、ニャン×2``, ``ニャオニャオ2枚``.

    RecordError at ``where`` for anything else. Kana of either kind and width, spaces or none; a digit is points,
    ``×2`` and ``2枚`` are numbers of cards.
    """
    return tuple(face for face, number in typed(text, where) for _ in range(number))


def typed(text: str, where: str) -> Iterator[tuple[Face, int]]:
    """Yield each card with its number."""
    plain = unicodedata.normalize("NFKC", text).translate(TO_KATAKANA).lower().strip(" \t\r\n,、。")
    place = 0
    while place < len(plain):
        match = CARD.match(plain, place)
        points = {match[group] for group in ("points", "aside") if match[group]} if match else set()
        if match is None or len(points) > 1:
            raise RecordError(where, re.split(r"[\s,、]", plain[place:], maxsplit=1)[0], message("errors.card_unknown"))
        yield parse_face(match["kind"] + "".join(points), where), int(match["times"] or match["sheets"] or 1)
        place = match.end()
