"""Files that somebody brings to the page, whatever they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import REPOSITORY

DECK = (REPOSITORY / "packs/nebula/scenarios/the-dark-lamps.yaml").read_text("utf-8")


def _bring(page: Page, name: str, content: bytes) -> None:
    page.goto("/check")
    expect(page.locator(".rule").first).to_be_visible()
    page.locator("#file").set_input_files({"name": name, "mimeType": "application/yaml", "buffer": content})


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("picture.png", bytes(range(256)) * 40, "picture.png is not UTF-8 text"),
        ("latin.yaml", DECK.replace("The", "Thé").encode("latin-1"), "latin.yaml is not UTF-8 text"),
        ("wide.yaml", DECK.encode("utf-16"), "wide.yaml is not UTF-8 text"),
        ("large.yaml", b"a: b\n" * 4_000_000, "too large to be a deck"),
        ("long.yaml", b"a: b\n" * 100_000, "the limit is 400,000 characters"),
    ],
)
def test_what_is_no_deck_is_told_and_changes_nothing(page: Page, name: str, content: bytes, told: str) -> None:
    _bring(page, name, content)

    expect(page.locator("#status[data-kind=error]")).to_contain_text(told)
    expect(page.locator(".verdict")).to_contain_text("New player deck")
    expect(page.locator("#text-box")).not_to_have_attribute("open", "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("hello there", "kind"),
        ("kind: deck\n  name: [\n", "CF0"),
        ("kind: deck\nsystem: chess\nname: X\n", "there is no game `chess`"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "`kind` and `system` are missing"),
        ((REPOSITORY / "packs/nebula/crew/brakk.yaml").read_text("utf-8"), "to see packs of the project, open Browse"),
    ],
)
def test_a_text_that_cannot_be_judged_lies_open_with_what_is_wrong(page: Page, text: str, told: str) -> None:
    """The form beside it shows something else, so the file itself is shown."""
    _bring(page, "mine.yaml", text.encode())

    expect(page.locator("#report .problem").first).to_contain_text(told, ignore_case=True)
    expect(page.locator("#report .problem .place").first).to_contain_text("mine.yaml")
    expect(page.locator("#text")).to_be_visible()
    expect(page.locator("#text")).to_have_value(text)


def test_a_file_of_another_game_changes_the_form(page: Page) -> None:
    armada = REPOSITORY / "packs/armada/build/second-edition.yaml"
    _bring(page, armada.name, armada.read_bytes())

    expect(page.locator("#kind option:checked")).to_have_text("Build (Armada)")
    expect(page.locator(".verdict")).to_have_attribute("data-legal", "yes")


def test_a_file_with_a_name_as_long_as_names_can_be_is_judged(page: Page) -> None:
    _bring(page, "n" * 245 + ".yaml", DECK.encode())

    expect(page.locator(".verdict")).to_contain_text("The Dark Lamps: legal")


def test_a_file_that_is_gone_before_it_is_read_is_told(page: Page) -> None:
    page.add_init_script(
        "File.prototype.arrayBuffer = async () => { throw new DOMException('gone', 'NotFoundError'); };"
    )
    _bring(page, "gone.yaml", DECK.encode())

    expect(page.locator("#status[data-kind=error]")).to_have_text("gone.yaml cannot be read; does it still exist?")
