"""Describe any card in words, whatever its schema, for a game that has no faces yet.

Takes a card's data; returns texts for the built-in template `templates/plain.yaml`. Short values become facts, long
ones become text; ids and references to other files stay in the footer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardforge.layout.markup import literal, paragraphs_of
from cardforge.load.document import Fields

_ENDS = (".", "!", "?", "…", "।", "。", "！", "？", "؟")  # of a sentence
_LONG = 34  # characters; a longer value is text and not a fact
_PARAGRAPHS = re.compile(r"\n\s*\n")
_KNOWN = ("id", "name", "title", "group", "art", "flavor", "copies")


def called(card: Fields) -> str:
    """The display name of a card: its name, in some games its title, else its id."""
    return str(card.get("name") or card.get("title") or card.get("id") or "Unnamed")


def plain_words(card: Fields, kind: str, footer: str) -> dict[str, str]:
    """The fields that the plain face shows."""
    facts: list[str] = []
    words: list[str] = []
    for key, value in card.items():
        if key not in _KNOWN:
            _sort(key, value, facts, words)
    if card.get("flavor"):
        words += [f"*{literal(each.strip())}*" for each in _PARAGRAPHS.split(str(card["flavor"])) if each.strip()]
    group = str(card.get("group", ""))
    return {
        "name": literal(called(card)),
        "kind": literal(_label(kind) + (f" · {_label(group)}" if group else "")),
        "facts": " · ".join(facts),
        "words": "\n\n".join(words),
        "order": "facts-first" if facts else "words-only",
        "footer": literal(footer),
    }


def _sort(key: str, value: Any, facts: list[str], words: list[str]) -> None:
    if isinstance(value, Mapping):
        for inner, each in value.items():
            _sort(inner, each, facts, words)
    elif isinstance(value, list):
        if all(not isinstance(each, (Mapping, list)) for each in value):
            _sort(key, ", ".join(str(each) for each in value), facts, words)
        else:
            words.extend("- " + literal(_row(each)).replace("\n", "\n  ") for each in value)
    elif isinstance(value, str) and (len(value) > _LONG or "\n" in value or value.rstrip().endswith(_ENDS)):
        words.append(literal(value))
    elif value is not None:
        shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        facts.append(f"[{literal(_label(key))}]{{soft}}\u00a0**{literal(shown)}**")


def _row(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_label(str(key))} {_row(each)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(_row(each) for each in value)
    return str(value)


def _label(key: str) -> str:
    words = key.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def spoken(words: str) -> str:
    """The text of a card without markup, with icons written by name."""
    paragraphs = paragraphs_of(words)
    # As the author wrote them.
    written = "".join(("\n" if each.follows else "\n\n") + each.text for each in paragraphs).lstrip("\n")
    lines = ("".join(span.icon or span.text for span in paragraph.spans) for paragraph in paragraphs_of(written))
    return "\n".join(lines)
