"""Read a cell as what the schema asks for, never by guess.

Takes the value of a cell and the types that its field may have; gives the value for the card, or raises a CellFault.
"""

from __future__ import annotations

import datetime
import re
from typing import Any

from cardforge.core.limits import MAX_INTEGER
from cardforge.load.cells import CellValue, NoValue
from cardforge.validate.card_columns import Column
from cardforge.validate.value_wording import TYPES, shown_value

_NUMBER = re.compile(r"[-+]?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:[eE][-+]?[0-9]{1,3})?")
_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+")
_AS_TEXT = "format the column as text, and type it again"
_TRUE_FALSE = {"true": True, "false": False}


class CellFault(Exception):
    """Why a cell does not fit its field: a message that begins after the field's name, and a hint."""

    def __init__(self, message: str, hint: str = "", code: str = "CF101") -> None:
        super().__init__(message)
        self.message, self.hint, self.code = message, hint, code


def cell_value(value: CellValue, column: Column) -> Any:
    """The value of a cell that is not empty."""
    types = column.types
    if isinstance(value, str):
        return _of_text(value, column)
    if isinstance(value, NoValue):
        raise CellFault(value.why, value.hint, "CF013")
    if isinstance(value, bool):
        if types and "boolean" not in types:
            raise CellFault(
                f"is {str(value).upper()}, expected {_expected(types)}", _AS_TEXT if "string" in types else ""
            )
        return value
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        kind = "a time" if isinstance(value, (datetime.time, datetime.timedelta)) else f"the date {_day(value)}"
        raise CellFault(f"is {kind}, expected {_expected(types or frozenset({'string'}))}", _AS_TEXT)
    assert value is not None  # noqa: S101 - empty cells are left out before
    return _of_number(value, column)


def _of_number(value: float, column: Column) -> Any:
    types = column.types
    whole = float(value).is_integer()
    if not abs(value) <= MAX_INTEGER:  # infinity, and what is no number, too
        raise CellFault(f"is {value}, which is too large", f"use at most {MAX_INTEGER:,}, or type it as text")
    if not types or "number" in types or (whole and "integer" in types):
        return int(value) if whole else value
    if "string" in types:
        return str(int(value)) if whole else repr(value)
    if "array" in types:
        return [_of_number(value, Column(column.at, column.path, column.item_types, frozenset()))]
    raise CellFault(f"is {int(value) if whole else value}, expected {_expected(types)}")


def _of_text(text: str, column: Column) -> Any:
    types = column.types
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not types or types == {"string"}:
        return text
    word = text.strip()
    if ("integer" in types or "number" in types) and _NUMBER.fullmatch(word):
        number = float(word)
        whole = int(number) if number.is_integer() and abs(number) <= MAX_INTEGER else None
        found = whole if whole is not None else number if "number" in types else None
        # Where text is allowed too, 007 and 1.50 are text.
        if found is not None and ("string" not in types or str(found) == word):
            return found
    if "boolean" in types and word.lower() in _TRUE_FALSE and not ("string" in types and word not in _TRUE_FALSE):
        return _TRUE_FALSE[word.lower()]
    if "string" in types:
        return text
    if "array" in types:
        parts = [part.strip() for line in text.split("\n") for part in line.split(column.separator)]
        entry = Column(column.at, column.path, column.item_types, frozenset())
        return [_of_text(part, entry) for part in parts if part]
    hint = "write decimals with a point" if _COMMA.fullmatch(word) else ""
    raise CellFault(f"is {shown_value(text)}, expected {_expected(types)}", hint)


def _expected(types: frozenset[str]) -> str:
    return " or ".join(TYPES[name] for name in TYPES if name in types and name != "null")


def _day(value: Any) -> str:
    return value.date().isoformat() if isinstance(value, datetime.datetime) else value.isoformat()
