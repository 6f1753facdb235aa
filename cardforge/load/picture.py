"""Read picture files and encode their pixels at the size they are printed.

Takes a path; returns a Picture, or the problem that prevents drawing it. The header is checked when the file is read;
a truncated file is found when its pixels are decoded, which is before anything is written.
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
import threading
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, cast

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from cardforge.core.limits import PICTURE_BYTES, PICTURE_PIXELS, Limit
from cardforge.core.problems import Problem
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.load.source import problem_at

QUALITY = 92  # of a JPEG that was scaled down
_ENDINGS = {
    "JPEG": (".jpg", ".jpeg", ".jpe", ".jfif"),
    "PNG": (".png",),
    "WEBP": (".webp",),
    "TIFF": (".tif", ".tiff"),
    "GIF": (".gif",),
    "BMP": (".bmp",),
}
_SAME = {"MPO": "JPEG"}  # a JPEG followed by a second picture, as many cameras write
_PATH = "give a path relative to the project folder"
_COLOURS = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}

_SIDEWAYS = (5, 6, 7, 8)  # EXIF orientations that swap width and height
# What Pillow's decoders raise on a damaged file.
_TORN = (
    OSError, SyntaxError, ValueError, LookupError, EOFError, TypeError, AttributeError, ArithmeticError, RuntimeError,
    MemoryError, struct.error, zlib.error, ImageCms.PyCMSError,
)  # fmt: skip

Crop = tuple[int, int, int, int]  # left, top, right, bottom


class Encoded(NamedTuple):
    """Pixels as a PDF stores them."""

    width: int
    height: int
    colours: str  # DeviceGray, DeviceRGB or DeviceCMYK
    data: bytes
    is_jpeg: bool = False
    inverted: bool = False  # as Adobe writes CMYK into JPEG
    alpha: bytes | None = None  # one byte per pixel


@dataclass(frozen=True)
class Picture:
    """A picture with a valid header; width and height are those after applying the EXIF orientation."""

    path: str  # as shown in reports
    content: bytes
    width: int
    height: int
    format: str
    as_it_is: bool  # whether its bytes can be embedded in a PDF unchanged

    @cached_property
    def digest(self) -> str:
        """Hash of the content."""
        return hashlib.blake2b(self.content, digest_size=12).hexdigest()

    def encoded(self, crop: Crop, width: int, height: int) -> Encoded | Problem:
        """Crop and scale to a size in pixels; callers never ask for more pixels than the crop has."""
        try:
            with _silent_library() if self.format == "TIFF" else nullcontext():
                return self._encoded(crop, width, height)
        except _TORN as error:
            return _torn(self.path, error)

    def _encoded(self, crop: Crop, width: int, height: int) -> Encoded:
        whole = crop == (0, 0, self.width, self.height)
        with Image.open(io.BytesIO(self.content)) as opened:
            if whole and self.as_it_is and (width, height) == (self.width, self.height):
                colours, inverted = _COLOURS[opened.mode], opened.mode == "CMYK"
                opened.draft(None, (1, 1))  # finds torn data too, in a third of the time
                opened.load()
                return Encoded(width, height, colours, self.content, True, inverted)
            image = _upright(opened)
        if not whole:
            image = image.crop(crop)
        if image.size != (width, height):
            # As in Pillow's thumbnail(). Lanczos takes 40 % longer; in our comparison the two differed by at most
            # 5 of 255 on soft pictures and 30 at the edge of black hairlines.
            image = image.resize((width, height), Image.Resampling.BICUBIC, reducing_gap=3.0)
        alpha = image.getchannel("A").tobytes() if image.mode in ("LA", "RGBA") else None
        image = image.convert({"LA": "L", "RGBA": "RGB"}.get(image.mode, image.mode))
        if self.format == "JPEG" and alpha is None and image.mode != "CMYK":
            out = io.BytesIO()
            image.save(out, "JPEG", quality=QUALITY, subsampling=0)
            return Encoded(width, height, _COLOURS[image.mode], out.getvalue(), True)
        return Encoded(width, height, _COLOURS[image.mode], image.tobytes(), alpha=alpha)


def read_picture(file: Path, shown: str, root: Path) -> Picture | Problem:
    """Read one picture of a folder and check its header."""
    try:
        content = read_regular(file, PICTURE_BYTES, (root,))
    except RefusedFile as refused:
        if refused.is_too_large:
            return _too_large(shown, refused.reason, PICTURE_BYTES)
        return problem_at(shown, "CF414", f"this picture cannot be read: {refused.reason}", _PATH)
    return picture_of(content, shown)


def lost_picture(file: Path, shown: str) -> Problem | None:
    """Return the problem if there is no regular file of this name; reading a pipe might never end."""
    if os.path.isfile(file):
        return None
    if "://" in shown:
        return problem_at(shown, "CF414", "pictures are not downloaded", "save it in the project folder")
    what = "this is not a regular file" if os.path.lexists(file) else "there is no such picture"
    return problem_at(shown, "CF414", what, _PATH)


def picture_of(content: bytes, shown: str) -> Picture | Problem:
    """Check the header of a picture."""
    try:
        with quiet(), Image.open(io.BytesIO(content)) as image:
            if image.width * image.height > PICTURE_PIXELS.most:
                return _too_large(shown, f"{image.width:,} × {image.height:,} pixels", PICTURE_PIXELS)
            format = _SAME.get(str(image.format), str(image.format))
            told = image.getexif()
            turn = told.get(0x0112, 1)
            plain = format == "JPEG" and image.mode in _COLOURS and turn == 1 and not _foreign_profile(image)
            # Newer versions of Pillow report the size of a TIFF after rotation, of all other formats as stored.
            stored = (int(told[0x0100]), int(told[0x0101])) if format == "TIFF" else image.size
            width, height = stored[::-1] if turn in _SIDEWAYS else stored
    except UnidentifiedImageError:
        hint = "export it again as PNG or JPEG"
        return problem_at(shown, "CF415", "this file is not a picture, despite its name", hint)
    except Image.DecompressionBombError:
        return _too_large(shown, "far more pixels than a card can show", PICTURE_PIXELS)
    except _TORN as error:
        return _torn(shown, error)
    return _wrong_format(format, shown) or Picture(shown, content, width, height, format, plain)


def _torn(shown: str, error: Exception) -> Problem:
    return problem_at(shown, "CF415", f"this picture is damaged: {str(error)[:100]}", "export it again")


@contextmanager
def quiet() -> Iterator[None]:
    """Silence Pillow's warnings: large sizes are checked here, and notes on metadata are of no use to the user.

    Warnings are switched off for the whole process, so use it in one thread, or around all of them.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


