"""Count the time that slow scripts take in one command.

A script has a limit for each call, but a folder can have a thousand files of them. Whatever is slow therefore shares
one budget: when it is used up, slow scripts are no longer run, and the command ends with a problem for each of them.

The numbers are in memory that forks share, because a command may ask on every core at once.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cardforge.core.limits import SCRIPT_SECONDS
from cardforge.core.read_totals import read_totals

SLOW = 0.1  # seconds; a call normally takes milliseconds, and those do not count
_LEAST = 1.0  # seconds that a call gets however little is left
_NUMBERS = struct.Struct("ddd")  # seconds allowed, taken, and promised to calls that run now


class TimeBudget:
    """Seconds that slow calls may take, together."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, _NUMBERS.size)
        self.allow(float(SCRIPT_SECONDS.most))

    @property
    def left(self) -> float:
        """The seconds that are left."""
        allowed, taken, _ = _NUMBERS.unpack(self._shared)
        return float(allowed - taken)

    def allow(self, seconds: float) -> None:
        """Set how many seconds all calls may take from now on."""
        _NUMBERS.pack_into(self._shared, 0, seconds, 0.0, 0.0)

    def promise(self, most: float) -> float:
        """The seconds that a call may take: half of what is left, so that calls on many cores cannot take more."""
        allowed, taken, promised = _NUMBERS.unpack(self._shared)
        seconds = max(_LEAST, min(most, (allowed - taken - promised) / 2))
        _NUMBERS.pack_into(self._shared, 0, allowed, taken, promised + seconds)
        return float(seconds)

    def charge(self, promised: float, seconds: float) -> None:
        """End a promise, and subtract what the call has taken, if it was slow."""
        allowed, taken, all_promised = _NUMBERS.unpack(self._shared)
        slow = seconds if seconds >= SLOW else 0.0
        _NUMBERS.pack_into(self._shared, 0, allowed, taken + slow, all_promised - promised)


_COMMAND: ContextVar[TimeBudget | None] = ContextVar("command", default=None)


@contextmanager
def one_budget() -> Iterator[None]:
    """Give all that is inside, one command or one request of the page, a budget in common, and count what it reads."""
    before = _COMMAND.set(TimeBudget())
    try:
        with read_totals():
            yield
    finally:
        _COMMAND.reset(before)


def command_budget() -> TimeBudget | None:
    """The budget of the running command; None outside of one."""
    return _COMMAND.get()


def allow_documents(count: int) -> None:
    """Give a command that makes several documents the budget of one for each of them: the user has asked for them."""
    if budget := command_budget():
        budget.allow(float(SCRIPT_SECONDS.most) * count)
