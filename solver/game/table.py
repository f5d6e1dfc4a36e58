"""The table: set-up numbers, who leads when, points after a guess (rules.md, "Players" to "Guessing")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.game.cards import Deck, Face, Kind

START_CHIPS = 6
RETURN_CHIPS = 1
CENTRE = 2
MIN_PLAYERS, MAX_PLAYERS = 3, 7
DEAL = {4: (10, 11), 5: (9, 9), 6: (6, 8), 7: (5, 7)}
TARGETS = {3: 16, 4: 16, 5: 15, 6: 14, 7: 13}


@dataclass(frozen=True, slots=True)
class Setup:
    """The numbers dealt: cards face up, and cards in a hand (the leader's with the card picked)."""

    face_up: int
    hand: int

    def fits(self, players: int, deck: Deck) -> bool:
        """Return whether these numbers use up the deck: centre + face up + hands, one of the centre cards in a hand."""
        return CENTRE + self.face_up + players * self.hand - 1 == deck.size


def standard_setup(players: int, expansion: bool) -> Setup | None:
    """Return the set-up of the rules for 4 to 7 players; None for 3, where the table gives its own."""
    if players not in DEAL:
        return None
    face_up, hand = DEAL[players]
    return Setup(face_up + 10 - players, hand + 1) if expansion else Setup(face_up, hand)


def leader(players: Sequence[str], first_leader: str, turn: int) -> str:
    """Return who leads turn ``turn`` (from 1): the leader card goes one seat to the left each turn."""
    return players[(players.index(first_leader) + turn - 1) % len(players)]


def standard_target(seats: int) -> int:
    """Return the points that win the game, by the number of players in it."""
    return TARGETS[seats]


def gain(chips: int, points: int) -> int:
    """Return the points gained by a right guess: the card's, doubled for a guesser with 1 or 2."""
    return 2 * points if chips in (1, 2) else points


def knocked_out(chips: int, points: int) -> bool:
    """Return whether a wrong guess at a card of ``points`` knocks the guesser out: at 0 or below."""
    return chips - points <= 0


def loss(chips: int, points: int) -> int:
    """Return the points lost by a wrong guess; who is knocked out comes back with 1 point, so loses all but that."""
    return chips - RETURN_CHIPS if knocked_out(chips, points) else points


@dataclass(frozen=True, slots=True)
class GuessOutcome:
    """What a guess did: the points of everyone afterwards, who sits the next round out, who has won the game.

    ``chips`` already holds the 1 point with which a knocked-out player returns.
    """

    right: bool
    chips: dict[str, int]
    sits_out: str | None
    winner: str | None


def after_guess(chips: Mapping[str, int], guesser: str, guess: Kind, boss: Face, target: int) -> GuessOutcome:
    """Return what follows when ``guesser`` names ``guess`` and the boss cat is turned up.

    A double is guessed only by its exact pair. ``boss`` must have its points noted (ValueError otherwise).
    """
    if boss.points is None:
        raise ValueError("the boss cat lies open, so its points are known")
    before, points = chips[guesser], boss.points
    right = guess == boss.kind
    now = before + gain(before, points) if right else before - loss(before, points)
    return GuessOutcome(
        right=right,
        chips={**chips, guesser: now},
        sits_out=guesser if not right and knocked_out(before, points) else None,
        winner=guesser if right and now >= target else None,
    )
