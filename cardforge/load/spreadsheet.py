"""Read one table of a spreadsheet: CSV, TSV, XLSX or ODS.

Takes a file and perhaps the name of a tab; gives a Spreadsheet, whose rows and columns are counted as spreadsheet
programs count them, or the problem that prevents reading it. What the cells mean is decided by the schema, in
`validate`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardforge.core.limits import COMMAND_TEXT, COMMAND_VALUES, SPREADSHEET_BYTES
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.read_totals import count_read
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.load.cells import CellGrid, CellValue, column_name
from cardforge.load.delimited import read_delimited
from cardforge.load.open_document import read_open_document
from cardforge.load.refusal import Refusal, UnknownTab
from cardforge.load.source import Source, problem_at
from cardforge.load.spreadsheet_names import DELIMITED, ODS, SPREADSHEETS, XLSX
from cardforge.load.workbook import read_workbook

_WORKBOOKS = {XLSX: read_workbook, ODS: read_open_document}
_OLE = b"\xd0\xcf\x11\xe0"  # how old .xls files begin, and every XLSX with a password
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class Spreadsheet:
    """The cells of one table, from its first row and column on."""

    file: Path
    source: Source
    tab: str  # of a workbook; empty for CSV and TSV
    rows: Sequence[Sequence[CellValue]]
    lines: Sequence[int] = ()  # of a text file: the line on which each row begins
    warnings: tuple[Problem, ...] = ()

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def texts(self) -> list[str]:
        """The texts of all cells."""
        return [value for row in self.rows for value in row if isinstance(value, str)]

    def name(self, row: int, column: int) -> str:
        """A cell as its author calls it, without the file: `Heroes!D14`, or `D14` in a text file. Both count from 0."""
        cell = f"{column_name(column)}{row + 1}"
        return f"{self.tab}!{cell}" if self.tab else cell

    def place(self, row: int, column: int) -> Location:
        """Where a cell is."""
        line = self.lines[row] if self.lines else row + 1
        return Location(self.path, line, column + 1, cell=self.name(row, column))


def read_spreadsheet(file: Path, shown: str, tab: str, roots: tuple[Path, ...]) -> Spreadsheet | Problem:
    """Read the only table of a file, or the one on a tab, if the file is inside one of the folders.

    Raises UnknownTab if it has no such tab.
    """
    ending = file.suffix.lower()
    if ending not in SPREADSHEETS:
        message = f"{file.name} is not a spreadsheet that cardforge reads"
        return problem_at(shown, "CF010", message, f"save it as one of {listed(SPREADSHEETS)}")
    try:
        data = read_regular(file, SPREADSHEET_BYTES, roots)
    except RefusedFile as refused:
        if refused.is_outside:
            return problem_at(shown, "CF009", "this file is outside the project, so it was not read", refused.hint)
        if refused.is_too_large:
            hint = SPREADSHEET_BYTES.hint("delete what is not cards, such as pictures")
            return problem_at(shown, "CF003", f"this spreadsheet is too large: {refused.reason}", hint)
        hint = "check its name and its permissions"
        return problem_at(shown, "CF001", f"this spreadsheet cannot be read: {refused.reason}", hint)
    return spreadsheet_of(data, file, shown, tab)


def spreadsheet_of(data: bytes, file: Path, shown: str, tab: str = "") -> Spreadsheet | Problem:
    """The table in the content of a file; raises UnknownTab if it has no such tab."""
    ending = file.suffix.lower()
    try:
        grid = _grid(data, ending, tab)
    except UnknownTab:
        raise
    except Refusal as refusal:
        cell = f"{column_name(refusal.column - 1)}{refusal.line}" if refusal.column else ""
        where = Location(shown, refusal.line, refusal.column, cell=f"{tab}!{cell}" if cell and tab else cell)
        return Problem(refusal.code, Severity.ERROR, where, refusal.message, refusal.hint)
    count_read(COMMAND_TEXT, sum(map(_text_memory, grid.rows)), shown)
    count_read(COMMAND_VALUES, sum(map(len, grid.rows)), shown)
    source = Source(shown, grid.text, hashlib.sha256(data).hexdigest())
    warned = tuple(
        Problem(code, Severity.WARNING, Location(shown, 1 if grid.lines else 0, cell="A1" if grid.lines else ""), *said)
        for code, *said in grid.warnings
    )
    return Spreadsheet(file, source, grid.tab, grid.rows, grid.lines, warned)


def _text_memory(row: Sequence[CellValue]) -> int:
    """Bytes of memory of the texts in a row."""
    return sys.getsizeof("".join(value for value in row if type(value) is str))


def _grid(data: bytes, ending: str, tab: str) -> CellGrid:
    """The cells of a file, by its ending and by what it really is."""
    if data.startswith(_OLE):
        message = "this workbook has a password, or is an old .xls file"
        raise Refusal("CF010", message, "remove the password, or save it as .xlsx without one")
    if ending in DELIMITED:
        if data.startswith(_ZIP):
            raise Refusal("CF010", f"this is a workbook, not {ending[1:].upper()}", "rename it to .xlsx or .ods")
        if tab:
            raise UnknownTab("CF010", f"there is no tab `{tab[:60]}`: a {ending} file has no tabs", "remove `tab:`")
        return read_delimited(data, "\t" if ending == ".tsv" else "")
    if not data.startswith(_ZIP):
        hint = "save it again; if it is text, name it .csv"
        raise Refusal("CF010", f"this is not {ending[1:].upper()}: it is damaged or of another sort", hint)
    return _WORKBOOKS[ending](data, tab)
