"""Exceptions that stop a command, each with its exit code.

    CardforgeError
    ├── ProblemsError       1  a file that the command needs has mistakes
    ├── UsageError          2  the command line asks for something that does not exist
    └── SurroundingsError   3  a file or folder cannot be read or written
        └── OccupiedError   3  the output file exists already; the user may choose to replace it

Mistakes in the author's files are problems (problems.py): they are collected, and only prevent writing.
Any other exception is a bug in cardforge.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from cardforge.core.problems import Problem


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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with all fields, so that it survives the way back from a worker process."""
        return type(self), (self.message, self.hint)


class ProblemsError(CardforgeError):
    """A file that the command needs has mistakes."""

    exit = Exit.PROBLEMS

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems[0].message, problems[0].hint)
        self.problems = tuple(problems)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with all problems."""
        return type(self), (self.problems,)


class UsageError(CardforgeError):
    """The command line asks for something that does not exist."""

    exit = Exit.USAGE


class SurroundingsError(CardforgeError):
    """A file or folder cannot be read or written."""

    exit = Exit.SURROUNDINGS


class OccupiedError(SurroundingsError):
    """The output file exists already; the user may choose to replace it."""
