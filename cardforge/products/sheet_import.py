"""Compare an edited workbook with the cards it was exported from: which cards change, which are new, which are missing.

Takes the tabs of a workbook and the packs of a game; gives the packs with their cards as they shall be, where each card
came from, and the problems of cells. A cell that holds what the card exports changes nothing, whatever its type; only a
cell that was edited is read, by the schema. A column that is not there changes nothing either.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.generate.recipes import slug
from cardforge.load.card_cells import CardCells
from cardforge.load.cells import CellValue, NoValue
from cardforge.load.document import Document
from cardforge.load.spreadsheet import Spreadsheet
from cardforge.products.card_table import DATA, ID, LIST, PACK, Cell, TableColumn, at, column_of, table_of, with_value
from cardforge.products.sheet_export import OF_CARD, OF_PACK, KindOfCards, cards_of, pack_id
from cardforge.validate.card_columns import PRIVATE, Column, head_text, is_empty, is_read
from cardforge.validate.cell_faults import CellFaults
from cardforge.validate.cell_values import CellFault, cell_value
from cardforge.validate.field_types import ITEM, FieldPath

Card = dict[str, Any]


@dataclass
class ImportedCard:
    """A card as it shall be."""

    card: Card
    number: int | None  # in its pack; None if it is new
    row: int | None  # in the sheet; None if it is missing there


@dataclass
class ImportedPack:
    """A pack with the cards that its file and the sheet have, in the order of the file."""

    document: Document
    cards: list[ImportedCard] = field(default_factory=list)
    columns: dict[tuple[str | int, ...], int] = field(default_factory=dict)
    sheet: Spreadsheet | None = None

    @property
    def missing(self) -> list[ImportedCard]:
        """The cards that the sheet does not have."""
        return [card for card in self.cards if card.row is None]

    def final(self, deletes: bool) -> list[ImportedCard]:
        """The cards that the file will have."""
        return [card for card in self.cards if card.row is not None or not deletes]

    def is_changed(self, deletes: bool) -> bool:
        """Whether the file has to be written."""
        return [card.card for card in self.final(deletes)] != cards_of(self.document)

    def as_document(self, deletes: bool) -> Document:
        """The pack as it will be, whose problems are at the cells of the sheet."""
        cards = self.final(deletes)
        data = {**self.document.data, "cards": [card.card for card in cards]}
        if self.sheet is None:
            return replace(self.document, data=data)
        rows = tuple(card.row or 0 for card in cards)
        return replace(self.document, data=data, cells=CardCells(self.sheet, rows, self.columns))


class SheetImport:
    """The import of the tabs of one kind: first the cards, then the lists inside them."""

    def __init__(self, kind: KindOfCards, wanted: Sequence[str]) -> None:
        self._kind = kind
        cards = [card for document in kind.documents for card in cards_of(document)]
        self._table = table_of(cards, kind.fields)
        self.packs = {pack_id(document): ImportedPack(document) for document in kind.documents}
        self._wanted = [name for name in wanted if name in self.packs] or list(self.packs)
        self.problems: list[Problem] = []

    def read_cards(self, sheet: Spreadsheet) -> None:
        """Take over the rows of the tab with the cards."""
        columns = self._columns(sheet, (PACK,), self._table.columns, ())
        faults = CellFaults(sheet)
        rows: dict[tuple[str, str], int] = {}
        new: dict[str, list[ImportedCard]] = {}
        known = {
            (name, card[ID]): (number, card)
            for name, pack in self.packs.items()
            for number, card in enumerate(cards_of(pack.document))
        }
        for row in _rows(sheet):
            name = self._pack_of(sheet, row, columns)
            if not name:
                continue
            id = _text(sheet, row, next((at for at, column in columns.items() if column.path == (ID,)), None))
            number, card = known.get((name, id), (None, {}))
            if id and (name, id) in rows:
                earlier = sheet.name(rows[name, id], 0)
                self._problem(sheet, row, 0, f"the card `{id[:60]}` of `{name}` is in row {earlier} too", "remove one")
                continue
            rows[name, id] = row
            made = self._card(sheet, row, columns, card, (), faults)
            new.setdefault(name, []).append(ImportedCard(made, number, row))
        self.problems += faults.problems()
        for name in self._wanted:
            self._place(name, new.get(name, []), sheet, columns)

    def read_list(self, sheet: Spreadsheet, path: tuple[str, ...]) -> None:
        """Take over the rows of a tab with the entries of a list."""
        columns = self._columns(sheet, (OF_PACK, OF_CARD), self._table.lists.get(path, ()), path)
        heads = [head_text(value) for value in sheet.rows[0]] if sheet.rows else []
        if OF_PACK not in heads or OF_CARD not in heads:
            self._problem(sheet, 0, 0, f"this tab has no head `{OF_PACK}` or `{OF_CARD}`", "export it again")
            return
        faults = CellFaults(sheet)
        found: dict[tuple[str, str], list[int]] = {}
        for row in _rows(sheet):
            key = _text(sheet, row, heads.index(OF_PACK)), _text(sheet, row, heads.index(OF_CARD))
            found.setdefault(key, []).append(row)
        for name in self._wanted:
            for imported in self.packs[name].cards:
                rows = found.pop((name, str(imported.card.get(ID))), [])
                if imported.row is not None:
                    self._put_list(sheet, path, imported, rows, columns, faults)
        for (name, id), rows in found.items():
            message = f"there is no card `{id[:60]}` in `{name[:60]}`"
            known = [str(each.card.get(ID)) for each in self.packs[name].cards] if name in self.packs else self.packs
            self._problem(sheet, rows[0], heads.index(OF_CARD), message, did_you_mean(id, known))
        self.problems += faults.problems()

    def _put_list(
        self,
        sheet: Spreadsheet,
        path: tuple[str, ...],
        imported: ImportedCard,
        rows: Sequence[int],
        columns: Mapping[int, TableColumn],
        faults: CellFaults,
    ) -> None:
        before: Sequence[Card] = at(imported.card, path) or ()
        above: FieldPath = (*path, ITEM)
        entries = [
            self._card(sheet, row, columns, before[number] if number < len(before) else {}, above, faults)
            for number, row in enumerate(rows)
        ]
        if entries != list(before):
            imported.card = with_value(imported.card, path, entries or None)

    def _columns(
        self, sheet: Spreadsheet, keys: Sequence[str], planned: Sequence[TableColumn], above: tuple[str, ...]
    ) -> dict[int, TableColumn]:
        """The column of each head that is a field."""
        by_head = {column.head: column for column in planned}
        general: FieldPath = (*above, ITEM) if above else ()
        found: dict[int, TableColumn] = {}
        for number, value in enumerate(sheet.rows[0] if sheet.rows else ()):
            head = head_text(value)
            if not head or head in keys or head.startswith(PRIVATE):
                continue
            column = by_head.get(head) or column_of(head)
            if head not in by_head and not self._is_field(column, general):
                known = self._kind.fields.names((*general, *column.path[:-1]))
                hint = did_you_mean(head, by_head) or f"fields: {listed(known)}; a head with # in front is not read"
                self._problem(sheet, 0, number, f"there is no field `{head[:60]}`", hint)
                continue
            if column.path in (other.path for other in found.values()):
                self._problem(sheet, 0, number, f"`{head[:60]}` is there twice", "keep one of the two columns")
                continue
            found[number] = column
        return found

    def _is_field(self, column: TableColumn, above: FieldPath) -> bool:
        path: FieldPath = (*above, *column.path)
        return path[-1] in self._kind.fields.names(path[:-1]) or self._kind.fields.is_open(path[:-1])

    def _pack_of(self, sheet: Spreadsheet, row: int, columns: Mapping[int, TableColumn]) -> str:
        """The pack of a row; without one, the only pack there is."""
        heads = [head_text(value) for value in sheet.rows[0]]
        place = heads.index(PACK) if PACK in heads else None
        name = _text(sheet, row, place)
        if not name and len(self._wanted) == 1:
            return self._wanted[0]
        if name in self.packs:
            if name not in self._wanted:
                self._wanted.append(name)
            return name
        message = f"there is no pack `{name[:60]}`" if name else "this card has no pack"
        hint = did_you_mean(name, self.packs) or f"packs: {listed(self.packs)}"
        self._problem(sheet, row, place or 0, message, hint)
        return ""

    def _card(
        self,
        sheet: Spreadsheet,
        row: int,
        columns: Mapping[int, TableColumn],
        card: Mapping[str, Any],
        above: FieldPath,
        faults: CellFaults,
    ) -> Card:
        """A card, or an entry of a list, with the cells that were edited."""
        made = dict(card)
        for number, column in columns.items():
            seen = sheet.rows[row][number] if number < len(sheet.rows[row]) else None
            if _is_same(column.cell(card), seen):
                continue
            general: FieldPath = (*above, *column.path)
            fields = self._kind.fields
            types = frozenset({"array"}) if column.form == LIST else fields.types(general)
            as_read = Column(number, column.path, types, fields.types((*general, ITEM)), column.separator)
            try:
                value = None if is_empty(seen) else _value(seen, column, as_read)
            except CellFault as fault:
                faults.add(row, as_read, fault, ())
                continue
            if value != at(card, column.path) or type(value) is not type(at(card, column.path)):
                made = with_value(made, column.path, value)
        return made

    def _place(
        self, name: str, found: Sequence[ImportedCard], sheet: Spreadsheet, columns: Mapping[int, TableColumn]
    ) -> None:
        """Put the cards of a pack in order: those of the file, then the new ones, which get ids."""
        pack = self.packs[name]
        old = {card.number: card for card in found if card.number is not None}
        for number, card in enumerate(cards_of(pack.document)):
            pack.cards.append(old.get(number) or ImportedCard(dict(card), number, None))
        for new in found:
            if new.number is None:
                self._give_id(new, pack, sheet)
                pack.cards.append(new)
        pack.sheet = sheet
        pack.columns = {column.path: number for number, column in columns.items()}

    def _give_id(self, new: ImportedCard, pack: ImportedPack, sheet: Spreadsheet) -> None:
        if new.card.get(ID):
            return
        taken = {card.card.get(ID) for card in pack.cards}
        called = new.card.get("name") or new.card.get("title") or ""
        try:
            id = slug(str(called))
        except ValueError:
            message = "this new card has neither an id nor a name to make one from"
            self._problem(sheet, new.row or 0, 0, message, "fill one of the two")
            return
        number = 2
        first = id
        while id in taken:
            id, number = f"{first}-{number}", number + 1
        new.card = {ID: id, **new.card}

    def _problem(self, sheet: Spreadsheet, row: int, column: int, message: str, hint: str = "") -> None:
        place: Location = sheet.place(row, column)
        self.problems.append(Problem("CF015", Severity.ERROR, place, message, hint))


def _rows(sheet: Spreadsheet) -> Iterator[int]:
    return (row for row in range(1, len(sheet.rows)) if is_read(sheet.rows[row]))


def _text(sheet: Spreadsheet, row: int, column: int | None) -> str:
    cells = sheet.rows[row]
    value = cells[column] if column is not None and column < len(cells) else None
    return "" if is_empty(value) or isinstance(value, NoValue) else _plain(value)


def _plain(value: CellValue) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _is_same(expected: Cell, seen: CellValue) -> bool:
    """Whether a cell has what was written into it; a workbook has one sort of number."""
    if expected is None or is_empty(seen):
        return expected is None and is_empty(seen)
    if isinstance(expected, bool):
        return isinstance(seen, int | float) and expected == seen  # LibreOffice saves TRUE as 1
    if isinstance(seen, bool):
        return False
    if isinstance(expected, str) and isinstance(seen, str):
        return expected == seen.replace("\r\n", "\n")
    return isinstance(expected, int | float) and isinstance(seen, int | float) and expected == seen


def _value(seen: CellValue, column: TableColumn, as_read: Column) -> Any:
    if column.form != DATA:
        return cell_value(seen, as_read)
    try:
        return json.loads(str(seen))
    except ValueError as error:
        raise CellFault(f"is not JSON: {error}", 'write lists and mappings as `["a", {"b": 1}]`') from error
