"""Cut a long row of things into the parts that processes take one after another."""

from __future__ import annotations

from collections.abc import Iterator

_LAST = 3  # parts that each process still takes when all that is left fits into them


def shares_of(start: int, end: int, most: int, least: int, processes: int = 2) -> Iterator[range]:
    """Ranges that follow each other, the last ones smaller, so that all processes end at the same time."""
    while start < end:
        share = range(start, min(end, start + max(1, least, min(most, (end - start) // (_LAST * processes)))))
        yield share
        start = share.stop
