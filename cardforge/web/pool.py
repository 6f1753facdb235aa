"""A pool of workers with a bounded queue.

Takes questions; returns answers, first come, first served. The queue is short on purpose: when it is full, a request is
rejected with "try again" instead of waiting forever. Heavy jobs never occupy all workers, so that cards can still be
viewed meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cardforge.parallel.cores import cores
from cardforge.web.worker import Died, Question, Worker

MOST_WAITING = 400  # a page requests about twenty pictures, so this is many pages at once
MOST_HEAVY = 8  # queued sheets and bundles
SECONDS, HEAVY_SECONDS = 60.0, 240.0


class Busy(Exception):
    """The queue is full."""


class Pool:
    """The workers and their queue. Open it inside the event loop; close it when done."""

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
        """Start the workers; they load while the browser fetches the first page."""
        for _ in range(self._size):
            worker = self._start()
            self._workers.append(worker)
            self._idle.put_nowait(worker)

    def close(self) -> None:
        """Stop the workers; queued questions raise `Died`."""
        self._closed = True
        for worker in self._workers:
            worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    async def ask(self, name: str, *given: Any, revision: int) -> Any:
        """Run a quick job and return its answer."""
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            return await self._ask(Question(name, given, revision), SECONDS)
        finally:
            self._waiting -= 1

    async def ask_much(self, name: str, *given: Any, revision: int) -> Any:
        """Run a heavy job and return its answer."""
        if self._heavy_waiting >= MOST_HEAVY:
            raise Busy
        self._heavy_waiting += 1
        try:
            async with self._heavy:
                return await self._ask(Question(name, given, revision), HEAVY_SECONDS)
        finally:
            self._heavy_waiting -= 1

    async def _ask(self, question: Question, seconds: float) -> Any:
        worker = await self._idle.get()
        if self._closed:
            self._idle.put_nowait(worker)  # so that the next in the queue also gets here
            raise Died

        async def run() -> Any:
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, question, seconds)
            finally:
                self._idle.put_nowait(worker)

        # Shielded: even if the client disconnects, the worker must finish before its next job.
        task = asyncio.ensure_future(run())
        self._running.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # mark it as retrieved, in case the client has disconnected
