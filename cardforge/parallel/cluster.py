"""Run the parts of a job on a Dask cluster.

Takes a function, the data that all parts need, and the parts; gives the result for each part, in order. The data is
sent once: it is a task itself, so that the cluster can make it again when the worker that has it is lost.
"""

from __future__ import annotations

import socket
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.parallel.pools import map_in_processes, map_on

Shared = TypeVar("Shared")
Part = TypeVar("Part")
Result = TypeVar("Result")

_AHEAD = 3  # parts per core of the cluster that are made before they are asked for; this bounds the memory
_SAME = "install the same version of cardforge on every machine of the cluster"


def spread(
    make: Callable[[Shared, Part], Result], shared: Shared, parts: Iterable[Part], scheduler: str = ""
) -> Iterator[Result]:
    """Yield the result for each part from the cluster with this address; without one, from a process pool."""
    return (
        _map_on_cluster(make, shared, parts, scheduler) if scheduler else map_in_processes(partial(make, shared), parts)
    )


def _map_on_cluster(
    make: Callable[[Shared, Part], Result], shared: Shared, parts: Iterable[Part], scheduler: str
) -> Iterator[Result]:
    with closing(_client(scheduler)) as client, _explained(scheduler):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)  # it is sent only once
            sent = client.submit(_unchanged, shared, pure=False)

        def submit(part: Part) -> Any:
            return client.submit(make, sent, part, pure=False)

        cores = max(sum(client.ncores().values()), 1)
        yield from map_on(submit, partial(make, shared), parts, cores * _AHEAD)


def _unchanged(shared: Shared) -> Shared:
    return shared


@contextmanager
def _explained(scheduler: str) -> Iterator[None]:
    """Say what is wrong with the cluster if it fails."""
    from dask.distributed import KilledWorker

    try:
        yield
    except KilledWorker as error:
        message = f"several workers of the cluster {scheduler} ended while they did the same part of the work"
        raise SurroundingsError(message, "look at their logs; they may need more memory") from error
    except CancelledError as error:
        raise SurroundingsError(f"the connection to the scheduler {scheduler} was lost", "is it running?") from error
    except ModuleNotFoundError as error:
        raise SurroundingsError(f"the cluster {scheduler} lacks a package: {error.name}", _SAME) from error
    except RuntimeError as error:
        if "deserialization" not in str(error):
            raise
        raise SurroundingsError(f"the cluster {scheduler} cannot read what cardforge sends", _SAME) from error


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
