"""What was asked for before, as long as there is room; what is being made is waited for by everybody who asks.

Takes keys and ways to make; gives what was made. A page asks for its pictures one by one, and they are made in shares.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any

MOST = 64_000_000  # bytes; then what was longest not asked for goes
MOST_ENTRIES = 2_000


class Store:
    """Results by key."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._tasks: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()
        self._sizes: dict[Hashable, int] = {}
        self.size = 0

    async def get(self, key: Hashable, make: Callable[[], Awaitable[Any]]) -> Any:
        """What a key stands for, made if need be; one that fails is not remembered."""
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
    """About how many bytes something takes; a gallery is all texts, and there is one more after every save."""
    if isinstance(made, (bytes, str)):
        return len(made) + 50
    if isinstance(made, dict):
        return sum(map(_size, made.values())) + 100 * len(made) + 100
    if isinstance(made, (list, tuple)):
        return sum(map(_size, made)) + 100
    return 30
