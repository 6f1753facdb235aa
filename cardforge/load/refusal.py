"""The exception that stops parsing a file.

It never leaves `load`: `document.py` turns it into a problem.
"""

from __future__ import annotations

from collections.abc import Sequence


class Refusal(Exception):
    """Why parsing stopped, and where; line 0 means at the current event."""

    def __init__(self, code: str, message: str, hint: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint
        self.line, self.column = line, column


class UnknownTab(Refusal):
    """Why a tab of a workbook cannot be chosen: the fault is in the file that asks for it."""

    def __init__(self, code: str, message: str, hint: str = "", tabs: Sequence[str] = ()) -> None:
        super().__init__(code, message, hint)
        self.tabs = tuple(tabs)  # that it has
