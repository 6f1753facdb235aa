"""Cache results by a hash of their inputs, so that an unchanged card is not drawn again.

One SQLite file in the user's cache folder, safe to delete at any time. Every key includes a hash of the program
itself, so that a new version starts with an empty cache. Every result has a digest, so that whatever happens to the
file, by a power cut or by another program, costs time and never changes a card.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cardforge.core.folders import cache_folder

_DIGEST = 16  # bytes
_AT_ONCE = 500  # keys in one question; old versions of SQLite take 999
# Damaged, no database, or tables that are not ours.
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH)
MAX_BYTES = 500_000_000  # beyond this, the older half of the entries is deleted


class Cache:
    """Results by key. If the file cannot be opened, nothing is cached and everything else works as usual."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or cache_folder() / "results.sqlite"
        self._base = _program()
        self._rows = self._open()

    def key(self, *parts: str | bytes) -> bytes:
        """The key of a result computed from these parts."""
        found = self._base.copy()
        for part in parts:
            data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
            found.update(len(data).to_bytes(8, "big"))
            found.update(data)
        return found.digest()

    def get(self, key: bytes) -> bytes | None:
        """The cached result, or None."""
        return next(self.get_all([key]))

    def get_all(self, keys: Sequence[bytes]) -> Iterator[bytes | None]:
        """The result for each key, or None.

        Asking for many keys at once takes 40 ms less for 5,400 cards than asking for one after another.
        """
        for start in range(0, len(keys), _AT_ONCE):
            asked = keys[start : start + _AT_ONCE]
            found: dict[bytes, Any] = {}
            if self._rows is not None:
                with self._surviving():
                    question = f"SELECT key, result FROM results WHERE key IN ({','.join('?' * len(asked))})"  # noqa: S608 - nothing but question marks
                    found = dict(self._rows.execute(question, asked))
            for key in asked:
                yield _opened(key, found.get(key))

    def put(self, results: Iterable[tuple[bytes, bytes]]) -> None:
        """Store results."""
        if self._rows is None:
            return
        sealed = ((key, _digest(key, result) + result) for key, result in results)
        with self._surviving(), self._rows:
            self._rows.executemany("INSERT OR REPLACE INTO results (key, result) VALUES (?, ?)", sealed)

    def close(self) -> None:
        """Shrink the file if it is too large, and close it."""
        if self._rows is None:
            return
        with self._surviving():
            if self._file.stat().st_size > MAX_BYTES:
                with self._rows:  # rows are numbered in the order they were written
                    self._rows.execute(
                        "DELETE FROM results WHERE rowid <= (SELECT (min(rowid) + max(rowid)) / 2 FROM results)"
                    )
                self._rows.execute("VACUUM")
        if self._rows is not None:
            self._rows.close()
            self._rows = None

    @contextlib.contextmanager
    def _surviving(self) -> Iterator[None]:
        """Ignore errors: a locked or full cache only costs time, and a broken one is deleted."""
        try:
            yield
        except sqlite3.Error as error:
            # The low byte of an extended code is the plain one.
            if self._rows is not None and getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _BROKEN:
                self._rows.close()
                self._rows = None
                with contextlib.suppress(OSError):
                    self._file.unlink()
        except OSError:
            pass

    def _open(self) -> sqlite3.Connection | None:
        for _ in range(2):
            with contextlib.suppress(OSError, sqlite3.Error):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                rows = sqlite3.connect(self._file, timeout=2)
                rows.execute("PRAGMA synchronous = OFF")  # a lost cache costs nothing but time
                rows.execute("CREATE TABLE IF NOT EXISTS results (key BLOB UNIQUE, result BLOB)")
                return rows
            with contextlib.suppress(OSError):
                self._file.unlink()  # corrupt, or not our cache
        return None


class Memory(Cache):
    """A cache in memory for a long-running process; nothing is written to disk."""

    MOST = 48_000_000  # bytes; beyond this, the oldest entries are dropped

    def __init__(self) -> None:
        self._base = _program()
        self._kept: dict[bytes, bytes] = {}
        self._size = 0

    def get_all(self, keys: Sequence[bytes]) -> Iterator[bytes | None]:
        """The result for each key, or None."""
        return map(self._kept.get, keys)

    def put(self, results: Iterable[tuple[bytes, bytes]]) -> None:
        """Store results, and drop the oldest if there are too many."""
        for key, result in results:
            self._size += len(result) - len(self._kept.pop(key, b""))
            self._kept[key] = result
            while self._size > self.MOST:
                self._size -= len(self._kept.pop(next(iter(self._kept))))

    def close(self) -> None:
        """Drop all entries."""
        self._kept, self._size = {}, 0


def _opened(key: bytes, sealed: Any) -> bytes | None:
    """A result without its digest; None if it is not the one that was stored."""
    if not isinstance(sealed, bytes):
        return None
    result = sealed[_DIGEST:]
    return result if sealed[:_DIGEST] == _digest(key, result) else None


def _digest(key: bytes, result: bytes) -> bytes:
    """The digest of a result, which also covers its key: a broken index gives the result of another."""
    found = hashlib.blake2b(key, digest_size=_DIGEST)
    found.update(result)
    return found.digest()


@cache
def _program() -> hashlib.blake2b:
    """A hash of this program's files, the Python version, and when a package was last installed."""
    packages = Path(sysconfig.get_path("purelib")).stat().st_mtime_ns
    found = hashlib.blake2b(f"{sys.version} {packages}".encode(), digest_size=20)
    package = str(Path(__file__).resolve().parent.parent)
    for folder, folders, names in os.walk(package):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                status = os.stat(f"{folder}{os.sep}{name}")
                inner = folder[len(package) :]
                found.update(f"{inner}{os.sep}{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return found
