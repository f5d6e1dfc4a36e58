"""A round as it really is, and the record that one player may write of it."""

from dataclasses import dataclass
from random import Random

from solver.game import table
from solver.game.cards import Deck, Face
from solver.game.table import START_CHIPS, Setup, standard_target
from solver.record.schema import Answer, Choices, Record, Reveal, Turn, Word


@dataclass(frozen=True, slots=True)
class Notes:
    """How carefully a player takes notes: shares from 0 to 1, and the seed that says which of them are left out.

    ``points`` is the share of face-up cards, own cards and discards noted with their points, ``answer_points`` the
    same for cards shown, ``calls`` and ``answers`` the share noticed at all, ``cards`` the share of cards shown that
    are noted as a card and not just as "shown".
    """

    points: float = 1.0
    answer_points: float = 1.0
    calls: float = 1.0
    answers: float = 1.0
    cards: float = 1.0
    seed: int = 0


FULL = Notes()


@dataclass(frozen=True, slots=True)
class Round:
    """The whole truth of a round: all cards with points; ``hands`` as dealt, the leader's with the card picked.

    In ``turns`` every player who had a card answered, with the card shown; the last turn may be under way.
    """

    players: tuple[str, ...]
    first_leader: str
    deck: Deck
    setup: Setup
    reveal: Reveal
    face_up: tuple[Face, ...]
    hands: tuple[tuple[Face, ...], ...]
    boss: Face
    turns: tuple[Turn, ...] = ()

    def leader(self, turn: int) -> int:
        """Return the seat (from 0) that leads turn ``turn`` (from 1)."""
        return self.players.index(table.leader(self.players, self.first_leader, turn))

    def hand(self, seat: int) -> tuple[Face, ...]:
        """Return the cards that ``seat`` (from 0) holds now."""
        left = list(self.hands[seat])
        for number, turn in enumerate(self.turns, 1):
            if turn.discard is not None and self.leader(number) == seat:
                left.remove(turn.discard)
        return tuple(left)

    def record(self, seat: int, notes: Notes = FULL, choices: Choices = Choices.UNIFORM) -> Record:
        """Return the record that the player in ``seat`` (from 0) writes, true in all that is noted."""
        rng = Random(notes.seed)

        def noted(face: Face, share: float) -> Face:
            return face if rng.random() < share else face.bare

        def answer(given: Answer) -> Answer:
            if rng.random() >= notes.answers:
                return Word.MISSED
            if not isinstance(given, Face):
                return given
            return noted(given, notes.answer_points) if rng.random() < notes.cards else Word.SHOWN

        def turn(played: Turn) -> Turn:
            return Turn(
                call=played.call if rng.random() < notes.calls else None,
                answers={player: answer(given) for player, given in played.answers.items()},
                discard=None if played.discard is None else noted(played.discard, notes.points),
            )

        return Record(
            players=self.players,
            me=self.players[seat],
            first_leader=self.first_leader,
            face_up=tuple(noted(face, notes.points) for face in self.face_up),
            hand=tuple(noted(face, notes.points) for face in self.hands[seat]),
            seats=self.players,
            deck=self.deck,
            setup=self.setup,
            chips=dict.fromkeys(self.players, START_CHIPS),
            target=standard_target(len(self.players)),
            turns=tuple(map(turn, self.turns)),
            reveal=self.reveal,
            choices=choices,
        )
