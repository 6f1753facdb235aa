"""Pictures: small ones to put on cards, and how far two are from each other."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops, ImageStat

TILE = 10  # pixels: two letters of a rule text

# Far apart enough for another version of pdfium, near enough to see one digit change.
MOST_WHOLE = 2.0  # of 255, on average over the picture
MOST_TILE = 12.0  # the same for any tile of it


def png(size: tuple[int, int] = (20, 20), colour: str = "red", format: str = "PNG") -> bytes:
    """A file with a picture of one colour."""
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, format)
    return out.getvalue()


def differences(one: Image.Image, two: Image.Image) -> tuple[float, float]:
    """How far two pictures are apart, of 255: on average, and in the tile where it is most."""
    if one.size != two.size:
        return 255.0, 255.0
    apart = ImageChops.difference(one.convert("RGB"), two.convert("RGB"))
    tiles = apart.resize((-(-apart.width // TILE), -(-apart.height // TILE)), Image.Resampling.BOX)
    most = max(ImageStat.Stat(tiles).extrema, key=lambda channel: channel[1])[1]
    return sum(ImageStat.Stat(apart).mean) / 3, float(most)


def alike(one: Image.Image, two: Image.Image) -> bool:
    """Whether two pictures show the same."""
    whole, tile = differences(one, two)
    return whole < MOST_WHOLE and tile < MOST_TILE
