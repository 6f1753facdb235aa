"""Make many documents from one seed, on every core or on a cluster, without keeping them.

Takes an order and how many members it has; gives them in their order, S/1, S/2 …, while others are still being made.
A Dask cluster takes the same work unchanged, because it offers the same interface as a pool of processes.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from functools import lru_cache

from cardforge.core.errors import UsageError
from cardforge.generate.workshop import GeneratedFiles, SeedRequest, Workshop, refuse_long
from cardforge.parallel.cluster import spread

PART = 200  # members made in one task: long enough that sending it costs little
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
    shared = (pickle.dumps(workshop.kit), order)
    parts = ((start, min(start + PART, count + 1)) for start in range(1, count + 1, PART))
    for made in spread(make_part, shared, parts, scheduler):
        yield from made


def make_part(shared: tuple[bytes, SeedRequest], part: tuple[int, int]) -> list[GeneratedFiles]:
    """The members from one number up to another, in another process or on another machine."""
    (kit, order), (start, end) = shared, part
    workshop = workshop_for(kit)
    return [workshop.make(order.member(number)) for number in range(start, end)]


def workshop_for(kit: bytes) -> Workshop:
    """The workshop of a pickled kit, set up once for every thread of a process."""
    return _workshop(kit, threading.get_ident())


@lru_cache(maxsize=16)
def _workshop(kit: bytes, thread: int) -> Workshop:
    """A worker's own workshop, set up once; Dask's workers may have several threads, and a workshop serves one."""
    return Workshop(pickle.loads(kit))  # noqa: S301 - our own data, sent by the process that started this one
