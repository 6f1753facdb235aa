"""Where the cards of a pack are in a spreadsheet: a card is a row, a field is a column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardforge.core.problems import Location, Pointer
from cardforge.load.spreadsheet import Spreadsheet


@dataclass(frozen=True)
class CardCells:
    """The row of each card, and the column of each field. Rows and columns count from 0."""

    sheet: Spreadsheet
    rows: tuple[int, ...]
    columns: Mapping[Pointer, int]  # by the path of the field in its card

    def place(self, pointer: Pointer) -> Location:
        """The cell of a field of a card; if it has none, the first cell of the card."""
        card, *field = pointer
        row = self.rows[card] if isinstance(card, int) and card < len(self.rows) else 0
        return self.sheet.place(row, self.column(tuple(field)))

    def column(self, field: Pointer) -> int:
        """The column of a field, of the field it is part of, or of its first part."""
        for length in range(len(field), 0, -1):
            if field[:length] in self.columns:
                return self.columns[field[:length]]
        inside = (column for path, column in self.columns.items() if field and path[: len(field)] == field)
        return next(inside, min(self.columns.values(), default=0))
