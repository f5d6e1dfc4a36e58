"""Games between players of different skill: fair, the same for the same seed, and told with their margins."""

import json
import re
from dataclasses import replace
from math import isclose
from random import Random

import pytest
from click.testing import CliRunner

from solver import arena as arena_module
from solver.advice.scene import Logic, Plain, given
from solver.arena import (
    THREE,
    Advised,
    Game,
    Interval,
    RoundPlayed,
    Rules,
    Steps,
    Table,
    arena,
    dealt_to,
    games,
    interval,
    more_points,
    opening,
    play_game,
    play_round,
    points,
    share,
    summed_up,
)
from solver.catalogue import LANGS
from solver.cli import layout, main
from solver.game.cards import Face, standard_deck
from solver.game.table import START_CHIPS
from solver.logic.meows import may_show
from solver.odds.seats import Seats
from solver.play.simulation import NAMES
from solver.record.schema import Word
from tests.evidence import strength

PLAIN = Rules(("plain",) * 4)


@pytest.mark.parametrize("expansion", [False, True])
def test_where_three_play_the_numbers_dealt_use_up_the_deck(expansion):
    assert THREE[expansion].fits(3, standard_deck(expansion))


def test_a_game_goes_on_until_somebody_reaches_the_target_and_points_add_up():
    game = play_game(PLAIN, "7 0")
    chips = [START_CHIPS] * 4
    out = None
    for played in game.rounds:
        assert max(chips) < 16
        assert played.players == (4 if out is None else 3)
        assert out is None or played.gained[out] == 0
        assert out != played.first
        chips = [a + b for a, b in zip(chips, played.gained, strict=True)]
        changed = [seat for seat in range(4) if played.gained[seat]]
        assert changed in ([], [played.guesser])
        out = played.guesser if played.knocked_out else None
        if out is not None:
            assert chips[out] == 1
    assert game.winner is not None
    assert chips[game.winner] >= 16


def test_the_same_seed_is_the_same_game_and_deals_do_not_depend_on_who_plays():
    assert play_game(PLAIN, "3 1") == play_game(PLAIN, "3 1")
    one, two = (play_game(Rules((first, "plain", "plain", "plain")), "3 1").rounds[0] for first in ("plain", "logic"))
    assert one.first == two.first


def test_however_many_processes_play_the_games_are_the_same():
    assert list(games(PLAIN, 5, 12, 1)) == list(games(PLAIN, 5, 12, 2))


def test_with_the_die_a_call_is_as_long_as_rolled(monkeypatch):
    seen = []

    class Watching(Plain):
        def call(self, scene, rng, lengths):
            call = super().call(scene, rng, lengths)
            seen.append((tuple(lengths), len(call)))
            return call

    monkeypatch.setattr(arena_module, "Plain", Watching)
    monkeypatch.setattr(arena_module, "PLAYERS", {"plain": lambda: arena_module.ByMind(Watching())})
    play_game(replace(PLAIN, die=True), "2 0")
    assert {lengths for lengths, _ in seen} == {(1,), (2,), (3,), (4,)}
    assert all(lengths == (length,) for lengths, length in seen)


def test_logic_guesses_only_what_is_proven():
    for seed in range(3):
        game = play_game(Rules(("logic",) * 4), f"{seed} 0")
        assert all(played.right for played in game.rounds if played.guesser is not None)
        assert not any(played.knocked_out for played in game.rounds)


def test_answers_in_a_scene_are_those_of_matching_cards_to_meows():
    rng = Random(3)
    dealt = dealt_to(rng, NAMES[:4], False)
    scene = opening(dealt, dict.fromkeys(NAMES[:4], 6), 16)
    assert isinstance(scene.public, Seats)
    for _ in range(200):
        call = Plain().call(scene, rng, range(1, 6))
        kinds = may_show(call, [card.kind for card in scene.hands[1]], dealt.reveal)
        said = given(scene.public.answering, call, scene.counts(1), rng)
        assert (said is Word.MATCHED) == (kinds is None)
        assert not isinstance(said, Face) or said.kind in (kinds or ())


@pytest.mark.parametrize("die", [False, True])
def test_an_advised_player_plays_a_round_to_its_end_the_same_way_every_time(die):
    rules = Rules(("advised", "plain", "plain", "plain"), die=die)
    dealt = dealt_to(Random("1"), NAMES[:4], False)
    chips = dict.fromkeys(NAMES[:4], 6)
    one, two = (play_round(rules, dealt, chips, 16, Random(5)) for _ in range(2))
    assert one == two
    assert one[0].turns >= 1


