"""What hypothesis draws to break the program: records damaged, forged or made up, as data, text and lines."""

import binascii
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from solver.play import Notes, simulate
from solver.record.line import VERSION, check, end_of
from solver.record.schema import Choices, Record, Reveal
from tests.strategies import SMALL_HANDS, small_setup

Path = tuple[str | int, ...]
Data = dict[str, Any]


def small_record(seed: int) -> Record:
    """Return a record of a round with few cards, quick to solve: every size, base and expansion, more or less noted."""
    players = 3 + seed % 5
    expansion, points = seed // 5 % 2 == 1, (1.0, 0.5, 0.0)[seed // 10 % 3]
    setup = small_setup(players, expansion, SMALL_HANDS[players])
    reveal, choices = list(Reveal)[seed % 2], list(Choices)[seed // 2 % 2]
    notes = Notes(points=points, answer_points=points, calls=0.9, answers=0.8, cards=0.8, seed=seed)
    played = simulate(players, expansion, seed % 5, seed, setup=setup, reveal=reveal)
    return played.record(seed % players, notes, choices)


def full_record(seed: int) -> Record:
    """Return a record of a round with the numbers of the rules, late enough to be quick to solve."""
    players, expansion = 4 + seed % 4, seed // 4 % 2 == 1
    return simulate(players, expansion, 10 + seed % 6, seed).record(seed % players, Notes(answer_points=0.0))


SMALL = [small_record(seed) for seed in range(30)]
FULL = [full_record(seed) for seed in range(8)]
records = st.sampled_from(SMALL + FULL)

CARDS = [
    "nyaa",
    "nyan3",
    "nyao5",
    "nyau1",
    "nii2",
    "nyaa/nii",
    "nyao/nyaa",
    "ニャア３",
    "ニィ/ニャン",
    "nyaa9",
    "nyaa/nyaa",
]
WORDS = ["matched", "shown", "?", "strict", "lenient", "uniform", "rules", "bosscat/1", "bosscat/2", "Aki", "Zoe", ""]
KEYS = [
    "call",
    "die",
    "answers",
    "discard",
    "by",
    "guess",
    "boss",
    "hands",
    "face_up",
    "hand",
    "setup",
    "deck",
    "seats",
]
KEYS += ["chips", "target", "result", "turns", "expansion", "reveal", "choices", "players", "me", "first_leader"]

numbers = st.one_of(st.integers(-2, 70), st.sampled_from([2**31, 2**63, -(2**70), 10**400]), st.floats())
leaves = st.one_of(
    st.none(), st.booleans(), numbers, st.sampled_from(CARDS + WORDS), st.text(max_size=8), st.just("a" * 300)
)
keys = st.one_of(st.sampled_from(KEYS + WORDS + CARDS), st.text(max_size=5))
values = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=12,
)


