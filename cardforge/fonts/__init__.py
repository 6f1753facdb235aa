"""Fonts: found in installed packages and in a project's `templates/fonts/`, made TrueType, shaped with and cut down."""

from cardforge.fonts.book import FontBook
from cardforge.fonts.font import Font
from cardforge.fonts.truetype import FontError, as_truetype
from cardforge.fonts.word_batch import BETWEEN, Batch, Glyph, Kept

__all__ = ["BETWEEN", "Batch", "Font", "FontBook", "FontError", "Glyph", "Kept", "as_truetype"]
