"""Read the heads of a spreadsheet: which field of a card each column holds.

name            the field `name`; `Card Name` is the field `card-name` if the schema has one
stats.might      the field `might` in the mapping `stats`
keywords[]      a list: its entries are separated by commas or line breaks; `[;]` and `[|]` name another separator
stats[1].k      the field `k` of the first entry of the list `stats`
# notes         private: the column is not read
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cardforge.core.phrases import listed
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.load.cells import CellValue, NoValue
from cardforge.load.spreadsheet import Spreadsheet
from cardforge.validate.field_types import ITEM, FieldPath, FieldTypes

PRIVATE = "#"
NONE: Mapping[str, str] = {}
_MOST_ENTRIES = 99  # of one list in numbered columns
_PART = re.compile(r"(?P<name>[^\[\]]+?)\s*(?:\[(?P<entry>[;|,]?|[1-9][0-9]?)\])?")
_SCALARS = frozenset({"string", "integer", "number", "boolean"})


@dataclass(frozen=True)
class Column:
    """A column with the field that it holds."""

    at: int
    path: Pointer  # in a card: keys, and entries of lists
    types: frozenset[str]
    item_types: frozenset[str]  # of the entries, if it holds a list
    separator: str = ","  # of these entries

    @cached_property
    def key(self) -> str:
        """The field, if it is not part of another."""
        return self.path[0] if len(self.path) == 1 and isinstance(self.path[0], str) else ""

    @cached_property
    def takes_any_text(self) -> bool:
        """Whether a text is taken as it is."""
        return not self.types or self.types == {"string"}

    @property
    def name(self) -> str:
        """The field as its head spells it."""
        return "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in self.path).lstrip(".")


class Columns(NamedTuple):
    """The columns to read, the row of their heads, and what is wrong with heads."""

    read: tuple[Column, ...]
    head: int
    problems: tuple[Problem, ...]


def columns_of(sheet: Spreadsheet, fields: FieldTypes, renamed: Mapping[str, str] = NONE) -> Columns:
    """The columns of a spreadsheet; its first row that is neither empty nor private has the heads.

    So has a row whose first head is private, and another one a field. A pack can give heads another name: `renamed`.
    """
    head = next((at for at, row in enumerate(sheet.rows) if is_read(row) or _has_field(row, fields)), None)
    if head is None:
        problem = _problem(sheet, 0, 0, "this table is empty", "write the names of fields into the first row")
        return Columns((), 0, (problem,))
    found: dict[Pointer, Column] = {}
    problems: list[Problem] = []
    for at, value in enumerate(sheet.rows[head]):
        text = head_text(value)
        text = renamed.get(text, text)
        if not text or text.startswith(PRIVATE):
            continue
        column = _column(at, text, fields)
        if isinstance(column, str):
            message, _, hint = column.partition("\n")
            problems.append(_problem(sheet, head, at, message, hint))
        elif other := next((each for path, each in found.items() if path == column.path), None):
            message = f"`{text[:60]}` is the field `{column.name}`, which column {sheet.name(head, other.at)} has too"
            problems.append(_problem(sheet, head, at, message, "keep one, or begin the head with #"))
        else:
            found[column.path] = column
    problems += _without_head(sheet, head)
    return Columns(tuple(found.values()), head, tuple(problems))


def head_text(value: CellValue) -> str:
    """A head as it is compared: without line breaks and spaces around it."""
    return " ".join(str(value).split()) if value is not None and not isinstance(value, NoValue) else ""


def is_read(row: Sequence[CellValue]) -> bool:
    """Whether a row is neither empty nor private."""
    if not row or (isinstance(row[0], str) and row[0].startswith(PRIVATE)):
        return False
    return any(not is_empty(value) for value in row)


def _has_field(row: Sequence[CellValue], fields: FieldTypes) -> bool:
    return any(isinstance(value, str) and _known(value.strip(), fields, ()) for value in row)


def is_empty(value: CellValue) -> bool:
    """Whether a cell has nothing in it that can be seen."""
    return value is None or (isinstance(value, str) and not value.strip())


def slug(text: str) -> str:
    """A name in lower case with hyphens, to compare heads and fields by."""
    return re.sub(r"[\W_]+", "-", text.casefold()).strip("-")


def _column(at: int, head: str, fields: FieldTypes) -> Column | str:
    """The column of a head; a message and a hint, on two lines, if it cannot be used."""
    path: list[str | int] = []
    separator = ""
    parts = head.split(".")
    is_whole = head in fields.names() or not all(part.strip() for part in parts)  # such as `No.`
    for part in [head] if is_whole else parts:
        found = _PART.fullmatch(part.strip())
        if not found or separator:
            return f"`{head[:60]}` is not the name of a field\nwrite it as name, name.part, name[] or name[1].part"
        name = _known(found["name"], fields, _general(path)) or found["name"]
        path.append(name)
        if not fields.is_open(_general(path[:-1])) and name not in fields.names(_general(path[:-1])):
            return _unknown(head, name, path, fields)
        entry = found["entry"]
        if entry is not None and entry.isdigit():
            path.append(int(entry) - 1)
        elif entry is not None:
            separator = entry or ","
    return _typed(at, head, tuple(path), separator, fields)


def _typed(at: int, head: str, path: Pointer, separator: str, fields: FieldTypes) -> Column | str:
    types, items = fields.types(_general(path)), fields.types((*_general(path), ITEM))
    if not types and path == ("copies",):
        types = frozenset({"integer"})  # the engine itself counts with it
    if separator:
        types = frozenset({"array"})
    scalar = types & _SCALARS
    if "object" in types and not scalar:
        inner = fields.names(_general(path))
        return (
            f"`{head[:60]}` is a mapping\nuse a column for each part, such as `{head}.{inner[0] if inner else 'part'}`"
        )
    if "array" in types and not scalar and items and not items & _SCALARS:
        inner = fields.names((*_general(path), ITEM))
        return f"`{head[:60]}` is a list of mappings\nuse columns such as `{head}[1].{inner[0] if inner else 'part'}`"
    return Column(at, path, types, items, separator or ",")


def _unknown(head: str, name: str, path: Sequence[str | int], fields: FieldTypes) -> str:
    known = fields.names(_general(path[:-1]))
    hint = did_you_mean(name, known) or f"fields: {listed(known)}"
    return f"there is no field `{name[:60]}`\n{hint}; a column whose head begins with # is not read"


def _known(name: str, fields: FieldTypes, path: FieldPath) -> str:
    """The field with this name or, if only one has it, with this slug."""
    names = fields.names(path)
    if name in names:
        return name
    alike = [each for each in names if slug(each) == slug(name)]
    return alike[0] if len(alike) == 1 else ""


def _general(path: Sequence[str | int]) -> FieldPath:
    """A path for the schema, to which all entries of a list are the same."""
    return tuple(ITEM if isinstance(step, int) else step for step in path)


def _without_head(sheet: Spreadsheet, head: int) -> Iterator[Problem]:
    """The first cell with a value of each column that has no head."""
    heads = sheet.rows[head]
    unnamed = [at for at, value in enumerate(heads) if is_empty(value)]
    seen: set[int] = set()
    for row in range(head + 1, len(sheet.rows)):
        cells = sheet.rows[row]
        for at in (*unnamed, *range(len(heads), len(cells))):
            if at < len(cells) and not is_empty(cells[at]) and at not in seen and is_read(cells):
                seen.add(at)
                message = "this cell has a value, but its column has no head"
                yield _problem(sheet, row, at, message, "give it the name of a field, or one that begins with #")


def _problem(sheet: Spreadsheet, row: int, column: int, message: str, hint: str) -> Problem:
    return Problem("CF012", Severity.ERROR, sheet.place(row, column), message, hint)
