"""What somebody reads from the calibration page is what makes backs meet their fronts: a printer, an eye, and the proof."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, dist, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardforge.core.units import PT_PER_MM
from cardforge.impose.job import Offset
from cardforge.impose.papers import PAPERS, Paper
from cardforge.impose.sheet_pages import SheetPage, Side
from cardforge.layout.vernier import STEP, TICK, Scale, Stroke, TurnedPaper, correction, most_doubt, scales
from cardforge.write.sheet_pdf import sheet_pages
from tests.unit.layout.test_calibration_page import page, strokes

Point = tuple[float, float]
MEETS = 0.13  # mm, along each axis
papers = st.sampled_from(sorted(PAPERS.values()))
shifts = st.floats(-1.25, 1.25)
flips = st.booleans()


class SlantingPrinter:
    """Prints backs moved by dx, dy after turning them clockwise about the middle, all as the back is looked at."""

    def __init__(self, paper: TurnedPaper, dx: float, dy: float, degrees: float = 0.0) -> None:
        self.paper, self.dx, self.dy = paper, dx, dy
        self.cos, self.sin = cos(radians(degrees)), sin(radians(degrees))

    def seen(self, point: Point) -> Point:
        """Where a point of the back comes out, seen from the front through the paper."""
        middle = self.paper.width / 2, self.paper.height / 2
        x, y = point[0] - middle[0], point[1] - middle[1]
        x, y = x * self.cos - y * self.sin + self.dx, x * self.sin + y * self.cos + self.dy
        return turned_over(self.paper, (middle[0] + x, middle[1] + y))


def turned_over(paper: TurnedPaper, point: Point) -> Point:
    x, y = point
    return (paper.width - x, y) if paper.is_upright else (x, paper.height - y)


@cache
def back_lines(paper: TurnedPaper) -> list[Stroke]:
    """The lines of the scales as the back of the page has them; the crosses in its corners are shorter."""
    return [stroke for stroke in strokes(page(paper)[1]) if dist(stroke[:2], stroke[2:]) > TICK]


def seen_places(scale: Scale, printer: SlantingPrinter) -> list[float]:
    """Where along a scale the lines of the back show through."""
    found = []
    for x1, y1, x2, y2 in back_lines(printer.paper):
        ends = printer.seen((x1, y1)), printer.seen((x2, y2))
        x, y = min(ends, key=lambda end: abs(end[scale.along_x] - scale.meeting))
        if (x1 == x2) == scale.along_x and abs((y if scale.along_x else x) - scale.meeting) < 5:
            found.append(x if scale.along_x else y)
    assert len(found) == 17
    return found


def read(scale: Scale, printer: SlantingPrinter, halves: bool) -> float:
    """The number of the pair that makes the straightest line or, between two that are equally straight, the half."""
    gaps = []
    places = seen_places(scale, printer)
    for number, front, _ in scale.numbers():
        place = front[0] if scale.along_x else front[1]
        gaps.append((number, min((seen - place for seen in places), key=abs)))
    if halves:
        pairs = list(pairwise(gaps))
        gaps += [((one[0] + next[0]) / 2, (one[1] + next[1]) / 2) for one, next in pairs]
    return min(gaps, key=lambda pair: abs(pair[1]))[0]


def readings(printer: SlantingPrinter, halves: bool) -> tuple[float, ...]:
    found = {scale.letter: read(scale, printer, halves) for scale in scales(printer.paper)}
    return tuple(found[letter] for letter in "ABCD")


def worst(printer: SlantingPrinter, numbers: tuple[float, ...]) -> float:
    """How far any point of a corrected back is from its front, by the very matrix that sheets are written with."""
    paper = printer.paper
    dx, dy, degrees, _ = correction(numbers, paper.width, paper.height)
    page = SheetPage(paper.width, paper.height, Side.BACK, 1, 1, (), offset=Offset(dx, dy, degrees))
    (written,) = sheet_pages((page,), {}, lambda words, width, height: pytest.fail("there is no header"))
    a, b, c, d, e, f = (float(number) for number in (written.moved or "1 0 0 1 0 0").split())
    off = 0.0
    for x in (6.35, paper.width / 3, paper.width - 6.35):
        for y in (6.35, paper.height / 3, paper.height - 6.35):
            back_x, back_y = turned_over(paper, (x, y))
            right, up = back_x * PT_PER_MM, (paper.height - back_y) * PT_PER_MM
            moved = (a * right + c * up + e) / PT_PER_MM, paper.height - (b * right + d * up + f) / PT_PER_MM
            seen = printer.seen(moved)
            off = max(off, abs(seen[0] - x), abs(seen[1] - y))
    return off


def turned(paper: Paper, is_upright: bool) -> TurnedPaper:
    return TurnedPaper(paper.width, paper.height, is_upright)


@pytest.mark.parametrize("is_upright", [True, False])
def test_the_number_on_the_page_is_the_correction(is_upright: bool) -> None:
    printer = SlantingPrinter(turned(PAPERS["a4"], is_upright), 0.75, -0.5)

    assert readings(printer, halves=False) == (-0.75, 0.5, -0.75, 0.5)
    assert worst(printer, (-0.75, 0.5, -0.75, 0.5)) < 0.001
    assert worst(printer, (-0.75, 0.5)) < 0.001
    assert worst(printer, (0.75, -0.5)) == pytest.approx(1.5, abs=0.001)


@pytest.mark.parametrize("is_upright", [True, False])
def test_a_turned_back_is_turned_against(is_upright: bool) -> None:
    paper = turned(PAPERS["a4"], is_upright)
    printer = SlantingPrinter(paper, 0.0, 0.0, degrees=0.25)
    numbers = readings(printer, halves=True)

    assert correction(numbers, paper.width, paper.height).degrees == pytest.approx(-0.25, abs=0.03)
    assert worst(printer, (0.0, 0.0)) > 0.5
    assert worst(printer, numbers) <= MEETS


@given(papers, flips, shifts, shifts)
def test_whoever_takes_the_nearest_number_meets(paper: Paper, is_upright: bool, dx: float, dy: float) -> None:
    printer = SlantingPrinter(turned(paper, is_upright), dx, dy)

    assert worst(printer, readings(printer, halves=False)[:2]) <= MEETS


@given(papers, flips, shifts, shifts, st.floats(-0.2, 0.2))
def test_whoever_takes_halves_meets_on_a_slant_too(
    paper: Paper, is_upright: bool, dx: float, dy: float, degrees: float
) -> None:
    printer = SlantingPrinter(turned(paper, is_upright), dx, dy, degrees)
    numbers = readings(printer, halves=True)

    assert worst(printer, numbers) <= MEETS
    assert correction(numbers, paper.width, paper.height).doubt <= most_doubt(paper.width, paper.height)


@given(papers, flips)
def test_neighbouring_pairs_differ_by_a_step_and_only_the_zero_meets_when_nothing_is_off(
    paper: Paper, is_upright: bool
) -> None:
    for scale in scales(turned(paper, is_upright)):
        along = 0 if scale.along_x else 1
        gaps = [back[along] - front[along] for _, front, back in scale.numbers()]

        assert [number for number, front, back in scale.numbers() if front[along] == back[along]] == [0]
        assert [abs(next - one) for one, next in pairwise(gaps)] == pytest.approx([STEP] * 16)
