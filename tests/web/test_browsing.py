"""The gallery: what is said of a card, and of one that cannot be drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.conftest import FACE, PACK
from tests.web.holding import Held
from tests.web.serving import Page as Served


def _pack(page: Page) -> Locator:
    page.goto("/browse")
    page.get_by_label("Search").fill("brakk")
    return page.locator(f'.pack[data-path="{PACK}"]')


@pytest.fixture
def misspelt(page_of: Served) -> Iterator[str]:
    """The pack, with a word in the sixth card that its schema does not allow."""
    file = page_of.folder / PACK
    before = file.read_text("utf-8")
    file.write_text(before.replace("group: basic", "group: bsic", 1), encoding="utf-8")
    yield "Steady Aim"
    file.write_text(before, encoding="utf-8")


def test_an_enlarged_card_is_told_as_it_is_read(page: Page) -> None:
    """With what stands on it, not with ids and keys of its file."""
    pack = _pack(page)
    pack.locator(".card", has_text="Steady Aim").click()

    expect(page.locator("#viewer-words")).to_have_text(
        "Your next attack this turn deals 2 more damage.\nElbow on the rail, chin on the grease rag.",
        use_inner_text=True,
    )
    expect(page.get_by_role("button", name="Turn over")).to_be_visible()


def test_an_enlarged_card_is_seen_from_its_top_on_a_phone(browser: Browser, page_of: Served) -> None:
    context = browser.new_context(base_url=page_of.address, viewport={"width": 360, "height": 640})
    context.set_default_timeout(120_000)
    page = context.new_page()
    try:
        pack = _pack(page)
        pack.locator(".card").nth(1).click()
        expect(page.locator("dialog img[data-exact]")).to_be_visible()
        # Only with its words, which come last, is it longer than the screen.
        page.wait_for_function(
            "() => (each => each.scrollHeight > each.clientHeight)(document.querySelector('dialog'))"
        )

        expect(page.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
        assert page.locator("dialog").evaluate("dialog => dialog.scrollTop") == 0
    finally:
        context.close()


def test_one_mistake_is_shown_on_its_card_and_not_on_the_others(page: Page, misspelt: str) -> None:
    pack = _pack(page)
    wrong = pack.locator(".card", has=page.locator(".badge"))
    expect(wrong).to_have_count(1)
    expect(wrong.locator(".name")).to_have_text(misspelt)
    expect(wrong.locator(".undrawn")).to_have_text("Not drawn: see its problems")
    expect(pack.locator(".undrawn").first).to_have_text("Not drawn until its pack is fixed")
    wrong.click()

    expect(page.locator("dialog .problem .hint")).to_have_text("Did you mean `basic`?")
    expect(page.locator(".viewer-picture")).to_be_hidden()
    expect(page.get_by_role("button", name="Turn over")).to_be_hidden()


def test_a_pack_with_broken_faces_is_among_those_with_problems(page: Page, page_of: Served) -> None:
    face = page_of.folder / FACE / "crew.yaml"
    before = face.read_text("utf-8")
    pack = _pack(page)
    expect(pack.locator(".card img.there").first).to_be_visible()
    try:
        face.write_text(before.replace("\nelements:", "\nelements: [", 1), encoding="utf-8")
        expect(pack.locator(".problem").first).to_contain_text("a value is missing here")
        page.get_by_label("Only with problems").check()
        expect(pack).to_be_visible()
    finally:
        face.write_text(before, encoding="utf-8")

    expect(pack).to_be_hidden()


def test_cards_that_are_still_drawn_say_so(page: Page) -> None:
    held = Held(page, "**/api/packs")
    held.hold(re.compile(r"brakk\.yaml&card=1&"))
    pack = _pack(page)
    expect(page.locator("#count")).to_have_text("Reading the packs…")
    expect(page.locator("#packs")).to_have_attribute("aria-busy", "true")
    held.let_go()
    expect(page.locator("#packs")).to_have_attribute("aria-busy", "false")
    waiting = pack.locator(".card img").nth(1)
    expect(waiting).to_have_css("animation-name", "wait")
    held.let_go()

    expect(waiting).to_have_class("there")
    expect(waiting).to_have_css("animation-name", "none")
    expect(pack.locator(".cards")).to_have_attribute("aria-busy", "false")


def test_what_is_typed_while_packs_are_read_is_looked_for_when_they_are_there(page: Page) -> None:
    page.clock.install()
    held = Held(page, "**/api/packs")
    pack = _pack(page)
    page.clock.fast_forward(500)  # far longer than the page waits for one more letter
    expect(page.locator("#count")).to_have_text("Reading the packs…")
    held.let_go()

    expect(pack).to_be_visible()
    expect(page.locator("#count")).to_have_text(re.compile(r"^\d packs, \d+ cards$"))


def test_packs_that_could_not_be_read_are_read_with_the_next_change(page: Page, page_of: Served) -> None:
    refusal = {"message": "the folder is gone"}
    held = Held(page, "**/api/live")  # else the page might hear of an earlier change, and ask again at once
    page.route("**/api/packs", lambda route: route.fulfill(status=503, json=refusal), times=1)
    pack = _pack(page)
    expect(page.locator("#packs .refusal")).to_have_text("The folder is gone.")
    expect(page.locator("#packs")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#count")).to_be_empty()
    file = page_of.folder / PACK
    before = file.read_text("utf-8")
    try:
        held.let_go()
        file.write_text(f"{before}\n", encoding="utf-8")
        expect(pack).to_be_visible()
    finally:
        file.write_text(before, encoding="utf-8")

    expect(page.locator("#packs .refusal")).to_have_count(0)


def test_a_pack_that_is_renamed_or_removed_goes_with_its_card(page: Page, page_of: Served) -> None:
    file = page_of.folder / PACK
    other = Path(str(file).replace("brakk", "brekk"))
    pack = _pack(page)
    pack.locator(".card").nth(1).click()
    expect(page.locator("dialog img[data-exact]")).to_be_visible()
    try:
        file.rename(other)
        expect(page.locator("dialog")).to_be_hidden()
        expect(page.locator('.pack[data-path$="brekk.yaml"] .card img.there').first).to_be_visible()
        expect(pack).to_have_count(0)
    finally:
        other.rename(file)

    expect(pack.locator(".card img.there").first).to_be_visible()
