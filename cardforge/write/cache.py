"""What was made before, by what it was made from: a card that did not change is not drawn again.

One file in the user's cache folder, safe to delete at any time. Keys are hashes of everything that goes into a result;
the program itself is part of every key, so that a new version starts afresh.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from cardforge.core.folders import cache_folder

MAX_BYTES = 500_000_000  # then the half that was longest unused goes


class Cache:
    """Results by key. Where no file can be kept, nothing is remembered, and everything works the same."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or cache_folder() / "results.sqlite"
        self._base = _program()
        self._rows = self._open()

    def key(self, *parts: str | bytes) -> bytes:
        """The key of a result that was made from these parts."""
        found = self._base.copy()
        for part in parts:
            data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
            found.update(len(data).to_bytes(8, "big"))
            found.update(data)
        return found.digest()

    def get(self, key: bytes) -> bytes | None:
        """A result, if it was made before."""
        if self._rows is None:
            return None
        found = None
        with _unharmed():
            found = self._rows.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()
        return bytes(found[0]) if found else None

    def put(self, results: Iterable[tuple[bytes, bytes]]) -> None:
        """Remember results."""
        if self._rows is None:
            return
        with _unharmed(), self._rows:
            self._rows.executemany("INSERT OR REPLACE INTO results (key, result) VALUES (?, ?)", results)

    def close(self) -> None:
        """Make room if need be, and let the file go."""
        if self._rows is None:
            return
        with _unharmed():
            if self._file.stat().st_size > MAX_BYTES:
                with self._rows:  # rows are numbered in the order they were written
                    self._rows.execute(
                        "DELETE FROM results WHERE rowid <= (SELECT (min(rowid) + max(rowid)) / 2 FROM results)"
                    )
                self._rows.execute("VACUUM")
        self._rows.close()
        self._rows = None

    def _open(self) -> sqlite3.Connection | None:
        for _ in range(2):
            with contextlib.suppress(OSError, sqlite3.Error):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                rows = sqlite3.connect(self._file, timeout=2)
                rows.execute("PRAGMA synchronous = OFF")  # a lost cache costs nothing but time
                rows.execute("CREATE TABLE IF NOT EXISTS results (key BLOB UNIQUE, result BLOB)")
                return rows
            with contextlib.suppress(OSError):
                self._file.unlink()  # it is no cache of ours, or a broken one
        return None


class Memory(Cache):
    """The same for a program that stays: what was made is kept only as long as it runs, and nothing is written."""

    MOST = 48_000_000  # bytes; then what was put first goes

    def __init__(self) -> None:
        self._base = _program()
        self._kept: dict[bytes, bytes] = {}
        self._size = 0

    def get(self, key: bytes) -> bytes | None:
        """A result, if it was made before and is still kept."""
        return self._kept.get(key)

    def put(self, results: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep results."""
        for key, result in results:
            self._size += len(result) - len(self._kept.pop(key, b""))
            self._kept[key] = result
            while self._size > self.MOST:
                self._size -= len(self._kept.pop(next(iter(self._kept))))

    def close(self) -> None:
        """Forget everything."""
        self._kept, self._size = {}, 0


@contextlib.contextmanager
def _unharmed() -> Iterator[None]:
    """A cache that is locked, full or broken only costs time."""
    with contextlib.suppress(OSError, sqlite3.Error):
        yield


@cache
def _program() -> hashlib.blake2b:
    """A hash of this program: its files, and the Python that runs it."""
    found = hashlib.blake2b(sys.version.encode(), digest_size=20)
    package = Path(__file__).resolve().parent.parent
    for file in sorted(package.rglob("*.py")):
        status = file.stat()
        found.update(f"{file.relative_to(package)} {status.st_size} {status.st_mtime_ns}\n".encode())
    return found
