"""Shape texts into pieces: unbreakable words with their widths.

Words are cached by style: a word that appears on a thousand cards is shaped once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from cardforge.fonts import Font, FontBook
from cardforge.layout.breaks import chunks_of, has_hyphens, is_plain, is_space, parts_of_plain
from cardforge.layout.characters import is_invisible, joins
from cardforge.layout.direction import levels_of
from cardforge.layout.hyphens import SOFT_HYPHEN, parts_of
from cardforge.layout.markup import Paragraph, Span, is_marked, paragraphs_of
from cardforge.layout.rows import Row
from cardforge.layout.runs import Flow, Lettering, Parting, Run, TextPiece, TypeStyle, Word

SMALL_CAPS = 0.78  # of the type size; makes capitals about as high as lowercase letters
ICON_WIDTH = 1050.0  # thousandths of the size: a little wider than high, for space on both sides


_ASCII = frozenset(range(0x20, 0x7F))
_MOST_KEPT = 20_000  # words of a style


@dataclass(slots=True)
class _Words:
    """Cached words of one style, without and with a space after them."""

    style: TypeStyle
    font: Font
    lettering: Lettering
    space: float
    is_simple: bool  # whether words can be shaped in a batch
    bare: dict[str, TextPiece] = field(default_factory=dict)
    spaced: dict[str, TextPiece] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return len(self.bare) + len(self.spaced)


@dataclass
class Shaper:
    """Shapes texts with the fonts of a project, and records missing characters."""

    book: FontBook
    lacking: dict[TextPiece, set[str]] = field(default_factory=dict)
    foreign: set[TextPiece] = field(default_factory=set)  # words that need a fallback font
    _fonts: dict[tuple[str, str, bool, str], Font | None] = field(default_factory=dict)
    _words: dict[TypeStyle, _Words] = field(default_factory=dict)

    def flows(
        self, text: str, style: TypeStyle, prepare: Callable[[Paragraph], Paragraph] = lambda paragraph: paragraph
    ) -> list[Flow]:
        """Shape a text with its markup; `prepare` can change each paragraph first."""
        if not is_marked(text) and is_plain(text):
            return [self._plain(text, style)] if text else []
        return [self.flow(prepare(paragraph), style) for paragraph in paragraphs_of(text)]

    def plain(self, text: str, style: TypeStyle) -> Row:
        """The words of a text that is one unstyled paragraph, as most are; empty for any other text."""
        if is_marked(text):
            return ()
        kept = self._kept(style)
        words = text.split()
        if words and (text.isascii() or " ".join(words) == text):  # other spaces may be no-break spaces
            with suppress(KeyError):  # cached words need no checks
                return self._own((*map(kept.spaced.__getitem__, words[:-1]), kept.bare[words[-1]]))
        return self._own(self._plain(text, style).pieces) if text and is_plain(text) else ()

    def _own(self, pieces: Row) -> Row:
        """The pieces, or none if one needs a fallback font or lacks a character."""
        if (self.foreign and not self.foreign.isdisjoint(pieces)) or (
            self.lacking and not self.lacking.keys().isdisjoint(pieces)
        ):
            return ()
        return pieces

    def missing(self, flows: Iterable[Flow]) -> set[str]:
        """The characters of flows that no font has."""
        if not self.lacking:
            return set()
        return {
            each for flow in flows for piece in flow.pieces if piece in self.lacking for each in self.lacking[piece]
        }

    def flow(self, paragraph: Paragraph, style: TypeStyle) -> Flow:
        """Shape a paragraph."""
        if paragraph.role == "divider":
            return Flow((), 0, paragraph.role)
        text = paragraph.text
        if len(paragraph.spans) == 1 and is_plain(text) and not _marked(paragraph.spans[0]):
            return self._plain(text, style, paragraph.role, paragraph.follows)
        levels, base = levels_of(text)
        spans = [span for span in paragraph.spans for _ in span.text]
        pieces: list[TextPiece] = []
        at = 0
        chunks = chunks_of(text)
        for place, chunk in enumerate(chunks):
            end = at + len(chunk)
            if not is_space(chunk) and chunk.strip(SOFT_HYPHEN):
                piece = self._parted(chunk, spans[at:end], levels[at:end], style)
                if place + 1 < len(chunks) and is_space(chunks[place + 1]):
                    piece.space, piece.space_level = self._space(piece, style), levels[end]
                pieces.append(piece)
            at = end
        return Flow(tuple(pieces), base, paragraph.role, follows=paragraph.follows)

    def _plain(self, text: str, style: TypeStyle, role: str = "", follows: bool = False) -> Flow:
        """Shape a paragraph of one style."""
        kept = self._kept(style)
        if has_hyphens(text):
            parts = list(parts_of_plain(text))
            self._keep([word for word, spaced in parts if spaced], [word for word, spaced in parts if not spaced], kept)
            pieces = tuple([kept.spaced[word] if spaced else kept.bare[word] for word, spaced in parts])
        else:
            *words, last = text.split()
            self._keep(words, [last], kept)
            pieces = (*[kept.spaced[word] for word in words], kept.bare[last])
        plain = not self.foreign or self.foreign.isdisjoint(pieces)
        return Flow(pieces, 0, role, plain, follows)

    def _kept(self, style: TypeStyle) -> _Words:
        """The cached words of a style."""
        kept = self._words.get(style)
        if kept is None:
            font = self.book.font(style.family, style.weight, style.italic)
            is_simple = font.characters >= _ASCII and not style.language
            kept = self._words[style] = _Words(style, font, Lettering(font, style.colour), font.width(" "), is_simple)
        return kept

    def _keep(self, spaced: list[str], bare: list[str], kept: _Words) -> None:
        """Shape all words that are not cached yet in one batch."""
        if kept.count > _MOST_KEPT:
            self._words.pop(kept.style, None)  # the next caller starts with an empty cache
        spaced = [word for word in spaced if word not in kept.spaced]
        bare = [word for word in bare if word not in kept.bare]
        together = kept.font.together(list(dict.fromkeys(spaced + bare))) if kept.is_simple else []
        shaped = kept.font.shape_words(together) if together else {}
        for words, pieces, space in ((spaced, kept.spaced, kept.space), (bare, kept.bare, 0.0)):
            for word in words:
                if word in shaped:
                    pieces[word] = Word(word, shaped[word], space, kept.lettering)
                elif word in together:
                    glyphs = kept.font.shape(word)
                    width = sum([glyph.advance for glyph in glyphs])
                    run = Run(word, 0, width, kept.lettering.colour, kept.font, glyphs)
                    pieces[word] = TextPiece((run,), space)
                else:
                    pieces[word] = self._word(word, kept.style, pieces is kept.spaced)

    def _word(self, word: str, style: TypeStyle, spaced: bool) -> TextPiece:
        """Shape one word of one style, left to right."""
        piece = self._parted(word, [Span(word)] * len(word), [0] * len(word), style)
        piece.space = self._space(piece, style) if spaced else 0.0
        own = self.book.font(style.family, style.weight, style.italic)
        if any(run.font is not own for run in piece.runs):
            self.foreign.add(piece)
        return piece

    def _parted(self, word: str, spans: list[Span], levels: list[int], style: TypeStyle) -> TextPiece:
        """Shape a word that may be hyphenated, unless it is right-to-left: the hyphen would be at the wrong end."""
        piece = self._hard(word, spans, levels, style)
        parts = [] if any(levels) else parts_of(word, style.language)

        def start_of(place: int) -> TextPiece:
            start = parts[place][0]
            looks = spans[: len(start)]
            found = self._hard(f"{start}-", [*looks, looks[-1]], [0] * (len(start) + 1), style)
            found.is_parted = True
            return found

        def rest_of(place: int) -> TextPiece:
            rest = parts[place][1]
            found = self._parted(rest, spans[-len(rest) :], [0] * len(rest), style)
            found.space, found.space_level = piece.space, piece.space_level
            return found

        if parts:
            piece.parting = Parting(len(parts), start_of, rest_of)
        return piece

    def _hard(self, word: str, spans: list[Span], levels: list[int], style: TypeStyle) -> TextPiece:
        """Shape a word without its soft hyphens, so that searching the PDF finds it."""
        kept = [at for at, character in enumerate(word) if character != SOFT_HYPHEN]
        letters = "".join([word[at] for at in kept])
        return self._piece(letters, [spans[at] for at in kept], [levels[at] for at in kept], style)

    def _space(self, piece: TextPiece, style: TypeStyle) -> float:
        """The width of the space after a piece, in the font and script of its end."""
        last = piece.runs[-1]
        font = last.font or self.book.font(style.family, style.weight, style.italic)
        return font.space_after("" if last.icon else last.text, last.level % 2 == 1)

    def _piece(self, chunk: str, spans: list[Span], levels: list[int], style: TypeStyle) -> TextPiece:
        runs: list[Run] = []
        start = 0
        fonts, lacks = self._fonts_of(chunk, spans, style)
        looks = [
            (span, level, font, span.caps and character.upper() != character)  # small caps keep capitals at full size
            for character, span, level, font in zip(chunk, spans, levels, fonts, strict=True)
        ]
        for at in range(1, len(chunk) + 1):
            if at < len(chunk) and looks[at] == looks[start]:
                continue
            around = (chunk[:start], chunk[at:])
            runs.append(self._run(chunk[start:at], spans[start], levels[start], fonts[start], style, around))
            start = at
        piece = TextPiece(tuple(runs))
        if lacks:
            self.lacking[piece] = lacks
        return piece

    def _fonts_of(self, chunk: str, spans: list[Span], style: TypeStyle) -> tuple[list[Font | None], set[str]]:
        """The font of each character, and the missing characters. A mark uses the font of its base letter."""
        fonts: list[Font | None] = []
        lacks: set[str] = set()
        while len(fonts) < len(chunk):
            at = len(fonts)
            span, end = spans[at], at + 1
            while end < len(chunk) and joins(chunk[end]) and not span.icon:
                end += 1
            shown = chunk[at:end].upper() if span.caps else chunk[at:end]
            letter, *marks = [each for each in shown if not is_invisible(each)] or [shown[0]]
            found = None if span.icon else self._font("".join([letter, *marks]), span, style)
            if not found and not span.icon:
                found = self._font(letter, span, style)
                lacks.update([each for each in marks if not found or ord(each) not in found.characters])
                lacks.update([letter] if not found and not is_invisible(letter) else [])
            fonts += [found] * (end - at)
        return fonts, lacks

    def _run(
        self, text: str, span: Span, level: int, font: Font | None, style: TypeStyle, around: tuple[str, str]
    ) -> Run:
        colour = span.colour or style.colour
        if span.icon:
            return Run(text, level, ICON_WIDTH * len(text), colour, icon=span.icon)
        scale = SMALL_CAPS if span.caps and text.upper() != text else 1.0
        shown = text.upper() if span.caps else text
        font = font or self.book.font(style.family, style.weight, style.italic)
        glyphs = font.shape(shown, True, *around) if level % 2 == 1 else font.shape(shown)
        width = sum([glyph.advance for glyph in glyphs]) * scale
        return Run(shown, level, width, colour, font, glyphs, scale)

    def _font(self, letter: str, span: Span, style: TypeStyle) -> Font | None:
        weight = "bold" if span.bold else style.weight
        italic = style.italic != span.italic
        key = (style.family, weight, italic, letter)
        if key not in self._fonts:
            self._fonts[key] = self.book.font_with(letter, style.family, weight, italic)
        return self._fonts[key]


def _marked(span: Span) -> bool:
    return span.bold or span.italic or span.caps or bool(span.colour) or bool(span.icon)
