"""Make many documents from one seed, on every core or on a cluster, without keeping them.

Takes an order and how many members it has; gives them in their order, S/1, S/2 …, while others are still being made.
The interface to the workers is `concurrent.futures`, so that a Dask cluster takes the same work unchanged.
"""

from __future__ import annotations

import os
import pickle
import socket
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.generate.workshop import GeneratedFiles, SeedRequest, Workshop, refuse_long
from cardforge.parallel.interrupts import ignore_interrupts

PART = 200  # members made in one task: long enough that sending it costs little
AHEAD = 3  # tasks a worker that are made before they are asked for; this bounds the memory
WORTH_SPLITTING = 2 * PART  # below that, starting processes costs more than it saves


def pieces(workshop: Workshop, order: SeedRequest, count: int, scheduler: str = "") -> Iterator[GeneratedFiles]:
    """The members of an order, in their order; an order of one is no member, but what its seed gives."""
    if count > 1:
        refuse_long(order.member(count).seed)
    if scheduler and count == 1:
        raise UsageError("--scheduler is for many", "add --count")
    if count < WORTH_SPLITTING and not scheduler:
        members = [order] if count == 1 else (order.member(number) for number in range(1, count + 1))
        yield from map(workshop.make, members)
        return
    with _workers(scheduler) as (executor, workers):
        yield from _spread(executor, workers, pickle.dumps(workshop.kit), order, count)


def _spread(executor: Executor, workers: int, kit: bytes, order: SeedRequest, count: int) -> Iterator[GeneratedFiles]:
    """Keep every worker busy, and no more than that in memory."""
    waiting: deque[Future[list[GeneratedFiles]]] = deque()
    starts = iter(range(1, count + 1, PART))
    try:
        for start in starts:
            waiting.append(executor.submit(make_part, kit, order, start, min(start + PART, count + 1)))
            if len(waiting) >= workers * AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def make_part(kit: bytes, order: SeedRequest, start: int, end: int) -> list[GeneratedFiles]:
    """Some members, in another process or on another machine."""
    workshop = _workshop(kit, threading.get_ident())
    return [workshop.make(order.member(number)) for number in range(start, end)]


@lru_cache(maxsize=16)
def _workshop(kit: bytes, thread: int) -> Workshop:
    """A worker's own workshop, set up once; Dask's workers may have several threads, and a workshop serves one."""
    return Workshop(pickle.loads(kit))  # noqa: S301 - our own data, sent by the process that started this one


@contextmanager
def _workers(scheduler: str) -> Iterator[tuple[Executor, int]]:
    if scheduler:
        client = _client(scheduler)
        try:
            yield client.get_executor(), max(sum(client.ncores().values()), 1)
        finally:
            client.close()
    else:
        cores = os.cpu_count() or 1
        with ProcessPoolExecutor(cores, initializer=ignore_interrupts) as executor:
            yield executor, cores


def _client(scheduler: str) -> Any:
    """A connection to a Dask cluster."""
    address = urlsplit(scheduler)
    try:
        place = (address.hostname or "", address.port or 0)
    except ValueError:
        place = ("", 0)
    if address.scheme not in ("tcp", "tls") or not all(place):
        raise UsageError(f"`{scheduler}` is no address of a scheduler", "write it as tcp://HOST:8786")
    try:
        from dask.distributed import Client
    except ImportError:
        raise UsageError("--scheduler needs Dask, which is not installed", "pip install 'cardforge[dask]'") from None
    try:
        # Asked before Dask is, which would try for half a minute.
        socket.create_connection(place, timeout=5).close()
        return Client(scheduler, set_as_default=False)  # type: ignore[no-untyped-call]
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SurroundingsError(f"the scheduler {scheduler} cannot be reached: {reason}", "is it running?") from error
