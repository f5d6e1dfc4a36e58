"""Whether a record can be one of a real round, as far as sitting, counting and one's own cards tell.

Each check raises RecordError at the first place that is wrong. Whether my own answers were lawful is a matter of
the meaning of answers and is checked where that is known (``logic/answers.py``).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from solver.catalogue import message
from solver.errors import RecordError
from solver.game.cards import MAX_CALL, Deck, Face, Kind
from solver.game.table import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from solver.record.schema import Record

MAX_CHIPS = 999
MAX_NAME = 40
DIE_SIDES = 4


def check_names(names: Sequence[str], where: str) -> None:
    """Check that 3 to 7 players are named, each by a name of its own that can be printed."""
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise RecordError(where, len(names), message("errors.players", least=MIN_PLAYERS, most=MAX_PLAYERS))
    for index, name in enumerate(names):
        if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > MAX_NAME:
            raise RecordError(f"{where}[{index}]", name, message("errors.name", most=MAX_NAME))
        if name in names[:index]:
            raise RecordError(f"{where}[{index}]", name, message("errors.name_twice"))


def check_member(name: str, names: Iterable[str], where: str) -> None:
    """Check that ``name`` is one of ``names``."""
    if name not in names:
        raise RecordError(where, name, message("errors.one_of", options=list(names)))


def check_people(record: "Record") -> None:
    """Check who plays, who sits where, who sees and who leads, and everyone's points."""
    check_names(record.players, "players")
    check_names(record.seats, "seats")
    check_member(record.me, record.players, "me")
    check_member(record.first_leader, record.players, "first_leader")
    for name in record.players:
        check_member(name, record.seats, "players")
    start = record.seats.index(record.players[0])
    around = record.seats[start:] + record.seats[:start]
    if tuple(name for name in around if name in record.players) != record.players:
        raise RecordError("seats", ", ".join(record.seats), message("errors.seats_order"))
    for name, chips in record.chips.items():
        check_member(name, record.seats, f"chips.{name}")
        if not 0 <= chips <= MAX_CHIPS:
            raise RecordError(f"chips.{name}", chips, message("errors.range", least=0, most=MAX_CHIPS))
    if not 1 <= record.target <= MAX_CHIPS:
        raise RecordError("target", record.target, message("errors.range", least=1, most=MAX_CHIPS))


def check_cards(record: "Record") -> None:
    """Check the numbers dealt, and that the face-up cards and my hand can come from one deck."""
    setup, players = record.setup, len(record.players)
    if min(setup.face_up, setup.hand - 1) < 0 or not setup.fits(players, record.deck):
        value = f"face_up = {setup.face_up}, hand = {setup.hand}"
        raise RecordError("setup", value, message("errors.setup_sum", players=players, size=record.deck.size))
    for where, cards, number in (("face_up", record.face_up, setup.face_up), ("hand", record.hand, setup.hand)):
        for index, face in enumerate(cards):
            check_in_deck(face, record.deck, f"{where}[{index}]")
        if len(cards) != number:
            raise RecordError(where, len(cards), message("errors.cards_number", number=number))
    seen: Counter[Kind | Face] = Counter()
    places = [(f"face_up[{i}]", face) for i, face in enumerate(record.face_up)]
    places += [(f"hand[{i}]", face) for i, face in enumerate(record.hand)]
    for where, face in places:
        seen.update({face.kind: 1} if face.points is None or face.kind.is_double else {face.kind: 1, face: 1})
        if seen[face.kind] > record.deck.count(face.kind):
            raise RecordError(
                where, face, message("errors.too_many", card=face.kind, most=record.deck.count(face.kind))
            )
        if face.points is not None and seen[face] > (most := record.deck.faces(face.kind)[face.points]):
            raise RecordError(where, face, message("errors.too_many", card=face, most=most))


def check_in_deck(face: Face, deck: Deck, where: str) -> None:
    """Check that this deck has such a card."""
    if face.kind not in deck.kinds:
        raise RecordError(where, face, message("errors.double_in_base"))
    if face.points is not None and face.points not in deck.faces(face.kind):
        raise RecordError(where, face, message("errors.face_not_in_deck", kind=face.kind))


def check_turn(record: "Record", number: int) -> None:
    """Check turn ``number`` (from 1) against the table, the deck, and my own cards."""
    turn, where, leader = record.turns[number - 1], f"turns[{number - 1}]", record.leader(number)
    if record.hand_size(leader, number) < 1:
        most = len(record.players) * record.setup.hand
        raise RecordError(where, len(record.turns), message("errors.turns_too_many", most=most, player=leader))
    if turn.discard is None and number < len(record.turns):
        raise RecordError(f"{where}.discard", "", message("errors.unfinished"))
    if turn.die is not None and not 1 <= turn.die <= DIE_SIDES:
        raise RecordError(f"{where}.die", turn.die, message("errors.range", least=1, most=DIE_SIDES))
    if turn.call is not None and not 1 <= len(turn.call) <= MAX_CALL:
        raise RecordError(f"{where}.call", len(turn.call), message("errors.call_length", most=MAX_CALL))
    if None not in (turn.call, turn.die) and len(turn.call or ()) != turn.die:
        raise RecordError(f"{where}.call", len(turn.call or ()), message("errors.call_die", die=turn.die))
    for player, answer in turn.answers.items():
        place = f"{where}.answers.{player}"
        check_member(player, [name for name in record.players if name != leader], place)
        if record.hand_size(player, number) < 1:
            raise RecordError(place, answer, message("errors.empty_hand"))
        if isinstance(answer, Face):
            check_in_deck(answer, record.deck, place)
            if player == record.me:
                check_mine(record, number, answer, place)
    if turn.discard is not None:
        check_in_deck(turn.discard, record.deck, f"{where}.discard")
        if leader == record.me:
            check_mine(record, number, turn.discard, f"{where}.discard")


def my_discards(record: "Record", turn: int) -> list[Face]:
    """Return what I discarded before turn ``turn`` (from 1)."""
    turns = enumerate(record.turns[: turn - 1], 1)
    return [played.discard for n, played in turns if played.discard and record.leader(n) == record.me]


def check_mine(record: "Record", turn: int, face: Face, where: str) -> None:
    """Check that I can still hold ``face`` in turn ``turn``, whatever my earlier discards were."""
    if not all_among([*my_discards(record, turn), face], record.hand):
        raise RecordError(where, face, message("errors.not_mine"))


def all_among(cards: Iterable[Face], hand: Iterable[Face]) -> bool:
    """Return whether ``cards`` can be different cards of ``hand``, points compared where both have them.

    Cards with points take their like first, then a card without; cards without points take any that is left.
    """
    left = Counter(hand)
    for face in sorted(cards, key=lambda card: card.points is None):
        options = sorted((card for card, n in left.items() if n and card.looks_like(face)), key=lambda c: c != face)
        if not options:
            return False
        left[options[0]] -= 1
    return True


def check_result(record: "Record") -> None:
    """Check that how the round ended names people of the round and cards of the deck."""
    result = record.result
    if result is None:
        return
    check_member(result.by, record.players, "result.by")
    check_in_deck(Face(result.guess), record.deck, "result.guess")
    check_in_deck(result.boss, record.deck, "result.boss")
    for name, cards in result.hands.items():
        check_member(name, record.players, f"result.hands.{name}")
        if len(cards) > record.setup.hand:
            raise RecordError(f"result.hands.{name}", len(cards), message("errors.cards_most", most=record.setup.hand))
        for index, face in enumerate(cards):
            check_in_deck(face, record.deck, f"result.hands.{name}[{index}]")
