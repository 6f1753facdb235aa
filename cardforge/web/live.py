"""Notice that files of the project were saved, and tell every open page.

Takes the project's folder; gives revisions: a number that grows with every change, and the paths that changed.
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
_QUIET = 30  # milliseconds without a change, so that a save in several steps is one change
_AT_MOST = 250  # milliseconds to wait for quiet
_LOOK = 2_000  # milliseconds between looks for folders that were not there before
_ALIVE = 15.0  # seconds between signs of life, by which a lost page is noticed
MOST_PAGES = 64
_TOLD = 100  # paths of one change; more are told as none, which means all
_log = logging.getLogger("cardforge.web")


class _Filter(DefaultFilter):
    """Passes over what editors leave beside a file while they save it."""

    def __call__(self, change: Change, path: str) -> bool:
        return super().__call__(change, path) and not Path(path).name.startswith(".")


class Live:
    """The changes of one project."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.revision = 0
        self._pages: set[asyncio.Queue[str]] = set()
        self._stop = asyncio.Event()
        self._polls = False  # look at every file again and again, where the system does not tell of changes

    @property
    def pages(self) -> int:
        """How many are open."""
        return len(self._pages)

    async def watch(self) -> None:
        """Watch until stopped; a folder that comes or goes is a change of everything in it."""
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
                if came:  # what was put into a new folder before anybody watched it
                    self.changed([])
                    came = False
                elif found:
                    self.changed(sorted({self._shown(path) for _, path in found}))
                if self._folders() != folders:
                    return
        except FileNotFoundError:  # a folder has gone just now; the next look sees that
            return
        except (OSError, RuntimeError) as error:  # a system has only so many watches, and editors take them all
            if self._polls:
                raise
            _log.warning("files are looked at again and again, because the system does not tell of changes: %s", error)
            self._polls = True

    def _folders(self) -> list[Path]:
        return [self._root / name for name in FOLDERS if (self._root / name).is_dir()]

    def _shown(self, path: str) -> str:
        file = Path(path)
        return file.relative_to(self._root).as_posix() if file.is_relative_to(self._root) else file.name

    def changed(self, paths: list[str]) -> None:
        """Begin a new revision, and tell every page."""
        self.revision += 1
        told = paths if len(paths) <= _TOLD else []
        news = f"data: {json.dumps({'revision': self.revision, 'paths': told})}\n\n"
        for page in self._pages:
            page.put_nowait(news)

    def stop(self) -> None:
        """Let every page go."""
        self._stop.set()
        for page in self._pages:
            page.put_nowait("")

    async def news(self) -> AsyncIterator[str]:
        """What one page is told, as server-sent events, until it leaves."""
        page: asyncio.Queue[str] = asyncio.Queue()
        self._pages.add(page)
        try:
            yield f"retry: 500\ndata: {json.dumps({'revision': self.revision, 'paths': []})}\n\n"
            while not self._stop.is_set():
                try:
                    yield await asyncio.wait_for(page.get(), _ALIVE)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            self._pages.discard(page)
