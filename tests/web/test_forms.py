"""What people bring to the page, and what they find there who are not at a mouse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.holding import Held
from tests.web.serving import Page as Served

CREW = "/?game=nebula&type=crew&seed=salt+and+lanterns"
MAP = "/?game=armada&type=map&seed=one"


def _open(page: Page, text: str, name: str = "mine.yaml") -> None:
    page.locator("#file").set_input_files({"name": name, "mimeType": "application/yaml", "buffer": text.encode()})


def test_what_has_no_cards_shows_its_file_and_nothing_to_print(page: Page) -> None:
    page.goto(MAP)
    heading = page.locator("#result h2")
    expect(heading).to_be_visible()
    name = heading.inner_text()

    expect(page.locator("#result .file")).to_contain_text(f"name: {name}", ignore_case=True)
    expect(page.locator("#result progress")).to_have_count(0)
    assert page.locator("#result button").all_inner_texts()[:2] == ["File (YAML)", "Copy link"]
    with page.expect_download() as download:
        page.get_by_role("button", name="File (YAML)").click()
    assert Path(download.value.path()).read_text("utf-8") == page.locator("#result .file").text_content()


def test_what_is_usual_is_offered_once(page: Page) -> None:
    page.goto("/?game=armada&type=setup&seed=one&set.edition=2")
    expect(page.locator("#result h2")).to_be_visible()

    assert page.locator("[data-option=edition] option").all_inner_texts() == ["2", "1"]
    expect(page.locator("[data-option=edition] option:checked")).to_have_text("2")


def test_a_link_is_told_where_there_is_no_clipboard(page: Page) -> None:
    """A browser gives none to a page that another computer serves, as to somebody's phone."""
    page.add_init_script("delete Navigator.prototype.clipboard")
    page.goto(MAP)
    page.get_by_role("button", name="Copy link").click()

    expect(page.locator("#status")).to_have_text("Copy the address of this page: it is the link.")


