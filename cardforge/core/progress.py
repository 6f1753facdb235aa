"""How long work says how far it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]  # what is counted, how many are done, of how many


def unwatched(what: str, done: int, of: int) -> None:
    """Progress that nobody watches."""
