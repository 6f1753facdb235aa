"""Wait for an event, and never for a time; a test that hangs is ended.

Deadlines are far beyond what the slowest machine takes: they end a test that would wait for ever, and judge nothing.
"""

from __future__ import annotations

import asyncio
import faulthandler
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

import pytest

Found = TypeVar("Found")

PATIENCE = 120.0  # seconds
_PAUSE = 0.01  # seconds between two looks


def wait_for(event: Callable[[], Found], what: str, pause: Callable[[float], object] = time.sleep) -> Found:
    """What `event` gives as soon as it gives anything true; the test fails where that never comes.

    `pause` is for those whose events only happen while they are listened to, such as a browser's.
    """
    end = time.monotonic() + PATIENCE
    while not (found := event()):
        if time.monotonic() > end:
            pytest.fail(f"waited {PATIENCE:.0f} seconds for {what}")
        pause(_PAUSE)
    return found


async def wait_for_async(event: Callable[[], Found], what: str) -> Found:
    """The same inside an event loop, which goes on meanwhile."""
    end = time.monotonic() + PATIENCE
    while not (found := event()):
        if time.monotonic() > end:
            pytest.fail(f"waited {PATIENCE:.0f} seconds for {what}")
        await asyncio.sleep(_PAUSE)
    return found


@contextmanager
def must_end(seconds: float = PATIENCE) -> Iterator[None]:
    """End whatever hangs inside: Python code with a failure, a library that never comes back with its process."""

    def ring(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"did not end within {seconds:.0f} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    faulthandler.dump_traceback_later(2 * seconds, exit=True, file=sys.__stderr__ or 2)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
