"""Small fonts of squares, of every kind that somebody may put into `templates/fonts/`."""

from __future__ import annotations

import io
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation

SIDE = 300  # of a letter, of 1000
HEAVY = 450  # and of A in the heaviest weight


def square(pen: Any, side: int = SIDE) -> Any:
    """Draw a letter."""
    pen.moveTo((50, 0))
    for point in ((50, side), (50 + side, side), (50 + side, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen


def font(
    characters: str = " ABC•", empty: str = " ", outlines: str = "glyf", weights: tuple[int, int] | None = None
) -> bytes:
    """A font with some characters, those that are empty, and how the others are drawn: glyf, CFF, CFF2 or bitmap."""
    names = {ord(each): f"c{ord(each):04x}" for each in characters}
    order = [".notdef", *names.values()]
    is_drawn = {name: name[1:] not in {f"{ord(each):04x}" for each in empty} for name in order}
    builder: Any = FontBuilder(1000, isTTF=outlines in ("glyf", "bitmap"))
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupHorizontalMetrics(dict.fromkeys(order, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    if weights:
        builder.setupFvar([("wght", weights[0], weights[0], weights[1], "Weight")], [])
    if outlines in ("CFF", "CFF2"):
        charstrings = {}
        for name, drawn in is_drawn.items():
            pen = T2CharStringPen(500 if outlines == "CFF" else None, None, CFF2=outlines == "CFF2")
            charstrings[name] = (square(pen) if drawn else pen).getCharString()
        if outlines == "CFF":
            builder.setupCFF("Squares", {}, charstrings, {})
        else:
            builder.setupCFF2(charstrings)
    else:
        pens = {name: TTGlyphPen(None) for name in order}
        builder.setupGlyf({name: (square(pen) if is_drawn[name] else pen).glyph() for name, pen in pens.items()})
        if weights:
            more = HEAVY - SIDE
            moved = [(0, 0), (0, more), (more, more), (more, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
            builder.setupGvar({name: [TupleVariation({"wght": (0, 1, 1)}, moved)] for name in order if is_drawn[name]})
    if outlines == "bitmap":
        for tag in ("glyf", "loca"):
            del builder.font[tag]
        builder.font["CBDT"] = table = newTable("CBDT")
        table.version, table.strikeData = 3.0, []
        builder.font["CBLC"] = places = newTable("CBLC")
        places.version, places.strikes = 3.0, []
    out = io.BytesIO()
    builder.font.save(out)
    return out.getvalue()
