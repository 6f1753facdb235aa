"""The one exception inside `load`: a file cannot be read further.

It never leaves the stage; `document.py` turns it into a problem.
"""

from __future__ import annotations


class Refusal(Exception):
    """Why a file cannot be read further, and where; line 0 means at the event being read."""

    def __init__(self, code: str, message: str, hint: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint
        self.line, self.column = line, column
