"""Which files are spreadsheets, and which packs name one: `cards: {sheet: heroes.xlsx, tab: Heroes}`.

Apart from what reads them, which few jobs need.
"""

from __future__ import annotations

from cardforge.load.document import Fields

DELIMITED = (".csv", ".tsv")
XLSX, ODS = ".xlsx", ".ods"
SPREADSHEETS = (*DELIMITED, XLSX, ODS)
CARDS, SHEET, TAB = "cards", "sheet", "tab"


def names_a_sheet(data: Fields) -> bool:
    """Whether the cards of a document are said to be in a spreadsheet."""
    cards = data.get(CARDS)
    return isinstance(cards, dict) and SHEET in cards
