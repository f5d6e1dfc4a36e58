"""Full rounds that simulated players played, walked through the page, with and without JavaScript."""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, Playwright, expect

from solver import Record
from solver.game.cards import Face, Kind, Meow
from solver.game.table import Setup
from solver.play import Notes, simulate
from solver.record.schema import Result
from tests.browser.walking import Walker, record_of


def opened(browser: Browser, base_url: str, **options: Any) -> Page:
    page = browser.new_context(base_url=base_url, **options).new_page()
    page.set_default_timeout(30_000)
    return page


@pytest.fixture
def phone(playwright: Playwright) -> dict[str, Any]:
    return dict(playwright.devices["Pixel 7"])


def test_four_players_on_a_phone_in_japanese_without_javascript(browser: Browser, base_url: str, phone: dict[str, Any]):
    truth = simulate(4, False, 4, seed=3)
    record = truth.record(2, Notes(points=0.5, answer_points=0.3))
    page = opened(browser, base_url, **phone, locale="ja", java_script_enabled=False)
    walker = Walker(page, record)
    walker.set_up()
    for number in range(1, len(record.turns) + 1):
        walker.play(number)
    walker.end("Dai", truth.boss, truth.boss)
    expect(page.locator("#outcome h2")).to_contain_text("正解")
    page.locator("#outcome .primary").click()
    expect(page.locator('input[name="p"]').nth(3)).to_have_value("Dai")
    page.context.close()


def test_seven_players_with_the_expansion_on_a_desktop_in_english(browser: Browser, base_url: str):
    truth = simulate(7, True, 3, seed=8)
    record = truth.record(0, Notes(answer_points=0.0))
    page = opened(browser, base_url, viewport={"width": 1280, "height": 900}, locale="en")
    walker = Walker(page, record)
    walker.set_up()
    for number in range(1, len(record.turns) + 1):
        walker.play(number)
    walker.end("Gen", truth.boss, truth.boss)
    expect(page.locator("#outcome h2")).to_contain_text("Gen was right")
    page.context.close()


def test_three_players_with_own_numbers_in_the_dark(browser: Browser, base_url: str, phone: dict[str, Any]):
    truth = simulate(3, False, 3, seed=4, setup=Setup(12, 14))
    record = truth.record(1, Notes(points=0.0, answer_points=0.0))
    page = opened(browser, base_url, **phone, locale="en", color_scheme="dark")
    walker = Walker(page, record)
    walker.set_up()
    for number in range(1, len(record.turns) + 1):
        walker.play(number)
    page.context.close()


@pytest.fixture
def five(browser: Browser, base_url: str, phone: dict[str, Any]) -> Iterator[Walker]:
    """Five players at the table, the first turn to come: a call of three."""
    seed = next(s for s in range(1000) if len(simulate(5, False, 1, seed=s).turns[0].call or ()) == 3)
    record = simulate(5, False, 1, seed=seed).record(1, Notes(points=0.0, answer_points=0.0))
    page = opened(browser, base_url, **phone, locale="ja")
    page.goto(f"/table?r={record.up_to(0).to_line()}")
    yield Walker(page, record)
    page.context.close()


def test_a_turn_of_five_players_takes_at_most_fourteen_taps(five: Walker):
    five.play(1)
    assert five.taps <= 14


def test_a_round_is_set_up_with_one_tap_a_card_and_few_more(browser: Browser, base_url: str, phone: dict[str, Any]):
    record = simulate(5, False, 1, seed=77).record(2, Notes(points=1.0))
    page = opened(browser, base_url, **phone, locale="ja")
    walker = Walker(page, record)
    walker.set_up()
    assert walker.taps <= len(record.face_up) + len(record.hand) + 5
    page.context.close()


def test_a_second_tab_keeps_its_own_turn(five: Walker):
    page = five.page
    other = page.context.new_page()
    other.goto(page.url)
    five.tap("#add-nii")
    expect(page.locator(".called .chip")).to_have_text(["ニィ"])
    other.locator("#add-nyaa").click()
    expect(other.locator(".called .chip")).to_have_text(["ニャア"])
    page.reload()
    expect(page.locator(".called .chip")).to_have_text(["ニィ"])


