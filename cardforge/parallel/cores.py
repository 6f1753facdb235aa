"""How many processes can work at the same time."""

from __future__ import annotations

import os
import sys


def cores() -> int:
    """The cores that this process may use, which can be fewer than the machine has."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_fork() -> bool:
    """Whether this process may go on in a fork: Windows has none, and the libraries of macOS break in one."""
    return sys.platform == "linux"
