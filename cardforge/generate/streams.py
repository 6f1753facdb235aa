"""Turn a seed into random numbers that never change, on any machine or in any language.

Takes the game, the kind, the recipe's version and the seed's text; returns a stream of numbers for every path, such as
`cards/3/effect`. Each path has its own stream, so that adding a value never changes another. docs/seeds.md specifies
this exactly enough to reimplement it, with test vectors.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from typing import NamedTuple

from cardforge.core.errors import UsageError

BLOCK = 64  # bytes, the largest BLAKE2b digest
MAX_SEED = 200  # characters
# Unicode's White_Space, and unprintable characters: fixed, because Python's own tables change between versions.
_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_LETTERS = "bcdfghjkmnpqrstvwxyz"  # a random seed is easy to say and type: no vowels, so no words; no l
_DRAWN = 8


class Origin(NamedTuple):
    """Everything that the cards of a seed depend on."""

    game: str
    kind: str
    version: int
    seed: str  # as returned by `seed_text`

    @property
    def key(self) -> bytes:
        """The key from which the streams of all paths are derived."""
        text = f"{self.game}\n{self.kind}\n{self.version}\n{self.seed}"
        return hashlib.blake2b(text.encode("utf-8"), digest_size=32).digest()


class Streams:
    """The random numbers of one seed: a stream of 32-bit words for every path."""

    def __init__(self, origin: Origin) -> None:
        self._keyed = hashlib.blake2b(key=origin.key, digest_size=BLOCK)
        self._path, self._number, self._block, self._at = "", 0, b"", BLOCK

    def begin(self, path: str) -> int:
        """Start the stream of a path; return its first word, a number below 2**32."""
        self._path, self._number, self._at = path, 0, 4
        self._block = self._hashed()
        return int.from_bytes(self._block[:4], "big")

    def further(self) -> int:
        """Return the next word of the stream started last."""
        if self._at == BLOCK:
            self._number, self._at = self._number + 1, 0
            self._block = self._hashed()
        self._at += 4
        return int.from_bytes(self._block[self._at - 4 : self._at], "big")

    def _hashed(self) -> bytes:
        keyed = self._keyed.copy()  # faster than hashing the key again
        keyed.update(f"{self._number}\n{self._path}".encode())
        return keyed.digest()


def seed_text(typed: str) -> str:
    """Normalise a seed: NFC, single spaces, none at the ends."""
    text = _SPACE.sub(" ", unicodedata.normalize("NFC", typed)).strip(" ")
    if not text:
        raise UsageError("the seed is empty", "give any word or number, or omit --seed for a random one")
    if len(text) > MAX_SEED:
        raise UsageError(f"the seed has {len(text):,} characters; the limit is {MAX_SEED}", "shorten it")
    if _UNPRINTABLE.search(text):
        raise UsageError("the seed contains an unprintable character", "remove it")
    return text


def drawn_seed() -> str:
    """Return a random seed. This is the only unseeded randomness in cardforge, so the seed is shown and stored."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_DRAWN))
