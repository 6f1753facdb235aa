"""Read a table of an ODS workbook.

ODS writes a cell once with how often it repeats, up to the last of a million rows, and an error as an empty text. The
standard XML parser shows both; calamine writes the first out in full and hides the second.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any
from xml.parsers import expat

from cardforge.load.cells import CellGrid, CellValue, NoValue, chosen_tab, refuse_texts, refuse_too_many
from cardforge.load.packed import PackedParts, damaged
from cardforge.load.refusal import Refusal

_MIME = b"application/vnd.oasis.opendocument.spreadsheet"
_TEXT, _TABLE, _OFFICE = (f"urn:oasis:names:tc:opendocument:xmlns:{each}:1.0 " for each in ("text", "table", "office"))
_CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0 "
_CELLS = (_TABLE + "table-cell", _TABLE + "covered-table-cell")
_NOTES = (_OFFICE + "annotation", _TEXT + "note")
_NUMBERS = ("float", "percentage", "currency")


def read_open_document(data: bytes, tab: str) -> CellGrid:
    """The cells of one table."""
    parts = PackedParts(data)
    if "content.xml" not in parts or ("mimetype" in parts and parts.read("mimetype").strip() != _MIME):
        raise Refusal("CF010", "this is a zip file, but not an ODS workbook", "save it as .ods")
    if "META-INF/manifest.xml" in parts and b"encryption-data" in parts.read("META-INF/manifest.xml"):
        raise Refusal("CF010", "this workbook has a password", "remove the password, and save it again")
    content = parts.read("content.xml")
    names = _Tables(content).names
    chosen = chosen_tab(tab, names)
    rows = _Tables(content, names.index(chosen)).rows
    refuse_texts(rows)
    return CellGrid(rows, chosen)


class _Tables:
    """Listens to the parser: the names of all tables, and the rows of one."""

    def __init__(self, content: bytes, wanted: int = -1) -> None:
        self.names: list[str] = []
        self.rows: list[list[CellValue]] = []
        self._wanted = wanted
        self._row: list[CellValue] = []
        self._empty_rows = self._row_repeats = self._empty_cells = 0  # at the end, not yet in the table
        self._cell: Mapping[str, str] | None = None
        self._texts: list[str] = []
        self._paragraphs = self._notes = self._depth = 0
        self._cells = 0
        parser = expat.ParserCreate("UTF-8", " ")  # whatever it declares
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = _refuse_entity
        parser.buffer_text = True
        try:
            parser.Parse(content, True)
        except (expat.ExpatError, ValueError, OverflowError) as error:
            raise damaged() from error

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == _TABLE + "table":
            self._depth += 1
            if self._depth == 1:
                self.names.append(attributes.get(_TABLE + "name", ""))
        if self._depth != 1 or len(self.names) - 1 != self._wanted:
            return
        if name in _NOTES:
            self._notes += 1
        elif self._notes:
            return
        elif name == _TABLE + "table-row":
            self._row, self._empty_cells = [], 0
            self._row_repeats = int(attributes.get(_TABLE + "number-rows-repeated", "1"))
        elif name in _CELLS:
            self._cell = {**attributes, "covered": "yes"} if name == _CELLS[1] else attributes
            self._texts, self._paragraphs = [], 0
        elif self._cell is not None:
            self._mark(name, attributes)

    def _mark(self, name: str, attributes: dict[str, str]) -> None:
        """What stands for characters inside a cell."""
        if name == _TEXT + "p":
            if self._paragraphs:
                self._texts.append("\n")
            self._paragraphs += 1
        elif name == _TEXT + "s":
            self._texts.append(" " * min(int(attributes.get(_TEXT + "c", "1")), 1_000))
        elif name == _TEXT + "tab":
            self._texts.append("\t")
        elif name == _TEXT + "line-break":
            self._texts.append("\n")

    def _characters(self, text: str) -> None:
        if self._cell is not None and self._paragraphs and not self._notes:
            self._texts.append(text)

    def _end(self, name: str) -> None:
        if name == _TABLE + "table":
            self._depth -= 1
        elif self._depth != 1 or len(self.names) - 1 != self._wanted:
            return
        elif name in _NOTES:
            self._notes -= 1
        elif name in _CELLS and self._cell is not None and not self._notes:
            self._add_cell(self._cell)
            self._cell = None
        elif name == _TABLE + "table-row":
            self._add_row()

    def _add_cell(self, cell: Mapping[str, str]) -> None:
        value = _value(cell, "".join(self._texts))
        repeats = int(cell.get(_TABLE + "number-columns-repeated", "1"))
        if value == "":
            self._empty_cells += repeats
            return
        self._count(self._empty_cells + repeats)
        self._row += [""] * self._empty_cells + [value] * repeats
        self._empty_cells = 0

    def _add_row(self) -> None:
        if not any(not _is_covered(value) for value in self._row):
            self._empty_rows += self._row_repeats
            return
        width = max(len(self._row), 1)
        self._count(self._empty_rows + (self._row_repeats - 1) * width)
        self.rows += [[] for _ in range(self._empty_rows)]
        self.rows += [list(self._row) for _ in range(self._row_repeats)]
        self._empty_rows = 0

    def _count(self, more: int) -> None:
        self._cells += more
        refuse_too_many(self._cells)


def _is_covered(value: CellValue) -> bool:
    return value is _MERGED or value == ""


_MERGED = NoValue(
    "is part of a merged cell, whose first cell alone has the value", "unmerge the cells and fill each of them"
)


def _value(cell: Mapping[str, str], text: str) -> CellValue:
    """The value of a cell; "" for an empty one."""
    if "covered" in cell:
        return _MERGED
    kind = cell.get(_OFFICE + "value-type", "")
    formula = cell.get(_TABLE + "formula", "")
    if cell.get(_CALC + "value-type") == "error":
        return NoValue(f"is {text or 'an error'}, the error of a formula", "correct the formula, or type the value")
    if formula and not kind:
        hint = "open the workbook in a spreadsheet program and save it, so that it is calculated"
        return NoValue(f"is the formula `{formula[:60]}`, which was never calculated", hint)
    if "DDE(" in formula.upper() or "WEBSERVICE(" in formula.upper():
        return NoValue(f"is the formula `{formula[:60]}`, which asks another program", "type the value instead")
    return _typed(kind, cell, text)


def _typed(kind: str, cell: Mapping[str, str], text: str) -> CellValue:
    given: Any = cell.get(_OFFICE + "value", "")
    if kind in _NUMBERS:
        return float(given)
    if kind == "boolean":
        return cell.get(_OFFICE + "boolean-value") == "true"
    if kind == "date":
        return datetime.datetime.fromisoformat(cell.get(_OFFICE + "date-value", "")[:19])
    if kind == "time":
        return datetime.timedelta(0)  # whatever it is: no field takes one
    return cell.get(_OFFICE + "string-value", text) if kind == "string" else text


def _refuse_entity(*_: object) -> None:
    raise damaged()
