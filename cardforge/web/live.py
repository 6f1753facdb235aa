"""Watch the project's files and notify every open page of changes.

Takes the project's folder; sends revisions: a number that grows with every change, and the paths that changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from watchfiles import Change, DefaultFilter, awatch

FOLDERS = ("packs", "schemas", "templates")
_QUIET = 30  # milliseconds without a change; joins a save in several steps into one change
_AT_MOST = 250  # milliseconds; upper limit of that debouncing
_LOOK = 2_000  # milliseconds between checks for new or removed folders
_ALIVE = 15.0  # seconds between keep-alive comments, which detect closed pages
MOST_PAGES = 64
_MAX_PATHS = 100  # per change; a longer list is sent as an empty one, which means "everything"
_log = logging.getLogger("cardforge.web")


class _Filter(DefaultFilter):
    """Ignores the hidden temporary files that editors create while saving."""

    def __call__(self, change: Change, path: str) -> bool:
        return super().__call__(change, path) and not Path(path).name.startswith(".")


class Live:
    """Watches one project and notifies its pages."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.revision = 0
        self._pages: set[asyncio.Queue[str]] = set()
        self._stop = asyncio.Event()
        self._polls = False  # poll the files, if the system cannot report changes

    @property
    def pages(self) -> int:
        """The number of open pages."""
        return len(self._pages)

    async def watch(self) -> None:
        """Watch until stopped; an added or removed folder counts as a change of everything."""
        folders = self._folders()
        came = False
        while not self._stop.is_set():
            await self._watch(folders, came)
            came = self._folders() != folders
            if came:
                folders = self._folders()
                self.changed([])

    async def _watch(self, folders: list[Path], came: bool) -> None:
        if not folders:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), _LOOK / 1000)
            return
        changes = awatch(
            *folders,
            watch_filter=_Filter(),
            debounce=_AT_MOST,
            step=_QUIET,
            stop_event=self._stop,
            rust_timeout=_LOOK,
            yield_on_timeout=True,
            force_polling=self._polls or None,
        )
        try:
            async for found in changes:
                if came:  # files may have been added to a new folder before it was watched
                    self.changed([])
                    came = False
                elif found:
                    self.changed(sorted({self._shown(path) for _, path in found}))
                if self._folders() != folders:
                    return
        except FileNotFoundError:  # a folder was just removed; the next check notices
            return
        except (OSError, RuntimeError) as error:  # for example, other programs use up all inotify watches
            if self._polls:
                raise
            _log.warning("cannot watch files for changes, polling instead: %s", error)
            self._polls = True

    def _folders(self) -> list[Path]:
        return [self._root / name for name in FOLDERS if (self._root / name).is_dir()]

    def _shown(self, path: str) -> str:
        file = Path(path)
        return file.relative_to(self._root).as_posix() if file.is_relative_to(self._root) else file.name

    def changed(self, paths: list[str]) -> None:
        """Start a new revision and notify every page."""
        self.revision += 1
        sent = paths if len(paths) <= _MAX_PATHS else []
        news = f"data: {json.dumps({'revision': self.revision, 'paths': sent})}\n\n"
        for page in self._pages:
            page.put_nowait(news)

    def stop(self) -> None:
        """Stop watching and close the streams of all pages."""
        self._stop.set()
        for page in self._pages:
            page.put_nowait("")

    async def news(self) -> AsyncIterator[str]:
        """The server-sent events for one page, until it disconnects."""
        page: asyncio.Queue[str] = asyncio.Queue()
        self._pages.add(page)
        try:
            yield f"retry: 500\ndata: {json.dumps({'revision': self.revision, 'paths': []})}\n\n"
            while not self._stop.is_set():
                try:
                    yield await asyncio.wait_for(page.get(), _ALIVE)
                except TimeoutError:
                    yield ": keep-alive\n\n"
        finally:
            self._pages.discard(page)
