"""Find out how many processes can run at the same time."""

from __future__ import annotations

import os
import sys


def cores() -> int:
    """The number of cores this process may use, which can be fewer than the machine has."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_fork() -> bool:
    """Whether forking is safe: Windows has no fork, and system libraries on macOS break in a forked process."""
    return sys.platform == "linux"