def test_the_same_file_can_be_opened_again(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    page.goto("/check")
    for name in ("First Try", "Second Try"):
        file.write_text(f"kind: deck\nsystem: nebula\nname: {name}\n", encoding="utf-8")
        page.locator("#file").set_input_files(file)
        expect(page.locator(".verdict")).to_contain_text(name)


def test_a_file_that_is_brought_before_the_page_is_ready_is_opened(page: Page) -> None:
    held = Held(page, "**/api/forms")
    with page.expect_request("**/api/forms"):
        page.goto("/check")
    _open(page, "kind: deck\nsystem: nebula\nname: Early Bird\n")
    held.let_go()

    expect(page.locator(".verdict")).to_contain_text("Early Bird")


def test_a_problem_names_the_file_that_is_judged(page: Page) -> None:
    page.goto("/check")
    expect(page.locator(".problem .place").first).to_have_text(re.compile("^new-player-deck.yaml:"))
    page.locator("#kind").select_option(page.locator("#kind option", has_text="Scenario").first.get_attribute("value"))
    expect(page.locator(".problem .place").first).to_have_text(re.compile("^new-scenario.yaml:"))
    _open(page, "kind: deck\n  name: [\n", "torn.yaml")
    expect(page.locator(".problem .place").first).to_have_text(re.compile("^torn.yaml:2"))
    page.locator("#text").fill("kind: deck\n\n  name: [\n")
    expect(page.locator(".problem .place").first).to_have_text(re.compile("^torn.yaml:3"))


@pytest.mark.parametrize("crew", ["5", "brakk", "{brakk: 1}", "[[brakk]]", "[brakk, {a: 1}, null, 7]"])
def test_a_file_of_wrong_shapes_can_be_put_right_in_the_form(page: Page, crew: str) -> None:
    page.goto("/check")
    expect(page.locator(".verdict")).to_be_visible()
    _open(page, f"kind: deck\nsystem: nebula\nname: [x]\nstarship: 3\ncrew: {crew}\nequipment: true\nnotes: Kept\n")
    expect(page.locator("[data-field=crew] legend")).to_contain_text(re.compile("[1-4] picked"))
    expect(page.locator("#field-starship-pack")).to_have_value("")
    page.locator("#field-starship-pack").select_option(label="Wayfarer")

    expect(page.locator("#text")).to_have_value(re.compile("starship: {pack: wayfarer, card: [a-z0-9-]+}\n"))
    expect(page.locator("#text")).to_have_value(re.compile("notes: Kept\n"))


def test_another_card_is_read_aloud(page: Page) -> None:
    page.goto(CREW)
    cards = page.locator("#result .card")
    expect(cards.nth(1).locator("img.there")).to_be_visible()
    cards.nth(0).click()
    page.keyboard.press("ArrowRight")

    expect(page.locator("dialog [aria-live=polite]")).to_contain_text(cards.nth(1).locator(".name").inner_text())


def test_a_verdict_is_read_aloud_from_a_line_that_stays(page: Page) -> None:
    page.goto("/check")
    line = page.locator("#told[role=status]")
    expect(line).to_contain_text("not legal")
    page.evaluate("() => { window.line = document.querySelector('#told'); }")
    page.locator("#sample").select_option(label="Fast Mail")

    expect(line).to_have_text("Fast Mail: legal, 11 rules passed.")
    assert page.evaluate("() => window.line === document.querySelector('#told')")


def test_whoever_goes_on_while_sheets_are_made_stays_there(page: Page) -> None:
    page.goto(MAP)
    held = Held(page, "**/api/generate/files?**")
    with page.expect_request("**/api/generate/files?**"):
        page.get_by_role("button", name="File (YAML)").click()
    page.get_by_role("textbox", name="Seed").focus()
    with page.expect_download():
        held.let_go()
    expect(page.get_by_role("button", name="File (YAML)")).to_be_enabled()

    expect(page.get_by_role("textbox", name="Seed")).to_be_focused()


def test_words_stay_whole_on_a_phone(browser: Browser, page_of: Served) -> None:
    context = browser.new_context(base_url=page_of.address, viewport={"width": 360, "height": 800})
    page = context.new_page()
    try:
        page.goto("/check")
        page.locator("#sample").select_option(label="Fast Mail")
        expect(page.locator(".glance table").first).to_be_visible()
        torn = page.evaluate(
            """() => [...document.querySelectorAll('.glance th')].filter((cell) => {
              const words = document.createRange();
              words.selectNodeContents(cell);
              return !cell.textContent.includes(' ') && words.getClientRects().length > 1;
            }).map((cell) => cell.textContent)"""
        )
        assert torn == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    finally:
        context.close()


def test_where_nothing_is_wrong_nobody_is_told_to_search_otherwise(page: Page) -> None:
    page.goto("/browse")
    expect(page.locator("#count")).to_contain_text("packs")
    page.get_by_label("Game").select_option("armada")
    page.get_by_label("Only with problems").check()

    expect(page.locator("#count")).to_have_text("No problems found so far.")


@pytest.mark.parametrize("path", ["/?game=armada&type=tile&seed=one", "/browse"])
def test_a_piece_is_seen_as_it_is_cut(page: Page, path: str) -> None:
    """A hexagon has no corners; a card has, and the page rounds them."""
    page.goto(path)
    if path == "/browse":
        page.get_by_label("Type").select_option("tile")
    image = page.locator(".card:visible img.there").first
    expect(image).to_have_css("clip-path", re.compile(r"^polygon\(evenodd, 50% 0%, 100% 25%"))
    page.locator(".card:visible").first.click()

    expect(page.locator("dialog img[data-exact]")).to_have_css("clip-path", re.compile("^polygon"))
    page.goto(MAP.replace("map", "aid"))
    expect(page.locator(".card img.there")).to_have_css("clip-path", "none")


def test_a_pack_that_cannot_be_drawn_says_why(page: Page) -> None:
    told = {"message": "this took too long and was stopped", "hint": ""}
    page.route("**/api/drawn?**", lambda route: route.fulfill(status=400, json=told))
    page.goto("/browse")

    expect(page.locator(".pack .refusal").first).to_contain_text("This took too long and was stopped.")
