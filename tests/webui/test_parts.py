"""What lies between the solver and the templates: chart, reference card, marks, forms of entry."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from solver import Posterior, Record, RecordError, solve
from solver.game.cards import POINTS, Face, Meow, parse_face, parse_kind
from solver.logic.left import none_left
from solver.record.schema import Turn, Word
from solver.record.view import View
from tests.strategies import records
from webui import solved as solving
from webui import turn_view as turn_views
from webui.chart import HEIGHT, LABEL_STEP, WIDTH, chart
from webui.reading import any_form, small_number
from webui.reference import reference
from webui.solved import forecast, solved, telling
from webui.turn_view import turn_view


def test_the_chart_shows_what_solve_says_after_each_turn(example):
    drawn = chart(example)
    for n in range(len(example.turns) + 1):
        found = solve(example.up_to(n))
        assert [values[n] for _, values in drawn.table] == [found.p(kind) for kind, _ in drawn.table]


def test_the_chart_stays_in_its_frame_and_no_label_hides_another(example, expansion):
    for record in (example, expansion):
        drawn = chart(record)
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for line in drawn.lines for x, y in line.points)
        labels = sorted(line.label_y for line in drawn.lines)
        assert all(below - above >= LABEL_STEP - 1e-9 for above, below in pairwise(labels))
        assert labels[-1] <= HEIGHT


def test_the_entry_that_moved_most_is_one_of_the_turn_that_moved_most(example):
    moved = chart(example).moved
    assert moved
    turn = example.turns[moved.turn - 1]
    assert moved.value == (turn.discard if moved.discard else turn.answers[moved.player])


def test_nothing_moved_where_nothing_was_told(example):
    assert chart(example.up_to(0)).moved is None


@settings(max_examples=30)
@given(records())
def test_the_reference_card_counts_the_unseen_cards(record: Record):
    view = View(record)
    rows = {row.kind: row for row in reference(view)}
    for kind in record.deck.kinds:
        assert rows[kind].unseen == sum(view.unseen[cell] for cell in view.cells_of(kind))
        if not rows[kind].at_most:
            assert sum(rows[kind].points) == rows[kind].unseen
        else:
            assert sum(rows[kind].points) >= rows[kind].unseen


def test_an_answer_is_marked_just_where_entering_it_leaves_no_deal(example):
    call = (Meow.NYAU, Meow.NYAO)
    view = turn_view(replace(example, turns=(*example.turns, Turn(call=call))), 5)
    marks = 0
    for row in view.rows:
        for option in (*row.words, *row.cards, *row.more):
            turn = Turn(call=call, answers={row.player: option.shown})
            fits = solved(replace(example, turns=(*example.turns, turn))).posterior is not None
            assert option.impossible != fits
            marks += option.impossible
    assert marks


def options_of(row):
    """Return kind -> whether it is marked as impossible, for a row of buttons."""
    cards = (option for option in (*row.cards, *row.more) if isinstance(option.shown, Face))
    return {option.shown.kind: option.impossible for option in cards}


@pytest.mark.parametrize("counted", [True, False])
def test_a_kind_of_which_no_card_is_unseen_is_marked_whether_or_not_answers_are_forecast(
    expansion, counted, monkeypatch
):
    if not counted:
        monkeypatch.setattr(turn_views, "forecast", lambda *_: {})
        monkeypatch.setattr(turn_views, "solved", lambda _: solving.Solved())
    for number in range(1, len(expansion.turns) + 1):
        unseen = {row.kind: row.unseen for row in reference(View(expansion.up_to(number - 1)))}
        gone = {kind for kind, left in unseen.items() if not left}
        assert gone
        view = turn_view(expansion, number)
        leads = expansion.leader(number) == expansion.me
        for row in (*view.rows, *(() if leads else (view.discard,))):
            assert gone <= {kind for kind, marked in options_of(row).items() if marked}


@pytest.mark.parametrize("counted", [True, False])
def test_a_double_that_another_player_has_shown_and_kept_is_marked_for_everybody_else(expansion, counted, monkeypatch):
    if not counted:
        monkeypatch.setattr(turn_views, "forecast", lambda *_: {})
        monkeypatch.setattr(turn_views, "solved", lambda _: solving.Solved())
    dealt = expansion.up_to(0)
    double = next(row.kind for row in reference(View(dealt)) if row.kind.is_double and row.unseen)
    other, leader = (player for player in dealt.others[:2])
    led = replace(dealt, first_leader=leader)
    turn = Turn(double.meows, {other: Face(double)})
    view = turn_view(replace(led, turns=(turn,)), 1)
    assert options_of(view.discard)[double]
    marks = {row.player: options_of(row)[double] for row in view.rows}
    assert not marks.pop(other)
    assert all(marks.values())
    kept = replace(led, turns=(replace(turn, discard=Face(parse_kind("nyaa"))),))
    assert none_left(View(kept), leader, {}) >= {double}
    assert double not in none_left(View(kept), other, {})


@settings(max_examples=30)
@given(records(small=True))
def test_a_kind_counted_out_is_held_by_nobody_and_no_boss_cat(record: Record):
    found = solve(record)
    view = View(record)
    for player in record.others:
        held = found.holdings[player].kinds
        assert all(kind not in held or held[kind].max == 0 for kind in none_left(view, player, {}))
    assert all(found.p(kind) == 0 for kind in none_left(view, None, {}))


def test_points_of_which_no_card_is_left_are_marked_and_can_still_be_entered(client, example):
    assert parse_face("nyaa5") in example.hand
    dealt = replace(example, first_leader="Chie", turns=())
    turn = Turn(call=(Meow.NII,), answers={"Dai": parse_face("nyaa")}, discard=parse_face("nyaa"))
    view = turn_view(replace(dealt, turns=(turn,)), 1)
    rows = {row.player: row for row in (*view.rows, view.discard)}
    left = next(row for row in reference(View(dealt)) if row.kind == parse_kind("nyaa")).points
    for player in ("Dai", "Chie"):
        assert rows[player].gone == {points for points in POINTS if not left[points - 1]}
        assert 5 in rows[player].gone
    assert rows["Aki"].gone == set()
    page = client.get(f"/table?open=1&r={replace(dealt, turns=(turn,)).to_line()}").text
    assert re.search(r'<label class="pill tiny cannot"><input[^>]*id="dp-5"(?![^>]*disabled)', page)
    assert not re.search(r'<label class="pill tiny cannot"><input[^>]*id="dp-3"', page)


def test_a_forecast_of_a_clash_is_empty(example):
    clashing = replace(
        example, turns=(*example.turns, Turn((Meow.NII,), {"Aki": parse_face("nyaa")}, parse_face("nyaa1")))
    )
    assert forecast(clashing, (Meow.NII,)) == {}


def test_a_call_alone_is_not_counted_anew(example):
    called = replace(example, turns=(*example.turns, Turn(call=(Meow.NII,), answers={})))
    assert solved(called) is solved(example)


@settings(max_examples=40)
@given(records(small=True))
def test_what_a_last_turn_does_not_tell_changes_nothing(record: Record):
    assert solve(telling(record)) == solve(record)


def test_my_discard_and_my_answer_tell_me_nothing(example):
    mine = replace(example, first_leader="Chie", turns=(Turn((Meow.NYAN,), {"Ben": Word.MATCHED}, parse_face("nii")),))
    led = replace(
        mine,
        turns=(
            *mine.turns,
            Turn((Meow.NII,), {}, None),
        ),
    )
    assert telling(led).turns == mine.turns
    assert telling(replace(example, turns=(Turn((Meow.NII,), {}, example.hand[0]),))).turns == ()


def test_no_screen_solves_a_position_again(client, example, monkeypatch):
    lines = []

    def noted(record: Record, budget: int) -> Posterior:
        lines.append(record.to_line())
        return solve(record, budget=budget)

    monkeypatch.setattr(solving, "solve", noted)
    solving.solved_soon.cache_clear()
    last, known = example.turns[-1], {}
    for player in (name for name in example.others if name in last.answers):
        known[player] = last.answers[player]
        tapped = replace(last, answers=dict(known), discard=None)
        client.get(f"/table?r={replace(example, turns=(*example.turns[:-1], tapped)).to_line()}")
    for screen in ("/table", "/answer", "/history", "/share", "/end"):
        client.get(f"{screen}?r={example.to_line()}")
    assert len(lines) == len(set(lines))


def test_a_double_that_voices_no_meow_of_the_call_is_one_tap_further(expansion):
    called = replace(expansion, turns=(*expansion.turns, Turn(call=(Meow.NII,))))
    view = turn_view(called, len(called.turns))
    for row in view.rows:
        assert all(option.shown.kind.is_double for option in row.more if isinstance(option.shown, Face))
        near = [option.shown.kind for option in row.cards if isinstance(option.shown, Face)]
        assert all(Meow.NII in kind.meows for kind in near if kind.is_double)
        assert len(near) + len(row.more) == len(called.deck.kinds)


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("12", 12), ("", None), (None, None), ("-1", None), ("²", None)]
)
def test_a_small_number_is_read_or_nothing(text, number):
    assert small_number(text) == number


def test_a_link_without_a_record_is_no_record():
    with pytest.raises(RecordError):
        any_form("http://host.example/table?lang=ja")


def test_the_words_come_in_the_order_of_the_record(example):
    row = turn_view(example, 5).rows[0]
    assert [option.shown for option in row.words] == list(Word)
