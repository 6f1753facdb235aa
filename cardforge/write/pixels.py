"""Scale pictures down to the resolution that their printed size needs, and store them for a PDF.

A picture is decoded once for all its parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardforge.core.problems import Problem
from cardforge.core.units import DPI, MM_PER_INCH
from cardforge.load.picture import Picture
from cardforge.load.picture_pixels import PicturePart
from cardforge.write.drawn import PlacedPicture
from cardforge.write.spool import Spool
from cardforge.write.stored_picture import StoredPicture, stored

SPARE = 1.25  # a picture with up to this factor more pixels per side is kept; scaling it would gain nothing
JPEG_DPI = 600  # up to here a whole JPEG is embedded as it is: encoding it again loses quality and saves few bytes


class PictureStore:
    """Stores pictures at a resolution."""

    def __init__(self, dpi: int = DPI) -> None:
        self._dpi = dpi
        self._spool = Spool()
        self.reduced: set[str] = set()  # paths of the pictures that have more pixels than are stored

    def stored(self, picture: Picture, placed: Sequence[PlacedPicture]) -> list[StoredPicture] | Problem:
        """Parts of a picture at the resolution for their printed sizes."""
        whole = (0, 0, picture.width, picture.height)
        spare = SPARE
        if picture.is_plain and picture.format == "JPEG" and self._dpi >= DPI:  # who asks for less wants a small file
            spare = max(SPARE, JPEG_DPI / self._dpi)
        parts = [self._part(each, spare if each.crop == whole else SPARE) for each in placed]
        if any(not part.is_own_size and not each.is_edge for part, each in zip(parts, placed, strict=True)):
            self.reduced.add(picture.path)
        found = picture.encoded(parts)
        if isinstance(found, Problem):
            return found
        return [stored(each, self._spool) for each in found]

    def _part(self, placed: PlacedPicture, spare: float) -> PicturePart:
        left, top, right, bottom = placed.crop
        have_x, have_y = right - left, bottom - top
        want_x, want_y = (side / MM_PER_INCH * self._dpi for side in (placed.width, placed.height))
        if placed.is_edge:
            return PicturePart(placed.crop, math.ceil(want_x), math.ceil(want_y))
        if have_x <= want_x * spare or have_y <= want_y * spare:
            return PicturePart(placed.crop, have_x, have_y)
        scale = max(want_x / have_x, want_y / have_y)
        return PicturePart(placed.crop, max(1, round(have_x * scale)), max(1, round(have_y * scale)))
