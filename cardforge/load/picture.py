"""Read pictures: prove that a file is one, and give its pixels at the size they are placed at.

Takes a path; gives a Picture, or the one problem that keeps it from being drawn. What the head of a file tells is
proven when it is read; a torn file is found when its pixels are asked for, which is before anything is written.
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, cast

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from cardforge.core.problems import Problem
from cardforge.load.source import problem_at

MAX_BYTES = 200_000_000
MAX_PIXELS = 120_000_000  # a poster at 600 dpi; more is a mistake or an attack
QUALITY = 92  # of a JPEG that had to be made smaller
_ENDINGS = {
    "JPEG": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "PNG": (".png",),
    "WEBP": (".webp",),
    "TIFF": (".tif", ".tiff"),
    "GIF": (".gif",),
    "BMP": (".bmp",),
}
_SAME = {"MPO": "JPEG"}  # a JPEG with a second picture behind it, as many cameras write
_PATH = "`art` is a path from the project's folder"
_COLOURS = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}

_SIDEWAYS = (5, 6, 7, 8)  # values of EXIF's orientation that swap width and height
# Pillow's readers stop in many ways at a torn file.
_TORN = (
    OSError, SyntaxError, ValueError, LookupError, EOFError, TypeError, AttributeError, ArithmeticError, RuntimeError,
    MemoryError, struct.error, zlib.error, ImageCms.PyCMSError,
)  # fmt: skip

Crop = tuple[int, int, int, int]  # left, top, right, bottom


class Encoded(NamedTuple):
    """Pixels as a PDF keeps them."""

    width: int
    height: int
    colours: str  # DeviceGray, DeviceRGB or DeviceCMYK
    data: bytes
    is_jpeg: bool = False
    inverted: bool = False  # as Adobe writes CMYK into JPEG
    alpha: bytes | None = None  # one byte a pixel


@dataclass(frozen=True)
class Picture:
    """A picture that can be decoded; its size is that after turning it as the camera asks."""

    path: str  # as it is reported
    content: bytes
    width: int
    height: int
    format: str
    as_it_is: bool  # whether its own bytes can stand in a PDF

    @cached_property
    def digest(self) -> str:
        """What tells this picture from any other."""
        return hashlib.blake2b(self.content, digest_size=12).hexdigest()

    def encoded(self, crop: Crop, width: int, height: int) -> Encoded | Problem:
        """A part of it at a size in pixels; never made larger than it is."""
        try:
            return self._encoded(crop, width, height)
        except _TORN as error:
            return _torn(self.path, error)

    def _encoded(self, crop: Crop, width: int, height: int) -> Encoded:
        whole = crop == (0, 0, self.width, self.height)
        with Image.open(io.BytesIO(self.content)) as opened:
            if whole and self.as_it_is and (width, height) == (self.width, self.height):
                opened.load()
                inverted = opened.mode == "CMYK"
                return Encoded(width, height, _COLOURS[opened.mode], self.content, True, inverted)
            image = _upright(opened)
        if not whole:
            image = image.crop(crop)
        if image.size != (width, height):
            # As Pillow makes its thumbnails. Lanczos takes 40 % longer; where the two were compared they differed by at
            # most 5 of 255 on soft pictures and 30 at the edge of black hairlines.
            image = image.resize((width, height), Image.Resampling.BICUBIC, reducing_gap=3.0)
        alpha = image.getchannel("A").tobytes() if image.mode in ("LA", "RGBA") else None
        image = image.convert({"LA": "L", "RGBA": "RGB"}.get(image.mode, image.mode))
        if self.format == "JPEG" and alpha is None and image.mode != "CMYK":
            out = io.BytesIO()
            image.save(out, "JPEG", quality=QUALITY, subsampling=0)
            return Encoded(width, height, _COLOURS[image.mode], out.getvalue(), True)
        return Encoded(width, height, _COLOURS[image.mode], image.tobytes(), alpha=alpha)


def read_picture(file: Path, shown: str) -> Picture | Problem:
    """Read and prove one picture."""
    try:
        size = file.stat().st_size
        if size > MAX_BYTES:
            return _too_large(shown, f"{size / 1e6:,.0f} MB")
        content = file.read_bytes()
    except OSError as error:
        return problem_at(shown, "CF414", f"this picture cannot be read: {(error.strerror or '').lower()}", _PATH)
    return picture_of(content, shown)


def lost_picture(file: Path, shown: str) -> Problem | None:
    """Why there is no picture of this name, if there is none; what is no ordinary file might never end."""
    if os.path.isfile(file):
        return None
    if "://" in shown:
        return problem_at(shown, "CF414", "pictures are not fetched from elsewhere", "save it in the project's folder")
    what = "this is not an ordinary file" if os.path.lexists(file) else "there is no such picture"
    return problem_at(shown, "CF414", what, _PATH)


def picture_of(content: bytes, shown: str) -> Picture | Problem:
    """Prove the head of a picture."""
    try:
        with quiet(), Image.open(io.BytesIO(content)) as image:
            if image.width * image.height > MAX_PIXELS:
                return _too_large(shown, f"{image.width:,} × {image.height:,} pixels")
            format = _SAME.get(str(image.format), str(image.format))
            told = image.getexif()
            turn = told.get(0x0112, 1)
            plain = format == "JPEG" and image.mode in _COLOURS and turn == 1 and not _foreign_profile(image)
            # Newer Pillows give the size of a TIFF as it will stand, that of all others as it is stored.
            stored = (int(told[0x0100]), int(told[0x0101])) if format == "TIFF" else image.size
            width, height = stored[::-1] if turn in _SIDEWAYS else stored
    except UnidentifiedImageError:
        hint = "export it again as PNG or JPEG"
        return problem_at(shown, "CF415", "this is no picture, whatever its name says", hint)
    except Image.DecompressionBombError:
        return _too_large(shown, "far more pixels than a card can show")
    except _TORN as error:
        return _torn(shown, error)
    return _wrong_format(format, shown) or Picture(shown, content, width, height, format, plain)


def _torn(shown: str, error: Exception) -> Problem:
    return problem_at(shown, "CF415", f"this picture is broken: {str(error)[:100]}", "export it again")


@contextmanager
def quiet() -> Iterator[None]:
    """Without Pillow's warnings: pixels are counted here, and notes about what surrounds them help nobody.

    For one thread, or around all of them: warnings are switched off for the whole process.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _upright(image: Image.Image) -> Image.Image:
    """The pixels turned as the camera asks, as grey, RGB or CMYK of 8 bits, with alpha where there is any."""
    profile = _foreign_profile(image)
    turned = ImageOps.exif_transpose(image)
    mode = turned.mode
    if mode in ("I;16", "I;16B", "I;16L", "I", "F"):
        turned = _in_eight_bits(turned)
    elif mode in ("P", "PA", "RGBa", "La"):
        turned = turned.convert("RGBA" if "transparency" in turned.info or mode != "P" else "RGB")
    elif mode in ("RGB", "L", "1") and "transparency" in turned.info:
        turned = turned.convert("RGBA" if mode != "L" else "LA")
    elif mode == "1":
        turned = turned.convert("L")
    elif mode not in ("L", "LA", "RGB", "RGBA", "CMYK"):
        turned = turned.convert("RGB")
    turned.load()
    return _in_srgb(turned, profile) if profile else turned


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """Grey of sixteen or more bits a pixel, or of fractions, as the eight that paper can show.

    No file says what its white is: it is the least of those in use that nothing is brighter than.
    """
    deep = image.convert("F")
    brightest = cast("float", deep.getextrema()[1])
    whites = (1, 255, 65_535) if image.mode == "F" else (65_535, 2**31, 2**32)
    scale = 255 / next((white for white in whites if brightest <= white), brightest)
    return deep.point(lambda value: value * scale + 0.5).convert("L")


def _foreign_profile(image: Image.Image) -> bytes:
    """The profile of a picture in other colours than sRGB, empty when there is none; inks and grey stay as they are."""
    profile = image.info.get("icc_profile") or b""
    if image.mode not in ("RGB", "RGBA", "P", "PA"):
        return b""
    return b"" if not profile or b"sRGB" in profile or "sRGB".encode("utf-16-be") in profile else bytes(profile)


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Colours meant for another profile as sRGB shows them."""
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    made = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode=image.mode)
    return made or image  # only a conversion in place gives nothing back


def _wrong_format(format: str, shown: str) -> Problem | None:
    if format not in _ENDINGS:
        known = ", ".join(_ENDINGS)
        return problem_at(shown, "CF415", f"{format} pictures are not read", f"export it as one of {known}")
    if not shown.lower().endswith(_ENDINGS[format]):
        what = f"this file is a {format} picture, whatever its name says"
        return problem_at(shown, "CF415", what, f"call it {Path(shown).stem}{_ENDINGS[format][0]}")
    return None


def _too_large(shown: str, size: str) -> Problem:
    return problem_at(shown, "CF415", f"this picture is too large: {size}", "scale it down to what a card shows")
