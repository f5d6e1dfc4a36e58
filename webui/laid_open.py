"""Screen "hands laid open": once a round is over, the hand of another player, for looking back."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from solver import BosscatError, Record, RecordError, spoken_conflicts
from solver.advice.retold import seen_by
from solver.catalogue import message
from solver.game.cards import Face, parse_faces
from solver.record.schema import Result
from solver.record.view import View
from webui.errors import place
from webui.language import lang, link
from webui.pile import Pile
from webui.reading import record_of_address, small_number
from webui.solved import impossible, solved

bp = Blueprint("laid_open", __name__)


@bp.get("/laid-open")
def choose() -> ResponseReturnValue:
    """Show the hand of the player in the address (``who``) as it stands."""
    record, player = record_of_address(), player_of_address()
    return show(record, player, pile_of(record, player))


@bp.post("/laid-open")
def change() -> ResponseReturnValue:
    """Add or take a card, or note the hand: all of it, or none."""
    record, player = record_of_address(), player_of_address()
    pile = pile_of(record, player)
    action, typed = request.form.get("do", ""), request.form.get("batch", "")[:1000]
    try:
        pile = pile.tapped(action, typed)
        if action == "done":
            changed = with_hand(record, player, pile)
            hand = record.players.index(player)
            return redirect(link("ending.end", r=changed.to_line(), hand=hand, _anchor=f"hand-{hand}"), 303)
    except RecordError as error:
        return show(record, player, pile, error, typed), 422
    return redirect(address(record, player, pile), 303)


def player_of_address() -> str:
    """Return the other player whose hand is meant; 404 where there is none such, or the round is not over."""
    record, place = record_of_address(), small_number(request.args.get("who"))
    if record.result is None or place is None or place >= len(record.players) or record.players[place] == record.me:
        abort(404)
    return record.players[place]


def pile_of(record: Record, player: str) -> Pile:
    """Return the hand of ``player`` as the address (``h``), else the record, has it; RecordError where it is none."""
    view, result = View(record), result_of(record)
    others = (face for name, hand in result.hands.items() if name not in (player, record.me) for face in hand)
    noted = parse_faces(request.args["h"], "batch") if "h" in request.args else result.hands.get(player, ())
    return Pile(record.deck, (*view.seen, result.boss, *others), view.hand_size(player), noted)


def result_of(record: Record) -> Result:
    """Return the result of a record that has one."""
    assert record.result is not None
    return record.result


def with_hand(record: Record, player: str, pile: Pile) -> Record:
    """Return the record with the hand noted, or without it where no card is chosen; RecordError where some lack."""
    result = result_of(record)
    hands = {name: hand for name, hand in result.hands.items() if name != player}
    if pile.cards:
        if len(pile.cards) != pile.needed:
            raise RecordError("batch", len(pile.cards), message("page_end.hand_needed", number=pile.needed))
        hands[player] = pile.cards
    return replace(record, result=replace(result, hands=hands))


def address(record: Record, player: str, pile: Pile) -> str:
    """Return the address of a hand's screen."""
    cards = " ".join(map(str, pile.cards))
    return link("laid_open.choose", r=record.to_line(), who=record.players.index(player), h=cards)


def show(record: Record, player: str, pile: Pile, error: RecordError | None = None, typed: str = "") -> str:
    """Return the page."""
    return render_template(
        "laid_open.html",
        record=record,
        line=record.to_line(),
        player=player,
        pile=pile,
        here=address(record, player, pile),
        error=error,
        typed=typed,
    )


def misfits(record: Record) -> tuple[str, ...]:
    """Return the other players whose hand laid open cannot be theirs by the rest of the record."""
    hands = record.result.hands if record.result else {}
    return tuple(name for name in record.others if name in hands and not can_be(record, name, hands[name]))


def can_be(record: Record, player: str, hand: tuple[Face, ...]) -> bool:
    """Return whether ``player`` can hold ``hand`` now, as far as that is found quickly."""
    try:
        return not impossible(seen_by(record, player, hand))
    except RecordError:
        return False


def clashing_entries(record: Record, player: str) -> tuple[str, ...]:
    """Return in words the entries that a hand laid open clashes with; empty where they are not found."""
    try:
        theirs = seen_by(record, player, result_of(record).hands[player])
        contradiction = solved(theirs).contradiction
        conflict = contradiction.conflict if contradiction else ()
    except RecordError as error:
        return (place(error.where),) if str(error.where).startswith("turns") else ()
    except BosscatError:  # the solver gave up
        return ()
    return tuple(spoken_conflicts.clash(theirs, entry, lang()) for entry in conflict)


def without_misfits(record: Record) -> Record:
    """Return the record without the hands laid open that cannot be: the others can still be looked back on."""
    if not (wrong := misfits(record)):
        return record
    result = result_of(record)
    hands = {name: hand for name, hand in result.hands.items() if name not in wrong}
    return replace(record, result=replace(result, hands=hands))
