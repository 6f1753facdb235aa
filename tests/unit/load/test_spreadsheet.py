"""Spreadsheets: what is read from each sort of file, and what is refused, where and how fast."""

from __future__ import annotations

import datetime
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from cardforge.core.problems import Location, Problem
from cardforge.load.cells import NoValue, column_name, column_number
from cardforge.load.delimited import delimiter_of
from cardforge.load.refusal import UnknownTab
from cardforge.load.spreadsheet import Spreadsheet, read_spreadsheet
from tests.support.spreadsheets import as_csv, as_ods, as_xlsx, with_part, zipped
from tests.support.waiting import must_end

SHEET = "xl/worksheets/sheet1.xml"


def read(folder: Path, name: str, data: bytes, tab: str = "") -> Spreadsheet | Problem:
    file = folder / name
    file.write_bytes(data)
    return read_spreadsheet(file, name, tab, (folder,))


def rows(folder: Path, name: str, data: bytes, tab: str = "") -> list[list[Any]]:
    found = read(folder, name, data, tab)
    assert isinstance(found, Spreadsheet), found
    return [list(row) for row in found.rows]


def refused(folder: Path, name: str, data: bytes, tab: str = "") -> Problem:
    with must_end():
        found = read(folder, name, data, tab)
    assert isinstance(found, Problem)
    return found


