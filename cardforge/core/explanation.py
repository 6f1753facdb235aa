"""The text that `cardforge explain` prints about a code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Explanation:
    """What a code means, why it matters, and an example."""

    title: str
    why: str
    wrong: str = ""
    right: str = ""
