"""Find the known word closest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

# Below this similarity a suggestion misleads more than it helps (tried on the ids of the packs).
LIKENESS = 0.72
MOST_WORDS = 5_000  # comparing with more would take longer than the rest of the command


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word most similar to this one, or an empty string."""
    words = sorted(known)[:MOST_WORDS]
    folded = {known_word.casefold(): known_word for known_word in reversed(words)}
    found = get_close_matches(word.casefold()[:200], folded, n=1, cutoff=LIKENESS)
    return folded[found[0]] if found else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the most similar known word, or an empty string."""
    found = nearest(word, known)
    return f"did you mean `{found}`?" if found else ""
