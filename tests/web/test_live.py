"""Changes of files: seen wherever the page was started, and whatever the system can tell of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page as BrowserPage
from playwright.sync_api import expect
from watchfiles import awatch

from cardforge.web import live as live_module
from cardforge.web.live import Live
from tests.conftest import REPOSITORY
from tests.support.projects import copy_of
from tests.support.waiting import wait_for, wait_for_async
from tests.web.conftest import PACK
from tests.web.serving import Page as Served
from tests.web.serving import served


def _about(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/about").raise_for_status().json()
    return found


def test_a_folder_that_becomes_a_project_is_one(tmp_path: Path) -> None:
    """Somebody starts the page first and puts their packs there afterwards."""
    folder = tmp_path / "later"
    folder.mkdir()
    with served(folder) as page, page.client as client:
        assert not _about(client)["saves"]
        copy_of(folder, PACK)
        wait_for(lambda: _about(client)["saves"], "the folder to become a project")
        wait_for(
            lambda: PACK in [pack["path"] for pack in client.get("/api/packs").json()["packs"]],
            "the pack in the gallery",
        )


def test_a_page_that_is_started_among_the_packs_is_about_their_project(tmp_path: Path) -> None:
    copy_of(tmp_path, PACK)
    with served(tmp_path / "packs") as page, page.client as client:
        before = _about(client)
        assert before["saves"]
        (tmp_path / PACK).write_bytes((REPOSITORY / PACK).read_bytes() + b"\n")
        wait_for(lambda: _about(client)["revision"] > before["revision"], "another revision")
        asked = {"game": "nebula", "type": "crew", "seed": "salt", "options": {}}
        saved = client.post("/api/generate/save", json=asked).raise_for_status().json()["paths"]

    assert [path.rpartition("/")[0] for path in saved] == ["nebula/crew"]
    assert all((tmp_path / "packs" / path).is_file() for path in saved)


def test_files_are_looked_at_where_the_system_does_not_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A system has only so many watches, and editors take them all."""
    asked: list[Any] = []

    async def few(*folders: Path, **given: Any) -> AsyncIterator[Any]:
        asked.append(given["force_polling"])
        if not given["force_polling"]:
            raise OSError("OS file watch limit reached")
        async for found in awatch(*folders, **given):
            yield found

    async def revision() -> int:
        live = Live(tmp_path)
        watching = asyncio.ensure_future(live.watch())

        def saved_and_seen() -> int:  # saved until it is seen: what was there before the first look is no change
            (tmp_path / "packs" / "one.yaml").write_text(os.urandom(4).hex(), encoding="utf-8")
            return live.revision

        await wait_for_async(saved_and_seen, "a change to be seen")
        live.stop()
        await watching
        return live.revision

    (tmp_path / "packs").mkdir()
    monkeypatch.setattr(live_module, "awatch", few)

    assert asyncio.run(revision()) > 0
    assert asked == [None, True]
    assert "watch limit reached" in caplog.text


def test_a_folder_that_goes_while_it_is_looked_at_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "packs").mkdir()
    asked: list[Any] = []

    async def gone(*folders: Path, **given: Any) -> AsyncIterator[Any]:
        asked.append(folders)
        if len(asked) == 1:
            raise FileNotFoundError(folders[0])
        async for found in awatch(*folders, **given):
            yield found

    async def watched() -> None:
        live = Live(tmp_path)
        watching = asyncio.ensure_future(live.watch())
        await wait_for_async(lambda: len(asked) >= 2, "the folder to be looked at again")
        live.stop()
        await asyncio.wait_for(watching, 30)

    monkeypatch.setattr(live_module, "awatch", gone)
    asyncio.run(watched())


def test_a_page_that_was_refused_asks_for_news_again(page: BrowserPage, page_of: Served) -> None:
    """A browser does not: after one busy moment the page would never again show what was saved."""
    page.route("**/api/live", lambda route: route.fulfill(status=503), times=1)
    file = page_of.folder / PACK
    before = file.read_text("utf-8")
    with page.expect_request("**/api/live"):
        page.goto("/browse")
    with page.expect_request("**/api/live"):
        expect(page.locator(f'.pack[data-path="{PACK}"] h2')).to_have_text("Brakk")
    try:
        file.write_text(before.replace("name: Brakk\n", "name: Brakk the Late\n"), encoding="utf-8")
        expect(page.locator(f'.pack[data-path="{PACK}"] h2')).to_have_text("Brakk the Late")
    finally:
        file.write_text(before, encoding="utf-8")
