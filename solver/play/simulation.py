"""Rounds dealt and played by simulated players, the same for the same seed."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from solver.catalogue import message
from solver.errors import RecordError
from solver.game.cards import Deck, Face, standard_deck
from solver.game.table import MAX_PLAYERS, MIN_PLAYERS, Setup, standard_setup
from solver.logic.meows import may_show
from solver.play.players import Player, RandomPlayer, pick, shuffled
from solver.play.rounds import Round
from solver.record.schema import Answer, Reveal, Turn, Word

NAMES = ("Aki", "Ben", "Chie", "Dai", "Eri", "Fumi", "Gen")


def simulate(
    players: int,
    expansion: bool,
    turns: int,
    seed: int,
    *,
    setup: Setup | None = None,
    deck: Deck | None = None,
    reveal: Reveal = Reveal.STRICT,
) -> Round:
    """Return a round dealt and played for ``turns`` turns by players who do everything lawful at random.

    The same arguments give the same round on every machine. ``setup`` and ``deck`` where a table has its own (3
    players need a set-up). RecordError where players, numbers dealt or turns are not possible.
    """
    rng = Random(seed)
    deck = deck or standard_deck(expansion)
    dealt = deal(rng, players, deck, setup or standard_setup(players, expansion), reveal)
    return play(dealt, [RandomPlayer(rng)] * players, turns)


def deal(rng: Random, players: int, deck: Deck, setup: Setup | None, reveal: Reveal) -> Round:
    """Return a round just dealt, every deal and every first leader equally likely."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RecordError("players", players, message("errors.players", least=MIN_PLAYERS, most=MAX_PLAYERS))
    if setup is None:
        raise RecordError("setup", "", message("errors.setup_needed"))
    if min(setup.face_up, setup.hand - 1) < 0 or not setup.fits(players, deck):
        value = f"face_up = {setup.face_up}, hand = {setup.hand}"
        raise RecordError("setup", value, message("errors.setup_sum", players=players, size=deck.size))
    cards = shuffled(
        rng, [Face(k, points) for k in deck.kinds for points, n in deck.faces(k).items() for _ in range(n)]
    )
    open_cards, rest, hand = cards[: setup.face_up], cards[setup.face_up : -1], setup.hand
    return Round(
        players=NAMES[:players],
        first_leader=pick(rng, NAMES[:players]),
        deck=deck,
        setup=setup,
        reveal=reveal,
        face_up=tuple(sorted(open_cards)),
        hands=tuple(tuple(sorted(rest[seat * hand : (seat + 1) * hand])) for seat in range(players)),
        boss=cards[-1],
    )


def play(dealt: Round, players: Sequence[Player], turns: int) -> Round:
    """Return the round after ``turns`` more turns; ``players`` decide, in the order of the seats."""
    most = len(dealt.players) * dealt.setup.hand - len(dealt.turns)
    if not 0 <= turns <= most:
        raise RecordError("turns", turns, message("errors.range", least=0, most=most))
    for _ in range(turns):
        dealt = play_turn(dealt, players)
    return dealt


def play_turn(before: Round, players: Sequence[Player]) -> Round:
    """Return the round after one more turn: call, an answer of everyone else who has a card, discard."""
    leader = before.leader(len(before.turns) + 1)
    turn = Turn(call=players[leader].call(before, leader))
    called = replace(before, turns=(*before.turns, turn))
    answers: dict[str, Answer] = {}
    for seat, name in enumerate(before.players):
        if seat != leader and (hand := before.hand(seat)):
            answers[name] = answer(called, players[seat], seat, hand)
    turn = Turn(call=turn.call, answers=answers)
    answered = replace(before, turns=(*before.turns, turn))
    turn = Turn(call=turn.call, answers=answers, discard=players[leader].discard(answered, leader))
    return replace(before, turns=(*before.turns, turn))


def answer(called: Round, player: Player, seat: int, hand: Sequence[Face]) -> Answer:
    """Return the answer of ``player`` to the call just made: matched, or a lawful card of the player's choice."""
    kinds = may_show(called.turns[-1].call or (), (card.kind for card in hand), called.reveal)
    if kinds is None:
        return Word.MATCHED
    return player.show(called, seat, [card for card in hand if card.kind in kinds])