def test_a_page_left_asleep_goes_on_where_it_was(five: Walker):
    page = five.page
    five.tap("#add-nii")
    expect(page.locator(".called .chip")).to_have_text(["ニィ"])
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.wait_for_load_state()
    five.tap("#add-nyaa")
    expect(page.locator(".called .chip")).to_have_text(["ニィ", "ニャア"])


def test_taps_faster_than_the_server_all_arrive(five: Walker):
    page = five.page
    page.evaluate(
        "for (const id of ['add-nyaa', 'add-nii', 'add-nyan', 'add-nii']) document.getElementById(id).click()"
    )
    expect(page.locator(".called .chip")).to_have_text(["ニャア", "ニィ", "ニャン", "ニィ"])


def test_back_undoes_tap_by_tap_and_forward_brings_it_again(five: Walker):
    page = five.page
    five.tap("#add-nii")
    expect(page.locator(".called .chip")).to_have_count(1)
    five.tap("#add-nyaa")
    expect(page.locator(".called .chip")).to_have_count(2)
    page.go_back()
    expect(page.locator(".called .chip")).to_have_count(1)
    page.go_forward()
    expect(page.locator(".called .chip")).to_have_count(2)
    page.reload()
    expect(page.locator(".called .chip")).to_have_count(2)


def test_the_last_record_is_offered_at_the_start_and_a_link_wins_over_it(five: Walker):
    page = five.page
    page.goto("/")
    page.locator("[data-continue] a").click()
    expect(page.locator("#call")).to_be_visible()
    assert five.record.up_to(0).to_line() in page.url


def test_a_round_that_is_over_is_continued_at_its_end_and_the_next_one_where_its_set_up_was(five: Walker):
    page, player = five.page, five.record.players[0]
    over = replace(five.record, result=Result(player, Kind((Meow.NYAA,)), Face(Kind((Meow.NYAA,)), 3)))
    page.goto(f"/table?lang=ja&r={over.to_line()}")
    page.goto("/?lang=ja")
    page.locator("[data-continue] a").click()
    expect(page.locator("#outcome h2")).to_contain_text("正解")
    page.locator("#outcome .primary").click()
    expect(page.locator("h1")).to_contain_text("新しいラウンド")
    page.goto("/?lang=ja")
    page.locator("[data-continue] a").click()
    expect(page.locator("h1")).to_contain_text("新しいラウンド")
    expect(page.locator('input[name="p"]').first).to_have_value(player)


def test_a_turn_under_way_with_its_discard_is_continued_as_such(browser: Browser, base_url: str):
    page = opened(browser, base_url, locale="ja")
    page.goto("/example/mid-game")
    page.locator('.tabs a[href^="/table"]').click()
    page.locator("#add-nyao").click()
    expect(page.locator(".called .chip")).to_have_count(1)
    page.locator("#d-nyaa1").check(force=True)
    expect(page).to_have_url(re.compile("open=1"))
    page.goto("/?lang=ja")
    page.locator("[data-continue] a").click()
    expect(page.locator("#d-nyaa1")).to_be_checked()
    expect(page.locator("h1")).to_have_text("5ターン目")
    page.context.close()


def test_what_was_tapped_stays_under_the_finger_while_the_page_grows(five: Walker):
    page = five.page
    row = page.locator(".answers .answer-row").first
    for target in (page.locator("#add-nyaa"), page.locator("#add-nii"), row):
        target.scroll_into_view_if_needed()
        before, address = target.bounding_box(), page.url
        (row.get_by_label("全部鳴けた") if target is row else target).click(force=True)
        expect(page).not_to_have_url(address)
        expect(page.locator(".called .chip").first).to_be_visible()
        after = target.bounding_box()
        assert before is not None
        assert after is not None
        assert abs(after["y"] - before["y"]) < 1


