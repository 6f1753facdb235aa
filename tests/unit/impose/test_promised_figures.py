"""Figures that documents promise: how many fit on a sheet, what is left around them, how many sheets a game takes."""

from __future__ import annotations

import pytest

from cardforge.core.choices import Bleed, Orientation, SheetOrder
from cardforge.core.distances import Gap
from cardforge.impose import impose
from cardforge.impose.job import Margins, Piece, SheetJob
from cardforge.impose.outline import Outline, circle, hexagon, rectangle
from cardforge.impose.papers import PAPERS

# The table of home printing: 5 mm margins; butted, 1.5 mm of bleed, 3 mm of bleed, on A4 and then on Letter.
# A cell is the count, and where it is stated the grid (P or L for the paper, r for turned) and the margins.
FITS = {
    (63, 88): ["9 3x3P 10.5/16.5", "9 3x3P 6.0/12.0", "8 4x2L 10.5/11.0", "9 3x3P 13.5/7.7", "8 4x2L", "6"],
    (63.5, 88.9): ["9 3x3P 9.8/15.1", "9 3x3P 5.2/10.6", "8 4x2L 9.5/10.1", "9 3x3P 12.7/6.35", "8 4x2L", "6"],
    (57, 87): ["10 2x5Pr", "9", "9", "9", "8", "8"],
    (59, 92): ["9", "9", "8", "8", "8", "8"],
    (44, 68): ["16 4x4P", "16", "12", "18 3x6Pr", "12", "12"],
    (41, 63): ["21 3x7Pr", "18", "16", "20 5x4P", "18", "12"],
    (70, 120): ["4", "4", "4", "4", "4", "4"],
    (70, 70): ["8 2x4P", "6", "6", "6", "6", "6"],
    (88.9, 139.7): ["4", "4", "3", "3", "2", "2"],
}
COLUMNS = [
    (paper, mode) for paper in ("a4", "letter") for mode in ((Bleed.NONE, 0.0), (Bleed.SHARED, 3.0), (Bleed.FULL, 3.0))
]
CELLS = [(size, *column, cell) for size, cells in FITS.items() for column, cell in zip(COLUMNS, cells, strict=True)]


@pytest.mark.parametrize(("size", "paper", "mode", "cell"), CELLS)
def test_the_table_of_home_printing_comes_out(
    size: tuple[float, float], paper: str, mode: tuple[Bleed, float], cell: str
) -> None:
    count, *stated = cell.split()
    piece = Piece("card", rectangle(*size), bleed=3.0)
    job = SheetJob(paper=PAPERS[paper], bleed=mode[0], gap=Gap(mode[1], mode[1]))

    assert impose([piece], job).fits[0].grid.capacity == int(count)
    if stated:
        # The same sheet can be named upright with turned cards, or across with upright cards: take the stated one.
        way = Orientation.LANDSCAPE if "L" in stated[0] else Orientation.PORTRAIT
        grid = (
            impose([piece], SheetJob(paper=PAPERS[paper], bleed=mode[0], gap=Gap(mode[1], mode[1]), orientation=way))
            .fits[0]
            .grid
        )
        named = f"{grid.columns}x{grid.rows}{'L' if grid.is_landscape else 'P'}{'r' if grid.is_turned else ''}"
        assert (grid.capacity, named) == (int(count), stated[0])
        for margin, words in zip((grid.left, grid.top), stated[1].split("/") if len(stated) > 1 else (), strict=False):
            assert margin == pytest.approx(float(words), abs=0.051)


