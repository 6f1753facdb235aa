"""What stops a command, and the exit code each gives.

    CardforgeError
    ├── UsageError          2  the command line asks for something that is not there
    └── SurroundingsError   3  a file or folder cannot be read or written

Mistakes inside the author's files are not here: they are problems (problems.py).
Any other exception is our own bug.
"""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of every command."""

    CLEAN = 0
    PROBLEMS = 1
    USAGE = 2
    SURROUNDINGS = 3
    BUG = 4


class CardforgeError(Exception):
    """Stops a command with a message for the user and a hint."""

    exit = Exit.BUG

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(CardforgeError):
    """The command line asks for something that is not there."""

    exit = Exit.USAGE


class SurroundingsError(CardforgeError):
    """A file or folder cannot be read or written."""

    exit = Exit.SURROUNDINGS
