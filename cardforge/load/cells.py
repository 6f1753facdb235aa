"""The cells of a table as a file has them, before a schema says what they mean."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardforge.core.limits import SPREADSHEET_CELLS, TEXT_LENGTH
from cardforge.core.phrases import listed
from cardforge.core.suggestions import did_you_mean
from cardforge.load.refusal import Refusal, UnknownTab

Date = datetime.date | datetime.time | datetime.timedelta
# Control characters; YAML does not allow them either.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_LETTERS = 26


@dataclass(frozen=True)
class NoValue:
    """A cell that shows something, but has no value to print: why, and what to do."""

    why: str
    hint: str = ""


# An empty cell is "" or None.
CellValue = str | int | float | bool | Date | NoValue | None


class CellGrid(NamedTuple):
    """The cells of one table, from A1 on."""

    rows: Sequence[Sequence[CellValue]]
    tab: str = ""
    text: str = ""  # of a text file
    lines: Sequence[int] = ()  # of a text file: the line on which each row begins
    warnings: Sequence[tuple[str, str, str]] = ()  # code, message and hint


def column_name(column: int) -> str:
    """A column as spreadsheets name it: 0 is A, 26 is AA."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, _LETTERS)
        name = chr(ord("A") + letter) + name
    return name


def column_number(name: str) -> int:
    """The opposite: A is 0."""
    number = 0
    for letter in name.upper():
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number - 1


def chosen_tab(tab: str, tabs: Sequence[str]) -> str:
    """The tab asked for, or the only one."""
    if tab in tabs:
        return tab
    if not tab and len(tabs) == 1:
        return tabs[0]
    if not tabs:
        raise Refusal("CF010", "this workbook has no tab with cells", "save it again")
    if not tab:
        hint = f"choose one: `tab: {tabs[0]}`; it has {listed(tabs)}"
        raise UnknownTab("CF010", f"this workbook has {len(tabs)} tabs", hint, tabs)
    hint = did_you_mean(tab, tabs) or f"tabs: {listed(tabs)}"
    raise UnknownTab("CF010", f"there is no tab `{tab[:60]}`", hint, tabs)


def refuse_too_many(cells: int) -> None:
    """Stop before a table fills the memory."""
    most = SPREADSHEET_CELLS.most
    if cells > most:
        message = f"this table has {cells:,} cells up to its last row and column; the limit is {most:,}"
        raise Refusal("CF005", message, SPREADSHEET_CELLS.hint("delete what is far below or right of the cards"))


def refuse_texts(rows: Sequence[Sequence[CellValue]]) -> None:
    """Refuse texts that no card can show, at their cell."""
    most = TEXT_LENGTH.most
    for at, row in enumerate(rows, 1):
        texts = [value for value in row if type(value) is str]
        if max(map(len, texts), default=0) <= most and not _UNPRINTABLE.search("".join(texts)):
            continue
        for column, value in enumerate(row, 1):
            if type(value) is not str:
                continue
            if len(value) > most:
                message = f"this text has {len(value):,} characters; the limit is {most:,}"
                raise Refusal("CF005", message, TEXT_LENGTH.hint("shorten it"), at, column)
            if _UNPRINTABLE.search(value):
                raise Refusal("CF010", "this cell contains an unprintable character", "type the text again", at, column)
