"""Run a large job in this process and in forks of it, which share its memory.

Takes a function and the number of parts; gives the result for each part, in order. Each process takes the next part
from a pipe, so that all end at about the same time. This process works too: with a pool it would only read results,
which makes three processes on two cores.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from cardforge.core.regular_file import files_read, take_files_read
from cardforge.parallel.children import follow_parent
from cardforge.parallel.cores import can_fork, cores

Result = TypeVar("Result")

MOST_PARTS = 10_000  # so that all part numbers fit into a pipe, which holds 64 KiB
_NUMBER = 4  # bytes
_LENGTH = 8
_ROOM = 1 << 20  # bytes of results that a fork can buffer; the system may allow less


def map_in_forks(
    make: Callable[[int], Result],
    parts: int,
    processes: int = 0,
    meanwhile: Callable[[], None] = lambda: None,
) -> Generator[Result, None, None]:
    """Yield the results for parts 0, 1, 2 …; an error in one part is raised here.

    `processes` defaults to the number of cores and includes this process, which runs `meanwhile` before its own parts.
    """
    if parts > MOST_PARTS:
        raise ValueError(f"{parts} parts are too many")
    processes = min(processes or cores(), parts) if can_fork() else 1
    if processes < 2:
        meanwhile()
        yield from map(make, range(parts))
        return
    numbers, all_numbers = os.pipe()
    os.write(all_numbers, b"".join(at.to_bytes(_NUMBER) for at in range(parts)))
    os.close(all_numbers)  # so that readers see the end of the pipe when no number is left
    gc.freeze()  # existing objects are exempt from collection, in every process
    forks: dict[int, int] = {}  # process ids, by the pipe they send results on
    try:
        for _ in range(processes - 1):
            _start(make, numbers, forks)
        meanwhile()
        yield from _in_order(make, parts, numbers, list(forks))
    finally:
        gc.unfreeze()
        os.close(numbers)
        for results, pid in forks.items():
            os.close(results)
            os.kill(pid, signal.SIGKILL)  # it has ended, or its results are no longer needed
            os.waitpid(pid, 0)


def _start(make: Callable[[int], Any], numbers: int, forks: dict[int, int]) -> None:
    """Start one more fork."""
    results, sent = os.pipe()
    _widen(sent)
    parent = os.getpid()
    try:
        pid = os.fork()
    except OSError:  # process limit reached; the existing processes do the work
        os.close(results)
        os.close(sent)
        return
    if pid == 0:
        for pipe in (results, *forks):
            os.close(pipe)
        _work(make, numbers, sent, parent)
    os.close(sent)
    forks[results] = pid


def _widen(pipe: int) -> None:
    import fcntl  # not on Windows, which has no fork either

    with suppress(OSError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _ROOM)


def _in_order(make: Callable[[int], Result], parts: int, numbers: int, pipes: list[int]) -> Iterator[Result]:
    made: dict[int, Result] = {}
    for at in range(parts):
        while at not in made:
            mine = os.read(numbers, _NUMBER)
            if mine:
                made[int.from_bytes(mine)] = make(int.from_bytes(mine))
            made.update(_received(pipes, wait=not mine))
            if not mine and not pipes and at not in made:
                made[at] = make(at)  # a fork failed; running its part again here raises the reason
        yield made.pop(at)


def _received(pipes: list[int], wait: bool) -> Iterator[tuple[int, Any]]:
    """Yield the results sent so far, or wait for the next one; pipes of ended forks are removed from `pipes`."""
    while pipes and (ready := select.select(pipes, [], [], None if wait else 0)[0]):
        for pipe in ready:
            length = _read(pipe, _LENGTH)
            data = _read(pipe, int.from_bytes(length)) if length else b""
            if data:
                wait = False
                number, made, read = pickle.loads(data)  # noqa: S301 - pickled by our own fork
                take_files_read(read)
                yield number, made
            else:
                pipes.remove(pipe)


def _read(pipe: int, count: int) -> bytes:
    """Read a number of bytes; b"" if the pipe ends before."""
    found = bytearray()
    while len(found) < count:
        more = os.read(pipe, count - len(found))
        if not more:
            return b""
        found += more
    return bytes(found)


def _work(make: Callable[[int], Any], numbers: int, sent: int, parent: int) -> None:
    """The main loop of a fork; never returns."""
    try:
        follow_parent(parent)
        gc.disable()  # parts are small and create hardly any reference cycles
        with open(sent, "wb") as out:
            while mine := os.read(numbers, _NUMBER):
                number = int.from_bytes(mine)
                with files_read() as read:
                    made = make(number)
                data = pickle.dumps((number, made, read), pickle.HIGHEST_PROTOCOL)
                out.write(len(data).to_bytes(_LENGTH) + data)
                out.flush()
    finally:
        os._exit(0)
