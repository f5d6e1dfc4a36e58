"""What the turn screen shows: for everyone a row of buttons, those that cannot be marked; what I must answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from solver import Posterior, Record, RecordError
from solver.game.cards import POINTS, Face, Kind, Meow
from solver.logic.answers import meowed
from solver.logic.left import none_left
from solver.record.schema import Answer, Turn, Word
from solver.record.view import View
from webui.reference import reference
from webui.solved import Forecast, forecast, solved
from webui.turn_form import answering, longest_call, my_lawful_answers, turn_of


@dataclass(frozen=True, slots=True)
class Option:
    """One button: the value it sends, what it shows (a card, or a word of the record), whether it can be."""

    value: str
    shown: Answer
    chosen: bool = False
    impossible: bool = False

    @property
    def slug(self) -> str:
        """The value as part of an HTML id."""
        return self.shown.name.lower() if isinstance(self.shown, Word) else self.value.replace("/", "-")


@dataclass(frozen=True, slots=True)
class Row:
    """The buttons for one answer or one discard.

    ``field`` names the form field; ``words`` and ``cards`` are in sight, ``more`` one tap away. ``points`` lists the
    points that can be noted with a base card, ``noted`` those that are, ``gone`` those of which the chosen kind has
    no card left. ``answer`` is what is chosen.
    """

    field: str
    player: str
    words: tuple[Option, ...]
    cards: tuple[Option, ...]
    more: tuple[Option, ...] = ()
    points: tuple[int, ...] = ()
    noted: int | None = None
    gone: frozenset[int] = frozenset()
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn on the screen. ``phase`` is how far it has come: ``call``, ``answers`` or ``discard``."""

    number: int
    me: str
    current: bool
    turn: Turn
    leader: str
    leading: bool
    full: bool
    die: bool
    noted: bool
    lawful: tuple[Answer, ...]
    rows: tuple[Row, ...]
    mine: Row | None
    discard: Row

    @property
    def phase(self) -> str:
        """How far the turn has come, for the guide."""
        if self.turn.call is None and not self.noted:
            return "call"
        return "discard" if any(row.answer for row in self.rows) or self.turn.discard else "answers"

    @property
    def guide(self) -> str:
        """Which steps the guide shows: who I am this turn, how far it has come, what my hand makes me do."""
        if self.leading:
            return f"lead_{self.phase}" + ("_die" if self.phase == "call" and self.die else "")
        done = {"none": "", "matched": "_matched", "one": "_shown", "several": "_shown"}[self.duty]
        return f"follow_{self.phase}" + (done if self.phase == "answers" else "")

    @property
    def meowing(self) -> tuple[Meow, ...]:
        """What the double that I show may meow; nothing where I show another card, or it is not known which."""
        mine = self.lawful[0] if self.duty == "one" else self.turn.answers.get(self.me)
        return meowed(self.turn.call or (), mine.kind) if isinstance(mine, Face) and mine.kind.is_double else ()

    @property
    def rest(self) -> bool:
        """Whether "all the others matched" saves taps: it can be so, of more than one who has not answered yet."""
        matched = [row.words[0] for row in self.rows if not row.answer]
        return self.turn.call is not None and len(matched) > 1 and not any(word.impossible for word in matched)

    @property
    def duty(self) -> str:
        """What the call asks of me: ``matched``, ``one`` card, one of ``several``, or ``none`` while it is open."""
        if not self.lawful:
            return "none"
        if self.lawful[0] is Word.MATCHED:
            return "matched"
        return "one" if len(self.lawful) == 1 else "several"


def turn_view(record: Record, number: int, turn: Turn | None = None, *, current: bool = True) -> TurnView:
    """Return turn ``number`` of ``record`` for the screen; with ``turn``, that one in its place (not yet saved).

    ``current`` says whether it is the turn being played, not one changed later.
    """
    noted = number <= len(record.turns)
    turn = turn if turn is not None else turn_of(record, number)
    before = record.up_to(number - 1)
    leader = record.leader(number)
    likely = forecast(before, turn.call) if turn.call else {}
    rows = [
        answer_row(record, number, player, turn, likely) for player in answering(record, number) if player != record.me
    ]
    lawful = my_lawful_answers(record, number, turn.call)
    return TurnView(
        number=number,
        me=record.me,
        current=current,
        turn=turn,
        leader=leader,
        leading=leader == record.me,
        full=len(turn.call or ()) >= longest_call(record),
        die=record.die,
        noted=noted,
        lawful=lawful,
        rows=tuple(rows),
        mine=my_row(record, lawful, turn) if len(lawful) > 1 else None,
        discard=my_discards(before, turn) if leader == record.me else their_discards(before, leader, turn),
    )


