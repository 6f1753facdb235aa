"""Pass on what Starlark prints, to whoever listens: `--debug` does, and a sandbox, which sends it to its parent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_MOST_LINES = 1_000  # of one call; a script can print for ever
_MOST_CHARACTERS = 600  # of one line

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


def pass_on(line: str) -> None:
    """Give a printed line to the listener; nobody may listen."""
    if listener := _LISTENER.get():
        listener(line[:_MOST_CHARACTERS])


@contextmanager
def printed_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Listen to what is printed inside."""
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)


@contextmanager
def collected(lines: list[str]) -> Iterator[None]:
    """Collect what is printed inside, up to a number of lines, instead of passing it on."""

    def add(line: str) -> None:
        if len(lines) < _MOST_LINES:
            lines.append(line)

    with printed_to(add):
        yield
