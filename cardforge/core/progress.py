"""The callback with which long jobs report their progress."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]  # what is counted, number done, total


def unwatched(what: str, done: int, of: int) -> None:
    """Ignore progress."""
