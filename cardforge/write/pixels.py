"""Scale pictures down to the resolution that their printed size needs, and store them for a PDF.

A picture is decoded once for all its parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from cardforge.core.problems import Problem
from cardforge.core.units import DPI, MM_PER_INCH
from cardforge.load.picture import Picture
from cardforge.load.picture_pixels import PicturePart
from cardforge.write.compose import PlacedPicture
from cardforge.write.spool import Spool
from cardforge.write.stored_picture import StoredPicture, stored

SPARE = 1.25  # a picture with up to this factor more pixels per side is kept; scaling it would gain nothing


class PictureStore:
    """Stores pictures at a resolution."""

    def __init__(self, dpi: int = DPI) -> None:
        self._dpi = dpi
        self._spool = Spool()

    def stored(self, picture: Picture, placed: Sequence[PlacedPicture]) -> list[StoredPicture] | Problem:
        """Parts of a picture at the resolution for their printed sizes."""
        found = picture.encoded([self._part(each) for each in placed])
        if isinstance(found, Problem):
            return found
        return [stored(each, self._spool) for each in found]

    def reduced(self, placed: Iterable[PlacedPicture]) -> set[str]:
        """The paths of the pictures that have more pixels than are stored."""
        return {each.path for each in placed if not each.is_edge and not self._part(each).is_own_size}

    def _part(self, placed: PlacedPicture) -> PicturePart:
        left, top, right, bottom = placed.crop
        have_x, have_y = right - left, bottom - top
        want_x, want_y = (side / MM_PER_INCH * self._dpi for side in (placed.width, placed.height))
        if placed.is_edge:
            return PicturePart(placed.crop, math.ceil(want_x), math.ceil(want_y))
        if have_x <= want_x * SPARE or have_y <= want_y * SPARE:
            return PicturePart(placed.crop, have_x, have_y)
        scale = max(want_x / have_x, want_y / have_y)
        return PicturePart(placed.crop, max(1, round(have_x * scale)), max(1, round(have_y * scale)))
