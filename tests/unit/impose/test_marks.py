"""Marks and lines, counted and measured on small sheets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardforge.core.choices import Bleed, Marks, Orientation, Registration
from cardforge.core.distances import Gap
from cardforge.impose import impose
from cardforge.impose.job import Margins, Piece, SheetJob
from cardforge.impose.outline import hexagon, rectangle
from cardforge.impose.papers import paper
from cardforge.impose.sheet_pages import Mark, SheetPage

SQUARE = rectangle(40, 40)
PAPER = paper("120x120")  # holds two by two, with 20 mm around them when butted


def page_of(job: SheetJob, copies: int = 4, bleed: float = 0.0) -> SheetPage:
    return impose([Piece("card", SQUARE, bleed, copies)], job).pages[0]


def test_butted_cards_have_corner_marks_only_around_the_grid() -> None:
    marks = page_of(SheetJob(paper=PAPER, marks=Marks.CORNER)).marks

    assert len(marks) == 12  # three cuts, at both ends, both ways
    assert Mark(60, 19.5, 60, 14.5, "corner") in marks
    assert Mark(100.5, 60, 105.5, 60, "corner") in marks


def test_corner_marks_follow_the_cards_of_a_sheet_that_is_not_full() -> None:
    marks = page_of(SheetJob(paper=PAPER, marks=Marks.CORNER), copies=3).marks

    assert Mark(60.5, 100, 65.5, 100, "corner") in marks
    assert Mark(100, 60.5, 100, 65.5, "corner") in marks
    assert Mark(100, 100.5, 100, 105.5, "corner") not in marks


def test_marks_beside_tiny_pieces_stop_before_the_next_but_one() -> None:
    piece = Piece("dot", rectangle(4, 3), copies=4)
    job = SheetJob(paper=paper("40x40"), margins=Margins(10, 10, 10, 10), orientation=Orientation.PORTRAIT, start=5)
    (page,) = impose([piece], job).pages
    assert (page.placements[0].x, page.placements[3].x) == (26, 18)  # the last of five, and the third below

    (page,) = impose([piece], replace(job, marks=Marks.CORNER)).pages
    assert Mark(25.5, page.placements[3].y, 22.5, page.placements[3].y, "corner") in page.marks


def test_marks_begin_half_a_millimetre_outside_the_bleed() -> None:
    marks = page_of(SheetJob(paper=PAPER, marks=Marks.CORNER, bleed=Bleed.FULL), bleed=2.0).marks

    assert len(marks) == 16  # four cuts now, at both ends, both ways
    assert Mark(18, 15.5, 18, 10.5, "corner") in marks


def test_crosses_stand_where_gaps_are_free_and_only_there() -> None:
    job = SheetJob(paper=PAPER, marks=Marks.CROSS, bleed=Bleed.SHARED, gap=Gap(10, 10))
    free, filled = page_of(job).marks, page_of(job, bleed=5.0).marks

    assert {Mark(57.5, 60, 62.5, 60, "cross"), Mark(60, 57.5, 60, 62.5, "cross")} <= set(free)
    assert len(free) == len(filled) + 2


def test_a_wide_gap_has_room_for_each_cards_own_corners() -> None:
    marks = page_of(SheetJob(paper=PAPER, marks=Marks.CORNER, bleed=Bleed.SHARED, gap=Gap(10, 10))).marks

    assert Mark(55.5, 15, 60.5, 15, "corner") in marks
    assert Mark(55, 55.5, 55, 60.5, "corner") in marks


def test_edge_marks_stand_as_far_out_as_the_printer_reaches() -> None:
    marks = page_of(SheetJob(paper=PAPER, marks=Marks.EDGE), copies=2).marks

    assert len(marks) == 10  # three cuts down and two across, at both ends
    assert Mark(60, 10, 60, 5, "edge") in marks
    assert Mark(60, 110, 60, 115, "edge") in marks  # though the second row is empty


@pytest.mark.parametrize(("side", "lengths"), [(100, {5.0}), (96, {4.5}), (88, {3.0}), (86, set())])
def test_marks_are_shorter_or_left_out_where_paper_ends(side: int, lengths: set[float]) -> None:
    margins = Margins(3, 3, 3, 3)
    job = SheetJob(
        paper=paper(f"{side}x{side}"), marks=Marks.CORNER, margins=margins if side > 90 else Margins(1, 1, 1, 1)
    )
    made = impose([Piece("card", SQUARE, copies=4)], job)

    assert {round(abs(m.x2 - m.x1) + abs(m.y2 - m.y1), 3) for m in made.pages[0].marks} == lengths
    assert ("CF507" in {problem.code for problem in made.problems}) == (not lengths)


def test_staggered_pieces_are_marked_only_around_all_of_them() -> None:
    made = impose([Piece("tile", hexagon(across_flats=50), copies=7)], SheetJob(marks=Marks.CORNER))

    assert len(made.pages[0].marks) == 8


def test_cut_lines_cross_the_whole_sheet_along_every_cut() -> None:
    lines = page_of(SheetJob(paper=PAPER, cut_lines=True)).lines

    assert len(lines) == 6
    assert Mark(60, 0, 60, 120, "cut") in lines
    assert Mark(0, 20, 120, 20, "cut") in lines


def test_hexagons_have_each_side_once_also_where_two_share_it() -> None:
    job = SheetJob(cut_lines=True)
    alone, pair = (impose([Piece("tile", hexagon(across_flats=50), copies=n)], job).pages[0].lines for n in (1, 2))

    assert (len(alone), len(pair)) == (6, 11)


def test_registration_marks_stand_ten_millimetres_from_the_edges() -> None:
    three = page_of(SheetJob(registration=Registration.SILHOUETTE_3)).registration
    four = page_of(SheetJob(registration=Registration.SILHOUETTE_4)).registration

    assert three[0] == (10, 10, 5, 5)
    assert {(195, 10, 5, 1), (199, 10, 1, 5), (10, 286, 5, 1), (10, 282, 1, 5)} == set(three[1:])
    assert {*three[1:], (10, 10, 5, 1), (10, 10, 1, 5), (195, 286, 5, 1), (199, 282, 1, 5)} == set(four)


def test_registration_marks_cost_cards_only_where_they_stand() -> None:
    free = impose([Piece("card", rectangle(63, 88))], SheetJob()).fits[0].grid
    marked = impose([Piece("card", rectangle(63, 88))], SheetJob(registration=Registration.SILHOUETTE_3)).fits[0].grid

    assert free.capacity == 9  # in the marks' corners
    assert marked.capacity == 8
    assert max(marked.left, marked.top) >= 17
