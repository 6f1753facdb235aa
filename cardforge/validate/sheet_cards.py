"""Turn the rows of a spreadsheet into the cards of a pack.

    cards: {sheet: heroes.xlsx, tab: Heroes}

Takes a document that names a spreadsheet, and the schema of its kind; gives the document with its cards and with the
cell of every field. The file is looked up next to the document and must be in the same project.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardforge.core.limits import COMMAND_CARDS
from cardforge.core.phrases import listed
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.core.read_totals import count_read
from cardforge.core.suggestions import did_you_mean
from cardforge.load.card_cells import CardCells
from cardforge.load.document import Document
from cardforge.load.project import project_around, shown
from cardforge.load.refusal import UnknownTab
from cardforge.load.spreadsheet import Spreadsheet, read_spreadsheet
from cardforge.load.spreadsheet_names import CARDS, SHEET, TAB, names_a_sheet
from cardforge.load.targets import File, names_in
from cardforge.validate.card_columns import NONE, Column, columns_of, head_text, is_empty, is_read
from cardforge.validate.cell_faults import CellFaults
from cardforge.validate.cell_values import CellFault, cell_value
from cardforge.validate.field_types import FieldTypes

_MANY = 500  # cells with faults; beyond that, no card is relied on
COLUMNS = "columns"


@dataclass(frozen=True)
class SheetCards:
    """A document with the cards of its spreadsheet, and what is wrong with these."""

    document: Document
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    reported: tuple[Pointer, ...] = ()  # the values that the problems are about

    @property
    def unsound(self) -> tuple[Pointer, ...]:
        """The values that cannot be relied on."""
        return self.reported if len(self.reported) <= _MANY else ((CARDS,),)


def sheet_cards(document: Document, file: File | None, fields: FieldTypes) -> SheetCards:
    """The document with its cards; as it is, and with a problem, if the spreadsheet cannot be read."""
    sheet = _spreadsheet(document, file)
    if isinstance(sheet, Problem):
        return SheetCards(document, (sheet,), reported=((CARDS,),))
    renamed: Mapping[str, str] = document.data[CARDS].get(COLUMNS, NONE)
    columns = columns_of(sheet, fields, renamed)
    rows = [at for at in range(columns.head + 1, len(sheet.rows)) if is_read(sheet.rows[at])]
    count_read(COMMAND_CARDS, len(rows), sheet.path)
    cells = CardCells(sheet, tuple(rows), {column.path: column.at for column in columns.read})
    faults = CellFaults(sheet)
    cards = [_card(at, sheet.rows[row], columns.read, faults, row) for at, row in enumerate(rows)]
    lost = _lost_heads(document, renamed, sheet, columns.head)
    reported: tuple[Pointer, ...] = ((CARDS,),) if columns.problems or lost else tuple(faults.pointers)
    problems = (*lost, *columns.problems, *faults.problems())
    whole = replace(document, data={**document.data, CARDS: cards}, cells=cells)
    return SheetCards(whole, problems, sheet.warnings, reported)


def sheet_file(document: Document, file: File) -> Path | None:
    """The spreadsheet of a document, whether it can be read or not."""
    if document.cells:
        return document.cells.sheet.file
    given = document.data[CARDS][SHEET] if names_a_sheet(document.data) else None
    return _beside(file, given) if isinstance(given, str) else None


def _beside(file: File, given: str) -> Path:
    return Path(os.path.normpath(file.path.parent / given))


def _card(at: int, row: Any, columns: tuple[Column, ...], faults: CellFaults, number: int) -> dict[str, Any]:
    card: dict[str, Any] = {}
    width = len(row)
    for column in columns:
        value = row[column.at] if column.at < width else ""
        if value == "" or is_empty(value):
            continue
        try:
            # The common cases first: there are a hundred thousand cells.
            is_plain = column.takes_any_text and type(value) is str and "\r" not in value
            found = value if is_plain else cell_value(value, column)
            if column.key:
                card[column.key] = found
            else:
                _put(card, column.path, found)
        except CellFault as fault:
            faults.add(number, column, fault, (CARDS, at, *column.path))
            with suppress(CellFault):  # so that the schema does not miss the field
                _put(card, column.path, str(value))
    return card


def _put(card: Any, path: Pointer, value: Any) -> None:
    """Set a field inside mappings and lists, which are made as needed."""
    *above, last = path
    for step, following in zip(above, path[1:], strict=True):
        new: Any = [] if isinstance(following, int) else {}
        if isinstance(step, int):
            _refuse_gap(card, step)
            if step == len(card):
                card.append(new)
            card = card[step]
        else:
            card = card.setdefault(step, new)
        if isinstance(card, list) != isinstance(following, int):
            raise CellFault("is a part of a field that another column sets as a whole", "keep one of the two columns")
    if isinstance(last, int):
        _refuse_gap(card, last)
        card.append(value)
    else:
        card[last] = value


def _refuse_gap(entries: list[Any], at: int) -> None:
    if at > len(entries):
        raise CellFault(f"is entry {at + 1} of a list that has no entry {at}", "fill the entries from the first on")


def _spreadsheet(document: Document, file: File | None) -> Spreadsheet | Problem:
    given: Mapping[str, Any] = document.data[CARDS]
    odd = next(_odd_keys(document, given), None)
    if odd:
        return odd
    if file is None:
        message = "the spreadsheet cannot be found, because this text is not a file"
        return _problem(document, SHEET, message, "save it next to the spreadsheet", "CF010")
    path, project = _beside(file, given[SHEET]), project_around(file.path)
    root = project.roots[0] if project else file.root or file.path.parent
    try:
        found = read_spreadsheet(path, shown(path), given.get(TAB, ""), (root,))
    except UnknownTab as refusal:
        return _problem(document, TAB, f"{given[SHEET]}: {refusal.message}", refusal.hint, refusal.code)
    if isinstance(found, Problem) and found.code in ("CF001", "CF009"):  # a wrong name, most likely
        hint = did_you_mean(path.name, names_in(path.parent)) or found.hint
        return _problem(document, SHEET, f"{given[SHEET]}: {found.message}", hint, found.code)
    return found


def _odd_keys(document: Document, given: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the keys of `cards`."""
    for key, value in given.items():
        if key not in (SHEET, TAB, COLUMNS):
            hint = did_you_mean(key, (SHEET, TAB, COLUMNS)) or "remove it"
            yield _problem(document, key, f"unknown key `{key[:60]}`", hint, "CF101", at_key=True)
        elif key == COLUMNS:
            if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
                hint = 'write `columns: {Card Name: name}`; a head that is `"#"` is not read'
                yield _problem(document, key, "`columns` is not a mapping of heads to fields", hint, "CF101")
        elif not isinstance(value, str) or not value:
            yield _problem(document, key, f"`{key}` is not a text", "put it in quotes", "CF101")


def _lost_heads(document: Document, renamed: Mapping[str, str], sheet: Spreadsheet, head: int) -> tuple[Problem, ...]:
    """The heads in `columns` that the spreadsheet does not have: it was changed, or they are misspelt."""
    heads = [head_text(value) for value in sheet.rows[head]] if head < len(sheet.rows) else []
    return tuple(
        Problem(
            "CF012",
            Severity.ERROR,
            document.locate((CARDS, COLUMNS, each), key=True),
            f"{sheet.path} has no head `{each[:60]}`",
            did_you_mean(each, heads) or f"heads: {listed(heads)}",
        )
        for each in renamed
        if each not in heads
    )


def _problem(document: Document, key: str, message: str, hint: str, code: str, at_key: bool = False) -> Problem:
    return Problem(code, Severity.ERROR, document.locate((CARDS, key), at_key), message, hint)
