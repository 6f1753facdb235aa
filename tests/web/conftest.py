"""A project with a pack of its own, its page, and a browser."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support.projects import copy_of
from tests.support.waiting import wait_for
from tests.web.serving import Page as Served
from tests.web.serving import served

PACK = "packs/nebula/crew/brakk.yaml"
FACE = "templates/nebula/faces"
HOSTILE = "packs/nebula/item/hostile.yaml"
NAMES = {
    "script": "<script>window.harmed = 1</script>",
    "image": '"><img src=x onerror="harmed = 2">',
    "entity": "&lt;b&gt; ' \\\" ${window.harmed = 3}",
    "turned": "\u202eevil\u202c \u2066left\u2069 שלום",
}

expect.set_options(timeout=120_000)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a copy of one pack, of the faces, and a pack of somebody who means harm."""
    folder = copy_of(tmp_path_factory.mktemp("project"), PACK, FACE)
    (folder / HOSTILE).parent.mkdir(parents=True)
    cards = "".join(
        f"  - {{id: {id}, name: {_quoted(name)}, group: item, consumable: false, effect: {_quoted(name)}}}\n"
        for id, name in NAMES.items()
    )
    name = _quoted(NAMES["script"])
    (folder / HOSTILE).write_text(
        f"kind: item\nsystem: nebula\nid: hostile\nname: {name}\ncards:\n{cards}", encoding="utf-8"
    )
    return folder


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@pytest.fixture(scope="session")
def page_of(folder: Path) -> Iterator[Served]:
    """The page of the project."""
    with served(folder) as page:
        yield page


@pytest.fixture(autouse=True)
def _as_it_was(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests share one page: whoever changes a file puts it back, and leaves when the page has seen that too."""
    if "page_of" not in request.fixturenames:
        yield
        return
    page_of: Served = request.getfixturevalue("page_of")
    before = _saved(page_of.folder)
    yield
    if _saved(page_of.folder) != before:
        face = page_of.folder / FACE / "crew.yaml"
        with page_of.client as client:
            revision = client.get("/api/about").json()["revision"]
            face.write_bytes(face.read_bytes())
            wait_for(lambda: client.get("/api/about").json()["revision"] != revision, "the page to see the last save")


def _saved(folder: Path) -> dict[str, int]:
    """When each file of a project was saved last."""
    return {str(file): file.stat().st_mtime_ns for file in sorted(folder.rglob("*")) if file.is_file()}


@pytest.fixture(scope="module")  # not longer: while Playwright is open, no other test can run an event loop
def browser() -> Iterator[Browser]:
    """Debian's Chromium, as `make tools` installs it."""
    chromium = shutil.which("chromium")
    assert chromium, "`make tools` installs chromium"
    # As root, as in a container, Chromium has no sandbox of its own to start.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser, page_of: Served) -> Iterator[BrowserContext]:
    """A browser that nobody has used before; anything that goes wrong in it fails the test."""
    opened = browser.new_context(base_url=page_of.address, viewport={"width": 1280, "height": 900})
    opened.set_default_timeout(120_000)
    opened.grant_permissions(["clipboard-read", "clipboard-write"])
    yield opened
    opened.close()


def _is_fault(line: str) -> bool:
    # A folder that cannot be written is a 500; a bug of ours is one too, and told by the server (serving.py).
    return not re.search("the server responded with a status of [45]", line)


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab of it."""
    faults: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    # Chromium tells of every refusal, and refusals are part of what is tested.
    opened.on(
        "console", lambda line: faults.append(line.text) if line.type == "error" and _is_fault(line.text) else None
    )
    yield opened
    assert faults == []
