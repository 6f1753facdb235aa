"""Turn paragraphs into shaped pieces: words that stay whole, measured once.

A piece is measured in thousandths of the type size, so that trying another size costs no shaping.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from cardforge.fonts import Font, FontBook, Glyph
from cardforge.layout.breaks import chunks_of, is_space
from cardforge.layout.direction import levels_of
from cardforge.layout.markup import ICON, Paragraph, Span

SMALL_CAPS = 0.78  # of the type size; capitals of that size stand as high as small letters do
ICON_WIDTH = 1050.0  # thousandths: an icon is a little wider than high, for air on both sides


@dataclass(frozen=True)
class TypeStyle:
    """How a text looks before its markup."""

    family: str = "source-sans"
    weight: str = "regular"
    italic: bool = False
    colour: str = "#000000"


Word = tuple["Run", bool]  # a run, and whether a space stands behind it


@dataclass(frozen=True)
class Run:
    """Glyphs of one font and colour, or an icon."""

    text: str
    level: int
    width: float
    colour: str
    font: Font | None = None
    glyphs: tuple[Glyph, ...] = ()
    scale: float = 1.0  # of the type size
    icon: str = ""
    words: tuple[Word, ...] = ()  # of a run that is a whole line: what it is made of


@dataclass(frozen=True)
class Piece:
    """Something that stays on one line, and the space behind it."""

    runs: tuple[Run, ...]
    width: float
    space: float = 0.0
    space_level: int = 0


@dataclass(frozen=True)
class Flow:
    """A paragraph ready to be broken into lines."""

    pieces: tuple[Piece, ...]
    base_level: int
    bullet: bool
    plain: bool = False  # one font, one colour, left to right: a line of it is drawn in one go


@dataclass
class Shaper:
    """Shapes paragraphs with the fonts of a project; what no font has is collected in `missing`."""

    book: FontBook
    missing: set[str] = field(default_factory=set)
    _fonts: dict[tuple[str, str, bool, str], Font | None] = field(default_factory=dict)
    _words: dict[TypeStyle, dict[tuple[str, bool], Piece]] = field(default_factory=dict)

    def flow(self, paragraph: Paragraph, style: TypeStyle) -> Flow:
        """Shape a paragraph."""
        text = paragraph.text
        levels, base = levels_of(text)
        if len(paragraph.spans) == 1 and not base and not any(levels) and not _marked(paragraph.spans[0]):
            return self._plain(text, style, paragraph.bullet)
        spans = [span for span in paragraph.spans for _ in span.text]
        pieces: list[Piece] = []
        at = 0
        for chunk in chunks_of(text):
            if is_space(chunk):
                if pieces:
                    pieces[-1] = self._spaced(pieces[-1], style, levels[at])
            else:
                pieces.append(self._piece(chunk, spans[at : at + len(chunk)], levels[at : at + len(chunk)], style))
            at += len(chunk)
        return Flow(tuple(pieces), base, paragraph.bullet)

    def _plain(self, text: str, style: TypeStyle, bullet: bool) -> Flow:
        """A paragraph of one look: every word is shaped once and kept, with and without the space behind it."""
        words = self._words.setdefault(style, {})
        pieces: list[Piece] = []
        chunks = chunks_of(text)
        for at, chunk in enumerate(chunks):
            if chunk[0] == " " or is_space(chunk):
                continue
            spaced = at + 1 < len(chunks) and is_space(chunks[at + 1])
            piece = words.get((chunk, spaced))
            if piece is None:
                piece = self._piece(chunk, [Span(chunk)] * len(chunk), [0] * len(chunk), style)
                piece = words[chunk, spaced] = self._spaced(piece, style, 0) if spaced else piece
            pieces.append(piece)
        first = pieces[0].runs[0].font if pieces else None
        whole = all(len(piece.runs) == 1 and piece.runs[0].font is first for piece in pieces)
        return Flow(tuple(pieces), 0, bullet, plain=whole and first is not None)

    def _spaced(self, piece: Piece, style: TypeStyle, level: int) -> Piece:
        width = self.book.font(style.family, style.weight, style.italic).width(" ")
        return Piece(piece.runs, piece.width, width, level)

    def _piece(self, chunk: str, spans: list[Span], levels: list[int], style: TypeStyle) -> Piece:
        runs: list[Run] = []
        start = 0
        fonts = [self._font(character, span, style) for character, span in zip(chunk, spans, strict=True)]
        for at, character in enumerate(chunk):
            if at and _joins(character):
                fonts[at] = fonts[at - 1]  # a mark belongs to the letter it stands on
        looks = [
            (span, level, font, span.caps and character.upper() != character)  # in small caps, capitals stay large
            for character, span, level, font in zip(chunk, spans, levels, fonts, strict=True)
        ]
        for at in range(1, len(chunk) + 1):
            if at < len(chunk) and looks[at] == looks[start]:
                continue
            runs.append(self._run(chunk[start:at], spans[start], levels[start], fonts[start], style))
            start = at
        return Piece(tuple(runs), sum(run.width for run in runs))

    def _run(self, text: str, span: Span, level: int, font: Font | None, style: TypeStyle) -> Run:
        colour = span.colour or style.colour
        if span.icon:
            return Run(text, level, ICON_WIDTH * len(text), colour, icon=span.icon)
        scale = SMALL_CAPS if span.caps and text.upper() != text else 1.0
        shown = text.upper() if span.caps else text
        font = font or self.book.font(style.family, style.weight, style.italic)
        glyphs = font.shape(shown, rtl=level % 2 == 1)
        width = sum(glyph.advance for glyph in glyphs) * scale
        return Run(shown, level, width, colour, font, glyphs, scale)

    def _font(self, character: str, span: Span, style: TypeStyle) -> Font | None:
        if character == ICON and span.icon:
            return None
        weight = "bold" if span.bold else style.weight
        italic = style.italic != span.italic
        key = (style.family, weight, italic, character)
        if key not in self._fonts:
            self._fonts[key] = self.book.font_with(character, style.family, weight, italic)
        if self._fonts[key] is None and not _invisible(character):
            self.missing.add(character)
        return self._fonts[key]


def _marked(span: Span) -> bool:
    return span.bold or span.italic or span.caps or bool(span.colour) or bool(span.icon)


def _joins(character: str) -> bool:
    """Combining marks, joiners and variation selectors."""
    return unicodedata.category(character) in ("Mn", "Mc", "Me") or character in "\u200c\u200d\ufe0e\ufe0f"


def _invisible(character: str) -> bool:
    return unicodedata.category(character) in ("Cf", "Zl", "Zp") or character in "\ufe0e\ufe0f"
