"""Convert sRGB to CMYK within a total ink limit.

Takes colours and pictures; returns them in CMYK. Both use one lookup table from RGB to limited inks, so that a picture
and a shape of one colour print alike. The table is interpolated, and a mixture of entries within the limit stays
within it.
"""

from __future__ import annotations

import io
import struct
from functools import cached_property, lru_cache
from math import dist

from PIL import Image, ImageCms, ImageFilter, ImageMath

from cardforge.core.errors import SurroundingsError
from cardforge.load.picture_pixels import Encoded
from cardforge.load.project import builtin_root

PROFILE = "templates/print/profiles/fogra39l-coated.icc"
CONDITION, CONDITION_INFO = "FOGRA39", "Coated paper in offset print (FOGRA39L)"

_STEPS = 33  # table entries per axis; the mean error against the profile, within the limit, is then 0.3 of 255
_SPARE = 3  # of 255; rounding four inks can add this much
_BLACKS = 8  # amounts of black to try for a colour above the limit
_NEUTRAL = 24  # of 255; red, green and blue within this range count as grey
_DARK = 45  # lightness (L*) below which grey text is printed in black ink alone
_BLACK_POINT = ImageCms.Flags.BLACKPOINTCOMPENSATION  # without it, near-black shades all become black

Rgb = tuple[int, int, int]
_Four = tuple[int, int, int, int]
_Look = tuple[float, float, float]  # L*, a*, b*
Inks = tuple[float, ...]  # cyan, magenta, yellow and black, each up to 1


class InkTable:
    """Converts colours to inks under one limit, in percent of all four added."""

    def __init__(self, limit: float) -> None:
        self._most = round(limit * 2.55 - _SPARE)

    def colour(self, rgb: Rgb) -> Inks:
        """The inks of a colour."""
        pixel = Image.new("RGB", (1, 1), rgb).filter(self._table).tobytes()
        return tuple(ink / 255 for ink in pixel)

    def limited(self, inks: Inks) -> Inks:
        """Inks given as CMYK, reduced to the limit."""
        *colours, black = inks
        share = min(1.0, max(0.0, self._most / 255 - black) / (sum(colours) or 1.0))
        return (*(ink * share for ink in colours), black)

    def painted(self, picture: Image.Image) -> Image.Image:
        """A picture in CMYK; a grey one stays grey, which prints in black ink alone."""
        if picture.mode == "CMYK":
            return _limited(picture, self._most)
        return picture if picture.mode == "L" else picture.filter(self._table)

    @cached_property
    def _table(self) -> ImageFilter.Color3DLUT:
        scale = [round(step * 255 / (_STEPS - 1)) for step in range(_STEPS)]
        colours = bytes(each for b in scale for g in scale for r in scale for each in (r, g, b))
        grid = Image.frombytes("RGB", (_STEPS * _STEPS, _STEPS), colours)
        inks = _four(_applied(grid, _transform()))
        over = [at for at, each in enumerate(inks) if sum(each) > self._most]
        seen = _three(_applied(grid, _to_lab("RGB")))
        lessened = _lessened([inks[at] for at in over], [seen[at] for at in over], self._most)
        for at, less in zip(over, lessened, strict=True):
            inks[at] = less
        return ImageFilter.Color3DLUT(
            _STEPS, [ink / 255 for each in inks for ink in each], channels=4, target_mode="CMYK"
        )


@lru_cache(maxsize=4096)
def black_alone(rgb: Rgb) -> float | None:
    """The amount of black ink that alone matches a dark grey, or None for a light or chromatic colour.

    Small letters in four inks blur as soon as the plates are out of register.
    """
    lightness = _three(_applied(Image.new("RGB", (1, 1), rgb), _to_lab("RGB")))[0][0]
    if max(rgb) - min(rgb) > _NEUTRAL or lightness > _DARK:
        return None
    return next((black / 255 for black, seen in enumerate(_blacks()) if seen <= lightness), 1.0)


def profile_bytes() -> bytes:
    """The ICC profile of the press."""
    file = builtin_root() / PROFILE
    try:
        return file.read_bytes()
    except OSError as error:
        raise SurroundingsError(
            f"this installation is incomplete: {file.name} is missing", "reinstall cardforge"
        ) from error


