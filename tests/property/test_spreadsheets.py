"""A table says the same in every sort of file, and no damage to one does more than a problem."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.core.problems import Problem
from cardforge.load.refusal import UnknownTab
from cardforge.load.spreadsheet import Spreadsheet, read_spreadsheet
from tests.support.spreadsheets import as_csv, as_ods, as_xlsx

# What a cell can show. Text that begins like a formula is none in a text file, and Excel has no empty text.
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co"), include_characters="\n"),
    min_size=1,
    max_size=30,
).filter(lambda text: text[0] not in "=#" and "_x" not in text and text.strip() == text)
TABLES = st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=1, max_size=6).map(
    lambda rows: [["id", "name", "text"], *rows]
)
SORTS: dict[str, Callable[[list[list[str]]], bytes]] = {
    "a.csv": as_csv,
    "b.csv": lambda rows: as_csv(rows, ";", "utf-8-sig"),
    "c.csv": lambda rows: as_csv(rows, "|", "utf-16"),
    "d.tsv": lambda rows: as_csv(rows, "\t"),
    "e.xlsx": as_xlsx,
    "f.ods": as_ods,
}  # fmt: skip


WHOLE = {name: make([["id", "name", "text"], ["a", "A", "x" * 40]]) for name, make in SORTS.items()}


def read(name: str, data: bytes) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, name)
        file.write_bytes(data)
        try:
            return read_spreadsheet(file, name, "", ())
        except UnknownTab as refusal:
            return refusal


@settings(max_examples=60, deadline=None)
@given(TABLES)
def test_every_sort_of_file_keeps_every_text(rows: list[list[str]]) -> None:
    for name, make in SORTS.items():
        found = read(name, make(rows))
        assert isinstance(found, Spreadsheet), (name, found)
        assert [list(row) for row in found.rows] == rows, name


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(SORTS)), st.data())
def test_a_damaged_file_gives_cells_or_a_problem_and_nothing_else(name: str, data: st.DataObject) -> None:
    whole = bytearray(WHOLE[name])
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(0, len(whole)))

    found = read(name, bytes(whole[:end]))

    assert isinstance(found, Spreadsheet | Problem | UnknownTab)
    assert not isinstance(found, Problem) or found.code in ("CF003", "CF005", "CF010")
