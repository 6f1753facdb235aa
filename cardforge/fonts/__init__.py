"""Fonts: found in installed packages and in a project's `templates/fonts/`, made TrueType, shaped with and cut down."""

from cardforge.fonts.book import FontBook
from cardforge.fonts.font import Font, Glyph, Glyphs, PlainGlyphs
from cardforge.fonts.truetype import FontError, as_truetype

__all__ = ["Font", "FontBook", "FontError", "Glyph", "Glyphs", "PlainGlyphs", "as_truetype"]
