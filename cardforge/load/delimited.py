"""Read CSV and TSV: find the encoding and the delimiter, then split the text into rows.

The delimiter is chosen by the head line alone, because the cells below are card texts full of commas; the Sniffer of
the standard library looks at those and is often wrong.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import sys

from cardforge.core.limits import COMMAND_TEXT, TEXT_LENGTH
from cardforge.load.cells import CellGrid, CellValue, NoValue, refuse_texts, refuse_too_many
from cardforge.load.refusal import Refusal

_DELIMITERS = "\t;|,"  # of two that occur equally often, the comma is more likely part of a head
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_CHOSEN = re.compile(r"sep=(.)\r?\n")  # how Excel is told the delimiter
# A formula of which only the text was saved. Signs alone are common on cards: `+1`, `-1`, `=`.
_FORMULA = re.compile(r"=[A-Za-z0-9(\"'$@+{-]")
_NO_FORMULA = NoValue("is a formula, and CSV has no results", "save the sheet as .xlsx, or type the value")


def read_delimited(data: bytes, delimiter: str = "") -> CellGrid:
    """The cells of a text file; without a delimiter it is found."""
    text, warnings = _decoded(data)
    start = 0
    if chosen := _CHOSEN.match(text):
        delimiter, start = chosen[1], chosen.end()
    reader = csv.reader(io.StringIO(text[start:], newline=""), delimiter=delimiter or delimiter_of(text), strict=True)
    first = 2 if start else 1
    rows: list[list[CellValue]] = []
    lines: list[int] = []
    cells = 0
    try:
        line = first
        for row in reader:
            rows.append(row)  # type: ignore[arg-type]  # a list of texts, not changed as such
            lines.append(line)
            cells += len(row)
            line = reader.line_num + first
            refuse_too_many(cells)
    except csv.Error as error:
        raise _torn(error, line, len(rows) + 1) from None
    _mark_formulas(rows)
    refuse_texts(rows)
    return CellGrid(rows, text=text, lines=lines, warnings=warnings)


def delimiter_of(text: str) -> str:
    """What separates the heads: the one of four characters that the first line with words has most often.

    A line that begins with # is private, unless all lines do.
    """
    lines = [line for line in _QUOTED.sub('""', text[:20_000]).splitlines() if line.strip(" ,;|\t")]
    head = next((line for line in lines if line[0] != "#"), lines[0] if lines else "")
    return max(_DELIMITERS, key=lambda each: (head.count(each), -_DELIMITERS.index(each))) if head else ","


def _decoded(data: bytes) -> tuple[str, list[tuple[str, str, str]]]:
    no_warnings: list[tuple[str, str, str]] = []
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        text, warnings = data.decode(encoding), no_warnings
    except UnicodeDecodeError as error:
        if encoding == "utf-16":
            raise Refusal("CF010", "this file begins as UTF-16, but is damaged", "save it again as UTF-8") from None
        text, warnings = _windows(data, error)
    if sys.getsizeof(text) > COMMAND_TEXT.most:  # one emoji makes every character take four bytes
        message = f"this text takes {sys.getsizeof(text):,} bytes of memory; the limit is {COMMAND_TEXT.most:,}"
        raise Refusal("CF005", message, COMMAND_TEXT.hint("split it into several files"))
    if "\0" in text:
        raise Refusal("CF010", "this is not a text file: it contains a zero byte", "save it as CSV in UTF-8")
    return text, warnings


def _windows(data: bytes, error: UnicodeDecodeError) -> tuple[str, list[tuple[str, str, str]]]:
    """Read a file as Windows-1252, with a warning that shows a word to check by."""
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        message = f"byte 0x{data[error.start]:02X} is neither UTF-8 nor Windows-1252"
        raise Refusal("CF010", message, "save it as CSV in UTF-8") from None
    before = len(data[: error.start].decode("cp1252"))
    word = re.search(r"\w*$", text[:before])
    begin = word.start() if word else before
    sample = text[begin : begin + 30].split()[0]
    message = f"this file is not UTF-8; it was read as Windows-1252, where it says “{sample}”"
    return text, [("CF011", message, "check that word, or save the file as CSV in UTF-8")]


def _torn(error: csv.Error, line: int, row: int) -> Refusal:
    said = str(error)
    if "field larger" in said:
        message, hint = (
            f"a text in this row is longer than {TEXT_LENGTH.most:,} characters",
            "a quote may not be closed",
        )
        return Refusal("CF005", message, hint, row, 1)
    if "unexpected end" in said:
        return Refusal("CF010", f"a quote that opens in this row, on line {line}, is never closed", "close it", row, 1)
    message = f"a quote in this row, on line {line}, closes in the middle of a cell"
    return Refusal("CF010", message, 'write a quote inside quotes twice: ""', row, 1)


def _mark_formulas(rows: list[list[CellValue]]) -> None:
    """Mark formulas."""
    for row in rows:
        for at, value in enumerate(row):
            if type(value) is str and value[:1] == "=" and _FORMULA.match(value):
                row[at] = _NO_FORMULA
