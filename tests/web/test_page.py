"""The page as somebody uses it, in a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

import pypdfium2
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect
from playwright.sync_api import Page as Tab

from tests.conftest import REPOSITORY
from tests.support.waiting import wait_for
from tests.web.conftest import FACE, HOSTILE, NAMES, PACK
from tests.web.holding import Held
from tests.web.serving import Page as Served

AXE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardforge" / "axe.min.js"
SEED = "salt and lanterns"
VERSION = re.findall(r"version = (\d+)", (REPOSITORY / "templates/nebula/recipes/crew.star").read_text("utf-8"))[0]
ADDRESS = f"/?game=nebula&type=crew&seed=salt+and+lanterns&v={VERSION}"
CARDS = 17


def _cardforge(*arguments: str, cwd: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-m", "cardforge", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True, text=True).stdout


def _drawn(page: Tab, count: int = CARDS) -> Locator:
    """The cards, once all of them are there."""
    expect(page.locator("#result .card img.there")).to_have_count(count)
    return page.locator("#result .card")


def _build_deck(page: Tab) -> None:
    """The form of a player's deck, whatever other games there are."""
    page.goto("/check")
    deck = page.locator("#kind option", has_text="Player deck")
    page.locator("#kind").select_option(deck.get_attribute("value"))


def _bytes(page: Tab, image: Locator) -> bytes:
    """What the browser got for a picture."""
    answer = page.request.get(str(image.evaluate("image => image.src")))
    assert answer.ok
    return answer.body()


def test_somebody_new_prints_a_pack_with_two_clicks(page: Page, context: BrowserContext) -> None:
    """Whatever is in the form when the page opens can be generated and printed as it is."""
    page.goto("/")
    page.get_by_role("button", name="Generate").click()
    _drawn(page)
    page.locator("#backs").select_option("long-edge")
    with context.expect_page() as opened:
        page.get_by_role("button", name="Print", exact=True).click()
    expect(page.locator("#status")).to_contain_text("open in another tab")
    expect(opened.value).to_have_url(re.compile("/api/sheets"))
    sheets = page.request.get(opened.value.url)

    assert sheets.headers["content-type"] == "application/pdf"
    assert sheets.body().startswith(b"%PDF")


def test_cards_of_a_seed_are_the_very_pictures_of_the_command_line(page: Page, tmp_path: Path) -> None:
    _cardforge("generate", "crew", "--seed", SEED, "-o", "pack", cwd=tmp_path)
    _cardforge("render", "pack", "--as", "png", "-o", "pictures", cwd=tmp_path)
    pictures = {file.read_bytes() for file in (tmp_path / "pictures").iterdir()}
    page.goto("/")
    page.get_by_role("textbox", name="Seed").fill(SEED)
    page.get_by_role("button", name="Generate").click()
    cards = _drawn(page)
    shown = []
    for number in (0, 6, CARDS - 1):
        cards.nth(number).click()
        exact = page.locator("dialog img[data-exact]")
        expect(exact).to_be_visible()
        shown.append(_bytes(page, exact))
        page.get_by_role("button", name="Turn over").click()
        expect(page.locator("dialog img[data-exact][alt$=back]")).to_be_visible()
        shown.append(_bytes(page, page.locator("dialog img[data-exact]")))
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_be_hidden()

    assert len(set(shown)) > 3
    assert set(shown) <= pictures


def test_a_link_leads_to_the_same_cards(page: Page, context: BrowserContext) -> None:
    page.goto("/")
    page.get_by_label("Type").select_option("equipment")
    page.get_by_role("textbox", name="Seed").fill("a & b?#%")
    page.locator("[data-option=power]").fill("7")
    page.get_by_role("button", name="Generate").click()
    first = _drawn(page, 13)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#status")).to_contain_text("copied")
    link = page.evaluate("() => navigator.clipboard.readText()")
    other = context.new_page()
    other.goto(link)
    _drawn(other, 13)

    assert "set.power=7" in link
    assert "v=" in link
    assert other.locator("#result .name").all_inner_texts() == first.locator(".name").all_inner_texts()
    assert _bytes(other, other.locator("#result img").first) == _bytes(page, page.locator("#result img").first)
    expect(other.locator(".notice")).to_have_count(0)


