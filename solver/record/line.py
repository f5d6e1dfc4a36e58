"""The record as one short line of URL-safe characters, for links and codes: the README describes it.

``b1.SEATS.TABLE.CARDS.TURN. ... .TURN.END``: every section but the last ends in ``~`` and three check characters, the
CRC-16 of all sections so far; END is the CRC-32 of everything before it. So a changed, lost, added or swapped
character is noticed, and the first section whose check fails says where.
"""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from solver.catalogue import Message, message
from solver.errors import RecordError
from solver.game.cards import KINDS, Face, Meow, deck_from, standard_deck
from solver.game.table import START_CHIPS, Setup, leader, standard_setup, standard_target
from solver.record.schema import Answer, Choices, Record, Result, Reveal, Turn, Word

VERSION = "b1"
LONGEST = 4_000
PLAIN_NAME = re.compile(r"[A-Za-z0-9]+")

# The last letter of a meow tells the five apart: nyaa a, nyan n, nyao o, nyau u, nii i. A double is An, Ao, ... Ui.
MEOW_CODES = {meow: meow.value[-1] for meow in Meow}
KIND_CODES = {kind: "".join(MEOW_CODES[meow] for meow in kind.meows) for kind in KINDS}
KIND_CODES |= {kind: KIND_CODES[kind].capitalize() for kind in KINDS if kind.is_double}
WORD_CODES = {Word.MATCHED: "m", Word.SHOWN: "s", Word.MISSED: "x"}
LEFT_OUT = "-"
MEOWS = {code: meow for meow, code in MEOW_CODES.items()}
KINDS_BY_CODE = {code: kind for kind, code in KIND_CODES.items()}
WORDS = {code: word for word, code in WORD_CODES.items()}
CARD = "[anoui][1-5]?|[ANOU][anoui]"
ANSWER = f"[-msx]|{CARD}"
CHECKED = 4  # characters of "~" and the check

T = TypeVar("T")


def encode(record: Record) -> str:
    """Return the record as one line; the same record always gives the same line, and ``decode`` gives it back."""
    sections = [seats_section(record), table_section(record), f"{cards(record.face_up)}_{cards(record.hand)}"]
    sections += [turn_section(record, number) for number in range(1, len(record.turns) + 1)]
    sections += [result_section(record, record.result)] if record.result else []
    text, crc = VERSION, 0
    for section in sections:
        crc = binascii.crc_hqx(f".{section}".encode(), crc)
        text += f".{section}{check(crc)}"
    return f"{text}.{end_of(text)}"


def check(crc: int) -> str:
    """Return what closes a section, from the CRC-16 of the sections up to its end."""
    return f"~{base64(crc.to_bytes(2))}"


def end_of(text: str) -> str:
    """Return the last section of a line whose other sections are ``text``."""
    return base64(binascii.crc32(text.encode()).to_bytes(4))


def base64(data: bytes) -> str:
    """Return the bytes in URL-safe characters, without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def seats_section(record: Record) -> str:
    """Return everyone's name, in the order of the seats: plain, or ``-`` and its UTF-8 in base 64."""
    plain = (name if PLAIN_NAME.fullmatch(name) else f"-{base64(name.encode())}" for name in record.seats)
    return "~".join(plain)


def table_section(record: Record) -> str:
    """Return who plays, who sees, who led first (as places among the seats, from 1), and what is not as usual."""
    place = {name: str(index) for index, name in enumerate(record.seats, 1)}
    parts = ["".join(place[name] for name in record.players), place[record.me], place[record.first_leader]]
    parts += ["e"] if record.expansion else []
    parts += ["l"] if record.reveal is Reveal.LENIENT else []
    parts += ["r"] if record.choices is Choices.RULES else []
    parts += ["d"] if record.die else []
    if record.setup != standard_setup(len(record.players), record.expansion):
        parts.append(f"s{record.setup.face_up}-{record.setup.hand}")
    if record.target != standard_target(len(record.seats)):
        parts.append(f"t{record.target}")
    if any(chips != START_CHIPS for chips in record.chips.values()):
        parts.append("c" + "-".join(str(record.chips[name]) for name in record.seats))
    if record.deck != standard_deck(record.expansion):
        parts.append("k" + "-".join(str(number) for row in record.deck.split for number in row))
    return "_".join(parts)


