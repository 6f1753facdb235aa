"""Where a word may be parted by a hyphen, in the language a style names (pyphen's dictionaries)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any


def knows(language: str) -> bool:
    """Whether there is a dictionary for a language such as `en` or `de_CH`."""
    import pyphen  # few styles are hyphenated

    return bool(pyphen.language_fallback(language))


def parts_of(word: str, language: str) -> Iterator[tuple[str, str]]:
    """A word in two, at every place where that is allowed, the longest first part first."""
    return iter(_dictionary(language).iterate(word))


@cache
def _dictionary(language: str) -> Any:
    import pyphen

    return pyphen.Pyphen(lang=language)
