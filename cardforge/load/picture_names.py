"""Read what the name of a picture file says: its format, its side of the card, and its number of copies.

`dragon-front.png` and `dragon-back.png` are two sides of one card; `dragon x4.png`, `dragon-x4.png`, `dragon (x4).png`
and `4x dragon.png` are four copies. `dragon (2).png` and `dragon@2x.png` are not: systems name duplicates and pictures
of double resolution that way.
"""

from __future__ import annotations

import re
from typing import NamedTuple

ENDINGS = {
    "JPEG": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "PNG": (".png",),
    "WEBP": (".webp",),
    "TIFF": (".tif", ".tiff"),
    "GIF": (".gif",),
    "BMP": (".bmp",),
}
# Formats that people have pictures in and that cannot be read.
UNREADABLE = (
    ".ai", ".arw", ".avif", ".clip", ".cr2", ".dng", ".eps", ".heic", ".heif", ".indd", ".jp2", ".jxl", ".kra", ".nef",
    ".pdf", ".psd", ".svg", ".tga", ".xcf",
)  # fmt: skip
FRONT, BACK = "front", "back"

_SIDE = re.compile(r"(?i)(?:(.+?)[ _.-]+)?(front|back)")
_BEFORE = re.compile(r"(?i)([0-9]{1,4})x[ _-]+(.+)")
_AFTER = re.compile(r"(?i)(.+?)(?:[ _.-]+x([0-9]{1,4})|[ _.-]*[(\[]x([0-9]{1,4})[)\]])")


class PictureName(NamedTuple):
    """The parts of a name."""

    name: str  # without side and copies; empty for a file that is only called `back`
    side: str = ""  # front, back, or empty if the name does not say
    copies: int | None = None


def read_name(stem: str) -> PictureName:
    """The parts of a file name without its ending."""
    rest, first = _without_copies(stem)
    side = ""
    found = _SIDE.fullmatch(rest)
    if found and (found[1] or found[2].lower() == BACK):
        rest, side = found[1] or "", found[2].lower()
    rest, second = _without_copies(rest)
    return PictureName(rest, side, second if first is None else first)


def _without_copies(stem: str) -> tuple[str, int | None]:
    found = _BEFORE.fullmatch(stem)
    if found:
        return found[2], int(found[1])
    found = _AFTER.fullmatch(stem)
    return (found[1], int(found[2] or found[3])) if found else (stem, None)