def card(face: Face) -> str:
    """Return a card: its kind, and its points where they are noted (never on a double)."""
    points = "" if face.points is None or face.kind.is_double else str(face.points)
    return KIND_CODES[face.kind] + points


def cards(faces: Iterable[Face]) -> str:
    """Return cards one after the other."""
    return "".join(map(card, faces))


def answer_code(answer: Answer | None) -> str:
    """Return an answer; None where the player is left out."""
    if answer is None:
        return LEFT_OUT
    return card(answer) if isinstance(answer, Face) else WORD_CODES[answer]


def turn_section(record: Record, number: int) -> str:
    """Return turn ``number`` (from 1): die and call, the answer of everyone but the leader, the discard if made."""
    turn, leader = record.turns[number - 1], record.leader(number)
    die = "" if turn.die is None else str(turn.die)
    call = LEFT_OUT if turn.call is None else "".join(MEOW_CODES[meow] for meow in turn.call)
    answers = "".join(answer_code(turn.answers.get(name)) for name in record.players if name != leader)
    discard = "" if turn.discard is None else f"_{card(turn.discard)}"
    return f"{die}{call}_{answers}{discard}"


def result_section(record: Record, result: Result) -> str:
    """Return how the round ended: R, who guessed, the guess, the boss cat, and every hand laid open."""
    by = record.players.index(result.by) + 1
    hands = (cards(result.hands[name]) if name in result.hands else LEFT_OUT for name in record.players)
    laid_open = "".join(f"_{hand}" for hand in hands) if result.hands else ""
    return f"R{by}_{KIND_CODES[result.guess]}_{card(result.boss)}{laid_open}"


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a line, without its check characters; ``start`` and ``end`` are its place, from 0."""

    text: str
    start: int
    end: int

    def error(self) -> RecordError:
        """Return the error that says this section is damaged."""
        return RecordError(characters(self.start, self.end), self.text, message("errors.line_section"))

    def read(self, reader: Callable[[str], T]) -> T:
        """Return what ``reader`` makes of the text; RecordError where it has another form, or means nothing."""
        try:
            return reader(self.text)
        except (ValueError, LookupError):
            raise self.error() from None


def decode(text: str) -> Record:
    """Return the record written as one line; RecordError with the position for any damage.

    One changed character, and two neighbours swapped, are noticed for certain; what else can happen to a line goes
    unnoticed with less than one chance in four thousand million.
    """
    seats, table, dealt, *rest = checked(text)
    names = seats.read(read_names)
    fields = table.read(lambda part: read_table(part, names))
    face_up, hand = dealt.read(read_dealt)
    players, first_leader = fields["players"], fields["first_leader"]
    result = rest.pop().read(lambda part: read_result(part, players)) if rest and rest[-1].text[:1] == "R" else None
    turns = []
    for number, section in enumerate(rest, 1):
        others = [name for name in players if name != leader(players, first_leader, number)]
        turns.append(section.read(partial(read_turn, others=others)))
    record = Record(**fields, face_up=face_up, hand=hand, turns=tuple(turns), result=result)
    if (written := encode(record)) != text:
        place = next(index for index, pair in enumerate(zip(text, written, strict=False)) if len(set(pair)) > 1)
        raise Section(text[place:], place, len(text)).error()
    return record


def checked(text: str) -> list[Section]:
    """Return the sections of a line whose checks all hold; RecordError at the first place that is damaged."""
    if len(text) > LONGEST:
        raise RecordError(characters(LONGEST, len(text)), len(text), message("errors.too_long", most=LONGEST))
    strange = re.search(r"[^A-Za-z0-9_.~-]", text)
    if strange:
        raise RecordError(characters(strange.start(), strange.end()), strange[0], message("errors.line_character"))
    version, *parts = text.split(".")
    if version != VERSION:
        raise RecordError(characters(0, len(version)), version, message("errors.line_version", version=VERSION))
    sections, place, crc = [], len(version), 0
    for part in parts[:-1]:
        section = Section(part[:-CHECKED], place + 1, place + 1 + len(part))
        crc = binascii.crc_hqx(f".{section.text}".encode(), crc)
        if part[-CHECKED:] != check(crc):
            raise Section(part, section.start, section.end).error()
        sections.append(section)
        place = section.end
    if not parts or parts[-1] != end_of(text[:place]) or len(sections) < 3:
        raise Section(text[place + 1 :], place + 1, len(text)).error()
    return sections


def matched(pattern: str, text: str) -> re.Match[str]:
    """Return the match of the whole text; ValueError where there is none."""
    match = re.fullmatch(pattern, text)
    if match is None:
        raise ValueError(text)
    return match


def read_names(text: str) -> list[str]:
    """Return everyone's name, in the order of the seats."""
    return [read_name(part) for part in text.split("~")]


