"""Hold a file for one process while it is read, changed and written.

Takes the path of a file, which need not exist; a second cardforge that wants the same file waits. The lock is a hidden
file beside it, because the file itself is replaced by another when it is written, and a lock on the old one would
hold nothing. The operating system drops the lock when a process dies, so a leftover hidden file blocks nothing.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from cardforge.core.errors import SurroundingsError

MAX_WAIT = 60.0  # seconds; a step of the largest campaign takes two
_PAUSE = 0.02  # seconds between two attempts: neither system can wait for a lock and for a deadline at once


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock of a file; raises a SurroundingsError if it cannot be had."""
    file = Path(os.path.realpath(file))  # two links to one file have one lock
    lock = file.parent / f".{file.name[:80]}.lock"
    end = time.monotonic() + MAX_WAIT
    while (held := _taken(lock)) is None:
        if time.monotonic() > end:
            message = f"{file.name} has been held by another cardforge for {MAX_WAIT:g} seconds"
            raise SurroundingsError(message, "end it, then try again; the file is unchanged")
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        _released(lock, held)


def _taken(lock: Path) -> int | None:
    """The open lock file, or None if another process has it."""
    try:
        held = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SurroundingsError(f"cannot write in {lock.parent}: {reason}", "check its permissions") from error
    try:
        _lock(held)
        if os.path.samestat(os.fstat(held), os.stat(lock)):
            return held
    except OSError:  # held by another, or just deleted by the one that held it
        pass
    os.close(held)
    return None


def _released(lock: Path, held: int) -> None:
    if sys.platform == "win32":  # an open file cannot be deleted there; who waits for it keeps it
        os.close(held)
        with contextlib.suppress(OSError):
            lock.unlink()
        return
    with contextlib.suppress(FileNotFoundError):  # its folder was deleted meanwhile
        lock.unlink()  # first, so that no other process takes a lock that is about to vanish
    os.close(held)


if sys.platform == "win32":
    import msvcrt

    def _lock(held: int) -> None:
        msvcrt.locking(held, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(held: int) -> None:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
