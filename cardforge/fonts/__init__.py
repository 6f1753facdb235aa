"""Fonts: found in installed packages and in a project's `templates/fonts/`, made TrueType, shaped with and cut down."""

from cardforge.fonts.batch import Batch, Glyph, read_sign
from cardforge.fonts.book import FontBook
from cardforge.fonts.font import Font
from cardforge.fonts.truetype import FontError, as_truetype

__all__ = ["Batch", "Font", "FontBook", "FontError", "Glyph", "as_truetype", "read_sign"]
