"""The first way through: an example, a turn added without JavaScript, Back."""

import re

from playwright.sync_api import Browser, Page, expect


def odds(page: Page) -> list[str]:
    return page.locator(".strip-kind b").all_inner_texts()


def test_a_turn_added_without_javascript_changes_the_odds_and_back_undoes_it(browser: Browser, base_url: str):
    context = browser.new_context(base_url=base_url, java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto("/")
    page.get_by_role("link", name="4 players, mid-game").click()
    expect(page).to_have_title(re.compile(r"^nya\w \d"))
    page.get_by_role("link", name="Turn").click()
    before, address = odds(page), page.url
    page.get_by_role("button", name="nyau", exact=True).click()
    page.get_by_role("button", name="nyao", exact=True).click()
    page.get_by_role("group", name="Aki").get_by_label("nyao", exact=True).check()
    page.get_by_role("group", name="Chie").get_by_label("nyao", exact=True).check()
    page.get_by_role("group", name="Dai").get_by_label("Matched").check()
    page.get_by_role("group", name="Your discard").get_by_label("nyaa1").check()
    page.get_by_role("button", name="Turn done").click()
    expect(page.get_by_role("heading", name="Turn 6")).to_be_visible()
    assert odds(page) != before
    while page.url != address:
        page.go_back()
    assert odds(page) == before
    context.close()
