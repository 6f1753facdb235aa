"""A problem is a mistake in the author's files: what, where, how bad and how to cure it.

Every stage gives problems back as data; only `report` turns them into words on a screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

PointerKey = str | int
Pointer = tuple[PointerKey, ...]
"""The way from a document's root to a value: keys and list indexes."""


class Severity(StrEnum):
    """How bad it is. An error fails; a warning fails only under --strict; a note never does."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file."""

    path: str  # as the author typed it
    line: int = 0  # 1-based; 0 means the whole file
    column: int = 0
    page: int = 0  # of a PDF, 1-based; 0 means the whole file

    def __str__(self) -> str:
        if self.page:
            return f"{self.path}, page {self.page}"
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake, with its place and its cure."""

    code: str
    severity: Severity
    where: Location
    message: str
    hint: str = ""


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Sort by place, then code, and drop exact repeats."""
    return sorted(dict.fromkeys(problems), key=lambda problem: (problem.where, problem.code, problem.message))
