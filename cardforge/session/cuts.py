"""Where cards are cut, for a page that shows them: pictures have corners, and not every piece does.

Takes cards ready to be drawn; gives points in hundredths of a face's width and height. A card with round corners needs
none: a page draws those for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardforge.impose.outline import Loop, Outline, RoundCut
from cardforge.render.renderer import CardJob
from cardforge.render.rendering import outlines_of

_CHORDS = 60  # straight lines for a whole circle: nobody sees a corner

Cut = list[tuple[float, float]]


def cuts(jobs: Iterable[CardJob]) -> list[Cut]:
    """The corners of each card's front, in order; none for a rectangle."""
    kept = list(jobs)
    outlines, _ = outlines_of(kept)  # what is wrong with them is told when the cards are drawn
    found = {face: _points(outline) for face, outline in outlines.items()}
    return [found[id(job.front)] for job in kept]


def _points(outline: Outline) -> Cut:
    if outline.kind == "rectangle":
        return []
    walks = [list(_walk(loop)) for loop in outline.loops]
    # From the end of each hole back to where everything began: the way there and back bounds nothing.
    points = [point for walk in walks for point in (*walk, walk[0], walks[0][0])]
    return [(round(x * 100 / outline.width, 2), round(y * 100 / outline.height, 2)) for x, y in points]


def _walk(loop: Loop) -> Iterator[tuple[float, float]]:
    for segment in loop:
        if not isinstance(segment, RoundCut):
            yield segment.x1, segment.y1
            continue
        steps = max(2, round(abs(segment.sweep) / 360 * _CHORDS))
        for step in range(steps):
            yield segment.at(segment.start + segment.sweep * step / steps)
