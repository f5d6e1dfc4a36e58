"""Screen "start a round": who sits where, who got the leader card, how this table plays."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from solver import RecordError
from solver.game.cards import Meow
from solver.game.table import MAX_PLAYERS, MIN_PLAYERS, standard_target
from webui.language import link
from webui.reading import small_number
from webui.seating_form import Seating, possible_setups, usual_split

bp = Blueprint("seating", __name__)


@bp.get("/new")
def new() -> ResponseReturnValue:
    """Show the seating: of a new game with ``players`` seats, or as the address says."""
    wished = small_number(request.args.get("players")) or 4
    players = min(max(wished, MIN_PLAYERS), MAX_PLAYERS)
    if "p" not in request.args:
        return show(Seating.empty(players))
    seating = Seating.from_fields(request.args)
    return show(seating.resized(players) if "players" in request.args else seating)


@bp.post("/new")
def seat() -> ResponseReturnValue:
    """Take the seating and go on to the cards, or show what is wrong with it."""
    seating = Seating.from_fields(request.form)
    try:
        seating.data()
    except RecordError as error:
        return show(seating, error), 422
    return redirect(link("cards.choose", **seating.fields(), **cards_tapped()), 303)


def cards_tapped() -> dict[str, str]:
    """Return the cards in the address of a reader who came back from them, as arguments of an address."""
    return {key: request.args[key] for key in ("f", "h") if key in request.args}


def show(seating: Seating, error: RecordError | None = None) -> str:
    """Return the page with the seating as it stands."""
    return render_template(
        "seating.html",
        seating=seating,
        cards=cards_tapped(),
        error=error,
        sizes=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        meows=tuple(Meow),
        setups=possible_setups(max(len(seating.players), 1)),
        split=seating.split or usual_split(),
        usual_target=standard_target(max(len(seating.seats), MIN_PLAYERS)),  # a forged form may have no seats
    )
