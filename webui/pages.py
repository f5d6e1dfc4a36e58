"""The other screens: start, open, answer, cover, history, share."""

import io
from importlib.resources import files

import segno
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from msgspec.structs import replace

from solver import BosscatError, Record, RecordError
from solver.advice.guess import value_of
from solver.catalogue import message
from solver.game.table import MAX_PLAYERS, MIN_PLAYERS
from solver.record.schema import Choices
from solver.record.view import View
from solver.record.wire import readable
from solver.wording import deals, set_aside
from webui.chart import chart
from webui.clash import clash
from webui.language import lang, link
from webui.reading import any_form, record_of_address, small_number
from webui.reference import holdings, reference
from webui.repairing import change_entries
from webui.screen import screen
from webui.solved import solved
from webui.turn_form import forgotten
from webui.why import boss_fact, hand_fact

bp = Blueprint("pages", __name__)

LARGEST_QR = 2900  # bytes; beyond, no code of any size holds the link
# The screens from which the cover can be opened, and to which it leads back.
COVERED = {
    "turn.table",
    "pages.answer",
    "pages.history",
    "ending.end",
    "pages.share",
    "counsel.advice",
    "counsel.review",
}
EXAMPLES = files("solver").joinpath("examples")


@bp.get("/")
def start() -> ResponseReturnValue:
    """Show the ways to begin: a new round, a record, an example."""
    return render_template("start.html", sizes=range(MIN_PLAYERS + 1, MAX_PLAYERS + 1), examples=example_names())


def example_names() -> list[str]:
    """Return the names of the records shipped with the package."""
    return sorted(entry.name.removesuffix(".toml") for entry in EXAMPLES.iterdir() if entry.name.endswith(".toml"))


@bp.get("/example/<name>")
def example(name: str) -> ResponseReturnValue:
    """Open one of the records shipped with the package."""
    if name not in example_names():
        abort(404)
    record = Record.from_toml(EXAMPLES.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    return redirect(link("pages.answer", r=record.to_line()), 303)


@bp.get("/open")
def open_form() -> ResponseReturnValue:
    """Show where a record is pasted or a file chosen."""
    return render_template("open.html", error=None, text="")


@bp.post("/open")
def open_record() -> ResponseReturnValue:
    """Open the record pasted or sent as a file, or say what is wrong with it at its place."""
    upload = request.files.get("file")
    sent: str | bytes = upload.read() if upload and upload.filename else request.form.get("text", "")
    text = sent.decode("utf-8-sig", "replace") if isinstance(sent, bytes) else sent
    try:
        if not text.strip():
            raise RecordError("", "", message("page.nothing_sent"))
        record = any_form(readable(sent))
        solved(record)
    except RecordError as error:
        return render_template("open.html", error=error, text=text), 422
    return redirect(link("ending.end" if record.result else "pages.answer", r=record.to_line()), 303)


@bp.get("/answer")
def answer() -> ResponseReturnValue:
    """Show the boss cat's odds, the guess, unseen cards and holdings: now, or after ``at`` turns."""
    whole = record_of_address()
    at = small_number(request.args.get("at"))
    record = whole if at is None or at >= len(whole.turns) else whole.up_to(at)
    found = solved(record)
    stakes = []
    if found.posterior is not None:
        chips = record.chips[record.me]
        stakes = [value_of(found.posterior.boss, c.kind, chips, record.target) for c in found.posterior.boss]
    compared = None
    if "compare" in request.args and found.posterior is not None:
        other = Choices.RULES if record.choices is Choices.UNIFORM else Choices.UNIFORM
        compared = solved(replace(record, choices=other)).posterior
    return screen(
        "answer.html",
        record,
        at=None if record is whole else at,
        line_now=whole.to_line(),
        clash=clash(record, found.contradiction) if found.contradiction else None,
        stakes=stakes,
        compared=compared,
        reference=reference(View(record)),
        holdings=tuple(holdings(record, found.posterior, lang())) if found.posterior else (),
        set_aside_words=set_aside(found.posterior, lang()) if found.posterior else "",
        boss_fact=boss_fact,
        hand_fact=hand_fact,
        here={} if record is whole else {"at": at},
        deals_words=deals(found.posterior, lang()) if found.posterior else "",
    )


@bp.get("/cover")
def cover() -> ResponseReturnValue:
    """Show nothing but a cat, and the way back."""
    back = request.args.get("back", "turn.table")
    return render_template("cover.html", back=back if back in COVERED else "turn.table", line=request.args.get("r", ""))


@bp.get("/history")
def history() -> ResponseReturnValue:
    """Show the turns, and how the odds moved."""
    record = record_of_address()
    return screen("history.html", record, chart=chart(record), marked=marked_entries(record))


def marked_entries(record: Record) -> set[tuple[int, str, str]]:
    """Return the entries (turn, player, ``answer`` or ``discard``) that clash; none where deals fit."""
    contradiction = solved(record).contradiction
    try:
        conflict = contradiction.conflict if contradiction else ()
    except BosscatError:  # the solver gave up
        return set()
    return {(entry.turn, entry.player, entry.entry) for entry in conflict}


@bp.post("/history")
def change_history() -> ResponseReturnValue:
    """Forget a turn, or mend entries."""
    record = record_of_address()
    if "forget" in request.form:
        number = small_number(request.form["forget"])
        if number is None or not 1 <= number <= len(record.turns):
            abort(404)
        return redirect(link("pages.history", r=forgotten(record, number).to_line(), open=None), 303)
    changed = change_entries(record, request.form)
    return redirect(link("turn.table", r=changed.to_line()), 303)


@bp.get("/share")
def share() -> ResponseReturnValue:
    """Show the link, its code, and the record as a file."""
    record = record_of_address()
    address = url_for("ending.end" if record.result else "turn.table", r=record.to_line(), _external=True)
    return screen("share.html", record, address=address, code=qr_code(address))


def qr_code(text: str) -> Markup | None:
    """Return ``text`` as a QR code in SVG; None where it is too long for one."""
    if len(text.encode()) > LARGEST_QR:
        return None
    drawing = io.BytesIO()
    code = segno.make_qr(text, error="l")
    code.save(drawing, kind="svg", xmldecl=False, omitsize=True, light="#fff", svgclass="qr", lineclass=None)
    return Markup(drawing.getvalue().decode())


@bp.get("/record.toml")
def download() -> ResponseReturnValue:
    """Send the record as a TOML file."""
    record = record_of_address()
    response = Response(record.to_toml(), mimetype="application/toml")
    response.headers["Content-Disposition"] = "attachment; filename=bosscat.toml"
    return response
