"""Run the parts of a job in a pool of processes or threads.

Takes a function and parts; gives the result for each part, in order. Only a few parts are submitted ahead of the
consumer, so that memory does not grow with their number. Processes are for picklable Python work; this process takes
over the parts of a killed one. Threads are for Pillow and zlib, which release the GIL.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from cardforge.core.read_totals import Counts, read_totals, take_counts
from cardforge.core.regular_file import files_read, take_files_read
from cardforge.parallel.children import follow_parent
from cardforge.parallel.cores import cores

Part = TypeVar("Part")
Result = TypeVar("Result")

_AHEAD = 3  # parts per process that are submitted ahead


def map_in_processes(make: Callable[[Part], Result], parts: Iterable[Part], processes: int = 0) -> Iterator[Result]:
    """Yield the result for each part from a process pool; `processes` defaults to the number of cores."""
    from concurrent.futures import ProcessPoolExecutor  # slow to import, not needed for threads

    processes = processes or cores()
    pool = ProcessPoolExecutor(processes, initializer=follow_parent)
    watched = partial(_watched, make)
    try:
        for made, read, counts in map_on(lambda part: pool.submit(watched, part), watched, parts, processes * _AHEAD):
            take_files_read(read)
            take_counts(counts, next(iter(read), ""))
            yield made
    finally:
        # Without `cancel_futures` it would wait forever for a part that Ctrl-C left half submitted.
        pool.shutdown(cancel_futures=True)


def _watched(make: Callable[[Part], Result], part: Part) -> tuple[Result, dict[str, str], Counts]:
    """A result, the files that were read for it, and how much that was."""
    with files_read() as read, read_totals() as totals:
        made = make(part)
    return made, read, totals.counts


def map_in_threads(make: Callable[[Part], Result], parts: Iterable[Part], most: int = 0) -> Iterator[Result]:
    """Yield the result for each part from a thread pool, with one thread per core but at most `most`."""
    threads = min(cores(), most or cores())
    with ThreadPoolExecutor(threads) as pool:
        yield from map_on(lambda part: pool.submit(make, part), make, parts, threads + 1)


def map_on(
    submit: Callable[[Part], Future[Result]], make: Callable[[Part], Result], parts: Iterable[Part], ahead: int
) -> Iterator[Result]:
    """Yield the result for each part, with at most `ahead` parts submitted and not yet yielded."""
    waiting: deque[tuple[Part, Future[Result]]] = deque()
    try:
        for part in parts:
            waiting.append((part, _submitted(submit, part)))
            if len(waiting) >= ahead:
                yield _result(make, *waiting.popleft())
        while waiting:
            yield _result(make, *waiting.popleft())
    finally:
        for _, future in waiting:
            future.cancel()


def _submitted(submit: Callable[[Part], Future[Result]], part: Part) -> Future[Result]:
    try:
        return submit(part)
    except BrokenExecutor as error:  # one of its processes was killed
        broken: Future[Result] = Future()
        broken.set_exception(error)
        return broken


def _result(make: Callable[[Part], Result], part: Part, future: Future[Result]) -> Result:
    try:
        return future.result()
    except BrokenExecutor:
        return make(part)
