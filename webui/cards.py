"""Screen "cards": the face-up cards and my hand, tapped in a grid of kinds or typed in one line."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from solver import RecordError
from webui.cards_form import Dealing
from webui.language import link
from webui.seating import show as show_seating
from webui.seating_form import Seating

bp = Blueprint("cards", __name__)


@bp.get("/cards")
def choose() -> ResponseReturnValue:
    """Show the pile at hand."""
    dealing = dealing_of_address()
    return show(dealing) if isinstance(dealing, Dealing) else dealing


@bp.post("/cards")
def change() -> ResponseReturnValue:
    """Add or take a card, go on to my hand, or finish: to the table."""
    dealing = dealing_of_address()
    if not isinstance(dealing, Dealing):
        return dealing
    action, typed = request.form.get("do", ""), request.form.get("batch", "")[:1000]
    try:
        dealing = dealing.with_pile(dealing.at_hand.tapped(action, typed))
        if action == "done":
            return redirect(link("turn.table", r=dealing.record().to_line()), 303)
    except RecordError as error:
        return show(dealing, error, typed), 422
    pile = {"hand": "hand", "faceup": "face_up"}.get(action, dealing.pile)
    return redirect(link("cards.choose", **Dealing(dealing.origin, dealing.face_up, dealing.hand, pile).fields()), 303)


def dealing_of_address() -> Dealing | ResponseReturnValue:
    """Return the dealing in the address; a seating that is wrong is shown to be mended."""
    try:
        return Dealing.from_fields(request.args)
    except RecordError as error:
        if "r" in request.args:
            raise
        return show_seating(Seating.from_fields(request.args), error), 422


def show(dealing: Dealing, error: RecordError | None = None, typed: str = "") -> str:
    """Return the page with the cards as they stand."""
    fields = {key: value for key, value in dealing.fields().items() if key != "pile"}
    to_seats = link("seating.new", **fields) if isinstance(dealing.origin, Seating) else None
    return render_template(
        "cards.html", dealing=dealing, pile=dealing.at_hand, error=error, typed=typed, to_seats=to_seats
    )
