"""A face as PDF operators, from the bottom left of the trimmed card, with the fonts and pictures it needs.

Operators are put together as text, because a call for each would be most of the time. What cards share is written
once and used again; words are looked up, not spelled.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from cardforge.fonts import Font
from cardforge.layout.display import Clipped, Face, Image, Item, Line, Shape, Step, Text
from cardforge.layout.pieces import Run
from cardforge.load.picture import Crop
from cardforge.units import PT_PER_MM, Mm
from cardforge.write.pdf_fonts import font_name
from cardforge.write.spelling import Speller, code, utf16

_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


class Placed(NamedTuple):
    """A part of a picture, and how large it is placed."""

    path: str
    crop: Crop
    width: Mm
    height: Mm


Glyphs = tuple[str, frozenset[int]]  # of the font of that name


class Drawn(NamedTuple):
    """A face as operators, and what they need."""

    id: str
    width: Mm
    height: Mm
    bleed: Mm
    code: str
    glyphs: dict[str, frozenset[int]]  # by the name of their font
    pictures: dict[str, Placed]  # by the name each is drawn under


class _Needs:
    """The glyphs and pictures of what is being written."""

    __slots__ = ("glyphs", "pictures")

    def __init__(self) -> None:
        self.glyphs: list[Glyphs] = []
        self.pictures: dict[str, Placed] = {}

    def by_font(self) -> dict[str, frozenset[int]]:
        found: dict[str, list[frozenset[int]]] = {}
        for font, glyphs in self.glyphs:
            found.setdefault(font, []).append(glyphs)
        return {font: frozenset().union(*all_of_it) for font, all_of_it in found.items()}


class Composer:
    """Writes faces; words and shapes that they share are written once."""

    def __init__(self) -> None:
        self._spellers: dict[str, Speller] = {}
        # The item is kept beside its operators, so that its identity stays its own.
        self._shared: dict[tuple[int, Mm], tuple[str, list[Glyphs], dict[str, Placed], Item]] = {}

    @property
    def texts(self) -> dict[str, dict[int, str]]:
        """What each glyph stands for that was ever written, by the name of its font."""
        return {font: speller.texts for font, speller in self._spellers.items()}

    def drawn(self, face: Face) -> Drawn:
        """The drawing of one face."""
        needs = _Needs()
        written = "\n".join(self._items(face.items, face.height, needs))
        return Drawn(face.id, face.width, face.height, face.bleed, written, needs.by_font(), needs.pictures)

    def _items(self, items: Iterable[Item], top: Mm, needs: _Needs) -> list[str]:
        parts = []
        shared = self._shared
        for item in items:
            if type(item) is Text and not item.shared:
                parts.append(self._text(item, top, needs))
                continue
            found = shared.get((id(item), top))
            if found is None:
                own = _Needs()
                written = self._item(item, top, own)
                found = shared[id(item), top] = (written, list(own.by_font().items()), own.pictures, item)
            parts.append(found[0])
            needs.glyphs += found[1]
            if found[2]:
                needs.pictures.update(found[2])
        return parts

    def _item(self, item: Item, top: Mm, needs: _Needs) -> str:
        if isinstance(item, Text):
            return self._text(item, top, needs)
        if isinstance(item, Shape):
            return _shape(item, top)
        if isinstance(item, Clipped):
            rule = f"{_path(item.outline, top)} W n"
            return "\n".join(["q", rule, *self._items(item.items, top, needs), "Q"])
        return _image(item, top, needs)

    def _text(self, text: Text, top: Mm, needs: _Needs) -> str:
        parts = ["BT"]
        look: tuple[Font | None, str] = (None, "")
        for line in text.lines:
            if not line.words:
                parts.append(self._runs(line, text.size, top, needs))
                look = (None, "")
                continue
            first = line.words[0].runs[0]
            if first.font and (first.font is not look[0] or first.colour != look[1]):
                speller = self._speller(first.font)
                parts.append(f"/{font_name(first.font)} {_n(text.size)} Tf {rgb(first.colour)} rg")
                look = (first.font, first.colour)
            shown = _words(line, speller, text.size)
            needs.glyphs.append((speller.font.name, speller.glyphs(line.words)))
            parts.append(f"1 0 0 1 {line.x * PT_PER_MM:.2f} {(top - line.y) * PT_PER_MM:.2f} Tm {shown}")
        parts.append("ET")
        return " ".join(parts)

    def _runs(self, line: Line, size: float, top: Mm, needs: _Needs) -> str:
        parts: list[str] = []
        selected: tuple[Font | None, float] = (None, 0.0)
        colour = ""
        y = _n((top - line.y) * PT_PER_MM)
        for placed in line.runs:
            run = placed.run
            if run.font is None:
                continue
            speller = self._speller(run.font)
            scaled = size * run.scale
            if (run.font, scaled) != selected:
                parts.append(f"/{font_name(run.font)} {_n(scaled)} Tf")
                selected = (run.font, scaled)
            if run.colour != colour:
                parts.append(f"{rgb(run.colour)} rg")
                colour = run.colour
            needs.glyphs.append((run.font.name, frozenset([glyph.id for glyph in run.glyphs])))
            parts.append(f"1 0 0 1 {_n((line.x + placed.x) * PT_PER_MM)} {y} Tm {_show(run, speller, scaled)}")
        return " ".join(parts)

    def _speller(self, font: Font) -> Speller:
        found = self._spellers.get(font.name)
        if found is None:
            found = self._spellers[font.name] = Speller(font)
        return found


def _image(image: Image, top: Mm, needs: _Needs) -> str:
    crop = "-".join(map(str, image.crop))
    name = f"I{zlib.crc32(f'{image.picture.digest}-{crop}'.encode()):08x}"
    needs.pictures[name] = Placed(image.picture.path, image.crop, image.width, image.height)
    width, height = _n(image.width * PT_PER_MM), _n(image.height * PT_PER_MM)
    x, y = _n(image.x * PT_PER_MM), _n((top - image.y - image.height) * PT_PER_MM)
    return f"q {width} 0 0 {height} {x} {y} cm /{name} Do Q"


def _words(line: Line, speller: Speller, size: float) -> str:
    """The words of a line, as one operation."""
    shown = f"[{speller.words(line.words)}]TJ"
    if speller.raised and not speller.raised.isdisjoint(line.words):
        space = f"[{speller.space}]TJ "
        shown = "".join([_raised(word.runs[0], size, speller) + (space if word.space else "") for word in line.words])
    if speller.odd and not speller.odd.isdisjoint(line.words):
        return _with_text(shown, line.text)
    return shown


def _show(run: Run, speller: Speller, size: float) -> str:
    shown, tells = speller.show(run)
    shown = _raised(run, size, speller) if any(glyph.dy for glyph in run.glyphs) else f"[{shown}]TJ"
    return shown if tells else _with_text(shown, run.text)


def _with_text(shown: str, text: str) -> str:
    """Operations that carry the text they stand for, for those who search and copy."""
    return f"/Span <</ActualText <feff{utf16(text)}>>> BDC {shown} EMC"


def _raised(run: Run, size: float, speller: Speller) -> str:
    """Glyph by glyph, for marks that stand higher or lower than their letters."""
    parts = []
    for glyph in run.glyphs:
        shift = speller.font.advances[glyph.id] - glyph.advance + glyph.dx
        parts.append(f"{_n(glyph.dy * size / 1000)} Ts [{_n(-glyph.dx)} ({code(glyph.id)}) {_n(shift)}]TJ")
    return " ".join(parts) + " 0 Ts "


def _shape(shape: Shape, top: Mm) -> str:
    parts = []
    if shape.fill:
        parts.append(f"{rgb(shape.fill)} rg")
    if shape.stroke:
        parts.append(f"{rgb(shape.stroke)} RG {_n(shape.stroke_width * PT_PER_MM)} w")
    parts.append(_path(shape.path, top))
    paint = "B" if shape.fill and shape.stroke else "f" if shape.fill else "S" if shape.stroke else "n"
    parts.append(paint + "*" if shape.even_odd and shape.fill else paint)
    return " ".join(parts)


def _path(path: tuple[Step, ...], top: Mm) -> str:
    parts = []
    for letter, numbers in path:
        for at in range(0, len(numbers), 2):
            parts.append(f"{_n(numbers[at] * PT_PER_MM)} {_n((top - numbers[at + 1]) * PT_PER_MM)}")
        parts.append(_LETTERS[letter])
    return " ".join(parts)


@lru_cache(maxsize=1024)
def rgb(colour: str) -> str:
    """A colour such as #1a2b3c as PDF's three numbers."""
    return " ".join(_n(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _n(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