@pytest.mark.parametrize(
    ("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16383, "XFD")]
)
def test_columns_have_the_names_that_spreadsheets_show(column: int, name: str) -> None:
    assert column_name(column) == name
    assert column_number(name.lower()) == column


ODD_TEXTS = {
    "quotes in quotes": (b'id,text\na,"say ""hi"", now"\n', [["id", "text"], ["a", 'say "hi", now']]),
    "semicolons": (b"id;text\na;1,5\n", [["id", "text"], ["a", "1,5"]]),
    "bars": (b"id|text\na|x;y\n", [["id", "text"], ["a", "x;y"]]),
    "tabs": (b"id\ttext\na\tx, y\n", [["id", "text"], ["a", "x, y"]]),
    "commas inside quoted heads": (b'"id, or key";text\na;b\n', [["id, or key", "text"], ["a", "b"]]),
    "a head line below an empty one": (b";\nid;text\n", [["", ""], ["id", "text"]]),
    "the line that Excel writes for itself": (b"sep=;\nid;text\na;b\n", [["id", "text"], ["a", "b"]]),
    "ragged rows": (b"id,text,cost\na\nb,x,1,\n", [["id", "text", "cost"], ["a"], ["b", "x", "1", ""]]),
    "line breaks in cells": (b'id,text\na,"one\ntwo"\nb,c\n', [["id", "text"], ["a", "one\ntwo"], ["b", "c"]]),
    "line ends of Windows": (b"id,text\r\na,b\r\n", [["id", "text"], ["a", "b"]]),
    "line ends of old Macs": (b"id,text\ra,b\r", [["id", "text"], ["a", "b"]]),
    "a quote in the middle of a word": (b'id,text\na,6" nail\n', [["id", "text"], ["a", '6" nail']]),
    "texts like numbers": (b"id,text\n007,1e5\n", [["id", "text"], ["007", "1e5"]]),
    "emoji": ("id,text\na,\N{FOX FACE}\N{VARIATION SELECTOR-16}\n".encode(), [["id", "text"], ["a", "\N{FOX FACE}\ufe0f"]]),
    "a byte order mark": ("id,text\na,é\n".encode("utf-8-sig"), [["id", "text"], ["a", "é"]]),
    "UTF-16 of Excel": ("id\ttext\na\té\n".encode("utf-16"), [["id", "text"], ["a", "é"]]),
    "UTF-16, the other way round": (b"\xfe\xff" + "id;text\na;é\n".encode("utf-16-be"), [["id", "text"], ["a", "é"]]),
    "one column": (b"id\na\n", [["id"], ["a"]]),
    "nothing": (b"", []),
    "signs that begin no formula": (b"id,text\na,=\nb,+1\nc,-1\nd,=>\n", [["id", "text"], ["a", "="], ["b", "+1"], ["c", "-1"], ["d", "=>"]]),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_a_text_file_is_split_as_its_author_meant(name: str, tmp_path: Path) -> None:
    data, expected = ODD_TEXTS[name]

    assert rows(tmp_path, "odd.csv", data) == expected


def test_the_ending_tsv_means_tabs(tmp_path: Path) -> None:
    assert rows(tmp_path, "odd.tsv", b"id, or key, or name\na, b\n") == [["id, or key, or name"], ["a, b"]]


@pytest.mark.parametrize("delimiter", "\t;|,")
def test_the_delimiter_is_that_of_the_heads_and_not_of_the_texts(delimiter: str) -> None:
    others = [each for each in "\t;|," if each != delimiter]
    text = delimiter.join(["id", "name", f"a{others[0]}b"]) + "\n" + "".join(others) * 100

    assert delimiter_of(text) == delimiter


def test_windows_1252_is_read_with_a_warning_that_shows_a_word(tmp_path: Path) -> None:
    found = read(tmp_path, "odd.csv", "id,name\na,Señor Grün\n".encode("cp1252"))

    assert isinstance(found, Spreadsheet)
    assert found.rows[1] == ["a", "Señor Grün"]
    (warning,) = found.warnings
    assert (warning.code, warning.severity, warning.where.path) == ("CF011", "warning", "odd.csv")
    assert "“Señor”" in warning.message


def test_a_place_is_a_cell_with_its_tab_and_in_text_its_line(tmp_path: Path) -> None:
    text = read(tmp_path, "odd.csv", b'id,text\na,"one\ntwo"\nb,c\n')
    book = read(tmp_path, "odd.xlsx", as_xlsx([["id"]], tab="My Cards"))

    assert isinstance(text, Spreadsheet)
    assert isinstance(book, Spreadsheet)
    assert text.place(2, 1) == Location("odd.csv", 4, 2, cell="B3")
    assert str(text.place(2, 1)) == "odd.csv!B3"
    assert str(book.place(13, 3)) == "odd.xlsx!My Cards!D14"
    assert text.place(2, 1).is_text
    assert not book.place(13, 3).is_text


@pytest.mark.parametrize("make", [as_xlsx, as_ods])
def test_a_workbook_keeps_the_types_of_its_cells(make: Any, tmp_path: Path) -> None:
    given = [["id", "a b", 2, 2.5, True], [], ["", "007", "line\nbreak  and   spaces", datetime.datetime(2024, 1, 2)]]
    name = "odd.xlsx" if make is as_xlsx else "odd.ods"

    found = rows(tmp_path, name, make(given))

    assert found[0][:5] == ["id", "a b", 2.0, 2.5, True]
    assert found[0][4] is True
    assert not any(found[1])
    assert found[2][1:3] == ["007", "line\nbreak  and   spaces"]
    assert isinstance(found[2][3], datetime.date)


def test_formulas_give_the_values_they_had_when_saved(tmp_path: Path) -> None:
    def formulas(_: Any, sheet: Any) -> None:
        sheet.write_formula("A2", "=1+1", None, 2)
        sheet.write_formula("B2", '="a"&"b"', None, "ab")

    assert rows(tmp_path, "odd.xlsx", as_xlsx([["id", "name"]], more=formulas))[1] == [2.0, "ab"]


def _no_values(book: Any, sheet: Any) -> None:
    sheet.write_formula("A2", "=1/0", None, "#DIV/0!")
    sheet.write_formula("B2", "=A1&A1", None, "")
    sheet.write_formula("C2", "=cmd|'/C calc'!A0", None, "0")
    sheet.write_formula("D2", '=WEBSERVICE("http://example.org")', None, "yes")
    sheet.merge_range("A4:B5", "wide")


def test_a_cell_without_a_value_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    found = rows(tmp_path, "odd.xlsx", as_xlsx([["id", "b", "c", "d"]], more=_no_values))

    assert [type(value) for value in found[1]] == [NoValue] * 4
    reasons = [value.why for value in found[1]]
    assert "#DIV/0!" in reasons[0]
    assert "never calculated" in reasons[1]
    assert all("another program" in reason for reason in reasons[2:])
    assert found[3][0] == "wide"
    assert "merged with A4" in found[3][1].why


def test_cells_without_a_value_are_found_in_ods_and_csv(tmp_path: Path) -> None:
    error = '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>'
    covered = "<table:covered-table-cell/>"
    found = rows(tmp_path, "odd.ods", as_ods([["id", "b"], ["", "x"]], cells={(1, 0): error, (0, 1): covered}))

    assert "#DIV/0!" in found[1][0].why
    assert "merged" in found[0][1].why
    assert "formula" in rows(tmp_path, "odd.csv", b"id,b\na,\"=cmd|'/C calc'!A0\"\n")[1][1].why


def test_a_note_on_an_ods_cell_is_not_its_text(tmp_path: Path) -> None:
    cell = '<table:table-cell office:value-type="string"><office:annotation><text:p>check</text:p></office:annotation><text:p>Ada</text:p></table:table-cell>'

    assert rows(tmp_path, "odd.ods", as_ods([["x"]], cells={(0, 0): cell})) == [["Ada"]]


def test_a_tab_is_chosen_by_name_and_never_by_guess(tmp_path: Path) -> None:
    def second(book: Any, _: Any) -> None:
        book.add_worksheet("Villains & Co").write(0, 0, "other")

    data = as_xlsx([["id"]], tab="Heroes", more=second)

    assert rows(tmp_path, "odd.xlsx", data, "Villains & Co") == [["other"]]
    with pytest.raises(UnknownTab, match="2 tabs"):
        read(tmp_path, "odd.xlsx", data)
    with pytest.raises(UnknownTab) as unknown:
        read(tmp_path, "odd.xlsx", data, "Hero")
    assert unknown.value.hint == "did you mean `Heroes`?"
    with pytest.raises(UnknownTab, match="no tabs"):
        read(tmp_path, "odd.csv", b"id\n", "Heroes")


def test_a_tab_of_ods_is_chosen_by_name(tmp_path: Path) -> None:
    after = '<table:table table:name="Two"><table:table-row><table:table-cell office:value-type="string"><text:p>b</text:p></table:table-cell></table:table-row></table:table>'

    assert rows(tmp_path, "odd.ods", as_ods([["a"]], tab="One", after=after), "Two") == [["b"]]


def _bomb(megabytes: int) -> bytes:
    """A tab that unpacks to many megabytes."""
    return with_part(
        as_xlsx([["id"]]),
        SHEET,
        lambda part: part.replace(b"</sheetData>", b" " * megabytes * 1_000_000 + b"</sheetData>"),
    )


def _lying_bomb() -> bytes:
    """The same with a directory that says otherwise."""
    data = bytearray(_bomb(200))
    for mark, at in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        for found in re.finditer(re.escape(mark), bytes(data)):
            data[found.start() + at : found.start() + at + 4] = (5_000).to_bytes(4, "little")
    return bytes(data)


def _far_away(cell: str) -> bytes:
    row = re.sub("[A-Z]", "", cell)
    end = f'<row r="{row}"><c r="{cell}"><v>2</v></c></row></sheetData>'.encode()
    return with_part(as_xlsx([["id"]]), SHEET, lambda part: part.replace(b"</sheetData>", end))


def _in_tab(xml: bytes) -> bytes:
    return with_part(as_xlsx([["id"]]), SHEET, lambda part: part.replace(b"</sheetData>", xml + b"</sheetData>"))


def _many_rows(count: int) -> bytes:
    line = b"x" * 30 + b",y" * 15 + b"\n"
    return b"id" + b",h" * 15 + b"\n" + line * count


BAD_FILES = {
    "a password": ("odd.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(5_000), "CF010", "password"),
    "an ODS password": ("odd.ods", zipped({"content.xml": b"x", "META-INF/manifest.xml": "<manifest:encryption-data/>"}), "CF010", "password"),
    "a torn workbook": ("odd.xlsx", as_xlsx([["id"]])[:3_000], "CF010", "damaged"),
    "a torn ODS": ("odd.ods", with_part(as_ods([["id"]]), "content.xml", lambda part: part[:-50]), "CF010", "damaged"),
    "a torn tab": ("odd.xlsx", with_part(as_xlsx([["id"], ["a"]]), SHEET, lambda part: part.replace(b"<v>1</v>", b"<v>77</v>")), "CF010", "damaged"),
    "a document of another sort": ("odd.xlsx", zipped({"word/document.xml": "<x/>"}), "CF010", "not an XLSX"),
    "a page instead of a workbook": ("odd.xlsx", b"<html>sign in</html>", "CF010", "not XLSX"),
    "a workbook named csv": ("odd.csv", as_xlsx([["id"]]), "CF010", "workbook"),
    "an old workbook": ("odd.xls", b"x", "CF010", "not a spreadsheet"),
    "a program": ("odd.csv", b"\x7fELF\x00\x01\x02", "CF010", "zero byte"),
    "an unknown encoding": ("odd.csv", b"id,name\na,\x81\x8d\n", "CF010", "neither UTF-8"),
    "torn UTF-16": ("odd.csv", "id".encode("utf-16") + b"x", "CF010", "UTF-16"),
    "an open quote": ("odd.csv", b'id,name\na,"b\n' + b"c,d\n" * 50_000, "CF005", "longer"),
    "an open quote in a short file": ("odd.csv", b'id,name\na,"b\nc,d\n', "CF010", "never closed"),
    "a quote that ends too early": ("odd.csv", b'id,name\na,"b"c\n', "CF010", "middle of a cell"),
    "a control character": ("odd.csv", b"id,name\na,\x07\n", "CF010", "unprintable"),
    "a bomb": ("odd.xlsx", _bomb(200), "CF005", "unpacks"),
    "a bomb that lies about its size": ("odd.xlsx", _lying_bomb(), "CF010", "damaged"),
    "a cell at the end of the world": ("odd.xlsx", _far_away("XFD1048576"), "CF005", "cells"),
    "a cell beyond the end of the world": ("odd.xlsx", _far_away("ZZZZZZ99999999999"), "CF005", "cells"),
    "a count that asks for memory": ("odd.xlsx", with_part(as_xlsx([["id"]]), "xl/sharedStrings.xml", lambda part: re.sub(rb'uniqueCount="\d+"', b'uniqueCount="4294967296"', part)), "CF010", "damaged"),
    "entities that unfold": ("odd.ods", with_part(as_ods([["id"]]), "content.xml", lambda part: part.replace(b"?>", b'?><!DOCTYPE x [<!ENTITY a "b">]>', 1)), "CF010", "damaged"),
    "too many cells": ("odd.csv", _many_rows(70_000), "CF005", "cells"),
    "a link to another program": ("odd.xlsx", with_part(as_xlsx([["id"]]), "xl/externalLinks/externalLink1.xml", lambda _: b'<ddeLink ddeService="cmd"/>'), "CF010", "another program"),
    "cells that never end": ("odd.xlsx", _in_tab(b"<c r='A1'><f>" + b"<c r='A1'>" * 1_000_000), "CF010", "damaged"),
    "too many parts": ("odd.xlsx", zipped({f"x{at}": b"" for at in range(10_001)}), "CF005", "parts"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_bad_file_is_refused_at_once_with_a_reason(name: str, tmp_path: Path) -> None:
    file, data, code, word = BAD_FILES[name]

    problem = refused(tmp_path, file, data)

    assert (problem.code, problem.where.path) == (code, file)
    assert word in problem.message
    assert problem.hint


def test_repeated_cells_of_ods_count_as_many(tmp_path: Path) -> None:
    cell = '<table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
    data = with_part(
        as_ods([["id"]], cells={(0, 0): cell}),
        "content.xml",
        lambda part: part.replace(b"<table:table-row>", b'<table:table-row table:number-rows-repeated="1048576">', 1),
    )

    assert refused(tmp_path, "odd.ods", data).code == "CF005"


def test_a_table_with_too_many_values_is_refused_before_their_places_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their places took two seconds for 800,000 cells."""
    data = _in_tab(b"<row r='2'>" + b"<c r='A2'><v>1</v></c>" * 600_001 + b"</row>")
    monkeypatch.setattr("cardforge.load.workbook._cells", lambda _: pytest.fail("the places are read"))

    assert refused(tmp_path, "odd.xlsx", data).code == "CF005"


def test_a_problem_in_a_cell_names_the_cell(tmp_path: Path) -> None:
    assert str(refused(tmp_path, "odd.csv", b"id,name\na,\x07\n").where) == "odd.csv!B2"
    assert refused(tmp_path, "odd.csv", b"id,name\na," + b"x" * 100_001 + b"\n").where.cell == "B2"


def test_formatted_cells_far_below_the_cards_do_not_count(tmp_path: Path) -> None:
    end = b'<row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData>'
    data = with_part(as_xlsx([["id"], ["a"]]), SHEET, lambda part: part.replace(b"</sheetData>", end))

    assert rows(tmp_path, "odd.xlsx", data) == [["id"], ["a"]]


def test_a_file_outside_the_project_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out.csv").write_bytes(b"id\n")

    found = read_spreadsheet(tmp_path / "in" / ".." / "out.csv", "out.csv", "", (tmp_path / "in",))

    assert isinstance(found, Problem)
    assert found.code == "CF009"


def test_ten_thousand_rows_are_read(tmp_path: Path) -> None:
    table: list[list[Any]] = [["id", "name", "cost"], *([f"c{at}", f"Card {at}", at] for at in range(10_000))]

    assert rows(tmp_path, "big.csv", as_csv(table))[10_000] == ["c9999", "Card 9999", "9999"]
    assert rows(tmp_path, "big.xlsx", as_xlsx(table))[10_000] == ["c9999", "Card 9999", 9999.0]
    assert rows(tmp_path, "big.ods", as_ods(table))[10_000] == ["c9999", "Card 9999", 9999.0]


def test_the_digest_is_that_of_the_file_and_not_of_its_text(tmp_path: Path) -> None:
    one, other = as_csv([["id"]]), as_csv([["id"]], encoding="utf-8-sig")
    found = [read(tmp_path, "odd.csv", data) for data in (one, other)]

    assert all(isinstance(each, Spreadsheet) for each in found)
    assert len({each.source.digest for each in found if isinstance(each, Spreadsheet)}) == 2


def test_the_bomb_is_one(tmp_path: Path) -> None:
    assert len(_bomb(200)) < 1_000_000
    assert zlib.crc32(_lying_bomb()) != zlib.crc32(_bomb(200))


@pytest.mark.parametrize("inner", [b"<f>" * 300_000, b"<f>1</f>" + b"<v>" * 300_000, b"<f>" + b"|" * 300_000 + b"</f>"])
def test_a_cell_is_searched_once_however_it_is_torn(inner: bytes, tmp_path: Path) -> None:
    """Searching from each start to the end would take minutes."""
    read(tmp_path, "odd.xlsx", _in_tab(b'<row r="2"><c r="A2">' + inner + b"</c></row>"))


def test_an_empty_cell_does_not_take_the_formula_of_the_next(tmp_path: Path) -> None:
    xml = b'<row r="2"><c r="A2" s="1"/><c r="B2"><f>1+1</f></c></row>'
    found = rows(tmp_path, "odd.xlsx", _in_tab(xml))

    assert isinstance(found[1][1], NoValue)
    assert not isinstance(found[1][0], NoValue)
