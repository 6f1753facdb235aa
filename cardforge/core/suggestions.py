"""Find the known word that somebody probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

# Below this likeness a suggestion misleads more than it helps (tried on the ids of the packs).
LIKENESS = 0.72
MOST_WORDS = 5_000  # comparing with more would take longer than the rest of the command


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like this one, or nothing."""
    words = sorted(known)[:MOST_WORDS]
    folded = {known_word.casefold(): known_word for known_word in reversed(words)}
    found = get_close_matches(word.casefold()[:200], folded, n=1, cutoff=LIKENESS)
    return folded[found[0]] if found else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, or nothing."""
    found = nearest(word, known)
    return f"did you mean `{found}`?" if found else ""
