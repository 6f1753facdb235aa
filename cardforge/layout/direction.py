"""Which way text runs: the embedding level of every character, and the order runs are drawn in.

The Unicode bidirectional algorithm is python-bidi's; only its levels are used, because lines are broken here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")


# python-bidi does not know isolates; they are seen as nothing, which leaves the order to the letters around them.
_ISOLATES = dict.fromkeys(range(0x2066, 0x206A), 0x200B)


def levels_of(text: str) -> tuple[list[int], int]:
    """The level of each character, and that of the paragraph; odd runs from right to left."""
    if not _RTL.search(text):
        return [0] * len(text), 0
    from bidi import algorithm

    text = text.translate(_ISOLATES)
    base = algorithm.get_base_level(text)
    storage = algorithm.get_empty_storage()
    storage["base_level"] = base
    storage["base_dir"] = ("L", "R")[base]
    algorithm.get_embedding_levels(text, storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    # Explicit marks are taken out by the algorithm; they get the level of the paragraph.
    kept = iter(storage["chars"])
    levels = []
    upcoming = next(kept, None)
    for character in text:
        if upcoming is not None and upcoming["ch"] == character:
            levels.append(int(upcoming["level"]))
            upcoming = next(kept, None)
        else:
            levels.append(base)
    return levels, base


_Run = TypeVar("_Run")


def drawn_order(runs: Sequence[_Run], levels: Sequence[int]) -> list[_Run]:
    """Runs of one line as they stand from left to right (rule L2)."""
    order = list(range(len(runs)))
    for level in range(max(levels, default=0), 0, -1):
        at = 0
        while at < len(order):
            if levels[order[at]] < level:
                at += 1
                continue
            end = at
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[at:end] = reversed(order[at:end])
            at = end
    return [runs[place] for place in order]
