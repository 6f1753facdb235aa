"""Count the time that slow scripts take in one command.

A script has a limit for each call, but a folder can have a thousand files of them. Whatever is slow therefore shares
one budget: when it is used up, slow scripts are no longer run, and the command ends with a problem for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cardforge.core.limits import SCRIPT_SECONDS

SLOW = 1.0  # seconds; a call normally takes milliseconds, and those do not count


class TimeBudget:
    """The seconds that are left."""

    def __init__(self) -> None:
        self.left = float(SCRIPT_SECONDS.most)

    def charge(self, seconds: float) -> None:
        """Subtract the time of a call, if it was slow."""
        if seconds >= SLOW:
            self.left -= seconds


_COMMAND: ContextVar[TimeBudget | None] = ContextVar("command", default=None)


@contextmanager
def one_budget() -> Iterator[None]:
    """Give everything inside, which is one command or one request of the page, a budget in common."""
    before = _COMMAND.set(TimeBudget())
    try:
        yield
    finally:
        _COMMAND.reset(before)


def command_budget() -> TimeBudget | None:
    """The budget of the running command; None outside of one."""
    return _COMMAND.get()
