"""Read a file as text, whatever it turns out to be.

Takes a path; gives a Source, or the one problem that kept it from being read.
Decoding is done here, not by the YAML library, so that a wrong encoding can be named.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardforge.core.problems import Location, Problem, Severity
from cardforge.load.limits import MAX_BYTES

# The line breaks that libyaml counts; lines shown in reports must agree with its positions.
LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


@dataclass(frozen=True)
class Source:
    """The text of one file and the name it is reported under."""

    path: str
    text: str

    @property
    def is_json(self) -> bool:
        return self.path.lower().endswith(".json")

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their breaks."""
        return LINE_BREAK.split(self.text)


def problem_at(path: str, code: str, message: str, hint: str = "", line: int = 0, column: int = 0) -> Problem:
    """An error in a file that could not be read to its end."""
    return Problem(code, Severity.ERROR, Location(path, line, column), message, hint)


def read_source(file: Path, shown: str) -> Source | Problem:
    """Read one file; anything that keeps it from being text is a problem."""
    try:
        status = os.stat(file)
        if not stat.S_ISREG(status.st_mode):
            # A pipe or a device would wait for ever.
            return problem_at(shown, "CF001", "this is not an ordinary file", "put a YAML or JSON file here")
        if status.st_size > MAX_BYTES:
            return _too_large(shown, status.st_size)
        with open(file, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        return problem_at(shown, "CF001", f"this file cannot be read: {reason}", "check its name and its permissions")
    if len(data) > MAX_BYTES:
        return _too_large(shown, len(data))
    return decode(data, shown)


def decode(data: bytes, shown: str) -> Source | Problem:
    """Turn bytes into text; UTF-8 is the one encoding."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return problem_at(shown, "CF002", f"this file is {name}, UTF-8 is needed", _SAVE_AS, 1, 1)
    if data.count(0) * 3 > len(data):  # Latin letters in UTF-16 are every other byte zero
        return problem_at(shown, "CF002", "this file is UTF-16, UTF-8 is needed", _SAVE_AS, 1, 1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _not_utf8(data, error, shown)
    if "\0" in text:
        line, column = _place(text[: text.index("\0")])
        message = "there is a zero byte here, so this is not a text file"
        return problem_at(shown, "CF002", message, _SAVE_AS, line, column)
    return Source(shown, text)


_SAVE_AS = "save it as UTF-8 in your editor"


def _too_large(shown: str, size: int) -> Problem:
    return problem_at(
        shown,
        "CF003",
        f"this file has {size:,} bytes, at most {MAX_BYTES:,} are read",
        "split it into several packs",
    )


def _place(before: str) -> tuple[int, int]:
    lines = LINE_BREAK.split(before)
    return len(lines), len(lines[-1]) + 1


def _not_utf8(data: bytes, error: UnicodeDecodeError, shown: str) -> Problem:
    start = 3 if data.startswith(b"\xef\xbb\xbf") else 0  # the error counts from behind the BOM
    before = data[start : start + error.start]
    line, column = _place(before.decode("utf-8", "replace"))
    byte = data[start + error.start]
    try:
        data.decode("cp1252")
        guess = "it looks like Windows-1252 (Latin-1)"
    except UnicodeDecodeError:
        guess = "its encoding is not known"
    return problem_at(shown, "CF002", f"byte 0x{byte:02X} is not UTF-8; {guess}", _SAVE_AS, line, column)
