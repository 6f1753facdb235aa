"""Colour perception: the contrast of two colours, and their difference for normal and colour-blind eyes.

Arithmetic only, on colours written #rrggbb. Contrast is that of WCAG 2, colour blindness the model of Machado 2009 at
full severity, on linear light; its tritan is the weakest of the three. Distance is CIEDE2000, because the older formula
overrates differences between saturated colours, which category colours are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]

_LIGHTNESS = (0.2126, 0.7152, 0.0722)  # shares of red, green and blue in luminance (WCAG 2)
_VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
VISIONS = ("normal", *_VISIONS)
# The white point of sRGB (D65), and the matrix from linear sRGB to XYZ.
_WHITE = (0.95047, 1.0, 1.08883)
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


_LIGHT = tuple(_linear(channel) for channel in range(256))


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of #rrggbb, each from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(red: int, green: int, blue: int) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    return _LIGHTNESS[0] * _LIGHT[red] + _LIGHTNESS[1] * _LIGHT[green] + _LIGHTNESS[2] * _LIGHT[blue]


def contrast(one: float, other: float) -> float:
    """The contrast ratio of two luminances, from 1 to 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def contrast_of(one: str, other: str) -> float:
    """The contrast ratio of two colours."""
    return contrast(luminance(*channels(one)), luminance(*channels(other)))


def simulated(colour: str, vision: str) -> Triple:
    """A colour as seen with one kind of vision, in linear light."""
    red, green, blue = (_LIGHT[channel] for channel in channels(colour))
    if vision not in _VISIONS:
        return red, green, blue
    one, two, three = (_product(row, (red, green, blue)) for row in _VISIONS[vision])
    return _clamped(one), _clamped(two), _clamped(three)


def distance(one: str, other: str, vision: str = "normal") -> float:
    """The difference of two colours (CIEDE2000): below 1 it is invisible, below 10 they are easily confused."""
    return apart(_lab(simulated(one, vision)), _lab(simulated(other, vision)))


@lru_cache(maxsize=256)
def _lab(light: Triple) -> Triple:
    x, y, z = (_root(_product(row, light) / white) for row, white in zip(_XYZ, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Triple, other: Triple) -> float:
    """CIEDE2000 of two colours in Lab, after Sharma, Wu and Dalal."""
    (light_1, a_1, b_1), (light_2, a_2, b_2) = one, other
    grey = (1 - _flattened((hypot(a_1, b_1) + hypot(a_2, b_2)) / 2)) / 2
    a_1, a_2 = a_1 * (1 + grey), a_2 * (1 + grey)
    chroma_1, chroma_2 = hypot(a_1, b_1), hypot(a_2, b_2)
    hue_1, hue_2 = degrees(atan2(b_1, a_1)) % 360, degrees(atan2(b_2, a_2)) % 360
    turn = (hue_2 - hue_1 + 180) % 360 - 180 if chroma_1 and chroma_2 else 0.0
    lighter, stronger = light_2 - light_1, chroma_2 - chroma_1
    hue = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2))
    light, chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    middle = (hue_1 + turn / 2) % 360 if chroma_1 and chroma_2 else hue_1 + hue_2
    t = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    for_light = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    for_chroma, for_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    twist = -sin(radians(60 * exp(-(((middle - 275) / 25) ** 2)))) * 2 * _flattened(chroma)
    parts = (lighter / for_light, stronger / for_chroma, hue / for_hue)
    return sqrt(max(0.0, sum(part * part for part in parts) + twist * parts[1] * parts[2]))


def _flattened(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _product(row: Sequence[float], light: Sequence[float]) -> float:
    return sum(share * each for share, each in zip(row, light, strict=True))


def _clamped(value: float) -> float:
    return min(max(value, 0.0), 1.0)
