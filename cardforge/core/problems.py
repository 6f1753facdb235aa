"""A problem is a mistake in the author's files: what, where, how bad and how to fix it.

Every stage returns problems as data; only `report` turns them into text.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

PointerKey = str | int
Pointer = tuple[PointerKey, ...]
"""The path from a document's root to a value: keys and list indexes."""


class Severity(StrEnum):
    """How bad a problem is. An error fails the command, a warning only with --strict, a note never."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Location(NamedTuple):
    """A place in a file."""

    path: str  # as the author typed it
    line: int = 0  # 1-based; 0 means the whole file
    column: int = 0
    page: int = 0  # of a PDF, 1-based; 0 means the whole file
    # Of a spreadsheet, such as `Heroes!D14`; text files have no tab: `D14`. `line` is then the line in a text file or
    # the row in a workbook, and `column` the number of the column.
    cell: str = ""

    @property
    def is_text(self) -> bool:
        """Whether `line` is a line of a text file, which an editor can show."""
        return self.line > 0 and "!" not in self.cell

    def __str__(self) -> str:
        if self.cell:
            return f"{self.path}!{self.cell}"
        if self.page:
            return f"{self.path}, page {self.page}"
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path


class Problem(NamedTuple):
    """One mistake: where it is, and how to fix it."""

    code: str
    severity: Severity
    where: Location
    message: str
    hint: str = ""


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Sort by location, then code, and drop duplicates."""
    return sorted(dict.fromkeys(problems), key=lambda problem: (problem.where, problem.code, problem.message))


def any_error(problems: Iterable[Problem]) -> bool:
    """Whether any of them fails the command."""
    return any(problem.severity is Severity.ERROR for problem in problems)
