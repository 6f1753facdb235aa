"""Do the parts of a large job in two processes: this one, and a fork of it that has all it needs in its memory already.

Takes a function and how many parts there are; gives what the function makes of each, in their order. Each process takes
the part that is next, so that both end at the same time. With a pool of processes this one would do nothing but read
what the others send, and that makes three where there are two cores.
"""

from __future__ import annotations

import fcntl
import gc
import os
import pickle
import select
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from cardforge.parallel.interrupts import ignore_interrupts

Result = TypeVar("Result")

MOST_PARTS = 10_000  # whose numbers fit into a pipe, which holds 64 KiB
_NUMBER = 4  # bytes
_LENGTH = 8
_ROOM = 1 << 20  # bytes that the fork can be ahead with; a system may allow less


def in_two(
    make: Callable[[int], Result], parts: int, meanwhile: Callable[[], None] = lambda: None
) -> Generator[Result, None, None]:
    """What is made of the parts 0, 1, 2 …; what cannot be made raises its error here.

    `meanwhile` is done first, and by this process alone.
    """
    if parts > MOST_PARTS:
        raise ValueError(f"{parts} parts are too many")
    numbers, all_numbers = os.pipe()
    os.write(all_numbers, b"".join(at.to_bytes(_NUMBER) for at in range(parts)))
    os.close(all_numbers)  # so that whoever finds no number is told the end
    results, sent = os.pipe()
    with suppress(OSError):
        fcntl.fcntl(sent, fcntl.F_SETPIPE_SZ, _ROOM)
    gc.freeze()  # what is there already is not looked at again and again by each process
    twin = os.fork()
    if twin == 0:
        os.close(results)
        _work(make, numbers, sent)
    os.close(sent)
    try:
        meanwhile()
        yield from _in_order(make, parts, numbers, results)
    finally:
        gc.unfreeze()
        os.close(numbers)
        os.close(results)
        os.kill(twin, signal.SIGKILL)  # it has ended, or nobody wants the rest any more
        os.waitpid(twin, 0)


def _in_order(make: Callable[[int], Result], parts: int, numbers: int, results: int) -> Iterator[Result]:
    made: dict[int, Result] = {}
    for at in range(parts):
        while at not in made:
            mine = os.read(numbers, _NUMBER)
            if mine:
                made[int.from_bytes(mine)] = make(int.from_bytes(mine))
            sent = dict(_received(results, wait=not mine))
            made |= sent
            if not mine and not sent:  # the fork has failed; why is seen where its part is made once more
                made[at] = make(at)
        yield made.pop(at)


def _received(results: int, wait: bool) -> Iterator[tuple[int, Any]]:
    """What the fork has sent by now, or one part that it is about to send; nothing when it has ended."""
    while wait or select.select([results], [], [], 0)[0]:
        length = _read(results, _LENGTH)
        data = _read(results, int.from_bytes(length)) if length else b""
        if not data:
            return
        yield pickle.loads(data)  # noqa: S301 -- made by ourselves
        wait = False


def _read(pipe: int, count: int) -> bytes:
    """So many bytes; none where they do not come any more."""
    found = bytearray()
    while len(found) < count:
        more = os.read(pipe, count - len(found))
        if not more:
            return b""
        found += more
    return bytes(found)


def _work(make: Callable[[int], Any], numbers: int, sent: int) -> None:
    """What the fork does; it never comes back."""
    try:
        ignore_interrupts()
        gc.disable()  # a part is small, and nothing in it goes round in circles
        with open(sent, "wb") as out:
            while mine := os.read(numbers, _NUMBER):
                number = int.from_bytes(mine)
                data = pickle.dumps((number, make(number)), pickle.HIGHEST_PROTOCOL)
                out.write(len(data).to_bytes(_LENGTH) + data)
                out.flush()
    finally:
        os._exit(0)
