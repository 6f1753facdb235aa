"""Find the hyphenation points of a word: its soft hyphens, or those of its style's language (pyphen)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

SOFT_HYPHEN = "\u00ad"
_WORD = re.compile(r"^(\W*)(\w{5,})(\W*)$")  # one word, with punctuation around it
_LONGEST = 200  # letters; longer than any real word, even in law and chemistry


def knows(language: str) -> bool:
    """Whether there is a dictionary for a language such as `en` or `de_CH`."""
    import pyphen  # few styles are hyphenated

    return bool(pyphen.language_fallback(language))


def parts_of(word: str, language: str) -> list[tuple[str, str]]:
    """Split a word in two at each hyphenation point, shortest first part first.

    Soft hyphens take precedence over the dictionary.
    """
    if len(word) > _LONGEST:
        return []
    if SOFT_HYPHEN in word:
        places = [at for at, character in enumerate(word) if character == SOFT_HYPHEN]
        parts = [(word[:at], word[at + 1 :]) for at in places]
        return [(start, end) for start, end in parts if start.strip(SOFT_HYPHEN) and end.strip(SOFT_HYPHEN)]
    found = _WORD.match(word) if language else None
    if not found:
        return []
    before, letters, behind = found.groups()
    return [(before + start, end + behind) for start, end in _dictionary(language).iterate(letters)][::-1]


@cache
def _dictionary(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=language)