def test_an_advised_player_names_a_proven_boss_and_calls_within_the_die():
    dealt = dealt_to(Random("4"), NAMES[:4], False)
    chips = dict.fromkeys(NAMES[:4], 6)
    scene = opening(dealt, chips, 16)
    call = Advised().call(Table(scene, dealt, chips, 16, (2,)), Random(1))
    assert len(call) == 2
    assert Logic().guesses(scene, Random(1)) is None


def test_steps_end_a_stage_after_their_number_and_start_anew():
    for _ in range(2):
        late = Steps(False).late("exact")
        assert [late() for _ in range(5)] == [False, False, False, True, True]


def test_a_margin_shrinks_with_the_number_and_is_never_nothing_for_a_share():
    assert interval([1.0]).margin is None
    wide, narrow = interval([0.0, 1.0] * 5), interval([0.0, 1.0] * 500)
    assert wide.margin is not None
    assert narrow.margin is not None
    assert isclose(wide.mean, 0.5)
    assert narrow.margin < wide.margin / 5
    none = share([False] * 10)
    assert none.mean == 0
    assert none.margin is not None
    assert 0.1 < none.margin < 0.4
    assert share([]).margin is None


def test_games_are_summed_up_round_by_round_and_seat_by_seat():
    won = RoundPlayed(0, 4, 3, 0, True, False, (3, 0, 0, 0))
    lost = RoundPlayed(1, 4, 5, 2, False, True, (0, 0, -5, 0))
    empty = RoundPlayed(1, 3, 44, None, False, False, (0, 0, 0, 0))
    report = summed_up(PLAIN, [Game((won, lost), 0), Game((empty, won), 0)])
    assert (report.games, report.rounds) == (2, 4)
    assert report.turns.mean == pytest.approx(55 / 4)
    assert report.right.mean == 0.5
    assert report.wrong.mean == report.knocked_out.mean == report.unguessed.mean == 0.25
    assert report.first.mean == 1.0
    assert report.even == 0.25
    assert [seat.points.mean for seat in report.seats] == [1.5, 0.0, -1.25, 0.0]
    assert report.seats[0].won.mean == 1.0


def test_points_a_round_count_every_round_alike_and_cancel_where_nothing_differs():
    def game(rounds: int, gained: int) -> Game:
        last = RoundPlayed(0, 4, 3, 0, True, False, (gained, 0, 0, 0))
        none = RoundPlayed(0, 4, 3, 1, False, False, (0, 0, 0, 0))
        return Game((*[none] * (rounds - 1), last), 0)

    long_and_short = [game(9, 3), game(1, 3)]
    found = points(long_and_short, 0)
    assert found.mean == pytest.approx(0.6)
    assert found.margin is not None
    assert found.margin > 0
    assert more_points(long_and_short, long_and_short, 0) == Interval(0.0, 0.0)
    more = more_points([game(9, 4), game(1, 4)], long_and_short, 0)
    assert more.mean == pytest.approx(0.2)


def test_a_seat_is_compared_with_a_plain_player_on_the_same_deals():
    told: list[int] = []
    report = arena(Rules(("logic", "plain", "plain", "plain")), 10, 1, 1, told.append)
    assert sum(told) == report.rounds >= 10
    assert report.gain is not None
    assert report.gain_won is not None
    assert arena(PLAIN, 3, 1, 1).gain is None


def bosscat(*args: str):
    return CliRunner().invoke(main, ["arena", *args])


@pytest.mark.parametrize("lang", LANGS)
def test_the_command_prints_a_table_within_the_width_of_a_screen(lang):
    result = bosscat("--rounds", "5", "--seats", "plain,logic,plain,plain", "--jobs", "1", "--lang", lang)
    assert result.exit_code == 0
    assert max(map(layout.width, result.stdout.splitlines())) <= layout.WIDTH


def test_for_programs_the_command_prints_one_object():
    data = json.loads(bosscat("--rounds", "2", "--seats", "plain,plain,plain,plain", "--jobs", "1", "--json").stdout)
    assert data["rules"] == {"seats": ["plain"] * 4, "expansion": False, "die": False}
    assert data["rounds"] >= 2
    assert set(data["turns"]) == {"mean", "margin"}


@pytest.mark.parametrize("seats", ["plain", "plain,plain,plain,clever", "", "plain," * 8])
def test_seats_that_cannot_be_are_an_error(seats):
    result = bosscat("--seats", seats)
    assert result.exit_code == 2
    assert "--seats" in result.stderr


def test_the_evidence_tells_what_games_showed_in_a_line():
    report = arena(PLAIN, 2, 1, 1)
    assert re.fullmatch(r"plain, 4 players: \d+\.\d ± \d+\.\d turns, right guess .*%\)", strength.table(report))
    gained = replace(report, gain=interval([0.5, 0.7]), gain_won=interval([0.0, 1.0]))
    assert "+0.60 ± 0.20 points a round" in strength.compared(gained)
