"""Which kinds nobody can have a card of any more: told at once by counting the cards in sight, where odds take long."""

from collections.abc import Iterator, Mapping

from solver.game.cards import Face, Kind
from solver.record.schema import Answer
from solver.record.view import View


def none_left(view: View, player: str | None, answers: Mapping[str, Answer]) -> frozenset[Kind]:
    """Return the kinds of which no card is left for another player's hand; for ``player`` None, as the boss cat.

    Seen cards are not, nor are those that the other players have shown and not discarded since. ``answers`` are those
    of the turn that comes next in ``view``.
    """
    elsewhere = [kind for name in view.others if name != player for kind in held_since(view, name, answers.get(name))]
    return frozenset(kind for kind in view.record.deck.kinds if view.unseen_of(kind) <= elsewhere.count(kind))


def held_since(view: View, player: str, latest: Answer | None) -> Iterator[Kind]:
    """Yield, each once, the kinds that ``player`` has shown and discarded no card of since."""
    shown: dict[Kind, int] = {}
    for number, turn in enumerate(view.record.turns, 1):
        if isinstance(answer := turn.answers.get(player), Face):
            shown[answer.kind] = number
    if isinstance(latest, Face):
        shown[latest.kind] = view.now
    for kind, number in shown.items():
        if all(cell.kind != kind for cell in view.discarded_since(player, number)):
            yield kind
