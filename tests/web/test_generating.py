"""The page for new cards, where something is odd: a phone, a way back, pictures that do not come."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.holding import Held
from tests.web.serving import Page as Served

ADDRESS = "/?game=nebula&type=crew&seed=salt+and+lanterns"


@pytest.mark.parametrize("set", ["", "&set.power=99"])
def test_what_came_of_it_is_in_view_on_a_phone(browser: Browser, page_of: Served, set: str) -> None:
    """The form is longer than a phone, and neither cards nor refusals below it would be noticed."""
    context = browser.new_context(base_url=page_of.address, viewport={"width": 360, "height": 740})
    page = context.new_page()
    try:
        page.goto(f"{ADDRESS}{set}")
        expect(page.locator("#result .refusal" if set else "#result .card").first).to_be_in_viewport()
        page.goto("/")
        expect(page.locator("#seed")).not_to_have_value("")
        page.locator("[data-option=name]").fill("x" * 60 if set else "Ada")
        page.get_by_role("button", name="Generate").click()
        expect(page.locator("#result .refusal, #result .card").first).to_be_in_viewport()
    finally:
        context.close()


def test_the_way_back_leads_to_the_page_as_it_was(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#seed")).not_to_have_value("")
    before = page.title()
    names = []
    for seed in ("one", "two"):
        page.locator("#seed").fill(seed)
        page.get_by_role("button", name="Generate").click()
        expect(page.locator("#result .count")).to_contain_text(f"seed {seed} ")
        names.append(page.locator("#result h2").inner_text())
    page.go_back()
    expect(page.locator("#result h2")).to_have_text(names[0])
    expect(page.locator("#seed")).to_have_value("one")
    page.go_back()

    expect(page.locator("#result")).to_have_text("Your cards will appear here.")
    expect(page).to_have_title(before)
    page.go_forward()
    expect(page.locator("#result h2")).to_have_text(names[0])


def test_pictures_that_do_not_come_are_told(page: Page) -> None:
    """A page that says all is ready above grey cards sends somebody to the printer with nothing."""
    page.route(re.compile(r"/api/picture\?.*card=[345]&"), lambda route: route.fulfill(status=503))
    page.goto(ADDRESS)

    expect(page.locator("#status")).to_have_text("3 of 17 cards could not be drawn. Generate them again.")
    page.unroute_all()
    page.get_by_role("button", name="Generate").click()
    expect(page.locator("#status")).to_have_text("17 cards ready.")


def test_cards_that_come_do_not_talk_over_what_somebody_asked_for(page: Page) -> None:
    """Else the page would say that all is ready, and then nothing, while pictures are still made."""
    held = Held(page, re.compile(r"card=16&"))
    held.hold("**/api/generate/pictures?**")
    page.goto(ADDRESS)
    status = page.locator("#status")
    expect(status).to_have_text("16 of 17 cards")
    page.get_by_role("button", name="Pictures (PNG)").click()
    expect(status).to_have_text("Drawing every card at full size…")
    held.let_go()
    expect(page.locator("#result progress")).to_be_hidden()
    expect(status).to_have_text("Drawing every card at full size…")
    with page.expect_download():
        held.let_go()

    expect(status).to_have_text("Pictures downloaded.")


def test_a_page_says_that_it_works_before_somebody_wonders(page: Page, context: BrowserContext) -> None:
    """Whatever takes over half a second: the cards, each picture, a card at full size, and sheets in another tab."""
    held = Held(page, "**/api/generate?**")
    page.goto(ADDRESS)
    status = page.locator("#status")
    expect(status).to_have_text("Generating cards…")
    expect(page.locator("#result")).to_have_attribute("aria-busy", "true")
    held.hold(re.compile(r"card=16&"))
    held.let_go()
    expect(status).to_have_text("16 of 17 cards")
    expect(page.locator("#result progress")).to_have_js_property("value", 16)
    expect(page.locator("#result")).to_have_attribute("aria-busy", "false")
    held.let_go()
    expect(page.locator("#result progress")).to_be_hidden()
    held.hold(re.compile("exact=1"))
    page.locator("#result .card").first.click()
    expect(page.get_by_role("progressbar", name="Drawing at full size")).to_be_visible()
    held.let_go()
    expect(page.get_by_role("progressbar", name="Drawing at full size")).to_be_hidden()
    page.keyboard.press("Escape")
    held.hold("**/api/sheets?**")
    with context.expect_page() as opened:
        page.get_by_role("button", name="Print", exact=True).click()
    expect(status).to_have_text("Laying out sheets…")
    expect(opened.value.locator("body")).to_have_text("Laying out sheets…")
    held.let_go()
    expect(opened.value).to_have_url(re.compile("/api/sheets"))
