"""A face as operators of PDF, and what it needs: what is stored of it and placed on pages."""

from __future__ import annotations

import math
from typing import NamedTuple

from cardforge.core.units import Mm, Pt
from cardforge.load.picture_pixels import Crop
from cardforge.write.shapes import Paints
from cardforge.write.spool import SpooledBytes


class PlacedPicture(NamedTuple):
    """A crop of a picture, and the size at which it is placed."""

    path: str
    crop: Crop
    width: Mm
    height: Mm
    is_edge: bool = False  # one row or column of pixels, repeated as often as the size needs

    def at_least(self, other: PlacedPicture) -> PlacedPicture:
        """The same crop at the larger of both sizes."""
        return self._replace(width=max(self.width, other.width), height=max(self.height, other.height))


class FaceFacts(NamedTuple):
    """What preflight asks of a face, outside of figures; infinite if there is nothing of the kind."""

    text: Pt = math.inf  # the smallest text
    stroke: Pt = math.inf  # the thinnest line


class Drawn(NamedTuple):
    """A face as operators of PDF, and the pictures and paints they use, by resource name."""

    id: str
    width: Mm
    height: Mm
    bleed: Mm
    operators: str | SpooledBytes  # those of many cards wait in a file
    pictures: dict[str, PlacedPicture]
    paints: Paints
    facts: FaceFacts = FaceFacts()

    @property
    def code(self) -> str:
        """The operators; each character is one byte of the file."""
        return self.operators if isinstance(self.operators, str) else self.operators.read().decode("latin-1")
