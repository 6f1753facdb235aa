"""Read a tab of an XLSX workbook with calamine, after proving that it is harmless.

calamine is fast, but makes room for every cell up to the last one, wherever that is, and gives an empty text for an
error or a formula that was never calculated. So the XML of the tab is searched first: for its size, and for cells
whose value must not be taken for an empty one. calamine then gets only the parts it needs, unpacked by us.
"""

from __future__ import annotations

import io
import re
import zipfile
from html import unescape

from python_calamine import CalamineError, CalamineWorkbook

from cardforge.load.cells import (
    CellGrid,
    CellValue,
    NoValue,
    chosen_tab,
    column_name,
    column_number,
    refuse_texts,
    refuse_too_many,
)
from cardforge.load.packed import PackedParts, damaged
from cardforge.load.refusal import Refusal

# Every attribute `r` of rows and cells: `r="14"`, `r="D14"`. calamine refuses any other characters there.
_PLACE = re.compile(rb"""[\s"']r\s*=\s*["']([A-Za-z]*)([0-9]+)["']""")
_FULL = b"</c>"  # the end of a cell with a value
_EMPTY = re.compile(rb"<(?:\w+:)?(?:c|row)\s[^<>]*/>|<((?:\w+:)?row)\s[^<>]*></\1>")
# No pattern looks for the end of an element beyond other elements: without that end, each start would search the rest.
_CELL_START = re.compile(rb"<(?:\w+:)?c\s([^<>]*)>")
_CELL_END = re.compile(rb"</(?:\w+:)?c>")
_TYPE = re.compile(rb"""[\s"']t\s*=\s*["'](\w+)["']""")
_FORMULA = re.compile(rb"<(?:\w+:)?f(?:\s[^<>]*)?(?:/>|>([^<]*)</(?:\w+:)?f>)")
_VALUE = re.compile(rb"<(?:\w+:)?(?:v|t)(?:\s[^<>]*)?>([^<]*)</")
# Formulas that ask another program or another machine: `cmd|'/C calc'!A0`, `CALL(…)`.
_OUTSIDE = re.compile(r"\b(?:CALL|EXEC|REGISTER(?:\.ID)?|WEBSERVICE|RTD|DDE|SQL\.REQUEST)\s*\(", re.IGNORECASE)
_TARGET = re.compile(rb"""<(?:\w+:)?Relationship\s[^<>]*>""")
_WANTED = re.compile(r"(?i)_rels/\.rels$|xl/(?:_rels/workbook\.xml\.rels|(?:workbook|sharedstrings|styles)\.xml)$")
# A number of strings, styles or merged cells for which calamine would make room at once.
_HUGE_COUNT = re.compile(rb"""(?i)count\s*=\s*["'][0-9]{8,}["']""")
_DIGITS = 9  # of a row or a column: more are as far away
_LINKS = "xl/externalLinks/"


def read_workbook(data: bytes, tab: str) -> CellGrid:
    """The cells of one tab."""
    parts = PackedParts(data)
    kept = {name: parts.read(name) for name in parts.names if _WANTED.match(name)}
    if not any(name.lower() == "xl/workbook.xml" for name in kept):
        raise Refusal("CF010", "this is a zip file, but not an XLSX workbook", "save it as .xlsx")
    for name in parts.names:
        if name.startswith(_LINKS) and b"ddeLink" in parts.read(name):
            raise Refusal("CF010", "this workbook runs another program (DDE)", "delete its external links")
    names = _tabs(kept)
    name = chosen_tab(tab, list(names))
    part = names[name]
    if part not in parts:
        raise damaged()
    cells = _bearable(parts.read(part))
    return _read(kept | {part: cells}, name, _without_value(cells))


def _tabs(kept: dict[str, bytes]) -> dict[str, str]:
    """The parts of all tabs with cells, by the names that their author gave them."""
    relations = next((part for name, part in kept.items() if name.lower().endswith(".xml.rels")), b"")
    targets: dict[str, str] = {}
    for relation in _TARGET.findall(relations):
        given = _attributes(relation)
        target = given.get("Target", "")
        if given.get("Type", "").endswith("/worksheet"):  # and not a chart or a macro
            targets[given.get("Id", "")] = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    book_part = next(part for name, part in kept.items() if name.lower() == "xl/workbook.xml")
    found = {}
    for element in re.findall(rb"<(?:\w+:)?sheet\s[^<>]*>", book_part):
        given = _attributes(element)
        relation_id = next((value for key, value in given.items() if key.endswith(":id")), "")
        if relation_id in targets:
            found[given.get("name", "")] = targets[relation_id]
    return found


def _attributes(element: bytes) -> dict[str, str]:
    found = re.findall(r"""([\w:.]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""", element.decode("utf-8", "replace"))
    return {key: unescape(double or single) for key, double, single in found}


