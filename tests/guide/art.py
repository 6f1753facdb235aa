"""Make the photograph-like picture and the Morse font of docs/examples: `python -m tests.guide.art`.

Both are kept in the repository; this says how they came to be, so that nobody need ask whose they are.
"""

from __future__ import annotations

import math
from pathlib import Path
from string import ascii_uppercase

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tests.conftest import REPOSITORY

EXAMPLES = REPOSITORY / "docs/examples"
_CODE = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
MORSE = dict(zip(ascii_uppercase, _CODE.split(), strict=True))
_DOT, _DASH, _GAP, _MIDDLE = 150, 400, 90, 350  # thousandths of the type size

_SIZE = (720, 480)
_SKY = ((214, 201, 190), (126, 146, 164))  # at the horizon, at the top
_SEA = ((150, 164, 174), (47, 74, 96))  # at the horizon, at the bottom


def fog() -> Image.Image:
    """A small boat with a lamp, left of the middle, under banks of fog."""
    width, height = _SIZE
    horizon = 270
    picture = Image.new("RGB", _SIZE)
    draw = ImageDraw.Draw(picture)
    for y in range(height):
        near, far = (_SKY if y < horizon else _SEA)[0], (_SKY if y < horizon else _SEA)[1]
        part = (horizon - y) / horizon if y < horizon else (y - horizon) / (height - horizon)
        draw.line((0, y, width, y), tuple(round(a + (b - a) * part) for a, b in zip(near, far, strict=True)))
    for start, wide, depth, colour in ((380, 420, 44, (166, 170, 172)), (540, 360, 26, (136, 148, 156))):
        hill = [(start + at * wide / 60, horizon - depth * math.sin(at * math.pi / 60) ** 2) for at in range(61)]
        draw.polygon([*hill, (start + wide, horizon)], colour)
    for row in range(24):
        down = horizon + 8 + row * row * 0.36
        for at in range(9):
            x = (at * 97 + row * 61) % width
            draw.line((x, down, x + 26 + row * 2, down), (112, 134, 150) if row % 2 else (82, 108, 128), 1 + row // 8)
    picture = _boat(_bank(picture, horizon - 60, 70))
    return _bank(picture, horizon + 96, 34)


def _boat(picture: Image.Image) -> Image.Image:
    light = Image.new("RGB", _SIZE)
    glow = ImageDraw.Draw(light)
    glow.ellipse((112, 218, 168, 274), (120, 78, 22))
    glow.rectangle((132, 316, 148, 400), (96, 64, 20))
    picture = ImageChops.add(picture, light.filter(ImageFilter.GaussianBlur(18)))
    large = Image.new("RGBA", (_SIZE[0] * 4, _SIZE[1] * 4))  # drawn four times as large, for smooth edges
    draw = ImageDraw.Draw(large)
    ink = (28, 40, 54, 255)
    parts = [
        [(96, 284), (244, 284), (226, 312), (116, 312)],
        [(196, 284), (196, 180), (201, 180), (201, 284)],
        [(206, 190), (206, 274), (254, 274)],
    ]
    for part in parts:
        draw.polygon([(x * 4, y * 4) for x, y in part], (214, 205, 190, 255) if part[0] == (206, 190) else ink)
    draw.line([(792, 730), (416, 1140)], ink, 6)
    draw.line([(560, 984), (560, 940)], ink, 6)
    draw.ellipse((532, 960, 588, 1016), (255, 236, 176, 255))
    small = large.resize(_SIZE, Image.Resampling.LANCZOS)
    picture.paste(small, (0, 0), small)
    return picture


def _bank(picture: Image.Image, middle: int, depth: int) -> Image.Image:
    """A bank of fog across the picture."""
    mask = Image.new("L", _SIZE)
    draw = ImageDraw.Draw(mask)
    for at in range(12):
        x, y = at * 72 - 60, middle + depth * math.sin(at * 1.7) / 2
        draw.ellipse((x, y - depth / 3, x + 190, y + depth / 3), 150)
    return Image.composite(
        Image.new("RGB", _SIZE, (222, 219, 213)), picture, mask.filter(ImageFilter.GaussianBlur(depth / 2.4))
    )


def morse(file: Path) -> None:
    """A font whose capitals are dots and dashes."""
    order = [".notdef", "space", *MORSE]
    drawn = {name: _signals(MORSE.get(name, "")) for name in order}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({32: "space", **{ord(letter): letter for letter in MORSE}})
    builder.setupGlyf({name: pen.glyph() for name, (pen, _) in drawn.items()})
    builder.setupHorizontalMetrics({name: (advance, 0) for name, (_, advance) in drawn.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Morse", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0  # the same bytes on every day
    builder.font.recalcTimestamp = False
    builder.save(file)


def _signals(code: str) -> tuple[TTGlyphPen, int]:
    pen = TTGlyphPen(None)
    x = 0
    for signal in code:
        wide = _DOT if signal == "." else _DASH
        _bar(pen, x, wide)
        x += wide + _GAP
    return pen, x + 200


def _bar(pen: TTGlyphPen, x: int, wide: int) -> None:
    """A bar with round ends; a dot is one that is as wide as high."""
    radius = _DOT // 2
    for turn in range(24):
        angle = math.pi / 2 - turn * math.tau / 24  # clockwise, from the top
        side = x + wide - radius if math.cos(angle) > 1e-9 or turn == 0 else x + radius
        point = (round(side + radius * math.cos(angle)), round(_MIDDLE + radius * math.sin(angle)))
        if turn:
            pen.lineTo(point)
        else:
            pen.moveTo(point)
    pen.closePath()


if __name__ == "__main__":
    fog().save(EXAMPLES / "art/fog.jpg", quality=82, optimize=True)
    morse(EXAMPLES / "templates/fonts/morse.ttf")