def opened(image: Encoded) -> Image.Image:
    """Decode a picture that is encoded for PDF."""
    mode = {"DeviceGray": "L", "DeviceRGB": "RGB", "DeviceCMYK": "CMYK"}[image.colours]
    if not image.is_jpeg:
        return Image.frombytes(mode, (image.width, image.height), image.data)
    with Image.open(io.BytesIO(image.data)) as found:
        found.load()
        # Pillow inverts CMYK JPEGs with an Adobe marker; PDF inverts only if /Decode says so.
        turned = "adobe" in found.info
        picture = found.convert(mode)
    if mode == "CMYK" and turned != image.inverted:
        return Image.merge("CMYK", [channel.point(lambda ink: 255 - ink) for channel in picture.split()])
    return picture


@lru_cache(maxsize=1)
def _transform() -> ImageCms.ImageCmsTransform:
    press = ImageCms.ImageCmsProfile(io.BytesIO(profile_bytes()))
    intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
    return ImageCms.buildTransform(ImageCms.createProfile("sRGB"), press, "RGB", "CMYK", intent, _BLACK_POINT)


@lru_cache(maxsize=2)
def _to_lab(mode: str) -> ImageCms.ImageCmsTransform:
    """The transform from RGB or CMYK to L*a*b*."""
    source = ImageCms.createProfile("sRGB") if mode == "RGB" else ImageCms.ImageCmsProfile(io.BytesIO(profile_bytes()))
    intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
    return ImageCms.buildTransform(source, ImageCms.createProfile("LAB"), mode, "LAB", intent, _BLACK_POINT)


def _applied(picture: Image.Image, transform: ImageCms.ImageCmsTransform) -> bytes:
    return (ImageCms.applyTransform(picture, transform) or picture).tobytes()  # None only for in-place transforms


def _four(data: bytes) -> list[_Four]:
    return list(struct.iter_unpack("4B", data))


def _three(data: bytes) -> list[_Look]:
    """L*a*b* with L* up to 100, so that distances are CIE 1976 colour differences."""
    return [(light / 2.55, a, b) for light, a, b in struct.iter_unpack("Bbb", data)]


def _looks(inks: list[_Four]) -> list[_Look]:
    return _three(_applied(Image.frombytes("CMYK", (len(inks), 1), b"".join(map(bytes, inks))), _to_lab("CMYK")))


@lru_cache(maxsize=1)
def _blacks() -> tuple[float, ...]:
    """The lightness on paper of each amount of black ink."""
    return tuple(light for light, _, _ in _looks([(0, 0, 0, black) for black in range(256)]))


def _lessened(inks: list[_Four], wanted: list[_Look], most: int) -> list[_Four]:
    """For every colour, the mixture within the limit that looks closest to it.

    Removes the grey that cyan, magenta and yellow have in common, which keeps the hue, and tries several amounts of
    black instead. Scaling all three down would turn dark blue into grey.
    """
    if not inks:
        return []
    tries = [[_with_black(each, each[3] + (255 - each[3]) * step // (2 * _BLACKS), most) for each in inks]
             for step in range(_BLACKS)]  # fmt: skip
    seen = [_looks(each) for each in tries]
    best = [min(range(_BLACKS), key=lambda step: dist(seen[step][at], wanted[at])) for at in range(len(inks))]
    return [tries[step][at] for at, step in enumerate(best)]


def _with_black(inks: _Four, black: int, most: int) -> _Four:
    """The inks with this much black, and the others reduced to the limit."""
    colours = list(inks[:3])
    excess = sum(colours) + black - most
    while excess > 0:
        used = [at for at in range(3) if colours[at]]
        share = min(-(-excess // len(used)), *(colours[at] for at in used))
        for at in used:
            colours[at] -= share
        excess -= share * len(used)
    return colours[0], colours[1], colours[2], black


def _limited(picture: Image.Image, most: int) -> Image.Image:
    """A CMYK picture reduced to the limit."""
    cyan, magenta, yellow, black = picture.split()

    def share(ink: Image.Image) -> Image.Image:
        # Integers, rounded down: pixels within the limit stay exactly as they are.
        made: Image.Image = ImageMath.lambda_eval(
            lambda at: at["convert"](
                at["min"](at["ink"], at["ink"] * (most - at["k"]) / at["max"](at["c"] + at["m"] + at["y"], 1)), "L"
            ),
            ink=ink,
            c=cyan,
            m=magenta,
            y=yellow,
            k=black,
        )
        return made

    return Image.merge("CMYK", [share(cyan), share(magenta), share(yellow), black])