# From the card that is tapped down to the points that can then be tapped, in pixels.
TAP_CARD_AND_MEASURE = """(row) => {
  const card = row.querySelector('[value="nyan"]');
  card.click();
  return row.querySelector('.points-row').getBoundingClientRect().top - card.getBoundingClientRect().bottom;
}"""


def test_an_answer_folds_to_one_line_but_for_the_points_and_a_tap_opens_it_again(five: Walker):
    page = five.page
    five.tap("#add-nyaa")
    row = page.locator(".answers .answer-row").first
    card, points = row.locator('[value="nyan"]'), row.locator('.points-row [value="3"]')
    expect(page.locator(".called .chip")).to_have_count(1)
    assert 0 <= row.evaluate(TAP_CARD_AND_MEASURE) <= 16
    expect(row.locator("legend")).to_contain_text("ニャン")
    expect(card).to_be_hidden()
    points.check(force=True)
    expect(row.locator("legend")).to_contain_text("ニャン3")
    expect(points).to_be_hidden()
    row_box = row.bounding_box()
    assert row_box is not None
    assert row_box["height"] <= 90
    row.get_by_label("直す").check(force=True)
    expect(card).to_be_visible()
    row.get_by_label("見ていない").check(force=True)
    expect(row.locator("legend")).to_contain_text("見ていない")
    expect(card).to_be_hidden()


def test_one_tap_notes_that_all_the_others_matched(five: Walker):
    page = five.page
    five.tap("#add-nyaa")
    expect(page.locator(".called .chip")).to_have_count(1)
    first = page.locator(".answers .answer-row").first
    first.get_by_label("見ていない").check(force=True)
    expect(page.locator(".answer-row.done")).to_have_count(1)
    page.locator("#rest").click()
    expect(page.locator(".answer-row.done")).to_have_count(page.locator(".answers .answer-row").count())
    expect(first.locator("legend")).to_contain_text("見ていない")
    expect(page.locator("#rest")).to_have_count(0)


def test_the_keyboard_alone_enters_a_call_and_an_answer(five: Walker):
    page = five.page
    page.locator("#add-nyaa").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".called .chip")).to_have_count(1)
    assert page.evaluate("document.activeElement.id") == "add-nyaa"
    page.locator('input[name^="a"]').first.focus()
    page.keyboard.press("Space")
    expect(page.locator(".answer-row.done")).to_have_count(1)
    assert page.evaluate("document.activeElement.className") == "reopen"


def test_one_tap_covers_hand_and_odds_and_one_brings_them_back(five: Walker):
    page = five.page
    page.locator('a[href^="/cover"]').click()
    expect(page.locator("body")).not_to_contain_text("%")
    page.locator(".cover").click()
    expect(page.locator("#call")).to_be_visible()


def test_the_guide_is_hidden_and_shown_again(five: Walker):
    page = five.page
    expect(page.locator(".guide li").first).to_be_visible()
    page.locator(".guide-switch").click()
    expect(page.locator(".guide li")).to_have_count(0)
    five.tap("#add-nii")
    expect(page.locator(".called .chip")).to_have_count(1)
    expect(page.locator(".guide li")).to_have_count(0)


def test_a_choice_just_made_is_saved_before_a_link_is_followed(five: Walker):
    page = five.page
    five.tap("#add-nii")
    expect(page.locator(".called .chip")).to_have_count(1)
    first = page.locator('[data-save][value="?"]').first
    first.check(force=True)
    page.locator('.tabs a[href^="/history"]').click()
    expect(page.locator(".told li")).to_have_count(2)  # mine, which the call leaves no choice about, and this one


def test_a_lost_connection_is_told_and_nothing_tapped_is_lost(five: Walker):
    page = five.page
    page.context.set_offline(True)
    five.tap("#add-nii")
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    five.tap("#add-nyaa")
    expect(page.locator(".called .chip")).to_have_text(["ニィ", "ニャア"])
    expect(page.locator("#offline")).to_be_hidden()


