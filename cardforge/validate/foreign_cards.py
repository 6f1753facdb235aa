"""Read cards from a file that was not made for cardforge: a spreadsheet, or the JSON or YAML of another program.

Takes a file; gives one table of cards for each tab of a workbook or list of a JSON file, with the values of each
column, from which a schema can be inferred.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from cardforge.core.problems import Pointer, Problem
from cardforge.load.cells import CellValue
from cardforge.load.document import load_data
from cardforge.load.project import shown
from cardforge.load.refusal import UnknownTab
from cardforge.load.source import problem_at, read_source
from cardforge.load.spreadsheet import Spreadsheet, read_spreadsheet
from cardforge.load.spreadsheet_names import SPREADSHEETS
from cardforge.validate.card_columns import PRIVATE, head_text, is_empty, is_read

_CARDS = "cards"
_DEEPEST = 4  # levels below which a list of mappings is part of a card
_LEAST = 3  # mappings in a mapping that may be cards by id


class ForeignColumn(NamedTuple):
    """A head and, for each card, the value below it; None where there is none."""

    head: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class ForeignTable:
    """Cards with the same columns."""

    name: str  # of the tab or list; empty if the file has only one
    columns: tuple[ForeignColumn, ...]
    count: int
    sheet: Spreadsheet | None = None
    cards: tuple[Mapping[str, Any], ...] = ()  # of JSON and YAML
    places: tuple[Pointer, ...] = ()  # where each of these is in the file


def foreign_tables(file: Path) -> tuple[ForeignTable, ...] | Problem:
    """Every table of a file that has cards; at least one."""
    if file.suffix.lower() in SPREADSHEETS:
        return _of_sheets(file)
    source = read_source(file, shown(file))
    data = source if isinstance(source, Problem) else load_data(source)
    if isinstance(data, Problem):
        return data
    found = _lists(data)
    if not found:
        hint = f'cards are a list such as `[{{"name": "Ada"}}]`, or a mapping from ids to at least {_LEAST} cards'
        return problem_at(shown(file), "CF006", "this file has no list of cards", hint, 1, 1)
    several = len(found) > 1
    return tuple(_table(name if several else "", cards) for name, cards in found.items())


def _of_sheets(file: Path) -> tuple[ForeignTable, ...] | Problem:
    tabs: tuple[str, ...] = ("",)
    try:
        first = read_spreadsheet(file, shown(file), "", ())
    except UnknownTab as unknown:
        if not unknown.tabs:
            return problem_at(shown(file), unknown.code, unknown.message, unknown.hint)
        tabs, first = unknown.tabs, None
    found = []
    for tab in tabs:
        sheet = first or read_spreadsheet(file, shown(file), tab, ())
        if isinstance(sheet, Problem):
            return sheet
        table = _of_sheet(sheet, tab)
        if table.count and (len(tabs) == 1 or len(table.columns) > 1):  # a tab with one column has notes
            found.append(table)
    if found:
        return tuple(found)
    hint = "write the names of the fields into the first row, and a card into each row below"
    return problem_at(shown(file), "CF012", "this spreadsheet has no card", hint)


def _of_sheet(sheet: Spreadsheet, tab: str) -> ForeignTable:
    head = next((at for at, row in enumerate(sheet.rows) if is_read(row)), len(sheet.rows))
    rows = [row for row in sheet.rows[head + 1 :] if is_read(row)]
    columns: dict[str, ForeignColumn] = {}
    for at, value in enumerate(sheet.rows[head] if head < len(sheet.rows) else ()):
        text = head_text(value)
        if text and not text.startswith(PRIVATE):
            cells = tuple(_cell(row[at]) if at < len(row) else None for row in rows)
            columns.setdefault(text, ForeignColumn(text, cells))
    return ForeignTable(tab, tuple(columns.values()), len(rows), sheet)


def _cell(value: CellValue) -> Any:
    return None if is_empty(value) else value


class _Card(NamedTuple):
    place: Pointer
    data: Mapping[str, Any]


def _lists(data: Any) -> dict[str, list[_Card]]:
    """The lists of cards in some data, by name: the data itself, all lists named `cards`, or those least deep."""
    if _is_list_of_cards(data):
        return {_CARDS: _cards(data, ())}
    found = list(_inside(data, ()))
    if named := [cards for place, cards in found if _name(place) == _CARDS]:
        return {_CARDS: [card for cards in named for card in cards]}
    if found:
        least = min(len(place) for place, _ in found)
        lists: dict[str, list[_Card]] = {}
        for place, cards in found:
            if len(place) == least:
                lists.setdefault(_name(place), []).extend(cards)
        return lists
    inner = data.items() if isinstance(data, dict) else ()
    mappings = [((), data), *(((key,), value) for key, value in inner)]
    by_id = next((cards for place, each in mappings if (cards := _by_id(each, place))), [])
    return {_CARDS: by_id} if by_id else {}


def _inside(data: Any, place: Pointer) -> Iterator[tuple[Pointer, list[_Card]]]:
    if _is_list_of_cards(data):
        yield place, _cards(data, place)
    if len(place) >= _DEEPEST:
        return
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from _inside(value, (*place, key))


def _name(place: Pointer) -> str:
    """The last key of a place."""
    return next((step for step in reversed(place) if isinstance(step, str)), "")


def _cards(data: list[Any], place: Pointer) -> list[_Card]:
    return [_Card((*place, at), card) for at, card in enumerate(data)]


def _is_list_of_cards(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and all(isinstance(each, dict) and each for each in data)


def _by_id(data: Any, place: Pointer) -> list[_Card]:
    """The cards of a mapping from ids to cards."""
    if not isinstance(data, dict) or len(data) < _LEAST:
        return []
    if not all(isinstance(each, dict) and each for each in data.values()):
        return []
    return [_Card((*place, id), {"id": id, **card}) for id, card in data.items()]


def _table(name: str, cards: list[_Card]) -> ForeignTable:
    heads = dict.fromkeys(key for card in cards for key in card.data)
    columns = tuple(ForeignColumn(head, tuple(card.data.get(head) for card in cards)) for head in heads)
    data, places = tuple(card.data for card in cards), tuple(card.place for card in cards)
    return ForeignTable(name, columns, len(cards), cards=data, places=places)
