"""Write a face as PDF operators, and list the fonts and pictures it needs.

The origin is the bottom left of the trimmed card. Operators are formatted as text, because one call per operator would
take most of the time. Items that cards share are formatted once; encoded words are cached.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator

from cardforge.core.units import PT_PER_MM, Mm, Pt
from cardforge.fonts import Font
from cardforge.layout.display import Clipped, Face, Image, Item, Shape, Text, TextLine
from cardforge.layout.runs import Lettering, Run, TextPiece
from cardforge.write.drawn import Drawn, FaceFacts, PlacedPicture
from cardforge.write.half_turn import half_turn
from cardforge.write.numbers import look, n, place, rgb
from cardforge.write.shapes import Paints, is_stroked, path_code, shape_code
from cardforge.write.spelling import Speller, UsedGlyphs, string, with_text

_NONE = Lettering(None, "")


class _Needs:
    """What some operators use, and their smallest text and thinnest line."""

    __slots__ = ("paints", "pictures", "stroke", "text")

    def __init__(self) -> None:
        self.pictures: dict[str, PlacedPicture] = {}
        self.paints: Paints = {}
        self.text: Pt = math.inf
        self.stroke: Pt = math.inf

    @property
    def is_empty(self) -> bool:
        return not self.pictures and not self.paints and math.inf == self.text == self.stroke

    def add(self, other: _Needs) -> None:
        """Take over the needs of a part."""
        for name, placed in other.pictures.items():
            self.pictures[name] = placed.at_least(self.pictures[name]) if name in self.pictures else placed
        self.paints.update(other.paints)
        self.text = min(self.text, other.text)
        self.stroke = min(self.stroke, other.stroke)

    def show_text(self, size: Pt) -> None:
        """Take note of a text, at the size that is written."""
        if size < self.text:
            self.text = float(n(size))

    def draw_line(self, width: Mm) -> None:
        """Take note of a line, at the width that is written."""
        self.stroke = min(self.stroke, float(n(width * PT_PER_MM)))


class Composer:
    """Writes faces; caches the words and shapes that they share."""

    def __init__(self) -> None:
        self._spellers: dict[str, Speller] = {}
        # By `id()` of the item, which is stored too so that its id is not reused.
        self._shared: dict[Mm, dict[int, tuple[str, _Needs | None, Item]]] = {}  # by the height of the face

    @property
    def texts(self) -> dict[str, dict[int, str]]:
        """The text of every glyph written so far, by font name."""
        return {font: speller.texts for font, speller in self._spellers.items()}

    def drawn(self, face: Face) -> Drawn:
        """Draw one face."""
        needs = _Needs()
        written = "\n".join(self._items(face.items, face.height, needs))
        facts = FaceFacts(needs.text, needs.stroke)
        return Drawn(face.id, face.width, face.height, face.bleed, written, needs.pictures, needs.paints, facts)

    def glyphs_of(self, items: Iterable[Item]) -> dict[str, UsedGlyphs]:
        """The glyphs of some items, by font name."""
        words: dict[str, list[TextPiece]] = {}
        texts: dict[str, dict[int, str]] = {}
        for line in _lines(items):
            font = line.words[0].lettering.font if line.words else None  # the same for the whole line
            if font:
                words.setdefault(font.name, []).extend(line.words)
            for placed in line.runs:
                font = placed.run.font
                if font:
                    texts.setdefault(font.name, {}).update(self._spellers[font.name].texts_of_run(placed))
        found = {name: UsedGlyphs(0, others) for name, others in texts.items()}
        for name, pieces in words.items():
            plain, others = self._spellers[name].glyphs_of_words(pieces)
            before = {glyph: text for glyph, text in texts.get(name, {}).items() if not plain >> glyph & 1}
            found[name] = UsedGlyphs(plain, {**before, **others})
        return found

    def _items(self, items: Iterable[Item], top: Mm, needs: _Needs) -> list[str]:
        parts = []
        shared = self._shared.setdefault(top, {})
        for item in items:
            found = shared.get(id(item))
            if found is None:
                if type(item) is Text and not item.shared:
                    parts.append(self._text(item, top, needs))
                    continue
                own = _Needs()
                code = self._item(item, top, own)
                found = shared[id(item)] = (code, None if own.is_empty else own, item)
            parts.append(found[0])
            if found[1]:
                needs.add(found[1])
        return parts

    def _item(self, item: Item, top: Mm, needs: _Needs) -> str:
        if isinstance(item, Text):
            return self._text(item, top, needs)
        if isinstance(item, Shape):
            if is_stroked(item):
                needs.draw_line(item.stroke_width)
            return shape_code(item, top, needs.paints)
        if isinstance(item, Clipped):
            rule = f"{path_code(item.outline, top)} W n{half_turn(item.about, top)}"
            drawn = ["q", rule, *self._items(item.items, top, needs), "Q"]
            if not item.is_figure:
                return "\n".join(drawn)
            needs.text = needs.stroke = math.inf  # no limits for what is inside a picture
            return "\n".join(["/Figure BMC", *drawn, "EMC"])
        return _image(item, top, needs.pictures)

    def _text(self, text: Text, top: Mm, needs: _Needs) -> str:
        size, lines, _, is_plain = text
        parts = ["BT"]
        marks: list[str] = []  # drawn after the text object
        last = _NONE
        speller: Speller | None = None
        for line in lines:
            x, y, words, _, _, _ = line
            if not words:
                parts.append(self._runs(line, size, top, marks, needs))
                last = _NONE
                continue
            if last is _NONE or not is_plain:
                lettering = words[0].lettering
                if lettering.font and lettering != last:
                    speller = self._speller(lettering.font)
                    parts.append(look(speller.name, size, lettering.colour))
                    last = lettering
            if speller:
                needs.show_text(size)
                parts.append(f"{place(x, top - y)} {speller.line(words) or _words(line, speller, size)}")
        parts.append("ET")
        return " ".join(parts + marks if marks else parts)

    def _runs(self, line: TextLine, size: float, top: Mm, marks: list[str], needs: _Needs) -> str:
        parts: list[str] = []
        selected: tuple[Font | None, float] = (None, 0.0)
        colour = ""
        y = n((top - line.y) * PT_PER_MM)
        for placed in line.runs:
            run = placed.run
            if run.font is None:
                continue
            speller = self._speller(run.font)
            scaled = size * run.scale
            needs.show_text(scaled)
            if (run.font, scaled) != selected:
                parts.append(f"/{speller.name} {n(scaled)} Tf")
                selected = (run.font, scaled)
            if run.colour != colour:
                parts.append(f"{rgb(run.colour)} rg")
                colour = run.colour
            behind = " " if line.ends_in_hyphen and placed is line.runs[-1] else ""
            # Readers may take a gap for none, unless there is a space in the same string.
            space = speller.space(placed.space / run.scale) if placed.space else ""
            shown = _show(run, speller, scaled, space, behind)
            parts.append(f"1 0 0 1 {n((line.x + placed.x) * PT_PER_MM)} {y} Tm {shown}")
            if run.level % 2:
                marks += _marks(run, speller, scaled, line.x + placed.x, line.y, top)
        return " ".join(parts)

    def _speller(self, font: Font) -> Speller:
        if font.name not in self._spellers:
            self._spellers[font.name] = Speller(font)
        return self._spellers[font.name]


def _lines(items: Iterable[Item]) -> Iterator[TextLine]:
    """Every line of text, also inside clipped items."""
    for item in items:
        if type(item) is Text:
            yield from item.lines
        elif type(item) is Clipped:
            yield from _lines(item.items)


def _image(image: Image, top: Mm, pictures: dict[str, PlacedPicture]) -> str:
    crop = "-".join(map(str, image.crop)) + ("-edge" if image.is_edge else "")
    # Long enough that no two of a million pictures share a name.
    name = f"I{hashlib.blake2b(f'{image.picture.digest}-{crop}'.encode(), digest_size=10).hexdigest()}"
    placed = PlacedPicture(image.picture.path, image.crop, image.width, image.height, image.is_edge)
    pictures[name] = placed.at_least(pictures[name]) if name in pictures else placed
    width, height = image.width * PT_PER_MM, image.height * PT_PER_MM
    x, y = image.x * PT_PER_MM, (top - image.y - image.height) * PT_PER_MM
    if image.mirrored_x:
        x, width = x + width, -width
    if image.mirrored_y:
        y, height = y + height, -height
    return f"q {n(width)} 0 0 {n(height)} {n(x)} {n(y)} cm /{name} Do Q"


def _words(line: TextLine, speller: Speller, size: float) -> str:
    """Show the words of a line of which some are odd or raised."""
    shown = f"[{speller.words(line.words)}]TJ"
    if not speller.raised.isdisjoint(line.words):
        shown = ""
        for word in line.words:
            shown += _raised(word.runs[0], size, speller)
            shown += f"[{speller.space(word.space)}]TJ " if word.space else ""
    behind = " " if line.words[-1].ends_in_hyphen else ""
    return with_text(shown, line.text + behind) if behind or not speller.odd.isdisjoint(line.words) else shown


def _show(run: Run, speller: Speller, size: float, space: str, behind: str) -> str:
    """Show a run and, if given, the part of a TJ array for the space after it.

    `behind` is added only to the text that readers extract, for a line that ends inside `thirty-two`.
    """
    shown, tells = speller.show(run)
    rises = any(glyph.dy for glyph in run.glyphs)
    if rises and run.level % 2:  # its marks are drawn as shapes
        rises = any(glyph.dy for glyph, codes in zip(run.glyphs, speller.codes(run)[0], strict=True) if codes)
    odd = behind or not tells
    shown = _raised(run, size, speller) if rises else f"[{shown}{'' if odd else space}]TJ"
    shown = with_text(shown, run.text + behind) if odd else shown
    return f"{shown} [{space}]TJ" if space and (odd or rises) else shown


def _raised(run: Run, size: float, speller: Speller) -> str:
    """Show a run glyph by glyph, for marks with a vertical offset."""
    parts = []
    for glyph, codes in zip(run.glyphs, speller.codes(run)[0], strict=True):
        if not codes:
            parts.append(f"[{n(-glyph.advance)}]TJ")
            continue
        shift = speller.width(codes) - glyph.advance + glyph.dx
        shown = string(codes)
        parts.append(f"{n(glyph.dy * size / 1000)} Ts [{n(-glyph.dx)} ({shown}) {n(shift)}]TJ")
    return " ".join(parts) + " 0 Ts "


def _marks(run: Run, speller: Speller, size: float, x: Mm, y: Mm, top: Mm) -> Iterator[str]:
    """Draw the marks of a run that have no codes of their own, as shapes."""
    from cardforge.layout.path import StepPen  # rarely needed

    em = size / PT_PER_MM
    for glyph, codes in zip(run.glyphs, speller.codes(run)[0], strict=True):
        if not codes:
            unit = speller.font.scale * em / 1000
            pen = StepPen(x + glyph.dx * em / 1000, y - glyph.dy * em / 1000, unit, -unit)
            speller.font.draw(glyph.id, pen)
            yield shape_code(Shape(tuple(pen.steps), fill=run.colour), top)
        x += glyph.advance * em / 1000
