"""What the page promises as a whole: nothing outside, nobody uninvited, everybody inside, and soon."""

from __future__ import annotations

import re
import socket
from collections import Counter
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.web.conftest import PACK
from tests.web.serving import Page as Served
from tests.web.test_page import accessible

ADDRESS = "/?game=nebula&type=crew&seed=salt+and+lanterns"
CARDS = 17


def test_nobody_but_this_computer_is_listened_to(page_of: Served) -> None:
    """Every address in 127.0.0.0/8 leads here, but the page is at the first: it does not listen to all."""
    where = urlsplit(page_of.address)

    assert where.hostname == "127.0.0.1"
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", where.port or 0), timeout=10)


def test_pages_ask_nobody_else_for_anything(page: Page, context: BrowserContext, page_of: Served) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    for path, ready in (("/browse", ".card img.there"), ("/check", ".rule"), (ADDRESS, "#result .card img.there")):
        page.goto(path)
        expect(page.locator(ready).first).to_be_visible()

    assert len(asked) > 40
    assert [url for url in asked if not url.startswith(f"{page_of.address}/")] == []


def test_a_pack_is_on_the_screen_after_one_question_for_it_and_one_for_each_card(page: Page) -> None:
    """`make bench` has the seconds."""
    page.goto(ADDRESS)
    expect(page.locator("#result .card img.there")).to_have_count(CARDS)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.locator("#seed").fill("fast")
    page.get_by_role("button", name="Generate").click()
    expect(page.locator("#result .count")).to_contain_text("fast")
    expect(page.locator("#result .card img.there")).to_have_count(CARDS)

    counts = Counter(path for path in asked if path.startswith("/api/"))
    assert counts.pop("/api/drawn", 0) <= 1  # what is wrong with the faces, once all are there
    assert counts == {"/api/generate": 1, "/api/picture": CARDS}


def test_a_pack_is_made_and_printed_with_keys_alone(page: Page, context: BrowserContext) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Generate")).to_be_enabled()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()
    _tab_to(page, page.locator("#seed"))
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("salt")
    page.keyboard.press("Enter")
    expect(page.locator("#result .card img.there")).to_have_count(CARDS)
    _tab_to(page, page.locator("#backs"))
    page.keyboard.type("Two")
    expect(page.locator("#backs option:checked")).to_contain_text("Two-sided")
    _tab_to(page, page.get_by_role("button", name="Print", exact=True))
    with context.expect_page() as opened:
        page.keyboard.press("Enter")

    expect(opened.value).to_have_url(re.compile("backs=long-edge"))


def _tab_to(page: Page, wanted: Locator) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            outline = wanted.evaluate("element => getComputedStyle(element).outlineStyle")
            assert outline != "none"  # whoever goes by keys sees where they are
            return
    raise AssertionError(wanted)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_odd_states_are_for_everybody_too(browser: Browser, page_of: Served, scheme: str, width: int) -> None:
    """An illegal deck, a torn file, a pack that cannot be drawn, its card, and other paper."""
    context = browser.new_context(
        base_url=page_of.address,
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
        bypass_csp=True,
    )
    page = context.new_page()
    file = page_of.folder / PACK
    before = file.read_text("utf-8")
    try:
        page.goto("/check")
        page.locator("#sample").select_option(label="Fast Mail")
        expect(page.locator(".verdict")).to_contain_text("Fast Mail")
        page.locator("[data-field=crew]").get_by_label("Tovan Reel").uncheck()
        expect(page.locator(".verdict")).to_have_attribute("data-legal", "no")
        accessible(page)
        page.locator("#file").set_input_files({"name": "torn.yaml", "mimeType": "text/yaml", "buffer": b"kind: [\n"})
        expect(page.locator("#text")).to_be_visible()
        accessible(page)
        file.write_text(before.replace("group: basic", "group: bsic", 1), encoding="utf-8")
        page.goto("/browse")
        page.locator("summary", has_text="Paper and backs").click()
        page.get_by_label("Search").fill("brakk")
        wrong = page.locator(".card", has=page.locator(".badge"))
        expect(wrong).to_have_count(1)
        accessible(page)
        wrong.click()
        expect(page.locator("dialog")).to_be_visible()
        accessible(page)
    finally:
        file.write_text(before, encoding="utf-8")
        context.close()


def test_two_tabs_follow_the_same_file(page: Page, context: BrowserContext, page_of: Served) -> None:
    other = context.new_page()
    file = page_of.folder / PACK
    before = file.read_text("utf-8")
    for tab in (page, other):
        tab.goto("/browse")
        expect(tab.locator(f'.pack[data-path="{PACK}"] h2')).to_have_text("Brakk")
    try:
        file.write_text(before.replace("name: Brakk\n", "name: Brakk the Second\n"), encoding="utf-8")
        for tab in (page, other):
            tab.bring_to_front()
            expect(tab.locator(f'.pack[data-path="{PACK}"] h2')).to_have_text("Brakk the Second")
    finally:
        file.write_text(before, encoding="utf-8")


def test_a_page_that_is_closed_in_the_middle_of_a_job_harms_nobody(context: BrowserContext, page: Page) -> None:
    leaving = context.new_page()
    leaving.goto("/?game=nebula&type=deck&seed=left")
    expect(leaving.locator("#result .card").first).to_be_visible()
    leaving.get_by_role("button", name="Pictures (PNG)").click()
    expect(leaving.locator("#status")).to_contain_text("at full size")
    leaving.close()
    page.goto(ADDRESS)

    expect(page.locator("#status")).to_have_text(f"{CARDS} cards ready.")


def test_a_folder_that_cannot_be_written_is_told(page: Page, page_of: Served) -> None:
    """A file stands where the folder would be, which stops even root."""
    blocked = page_of.folder / "packs/nebula/starship"
    blocked.write_text("", encoding="utf-8")
    try:
        page.goto("/?game=nebula&type=starship&seed=salt")
        expect(page.locator("#status")).to_have_text("12 cards ready.")
        page.get_by_role("button", name="Save into the project").click()
        expect(page.locator("#status[data-kind=error]")).to_contain_text("not a folder")
    finally:
        blocked.unlink()