_SILENCE = threading.Lock()


@contextmanager
def _silent_library() -> Iterator[None]:
    """Keep libtiff, which writes what is wrong with a file to the standard error by itself, away from the terminal."""
    with _SILENCE:  # pictures are decoded in threads, and there is one standard error
        try:
            kept = os.dup(2)
        except OSError:  # the process has no standard error
            yield
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        try:
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _upright(image: Image.Image) -> Image.Image:
    """Apply the EXIF orientation and convert to 8-bit grey, RGB or CMYK, with alpha if there is any."""
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
    """Convert grey with 16 or more bits per pixel, or floats, to 8 bits.

    No file declares its white level, so take the lowest common one that no pixel exceeds.
    """
    deep = image.convert("F")
    brightest = cast("float", deep.getextrema()[1])
    whites = (1, 255, 65_535) if image.mode == "F" else (65_535, 2**31, 2**32)
    scale = 255 / next((white for white in whites if brightest <= white), brightest)
    return deep.point(lambda value: value * scale + 0.5).convert("L")


def _foreign_profile(image: Image.Image) -> bytes:
    """Return the colour profile of an RGB picture that is not sRGB, else empty; CMYK and grey are left unchanged."""
    profile = image.info.get("icc_profile") or b""
    if image.mode not in ("RGB", "RGBA", "P", "PA"):
        return b""
    return b"" if not profile or b"sRGB" in profile or "sRGB".encode("utf-16-be") in profile else bytes(profile)


def _in_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Convert from another colour profile to sRGB."""
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    made = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode=image.mode)
    return made or image  # None is returned only for a conversion in place


def _wrong_format(format: str, shown: str) -> Problem | None:
    if format not in _ENDINGS:
        known = ", ".join(_ENDINGS)
        return problem_at(shown, "CF415", f"{format} pictures are not supported", f"export it as one of {known}")
    if not shown.lower().endswith(_ENDINGS[format]):
        what = f"this file is a {format} picture, despite its name"
        return problem_at(shown, "CF415", what, f"rename it to {Path(shown).stem}{_ENDINGS[format][0]}")
    return None


def _too_large(shown: str, size: str, limit: Limit) -> Problem:
    hint = limit.hint("scale it down to the size it is printed at")
    return problem_at(shown, "CF415", f"this picture is too large: {size}", hint)
