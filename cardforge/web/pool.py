"""A few workers and the people who wait for them.

Takes questions; gives answers in the order of asking. The line is short on purpose: who comes when it is full is told
to try again, instead of waiting for ever. Heavy jobs never hold all workers, so looking at cards goes on meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cardforge.parallel.cores import cores
from cardforge.web.worker import Died, Question, Worker

MOST_WAITING = 400  # a page asks for some twenty pictures; this is many pages at once
MOST_HEAVY = 8  # sheets and bundles that wait
SECONDS, HEAVY_SECONDS = 60.0, 240.0


class Busy(Exception):
    """Too many wait already."""


class Pool:
    """The workers. Open it inside the event loop; close it when done."""

    def __init__(self, size: int = 0, start: Callable[[], Worker] = Worker) -> None:
        self._size = size or max(2, min(4, cores()))
        self._start = start
        self._threads = ThreadPoolExecutor(self._size, "cardforge")
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._heavy = asyncio.Semaphore(self._size - 1)
        self._workers: list[Worker] = []
        self._running: set[asyncio.Task[Any]] = set()
        self._waiting = self._heavy_waiting = 0
        self._closed = False

    async def open(self) -> None:
        """Start the workers; they get warm while the first page is being read."""
        for _ in range(self._size):
            worker = self._start()
            self._workers.append(worker)
            self._idle.put_nowait(worker)

    def close(self) -> None:
        """End them; whoever still waits is told that nobody works any more."""
        self._closed = True
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    async def ask(self, name: str, *given: Any, edition: int) -> Any:
        """The answer to a question that is soon answered."""
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            return await self._ask(Question(name, given, edition), SECONDS)
        finally:
            self._waiting -= 1

    async def ask_much(self, name: str, *given: Any, edition: int) -> Any:
        """The answer to a question that takes a while."""
        if self._heavy_waiting >= MOST_HEAVY:
            raise Busy
        self._heavy_waiting += 1
        try:
            async with self._heavy:
                return await self._ask(Question(name, given, edition), HEAVY_SECONDS)
        finally:
            self._heavy_waiting -= 1

    async def _ask(self, question: Question, seconds: float) -> Any:
        worker = await self._idle.get()
        if self._closed:
            self._idle.put_nowait(worker)  # for the next who waits, to be told the same
            raise Died

        async def run() -> Any:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, question, seconds)
            finally:
                self._idle.put_nowait(worker)

        # Shielded: when whoever asked has gone, the worker still has to finish before it is asked again.
        task = asyncio.ensure_future(run())
        self._running.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has seen it, unless they are gone
