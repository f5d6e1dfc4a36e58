"""What a reader sees when something is wrong: a page in their language, with what was sent kept; never a traceback."""

import re

from flask import Flask, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from solver import BosscatError, Record, RecordError
from solver.catalogue import Message
from solver.wording import spoken
from webui.language import lang, t

DAMAGED = {"errors.line_section", "errors.line_character"}
WORDED = {404, 405, 413}


def register(app: Flask) -> None:
    """Let ``app`` answer every error with a page, or with JSON below ``/api/``."""
    app.register_error_handler(BosscatError, wrong_record)
    app.register_error_handler(HTTPException, refused)
    app.jinja_env.filters["sentence"] = sentence


def wrong_record(error: BosscatError) -> ResponseReturnValue:
    """Show what is wrong with the record in the address, and the record as text, to be mended and opened again."""
    return render_template("open.html", error=error, text=sent_record()), 422


def sentence(error: BosscatError) -> str:
    """Return an error as one plain sentence: what the page itself asks for as it stands, else with place and value."""
    if not isinstance(error, RecordError):
        return error.say(lang())
    if error.expected.key in DAMAGED and isinstance(error.place, Message):
        return t("page.damaged_line", place=error.place)
    expected = error.expected.say(lang())
    if error.expected.key.startswith("page"):
        return expected
    key = "page.wrong_entry" if error.value.strip() else "page.nothing_entered"
    return t(key, place=place(error.place), value=as_called(error.value), expected=expected)


def as_called(value: str) -> str:
    """Return a card or answer as the reader's language calls it, anything else as it was entered."""
    try:
        return spoken(value, lang())
    except RecordError:
        return value


def sent_record() -> str:
    """Return the record in the address as TOML where it can be read, else as it was sent."""
    line = request.args.get("r", "")
    try:
        return Record.from_line(line).to_toml()
    except BosscatError:
        return line


def refused(error: HTTPException) -> ResponseReturnValue:
    """Answer an error of HTTP: page not found, method not allowed, body too large."""
    code = error.code or 500
    words = t(f"page.http_{code if code in WORDED else 500 if code >= 500 else 400}")
    if request.path.startswith("/api/"):
        return jsonify(error={"where": "", "value": str(code), "expected": words}), code
    headers = [(key, value) for key, value in error.get_headers() if key in ("Allow", "Location")]
    return render_template("http_error.html", words=words), code, headers


TURN_PLACES = (
    (re.compile(r"turns\[(\d+)\]\.call(?:\[\d+\])?()"), "page.place_call"),
    (re.compile(r"turns\[(\d+)\]\.answers\.(.*)", re.DOTALL), "page.place_answer"),
    (re.compile(r"turns\[(\d+)\]\.discard()"), "page.place_discard"),
    (re.compile(r"turns\[(\d+)\](?:\.die)?()"), "page.place_turn"),
)
ITEM = re.compile(r"(face_up|hand|players|seats)\[(\d+)\]")
CLAIM = re.compile(r"claims?(?::(\d+))?|fact")
LAID_OPEN = re.compile(r"result\.hands\.(.*?)(?:\[\d+\])?", re.DOTALL)
CHIPS = re.compile(r"chips\.(.*)", re.DOTALL)
NAMED = {"face_up", "hand", "players", "seats", "setup", "me", "first_leader", "deck", "target", "format", "batch"}
NAMED |= {"result.by", "result.guess", "result.boss"}


def place(where: str | Message) -> str:
    """Return the place of an error as a person at the table calls it; an unusual one as the record writes it."""
    if isinstance(where, Message):
        return where.say(lang())
    for pattern, key in TURN_PLACES:
        if match := pattern.fullmatch(where):
            return t(key, turn=int(match[1]) + 1, player=match[2])
    if match := ITEM.fullmatch(where):
        return t("place_item", what=t(f"place_{match[1]}"), number=int(match[2]) + 1)
    if match := CLAIM.fullmatch(where):
        return t("page_why.place_line", number=int(match[1])) if match[1] else t("page_why.place_claim")
    if match := LAID_OPEN.fullmatch(where):
        return t("page_end.hand_of", player=match[1])
    if match := CHIPS.fullmatch(where):
        return t("place_chips", player=match[1])
    return t(f"page.place_{where.replace('.', '_')}") if where in NAMED else where
