"""Nested pieces of any outline on any paper: nothing overlaps, nothing is lost, and every back meets its front.

Every piece is judged by the squares, hexes or box that it was made of, which is not how the search sees it.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.core.choices import Backs, Marks, SheetOrder
from cardforge.impose import impose
from cardforge.impose.job import Margins, Piece, SheetJob
from cardforge.impose.joined_outline import cells, hexes
from cardforge.impose.outline import Outline, circle, hexagon, rectangle
from cardforge.impose.papers import Paper
from cardforge.impose.sheet_pages import Placement, SheetPage, Side
from tests.property.pieces import Point, distance_between, jobs, on_paper

RUNS = 1_000 if os.environ.get("CARDFORGE_SOAK") else 40
TINY = 1e-6
runs = settings(max_examples=RUNS, deadline=None)
Parts = list[list[Point]]


@st.composite
def _polyominoes(draw: st.DrawFn, cell: float) -> tuple[Outline, Parts]:
    """Squares added one by one beside those there are."""
    taken = [(0, 0)]
    for _ in range(draw(st.integers(0, 7))):
        x, y = draw(st.sampled_from(taken))
        dx, dy = draw(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
        if (x + dx, y + dy) not in taken:
            taken.append((x + dx, y + dy))
    left, top = min(x for x, _ in taken), min(y for _, y in taken)
    return cells(taken, cell), [_square((x - left) * cell, (y - top) * cell, cell, cell) for x, y in taken]


def _square(x: float, y: float, wide: float, high: float) -> list[Point]:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]


def _tile(rings: int, flats: float) -> tuple[Outline, Parts]:
    shape = hexes(rings, flats)
    around = range(-rings, rings + 1)
    middles = [
        (shape.width / 2 + flats * (q + r / 2), shape.height / 2 + flats * sqrt(3) / 2 * r)
        for q in around
        for r in around
        if abs(q + r) <= rings
    ]
    corners = [(flats / sqrt(3) * sin(at * pi / 3), flats / sqrt(3) * cos(at * pi / 3)) for at in range(6)]
    return shape, [[(x + dx, y + dy) for dx, dy in corners] for x, y in middles]


def _boxed(shape: Outline) -> tuple[Outline, Parts]:
    return shape, [_square(0, 0, shape.width, shape.height)]


SHAPES = st.one_of(
    st.sampled_from([10.0, 15.0]).flatmap(_polyominoes),
    _polyominoes(12.7),
    st.builds(_tile, st.integers(1, 2), st.sampled_from([9.0, 12.5])),
    st.sampled_from([_boxed(rectangle(44, 63, 3)), _boxed(circle(20)), _tile(0, 30)]),
    st.just((hexagon(across_flats=30), _tile(0, 30)[1])),
)


@st.composite
def _pieces(draw: st.DrawFn) -> tuple[list[Piece], dict[Outline, Parts]]:
    shapes = draw(st.lists(SHAPES, min_size=1, max_size=4))
    bleeds = draw(st.sampled_from([[3.0], [0.0], [1.5, 3.0]]))
    pieces = [
        Piece(f"piece {at}", shape, draw(st.sampled_from(bleeds)), draw(st.integers(1, 12)), f"back {at}", f"g{at % 2}")
        for at, (shape, _) in enumerate(shapes)
    ]
    return pieces, dict(shapes)


NESTED = jobs(nest=True)


def _parts(placement: Placement, known: dict[Outline, Parts]) -> Parts:
    """The parts of a front on the paper."""
    return [[on_paper(placement, x, y) for x, y in part] for part in known[placement.outline]]


@runs
@given(_pieces(), NESTED)
def test_no_two_nested_pieces_overlap_and_none_leaves_what_the_printer_reaches(
    drawn: tuple[list[Piece], dict[Outline, Parts]], job: SheetJob
) -> None:
    pieces, known = drawn
    made = impose(pieces, job)
    for page in made.pages:
        across, down = job.margins.either_side(page.width > page.height)
        fronts = [(each, _parts(each, known)) for each in page.placements if each.side == Side.FRONT]
        for front, parts in fronts:
            for part in parts:
                assert min(x for x, _ in part) - front.shown >= across - TINY
                assert max(x for x, _ in part) + front.shown <= page.width - across + TINY
                assert min(y for _, y in part) - front.shown >= down - TINY
                assert max(y for _, y in part) + front.shown <= page.height - down + TINY
        for (one, these), (other, those) in combinations(fronts, 2):
            if one.x > other.x + other.width + 20 or other.x > one.x + one.width + 20:
                continue
            for this in these:
                for that in those:
                    assert distance_between(this, that) >= one.shown + other.shown - TINY


@runs
@given(_pieces(), NESTED)
def test_every_nested_copy_is_placed_exactly_once(
    drawn: tuple[list[Piece], dict[Outline, Parts]], job: SheetJob
) -> None:
    pieces, _ = drawn
    made = impose(pieces, job)
    placed = Counter((each.key, each.side) for page in made.pages for each in page.placements)
    there = [piece for piece in pieces if impose([piece], job).pages]

    sides = [Side.FRONT] if job.backs == Backs.NONE else [Side.FRONT, Side.BACK]
    assert placed == {(piece.key, side): piece.copies for piece in there for side in sides}
    assert sum(fit.copies for fit in made.fits) == sum(piece.copies for piece in there)
    assert sum(fit.sheets for fit in made.fits) == len({page.number for page in made.pages})
    assert any(problem.code == "CF501" for problem in made.problems) == (len(there) < len(pieces))


@pytest.mark.parametrize("backs", [Backs.LONG_EDGE, Backs.SHORT_EDGE, Backs.SEPARATE, Backs.GUTTERFOLD])
@settings(max_examples=max(RUNS // 3, 20), deadline=None)
@given(st.data())
def test_every_nested_back_lies_behind_its_front_and_is_its_mirror_image(backs: Backs, data: st.DataObject) -> None:
    pieces, known = data.draw(_pieces())
    job = data.draw(jobs(nest=True, backs=backs))
    made = impose(pieces, job)
    back_of = {page.number: page for page in made.pages if page.side != Side.FRONT}
    for page in made.pages:
        if page.side == Side.BACK:
            continue
        behind = [each for each in back_of[page.number].placements if each.side == Side.BACK]
        fronts = [each for each in page.placements if each.side == Side.FRONT]
        upright = _turns_about_vertical(page, backs)
        for front, back in zip(fronts, behind, strict=True):
            assert (front.key, back.face) == (back.key, front.key.replace("piece", "back"))
            wide = front.outline.width
            for u, v in (point for part in known[front.outline] for point in part):
                x, y = on_paper(back, wide - u, v)
                seen = (page.width - x, y) if upright else (x, page.height - y)
                assert seen == pytest.approx(on_paper(front, u, v), abs=TINY)


def _turns_about_vertical(page: SheetPage, backs: Backs) -> bool:
    if backs == Backs.GUTTERFOLD:
        (fold,) = (line for line in page.lines if line.kind == "fold")
        return fold.x1 == fold.x2
    return (backs != Backs.SHORT_EDGE) == (page.height >= page.width)


@runs
@given(_pieces(), jobs(nest=True, may_turn=False, backs=Backs.NONE))
def test_pieces_that_must_not_be_turned_are_not(drawn: tuple[list[Piece], dict[Outline, Parts]], job: SheetJob) -> None:
    pieces, _ = drawn
    assert {each.turn for page in impose(pieces, job).pages for each in page.placements} <= {0}


@runs
@given(_pieces(), jobs(nest=True, order=SheetOrder.GROUPED))
def test_groups_never_share_a_sheet(drawn: tuple[list[Piece], dict[Outline, Parts]], job: SheetJob) -> None:
    pieces, _ = drawn
    group_of = {piece.key: piece.group for piece in pieces}
    for page in impose(pieces, job).pages:
        assert len({group_of[each.key] for each in page.placements}) == 1


@runs
@given(_pieces(), NESTED)
def test_the_same_pieces_are_nested_alike(drawn: tuple[list[Piece], dict[Outline, Parts]], job: SheetJob) -> None:
    assert impose(drawn[0], job) == impose(list(drawn[0]), replace(job))


def test_squares_that_touch_share_their_cuts_and_waste_nothing() -> None:
    """Two L pieces make a block of four by two cells, on a paper with room for exactly eight."""
    piece = Piece("L", cells([(0, 0), (1, 0), (2, 0), (0, 1)], 20), copies=2)
    job = SheetJob(
        paper=Paper("small", 90, 50), margins=Margins(5, 5, 5, 5), nest=True, cut_lines=True, marks=Marks.NONE
    )
    (page,) = impose([piece], job).pages

    assert [each.turn for each in page.placements] == [0, 180]
    ends = Counter((round(line.x1), round(line.y1), round(line.x2), round(line.y2)) for line in page.lines)
    assert set(ends.values()) == {1}  # a cut that two pieces share is drawn once
    assert {round(x) % 20 for line in ends for x in line} == {5}
