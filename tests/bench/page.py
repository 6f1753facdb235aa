"""How long somebody waits who looks at the page: after a file is saved, and for cards from a seed.

Takes a folder for a project; gives the best seconds of some tries, from the cause to the pixels in a real browser.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.support.projects import copy_of
from tests.web.conftest import FACE, PACK
from tests.web.serving import drawn_pack, served

TRIES = 12
CARDS = 17
_CHANGED = """([path, old]) => {
  const image = document.querySelector(`.pack[data-path="${path}"] .card img`);
  return image?.complete && image.getAttribute("src") !== old;
}"""
_SHOWN = """([seed, count]) =>
  document.querySelector("#result .count")?.textContent.includes(seed)
  && document.querySelectorAll("#result .card img.there").length === count"""


@contextmanager
def open_page(folder: Path) -> Iterator[Page]:
    """The page of a project with a pack and the faces of its game, in a browser."""
    copy_of(folder, PACK, FACE)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with served(folder) as page, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        yield browser.new_page(base_url=page.address)
        browser.close()


def after_save(page: Page, file: Path, old: str, new: str) -> float:
    """From a save to another picture on the open page."""
    page.goto("/browse")
    page.get_by_label("Search").fill("brakk")
    page.wait_for_function(_CHANGED, arg=[PACK, ""])
    before, times = file.read_text("utf-8"), []
    for number in range(TRIES):
        image = page.locator(f'.pack[data-path="{PACK}"] .card img').first
        shown = image.get_attribute("src")
        page.wait_for_timeout(500)  # until what the last save began is done
        start = time.perf_counter()
        file.write_text(before.replace(old, new.format(number)), encoding="utf-8")
        page.wait_for_function(_CHANGED, arg=[PACK, shown])
        times.append(time.perf_counter() - start)
    file.write_text(before, encoding="utf-8")
    return min(times)


def work_of_a_pack(folder: Path) -> float:
    """Seconds of work, over all processes, from a seed to the pictures of a pack; the first one warms the workers."""
    with served(folder) as page:
        spent = []
        for number in range(1 + TRIES):
            before = page.seconds
            drawn_pack(page, f"work {number}")
            spent.append(page.seconds - before)
    return min(spent[1:])


def after_seed(page: Page) -> float:
    """From a press on the button to all cards of a crew pack; the very first one warms the workers."""
    page.goto("/")
    page.get_by_label("Type").select_option("crew")
    times = []
    for number in range(1 + TRIES):
        seed = f"bench {number}."
        page.get_by_role("textbox", name="Seed").fill(seed)
        start = time.perf_counter()
        page.get_by_role("button", name="Generate").click()
        page.wait_for_function(_SHOWN, arg=[seed, CARDS])
        times.append(time.perf_counter() - start)
    return min(times[1:])
