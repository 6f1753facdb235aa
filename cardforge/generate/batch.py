"""Make many documents from one seed, on every core or on a cluster, without keeping them.

Takes an order and how many members it has; gives them in their order, S/1, S/2 …, while others are still being made.
A Dask cluster takes the same work unchanged, because it offers the same interface as a pool of processes.
"""

from __future__ import annotations

import pickle
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlsplit

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.generate.workshop import GeneratedFiles, SeedRequest, Workshop, refuse_long
from cardforge.parallel.pools import map_in_processes, map_on

PART = 200  # members made in one task: long enough that sending it costs little
_AHEAD = 3  # tasks per core of a cluster that are made before they are asked for; this bounds the memory
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
    make = partial(make_part, pickle.dumps(workshop.kit), order)
    parts = ((start, min(start + PART, count + 1)) for start in range(1, count + 1, PART))
    if not scheduler:
        for made in map_in_processes(make, parts):
            yield from made
        return
    with closing(_client(scheduler)) as client:
        cores = max(sum(client.ncores().values()), 1)
        for made in map_on(client.get_executor(), make, parts, cores * _AHEAD):
            yield from made


def make_part(kit: bytes, order: SeedRequest, part: tuple[int, int]) -> list[GeneratedFiles]:
    """The members from one number up to another, in another process or on another machine."""
    start, end = part
    workshop = _workshop(kit, threading.get_ident())
    return [workshop.make(order.member(number)) for number in range(start, end)]


@lru_cache(maxsize=16)
def _workshop(kit: bytes, thread: int) -> Workshop:
    """A worker's own workshop, set up once; Dask's workers may have several threads, and a workshop serves one."""
    return Workshop(pickle.loads(kit))  # noqa: S301 - our own data, sent by the process that started this one


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
