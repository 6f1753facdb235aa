"""Count what one command reads, over all its files.

Every file has limits of its own, but a folder can have a thousand files that are just within them, and most of what a
command reads stays in memory until it ends. A command that reads too much therefore stops, with the file at which it
did.

The numbers are in memory that forks share, because files are read on every core at once.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cardforge.core.errors import ProblemsError
from cardforge.core.limits import COMMAND_CARDS, COMMAND_SCHEMAS, COMMAND_TEXT, COMMAND_VALUES, Limit
from cardforge.core.problems import Location, Problem, Severity

_COUNTED = {  # as a message calls them
    COMMAND_TEXT: "bytes of text",
    COMMAND_VALUES: "values",
    COMMAND_SCHEMAS: "characters of schemas",
    COMMAND_CARDS: "cards",
}
_NUMBER = struct.Struct("q")

Counts = dict[Limit, int]


class ReadTotals:
    """What has been read of each counted thing."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, _NUMBER.size * len(_COUNTED))
        self._places = {limit: _NUMBER.size * at for at, limit in enumerate(_COUNTED)}
        self._files: set[tuple[Limit, str]] = set()  # by this process

    @property
    def counts(self) -> Counts:
        """The numbers up to now."""
        return {limit: _NUMBER.unpack_from(self._shared, place)[0] for limit, place in self._places.items()}

    def is_new(self, limit: Limit, path: str) -> bool:
        """Whether a file is counted for the first time."""
        if (limit, path) in self._files:
            return False
        self._files.add((limit, path))
        return True

    def add(self, limit: Limit, more: int) -> int:
        """Add to a number, and give the sum."""
        total: int = self.counts[limit] + more
        _NUMBER.pack_into(self._shared, self._places[limit], total)
        return total


_COMMAND: ContextVar[ReadTotals | None] = ContextVar("read_totals", default=None)


@contextmanager
def read_totals() -> Iterator[ReadTotals]:
    """Count everything that is read inside, which is one command, one request of the page or one part of a job."""
    totals = ReadTotals()
    before = _COMMAND.set(totals)
    try:
        yield totals
    finally:
        _COMMAND.reset(before)


def count_file(limit: Limit, more: int, path: str) -> None:
    """Count a whole file, once: a command that opens a game again reads the same files."""
    totals = _COMMAND.get()
    if totals and totals.is_new(limit, path):
        count_read(limit, more, path)


def count_read(limit: Limit, more: int, path: str) -> None:
    """Count what was read from a file; stop the command if that is too much for one."""
    totals = _COMMAND.get()
    if totals is None:
        return
    total = totals.add(limit, more)
    if total > limit.most:
        message = f"with this file, one command reads {total:,} {_COUNTED[limit]}; the limit is {limit.most:,}"
        hint = limit.hint("name fewer files, or keep what is not needed in another project")
        raise ProblemsError([Problem("CF005", Severity.ERROR, Location(path), message, hint)])


def take_counts(counts: Counts, path: str) -> None:
    """Count here what another process has read for this one."""
    for limit, more in counts.items():
        count_read(limit, more, path)
