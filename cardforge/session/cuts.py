"""Cut outlines of cards, so that the page can clip their rectangular pictures.

Takes cards ready to be drawn; returns points in percent of a face's width and height. A rectangular card needs none:
the page rounds the corners of all cards itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardforge.impose.outline import Loop, Outline, RoundCut
from cardforge.render.card_job import CardJob
from cardforge.render.rendering import outlines_of

_CHORDS = 60  # straight lines per full circle: enough to look round

Cut = list[tuple[float, float]]


def cuts(jobs: Iterable[CardJob]) -> list[Cut]:
    """The outline points of each card's front, in order; none for a rectangle."""
    kept = list(jobs)
    outlines, _ = outlines_of(kept)  # their problems are reported when the cards are drawn
    found = {face: points_of(outline) for face, outline in outlines.items()}
    return [found[job.front] for job in kept]


def points_of(outline: Outline) -> Cut:
    """The points of an outline, in order; none for a rectangle."""
    if outline.kind == "rectangle":
        return []
    walks = [list(_walk(loop)) for loop in outline.loops]
    # One polygon for all loops: return to the first point after each; the two paths cancel out.
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
