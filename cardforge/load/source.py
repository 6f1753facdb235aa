"""Read a file as text.

Takes a path; returns a Source, or the problem that prevented reading it.
Decoding is done here, not by the YAML library, so that the message can name a wrong encoding.
"""

from __future__ import annotations

import hashlib
import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardforge.core.limits import COMMAND_TEXT, TEXT_BYTES
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.read_totals import count_file
from cardforge.core.regular_file import RefusedFile, read_regular

# The line breaks that libyaml counts; line numbers in reports must match its positions.
LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


@dataclass(frozen=True)
class Source:
    """The text of one file and its path as shown in reports."""

    path: str
    text: str
    content: str = ""  # hash of the bytes of a file that is not text, such as a workbook

    @property
    def is_json(self) -> bool:
        return self.path.lower().endswith(".json")

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the file."""
        return self.content or hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their breaks."""
        return LINE_BREAK.split(self.text)


def problem_at(path: str, code: str, message: str, hint: str = "", line: int = 0, column: int = 0) -> Problem:
    """Return an error in a file that has no Document to locate it with."""
    return Problem(code, Severity.ERROR, Location(path, line, column), message, hint)


def read_source(file: Path, shown: str, root: Path | None = None) -> Source | Problem:
    """Read one text file; return a problem if it cannot be read, is outside the folder `root`, or is not text."""
    try:
        data = read_regular(file, TEXT_BYTES, (root,) if root else ())
    except RefusedFile as refused:
        if refused.is_outside:
            message = "this symlink points outside the project, so it was not read"
            return problem_at(shown, "CF009", message, refused.hint)
        if refused.is_too_large:
            hint = TEXT_BYTES.hint("split it into several packs")
            return problem_at(shown, "CF003", f"this file is too large: {refused.reason}", hint)
        hint = "check its name and its permissions"
        return problem_at(shown, "CF001", f"this file cannot be read: {refused.reason}", hint)
    source = decode(data, shown)
    if isinstance(source, Source):
        count_file(COMMAND_TEXT, sys.getsizeof(source.text), shown)  # one emoji makes every character take four bytes
    return source


def decode(data: bytes, shown: str) -> Source | Problem:
    """Decode UTF-8, the only encoding allowed."""
    for mark, message, hint in _NO_TEXT:
        if data.startswith(mark):
            return problem_at(shown, "CF002", message, hint)
    for mark, name in _MARKS:
        if data.startswith(mark):
            return problem_at(shown, "CF002", f"this file is {name}, not UTF-8", _SAVE_AS, 1, 1)
    if data.count(0) * 3 > len(data):  # Latin text in UTF-16 has a zero in every other byte
        return problem_at(shown, "CF002", "this file is UTF-16, not UTF-8", _SAVE_AS, 1, 1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _not_utf8(data, error, shown)
    if "\0" in text:
        line, column = _place(text[: text.index("\0")])
        message = "this is not a text file: it contains a zero byte here"
        return problem_at(shown, "CF002", message, _SAVE_AS, line, column)
    return Source(shown, text)


_SAVE_AS = "save it as UTF-8 in your editor"
_TABLE = "cards are read from .csv, .tsv, .xlsx, .ods, .json and .yaml: save its table as one of these"
# How files begin that people have cards in and that are no text.
_NO_TEXT = (
    (b"PK\x03\x04", "this is a zip archive or an office document, not a text file", _TABLE),
    (b"\xd0\xcf\x11\xe0", "this is a document of an old office program, not a text file", _TABLE),
    (b"SQLite format 3\0", "this is a database, not a text file", _TABLE),
)


def _place(before: str) -> tuple[int, int]:
    lines = LINE_BREAK.split(before)
    return len(lines), len(lines[-1]) + 1


def _not_utf8(data: bytes, error: UnicodeDecodeError, shown: str) -> Problem:
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0  # the error counts from after the BOM
    before = data[start : start + error.start]
    line, column = _place(before.decode("utf-8", "replace"))
    byte = data[start + error.start]
    try:
        data.decode("cp1252")
        guess = "it looks like Windows-1252 (Latin-1)"
    except UnicodeDecodeError:
        guess = "the encoding is unknown"
    return problem_at(shown, "CF002", f"byte 0x{byte:02X} is not UTF-8; {guess}", _SAVE_AS, line, column)