def card_options(
    record: Record, answer: Answer | None, impossible: Callable[[Kind], bool], call: Sequence[Meow]
) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """Return a button for every kind of the deck: those kept in sight, and the others.

    In sight are the base cards, the card chosen, and the doubles that voice a meow of ``call`` and can come.
    """
    near: list[Option] = []
    far: list[Option] = []
    for kind in record.deck.kinds:
        chosen = isinstance(answer, Face) and answer.kind == kind
        option = Option(str(kind), Face(kind), chosen, impossible(kind))
        likely = not option.impossible and any(map(kind.voices, call))
        (near if chosen or likely or not kind.is_double else far).append(option)
    return tuple(near), tuple(far)


def points_of(record: Record) -> tuple[int, ...]:
    """Return the points a base card of this deck can have."""
    return tuple(sorted({p for kind in record.deck.kinds if not kind.is_double for p in record.deck.faces(kind)}))


def noted_points(answer: Answer | None) -> int | None:
    """Return the points noted with a card; on a double there is nothing to note."""
    return answer.points if isinstance(answer, Face) and not answer.kind.is_double else None


def points_gone(before: Record, answer: Answer | None) -> frozenset[int]:
    """Return the points of which the kind of a base card has no unseen card; none where no such card is chosen."""
    if not isinstance(answer, Face) or answer.kind.is_double:
        return frozenset()
    row = next(row for row in reference(View(before)) if row.kind == answer.kind)
    return frozenset(points for points, left in zip(POINTS, row.points, strict=True) if not left)


def answer_row(record: Record, number: int, player: str, turn: Turn, likely: Forecast) -> Row:
    """Return the buttons for the answer of ``player``, marked by the forecast and by the cards that are left."""
    place, answer, chances = record.players.index(player), turn.answers.get(player), likely.get(player)
    by_kind, before = chances_by_kind(chances) if chances else {}, record.up_to(number - 1)
    gone = none_left(View(before), player, turn.answers)

    def impossible(kind: Kind) -> bool:
        return kind in gone or (chances is not None and by_kind.get(kind, 0.0) == 0.0)

    by_word: dict[Word, float] = {}
    if chances is not None:
        by_word = {Word.MATCHED: chances.get(Word.MATCHED, 0.0), Word.SHOWN: sum(by_kind.values())}
    words = [Option(word.value, word, answer is word, by_word.get(word) == 0.0) for word in Word]
    cards, more = card_options(record, answer, impossible, turn.call or ())
    points = points_of(record), noted_points(answer), points_gone(before, answer)
    return Row(f"a{place}", player, tuple(words), cards, more, *points, answer=answer)


def chances_by_kind(chances: Mapping[Answer, float]) -> dict[Kind, float]:
    """Return how likely a card of each kind is to be shown, whatever its points."""
    sums: dict[Kind, float] = {}
    for answer, p in chances.items():
        if isinstance(answer, Face):
            sums[answer.kind] = sums.get(answer.kind, 0.0) + p
    return sums


def my_row(record: Record, lawful: Iterable[Answer], turn: Turn) -> Row:
    """Return the buttons for my own answer, where I have a choice."""
    answer = turn.answers.get(record.me)
    cards = tuple(Option(str(face), face, face == answer) for face in lawful)
    return Row(f"a{record.players.index(record.me)}", record.me, (), cards, answer=answer)


def my_discards(before: Record, turn: Turn) -> Row:
    """Return the buttons for my discard: the cards of my hand, each face once."""
    hand = View(before).my_hand(len(before.turns) + 1)
    cards = tuple(Option(str(face), face, face == turn.discard) for face in sorted(hand))
    return Row("d", before.me, (), cards, answer=turn.discard)


def their_discards(before: Record, leader: str, turn: Turn) -> Row:
    """Return the buttons for the discard of another leader; a kind that this hand cannot hold is marked."""
    found = posterior_of(before, turn) or solved(before).posterior
    held = found.holdings[leader].kinds if found else None
    gone = none_left(View(before), leader, turn.answers)

    def impossible(kind: Kind) -> bool:
        return kind in gone or (held is not None and (kind not in held or held[kind].max == 0))

    cards, more = card_options(before, turn.discard, impossible, tuple(Meow))
    points = points_of(before), noted_points(turn.discard), points_gone(before, turn.discard)
    return Row("d", leader, (), cards, more, *points, answer=turn.discard)


def posterior_of(before: Record, turn: Turn) -> Posterior | None:
    """Return what is known once all answers of ``turn`` are given; None where they do not fit."""
    try:
        return solved(replace(before, turns=(*before.turns, replace(turn, discard=None)))).posterior
    except RecordError:
        return None