def paths(data: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the place of everything in the data but the whole."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield (*path, key)
        yield from paths(value, (*path, key))


def at(data: Any, path: Path) -> Any:
    """Return what stands at a place."""
    for key in path:
        data = data[key]
    return data


@st.composite
def damaged_data(draw: st.DrawFn) -> Data:
    """Draw the data of a true record with up to three things in it taken out, replaced, doubled, moved or added."""
    data: Data = json.loads(draw(records).to_json())
    for _ in range(draw(st.integers(1, 3))):
        places = list(paths(data))
        if not places:
            break
        *above, key = draw(st.sampled_from(places))
        inside = at(data, tuple(above))
        match draw(st.sampled_from(["remove", "replace", "card", "copy", "add"])):
            case "remove":
                del inside[key]
            case "replace":
                inside[key] = draw(values)
            case "card":
                inside[key] = draw(st.sampled_from(CARDS + WORDS))
            case "copy":
                inside[key] = json.loads(json.dumps(at(data, draw(st.sampled_from(places)))))
            case "add" if isinstance(key, int):
                inside.insert(key, draw(values))
            case "add":
                inside[draw(keys)] = draw(values)
    return data


@st.composite
def spoiled(draw: st.DrawFn) -> Data:
    """Draw the data of a small record, well formed, in which calls, answers and discards are anything, true or not."""
    data: Data = json.loads(draw(st.sampled_from([record for record in SMALL if record.turns])).to_json())
    kinds = CARDS[:7] if data.get("expansion") else CARDS[:5]
    for _ in range(draw(st.integers(1, 4))):
        turn = draw(st.sampled_from(data["turns"]))
        if draw(st.booleans()):
            turn["call"] = draw(
                st.lists(st.sampled_from(["nyaa", "nyan", "nyao", "nyau", "nii"]), min_size=1, max_size=5)
            )
        answers = {name: answer for name, answer in turn.get("answers", {}).items() if name != data["me"]}
        for name in answers:
            if draw(st.booleans()):
                answers[name] = draw(st.sampled_from([*kinds, "matched", "shown", "?"]))
        turn["answers"] = answers
        if "discard" in turn and draw(st.booleans()):
            turn["discard"] = draw(st.sampled_from(kinds))
    data["reveal"] = draw(st.sampled_from(["strict", "lenient"]))
    data["choices"] = draw(st.sampled_from(["uniform", "rules"]))
    return data


def sealed(sections: list[str]) -> str:
    """Return a line of these sections with all its checks right."""
    text, crc = VERSION, 0
    for section in sections:
        crc = binascii.crc_hqx(f".{section}".encode("utf-8", "surrogatepass"), crc)
        text += f".{section}{check(crc)}"
    return f"{text}.{end_of(text)}" if text.isprintable() else text


def sections_of(line: str) -> list[str]:
    """Return the sections of a line without checks, version and end."""
    return [section.rpartition("~")[0] for section in line.split(".")[1:-1]]


LINE_TEXT = st.text("anouiANOUms-x~_12345670ertkcRdl%é猫", max_size=6)


@st.composite
def forged_lines(draw: st.DrawFn) -> str:
    """Draw a line whose checks are right though its sections were tampered with."""
    sections = sections_of(draw(records).to_line())
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(sections) - 1))
        match draw(st.sampled_from(["cut", "insert", "swap", "double", "drop"])):
            case "cut":
                at_ = draw(st.integers(0, len(sections[place])))
                sections[place] = sections[place][:at_] + sections[place][at_ + draw(st.integers(1, 4)) :]
            case "insert":
                at_ = draw(st.integers(0, len(sections[place])))
                sections[place] = sections[place][:at_] + draw(LINE_TEXT) + sections[place][at_:]
            case "swap":
                other = draw(st.integers(0, len(sections) - 1))
                sections[place], sections[other] = sections[other], sections[place]
            case "double":
                sections.insert(place, sections[place])
            case "drop" if len(sections) > 1:
                del sections[place]
    return sealed(sections)


@st.composite
def damaged_lines(draw: st.DrawFn) -> tuple[Record, str]:
    """Draw a record and its line with one or two stretches of it cut, replaced, doubled or moved."""
    record = draw(records)
    line = record.to_line()
    for _ in range(draw(st.integers(1, 2))):
        one, other = sorted((draw(st.integers(0, len(line))), draw(st.integers(0, len(line)))))
        match draw(st.sampled_from(["cut", "replace", "double", "move"])):
            case "cut":
                line = line[:one] + line[other:]
            case "replace":
                line = line[:one] + draw(st.text(max_size=5)) + line[one + draw(st.integers(0, 5)) :]
            case "double":
                line = line[:other] + line[one:]
            case "move":
                line = line[other:] + line[:one] + line[one:other]
    return record, line


texts = st.one_of(st.text(max_size=60), st.sampled_from(CARDS + WORDS), damaged_lines().map(lambda drawn: drawn[1]))
blobs = st.one_of(st.binary(max_size=120), texts.map(lambda text: text.encode("utf-8", "surrogatepass")))
