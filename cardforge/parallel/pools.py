"""Do the parts of a job in a pool of processes or threads, in the order of the parts and without keeping them.

Takes a function and parts; gives what the function makes of each. Parts are taken only a few ahead of what is asked
for, so that memory does not grow with their number. Processes are for Python that can be pickled, and this one does
what a killed one leaves undone; threads are for work of Pillow and zlib, which leave Python to others meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import TypeVar

from cardforge.parallel.cores import cores
from cardforge.parallel.interrupts import ignore_interrupts

Part = TypeVar("Part")
Result = TypeVar("Result")

_AHEAD = 3  # parts a process that are made before they are asked for


def map_in_processes(make: Callable[[Part], Result], parts: Iterable[Part], processes: int = 0) -> Iterator[Result]:
    """What is made of each part in a pool of processes, as many as there are cores unless told otherwise."""
    from concurrent.futures import ProcessPoolExecutor  # who needs only threads does without

    processes = processes or cores()
    with ProcessPoolExecutor(processes, initializer=ignore_interrupts) as pool:
        yield from map_on(pool, make, parts, processes * _AHEAD)


def map_in_threads(make: Callable[[Part], Result], parts: Iterable[Part], most: int = 0) -> Iterator[Result]:
    """What is made of each part in threads, as many as there are cores, and not more than `most`."""
    threads = min(cores(), most or cores())
    with ThreadPoolExecutor(threads) as pool:
        yield from map_on(pool, make, parts, threads + 1)


def map_on(executor: Executor, make: Callable[[Part], Result], parts: Iterable[Part], ahead: int) -> Iterator[Result]:
    """What an executor makes of each part, with so many of them at work or waiting to be asked for."""
    waiting: deque[tuple[Part, Future[Result]]] = deque()
    try:
        for part in parts:
            waiting.append((part, _submitted(executor, make, part)))
            if len(waiting) >= ahead:
                yield _result(make, *waiting.popleft())
        while waiting:
            yield _result(make, *waiting.popleft())
    finally:
        for _, future in waiting:
            future.cancel()


def _submitted(executor: Executor, make: Callable[[Part], Result], part: Part) -> Future[Result]:
    try:
        return executor.submit(make, part)
    except BrokenExecutor as error:  # one of its processes was killed before
        broken: Future[Result] = Future()
        broken.set_exception(error)
        return broken


def _result(make: Callable[[Part], Result], part: Part, future: Future[Result]) -> Result:
    try:
        return future.result()
    except BrokenExecutor:
        return make(part)
