"""Make a workbook of cards: one tab for each kind, one for each list of mappings, and one that says where it is from.

Takes documents of a game; gives the tabs. `sheet_import` reads them back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardforge.core.errors import ProblemsError
from cardforge.core.problems import Problem, Severity
from cardforge.load.document import Document
from cardforge.products.card_table import ID, PACK, PLAIN, TableColumn, at, table_of
from cardforge.validate.field_types import ITEM, FieldPath, FieldTypes
from cardforge.write.workbook import MOST_CHARACTERS, Cell, WorkbookColumn, WorkbookTab, tab_name

ABOUT = "# cardforge"  # the tab that says which game, packs and fields the others are about
GAME, TAB = "game", "tab"
OF_PACK, OF_CARD = "of pack", "of card"  # heads of lists; no field has a space in its name
_MOST_CHOICES = 2_000

Ids = Callable[[str], Sequence[str]]  # the ids of one sort of thing


@dataclass(frozen=True)
class KindOfCards:
    """The documents of one kind that have cards in YAML."""

    kind: str
    documents: tuple[Document, ...]
    fields: FieldTypes


def pack_id(document: Document) -> str:
    """The id of a pack; of one without, the name of its file."""
    given = document.data.get(ID)
    return given if isinstance(given, str) and given else Path(document.path).stem


def cards_of(document: Document) -> list[Mapping[str, Any]]:
    """The cards that are written in a document."""
    cards: list[Mapping[str, Any]] = document.data.get("cards") or []
    return cards


def export_tabs(system: str, kinds: Sequence[KindOfCards], ids: Ids) -> list[WorkbookTab]:
    """Every tab, the cards first; raises a ProblemsError for a card that a table cannot hold."""
    if problems := [problem for kind in kinds for problem in _odd_cards(kind)]:
        raise ProblemsError(problems)
    tabs: list[WorkbookTab] = []
    about: list[list[Cell]] = [[GAME, system]]
    for kind in kinds:
        for tab, path in _tabs_of(kind, ids, [tab.name for tab in tabs]):
            tabs.append(tab)
            about.append([TAB, tab.name, kind.kind, ".".join(path), *map(pack_id, kind.documents)])
    return [*tabs, _about(about)]


def _about(rows: Sequence[Sequence[Cell]]) -> WorkbookTab:
    width = max(map(len, rows))
    heads = ("what", "name", "kind", "list", "packs")
    columns = tuple(WorkbookColumn(f"# {head}") for head in heads[:width])
    columns += tuple(WorkbookColumn(f"# pack {number}") for number in range(2, width - len(heads) + 2))
    return WorkbookTab(ABOUT, columns, [[*row, *[None] * (width - len(row))] for row in rows])


def _tabs_of(kind: KindOfCards, ids: Ids, taken: list[str]) -> Iterator[tuple[WorkbookTab, tuple[str, ...]]]:
    rows = [(pack_id(document), card) for document in kind.documents for card in cards_of(document)]
    table = table_of([card for _, card in rows], kind.fields)
    packs = WorkbookColumn(PACK, "The pack of the card, by its id.", tuple(map(pack_id, kind.documents)))
    columns = (packs, *(_column(column, (), kind.fields, ids) for column in table.columns))
    cells = [[pack, *(column.cell(card) for column in table.columns)] for pack, card in rows]
    name = tab_name(kind.kind, taken)
    yield WorkbookTab(name, columns, cells, frozen=2), ()
    for path, inner in table.lists.items():
        taken = [*taken, name]
        name = tab_name(f"{kind.kind}.{'.'.join(path)}", taken)
        entries = [
            [pack, card[ID], *(column.cell(entry) for column in inner)]
            for pack, card in rows
            for entry in at(card, path) or ()
        ]
        keys = (WorkbookColumn(OF_PACK), WorkbookColumn(OF_CARD, "The card that has this entry, by its id."))
        above: FieldPath = (*path, ITEM)
        columns = (*keys, *(_column(column, above, kind.fields, ids) for column in inner))
        yield WorkbookTab(name, columns, entries, frozen=2), path


def _column(column: TableColumn, above: FieldPath, fields: FieldTypes, ids: Ids) -> WorkbookColumn:
    path = (*above, *column.path)
    note = fields.description(path)
    if column.form != PLAIN:
        return WorkbookColumn(column.head, note)
    choices = tuple(str(value) for value in fields.choices(path) if not isinstance(value, bool))
    sorts = [] if choices else fields.refers_to(path)
    named = tuple(dict.fromkeys(id for sort in sorts for id in ids(sort)))
    return WorkbookColumn(column.head, note, choices or named[:_MOST_CHOICES], only_these=bool(choices))


def _odd_cards(kind: KindOfCards) -> Iterator[Problem]:
    """Cards that could not be found again, and texts that a cell cannot hold."""
    for document in kind.documents:
        for number, card in enumerate(cards_of(document)):
            if not isinstance(card.get(ID), str):
                message = "this card has no id, so its row could not be found again"
                place = document.locate(("cards", number))
                yield Problem("CF014", Severity.ERROR, place, message, "give it an `id`")
    table = table_of([card for document in kind.documents for card in cards_of(document)], kind.fields)
    for document in kind.documents:
        for number, card in enumerate(cards_of(document)):
            for column in table.columns:
                text = column.cell(card)
                if isinstance(text, str) and len(text) > MOST_CHARACTERS:
                    message = (
                        f"this has {len(text):,} characters; a cell of a workbook has room for {MOST_CHARACTERS:,}"
                    )
                    place = document.locate(("cards", number, *column.path))
                    yield Problem("CF014", Severity.ERROR, place, message, "edit this pack as YAML")
