"""Measure contrast where it is seen: on the pixels behind the letters.

Takes faces without their texts, and where on each of them letters stand in which colour; gives the contrast of every
place. Letters are not measured themselves, because at their edges they are mixed with the ground. What was measured
before on the same ground is not measured again.
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
from cardforge.write.compose import Drawn
from cardforge.write.pdf import PdfResources

if TYPE_CHECKING:
    from cardforge.write.cache import Cache
    from cardforge.write.png import Pixels

DPI = 150  # a letter of 5 pt is six pixels high: enough for what lies behind it
WORST = 0.05  # of the pixels may be worse: a star behind one letter does not hide a line


class Patch(NamedTuple):
    """A place where letters of one colour stand."""

    box: Box
    colour: str


class Ground(NamedTuple):
    """A face without its texts, and where they stand."""

    face: Drawn
    patches: tuple[Patch, ...]


class Contrast(NamedTuple):
    """How well letters stand out from what is behind them."""

    ratio: float  # of nearly the worst pixel
    ground: float  # the luminance of the pixel in the middle


def contrasts(grounds: Sequence[Ground], resources: PdfResources, cache: Cache) -> list[list[Contrast]]:
    """The contrast of every patch of every ground, in their order."""
    keys = [_key(ground, resources, cache) for ground in grounds]
    found = {key: kept for key in dict.fromkeys(keys) if (kept := cache.get(key))}
    new = {key: ground for key, ground in zip(keys, grounds, strict=True) if key not in found}
    made = dict(zip(new, _measured(list(new.values()), resources), strict=True))
    written = {key: json.dumps(each).encode() for key, each in made.items()}
    cache.put(written.items())
    return [made[key] if key in made else [Contrast(*each) for each in json.loads(found[key])] for key in keys]


def _measured(grounds: Sequence[Ground], resources: PdfResources) -> Iterator[list[Contrast]]:
    """Each ground is drawn once, however many cards have it."""
    from cardforge.write.png import page_pixels  # pdfium is needed only where something is measured

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
    """The pixels of a box, of which there is at least one, with how often each is there."""
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
    """The value that so many pixels do not exceed."""
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