def test_a_link_of_another_recipe_says_so(page: Page) -> None:
    page.goto(ADDRESS.replace(f"v={VERSION}", "v=77"))
    _drawn(page)

    expect(page.locator(".notice")).to_contain_text(f"version 77 of the recipe. The current version is {VERSION}")


def test_everything_can_be_downloaded(page: Page) -> None:
    page.goto(ADDRESS)
    _drawn(page)
    endings = {"Sheets (PDF)": b"%PDF", "Pictures (PNG)": b"PK", "File (YAML)": b"#"}
    for name, start in endings.items():
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert Path(download.value.path()).read_bytes().startswith(start), name


def test_a_wish_that_cannot_be_met_is_told(page: Page) -> None:
    page.goto(f"{ADDRESS}&set.power=99")

    expect(page.locator(".refusal")).to_contain_text("cannot be `99`")


def test_an_illegal_deck_turns_the_right_rule_red(page: Page) -> None:
    _build_deck(page)
    page.locator("#sample").select_option(label="Fast Mail")
    rule = page.locator(".rule[data-code=NB205]")
    expect(page.locator(".verdict")).to_have_attribute("data-legal", "yes")
    expect(rule).to_have_attribute("data-status", "pass")
    crew = page.locator("[data-field=crew]")
    crew.get_by_label("Tovan Reel").uncheck()
    expect(crew.locator("legend")).to_have_text("Crew · 3 picked")

    expect(rule).to_have_attribute("data-status", "error")
    expect(rule).to_contain_text("42 shuffled cards, at least 48 are needed")
    expect(page.locator(".verdict")).to_have_attribute("data-legal", "no")
    crew.get_by_label("Tovan Reel").check()
    expect(rule).to_have_attribute("data-status", "pass")


def test_rules_that_do_not_apply_are_counted_and_can_be_opened(page: Page) -> None:
    _build_deck(page)
    page.locator("#sample").select_option(label="Fast Mail")
    others = page.locator(".other-rules")
    expect(others.locator("summary")).to_have_text(re.compile("^1 rule does|[0-9]+ rules do not apply$"))
    expect(others.locator(".rule").first).to_be_hidden()
    others.locator("summary").click()

    expect(others.locator(".rule").first).to_be_visible()
    expect(others.locator(".rule").first).to_contain_text("Not applicable")
    expect(page.locator("#report > .rules .rule[data-status=pass]").first).to_be_visible()
    expect(page.locator("#report > .rules .rule[data-status=none]")).to_have_count(0)


def test_a_deck_can_be_built_from_nothing_and_taken_away(page: Page) -> None:
    _build_deck(page)
    expect(page.locator(".rule").first).to_be_visible()
    for field, name in (("crew", "Ada Voss"), ("crew", "Brakk"), ("equipment", "Rail Lance"), ("items", "Coffee Tin")):
        control = page.locator(f"[data-field={field}]").get_by_label(name)
        if control.get_attribute("type") == "checkbox":
            control.check()
        else:
            control.fill("2")
            control.blur()
    expect(page.locator("[data-field=items] legend")).to_have_text("Items · 2 picked")
    expect(page.locator(".rule[data-code=NB202]")).to_contain_text("2 crew packs")
    with page.expect_download() as download:
        page.get_by_role("button", name="File (YAML)").click()
    text = Path(download.value.path()).read_text("utf-8")
    with page.expect_download() as sheets:
        page.get_by_role("button", name="Sheets (PDF)").click()

    assert "crew: [ada-voss, brakk]\n" in text
    assert "items: [coffee-tin, coffee-tin]\n" in text
    assert Path(sheets.value.path()).read_bytes().startswith(b"%PDF")


