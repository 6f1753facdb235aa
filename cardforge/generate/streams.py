"""Turn a seed into numbers: the same ones for ever, on every machine and in every language.

Takes the game, the kind, the recipe's version and the seed's text; gives a stream of numbers for every path, such as
`cards/3/effect`. A path has its own stream, so that one more value never shifts another. docs/seeds.md says all of
this exactly enough to write it again elsewhere, with numbers to compare.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from typing import NamedTuple

from cardforge.core.errors import UsageError

BLOCK = 64  # bytes, the most that BLAKE2b gives at once
MAX_SEED = 200  # characters
# Unicode's White_Space, and what no printer shows: fixed, because Python's own tables grow with its versions.
_SPACE = re.compile("[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_LETTERS = "bcdfghjkmnpqrstvwxyz"  # a drawn seed is easy to say and to type: no vowels, so no words; no l
_DRAWN = 8


class Origin(NamedTuple):
    """All that the cards of a seed depend on."""

    game: str
    kind: str
    version: int
    seed: str  # as `seed_text` gives it

    @property
    def key(self) -> bytes:
        """What the streams of all paths are derived from."""
        text = f"{self.game}\n{self.kind}\n{self.version}\n{self.seed}"
        return hashlib.blake2b(text.encode("utf-8"), digest_size=32).digest()


class Streams:
    """The numbers of one seed: a stream for every path, read one word after the other."""

    def __init__(self, origin: Origin) -> None:
        self._keyed = hashlib.blake2b(key=origin.key, digest_size=BLOCK)
        self._path, self._number, self._block, self._at = "", 0, b"", BLOCK

    def begin(self, path: str) -> int:
        """The first word of a path's stream, a number below 2**32."""
        self._path, self._number, self._at = path, 0, 4
        self._block = self._hashed()
        return int.from_bytes(self._block[:4], "big")

    def further(self) -> int:
        """The next word of the stream that was begun last."""
        if self._at == BLOCK:
            self._number, self._at = self._number + 1, 0
            self._block = self._hashed()
        self._at += 4
        return int.from_bytes(self._block[self._at - 4 : self._at], "big")

    def _hashed(self) -> bytes:
        keyed = self._keyed.copy()  # faster than to begin with the key again
        keyed.update(f"{self._number}\n{self._path}".encode())
        return keyed.digest()


def seed_text(typed: str) -> str:
    """A seed as it is used and stored: composed letters, single spaces, none around."""
    text = _SPACE.sub(" ", unicodedata.normalize("NFC", typed)).strip(" ")
    if not text:
        raise UsageError("the seed is empty", "give any word or number, or leave --seed out and one is drawn")
    if len(text) > MAX_SEED:
        raise UsageError(f"the seed has {len(text):,} characters, at most {MAX_SEED} are taken", "shorten it")
    if _UNPRINTABLE.search(text):
        raise UsageError("the seed holds a character that cannot be printed", "take it out")
    return text


def drawn_seed() -> str:
    """A seed that nobody has chosen. The only chance in cardforge that cannot be repeated, so it is shown and kept."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_DRAWN))
