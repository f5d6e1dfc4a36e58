"""What hypothesis draws: rounds played by simulated players, and true records of them."""

from hypothesis import strategies as st
from msgspec.structs import replace

from solver.game.cards import BASE_KINDS, DOUBLES, POINTS, TOTALS, Deck, Face, Kind, Meow, standard_deck
from solver.game.table import CENTRE, Setup, standard_setup
from solver.play import Notes, Round, simulate
from solver.record.checks import DIE_SIDES
from solver.record.schema import Choices, Record, Result, Reveal, Turn

SMALL_HANDS = {3: 6, 4: 4, 5: 3, 6: 2, 7: 2}  # players -> most cards in a hand, so that at most 13 are unseen


def small_setup(players: int, expansion: bool, hand: int) -> Setup:
    """Return numbers by which everyone has ``hand`` cards and all the rest lies face up."""
    return Setup(standard_deck(expansion).size - CENTRE - players * hand + 1, hand)


meows = st.sampled_from(list(Meow))
calls = st.lists(meows, min_size=1, max_size=5).map(tuple)
seeds = st.integers(0, 2**32)


def all_cards(deck: Deck) -> list[Face]:
    """Return every card of a deck."""
    return [Face(kind, p) for kind in deck.kinds for p, number in deck.faces(kind).items() for _ in range(number)]


def kinds(expansion: bool = True) -> st.SearchStrategy[Kind]:
    return st.sampled_from(BASE_KINDS + DOUBLES if expansion else BASE_KINDS)


def faces(expansion: bool = True) -> st.SearchStrategy[Face]:
    base = st.builds(Face, st.sampled_from(BASE_KINDS), st.sampled_from((None, *POINTS)))
    return st.one_of(base, st.builds(Face, st.sampled_from(DOUBLES))) if expansion else base


@st.composite
def hands(draw: st.DrawFn, least: int = 1, most: int = 12) -> list[Kind]:
    """Draw the kinds of a hand: cards of one deck, so that every double comes once at most."""
    doubles = draw(st.lists(st.sampled_from(DOUBLES), unique=True, max_size=min(6, most)))
    base = draw(
        st.lists(st.sampled_from(BASE_KINDS), min_size=max(0, least - len(doubles)), max_size=most - len(doubles))
    )
    return base + doubles


@st.composite
def decks(draw: st.DrawFn, expansion: bool) -> Deck:
    """Draw the default split of points, or a table's own."""
    if draw(st.booleans()):
        return standard_deck(expansion)
    rows = []
    for total in TOTALS:
        twos = draw(st.integers(0, total - 2))
        threes = draw(st.integers(0, total - 2 - twos))
        rows.append((1, twos, threes, total - 2 - twos - threes, 1))
    return Deck(tuple(rows), expansion)


@st.composite
def rounds(draw: st.DrawFn, small: bool = False, least_turns: int = 0) -> Round:
    """Draw a round under way: 3 to 7 players, base or expansion, strict or lenient; ``small`` with few unseen cards."""
    players, expansion = draw(st.integers(3, 7)), draw(st.booleans())
    deck = draw(decks(expansion))
    setup = None if small else standard_setup(players, expansion)
    if setup is None:
        setup = small_setup(players, expansion, draw(st.integers(2, SMALL_HANDS[players])))
    turns = draw(st.integers(least_turns, min(players * setup.hand - 1, 12)))
    reveal = draw(st.sampled_from(Reveal))
    return simulate(players, expansion, turns, draw(seeds), setup=setup, deck=deck, reveal=reveal)


shares = st.sampled_from((0.0, 0.5, 0.9, 1.0))
notes = st.builds(
    Notes,
    points=shares,
    answer_points=shares,
    calls=st.sampled_from((0.7, 1.0)),
    answers=st.sampled_from((0.7, 1.0)),
    cards=st.sampled_from((0.7, 1.0)),
    seed=seeds,
)


@st.composite
def records(draw: st.DrawFn, small: bool = False, least_turns: int = 0) -> Record:
    """Draw a true record from any seat of a round, with more or less noted, the last turn perhaps under way."""
    played = draw(rounds(small, least_turns))
    seat = draw(st.integers(0, len(played.players) - 1))
    record = played.record(seat, draw(notes), draw(st.sampled_from(Choices)))
    if draw(st.booleans()) and record.turns:
        record = cut_short(record, draw(st.integers(0, len(record.turns[-1].answers))))
    return record


def cut_short(record: Record, answers: int) -> Record:
    """Return the record with its last turn under way: no discard yet, and the first ``answers`` answers only."""
    last = record.turns[-1]
    under_way = Turn(call=last.call, answers=dict(list(last.answers.items())[:answers]))
    return replace(record, turns=(*record.turns[:-1], under_way))


# Names with what written forms may stumble over: spaces, quotes, markup, dots, other scripts.
names = st.one_of(
    st.sampled_from(("美咲", "O'Neil", 'say "hi"', "<b>x</b>", "a.b", "a b", "[0]", "matched", "=", "🐈")),
    st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=40).filter(str.isprintable),
)


def rolled(turn: Turn) -> st.SearchStrategy[Turn]:
    """Draw the turn with or without the number on the die that its call may have come from."""
    can_be = turn.call is not None and len(turn.call) <= DIE_SIDES
    return st.sampled_from((turn, replace(turn, die=len(turn.call or ())))) if can_be else st.just(turn)


@st.composite
def full_records(draw: st.DrawFn) -> Record:
    """Draw a record with everything in it that a record may have: names, seats, points, target, die, result."""
    record = draw(records())
    called = draw(st.lists(names, min_size=7, max_size=7, unique=True))
    record = renamed(record, dict(zip(record.players, called, strict=False)))
    seats = record.players
    if len(seats) < 7 and draw(st.booleans()):
        place = draw(st.integers(0, len(seats)))
        seats = (*seats[:place], called[6], *seats[place:])
    changes: dict[str, object] = {
        "seats": seats,
        "chips": {name: draw(st.integers(0, 40)) for name in seats},
        "target": draw(st.integers(1, 40)),
        "die": draw(st.booleans()),
        "turns": tuple(draw(rolled(turn)) for turn in record.turns),
    }
    if draw(st.booleans()):
        kind = st.sampled_from(record.deck.kinds)
        boss = Face(draw(kind))
        hands_laid_open = {record.me: record.hand} if draw(st.booleans()) else {}
        changes["result"] = Result(draw(st.sampled_from(record.players)), draw(kind), boss, hands_laid_open)
    return replace(record, **changes)


def renamed(record: Record, name: dict[str, str]) -> Record:
    """Return the record with its players called otherwise."""
    return replace(
        record,
        players=tuple(name[player] for player in record.players),
        seats=tuple(name[player] for player in record.seats),
        me=name[record.me],
        first_leader=name[record.first_leader],
        chips={name[player]: chips for player, chips in record.chips.items()},
        turns=tuple(
            replace(turn, answers={name[player]: answer for player, answer in turn.answers.items()})
            for turn in record.turns
        ),
    )
