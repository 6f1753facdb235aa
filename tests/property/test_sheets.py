"""Whatever is printed on whatever paper: nothing overlaps, nothing is lost, and every back meets its front."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardforge.core.choices import Backs
from cardforge.impose import impose
from cardforge.impose.job import Piece, SheetJob
from cardforge.impose.sheet_pages import SheetPage, Sheets, Side
from tests.property.pieces import Point, distance_between, jobs, on_paper, piece_lists, shown_shape

RUNS = 2_000 if os.environ.get("CARDFORGE_SOAK") else 100
TINY = 1e-6
runs = settings(max_examples=RUNS, deadline=None)


def _imposed(pieces: list[Piece], job: SheetJob, late: int) -> tuple[Sheets, SheetJob]:
    """Sheets that begin at a later slot, if the first grid has it."""
    made = impose(pieces, job)
    assume(made.pages)
    job = replace(job, start=late % made.fits[0].grid.capacity + 1)
    return impose(pieces, job), job


def _box(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


@runs
@given(piece_lists(), jobs(), st.integers(0, 30))
def test_nothing_overlaps_and_nothing_leaves_what_the_printer_reaches(
    pieces: list[Piece], job: SheetJob, late: int
) -> None:
    made, job = _imposed(pieces, job, late)
    for page in made.pages:
        across, down = job.margins.either_side(page.width > page.height)
        shapes = [shown_shape(placement) for placement in page.placements]
        bars = [_box(*bar) for bar in page.registration]
        for shape in shapes:
            assert min(x for x, _ in shape) >= across - TINY
            assert min(y for _, y in shape) >= down - TINY
            assert max(x for x, _ in shape) <= page.width - across + TINY
            assert max(y for _, y in shape) <= page.height - down + TINY
            assert all(distance_between(shape, bar) >= 2 - TINY for bar in bars)
        for one, other in combinations(shapes, 2):
            assert distance_between(one, other) >= -TINY


@runs
@given(piece_lists(), jobs(), st.integers(0, 30))
def test_every_copy_is_placed_exactly_once(pieces: list[Piece], job: SheetJob, late: int) -> None:
    made, job = _imposed(pieces, job, late)
    wanted = [piece for piece in pieces if piece.copies and impose([piece], replace(job, start=1)).pages]
    placed = Counter((each.key, each.side, each.face) for page in made.pages for each in page.placements)

    expected = {(piece.key, Side.FRONT, piece.key): piece.copies for piece in wanted}
    if job.backs != Backs.NONE:
        expected |= {(piece.key, Side.BACK, piece.back): piece.copies for piece in wanted if piece.back is not None}
    assert placed == expected
    lost = {piece.size for piece in pieces if piece.copies and piece not in wanted}
    assert len([problem for problem in made.problems if problem.code == "CF501"]) <= len(lost)
    assert any(problem.code == "CF501" for problem in made.problems) == bool(lost)


def _turns_about_vertical(page: SheetPage, backs: Backs) -> bool:
    """What a printer does with paper: its long edge is the longer one."""
    if backs == Backs.GUTTERFOLD:
        (fold,) = (line for line in page.lines if line.kind == "fold")
        return fold.x1 == fold.x2
    on_long_edge = backs in (Backs.LONG_EDGE, Backs.SEPARATE)
    return on_long_edge if page.height >= page.width else not on_long_edge


def _front_and_back(made: Sheets) -> list[tuple[SheetPage, SheetPage]]:
    if made.pages[0].side == Side.BOTH:
        return [(page, page) for page in made.pages]
    fronts = [page for page in made.pages if page.side == Side.FRONT]
    backs = [page for page in made.pages if page.side == Side.BACK]
    assert [page.number for page in fronts] == [page.number for page in backs]
    return list(zip(fronts, backs, strict=True))


@pytest.mark.parametrize("backs", [Backs.SEPARATE, Backs.LONG_EDGE, Backs.SHORT_EDGE, Backs.GUTTERFOLD])
@settings(max_examples=max(RUNS // 3, 50), deadline=None)
@given(st.data())
def test_every_front_meets_its_own_back_upright(backs: Backs, data: st.DataObject) -> None:
    """Turn the paper over: each point of a back lies behind the point of its front that a reader expects there."""
    pieces, job = data.draw(piece_lists()), data.draw(jobs(backs=backs))
    made, job = _imposed(pieces, job, data.draw(st.integers(0, 30)))
    back_of = {piece.key: piece.back for piece in pieces}
    for front_page, back_page in _front_and_back(made):
        is_vertical = _turns_about_vertical(front_page, backs)
        fronts = [each for each in front_page.placements if each.side == Side.FRONT and back_of[each.key] is not None]
        behind = [each for each in back_page.placements if each.side == Side.BACK]
        assert [each.key for each in fronts] == [each.key for each in behind]
        for front, back in zip(fronts, behind, strict=True):
            assert back.face == back_of[front.key]
            wide = front.outline.width
            for u, v in ((1.0, 2.0), (wide - 1.0, 2.0), (1.0, front.outline.height - 2.0)):
                x, y = on_paper(back, wide - u, v)
                seen = (front_page.width - x, y) if is_vertical else (x, front_page.height - y)
                assert seen == pytest.approx(on_paper(front, u, v), abs=TINY)


@runs
@given(piece_lists(), jobs(), st.integers(0, 30))
def test_marks_and_headers_touch_nothing_and_stay_on_the_paper(pieces: list[Piece], job: SheetJob, late: int) -> None:
    made, job = _imposed(pieces, job, late)
    for page in made.pages:
        shapes = [shown_shape(placement) for placement in page.placements]
        bars = [_box(*bar) for bar in page.registration]
        strokes = [[(mark.x1, mark.y1), (mark.x2, mark.y2)] for mark in page.marks]
        for stroke in strokes:
            assert all(-TINY <= x <= page.width + TINY and -TINY <= y <= page.height + TINY for x, y in stroke)
            assert all(distance_between(stroke, shape) >= 0.5 - TINY for shape in shapes)
            assert all(distance_between(stroke, bar) >= 2 - TINY for bar in bars)
            (x1, y1), (x2, y2) = stroke
            assert 3 - TINY <= abs(x2 - x1) + abs(y2 - y1) <= 5 + TINY
        if page.header:
            across, down = job.margins.either_side(page.width > page.height)
            box = _box(*page.header[1:5])
            assert min(box) >= (across - TINY, down - TINY)
            assert max(box) <= (page.width - across + TINY, page.height - down + TINY)
            assert all(distance_between(box, other) >= -TINY for other in [*shapes, *strokes, *bars])


@runs
@given(piece_lists(), jobs())
def test_the_same_pieces_give_the_same_sheets(pieces: list[Piece], job: SheetJob) -> None:
    assert impose(pieces, job) == impose(list(pieces), replace(job))


@runs
@given(piece_lists(), jobs())
def test_a_page_that_must_warn_does(pieces: list[Piece], job: SheetJob) -> None:
    made = impose(pieces, job)
    codes = {problem.code for problem in made.problems}

    assert ("CF504" in codes) == (not any(piece.copies for piece in pieces))
    assert ("CF506" in codes) == (job.header and any(not page.header for page in made.pages))
    assert ("CF507" in codes) == (job.marks != "none" and any(not page.marks for page in made.pages))
    bare = any(piece.copies and piece.back is None for piece in pieces)
    assert ("CF505" in codes) == (job.backs != Backs.NONE and bare)
