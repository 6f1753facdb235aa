"""Mirror a front page, so that every back meets its front.

A back page is the exact mirror image of its front page about the axis that the paper is turned or folded about. So it
meets whatever the layout: staggered, begun late, or not full. A back is drawn as a page of a book is: up stays up when
the piece is turned over from side to side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardforge.core.choices import Backs
from cardforge.core.units import Mm
from cardforge.impose.grid import Grid
from cardforge.impose.outline import mirrored
from cardforge.impose.sheet_pages import Clip, Mark, Placement, Side


class Mirror(NamedTuple):
    """The axis in the middle of a sheet of paper."""

    width: Mm
    height: Mm
    is_vertical: bool

    def marks(self, marks: Iterable[Mark]) -> tuple[Mark, ...]:
        """Marks and lines where they come out behind."""
        if self.is_vertical:
            return tuple(mark._replace(x1=self.width - mark.x1, x2=self.width - mark.x2) for mark in marks)
        return tuple(mark._replace(y1=self.height - mark.y1, y2=self.height - mark.y2) for mark in marks)

    def backs(self, fronts: Iterable[Placement], faces: Iterable[str | None]) -> tuple[Placement, ...]:
        """The backs of fronts, each behind its own; where there is no face, nothing."""
        found = []
        last = None
        for front, face in zip(fronts, faces, strict=True):
            if face is None:
                continue
            key, _, _, x, y, width, height, turn, clip, shown, outline, _ = front
            if outline is not last:  # pieces of a sheet have one outline; mirror it once
                last, seen_behind = outline, mirrored(outline)
                behind, clipped = self._turn(turn), self._clip(clip)
            if self.is_vertical:
                x = self.width - x - width
            else:
                y = self.height - y - height
            found.append(Placement(key, face, Side.BACK, x, y, width, height, behind, clipped, shown, seen_behind))
        return tuple(found)

    def _turn(self, turn: int) -> int:
        return -turn % 360 if self.is_vertical else (180 - turn) % 360

    def _clip(self, clip: Clip) -> Clip:
        left, top, right, bottom = clip
        return Clip(right, top, left, bottom) if self.is_vertical else Clip(left, bottom, right, top)


def mirror_of(grid: Grid, backs: Backs) -> Mirror:
    """The axis between fronts and backs. A sheet's long edge is upright on portrait paper, and lies on landscape."""
    if backs == Backs.GUTTERFOLD:
        is_vertical = grid.fold == "vertical"
    else:
        is_vertical = (backs == Backs.SHORT_EDGE) == grid.is_landscape
    return Mirror(grid.width, grid.height, is_vertical)
