"""Resolve text direction: the embedding level of every character, and the visual order of runs.

Uses python-bidi's Unicode bidirectional algorithm (UAX 9) for the levels only, because cardforge breaks the lines.
python-bidi predates isolates and paired brackets, so those two rules are implemented here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

_RTL = re.compile(
    "[\u200f\u202b\u202e\u2067\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_EMOJI = re.compile("[\U0001f000-\U0001faff]")
_BRACKETS = "()[]{}⁅⁆⟦⟧⟨⟩⟪⟫〈〉《》「」『』【】〔〕〖〗（）［］｛｝"
_CLOSING = dict(zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True))
_ISOLATES = "\u2066\u2067\u2068"  # left to right, right to left, and by the first strong letter inside
_END = "\u2069"
_DEEPEST = 60  # nested isolates; UAX 9 has a similar limit
_MOST_OPEN = 63  # nested brackets, by UAX 9
_OBJECT = "\ufffc"  # has no direction


def levels_of(text: str) -> tuple[list[int], int]:
    """The level of each character, and that of the paragraph; odd levels are right-to-left."""
    if not _RTL.search(text):
        return [0] * len(text), 0
    text = "".join(map(_of_known_direction, text))
    base = _base(text)
    return _levels(text, base), base


def _base(text: str) -> int:
    """The level of a paragraph, set by its first strong letter outside isolates."""
    from bidi import algorithm

    return int(algorithm.get_base_level("".join(text[start:end] for start, end in _outside(text))))


def _levels(text: str, base: int, depth: int = 0) -> list[int]:
    """The level of each character, given the paragraph's level. The text around an isolate ignores its direction."""
    levels: list[int] = []
    outside = list(_outside(text)) if depth < _DEEPEST else [(0, len(text))]
    around = iter(_without_isolates("".join(text[start:end] for start, end in outside), base))
    at = 0
    for start, end in outside:
        if start > at:
            inside = text[at:start]
            own = _base(inside) if text[at - 1] == _ISOLATES[2] else _ISOLATES.index(text[at - 1])
            above = 0 if own > base else 2  # so that its level is above the one around it
            levels += [level + above for level in _levels(inside, own, depth + 1)]
        levels += [next(around) for _ in range(start, end)]
        at = end
    return levels


def _outside(text: str) -> Iterator[tuple[int, int]]:
    """The ranges of a text outside isolates; the isolate marks themselves are outside."""
    start = depth = 0
    for at, character in enumerate(text):
        if character in _ISOLATES:
            depth += 1
            if depth == 1:
                yield start, at + 1
        elif character == _END and depth:
            depth -= 1
            if not depth:
                start = at
    yield (start, len(text)) if not depth else (len(text), len(text))


def _without_isolates(text: str, base: int) -> list[int]:
    from bidi import algorithm

    text = re.sub(f"[{_ISOLATES}{_END}]", _OBJECT, text)
    storage = algorithm.get_empty_storage()
    storage["base_level"] = base
    storage["base_dir"] = ("L", "R")[base]
    algorithm.get_embedding_levels(text, storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    for run in storage["runs"]:
        _resolve_brackets(storage["chars"][run["start"] : run["start"] + run["length"]], run["sor"])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    # The algorithm removes joiners and explicit marks; they get the level of the preceding character.
    kept = iter(storage["chars"])
    levels: list[int] = []
    upcoming = next(kept, None)
    for character in text:
        if upcoming is not None and upcoming["ch"] == character:
            levels.append(int(upcoming["level"]))
            upcoming = next(kept, None)
        else:
            levels.append(levels[-1] if levels else base)
    return levels


def _of_known_direction(character: str) -> str:
    """The character, or one with the default direction of its range if this Python's tables lack it (UAX 9)."""
    if unicodedata.bidirectional(character):
        return character
    return "\u05d0" if _RTL.match(character) else _OBJECT if _EMOJI.match(character) else "a"


def _resolve_brackets(characters: list[dict[str, Any]], before: str) -> None:
    """Give both brackets of a pair one direction (N0): the text's, unless the text inside and before has the other."""
    own = "LR"[characters[0]["level"] % 2]
    other = "RL"[characters[0]["level"] % 2]
    for start, end in sorted(_pairs(characters)):
        inside = {_strong(each["type"]) for each in characters[start + 1 : end]}
        if own in inside:
            found = own
        elif other in inside:
            back = (_strong(characters[at]["type"]) for at in range(start - 1, -1, -1))
            found = other if next(filter(None, back), before) == other else own
        else:
            continue
        characters[start]["type"] = characters[end]["type"] = found


def _strong(kind: str) -> str:
    """The strong direction of a character type, if any; for brackets, numbers count as right-to-left."""
    return "R" if kind in ("R", "EN", "AN") else "L" if kind == "L" else ""


def _pairs(characters: list[dict[str, Any]]) -> Iterator[tuple[int, int]]:
    opened: list[tuple[str, int]] = []  # closing bracket and position of each open one
    for at, each in enumerate(characters):
        if each["type"] != "ON":
            continue  # an override gave it a direction
        if each["ch"] in _CLOSING:
            if len(opened) == _MOST_OPEN:
                return
            opened.append((_CLOSING[each["ch"]], at))
        else:
            matching = [place for place, (closing, _) in enumerate(opened) if closing == each["ch"]]
            if matching:
                yield opened[matching[-1]][1], at
                del opened[matching[-1] :]


_Run = TypeVar("_Run")


def drawn_order(runs: Sequence[_Run], levels: Sequence[int]) -> list[_Run]:
    """The runs of one line in visual order, left to right (rule L2)."""
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
