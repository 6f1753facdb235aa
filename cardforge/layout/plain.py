"""Describe any card in words, whatever its schema, for a game that has no faces yet.

Takes a card's data; returns texts for the built-in template `templates/plain.yaml`. Short values become facts, long
ones become text; ids and references to other files stay in the footer. What does not fit is arranged again by
`plain_pages`, in one of the arrangements here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cardforge.layout.direction import levels_of
from cardforge.layout.markup import literal, paragraphs_of
from cardforge.load.document import Fields

_ENDS = (".", "!", "?", "…", "।", "。", "！", "？", "؟")  # of a sentence
_LONG = 34  # characters; a longer value is text and not a fact
_PARAGRAPHS = re.compile(r"\n\s*\n")
_KNOWN = ("id", "name", "title", "group", "art", "flavor", "copies")
ONE, TWO, DENSE = "one-column", "two-columns", "dense"  # arrangements, in the order in which they are tried
_LINE = 38  # characters on a line of a poker card
_MOST_LINES = 17  # of them that fit without shrinking


class Entry(NamedTuple):
    """A fact with its label, or a paragraph of text, as the author wrote it."""

    text: str
    label: str = ""
    is_quote: bool = False
    is_item: bool = False

    @property
    def marked(self) -> str:
        """The entry as the face shows it."""
        if self.label:
            return f"[{literal(self.label)}]{{soft}}\u00a0**{literal(self.text)}**"
        if self.is_item:
            return "- " + literal(self.text).replace("\n", "\n  ")
        return f"*{literal(self.text)}*" if self.is_quote else literal(self.text)


def called(card: Fields) -> str:
    """The display name of a card: its name, in some games its title, else its id."""
    return str(card.get("name") or card.get("title") or card.get("id") or "Unnamed")


def kind_line(card: Fields, kind: str) -> str:
    """The kind of a card and its group."""
    group = str(card.get("group", ""))
    return _label(kind) + (f" · {_label(group)}" if group else "")


def entries_of(card: Fields) -> list[Entry]:
    """Everything about a card but its name: first the facts, then the texts."""
    found: list[Entry] = []
    for key, value in card.items():
        if key not in _KNOWN:
            found += _entries(key, value)
    if card.get("flavor"):
        quotes = _PARAGRAPHS.split(str(card["flavor"]))
        found += [Entry(each.strip(), is_quote=True) for each in quotes if each.strip()]
    return [*(each for each in found if each.label), *(each for each in found if not each.label)]


def plain_words(card: Fields, kind: str, footer: str) -> dict[str, str]:
    """The texts that the plain face shows."""
    entries = entries_of(card)
    facts = [each.marked for each in entries if each.label]
    return {
        "name": literal(called(card)),
        "kind": literal(kind_line(card, kind)),
        "facts": " · ".join(facts),
        "words": "\n\n".join([each.marked for each in entries if not each.label]),
        "order": "facts-first" if facts else "words-only",  # for faces that began as a copy of an older plain face
        "footer": literal(footer),
        **arranged(entries, ONE if sum(map(_lines, entries)) <= _MOST_LINES else TWO),
    }


def arranged(entries: Sequence[Entry], arrangement: str) -> dict[str, str]:
    """The texts of the body of a plain face."""
    left, right = entries, entries[:0]
    if arrangement == TWO:
        half, lines, split = sum(map(_lines, entries)) / 2, 0, 0
        while split < len(entries) and (not split or lines + _lines(entries[split]) / 2 <= half):
            lines += _lines(entries[split])
            split += 1
        left, right = entries[:split], entries[split:]
        if _is_right_to_left(entries):  # the first column is the right one
            left, right = right, left
    body = _dense(left) if arrangement == DENSE else _spacious(left)
    return {"arrangement": arrangement, "body": body, "right": _spacious(right)}


def _is_right_to_left(entries: Iterable[Entry]) -> bool:
    text = next((whole for each in entries if not (whole := each.label + each.text).isascii()), "")
    return bool(text) and levels_of(text)[1] % 2 == 1


def _spacious(entries: Iterable[Entry]) -> str:
    """A line for every fact, a gap before every text."""
    made, was_fact = "", True
    for entry in entries:
        made += ("\n" if was_fact and entry.label else "\n\n") * bool(made) + entry.marked
        was_fact = bool(entry.label)
    return made


def _dense(entries: Sequence[Entry]) -> str:
    """All facts in one paragraph, every text on a new line."""
    facts = " · ".join([each.marked for each in entries if each.label])
    return "\n".join(filter(None, [facts, *(each.marked for each in entries if not each.label)]))


def _lines(entry: Entry) -> int:
    """About how many lines an entry takes."""
    return 1 + (len(entry.label) + len(entry.text)) // _LINE


def _entries(key: str, value: Any) -> list[Entry]:
    if isinstance(value, Mapping):
        return [entry for inner, each in value.items() for entry in _entries(str(inner), each)]
    if isinstance(value, list):
        if all(not isinstance(each, (Mapping, list)) for each in value):
            return _entries(key, ", ".join(str(each) for each in value))
        return [Entry(_row(each), is_item=True) for each in value]
    if isinstance(value, str) and (len(value) > _LONG or "\n" in value or value.rstrip().endswith(_ENDS)):
        return [Entry(value)]
    if value is None:
        return []
    return [Entry({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value), _label(key))]


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
