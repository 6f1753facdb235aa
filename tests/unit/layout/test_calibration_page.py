"""The calibration page as a face: everything is on the paper, within reach of every printer, and exactly in its place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardforge.core.units import PT_PER_MM
from cardforge.fonts import FontBook
from cardforge.impose.papers import PAPERS
from cardforge.layout.calibration_page import RULER, SQUARE, Wording, calibration_page
from cardforge.layout.display import Face, Shape, Text, TextLine
from cardforge.layout.vernier import SMALLEST, Stroke, TurnedPaper, scales

REACHED = 6.35  # mm from the edge, by every printer
BOOK = FontBook(())
WORDING = Wording("Printer calibration: office", "long edge", "a page of a book", "cardforge printer calibrate office")
SIZES = [*((paper.width, paper.height) for paper in PAPERS.values()), (SMALLEST, SMALLEST * 1.4), (900.0, 1200.0)]
everywhere = pytest.mark.parametrize("paper", [TurnedPaper(*size, flip) for size in SIZES for flip in (True, False)])


def page(paper: TurnedPaper) -> tuple[Face, Face]:
    return calibration_page(paper, WORDING, BOOK)


def points(face: Face) -> Iterator[tuple[float, float]]:
    for item in face.items:
        if isinstance(item, Shape):
            for _, numbers in item.path:
                yield from zip(numbers[::2], numbers[1::2], strict=True)


def strokes(face: Face) -> list[Stroke]:
    lines = [
        item.path for item in face.items if isinstance(item, Shape) and [step for step, _ in item.path] == ["M", "L"]
    ]
    return [(start[0], start[1], end[0], end[1]) for (_, start), (_, end) in lines]


def boxes(face: Face) -> Iterator[tuple[TextLine, float, float, float, float]]:
    """Every line of text with its left, top, right and bottom, a little generously."""
    for item in face.items:
        if isinstance(item, Text):
            em = item.size / PT_PER_MM
            for line in item.lines:
                pieces = sum(piece.width + piece.space for piece in line.words)
                ends = [(placed.x + placed.run.width / 1000 * em) for placed in line.runs]
                yield line, line.x, line.y - em, line.x + max([pieces / 1000 * em, *ends]), line.y + em * 0.3


def squares(face: Face) -> list[Stroke]:
    """Every rectangle that is not filled, by two of its corners."""
    paths = [item.path for item in face.items if isinstance(item, Shape) and len(item.path) == 5 and not item.fill]
    corners = [(path[0][1], path[2][1]) for path in paths if path[1][0] == "L"]
    return [(start[0], start[1], end[0], end[1]) for start, end in corners]


def has(wanted: Stroke, among: list[Stroke]) -> bool:
    return any(stroke == pytest.approx(wanted, abs=0.05) for stroke in among)


@everywhere
def test_everything_is_within_reach_of_every_printer(paper: TurnedPaper) -> None:
    for face in page(paper):
        assert (face.width, face.height) == paper[:2]
        for x, y in points(face):
            assert REACHED <= x <= paper.width - REACHED
            assert REACHED <= y <= paper.height - REACHED
        for line, left, top, right, bottom in boxes(face):
            assert left >= REACHED, line.text
            assert top >= REACHED, line.text
            assert right <= paper.width - REACHED, line.text
            assert bottom <= paper.height - REACHED, line.text


@everywhere
def test_no_words_run_into_each_other(paper: TurnedPaper) -> None:
    found = list(boxes(page(paper)[0]))
    for at, (line, left, top, right, bottom) in enumerate(found):
        for other, *box in found[at + 1 :]:
            deep = min(min(right, box[2]) - max(left, box[0]), min(bottom, box[3]) - max(top, box[1]))
            assert deep < 0.6, (line.text, other.text)


@everywhere
def test_lines_of_both_sides_stand_where_the_scales_say(paper: TurnedPaper) -> None:
    front, back = (strokes(face) for face in page(paper))
    for scale in scales(paper):
        for _, here, behind in scale.numbers():
            x1, y1, x2, y2 = behind
            there = (
                (paper.width - x1, y1, paper.width - x2, y2)
                if paper.is_upright
                else (x1, paper.height - y1, x2, paper.height - y2)
            )
            assert has(here, front)
            assert has(there, back)


@everywhere
def test_every_number_stands_at_its_line(paper: TurnedPaper) -> None:
    texts = [
        (line.text.replace("−", "-"), (left + right) / 2, line.y) for line, left, _, right, _ in boxes(page(paper)[0])
    ]
    for scale in scales(paper):
        for number, front, _ in scale.numbers():
            near = [
                (text, x, y)
                for text, x, y in texts
                if text == f"{number:g}" and abs(x - front[2]) < 8 and abs(y - front[3]) < 5
            ]
            assert len(near) == 1, (scale.letter, number)
            across = abs(near[0][1] - front[2]) if scale.along_x else abs(near[0][2] - front[3] - 0.8)
            assert across < 0.6, (scale.letter, number)


@everywhere
def test_the_ruler_has_100_mm_and_the_square_50(paper: TurnedPaper) -> None:
    front = page(paper)[0]
    sides = [(right - left, bottom - top) for left, top, right, bottom in squares(front)]
    level = [(x1, x2) for x1, y1, x2, y2 in strokes(front) if y1 == y2]

    assert any(x2 - x1 == pytest.approx(RULER) for x1, x2 in level)
    assert any(side == pytest.approx((SQUARE, SQUARE)) for side in sides)
    assert (RULER, SQUARE) == (100, 50)


def test_the_page_says_how_to_print_and_what_to_type() -> None:
    front, back = page(TurnedPaper(210, 297, True))
    words = " ".join(line.text for line, *_ in boxes(front))

    assert "Print at 100 %, no scaling" in words
    assert "turned over the long edge" in words
    assert WORDING.command in words
    assert "This is the back." in " ".join(line.text for line, *_ in boxes(back))


@everywhere
def test_the_words_of_the_back_show_through_in_the_square_and_nowhere_else(paper: TurnedPaper) -> None:
    front, back = page(paper)
    (square,) = (each for each in squares(front) if each[2] - each[0] == pytest.approx(SQUARE))
    for line, left, top, right, bottom in boxes(back):
        x1, x2 = (paper.width - left, paper.width - right) if paper.is_upright else (left, right)
        y1, y2 = (top, bottom) if paper.is_upright else (paper.height - top, paper.height - bottom)
        assert square[0] < min(x1, x2) < max(x1, x2) < square[2], line.text
        assert square[1] < min(y1, y2) < max(y1, y2) < square[3], line.text
        for other, *box in boxes(front):
            apart = max(x1, x2) <= box[0] or min(x1, x2) >= box[2] or max(y1, y2) <= box[1] or min(y1, y2) >= box[3]
            assert apart, (line.text, other.text)
