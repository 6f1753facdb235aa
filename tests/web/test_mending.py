"""The open page while somebody breaks files in an editor, and mends them again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.conftest import REPOSITORY
from tests.support.waiting import wait_for
from tests.web.conftest import FACE
from tests.web.holding import Held
from tests.web.serving import Page as Served

ADDRESS = "/?game=nebula&type=crew&seed=salt+and+lanterns"
RECIPE = "templates/nebula/recipes/crew.star"


@contextmanager
def _broken(file: Path, before: str, after: str) -> Iterator[None]:
    """A file with a mistake in it, until it is mended."""
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


@pytest.fixture
def recipe(page_of: Served) -> Iterator[Path]:
    """The recipes of the game in the project, for as long as the test takes."""
    folder = page_of.folder / Path(RECIPE).parent
    folder.mkdir()
    for file in (REPOSITORY / RECIPE).parent.glob("*.star"):
        (folder / file.name).write_bytes(file.read_bytes())
    yield page_of.folder / RECIPE
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()


def test_a_broken_face_is_told_on_generated_cards_until_it_is_mended(page: Page, page_of: Served) -> None:
    """Else somebody sees cards without their texts, and finds out when they print."""
    page.goto(ADDRESS)
    expect(page.locator("#result .card img.there")).to_have_count(17)
    with _broken(page_of.folder / FACE / "crew.yaml", "\nelements:", "\nelements: ["):
        expect(page.locator("#problems .problem").first).to_contain_text("a value is missing here")
        expect(page.locator("#result .badge")).not_to_have_count(0)

    expect(page.locator("#problems")).to_be_empty()
    expect(page.locator("#result .badge")).to_have_count(0)


def test_a_link_that_could_not_be_followed_is_followed_when_the_recipe_is_mended(page: Page, recipe: Path) -> None:
    with _broken(recipe, "def ", "def (("):
        page.goto(ADDRESS)
        expect(page.locator("#result .refusal")).to_contain_text("this recipe cannot be used", ignore_case=True)
        expect(page.locator("#type option", has_text="Crew pack")).to_have_count(0)

    expect(page.locator("#result .card img.there")).to_have_count(17)
    expect(page.locator("#type option", has_text="Crew pack")).to_have_count(1)
    expect(page.locator("#problems")).to_be_empty()


def test_cards_stay_while_their_recipe_is_broken(page: Page, recipe: Path) -> None:
    page.goto(ADDRESS)
    expect(page.locator("#result .card img.there")).to_have_count(17)
    with _broken(recipe, "def ", "def (("):
        expect(page.locator("#problems .refusal")).to_be_visible()
        expect(page.locator("#result .card")).to_have_count(17)

    expect(page.locator("#problems")).to_be_empty()


@pytest.mark.parametrize("path", [ADDRESS, "/check"])
def test_what_was_saved_before_the_page_listened_is_not_missed(page: Page, page_of: Served, path: str) -> None:
    held = Held(page, "**/api/live")
    page.goto(path)
    expect(page.locator("#result .card img.there, .rule").first).to_be_visible()
    with page_of.client as client:
        revision = _revision(client)
        with _broken(page_of.folder / FACE / "crew.yaml", "height: 0.9, fill", "height: 1.6, fill"):
            wait_for(lambda: _revision(client) != revision, "another revision")
            with page.expect_request("**/api/generate?**" if path == ADDRESS else "**/api/forms"):
                held.let_go()


def _revision(client: httpx.Client) -> int:
    return int(client.get("/api/about").json()["revision"])


def test_picks_are_kept_while_their_game_is_broken(page: Page, page_of: Served) -> None:
    page.goto("/check")
    deck = page.locator("#kind option", has_text="Player deck").get_attribute("value")
    page.locator("#kind").select_option(deck)
    page.locator("[data-field=crew]").get_by_label("Ada Voss").check()
    expect(page.locator("#text")).to_have_value(re.compile("ada-voss"))
    game = page_of.folder / "packs/nebula/game.yaml"
    try:
        game.write_text("name: [\n", encoding="utf-8")
        expect(page.locator("#problems .problem").first).to_contain_text("packs/nebula/game.yaml:2")
        expect(page.locator("#text")).to_have_value(re.compile("ada-voss"))
    finally:
        game.unlink()

    expect(page.locator("#problems")).to_be_empty()
    expect(page.locator("#kind option:checked")).to_contain_text("Player deck")
    expect(page.locator("[data-field=crew]").get_by_label("Ada Voss")).to_be_checked()


# Every line that is told, with the milliseconds for which it stood.
_LISTEN = """() => {
  const line = document.querySelector('#status');
  window.told = [];
  new MutationObserver(() => {
    const last = window.told.at(-1);
    if (last?.text !== line.textContent) window.told.push({ text: line.textContent, at: performance.now() });
  }).observe(line, { childList: true });
}"""


@pytest.mark.parametrize("path", [ADDRESS, "/check"])
def test_whoever_saves_is_told_so_although_the_page_follows(page: Page, page_of: Served, path: str) -> None:
    """What is saved is news to the page itself, which must not talk over it."""
    page.clock.install()
    page.goto(path)
    if path == ADDRESS:
        expect(page.locator("#result .card img.there")).to_have_count(17)
    else:
        page.locator("#sample").select_option(label="Fast Mail")
        expect(page.locator(".verdict")).to_contain_text("Fast Mail")
    page.evaluate(_LISTEN)
    with page.expect_response("**/api/generate?**" if path == ADDRESS else "**/api/forms"):  # the page follows
        page.get_by_role("button", name="Save into the project").click()
        expect(page.locator("#status")).to_contain_text("Saved: ")
        saved = page.locator("#status").inner_text().removeprefix("Saved: ")
    try:
        page.clock.fast_forward(5_500)
        expect(page.locator("#status")).to_be_empty()
        told = page.evaluate("() => window.told")
        questions: list[str] = []

        def dismiss(dialog: Dialog) -> None:
            questions.append(dialog.message)
            dialog.dismiss()

        page.once("dialog", dismiss)
        page.get_by_role("button", name="Save into the project").click()
        expect(page.locator("#status")).to_contain_text("already exists")
    finally:
        (page_of.folder / saved).unlink()

    at = [each["text"] for each in told].index(f"Saved: {saved}")
    assert told[at + 1]["text"] == ""
    assert told[at + 1]["at"] - told[at]["at"] > 4_500
    assert questions == [f"{saved} already exists. Replace it?"]


def test_many_cards_are_up_to_date_when_those_in_view_are(page: Page, page_of: Served) -> None:
    """Cards far below are drawn when somebody scrolls to them: nobody is told to wait for those."""
    page.goto("/?game=nebula&type=deck&seed=lamp")
    expect(page.locator("#status")).to_contain_text("cards ready.")
    expect(page.locator("#status")).to_be_empty()
    with _broken(page_of.folder / FACE / "starship.yaml", "height: 0.7, fill", "height: 0.9, fill"):
        expect(page.locator("#status")).to_have_text("The cards are up to date.")
        expect(page.locator("#status")).to_be_empty()

    expect(page.locator("#status")).to_have_text("The cards are up to date.")
