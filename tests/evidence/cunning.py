"""Players who do not choose at random what they show; they call and discard at random like the others."""

from collections import Counter
from collections.abc import Sequence

from solver.game.cards import Face
from solver.play import RandomPlayer, Round


class SameCard(RandomPlayer):
    """Shows of the lawful cards always the first in deck order, the fewest points first: from like hands the same."""

    def show(self, so_far: Round, seat: int, lawful: Sequence[Face]) -> Face:
        """Return the first lawful card."""
        return min(lawful)


class TellsLeast(RandomPlayer):
    """Shows a card that the others know of already, or else one of the commonest: what surprises them least."""

    def show(self, so_far: Round, seat: int, lawful: Sequence[Face]) -> Face:
        """Return a lawful card shown before; without one, of the kind and face of which most lie in nobody's sight."""
        me = so_far.players[seat]
        shown = {turn.answers.get(me) for turn in so_far.turns}
        out = Counter((*so_far.face_up, *(turn.discard for turn in so_far.turns if turn.discard)))
        seen = Counter(face.kind for face in out.elements())

        def expected(face: Face) -> tuple[bool, int, int]:
            faces = so_far.deck.faces(face.kind)
            return face in shown, so_far.deck.count(face.kind) - seen[face.kind], faces[face.points or 0] - out[face]

        return max(sorted(lawful), key=expected)
