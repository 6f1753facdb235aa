"""Write a sheet's cut lines as SVG and DXF for cutting machines.

Takes a sheet page; returns the text of a file, in millimetres. Registration marks are left out: they are printed, and
a machine would cut along them.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardforge.core.units import PT_PER_MM, Mm
from cardforge.impose.outline import Loop, RoundCut, Segment, StraightCut
from cardforge.impose.sheet_pages import HAIRLINE, Placement, SheetPage

LAYER = "cut"
_INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"  # other programs read its layer attributes too
_FULL_CIRCLE = 360.0


def cut_svg(page: SheetPage) -> str:
    """The outlines as SVG, one element per piece."""
    width, height = _number(page.width), _number(page.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{_INKSCAPE}" version="1.1"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f'<g id="{LAYER}" inkscape:groupmode="layer" inkscape:label="{LAYER}"'
        f' fill="none" stroke="#000000" stroke-width="{_number(HAIRLINE / PT_PER_MM)}">',
        *(_element(piece) for piece in page.cuts),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(piece: Placement) -> str:
    x, y, width, height = (_number(number) for number in (piece.x, piece.y, piece.width, piece.height))
    if piece.outline.kind == "rectangle":
        rounded = f' rx="{_number(piece.outline.radius)}"' if piece.outline.radius else ""
        return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{rounded}/>'
    if piece.outline.kind == "circle":
        radius = piece.width / 2
        place = f'cx="{_number(piece.x + radius)}" cy="{_number(piece.y + radius)}"'
        return f'<circle {place} r="{_number(radius)}"/>'
    return f'<path d="{" ".join(_path(loop) for loop in piece.loops)}"/>'


def _path(loop: Loop) -> str:
    first = loop[0]
    start = (first.x1, first.y1) if isinstance(first, StraightCut) else first.at(first.start)
    return " ".join([f"M{_point(*start)}", *(step for segment in loop for step in _steps(segment)), "Z"])


def _steps(segment: Segment) -> Iterator[str]:
    if isinstance(segment, StraightCut):
        yield f"L{_point(segment.x2, segment.y2)}"
        return
    # SVG defines an arc by its end points, which is ambiguous from a half circle on: split it into thirds.
    for part in (1, 2, 3):
        end = segment.at(segment.start + segment.sweep * part / 3)
        radius = _number(segment.radius)
        yield f"A{radius} {radius} 0 0 {1 if segment.sweep > 0 else 0} {_point(*end)}"


def cut_dxf(page: SheetPage) -> str:
    """The outlines as DXF R12, which every cutting program reads. DXF has its origin at the bottom left."""
    pairs = [
        *_section("HEADER", _header(page)),
        *_section("TABLES", _LAYER_TABLE),
        *_section("ENTITIES", [pair for piece in page.cuts for pair in _entities(piece, page.height)]),
        (0, "EOF"),
    ]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


_Pair = tuple[int, str]
_LAYER_TABLE: list[_Pair] = [
    (0, "TABLE"), (2, "LTYPE"), (70, "1"),
    (0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"), (3, "Solid line"), (72, "65"), (73, "0"), (40, "0"), (0, "ENDTAB"),
    (0, "TABLE"), (2, "LAYER"), (70, "1"),
    (0, "LAYER"), (2, LAYER), (70, "0"), (62, "7"), (6, "CONTINUOUS"), (0, "ENDTAB"),
]  # fmt: skip


def _section(name: str, pairs: list[_Pair]) -> list[_Pair]:
    return [(0, "SECTION"), (2, name), *pairs, (0, "ENDSEC")]


def _header(page: SheetPage) -> list[_Pair]:
    """The version, the unit ($INSUNITS 4 = mm), and the paper size as extents and limits."""
    right, top = _number(page.width), _number(page.height)
    found: list[_Pair] = [(9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, "4")]
    for name in ("EXT", "LIM"):
        depth: list[_Pair] = [(30, "0")] if name == "EXT" else []
        found += [(9, f"${name}MIN"), (10, "0"), (20, "0"), *depth]
        found += [(9, f"${name}MAX"), (10, right), (20, top), *depth]
    return found


def _entities(piece: Placement, height: Mm) -> Iterator[_Pair]:
    for loop in piece.loops:
        for segment in loop:
            yield from _line(segment, height) if isinstance(segment, StraightCut) else _arc(segment, height)


def _line(line: StraightCut, height: Mm) -> list[_Pair]:
    ends = (line.x1, height - line.y1, line.x2, height - line.y2)
    return [(0, "LINE"), (8, LAYER), *zip((10, 20, 11, 21), map(_number, ends), strict=True)]


def _arc(arc: RoundCut, height: Mm) -> list[_Pair]:
    place = zip((10, 20, 40), map(_number, (arc.x, height - arc.y, arc.radius)), strict=True)
    if abs(arc.sweep) >= _FULL_CIRCLE:
        return [(0, "CIRCLE"), (8, LAYER), *place]
    # With y pointing up, angles change sign; DXF arcs run anticlockwise from the first angle to the second.
    first, second = sorted((-arc.start, -arc.start - arc.sweep))
    return [(0, "ARC"), (8, LAYER), *place, (50, _number(first % 360)), (51, _number(second % 360))]


def _point(x: Mm, y: Mm) -> str:
    return f"{_number(x)} {_number(y)}"


def _number(value: float) -> str:
    """A number with up to four decimals, without trailing zeros."""
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")  # adding 0.0 turns -0.0 into 0.0
