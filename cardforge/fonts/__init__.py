"""Find, shape and subset fonts, from installed packages and from a project's `templates/fonts/`."""

from cardforge.fonts.book import FontBook
from cardforge.fonts.font import Font
from cardforge.fonts.truetype import FontError, as_truetype
from cardforge.fonts.word_batch import BETWEEN, Batch, Glyph, Kept

__all__ = ["BETWEEN", "Batch", "Font", "FontBook", "FontError", "Glyph", "Kept", "as_truetype"]