def test_the_language_switches_in_mid_turn_and_keeps_the_place(five: Walker):
    page = five.page
    five.tap("#add-nii")
    expect(page.locator(".called .chip")).to_have_text(["ニィ"])
    page.get_by_role("link", name="English").click()
    expect(page.locator(".called .chip")).to_have_text(["nii"])
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_wrong_entry_is_shown_at_its_place_and_mended_with_one_tap(browser: Browser, base_url: str):
    page = opened(browser, base_url, locale="en")
    page.goto("/example/mid-game")
    page.locator('.tabs a[href^="/table"]').click()
    for place, meow in enumerate(("nyao", "nii"), 1):
        page.locator(f"#add-{meow}").click()
        expect(page.locator(".called .chip")).to_have_count(place)
    page.locator(".cannot:has(#a0-nyaa)").click()
    page.locator(".strip .clash").click()
    expect(page.locator(".entries")).to_contain_text("Turn 5: Aki showed nyaa")
    page.locator(".repairs li", has_text="turn 5").get_by_role("button", name="matched").click()
    expect(page.locator(".strip-kind").first).to_be_visible()
    expect(page.locator("#a0-matched")).to_be_checked()
    page.context.close()


def test_a_discard_tapped_in_a_contradiction_is_kept_when_its_link_is_followed(browser: Browser, base_url: str):
    page = opened(browser, base_url, locale="ja")
    page.goto("/example/mid-game")
    record = record_of(page.url)
    assert record is not None
    page.goto(f"/table?r={record.up_to(3).to_line()}")
    for place, meow in enumerate(("nyao", "nii"), 1):
        page.locator(f"#add-{meow}").click()
        expect(page.locator(".called .chip")).to_have_count(place)
    page.locator(".answers .cannot").first.click()
    expect(page.locator(".strip .clash")).to_be_visible()
    page.locator("#d-nyaa").check(force=True)
    page.locator("#dp-4").check(force=True)
    page.locator(".strip .clash").click()
    expect(page.locator("#clash")).to_be_visible()
    kept = record_of(page.url)
    assert kept is not None
    assert str(kept.turns[3].discard) == "nyaa4"
    page.locator('.tabs a[href^="/table"]').click()
    expect(page.locator("#dp-4")).to_be_checked()
    expect(page.locator("#done")).to_have_text("ターン終了")
    page.context.close()


def test_an_error_goes_once_its_field_is_corrected(browser: Browser, base_url: str):
    page = opened(browser, base_url, locale="ja")
    page.goto("/new?players=4")
    page.locator("main form .primary").click()
    expect(page.locator("#error")).to_have_text("リーダーを選んでください。")
    page.locator('input[name="lead"]').first.check(force=True)
    expect(page.locator("#error")).to_have_count(0)
    page.context.close()


def test_a_name_typed_replaces_the_letter_and_stands_with_the_points(browser: Browser, base_url: str):
    page = opened(browser, base_url, locale="ja")
    page.goto("/new?players=5")
    page.locator('input[name="p"]').nth(1).focus()
    page.keyboard.type("みけ")
    expect(page.locator('input[name="p"]').nth(1)).to_have_value("みけ")
    page.locator("summary", has_text="持ち点").click()
    expect(page.locator(".chips-row").nth(1)).to_contain_text("みけ")
    page.context.close()


def test_enter_in_the_batch_line_adds_its_cards(browser: Browser, base_url: str):
    page = opened(browser, base_url, locale="en")
    page.goto("/cards?p=A&p=B&p=C&p=D&me=0&lead=1")
    page.locator("#batch").fill("nyaa3 nii nyau/")
    page.keyboard.press("Enter")
    expect(page.locator("#error")).to_be_visible()
    expect(page.locator("#batch")).to_have_value("nyaa3 nii nyau/")
    page.locator("#batch").fill("nyaa3 ニィ")
    page.keyboard.press("Enter")
    expect(page.locator(".count b")).to_have_text("2")
    page.context.close()