def _bearable(xml: bytes) -> bytes:
    """The XML of a tab, without the cells that only have a format if these reach too far."""
    refuse_too_many(xml.count(_FULL))  # 800,000 cells in 0.03 s instead of 2 s
    try:
        refuse_too_many(_cells(xml))
    except Refusal:
        # Excel may format cells to the last row; a pair of tags at a time, rows may become empty.
        xml = _EMPTY.sub(b"", _EMPTY.sub(b"", xml))
        refuse_too_many(_cells(xml))
    return xml


def _cells(xml: bytes) -> int:
    """The number of cells up to the last row and column, full or empty."""
    places = _PLACE.findall(xml)
    height = max((int(digits[:_DIGITS]) for digits in {digits for _, digits in places}), default=1)
    width = max((column_number(each[:_DIGITS].decode()) + 1 for each in {letters for letters, _ in places}), default=1)
    return height * max(width, 1)


def _without_value(xml: bytes) -> dict[tuple[int, int], NoValue]:
    """Cells with an error, with a formula that was never calculated, or that asks another program."""
    found: dict[tuple[int, int], NoValue] = {}
    if b"<f" not in xml and b":f" not in xml and not re.search(rb"""t\s*=\s*["']e["']""", xml):
        return found
    for before_end in _CELL_END.split(xml)[:-1]:
        *_, start = [None, *_CELL_START.finditer(before_end)]  # those before it are empty
        if start is None:
            continue
        attributes, inner = start[1], before_end[start.end() :]
        place, kind = _PLACE.search(b" " + attributes), _TYPE.search(b" " + attributes)
        why = _why_no_value(inner, kind[1] if kind else b"n")
        if place and why:
            found[int(place[2]) - 1, column_number(place[1].decode())] = why
    return found


def _why_no_value(inner: bytes, kind: bytes) -> NoValue | None:
    formula, value = _FORMULA.search(inner), _VALUE.search(inner)
    text = unescape((formula[1] or b"").decode("utf-8", "replace")) if formula else ""
    if text and ("!" in text.partition("|")[2] or _OUTSIDE.search(text)):
        return NoValue(f"is the formula `={text[:60]}`, which asks another program", "type the value instead")
    if kind == b"e":
        seen = value[1].decode("utf-8", "replace") if value else "an error"
        return NoValue(f"is {seen}, the error of a formula", "correct the formula, or type the value")
    if formula and not (value and value[1]) and kind != b"str":
        hint = "open the workbook in a spreadsheet program and save it, so that it is calculated"
        return NoValue(f"is the formula `={text[:60]}`, which was never calculated", hint)
    return None


def _read(parts: dict[str, bytes], tab: str, without_value: dict[tuple[int, int], NoValue]) -> CellGrid:
    with _opened(parts) as book:
        try:
            sheet = book.get_sheet_by_name(tab)
            rows: list[list[CellValue]] = sheet.to_python(skip_empty_area=False)  # type: ignore[assignment]  # the same
            merged = sheet.merged_cell_ranges or []
        except BaseException as error:
            raise _refusal(error) from error
    for (row, column), why in without_value.items():
        _put(rows, row, column, why)
    for (top, left), (bottom, right) in merged:
        _mark_merged(rows, top, left, min(bottom, len(rows) - 1), right)
    refuse_texts(rows)
    return CellGrid(rows, tab)


def _put(rows: list[list[CellValue]], row: int, column: int, value: CellValue) -> None:
    """Set a cell that may be outside of the rows that calamine gives: it leaves out errors at the edge."""
    while len(rows) <= row:
        rows.append([])
    rows[row] += [""] * (column + 1 - len(rows[row]))
    rows[row][column] = value


def _mark_merged(rows: list[list[CellValue]], top: int, left: int, bottom: int, right: int) -> None:
    """Mark the cells that a merged one covers: they show its value and do not have it."""
    why = NoValue(
        f"is merged with {column_name(left)}{top + 1}, which alone has the value",
        "unmerge the cells and fill each of them",
    )
    for row in range(top, bottom + 1):
        for column in range(left, min(right, len(rows[row]) - 1) + 1):
            if (row, column) != (top, left):
                rows[row][column] = why


def _opened(parts: dict[str, bytes]) -> CalamineWorkbook:
    """The workbook with only these parts, not compressed."""
    if any(_HUGE_COUNT.search(part) for part in parts.values()):
        raise damaged()
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as packed:
        for name, part in parts.items():
            packed.writestr(zipfile.ZipInfo(name), part)  # without the time, which a zip cannot hold before 1980
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(whole.getvalue()))
    except BaseException as error:
        raise _refusal(error) from error


def _refusal(error: BaseException) -> BaseException:
    """Why calamine stopped; a panic of its Rust code has a class that cannot be imported."""
    is_its_own = isinstance(error, CalamineError | ValueError | OSError) or type(error).__name__ == "PanicException"
    return damaged() if is_its_own else error