def test_an_opened_file_is_judged_and_put_into_the_form(page: Page) -> None:
    page.goto("/check")
    expect(page.locator(".verdict")).to_be_visible()
    deck = (REPOSITORY / "packs/nebula/scenarios/the-dark-lamps.yaml").read_text("utf-8")
    page.locator("#file").set_input_files(
        {"name": "mine.yaml", "mimeType": "application/yaml", "buffer": deck.encode()}
    )

    expect(page.locator(".verdict")).to_contain_text("The Dark Lamps: legal")
    expect(page.locator("#kind option:checked")).to_contain_text("Scenario")
    expect(page.locator("[data-field=npcs] legend")).to_have_text("Npcs · 4 picked")
    page.locator("#file").set_input_files(
        {"name": "torn.yaml", "mimeType": "application/yaml", "buffer": b"kind: deck\n  name: [\n"}
    )
    expect(page.locator(".problem[data-severity=error]").first).to_contain_text("torn.yaml:2")


def test_a_loadout_is_shown_on_its_mat(page: Page) -> None:
    page.goto("/check")
    loadout = (REPOSITORY / "packs/drift/loadout/first-ship.yaml").read_text("utf-8")
    page.locator("#file").set_input_files(
        {"name": "mine.yaml", "mimeType": "application/yaml", "buffer": loadout.encode()}
    )

    expect(page.locator(".verdict")).to_contain_text("First Ship: legal")
    picture = page.get_by_role("img", name="as it prints")
    expect(picture).to_be_visible()
    width, height = picture.evaluate("canvas => [canvas.width, canvas.height]")
    assert width / height == pytest.approx(186 / 263, abs=0.002)
    seen = picture.evaluate(
        "canvas => [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height / 2).data]"
    )
    assert len({tuple(seen[at : at + 3]) for at in range(0, len(seen), 4000)}) > 5


def test_a_file_that_is_dragged_onto_the_page_is_judged(page: Page, context: BrowserContext) -> None:
    """As somebody does it with the mouse: the browser itself makes the events."""
    page.goto("/check")
    expect(page.locator(".verdict")).to_be_visible()
    dropped = REPOSITORY / "packs/nebula/scenarios/the-dark-lamps.yaml"
    mouse = context.new_cdp_session(page)

    def drag(kind: str) -> None:
        data = {"items": [], "files": [str(dropped)], "dragOperationsMask": 1}
        mouse.send("Input.dispatchDragEvent", {"type": kind, "x": 640, "y": 450, "data": data})

    drag("dragEnter")
    drag("dragOver")
    expect(page.locator("body.dropping")).to_be_attached()
    drag("drop")

    expect(page.locator(".verdict")).to_contain_text("The Dark Lamps: legal")
    expect(page.locator("#kind option:checked")).to_contain_text("Scenario")
    expect(page.locator("body.dropping")).not_to_be_attached()
    assert page.url.endswith("/check")


def test_parts_are_given_from_a_list_of_those_who_were_picked(page: Page) -> None:
    page.goto("/check")
    scenario = page.locator("#kind option", has_text="Scenario").first
    page.locator("#kind").select_option(scenario.get_attribute("value"))
    page.locator("#sample").select_option(label="The Dark Lamps")
    cast, rule = page.locator("[data-field=cast]"), page.locator(".rule[data-code=NB302]")
    expect(cast.locator("legend")).to_have_text("Cast · 0 of 4 picked")
    expect(rule).to_have_attribute("data-status", "pass")
    assert cast.get_by_label("1: Lamp Warden").locator("option").all_inner_texts()[1:] == sorted(
        page.locator("[data-field=npcs] .pick:has(:checked)").all_inner_texts()
    )
    cast.get_by_label("4: class patrol").select_option(label="Lamp Warden")
    expect(rule).to_have_attribute("data-status", "error")
    expect(rule).to_contain_text("does not fit slot 4")
    expect(cast.locator("legend")).to_have_text("Cast · 1 of 4 picked")
    cast.get_by_label("4: class patrol").select_option(label="Any that fits")
    expect(rule).to_have_attribute("data-status", "pass")
    cast.get_by_label("1: Lamp Warden").select_option(label="Lamp Warden")
    expect(page.locator("#text")).to_have_value(re.compile('\\ncast: {"1": lamp-warden}\\n'))
    page.locator("[data-field=npcs]").get_by_label("Lamp Warden").uncheck()

    expect(cast.get_by_label("1: Lamp Warden").locator("option:checked")).to_have_text("lamp-warden (missing)")
    expect(rule).to_have_attribute("data-status", "error")


