"""One painter for each kind of element. `schemas/face.schema.json` defines what a template may contain."""

from __future__ import annotations

from cardforge.layout.painter import Painter, PaintingTools
from cardforge.layout.painters.badge import BadgePainter
from cardforge.layout.painters.card import CardPainter
from cardforge.layout.painters.icon import IconPainter, IconRowPainter
from cardforge.layout.painters.image import ImagePainter
from cardforge.layout.painters.shape import ShapePainter
from cardforge.layout.painters.table import TablePainter
from cardforge.layout.painters.text import TextPainter
from cardforge.layout.painters.track import TrackPainter
from cardforge.layout.template import Element

# Order matters: `icons` must come before `icon`, because a row of icons may have both.
_PAINTERS: dict[str, type[Painter]] = {
    "badge": BadgePainter,
    "icons": IconRowPainter,
    "track": TrackPainter,
    "table": TablePainter,
    "text": TextPainter,
    "image": ImagePainter,
    "icon": IconPainter,
    "shape": ShapePainter,
    "path": ShapePainter,
    "card": CardPainter,
}


def painter_of(element: Element, kit: PaintingTools) -> Painter:
    """The painter of an element."""
    if "group" in element.data:
        # Imported here because groups contain elements of every kind, so their modules import this one.
        from cardforge.layout.painters.group import GroupPainter
        from cardforge.layout.painters.hexes import HexMapPainter
        from cardforge.layout.painters.map import MapPainter

        if "cells" in element.data:
            return HexMapPainter(element, kit)
        if "links" in element.data:
            return MapPainter(element, kit)
        return GroupPainter(element, kit)
    kind = next(key for key in _PAINTERS if key in element.data)
    return _PAINTERS[kind](element, kit)
