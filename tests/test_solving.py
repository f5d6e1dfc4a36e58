"""What every solution has in common, whatever the record."""

from math import fsum, inf
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from solver import Posterior, Record, solve
from solver.game.cards import Meow
from solver.play import Notes, RandomPlayer, Round, simulate
from solver.play.simulation import play
from solver.record.schema import Choices, Reveal, Turn
from tests.strategies import calls, records, renamed, small_setup

CLOSE = 1e-9


@settings(max_examples=100)
@given(records(small=True))
def test_probabilities_sum_to_one_and_points_to_their_kind(record: Record):
    boss = solve(record).boss
    assert fsum(chance.p for chance in boss) == pytest.approx(1, abs=CLOSE)
    for chance in boss:
        assert 0 < chance.p <= 1
        assert fsum(chance.points.values()) == pytest.approx(chance.p, abs=CLOSE)
        assert all(p > 0 for p in chance.points.values())
        assert set(chance.points) <= set(record.deck.faces(chance.kind))
    assert [chance.p for chance in boss] == pytest.approx(
        sorted((chance.p for chance in boss), reverse=True), abs=CLOSE
    )


@settings(max_examples=100)
@given(records(small=True))
def test_a_probability_of_one_is_a_proof(record: Record):
    posterior = solve(record)
    assert (posterior.boss[0].p == 1) == (len(posterior.boss) == 1)
    for holding in posterior.holdings.values():
        for held in holding.kinds.values():
            assert 0 <= held.min <= held.max <= holding.cards
            assert held.min - CLOSE <= held.mean <= held.max + CLOSE
            assert (held.p_any == 1) == (held.min > 0)
            assert (held.p_any == 0) == (held.max == 0)


@settings(max_examples=100)
@given(records(small=True))
def test_expected_holdings_fill_every_hand_and_use_every_card(record: Record):
    posterior = solve(record)
    for holding in posterior.holdings.values():
        assert fsum(held.mean for held in holding.kinds.values()) == pytest.approx(holding.cards, abs=CLOSE)
    kinds = next(iter(posterior.holdings.values())).kinds
    for kind in kinds:
        held = fsum(holding.kinds[kind].mean for holding in posterior.holdings.values())
        assert held + posterior.p(kind) == pytest.approx(round(held + posterior.p(kind)), abs=CLOSE)


def same(one: Posterior, two: Posterior, name: dict[str, str] | None = None) -> bool:
    """Return whether two solutions say the same, within rounding; ``name`` gives the new names of the players."""

    def gap(posterior: Posterior, other: Posterior) -> float:
        kinds = {chance.kind for chance in posterior.boss}
        if kinds != {chance.kind for chance in other.boss} or posterior.deals != other.deals:
            return inf
        gaps = [abs(posterior.p(kind) - other.p(kind)) for kind in kinds]
        for player, holding in posterior.holdings.items():
            mirror = other.holdings[(name or {}).get(player, player)]
            if mirror.kinds.keys() != holding.kinds.keys():
                return inf
            gaps += [abs(held.mean - mirror.kinds[kind].mean) for kind, held in holding.kinds.items()]
            gaps += [abs(held.p_any - mirror.kinds[kind].p_any) for kind, held in holding.kinds.items()]
        return max(gaps)

    return gap(one, two) < CLOSE


@settings(max_examples=50)
@given(records(small=True), st.randoms(use_true_random=False))
def test_renaming_the_players_changes_nothing(record: Record, random):
    names = list(record.players)
    random.shuffle(names)
    name = dict(zip(record.players, names, strict=True))
    assert same(solve(record), solve(renamed(record, name)), name)


@settings(max_examples=50)
@given(records(small=True), st.integers(1, 6))
def test_seats_counted_from_another_player_change_nothing(record: Record, start: int):
    start %= len(record.players)
    players = record.players[start:] + record.players[:start]
    assert same(solve(record), solve(replace(record, players=players, seats=players)))


@settings(max_examples=50)
@given(records(small=True), st.randoms(use_true_random=False))
def test_the_order_of_cards_and_answers_changes_nothing(record: Record, random):
    def mixed(items):
        items = list(items)
        random.shuffle(items)
        return items

    turns = tuple(replace(turn, answers=dict(mixed(turn.answers.items()))) for turn in record.turns)
    other = replace(record, face_up=tuple(mixed(record.face_up)), hand=tuple(mixed(record.hand)), turns=turns)
    assert solve(other).to_dict() == solve(record).to_dict()