def test_a_choice_of_numbers_stays_a_number(page: Page) -> None:
    page.goto("/check")
    build = page.locator("#kind option", has_text="Build (Armada)")
    page.locator("#kind").select_option(build.get_attribute("value"))
    page.locator("#sample").select_option(label="First edition")
    edition = page.locator("#field-edition")
    expect(edition.locator("option:checked")).to_have_text("1")
    edition.select_option("2")

    expect(page.locator("#text")).to_have_value(re.compile("\nedition: 2\n"))


def test_what_is_taken_away_has_the_newest_pick_in_it(page: Page) -> None:
    """Somebody may be faster than the rules."""
    _build_deck(page)
    expect(page.locator(".rule").first).to_be_visible()
    held = Held(page, "**/api/check")
    with page.expect_request("**/api/check"):
        page.locator("[data-field=crew]").get_by_label("Ada Voss").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="File (YAML)").click()
        held.let_go()

    assert "crew: [ada-voss]\n" in Path(download.value.path()).read_text("utf-8")


def test_an_old_question_that_is_late_says_nothing(page: Page) -> None:
    """The page says that it is checking while it waits for the newest verdict, and no longer."""
    page.clock.install()
    _build_deck(page)
    expect(page.locator(".rule").first).to_be_visible()
    held = Held(page, "**/api/check")
    page.locator("[data-field=crew]").get_by_label("Ada Voss").check()
    page.locator("[data-field=crew]").get_by_label("Brakk").check()
    expect(page.locator(".rule[data-code=NB202]")).to_contain_text("2 crew packs")
    page.clock.fast_forward(600)  # longer than an answer may take before the page says that it is checking
    expect(page.locator("#status")).to_be_empty()
    with page.expect_response("**/api/check"):
        held.let_go()
    page.clock.fast_forward(600)

    expect(page.locator("#status")).to_be_empty()
    expect(page.locator(".rule[data-code=NB202]")).to_contain_text("2 crew packs")


def test_packs_are_found_by_words_and_cards_enlarged(page: Page) -> None:
    page.goto("/browse")
    expect(page.locator(".pack").first).to_be_visible()
    page.get_by_label("Search").fill("brakk")
    shown = page.locator(".pack:visible")
    expect(shown.first).to_have_attribute("data-path", PACK)
    expect(shown.first.locator(".card img.there").first).to_be_visible()
    shown.first.locator(".card").nth(3).click()
    expect(page.locator("dialog img[data-exact]")).to_be_visible()
    first = page.locator("#viewer-title").inner_text()
    page.keyboard.press("ArrowRight")

    expect(page.locator("#viewer-title")).not_to_have_text(first)
    page.keyboard.press("Escape")
    page.get_by_label("Search").fill("xyzzy")
    expect(page.locator("#count")).to_contain_text("No matches")


def test_a_pack_is_printed_from_the_gallery(page: Page, context: BrowserContext) -> None:
    page.goto("/browse")
    page.locator("summary", has_text="Paper and backs").click()
    page.get_by_label("Paper").select_option("letter")
    with context.expect_page() as opened:
        page.get_by_role("button", name="Print Brakk").click()
    expect(page.locator("#status")).to_contain_text("open in another tab")
    expect(opened.value).to_have_url(re.compile("/api/sheets"))
    sheets = page.request.get(opened.value.url)
    document = pypdfium2.PdfDocument(sheets.body())

    assert "brakk.pdf" in sheets.headers["content-disposition"]
    assert document.get_page_size(0) == (612.0, 792.0)
    assert len(document) == 2  # nine cards and eight