def read_name(text: str) -> str:
    """Return a name written plain or in base 64."""
    if not text.startswith("-"):
        return text
    return urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4)).decode()


def read_table(text: str, seats: Sequence[str]) -> dict[str, Any]:
    """Return the fields of the record that tell who sits where and how this table plays."""
    order, me, first_leader, *rest = text.split("_")
    options = {part[0]: [int(number) for number in part[1:].split("-") if number] for part in rest}
    players = [seats[int(place) - 1] for place in order]
    split = [options["k"][5 * rank : 5 * rank + 5] for rank in range(5)] if "k" in options else []
    expansion = "e" in options
    if seats[int(first_leader) - 1] not in players:
        raise ValueError("the first leader does not play")
    return {
        "players": tuple(players),
        "me": seats[int(me) - 1],
        "first_leader": seats[int(first_leader) - 1],
        "seats": tuple(seats),
        "deck": deck_from({meow.value: row for meow, row in zip(Meow, split, strict=True)}, expansion)
        if split
        else standard_deck(expansion),
        "setup": read_setup(options.get("s"), len(players), expansion),
        "chips": dict(zip(seats, options.get("c", [START_CHIPS] * len(seats)), strict=True)),
        "target": options["t"][0] if "t" in options else standard_target(len(seats)),
        "reveal": Reveal.LENIENT if "l" in options else Reveal.STRICT,
        "choices": Choices.RULES if "r" in options else Choices.UNIFORM,
        "die": "d" in options,
    }


def read_setup(numbers: Sequence[int] | None, players: int, expansion: bool) -> Setup:
    """Return the numbers dealt; ValueError where neither the line nor the rules give them."""
    if numbers:
        face_up, hand = numbers
        return Setup(face_up, hand)
    if setup := standard_setup(players, expansion):
        return setup
    raise ValueError("no numbers dealt")


def read_card(text: str) -> Face:
    """Return a card; KeyError for what is none."""
    code = text.rstrip("12345")
    return Face(KINDS_BY_CODE[code], int(text[len(code) :]) if code != text else None)


def read_cards(text: str) -> tuple[Face, ...]:
    """Return cards that stand one after the other."""
    return tuple(map(read_card, re.findall(CARD, matched(f"(?:{CARD})*", text)[0])))


def read_dealt(text: str) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
    """Return the face-up cards and my hand."""
    face_up, hand = text.split("_")
    return read_cards(face_up), read_cards(hand)


def read_turn(text: str, others: Sequence[str]) -> Turn:
    """Return a turn; ``others`` is everyone but its leader, in the order in which their answers stand."""
    die, call, given, discard = matched(rf"(\d?)([a-z]+|-)_((?:{ANSWER})*)(?:_({CARD}))?", text).groups()
    answers = zip(others, re.findall(ANSWER, given), strict=True)
    return Turn(
        call=None if call == LEFT_OUT else tuple(MEOWS[code] for code in call),
        answers={name: WORDS.get(code) or read_card(code) for name, code in answers if code != LEFT_OUT},
        discard=read_card(discard) if discard else None,
        die=int(die) if die else None,
    )


def read_result(text: str, players: Sequence[str]) -> Result:
    """Return how the round ended."""
    by, guess, boss, *hands = text[1:].split("_")
    laid_open = zip(players, hands, strict=True) if hands else ()
    return Result(
        by=players[int(by) - 1],
        guess=KINDS_BY_CODE[guess],
        boss=read_card(boss),
        hands={name: read_cards(hand) for name, hand in laid_open if hand != LEFT_OUT},
    )


def characters(start: int, end: int) -> Message:
    """Return a place in a line: the characters from ``start`` up to ``end``, counted from 0, named from 1."""
    return message("errors.characters", first=start + 1, last=max(end, start + 1))
