"""What a print service accepts, read from its file in `templates/print/`.

Takes a document validated against `schemas/vendor.schema.json`; returns a Vendor. Services change their figures, so
each file carries a date, and a project's own file overrides the built-in one.
"""

from __future__ import annotations

from typing import NamedTuple

from cardforge.core.problems import Location
from cardforge.core.units import Mm
from cardforge.load.document import Document

VENDOR_FOLDER = "templates/print"
# Sizes that differ by less are the same size converted from other units. The two poker sizes differ by more.
SAME_SIZE: Mm = 0.5


class Canvas(NamedTuple):
    """A size that a service offers: the trimmed card in mm, and the image to deliver in pixels."""

    name: str
    width: Mm
    height: Mm
    pixels: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.name} ({self.width:g} × {self.height:g})"


class Vendor(NamedTuple):
    """A print service."""

    id: str
    name: str
    source: str
    date: str
    output: str  # png or pdf
    standard: str  # x1a or x4; empty for pictures
    order: str  # front-first, back-first, fronts-then-back or two-files
    bleed: Mm
    safe: Mm
    ink: float  # percent
    dpi: int
    marks: bool
    canvases: tuple[Canvas, ...]  # empty: any size is possible
    where: Location
    look: str = ""  # the look of faces it wants, if a game has it

    def canvas(self, width: Mm, height: Mm) -> Canvas | None:
        """Return the canvas for a trimmed size, or None if the service does not offer it."""
        if not self.canvases:
            return self.with_bleed(f"{width:g}x{height:g}", width, height)
        nearest = min(self.canvases, key=lambda each: _distance(each, width, height))
        return nearest if _distance(nearest, width, height) <= SAME_SIZE else None

    def with_bleed(self, name: str, width: Mm, height: Mm) -> Canvas:
        """Return a canvas as large as the card with its bleed."""
        across, down = (pixels(each + 2 * self.bleed, self.dpi) for each in (width, height))
        return Canvas(name, width, height, (across, down))


def vendor_of(document: Document) -> Vendor:
    """Build a Vendor from a validated document."""
    data = document.data
    bare = Vendor(
        data["id"], data["name"], data["source"], data["date"], data["output"], data.get("standard", ""),
        data["order"], data["bleed"], data["safe"], data.get("ink", 400), data.get("dpi", 300),
        data.get("marks", False), (), document.locate(()), data.get("look", ""),
    )  # fmt: skip
    canvases = []
    for name, size in data.get("sizes", {}).items():
        canvas = bare.with_bleed(name, size["width"], size["height"])
        canvases.append(canvas._replace(pixels=tuple(size.get("pixels", canvas.pixels))))
    return bare._replace(canvases=tuple(canvases))


def pixels(length: Mm, dpi: int) -> int:
    """Convert a length to whole pixels."""
    return round(length / 25.4 * dpi)


def _distance(canvas: Canvas, width: Mm, height: Mm) -> Mm:
    return max(abs(canvas.width - width), abs(canvas.height - height))
