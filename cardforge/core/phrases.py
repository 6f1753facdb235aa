"""Phrases for messages: lists of words, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str], most: int = 12) -> str:
    """Join words for a message: `a`, `b` and `c`; a long list is cut and ends with how many more there are."""
    row = [f"`{word}`" for word in words]
    if len(row) > most:
        return ", ".join(row[:most]) + f" and {len(row) - most} more"
    return " and ".join([", ".join(row[:-1]), row[-1]] if len(row) > 1 else row)


def counted(number: int, word: str) -> str:
    """A number with its noun: 1 error, 2 errors."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
