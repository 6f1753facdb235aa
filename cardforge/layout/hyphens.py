"""Where a word may be parted by a hyphen: at its soft hyphens, or as the language of its style has it (pyphen)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

SOFT_HYPHEN = "\u00ad"
_WORD = re.compile(r"^(\W*)(\w{5,})(\W*)$")  # what may be hyphenated: one word, with what stands around it
_LONGEST = 200  # letters; the longest words of laws and chemists are shorter


def knows(language: str) -> bool:
    """Whether there is a dictionary for a language such as `en` or `de_CH`."""
    import pyphen  # few styles are hyphenated

    return bool(pyphen.language_fallback(language))


def parts_of(word: str, language: str) -> list[tuple[str, str]]:
    """A word in two, at every place where that is allowed, the shortest first part first.

    Whoever writes soft hyphens into a word knows better than a dictionary.
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
