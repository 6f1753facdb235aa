"""Measure text contrast on the rendered pixels behind the letters.

Takes faces without their text, and the box and colour of each text; returns the contrast of each box. The letters
themselves are left out, because antialiasing mixes their edges with the background. Results are cached per background.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cardforge.core.units import Mm
from cardforge.layout.boxes import Box
from cardforge.layout.colours import channels, contrast, luminance
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import PdfResources

if TYPE_CHECKING:
    from cardforge.write.cache import Cache
    from cardforge.write.png import Pixels

DPI = 150  # a letter of 5 pt is six pixels high, enough to sample its background
WORST = 0.05  # share of pixels that may be worse: one star behind one letter does not make a line unreadable


class Patch(NamedTuple):
    """A box with text of one colour."""

    box: Box
    colour: str


class Ground(NamedTuple):
    """A face without its text, and the boxes where the text goes."""

    face: Drawn
    patches: tuple[Patch, ...]


class Contrast(NamedTuple):
    """The contrast of text with its background."""

    ratio: float  # at the `WORST` quantile of the pixels
    ground: float  # median luminance


def contrasts(grounds: Sequence[Ground], resources: PdfResources, cache: Cache) -> list[list[Contrast]]:
    """The contrast of every patch of every ground, in order."""
    keys = [_key(ground, resources, cache) for ground in grounds]
    found = {key: kept for key, kept in zip(keys, cache.get_all(keys), strict=True) if kept}
    new = {key: ground for key, ground in zip(keys, grounds, strict=True) if key not in found}
    made = dict(zip(new, _measured(list(new.values()), resources), strict=True))
    written = {key: json.dumps(each).encode() for key, each in made.items()}
    cache.put(written.items())
    return [made[key] if key in made else [Contrast(*each) for each in json.loads(found[key])] for key in keys]


def _measured(grounds: Sequence[Ground], resources: PdfResources) -> Iterator[list[Contrast]]:
    """Render each distinct ground once and measure its patches."""
    from cardforge.write.png import page_pixels  # loads pdfium, which is needed only here

    alike: dict[tuple[str, Mm, Mm], list[int]] = {}
    for at, (face, _) in enumerate(grounds):
        alike.setdefault((face.code, face.width, face.height), []).append(at)
    faces = [grounds[same[0]].face for same in alike.values()]
    results: dict[int, list[Contrast]] = {}
    for same, pixels in zip(alike.values(), page_pixels(faces, resources._replace(texts={}), DPI), strict=True):
        for at in same:
            results[at] = [measured(pixels, patch) for patch in grounds[at].patches]
    for at in range(len(grounds)):
        yield results[at]


def measured(pixels: Pixels, patch: Patch) -> Contrast:
    """The contrast of one patch."""
    behind = _behind(pixels, patch.box)
    ink = luminance(*channels(patch.colour))
    by_contrast = sorted((contrast(ink, _luminance(pixel)), count) for pixel, count in behind.items())
    by_light = sorted((_luminance(pixel), count) for pixel, count in behind.items())
    total = behind.total()
    return Contrast(round(_share(by_contrast, total * WORST), 3), round(_share(by_light, total / 2), 4))


def _behind(pixels: Pixels, box: Box) -> Counter[int]:
    """The pixels of a box (at least one), with their counts."""
    scale = DPI / 25.4
    left = min(max(int(box.x * scale), 0), pixels.width - 1)
    top = min(max(int(box.y * scale), 0), pixels.height - 1)
    right, bottom = max(round(box.right * scale), left + 1), max(round(box.bottom * scale), top + 1)
    found: list[int] = []
    for row in range(top, min(bottom, pixels.height)):
        start = row * pixels.width
        found += pixels.numbers[start + left : start + min(right, pixels.width)]
    return Counter(found)


def _share(sorted_counts: list[tuple[float, int]], wanted: float) -> float:
    """The smallest value that at least `wanted` pixels do not exceed."""
    seen = 0
    for value, count in sorted_counts:
        seen += count
        if seen >= wanted:
            return value
    return sorted_counts[-1][0]


@lru_cache(maxsize=200_000)
def _luminance(pixel: int) -> float:
    blue, green, red, _ = pixel.to_bytes(4, sys.byteorder)
    return luminance(red, green, blue)


def _key(ground: Ground, resources: PdfResources, cache: Cache) -> bytes:
    from cardforge.write.png import picture_key

    return cache.key("contrast", picture_key(ground.face, resources, DPI, cache), json.dumps(ground.patches))
