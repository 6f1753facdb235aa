"""Write a workbook (XLSX): tabs with frozen heads, notes, and lists to choose from.

Takes tabs as rows of plain values; gives the bytes of the file, the same for the same tabs. Every text is written as
text: one that begins with `=` is no formula. XlsxWriter is called nowhere else.
"""

from __future__ import annotations

import datetime
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass

import xlsxwriter

Cell = str | int | float | bool | None

MOST_CHARACTERS = 32_767  # of a cell; Excel cuts what is longer
MOST_ROWS = 1_048_575
_LONGEST_NAME = 31  # characters of a tab
_LISTS = "# lists"
_NARROWEST, _WIDEST = 6, 60  # characters
_LINE = 15  # points of a line of text
_SAMPLE = 200  # rows that decide the width of a column
_MADE = datetime.datetime(2000, 1, 1)  # of every workbook, so that the same cards give the same bytes


@dataclass(frozen=True)
class WorkbookColumn:
    """A column: its head, what the head's note says, and the values to choose from."""

    head: str
    note: str = ""
    choices: tuple[str, ...] = ()
    only_these: bool = True  # whether other values are refused, or accepted after a warning


@dataclass(frozen=True)
class WorkbookTab:
    """A table of a workbook."""

    name: str
    columns: tuple[WorkbookColumn, ...]
    rows: Sequence[Sequence[Cell]]
    frozen: int = 1  # columns on the left that stay visible


def tab_name(name: str, taken: Sequence[str]) -> str:
    """A name that a tab can have and no other has: Excel ignores capitals."""
    plain = "".join("-" if character in "[]:*?/\\'" else character for character in name)[:_LONGEST_NAME]
    found, number = plain, 2
    while found.lower() in (each.lower() for each in taken):
        end = f" {number}"
        found, number = plain[: _LONGEST_NAME - len(end)] + end, number + 1
    return found


def workbook(tabs: Sequence[WorkbookTab]) -> bytes:
    """The file."""
    whole = io.BytesIO()
    with xlsxwriter.Workbook(whole, {"in_memory": True}) as book:
        book.set_properties({"created": _MADE})
        formats = {
            "head": book.add_format({"bold": True, "bg_color": "#E8E4DA", "bottom": 1, "valign": "top"}),
            "text": book.add_format({"text_wrap": True, "valign": "top", "num_format": "@"}),
            "value": book.add_format({"valign": "top", "align": "center"}),
        }
        lists: list[tuple[str, ...]] = []
        for tab in tabs:
            _put_tab(book, tab, formats, lists)
        if lists:
            sheet = book.add_worksheet(_LISTS)
            sheet.hide()
            for at, choices in enumerate(lists):
                sheet.write_column(0, at, choices)
    return whole.getvalue()


def _put_tab(
    book: xlsxwriter.Workbook, tab: WorkbookTab, formats: dict[str, object], lists: list[tuple[str, ...]]
) -> None:
    sheet = book.add_worksheet(tab.name)
    sheet.freeze_panes(1, tab.frozen)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)  # as wide as a page when it is printed
    sheet.repeat_rows(0)
    for at, column in enumerate(tab.columns):
        sheet.write_string(0, at, column.head, formats["head"])
        if column.note:
            sheet.write_comment(0, at, column.note, {"x_scale": 2, "y_scale": 1.2})
        is_text = any(isinstance(row[at], str) for row in tab.rows)
        sheet.set_column(at, at, _width(tab, at), formats["text" if is_text else "value"])
        if column.choices:
            _offer(sheet, at, column, lists)
    widths = [_width(tab, at) for at in range(len(tab.columns))]
    for number, row in enumerate(tab.rows, 1):
        sheet.set_row(number, _LINE * max(map(_lines, row, widths)))  # LibreOffice would cut what is wrapped
        for at, value in enumerate(row):
            if isinstance(value, str):
                sheet.write_string(number, at, value, formats["text"])
            elif isinstance(value, bool):
                sheet.write_boolean(number, at, value, formats["value"])
            elif value is not None:
                sheet.write_number(number, at, value, formats["value"])


def _offer(sheet: object, at: int, column: WorkbookColumn, lists: list[tuple[str, ...]]) -> None:
    """Let people choose from a list, which is on a hidden tab: written out, it could have only 255 characters."""
    if column.choices not in lists:
        lists.append(column.choices)
    letters = xlsxwriter.utility.xl_col_to_name(lists.index(column.choices))
    source = f"='{_LISTS}'!${letters}$1:${letters}${len(column.choices)}"
    settings = {"validate": "list", "source": source, "error_type": "stop" if column.only_these else "warning"}
    sheet.data_validation(1, at, MOST_ROWS, at, settings)  # type: ignore[attr-defined]  # it has no types


def _lines(value: Cell, width: int) -> int:
    """How many lines a cell needs in a column."""
    if not isinstance(value, str):
        return 1
    return sum(max(1, math.ceil(len(line) / width)) for line in value.split("\n"))


def _width(tab: WorkbookTab, at: int) -> int:
    longest = max((len(str(row[at])) for row in tab.rows[:_SAMPLE] if row[at] is not None), default=0)
    return max(_NARROWEST, min(_WIDEST, max(longest, len(tab.columns[at].head)) + 2))
