"""What a request brings: the record in its address, numbers in its fields, a record as pasted or in a file."""

import re
from urllib.parse import parse_qs, urlsplit

from flask import abort, request

from solver import Record

SMALL_NUMBER = re.compile(r"[0-9]{1,3}")


def small_number(text: str | None) -> int | None:
    """Return the number 0 to 999 that ``text`` writes; None for anything else."""
    return int(text) if text and SMALL_NUMBER.fullmatch(text) else None


def record_of_address() -> Record:
    """Return the record that the address carries (``r``); RecordError where it is damaged, 404 without one."""
    if "r" not in request.args:
        abort(404)
    return Record.from_line(request.args["r"])


def any_form(text: str) -> Record:
    """Return the record pasted as JSON, TOML, one line, or a link that carries the line; RecordError otherwise."""
    plain = text.strip()
    if plain.startswith("{"):
        return Record.from_json(plain)
    if plain and not re.search(r"\s", plain):
        carried = parse_qs(urlsplit(plain).query).get("r") if "?" in plain else None
        return Record.from_line(carried[0] if carried else plain)
    return Record.from_toml(text)