@settings(max_examples=100)
@given(records(small=True, least_turns=1), st.integers(0, 99))
def test_one_more_answer_never_revives_a_kind_nor_adds_a_deal(record: Record, which: int):
    given_ = [(n, player) for n, turn in enumerate(record.turns) for player in turn.answers]
    assume(given_)
    number, player = given_[which % len(given_)]
    turn = record.turns[number]
    fewer = replace(turn, answers={name: answer for name, answer in turn.answers.items() if name != player})
    before = solve(replace(record, turns=(*record.turns[:number], fewer, *record.turns[number + 1 :])))
    after = solve(record)
    assert {chance.kind for chance in after.boss} <= {chance.kind for chance in before.boss}
    assert after.deals <= before.deals
    for name, holding in after.holdings.items():
        for kind, held in holding.kinds.items():
            assert before.holdings[name].kinds[kind].min <= held.min
            assert held.max <= before.holdings[name].kinds[kind].max


@settings(max_examples=50)
@given(records(small=True))
def test_the_true_deal_is_among_those_that_fit_at_every_turn(record: Record):
    for turns in range(len(record.turns) + 1):
        assert solve(record.up_to(turns)).deals >= 1


class Caller(RandomPlayer):
    """Calls what it is told, and does all else at random."""

    made: tuple[Meow, ...] = ()

    def call(self, so_far: Round, seat: int) -> tuple[Meow, ...]:
        """Return the call that was set."""
        return self.made


def last_call(players: int, expansion: bool, seed: int, call: tuple[Meow, ...], noted: Notes) -> Record:
    """Return the leader's record after a call made with two cards in hand when everyone else has one."""
    turns = players * 2 - 1
    played = simulate(players, expansion, turns, seed, setup=small_setup(players, expansion, 3))
    caller = Caller(Random(seed))
    caller.made = call
    ended = play(played, [caller] * players, 1)
    leader = ended.leader(turns + 1)
    assert [len(played.hand(seat)) for seat in range(players)].count(1) == players - 1
    assert len(played.hand(leader)) == 2
    record = ended.record(leader, noted)
    last = Turn(call=call, answers=ended.turns[-1].answers)
    return replace(record, turns=(*record.turns[:-1], last))


@settings(max_examples=60)
@given(st.integers(4, 7), st.integers(0, 500), calls, st.sampled_from((1.0, 0.0)))
def test_with_two_cards_against_one_any_call_proves_the_boss_to_the_leader(
    players: int, seed: int, call: tuple[Meow, ...], points: float
):
    record = last_call(players, False, seed, call, Notes(points=points, answer_points=points))
    assert solve(record).boss[0].p == 1


@settings(max_examples=60)
@given(st.integers(4, 7), st.integers(0, 500), calls.filter(lambda call: len(call) > 1), st.sampled_from((1.0, 0.0)))
def test_with_doubles_any_call_of_two_or_more_meows_proves_it(
    players: int, seed: int, call: tuple[Meow, ...], points: float
):
    record = last_call(players, True, seed, call, Notes(points=points, answer_points=points))
    assert solve(record).boss[0].p == 1


@settings(max_examples=50)
@given(records(small=True))
def test_the_posterior_as_data_is_what_the_record_format_promises(record: Record):
    posterior = solve(record)
    data = posterior.to_dict()
    assert set(data) - {"set_aside"} == {"consistent", "boss", "deals", "holdings", "guess", "choices", "reveal"}
    assert data["consistent"] is True
    assert int(str(data["deals"])) == posterior.deals
    assert (data["choices"], data["reveal"]) == (record.choices.value, record.reveal.value)
    assert set(posterior.holdings) == set(record.others)


@settings(max_examples=30)
@given(records(small=True))
def test_the_same_record_gives_the_same_bytes(record: Record):
    assert repr(solve(record).to_dict()) == repr(solve(Record.from_json(record.to_json())).to_dict())


@settings(max_examples=50)
@given(records(small=True))
def test_what_is_possible_is_the_same_under_both_weightings(record: Record):
    one, two = (solve(replace(record, choices=choices)) for choices in Choices)
    assert one.deals == two.deals
    assert {chance.kind for chance in one.boss} == {chance.kind for chance in two.boss}


@settings(max_examples=50)
@given(records(small=True))
def test_a_strict_reading_leaves_no_deal_that_a_lenient_one_rules_out(record: Record):
    assume(record.reveal is Reveal.STRICT)
    lenient = solve(replace(record, reveal=Reveal.LENIENT))
    assert solve(record).deals <= lenient.deals