def test_a_saved_mistake_shows_on_its_card_and_goes_when_it_is_mended(page: Page, page_of: Served) -> None:
    file = page_of.folder / PACK
    before = file.read_text("utf-8")
    page.goto("/browse")
    pack = page.locator(f'.pack[data-path="{PACK}"]')
    expect(pack).to_be_attached()
    names = pack.locator(".card .name").all_inner_texts()
    wrong = before.replace("supersedes: ", "supersedes: nobody-", 1)
    assert wrong != before
    try:
        file.write_text(wrong, encoding="utf-8")
        expect(pack.locator(".badge[data-severity=error]")).to_have_count(1)
        card = pack.locator(".card", has=page.locator(".badge")).locator(".name").inner_text()
    finally:
        file.write_text(before, encoding="utf-8")

    assert card in names[1:]
    expect(pack.locator(".badge")).to_have_count(0)


def test_a_saved_pack_and_a_saved_face_change_the_open_page_with_few_requests(page: Page, page_of: Served) -> None:
    """The page is not loaded again: it asks for what was saved and for pictures. `make bench` has the time."""
    pack, face = page_of.folder / PACK, page_of.folder / FACE / "crew.yaml"
    edits = {pack: ("name: Brakk\n", "name: Brakk {}\n"), face: ("height: 0.9, fill", "height: 1.{}, fill")}
    before = {file: file.read_text("utf-8") for file in edits}
    page.goto("/browse")
    page.get_by_label("Search").fill("brakk")
    image = page.locator(f'.pack[data-path="{PACK}"] .card img').first
    expect(page.locator(f'.pack[data-path="{PACK}"] .card img.there').first).to_be_visible()
    page.evaluate("() => { window.stayed = true; }")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    try:
        for file, (old, new) in edits.items():
            for number in range(1, 3):
                shown = image.get_attribute("src"), _bytes(page, image)
                asked.clear()
                file.write_text(before[file].replace(old, new.format(number)), encoding="utf-8")
                _until_other(image, str(shown[0]))
                assert asked.count("/api/packs") <= 2  # one for a pack, and a system may tell of one save twice
                assert set(asked) <= {"/api/packs", "/api/picture", "/api/drawn"}
                assert _bytes(page, image) != shown[1]
    finally:
        for file, text in before.items():
            file.write_text(text, encoding="utf-8")

    expect(page.locator(f'.pack[data-path="{PACK}"] .card .name').first).to_have_text("Brakk")
    assert page.evaluate("() => window.stayed") is True


def test_whoever_is_in_a_pack_stays_there_when_it_is_saved(page: Page, page_of: Served) -> None:
    file = page_of.folder / PACK
    before = file.read_text("utf-8")
    page.goto("/browse")
    pack = page.locator(f'.pack[data-path="{PACK}"]')
    pack.scroll_into_view_if_needed()
    expect(pack.locator(".card img.there").first).to_be_visible()
    pack.locator(".card").nth(2).focus()
    try:
        file.write_text(before.replace("name: Brakk\n", "name: Brakk the Patient\n"), encoding="utf-8")
        expect(pack.locator("h2")).to_have_text("Brakk the Patient")
        expect(pack.locator(".card").nth(2)).to_be_focused()
    finally:
        file.write_text(before, encoding="utf-8")

    expect(pack.locator("h2")).to_have_text("Brakk")


