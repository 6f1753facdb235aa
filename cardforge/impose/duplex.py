"""Mirror a front page, so that every back lines up with its front.

A back page is the exact mirror image of its front page about the axis that the paper is turned or folded about. So it
lines up whatever the layout: staggered, started at a later slot, or not full. A back is drawn like a page of a book: up
stays up when the piece is turned over from side to side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardforge.core.choices import Backs
from cardforge.core.units import Mm
from cardforge.impose.grid import Grid
from cardforge.impose.outline import Outline, mirrored
from cardforge.impose.sheet_pages import Clip, Mark, Placement, Side


class Mirror(NamedTuple):
    """The mirror axis through the middle of a sheet of paper."""

    width: Mm
    height: Mm
    is_vertical: bool

    def marks(self, marks: Iterable[Mark]) -> tuple[Mark, ...]:
        """Marks and lines as mirrored on the back."""
        if self.is_vertical:
            return tuple(mark._replace(x1=self.width - mark.x1, x2=self.width - mark.x2) for mark in marks)
        return tuple(mark._replace(y1=self.height - mark.y1, y2=self.height - mark.y2) for mark in marks)

    def backs(self, fronts: Iterable[Placement], faces: Iterable[str | None]) -> tuple[Placement, ...]:
        """The placements of backs, each behind its front; a face of None leaves the back blank."""
        found = []
        last: tuple[Outline, int, Clip] | None = None
        for front, face in zip(fronts, faces, strict=True):
            if face is None:
                continue
            key, _, _, x, y, width, height, turn, clip, shown, outline, _ = front
            if last is None or outline is not last[0] or (turn, clip) != last[1:]:  # most pieces lie like the last one
                last, seen_behind = (outline, turn, clip), mirrored(outline)
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
    """The axis between fronts and backs. The long edge is vertical on portrait paper, horizontal on landscape."""
    if backs == Backs.GUTTERFOLD:
        is_vertical = grid.fold == "vertical"
    else:
        is_vertical = (backs == Backs.SHORT_EDGE) == grid.is_landscape
    return Mirror(grid.width, grid.height, is_vertical)