MINI, EURO, HEXES = rectangle(44, 68, 3), rectangle(59, 92, 3), hexagon(across_flats=70)
# Pieces of another game's printables, all with margins of 10 mm: outline, bleed, then how many on A4 and on Letter.
PRINTABLES = {
    "mini": (MINI, 0.0, 16, 12),
    "euro": (EURO, 0.0, 9, 8),
    "hexes": (HEXES, 0.0, 8, 6),
    "board": (rectangle(256, 184), 0.0, 1, 1),
    "small token": (circle(20), 2.0, 77, 80),  # 2 mm around each makes the pitch of 24
    "large token": (circle(40), 2.0, 24, 20),
    "small standee": (rectangle(25, 80), 0.0, 22, 21),
    "large standee": (rectangle(40, 120), 0.0, 8, 8),
    "substitute": (rectangle(12, 12), 0.0, 345, 336),
}
# Pieces of both editions and the sheets they take: edition 1, edition 2; A4, then Letter.
SHEETS = {
    "mini": ((100, 99), (7, 7), (9, 9)),
    "euro": ((115, 132), (13, 15), (15, 17)),
    "hexes": ((31, 31), (4, 4), (6, 6)),
    "board": ((4, 4), (4, 4), (4, 4)),
    "small token": ((65, 45), (1, 1), (1, 1)),
    "large token": ((3, 1), (1, 1), (1, 1)),
    "small standee": ((43, 43), (2, 2), (3, 3)),
    "large standee": ((4, 8), (1, 1), (1, 1)),
    "substitute": ((50, 50), (1, 1), (1, 1)),
}
TEN = Margins(10, 10, 10, 10)
MINI_DECKS = ([20, 20, 20, 20, 20], [20, 20, 20, 20, 19])
EURO_DECKS = (
    [4, 6, 4, 1, 1, 12, 16, 26, 10, 10, 10, 7, 8],
    [4, 6, 6, 1, 1, 12, 16, 26, 10, 10, 10, 7, 11, 8, 4],
)


def _pieces(name: str, copies: int) -> list[Piece]:
    outline, bleed, *_ = PRINTABLES[name]
    return [Piece(name, outline, bleed, copies)]


@pytest.mark.parametrize("name", PRINTABLES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_kind_of_printable_fits_as_often_as_stated(name: str, paper: str) -> None:
    made = impose(_pieces(name, 1), SheetJob(paper=PAPERS[paper], margins=TEN, bleed=Bleed.FULL))

    assert made.fits[0].grid.capacity == PRINTABLES[name][2 if paper == "a4" else 3]


@pytest.mark.parametrize("edition", [0, 1])
@pytest.mark.parametrize(("paper", "totals"), [("a4", (34, 36)), ("letter", (41, 43))])
def test_a_whole_game_takes_as_many_sheets_as_stated(paper: str, totals: tuple[int, int], edition: int) -> None:
    pieces = [piece for name, row in SHEETS.items() for piece in _pieces(name, row[0][edition])]
    made = impose(pieces, SheetJob(paper=PAPERS[paper], margins=TEN, bleed=Bleed.FULL))

    assert [fit.sheets for fit in made.fits] == [row[1 if paper == "a4" else 2][edition] for row in SHEETS.values()]
    assert len(made.pages) == totals[edition]


@pytest.mark.parametrize("edition", [0, 1])
@pytest.mark.parametrize(("paper", "minis", "euros"), [("a4", (10, 10), (20, 23)), ("letter", (10, 10), (21, 24))])
def test_decks_that_begin_a_new_sheet_take_as_many_as_stated(
    paper: str, minis: tuple[int, int], euros: tuple[int, int], edition: int
) -> None:
    def sheets(outline: Outline, decks: list[int]) -> int:
        pieces = [Piece(f"{at}", outline, copies=copies, group=f"deck {at}") for at, copies in enumerate(decks)]
        return len(impose(pieces, SheetJob(paper=PAPERS[paper], margins=TEN, order=SheetOrder.GROUPED)).pages)

    assert sheets(MINI, MINI_DECKS[edition]) == minis[edition]
    assert sheets(EURO, EURO_DECKS[edition]) == euros[edition]


def test_hexagons_interlock_in_four_rows_of_two_on_a4() -> None:
    (fit,) = impose([Piece("tile", HEXES, copies=8)], SheetJob(margins=TEN)).fits
    left, top, right, bottom = fit.grid.block

    assert (fit.grid.columns, fit.grid.rows, fit.grid.stagger, fit.grid.short) == (2, 4, "rows", False)
    assert right - left == pytest.approx(175.0)
    assert bottom - top == pytest.approx(262.7, abs=0.05)


def test_small_standees_lie_in_two_rows_of_eleven() -> None:
    piece = Piece("standee", rectangle(25, 80))
    (fit,) = impose([piece], SheetJob(margins=TEN, orientation=Orientation.LANDSCAPE)).fits

    assert (fit.grid.columns, fit.grid.rows) == (11, 2)