def test_a_saved_face_renews_pictures_and_nothing_else(page: Page, page_of: Served) -> None:
    """Those in view at once, others when they are seen: packs are neither read nor laid out again."""
    face = page_of.folder / FACE / "crew.yaml"
    before = face.read_text("utf-8")
    page.goto("/browse")
    page.get_by_label("Type").select_option("crew")
    shown = page.locator(".pack:visible")
    expect(shown.first.locator(".card img.there").first).to_be_visible()
    first, last = (f"path={each.get_attribute('data-path')}&" for each in (shown.first, shown.last))
    revision = str(shown.first.locator("img").first.get_attribute("src")).rpartition("&")[2]
    page.evaluate("() => { window.sections = [...document.querySelectorAll('.pack')]; }")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(unquote(request.url)))

    def renews(path: str) -> Callable[[Request], bool]:
        return lambda request: path in unquote(request.url) and not request.url.endswith(revision)

    try:
        with page.expect_request(renews(first)):
            face.write_text(before.replace("height: 0.9, fill", "height: 1.4, fill"), encoding="utf-8")
        others = [address for address in asked if last in address or "/api/packs" in address]
        with page.expect_request(renews(last)):
            shown.last.scroll_into_view_if_needed()
    finally:
        face.write_text(before, encoding="utf-8")

    assert others == []
    assert page.evaluate("() => window.sections.every((each, at) => each === document.querySelectorAll('.pack')[at])")


@pytest.mark.parametrize("path", ["/browse", "/check"])
def test_names_that_mean_harm_stay_names(page: Page, path: str) -> None:
    if path == "/browse":
        page.goto(path)
        section = page.locator(f'.pack[data-path="{HOSTILE}"]')
        section.scroll_into_view_if_needed()
        expect(section.locator("h2")).to_have_text(NAMES["script"])
        expect(section.locator(".card img.there")).to_have_count(len(NAMES))
        assert section.locator(".card .name").all_inner_texts() == list(NAMES.values())
        section.locator(".card").nth(1).click()
        expect(page.locator("#viewer-title")).to_have_text(NAMES["image"])
    else:
        _build_deck(page)
        items = page.locator("[data-field=items]")
        expect(items.locator(".pick", has_text=NAMES["image"])).to_be_visible()
        text = "kind: deck\nsystem: nebula\nname: '<script>window.harmed = 4</script>'\ncrew: ['<b>']\n"
        page.locator("summary", has_text="Edit as text").click()
        page.locator("#text").fill(text)
        expect(page.locator(".verdict")).to_contain_text("<script>window.harmed = 4</script>")

    assert page.evaluate("() => window.harmed") is None
    assert page.locator("script").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pages_are_for_everybody(
    browser: Browser, page_of: Served, scheme: Literal["light", "dark"], width: int
) -> None:
    """axe-core finds nothing on any page, and no page has to be scrolled sideways."""
    # Only to bring the checker into the page, which our policy rightly forbids.
    context = browser.new_context(
        base_url=page_of.address, viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    try:
        page.goto(ADDRESS)
        _drawn(page)
        accessible(page)
        page.locator("#result .card").first.click()
        expect(page.locator("dialog img[data-exact]")).to_be_visible()
        accessible(page)
        page.goto("/?game=armada&type=map&seed=one")
        expect(page.locator("#result .file")).to_be_visible()
        accessible(page)
        page.goto("/?game=nebula&type=crew&seed=x&set.power=99")
        expect(page.locator(".refusal")).to_be_visible()
        accessible(page)
        page.goto("/browse")
        expect(page.locator(".card img.there").first).to_be_visible()
        accessible(page)
        page.goto("/check")
        expect(page.locator(".rule").first).to_be_visible()
        accessible(page)
    finally:
        context.close()


def accessible(page: Tab) -> None:
    """Nothing that axe-core knows of keeps anybody out, and nothing lies beside the screen."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        "async () => (await axe.run()).violations.map("
        "rule => `${rule.id}: ${rule.nodes.map(node => node.html).slice(0, 3)}`)"
    )
    assert found == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")


def test_everything_can_be_done_with_keys(page: Page) -> None:
    page.goto(ADDRESS)
    cards = _drawn(page)
    cards.nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog img[data-exact]")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")

    expect(page.locator("dialog")).to_be_hidden()
    expect(cards.nth(1)).to_be_focused()


def _until_other(image: Locator, old: str) -> None:
    """Wait until another picture is on the screen."""
    shown = "image => image.complete && image.getAttribute('src')"
    wait_for(lambda: image.evaluate(shown) not in (old, False), "another picture")
