"""The table in docs/printing.md says what the code does."""

from __future__ import annotations

import re

from cardforge.core.codes.preflight import PRINT_CODES
from cardforge.preflight.demands import HOME, STANDARDS, Demands
from tests.conftest import REPOSITORY
from tests.support.pdf_faults import FAULTS

LINES = (REPOSITORY / "docs/printing.md").read_text("utf-8").splitlines()
CELLS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in LINES if line.startswith("|")]
ROWS = {cells[1]: cells for cells in CELLS if re.fullmatch(r"PF\d{3}", cells[1])}


def test_every_code_has_its_row() -> None:
    assert list(ROWS) == sorted(PRINT_CODES)


def test_the_rules_for_home_are_marked() -> None:
    assert {code for code, cells in ROWS.items() if cells[3]} == {code for code in ROWS if STANDARDS[HOME].judges(code)}


def test_a_rule_warns_or_fails_where_the_table_says_so() -> None:
    seen = {(code, severity) for _, code, severity, _ in FAULTS.values()}
    said = {(code, "warning") for code, cells in ROWS.items() if cells[4]} | {
        (code, "error") for code, cells in ROWS.items() if cells[5]
    }

    assert {each for each in said if not each[0].startswith("PF0")} == seen


def test_the_numbers_are_those_of_the_demands() -> None:
    demands = Demands()
    for code, warns, fails in (
        ("PF203", "", f"{demands.bleed:g} mm"),
        ("PF401", f"{demands.dpi:g} dpi", f"{demands.least_dpi:g} dpi"),
        ("PF402", f"{demands.good_ink:g}%", f"{demands.ink:g}%"),
        ("PF403", f"{demands.text:g} pt", f"{demands.least_text:g} pt"),
        ("PF404", "", f"{demands.least_stroke:g} pt"),
        ("PF406", f"{demands.safe:g} mm", f"{demands.least_safe:g} mm"),
    ):
        assert warns in ROWS[code][4], code
        assert fails in ROWS[code][5], code
