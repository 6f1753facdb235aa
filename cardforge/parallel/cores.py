"""Find out how many processes can run at the same time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_IS_ONE_OF_MANY: ContextVar[bool] = ContextVar("one_of_many", default=False)


def cores() -> int:
    """The number of cores this process may use, which can be fewer than the machine has."""
    if _IS_ONE_OF_MANY.get():
        return 1
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def one_core() -> Iterator[None]:
    """Start no other processes meanwhile, because this one is one of many that share the work."""
    before = _IS_ONE_OF_MANY.set(True)
    try:
        yield
    finally:
        _IS_ONE_OF_MANY.reset(before)


def can_fork() -> bool:
    """Whether forking is safe: Windows has no fork, and system libraries on macOS break in a forked process."""
    return sys.platform == "linux"
