"""How single characters behave in a text, by their Unicode category."""

from __future__ import annotations

import unicodedata


def joins(character: str) -> bool:
    """Whether it attaches to the character before: combining marks, joiners and variation selectors."""
    return unicodedata.category(character) in ("Mn", "Mc", "Me") or character in "\u200c\u200d\ufe0e\ufe0f"


def is_invisible(character: str) -> bool:
    """Whether a font may lack it because nothing is drawn for it; Arabic number signs are drawn."""
    is_mark = unicodedata.category(character) == "Cf" and unicodedata.bidirectional(character) != "AN"
    return is_mark or character in "\ufe0e\ufe0f"
