"""What single characters do in a text, by their Unicode category."""

from __future__ import annotations

import unicodedata


def joins(character: str) -> bool:
    """Whether it belongs to the one before: combining marks, joiners and variation selectors."""
    return unicodedata.category(character) in ("Mn", "Mc", "Me") or character in "\u200c\u200d\ufe0e\ufe0f"


def is_invisible(character: str) -> bool:
    """Whether nothing is missing where it is not drawn; the signs of Arabic numbers are drawn."""
    is_mark = unicodedata.category(character) == "Cf" and unicodedata.bidirectional(character) != "AN"
    return is_mark or character in "\ufe0e\ufe0f"
