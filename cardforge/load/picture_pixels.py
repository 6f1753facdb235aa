"""Decode the pixels of a picture and give parts of them, cropped and scaled, as a PDF can store them.

Takes the bytes of a picture file; returns one Encoded for each part. The file is decoded once for all its parts. Bytes
of a JPEG or PNG that a PDF can hold as they are go through unchanged, if the part is the whole picture at its own size.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from PIL import Image, ImageCms, ImageOps

QUALITY = 92  # of a JPEG that was scaled down
COLOURS = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
# What Pillow's decoders raise on a damaged file.
TORN = (
    OSError, SyntaxError, ValueError, LookupError, EOFError, TypeError, AttributeError, ArithmeticError, RuntimeError,
    MemoryError, struct.error, zlib.error, ImageCms.PyCMSError,
)  # fmt: skip

Crop = tuple[int, int, int, int]  # left, top, right, bottom

_PNG_COLOURS = {0: "DeviceGray", 2: "DeviceRGB"}  # colour types of PNG that PDF knows without a palette or a mask
_CHANNELS = {"DeviceGray": 1, "DeviceRGB": 3}
_PNG_FILTERS = 4  # the highest number that a row of a PNG may begin with


class Encoded(NamedTuple):
    """Pixels for a PDF: raw, or the compressed data of a JPEG or PNG."""

    width: int
    height: int
    colours: str  # DeviceGray, DeviceRGB or DeviceCMYK
    data: bytes
    is_jpeg: bool = False
    inverted: bool = False  # as Adobe writes CMYK into JPEG
    alpha: bytes | None = None  # one byte per pixel
    is_png: bool = False  # deflated rows, each after the number of its filter


class PicturePart(NamedTuple):
    """A part of a picture, and the size in pixels that it is scaled to."""

    crop: Crop
    width: int
    height: int

    @property
    def is_own_size(self) -> bool:
        left, top, right, bottom = self.crop
        return (right - left, bottom - top) == (self.width, self.height)


def encoded_parts(
    content: bytes, format: str, size: tuple[int, int], plain: bool, parts: Sequence[PicturePart]
) -> list[Encoded]:
    """Every part, in order; raises one of TORN if the file is damaged.

    `size` is that of the upright picture; `plain` says that neither its orientation nor its colours need a change.
    """
    made: dict[PicturePart, Encoded] = {}
    whole = (0, 0, *size)
    for part in parts:
        if plain and part.crop == whole and part.is_own_size:
            found = _jpeg_as_it_is(content) if format == "JPEG" else _png_as_it_is(content) if format == "PNG" else None
            if found:
                made[part] = found
    rest = [part for part in dict.fromkeys(parts) if part not in made]
    if rest:
        with Image.open(io.BytesIO(content)) as opened:
            if format == "JPEG" and plain and len(rest) == 1 and rest[0].crop == whole:
                # A JPEG decodes faster at a half, a quarter or an eighth of its size.
                opened.draft(None, (rest[0].width, rest[0].height))
            image = upright(opened)
        for part in rest:
            made[part] = _encoded(image, part, format, size)
    return [made[part] for part in parts]


def _encoded(image: Image.Image, part: PicturePart, format: str, size: tuple[int, int]) -> Encoded:
    if part.crop != (0, 0, *size):
        image = image.crop(part.crop)
    if image.size != (part.width, part.height):
        # As in Pillow's thumbnail(). Lanczos takes 40 % longer; in our comparison the two differed by at most
        # 5 of 255 on soft pictures and 30 at the edge of black hairlines.
        image = image.resize((part.width, part.height), Image.Resampling.BICUBIC, reducing_gap=3.0)
    alpha = image.getchannel("A") if image.mode in ("LA", "RGBA") else None
    image = image.convert({"LA": "L", "RGBA": "RGB"}.get(image.mode, image.mode))
    if alpha is not None and alpha.getextrema() == (255, 255):
        alpha = None  # drawing programs export a mask even if nothing is transparent
    if format == "JPEG" and alpha is None and image.mode != "CMYK":
        out = io.BytesIO()
        image.save(out, "JPEG", quality=QUALITY, subsampling=0)
        return Encoded(part.width, part.height, COLOURS[image.mode], out.getvalue(), True)
    mask = alpha.tobytes() if alpha is not None else None
    return Encoded(part.width, part.height, COLOURS[image.mode], image.tobytes(), alpha=mask)


def _jpeg_as_it_is(content: bytes) -> Encoded:
    with Image.open(io.BytesIO(content)) as opened:
        size, mode = opened.size, opened.mode
        opened.draft(None, (1, 1))  # finds damage too, in a third of the time
        opened.load()
        return Encoded(*size, COLOURS[mode], content, True, mode == "CMYK")


def _png_as_it_is(content: bytes) -> Encoded | None:
    """The compressed rows of a PNG; None if a PDF cannot hold them, or if they are damaged.

    Compressing the rows of a photograph again takes five times as long as checking them.
    """
    data = []
    head: tuple[int, ...] = ()
    for name, chunk in _chunks(content):
        if name == b"IHDR" and len(chunk) == 13:
            head = struct.unpack(">IIBBBBB", chunk)
        elif name == b"IDAT":
            data.append(chunk)
        elif name == b"tRNS":
            return None
    if not head or head[2] != 8 or head[3] not in _PNG_COLOURS or any(head[4:]):
        return None
    width, height, colours = head[0], head[1], _PNG_COLOURS[head[3]]
    row = 1 + width * _CHANNELS[colours]
    packed = b"".join(data)
    unpacked = zlib.decompressobj()
    try:
        pixels = unpacked.decompress(packed, row * height + 1)
    except zlib.error:
        return None
    if len(pixels) != row * height or max(pixels[::row]) > _PNG_FILTERS or not unpacked.eof:
        return None
    return Encoded(width, height, colours, packed, is_png=True)


def _chunks(content: bytes) -> Iterator[tuple[bytes, memoryview]]:
    at, whole = 8, memoryview(content)
    while at + 12 <= len(content):
        (length,) = struct.unpack_from(">I", content, at)
        yield content[at + 4 : at + 8], whole[at + 8 : at + 8 + length]
        at += 12 + length


def upright(image: Image.Image) -> Image.Image:
    """Apply the EXIF orientation and convert to 8-bit grey, RGB or CMYK, with alpha if there is any."""
    profile = foreign_profile(image)
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


def foreign_profile(image: Image.Image) -> bytes:
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
