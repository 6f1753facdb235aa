"""Find, shape and subset fonts, from installed packages and from a project's `templates/fonts/`."""

from cardforge.fonts.book import FontBook
from cardforge.fonts.font import Font
from cardforge.fonts.truetype import FontError, as_truetype
from cardforge.fonts.word_batch import Glyph, Kept, ShapedWord, Token

__all__ = ["Font", "FontBook", "FontError", "Glyph", "Kept", "ShapedWord", "Token", "as_truetype"]
