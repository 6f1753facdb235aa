"""Do the parts of a large job in this process and in forks of it, which have all they need in their memory already.

Takes a function and the number of parts; gives what the function makes of each, in their order. Each process takes the
part that is next, so that all end at the same time. This process works too: with a pool it would only read what the
others send, and that makes three processes where there are two cores.
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

from cardforge.parallel.cores import can_fork, cores
from cardforge.parallel.interrupts import ignore_interrupts

Result = TypeVar("Result")

MOST_PARTS = 10_000  # whose numbers fit into a pipe, which holds 64 KiB
_NUMBER = 4  # bytes
_LENGTH = 8
_ROOM = 1 << 20  # bytes that a fork can be ahead with; a system may allow less


def map_in_forks(
    make: Callable[[int], Result],
    parts: int,
    processes: int = 0,
    meanwhile: Callable[[], None] = lambda: None,
) -> Generator[Result, None, None]:
    """What is made of the parts 0, 1, 2 …; an error in making one is raised here.

    There are as many processes as cores unless told otherwise, this one among them. `meanwhile` is done first, and by
    this process alone.
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
    os.close(all_numbers)  # so that whoever finds no number sees the end of the pipe
    gc.freeze()  # collections skip what is there already, in every process
    forks: dict[int, int] = {}  # their ids, by the pipe on which they send
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
            os.kill(pid, signal.SIGKILL)  # it has ended, or nobody wants the rest any more
            os.waitpid(pid, 0)


def _start(make: Callable[[int], Any], numbers: int, forks: dict[int, int]) -> None:
    """Add one more fork."""
    results, sent = os.pipe()
    _widen(sent)
    try:
        pid = os.fork()
    except OSError:  # the system allows no more processes; those there are do the work
        os.close(results)
        os.close(sent)
        return
    if pid == 0:
        for pipe in (results, *forks):
            os.close(pipe)
        _work(make, numbers, sent)
    os.close(sent)
    forks[results] = pid


def _widen(pipe: int) -> None:
    import fcntl  # Windows has none, and no forks

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
                made[at] = make(at)  # a fork has failed; the reason shows when its part is made once more
        yield made.pop(at)


def _received(pipes: list[int], wait: bool) -> Iterator[tuple[int, Any]]:
    """What forks have sent by now, or the next that one of them sends; a fork that has ended leaves `pipes`."""
    while pipes and (ready := select.select(pipes, [], [], None if wait else 0)[0]):
        for pipe in ready:
            length = _read(pipe, _LENGTH)
            data = _read(pipe, int.from_bytes(length)) if length else b""
            if data:
                wait = False
                yield pickle.loads(data)  # noqa: S301 - made by ourselves
            else:
                pipes.remove(pipe)


def _read(pipe: int, count: int) -> bytes:
    """So many bytes; none if the other side ended before it sent them."""
    found = bytearray()
    while len(found) < count:
        more = os.read(pipe, count - len(found))
        if not more:
            return b""
        found += more
    return bytes(found)


def _work(make: Callable[[int], Any], numbers: int, sent: int) -> None:
    """What a fork does; it never returns."""
    try:
        ignore_interrupts()
        gc.disable()  # a part is small, and has hardly a reference cycle
        with open(sent, "wb") as out:
            while mine := os.read(numbers, _NUMBER):
                number = int.from_bytes(mine)
                data = pickle.dumps((number, make(number)), pickle.HIGHEST_PROTOCOL)
                out.write(len(data).to_bytes(_LENGTH) + data)
                out.flush()
    finally:
        os._exit(0)
