"""Cut files, read back by other readers: every outline lies where its piece does, and nothing else is cut."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

import ezdxf
import pytest
from ezdxf.entities.arc import Arc as DxfArc
from ezdxf.entities.circle import Circle as DxfCircle
from ezdxf.entities.line import Line as DxfLine
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path

from cardforge.core.choices import Backs, Bleed, Orientation
from cardforge.impose import impose
from cardforge.impose.job import Piece, SheetJob
from cardforge.impose.outline import Outline, RoundCut, StraightCut, circle, hexagon, path, polygon, rectangle, ring
from cardforge.impose.sheet_pages import Placement, SheetPage
from cardforge.write.cutting import cut_dxf, cut_svg

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.05  # mm
Point = tuple[float, float]
Walk = list[Point]
OUTLINES = {
    "card": rectangle(63, 88, 3),
    "square corners": rectangle(44.45, 63.5),
    "stadium": rectangle(80, 25, 40),
    "circle": circle(25.4),
    "ring": ring(50, 20),
    "pointy": hexagon(across_flats=70),
    "flat": hexagon(across_corners=50.8, pointy=False),
    "angle": polygon([(0, 0), (40, 0), (40, 15), (20, 15), (20, 60), (0, 60)]),
    "tongue": path(
        [
            [
                StraightCut(0, 0, 30, 0),
                RoundCut(30, 10, 10, 270, 180),
                StraightCut(30, 20, 0, 20),
                RoundCut(0, 10, 10, 90, -180),
            ]
        ]
    ),
}


def _page(outline: Outline, backs: Backs = Backs.NONE) -> SheetPage:
    job = SheetJob(orientation=Orientation.LANDSCAPE, bleed=Bleed.SHARED, backs=backs)
    return impose([Piece("piece", outline, 1.5, copies=3, back="back")], job).pages[-1]


def _expected(piece: Placement, parts: int = 144) -> list[Walk]:
    """The cut as walks of points, from the piece's own loops turned about the middle of its box."""
    wide, high = piece.outline.width, piece.outline.height
    x, y = piece.x + piece.width / 2, piece.y + piece.height / 2
    c, s = round(cos(piece.turn * pi / 180)), round(sin(piece.turn * pi / 180))

    def on_paper(u: float, v: float) -> Point:
        return x + c * (u - wide / 2) - s * (v - high / 2), y + s * (u - wide / 2) + c * (v - high / 2)

    found = []
    for segment in (segment for loop in piece.outline.loops for segment in loop):
        if isinstance(segment, StraightCut):
            found.append([on_paper(segment.x1, segment.y1), on_paper(segment.x2, segment.y2)])
        else:
            angles = [segment.start + segment.sweep * at / parts for at in range(parts + 1)]
            found.append([on_paper(*segment.at(angle)) for angle in angles])
    return found


def _svg_walks(element: ET.Element) -> list[Walk]:
    """An element as walks of points; curves as another reader of SVG sees them."""
    number = {key: float(value) for key, value in element.attrib.items() if key != "d"}
    data = element.get("d", "")
    if element.tag == f"{SVG}circle":
        x, y, r = number["cx"], number["cy"], number["r"]
        data = f"M{x - r} {y} a{r} {r} 0 0 1 {r} {-r} a{r} {r} 0 0 1 0 {2 * r} a{r} {r} 0 0 1 {-r} {-r}"
    elif element.tag == f"{SVG}rect":
        x, y, wide, high, r = (number.get(key, 0.0) for key in ("x", "y", "width", "height", "rx"))
        arc = f"a{r} {r} 0 0 1" if r else "l"
        data = f"M{x + r} {y} h{wide - 2 * r} {arc} {r} {r} v{high - 2 * r} {arc} {-r} {r} h{2 * r - wide} {arc} {-r} {-r} v{2 * r - high} {arc} {r} {-r}"
    pen = RecordingPen()
    parse_path(data, pen)
    found: list[Walk] = []
    start = here = (0.0, 0.0)
    for word, points in pen.value:
        if word == "moveTo":
            start = here = points[0]
        elif word != "endPath":
            walk = [here, *(points or [start])]
            found.append([_along(walk, at / 24) for at in range(25)] if word == "curveTo" else walk)
            here = walk[-1]
    return found


def _along(curve: Sequence[Point], t: float) -> Point:
    """A point of a Bézier curve, by halving as de Casteljau did."""
    row = list(curve)
    while len(row) > 1:
        row = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(row)]
    return row[0]


def _dxf_walks(page: SheetPage) -> list[Walk]:
    document = ezdxf.read(io.StringIO(cut_dxf(page)))  # type: ignore[attr-defined]  # it is there, but not exported
    assert document.dxfversion == "AC1009"
    assert document.header["$INSUNITS"] == 4
    assert not document.audit().errors
    found = []
    for entity in document.modelspace():
        assert entity.dxf.layer == "cut"
        assert isinstance(entity, DxfLine | DxfArc | DxfCircle)
        points = [entity.dxf.start, entity.dxf.end] if isinstance(entity, DxfLine) else entity.flattening(0.005)
        found.append([(point.x, page.height - point.y) for point in points])
    return found


def _furthest(walks: Iterable[Walk], others: Iterable[Walk]) -> float:
    """How far the loneliest point of some walks is from other walks."""
    edges = [edge for walk in others for edge in pairwise(walk)]
    return max(
        min(_distance(point, *edge) for edge in edges) for walk in walks for point in walk[:: max(1, len(walk) // 12)]
    )


def _distance(point: Point, start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def test_the_comparison_sees_a_tenth_of_a_millimetre() -> None:
    (piece, *_) = _page(OUTLINES["card"]).placements

    assert _furthest(_expected(piece), _expected(piece)) < 1e-9
    assert _furthest(_expected(piece._replace(y=piece.y + 0.1)), _expected(piece)) > NEAR


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("backs", [Backs.NONE, Backs.LONG_EDGE])
def test_svg_has_an_element_for_each_piece_along_its_outline(name: str, backs: Backs) -> None:
    page = _page(OUTLINES[name], backs)
    root = ET.fromstring(cut_svg(page))  # noqa: S314 - our own text
    (layer,) = root

    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("297mm", "210mm", "0 0 297 210")
    assert layer.get("fill") == "none"
    assert len(layer) == len(page.placements) == 3
    for piece, element in zip(page.placements, layer, strict=True):
        walks, expected = _svg_walks(element), _expected(piece)
        assert max(_furthest(walks, expected), _furthest(expected, walks)) < NEAR


@pytest.mark.parametrize("name", OUTLINES)
@pytest.mark.parametrize("backs", [Backs.NONE, Backs.LONG_EDGE])
def test_dxf_runs_along_every_outline_with_y_upwards(name: str, backs: Backs) -> None:
    page = _page(OUTLINES[name], backs)
    walks = _dxf_walks(page)
    expected = [walk for piece in page.placements for walk in _expected(piece)]

    assert max(_furthest(walks, expected), _furthest(expected, walks)) < NEAR


def test_a_card_with_round_corners_is_one_rect_that_says_so() -> None:
    assert len(re.findall(r'<rect [^>]*rx="3"/>', cut_svg(_page(OUTLINES["card"])))) == 3


def test_folded_sheets_are_cut_once_from_the_front() -> None:
    job = SheetJob(backs=Backs.GUTTERFOLD)
    (page,) = impose([Piece("piece", OUTLINES["card"], copies=4, back="back")], job).pages

    assert (len(page.placements), cut_svg(page).count("<rect")) == (8, 4)
    assert cut_dxf(page).count("\nARC\n") == 4 * 4
