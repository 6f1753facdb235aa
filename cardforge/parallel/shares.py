"""Split a range into batches that processes take one after another."""

from __future__ import annotations

from collections.abc import Iterator

_LAST = 3  # batches per process into which the remaining work is divided


def shares_of(start: int, end: int, most: int, least: int, processes: int = 2) -> Iterator[range]:
    """Yield consecutive ranges, smaller towards the end, so that all processes end at about the same time."""
    while start < end:
        share = range(start, min(end, start + max(1, least, min(most, (end - start) // (_LAST * processes)))))
        yield share
        start = share.stop