def test_advice_on_my_lead_makes_the_call_with_one_tap(browser: Browser, base_url: str, phone: dict[str, Any]):
    page = opened(browser, base_url, **phone, locale="ja")
    page.goto("/example/mid-game")
    page.locator('.tabs a[href^="/table"]').click()
    page.get_by_role("link", name="アドバイス").click()
    expect(page.locator(".verdict")).to_contain_text("まず鳴きましょう")
    expect(page.locator(".rival")).to_have_count(3)
    call = page.locator(".calls li").first.locator(".chip").all_inner_texts()
    page.locator("#call-1").click()
    expect(page.locator("#call .chip")).to_have_text(call)
    page.go_back()
    expect(page.locator(".calls li").first).to_be_visible()
    page.context.close()


def test_an_improbable_answer_is_asked_about_at_its_place(browser: Browser, base_url: str, phone: dict[str, Any]):
    example = Record.from_toml(files("solver").joinpath("examples", "mid-game.toml").read_text("utf-8"))
    page = opened(browser, base_url, **phone, locale="ja")
    page.goto(f"/table?r={example.up_to(2).to_line()}")
    page.locator("#add-nyao").click()
    expect(page.locator(".called .chip")).to_have_count(1)
    page.locator("#a0-nyaa").check(force=True)
    expect(page.locator("#sure-a0")).to_contain_text("本当ですか？")
    expect(page.locator("#a0-nyaa")).to_be_checked()
    page.locator("#sure-a0").get_by_text("いいえ").click()
    expect(page.locator("#sure-a0")).to_have_count(0)
    expect(page.locator("#a0-nyaa")).not_to_be_checked()
    page.context.close()


def test_a_hand_laid_open_that_cannot_be_is_told_in_sight(browser: Browser, base_url: str, phone: dict[str, Any]):
    example = Record.from_toml(files("solver").joinpath("examples", "mid-game.toml").read_text("utf-8"))
    over = replace(example, result=Result("Ben", Kind((Meow.NYAA,)), Face(Kind((Meow.NYAU,)), 5)))
    page = opened(browser, base_url, **phone, locale="ja")
    page.goto(f"/laid-open?who=3&r={over.to_line()}")
    page.locator("#batch").fill("ニャア5枚、ニャン5枚")
    page.keyboard.press("Enter")
    page.locator('.sticky button[value="done"]').click()
    expect(page.locator("#hand-3 .alert")).to_contain_text("Daiさんの手札は、ほかの記録と合いません")
    expect(page.locator("#hand-3 .alert")).to_be_in_viewport()
    page.context.close()


def test_why_a_boss_cat_is_certain_is_told_step_by_step(browser: Browser, base_url: str, phone: dict[str, Any]):
    page = opened(browser, base_url, **phone, locale="ja", java_script_enabled=False)
    page.goto("/example/proven")
    page.locator(".odd .why").click()
    expect(page.locator(".verdict .proven")).to_contain_text("確定")
    expect(page.locator(".proof li").last).to_contain_text("ボス猫はニィです")
    page.get_by_role("link", name="確率へ戻る").click()
    expect(page.locator(".odd .why")).to_be_visible()
    page.context.close()


def test_a_wrong_claim_is_refuted_with_its_proof(browser: Browser, base_url: str, phone: dict[str, Any]):
    page = opened(browser, base_url, **phone, locale="ja")
    page.goto("/example/proven")
    page.get_by_role("link", name="推理の答え合わせ").click()
    page.locator("#boss-kind").select_option("nyaa")
    page.locator("#about-boss .primary").click()
    expect(page.locator(".claim .verdict")).to_contain_text("誤り")
    page.locator(".claim summary").click()
    expect(page.locator(".claim .proof li").last).to_contain_text("ボス猫はニャアではありません")
    page.get_by_role("link", name="消す").click()
    expect(page.locator(".claim")).to_have_count(0)
    page.context.close()
