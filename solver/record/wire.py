"""The record as it is written: msgspec structs of plain text, read from and written to JSON and TOML.

Only syntax is checked here (known keys, right types); what the words mean is checked in ``schema.py``.
"""

import json
import re
import tomllib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from solver.catalogue import message
from solver.errors import RecordError

FORMAT = "bosscat/1"
MAX_TEXT = 200_000
Name = Annotated[str, Meta(min_length=1, max_length=40, description="a player's name")]
CardText = Annotated[str, Meta(description="a card: nyaa3, nyaa (points not noted), nyaa/nii, or the Japanese names")]


class WireTurn(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One turn: the call, the others' answers, the leader's discard; left out where not noticed or not yet made."""

    call: list[str] | UnsetType = UNSET
    die: int | UnsetType = UNSET
    answers: dict[str, Annotated[str, Meta(description='"matched", "shown", "?" or a card')]] = {}
    discard: CardText | UnsetType = UNSET


class WireSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers dealt where a table deals other ones than the rules."""

    face_up: int
    hand: int


class WireResult(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the round ended: who guessed what, the boss cat, and the hands if they were laid open."""

    by: str
    guess: str
    boss: str
    hands: dict[str, list[str]] = {}


class WireRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One player's view of one round."""

    format: str
    players: list[Name]
    me: str
    first_leader: str
    face_up: list[CardText]
    hand: list[CardText]
    seats: list[Name] | UnsetType = UNSET
    expansion: bool = False
    turns: list[WireTurn] = []
    reveal: Literal["strict", "lenient"] = "strict"
    choices: Literal["uniform", "rules"] = "uniform"
    deck: dict[str, list[int]] | UnsetType = UNSET
    setup: WireSetup | UnsetType = UNSET
    die: bool = False
    result: WireResult | UnsetType = UNSET
    chips: dict[str, int] | UnsetType = UNSET
    target: int | UnsetType = UNSET


def from_json(text: str | bytes) -> WireRecord:
    """Return the record written as JSON; RecordError with line and column, or with the place, where it is wrong."""
    try:
        data = json.loads(readable(text), parse_constant=str)
    except json.JSONDecodeError as error:
        where = message("errors.line_column", line=error.lineno, column=error.colno)
        raise RecordError(where, error.doc[error.pos : error.pos + 20], message("errors.json")) from None
    except RecursionError:
        raise RecordError("JSON", "[[[…", message("errors.json")) from None
    except ValueError as error:  # a number of thousands of digits
        raise RecordError("JSON", str(error), message("errors.json")) from None
    return from_data(data)


def from_toml(text: str | bytes) -> WireRecord:
    """Return the record written as TOML; RecordError with the parser's place, or with the place in the record."""
    told = readable(text)
    try:
        data = tomllib.loads(told)
    except tomllib.TOMLDecodeError as error:
        raise toml_error(told, str(error)) from None
    except RecursionError:
        raise RecordError("TOML", "[[[…", message("errors.toml")) from None
    except ValueError as error:  # a number of thousands of digits
        raise RecordError("TOML", str(error), message("errors.toml")) from None
    return from_data(data)


def toml_error(text: str, complaint: str) -> RecordError:
    """Turn the parser's words into place, value and expectation."""
    if found := re.search(r"line (\d+), column (\d+)", complaint):
        line, column = int(found[1]), int(found[2])
        rest = text.split("\n")[line - 1][column - 1 :]
        where = message("errors.line_column", line=line, column=column)
        return RecordError(where, rest[:20], message("errors.toml"))
    return RecordError(message("errors.end_of_text"), text.strip()[-20:], message("errors.toml_end"))


def readable(text: str | bytes) -> str:
    """Return the text decoded and within bounds; RecordError for what is no UTF-8 text or too long."""
    if len(text) > MAX_TEXT:
        raise RecordError(message("errors.whole_text"), len(text), message("errors.too_long", most=MAX_TEXT))
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        value = error.object[error.start : error.start + 1].hex()
        raise RecordError(message("errors.byte", place=error.start), f"0x{value}", message("errors.not_text")) from None


def from_data(data: object) -> WireRecord:
    """Return the record held in plain dicts and lists; RecordError at the first place that does not fit."""
    try:
        return msgspec.convert(data, WireRecord)
    except msgspec.ValidationError as error:
        raise syntax_error(data, str(error)) from None
    except UnicodeEncodeError as error:  # half of a surrogate pair: JSON can spell it, but it is no character
        place = message("errors.characters", first=error.start + 1, last=error.end)
        raise RecordError(place, error.object, message("errors.not_text")) from None


def to_data(wire: WireRecord) -> dict[str, Any]:
    """Return the record in plain dicts and lists, keys that hold their default left out."""
    data: dict[str, Any] = msgspec.to_builtins(wire)
    return {"format": data.pop("format"), **data}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of the record."""
    return msgspec.json.schema(WireRecord)


def syntax_error(data: object, text: str) -> RecordError:
    """Turn msgspec's words into place, value and expectation.

    msgspec names the path with ``[...]`` for any key of a mapping, so the wrong key is found by walking the data.
    """
    path = match[1] if (match := re.search(r"at `(?:key in )?\$\.?(.*?)`$", text)) else ""
    if match := re.match(r"Object contains unknown field `(.*?)`", text):
        where = f"{path}.{match[1]}" if path else match[1]
        return RecordError(where, match[1], message("errors.key_unknown"))
    if match := re.match(r"Object missing required field `(.*?)`", text):
        return RecordError(f"{path}.{match[1]}" if path else match[1], "", message("errors.key_missing"))
    where, value = locate(data, path, text)
    if match := re.match(r"Expected `(.*?)`", text):
        number = re.search(r"length (<=|>=) (\d+)", text)
        if number:
            return RecordError(where, value, message("errors.name_length"))
        return RecordError(
            where, show(value), message("errors.type", type=message(f"errors.type_{match[1].split()[0]}"))
        )
    if text.startswith("Invalid enum value"):
        options = {"reveal": ["strict", "lenient"], "choices": ["uniform", "rules"]}[where]
        return RecordError(where, value, message("errors.one_of", options=options))
    return RecordError(where, show(value), message("errors.type_other"))


def show(value: object) -> str:
    """Return a wrong value as JSON writes it, or as near as can be."""
    return json.dumps(value, ensure_ascii=False, default=str)


def locate(data: object, path: str, text: str) -> tuple[str, object]:
    """Follow msgspec's path through the data; ``[...]`` is taken to the first value of a wrong type."""
    where, value = "", data
    for part in re.findall(r"\[(\d+|\.\.\.)\]|([^.\[\]]+)", path):
        index, key = part
        if index == "..." and isinstance(value, dict):
            key = next((k for k, v in value.items() if wrong_type(v, text)), next(iter(value), ""))
        if index.isdigit() and isinstance(value, list):
            where, value = f"{where}[{index}]", value[int(index)]
        elif isinstance(value, dict):
            where, value = f"{where}.{key}" if where else str(key), value.get(key)
    return where, value


WIRE_TYPES: dict[str, type] = {"str": str, "int": int, "array": list, "object": dict, "bool": bool}


def wrong_type(value: object, text: str) -> bool:
    """Return whether ``value`` can be what msgspec complains of in ``text`` ("Expected `str`, got ...")."""
    match = re.match(r"Expected `(\w+)`", text)
    expected = WIRE_TYPES.get(match[1], object) if match else object
    return not isinstance(value, expected) or (isinstance(value, bool) and expected is int)
