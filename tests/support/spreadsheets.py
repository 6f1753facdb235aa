"""A small game whose cards are rows, and spreadsheets as Excel, LibreOffice and others write them."""

from __future__ import annotations

import csv
import datetime
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import xlsxwriter

from tests.support.projects import write_files

Row = Sequence[Any]

GAME = """kind: game
system: market
name: Market
version: "1.0"
kinds:
  stall: {is: pack, title: stall}
  deck: {is: deck, title: deck}
"""
CARD = {
    "type": "object",
    "required": ["id", "name"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z0-9-]+$"},
        "name": {"type": "string"},
        "card-text": {"type": "string"},
        "cost": {"type": "integer", "minimum": 0},
        "weight": {"type": "number"},
        "price": {"type": ["integer", "string"]},
        "fresh": {"type": "boolean"},
        "size": {"enum": ["small", "large"]},
        "keywords": {"type": "array", "items": {"type": "string"}},
        "rows": {"type": "array", "items": {"type": "integer"}},
        "stats": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"might": {"type": "integer"}, "wit": {"type": "integer"}},
        },
        "parts": {
            "type": "array",
            "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}},
        },
        "copies": {"type": "integer", "minimum": 0},
        "beside": {"x-refers-to": "card"},
    },
}
SCHEMA = {
    "type": "object",
    "required": ["kind", "system", "id", "name", "cards"],
    "additionalProperties": False,
    "properties": {
        "kind": {"const": "stall"},
        "system": {"const": "market"},
        "id": {"type": "string"},
        "name": {"type": "string"},
        "cards": {"type": "array", "items": CARD},
    },
}
DECK = {
    "type": "object",
    "required": ["kind", "system", "name", "stalls"],
    "properties": {
        "name": {"type": "string"},
        "stalls": {"type": "array", "items": {"x-refers-to": "stall"}},
        "brings": {"type": "array", "items": {"x-refers-to": "card"}},
    },
}
PACK = "kind: stall\nsystem: market\nid: fruit\nname: Fruit\ncards: {CARDS}\n"
HEADS = ("id", "name", "cost")
PACK_FILE = "packs/market/fruit.yaml"


def market(folder: Path, sheet: str, data: bytes | str, tab: str = "", **files: Any) -> Path:
    """A project with one pack, whose cards are in a spreadsheet; more files by path, with `__` for the slash."""
    cards = f"{{sheet: {sheet}, tab: {tab}}}" if tab else f"{{sheet: {sheet}}}"
    return write_files(
        folder,
        {
            "packs/market/game.yaml": GAME,
            "schemas/market/stall.schema.json": json.dumps(SCHEMA),
            "schemas/market/deck.schema.json": json.dumps(DECK),
            PACK_FILE: PACK.replace("{CARDS}", cards),
            f"packs/market/{sheet}": data,
            **{path.replace("__", "/"): content for path, content in files.items()},
        },
    )


def as_csv(rows: Sequence[Row], delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    """A text file as programs write it."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode(encoding)


def as_xlsx(rows: Sequence[Row], tab: str = "Sheet1", more: Callable[[Any, Any], None] | None = None) -> bytes:
    """A workbook with one tab, and perhaps more done to it: a function of the workbook and the tab."""
    whole = io.BytesIO()
    with xlsxwriter.Workbook(whole, {"in_memory": True}) as book:
        book.set_properties({"created": datetime.datetime(2024, 1, 1)})  # the same bytes each time
        sheet, day = book.add_worksheet(tab), book.add_format({"num_format": "yyyy-mm-dd"})
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(at, column, value)
                elif isinstance(value, datetime.date):
                    sheet.write_datetime(at, column, value, day)
                elif value is not None:
                    sheet.write(at, column, value)
        if more:
            more(book, sheet)
    return whole.getvalue()


def as_ods(
    rows: Sequence[Row], tab: str = "Sheet1", after: str = "", cells: Mapping[tuple[int, int], str] | None = None
) -> bytes:
    """A workbook as LibreOffice writes it: a repeated empty cell ends each row, a repeated empty row each table."""
    lines = []
    for at, row in enumerate(rows):
        inner = "".join((cells or {}).get((at, column), _ods_cell(value)) for column, value in enumerate(row))
        lines.append(
            f"<table:table-row>{inner}<table:table-cell table:number-columns-repeated='16380'/></table:table-row>"
        )
    end = "<table:table-row table:number-rows-repeated='1048500'><table:table-cell table:number-columns-repeated='16384'/></table:table-row>"
    table = f'<table:table table:name="{escape(tab)}"><table:table-column/>{"".join(lines)}{end}</table:table>'
    spaces = " ".join(
        f'xmlns:{each}="urn:oasis:names:tc:opendocument:xmlns:{each}:1.0"' for each in ("office", "table", "text")
    )
    spaces += ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
    body = f"<office:body><office:spreadsheet>{table}{after}</office:spreadsheet></office:body>"
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}>{body}</office:document-content>'
    )
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def _ods_cell(value: Any) -> str:
    if value is None or value == "":
        return "<table:table-cell/>"
    if isinstance(value, bool):
        return _cell("boolean", f'office:boolean-value="{str(value).lower()}"', str(value).upper())
    if isinstance(value, (int, float)):
        return _cell("float", f'office:value="{value}"', str(value))
    if isinstance(value, datetime.date):
        return _cell("date", f'office:date-value="{value.isoformat()}"', value.isoformat())
    return _cell("string", "", value)


def _cell(kind: str, given: str, text: str) -> str:
    paragraphs = "".join(f"<text:p>{_spaced(line)}</text:p>" for line in text.split("\n"))
    return f'<table:table-cell office:value-type="{kind}" {given} calcext:value-type="{kind}">{paragraphs}</table:table-cell>'


def _spaced(line: str) -> str:
    """Spaces at the ends and beside others are written as elements, as ODF asks."""
    return escape(line).replace("\t", "<text:tab/>").replace(" ", "<text:s/>")


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """A zip of some parts."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return whole.getvalue()


def with_part(workbook: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """A workbook with one part changed."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as packed:
        parts = {each: packed.read(each) for each in packed.namelist()}
    return zipped(parts | {name: change(parts.get(name, b""))})
