"""Read rule texts of nebula against the phrases and shapes of nebula_phrases.yaml.

Takes the text of a card; gives the part that no phrase says, or nothing where every sentence is known. Written cards and
generated ones are held to the same file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

BOOK: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
_WORD = r"[A-Z0-9][\w'’-]*"
_NAME = rf"(?:[Tt]he |an? )?{_WORD}(?: (?:of|the|and|to|in|for|by|on|at|a|an|with|{_WORD}))*"
_PARTS = re.compile(r"\{([^}]+)\}")
_OPTION = re.compile(r"\[([^][]*)\]")
_FREE = {"name": _NAME, "item": _NAME, "class": r"[a-z]+", "n": r"\d", "+n": r"[+-]\d"}


def _pattern(phrase: str) -> str:
    """The regular expression of a phrase, its slots filled with all that they may hold."""
    return "|".join(_PARTS.sub(lambda part: _slot(part[1]), each) for each in _with_options(phrase))


def _with_options(phrase: str) -> Iterator[str]:
    """A phrase with and without each of its parts in brackets."""
    option = _OPTION.search(phrase)
    if not option:
        yield phrase
        return
    for words in (option[1], ""):
        yield from _with_options(phrase[: option.start()] + words + phrase[option.end() :])


def _slot(name: str) -> str:
    if name in _FREE:
        return _FREE[name]
    if name.startswith("n "):
        many = re.escape(name[2:])
        return rf"(?:1 {many.removesuffix('s')}|[02-9] {many})"
    return "(?:" + "|".join(_pattern(value) for value in BOOK["slots"][name]) + ")"


_LISTS = {"cost": "costs", "effect": "effects", "lasting": "lasting", "condition": "conditions", "event": "events"}
_PHRASES = {hole: [re.compile(_pattern(phrase)) for phrase in BOOK[key]] for hole, key in _LISTS.items()}


@cache
def _is(hole: str, text: str) -> bool:
    """Whether a text is one phrase of a list, or several put together."""
    if hole == "do":
        return _one(text) or any(_one(one) and _is("do", other) for one, other in _joined(text))
    if hole == "pay":
        return _is("cost", text) or any(_is("cost", one) and _is("pay", other) for one, other in _joined(text))
    if hole in _PHRASES:
        return any(pattern.fullmatch(text) for pattern in _PHRASES[hole])
    return bool(re.fullmatch(_slot(hole), text))


def _one(text: str) -> bool:
    return _is("effect", text) or _is("cost", text) or any(fits(shape, text) for shape in BOOK["others"])


def _joined(text: str) -> Iterator[tuple[str, str]]:
    for joint in re.finditer(r" and | or |, then |, ", text):
        yield text[: joint.start()], text[joint.end() :]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def fits(shape: str, text: str) -> bool:
    """Whether a text is a shape, each of its holes filled with a phrase of the right list."""
    before, brace, rest = shape.partition("{")
    if not brace:
        return text == shape
    if not text.startswith(before):
        return False
    hole, _, after = rest.partition("}")
    text = text[len(before) :]
    literal = after.partition("{")[0]
    ends = [found.start() for found in re.finditer(re.escape(literal), text)] if literal else [len(text)]
    for end in ends:
        filled = text[:end]
        words = {filled} if before else {filled, _small(filled)}
        if any(_is(hole, each) for each in words) and fits(after, text[end:]):
            return True
    return False


_SHAPES = {
    key: [each for shape in BOOK[key] for each in _with_options(shape)] for key in ("shapes", "triggers", "setup")
}


def unread(text: str, shapes: str = "shapes") -> str:
    """The end of a text from the first sentence that no shape fits; empty where all of it is read."""
    text = " ".join(text.split())
    return min(_rests(text, shapes), key=len)


def _rests(text: str, shapes: str) -> Iterator[str]:
    yield text
    ends = [found.end() for found in re.finditer(r"\.(?= |$)", text)] if shapes != "triggers" else [len(text)]
    for end in reversed(ends):
        if any(fits(shape, text[:end]) for shape in _SHAPES[shapes]):
            yield from _rests(text[end:].lstrip(), shapes) if text[end:].strip() else [""]


def rule_texts(pack: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The rule texts of a pack: the id of the card, which shapes it is made of, and the text."""
    for card in pack["cards"]:
        if "effect" in card:
            yield card["id"], "shapes", card["effect"]
        if "ability" in card:
            yield card["id"], "triggers", card["ability"]["trigger"]
            yield card["id"], "shapes", card["ability"]["effect"]
        if "progress" in card:
            yield card["id"], "shapes", card["progress"]["then"]
