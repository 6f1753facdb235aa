"""The Pictures page in a real browser: drop pictures, get sheets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

from tests.support.card_pictures import POKER, framed, put
from tests.support.waiting import wait_for
from tests.web.serving import Page as Served
from tests.web.test_page import accessible


@pytest.fixture(scope="module")
def art(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as somebody has it: two sides, copies in a name, one of the wrong shape, and what is no picture."""
    folder = tmp_path_factory.mktemp("pictures") / "art"
    for name, colour in {"dragon-front": "#ff0000", "dragon-back": "#0000ff", "4x elf": "#00ff00"}.items():
        put(folder / f"{name}.png", Image.new("RGB", POKER, colour))
    put(folder / "deeper/wide.png", framed((900, 900)))
    (folder / "notes.txt").write_text("not a picture", encoding="utf-8")
    put(folder.parent / "back.png", Image.new("RGB", POKER, "#222222"))
    return folder


def _opened(page: Page) -> None:
    page.goto("/pictures")
    expect(page.locator("#size")).to_be_visible()


def _shown(page: Page, count: int) -> None:
    expect(page.locator("#result .card img.there")).to_have_count(count)


def test_somebody_new_drops_a_folder_and_gets_sheets(page: Page, context: BrowserContext, art: Path) -> None:
    """As somebody does it with the mouse: the browser itself makes the events."""
    _opened(page)
    mouse = context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        data = {"items": [], "files": [str(art)], "dragOperationsMask": 1}
        mouse.send("Input.dispatchDragEvent", {"type": kind, "x": 640, "y": 450, "data": data})
        if kind == "dragOver":
            expect(page.locator("body.dropping")).to_be_attached()
    _shown(page, 3)
    expect(page.locator("#status")).to_contain_text("1 other file was left out: not a picture.")
    assert page.locator("#result .card .name").all_inner_texts() == ["elf", "wide", "dragon"]
    expect(page.locator("#count")).to_have_text("3 cards, 1 with a back · 6 copies in all")
    page.locator("#paper").select_option("a4")
    page.locator("#backs").select_option("long-edge")
    with page.expect_download() as download:
        page.get_by_role("button", name="Sheets (PDF)").click()

    assert download.value.suggested_filename == "sheets.pdf"
    document = pypdfium2.PdfDocument(download.value.path())
    assert len(document) == 2
    assert document.get_page_size(0) == pytest.approx((595.3, 841.9), abs=0.1)
    expect(page.locator("#made")).to_contain_text("6 cards on 1 sheet of a4 in sheets.pdf.")


def test_the_notes_of_the_command_are_in_the_words_of_the_form(page: Page, art: Path) -> None:
    _opened(page)
    page.locator("#files").set_input_files([art / "deeper/wide.png", art / "dragon-back.png"])
    wrong, shape = page.locator(".problem[data-severity=error]"), page.locator(".problem[data-code=CF521]")
    expect(wrong).to_contain_text("this is the back of a card without a front")
    expect(wrong).to_contain_text("“Back of all cards: dragon-back.png”")
    expect(shape).to_contain_text("900 × 900 pixels, the card is 63 × 88 mm: 12.5 mm are cut off left and right")
    expect(shape).to_contain_text("“Other proportions: Show everything, with bars”")
    page.get_by_role("button", name="Sheets (PDF)").click()
    expect(page.locator("#status[data-kind=error]")).to_contain_text("Nothing was printed: 1 error")
    page.locator("#back").select_option("dragon-back.png")
    expect(wrong).to_have_count(0)
    page.locator("summary", has_text="Fit, bleed and marks").click()
    page.locator("#fit").select_option("contain")

    expect(shape).to_contain_text("12.5 mm stay empty at the top and at the bottom")
    page.locator("#size").select_option("square")
    expect(shape).to_have_count(1)  # of the back
    page.locator("#size").select_option("own")
    page.get_by_label("Width x height in mm").fill("70x7o")
    page.get_by_label("Width x height in mm").blur()
    expect(page.locator(".refusal")).to_contain_text("Unknown card size `70x7o`")


