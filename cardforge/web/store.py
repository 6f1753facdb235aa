"""Cache results in memory; concurrent requests for the same key share one computation.

Takes a key and a function; returns the function's result. A page requests its pictures one by one, but they are drawn
several at a time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

MOST = 64_000_000  # bytes; beyond this, the least recently used entries are dropped
MOST_ENTRIES = 2_000


class Store:
    """Results by key."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._tasks: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()
        self._sizes: dict[Hashable, int] = {}
        self.size = 0

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Any]]) -> Any:
        """The result for a key, computed if not cached; failures are not cached."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda done: self._made(key, done))
        self._tasks.move_to_end(key)
        return await asyncio.shield(task)

    def _made(self, key: Hashable, task: asyncio.Future[Any]) -> None:
        if task.cancelled() or task.exception():
            self._tasks.pop(key, None)
            return
        self._sizes[key] = _size(task.result())
        self.size += self._sizes[key]
        while self.size > self._most or len(self._sizes) > MOST_ENTRIES:
            oldest = next(iter(each for each in self._tasks if each in self._sizes))
            del self._tasks[oldest]
            self.size -= self._sizes.pop(oldest)


def _size(made: Any) -> int:
    """The approximate size in bytes. Texts count too: every save adds another gallery, which is all text."""
    if isinstance(made, (bytes, str)):
        return len(made) + 50
    if isinstance(made, dict):
        return sum(map(_size, made.values())) + 100 * len(made) + 100
    if isinstance(made, (list, tuple)):
        return sum(map(_size, made)) + 100
    return 30
