"""Pictures for the documents: cards on a light table, in small files."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

SHARPER = 3  # times as large as they are shown, cards are drawn
TABLE = (236, 235, 230)
SHADE = (188, 186, 178)
EDGE = 14  # pixels around a card
CORNER = 11  # pixels: two and a half millimetres
ENOUGH = 32_000  # bytes of a picture with all its colours


def framed(cards: Sequence[Image.Image]) -> Image.Image:
    """Cards side by side, with round corners and a little shade."""
    small = [
        card.convert("RGB").resize(
            (round(card.width / SHARPER), round(card.height / SHARPER)), Image.Resampling.LANCZOS
        )
        for card in cards
    ]
    size = (sum(card.width + EDGE for card in small) + EDGE, max(card.height for card in small) + 2 * EDGE)
    table = Image.new("RGB", size, TABLE)
    shade = Image.new("L", size)
    x = EDGE
    for card in small:
        shade.paste(_round(card.size), (x, EDGE + 2))
        x += card.width + EDGE
    table.paste(SHADE, (0, 0), shade.filter(ImageFilter.GaussianBlur(3)))
    x = EDGE
    for card in small:
        table.paste(card, (x, EDGE), _round(card.size))
        x += card.width + EDGE
    return table


def _round(size: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", (size[0] * 4, size[1] * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), CORNER * 4, 255)
    return mask.resize(size, Image.Resampling.LANCZOS)


def save(picture: Image.Image, file: Path, enough: int = ENOUGH) -> None:
    """Keep a picture with all its colours where they cost little, otherwise with 256."""
    file.parent.mkdir(exist_ok=True)
    whole = _png(picture)
    few = picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    file.write_bytes(whole if len(whole) < enough else _png(few))


def _png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