def test_copies_are_changed_cards_removed_and_a_back_is_chosen(page: Page, art: Path) -> None:
    _opened(page)
    page.locator("#folder").set_input_files(art)
    _shown(page, 3)
    expect(page.get_by_label("Copies of elf")).to_have_value("4")
    page.get_by_label("Copies of elf").fill("2")
    page.get_by_label("Copies of elf").blur()
    expect(page.locator("#count")).to_contain_text("4 copies in all")
    page.locator("#back-file").set_input_files(art.parent / "back.png")
    expect(page.locator("#back option:checked")).to_have_text("back.png")
    expect(page.locator("#count")).to_have_text("3 cards, all with a back · 4 copies in all")
    page.locator("#result .card", has_text="dragon").click()
    expect(page.locator("dialog img[data-exact]")).to_be_visible()
    page.get_by_role("button", name="Turn over").click()
    expect(page.locator("dialog img[data-exact][alt='dragon, back']")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Remove dragon").click()

    expect(page.locator("#count")).to_have_text("2 cards, all with a back · 3 copies in all")
    expect(page.locator(".remove").nth(1)).to_be_focused()
    page.get_by_role("button", name="Remove all").click()
    expect(page.locator("#result")).to_contain_text("Your cards will appear here.")
    expect(page.locator("#files")).to_be_focused()


def test_a_disguised_picture_is_named_and_the_others_stay(page: Page, art: Path) -> None:
    _opened(page)
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>window.harmed = 1</script></svg>"
    name = "<img src=x onerror='window.harmed = 2'>.png"
    good = (art / "4x elf.png").read_bytes()
    files: list[FilePayload] = [
        {"name": name, "mimeType": "image/png", "buffer": svg},
        {"name": "elf.png", "mimeType": "image/png", "buffer": good},
        {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"x"},
    ]
    page.locator("#files").set_input_files(files)
    expect(page.locator(".problem[data-severity=error]")).to_contain_text("not a picture, despite its name")
    expect(page.locator("#result .card img.there")).to_have_count(1)
    expect(page.locator("#result .card .badge")).to_have_text("1 error")

    assert page.evaluate("() => window.harmed") is None
    page.get_by_role("button", name="Remove <img").click()
    expect(page.locator(".problem")).to_have_count(0)


def test_nothing_but_other_files_is_said(page: Page) -> None:
    _opened(page)
    page.locator("#files").set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"x"})

    expect(page.locator("#status[data-kind=error]")).to_have_text("notes.txt is not a picture.")


def test_the_pictures_of_a_closed_page_are_deleted(page: Page, art: Path, page_of: Served) -> None:
    _opened(page)
    page.locator("#files").set_input_files(art / "4x elf.png")
    _shown(page, 1)
    address = page.locator("#result .card img").get_attribute("src")
    page.goto("/browse")
    with page_of.client as client:
        wait_for(lambda: client.get(str(address)).status_code == 410, "the pictures to be deleted")


def test_pictures_that_are_gone_are_asked_for_again(page: Page, art: Path, page_of: Served) -> None:
    """Too many other pages were opened meanwhile."""
    _opened(page)
    page.locator("#files").set_input_files(art / "4x elf.png")
    _shown(page, 1)
    folder = str(page.locator("#result .card img").get_attribute("src")).rpartition("/")[0]
    with page_of.client as client:
        client.post(f"{folder}/close", json={}).raise_for_status()
    page.locator("#size").select_option("tarot")
    expect(page.locator("#status[data-kind=error]")).to_have_text("These pictures are no longer here. Drop them again.")
    page.locator("#files").set_input_files(art / "4x elf.png")

    _shown(page, 1)


def test_everything_can_be_done_with_keys(page: Page, art: Path) -> None:
    _opened(page)
    page.locator("body").press("Tab")
    order = []
    for _ in range(12):
        page.keyboard.press("Tab")
        order.append(page.evaluate("() => document.activeElement.id || document.activeElement.textContent"))
    wanted = ["files", "folder", "size", "paper", "backs", "back", "back-file"]

    assert [each for each in order if each in wanted] == wanted
    with page.expect_file_chooser() as chooser:
        page.locator("#files").press("Enter")
    chooser.value.set_files(art / "4x elf.png")
    _shown(page, 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_the_page_is_for_everybody(
    browser: Browser, page_of: Served, art: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    """axe-core finds nothing, empty or full, and the page need not be scrolled sideways."""
    context = browser.new_context(
        base_url=page_of.address, viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    try:
        _opened(page)
        accessible(page)
        page.locator("#folder").set_input_files(art)
        _shown(page, 3)
        page.locator("summary", has_text="Fit, bleed and marks").click()
        page.locator("#edge").select_option("colour")
        expect(page.locator("#colour")).to_be_visible()
        expect(page.locator(".problem").first).to_be_visible()
        accessible(page)
        with page.expect_download():
            page.get_by_role("button", name="Sheets (PDF)").click()
        expect(page.locator("#made li").first).to_be_visible()
        accessible(page)
    finally:
        context.close()


def test_sheets_are_opened_to_print(page: Page, context: BrowserContext, art: Path) -> None:
    _opened(page)
    page.locator("#files").set_input_files(art / "4x elf.png")
    _shown(page, 1)
    with context.expect_page() as opened:
        page.get_by_role("button", name="Open to print").click()
    expect(page.locator("#status")).to_contain_text("open in another tab")
    expect(opened.value).to_have_url(re.compile("/sheets/[0-9]+"))
    answer = page.request.get(opened.value.url)

    assert answer.headers["content-type"] == "application/pdf"
    assert "inline" in answer.headers["content-disposition"]
    assert len(pypdfium2.PdfDocument(answer.body())) == 1
