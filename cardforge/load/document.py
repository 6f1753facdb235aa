"""Build a document from a file: plain data with YAML 1.2 meaning, inside the limits.

Takes a Source; gives a Document or the one problem that stopped it.
Built from events, not from nodes: a bomb is refused while it is read, and depth costs no recursion.
Positions are not kept: `Document.locate` reads the file again when a problem needs one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from cardforge.core.problems import Location, Pointer, Problem
from cardforge.load.events import ParserEvent, events_of, refusal_of
from cardforge.load.limits import MAX_DEPTH, MAX_INTEGER, MAX_TEXT, MAX_VALUES
from cardforge.load.positions import Positions, positions_of
from cardforge.load.refusal import Refusal
from cardforge.load.source import Source, problem_at


@dataclass(frozen=True)
class Document:
    """The data of one file. It is read by every stage and changed by none."""

    source: Source
    data: dict[str, Any]

    @property
    def path(self) -> str:
        return self.source.path

    @cached_property
    def _positions(self) -> Positions:
        return positions_of(events_of(self.source))

    def locate(self, pointer: Pointer, key: bool = False) -> Location:
        """Where a value stands, or its key; of what is not there, the nearest thing around it."""
        line, column = self._positions.place(pointer, key)
        return Location(self.path, line, column)


def load_document(source: Source) -> Document | Problem:
    """Read one file's text as YAML or JSON."""
    try:
        data = _read(source)
    except Refusal as refusal:
        # At the end of a file libyaml counts one line more than there is.
        line = min(refusal.line, len(source.lines))
        column = min(refusal.column, len(source.lines[line - 1]) + 1)
        return problem_at(source.path, refusal.code, refusal.message, refusal.hint, line, column)
    if not isinstance(data, dict):
        seen = "empty" if data is None else "a list" if isinstance(data, list) else "a single value"
        return problem_at(
            source.path,
            "CF006",
            f"this file is {seen}, a mapping of keys and values is needed",
            "start it with `kind:` and `system:`",
            1,
            1,
        )
    return Document(source, data)


def _read(source: Source) -> Any:
    try:
        return _build(events_of(source))
    except yaml.YAMLError as error:
        raise refusal_of(error, source.text) from None


_STARTS = frozenset("-+.0123456789nNtTfF~")
_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
# Double quotes can hold what no text needs and no printer shows.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@lru_cache(maxsize=4096)
def _plain(text: str) -> Any:
    """What an unquoted word means in YAML 1.2 (its core schema)."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
            raise Refusal(
                "CF005",
                f"the number {text[:24]} is too large",
                f"at most {MAX_INTEGER:,}; put it in quotes if it is a text",
            )
        return int(text)
    if _OTHER_BASE.fullmatch(text):
        if len(text) > 16:
            raise Refusal(
                "CF005",
                f"the number {text[:24]} is too large",
                f"at most {MAX_INTEGER:,}; put it in quotes if it is a text",
            )
        return int(text, 0)
    if _NOT_FINITE.fullmatch(text):
        raise Refusal("CF005", f"{text} is not a number that can be printed", "put a number, or put the word in quotes")
    if len(text) < 400 and _FLOAT.fullmatch(text):
        number = float(text)
        if not math.isfinite(number):
            raise Refusal(
                "CF005",
                f"the number {text[:24]} is too large",
                "put a smaller number, or put it in quotes if it is a text",
            )
        # A whole number is one however it is written: JSON Schema says so, and rules count with it.
        return int(number) if number.is_integer() and abs(number) <= MAX_INTEGER else number
    return text


def _tag_message(tag: str) -> str:
    return f"the tag {tag.replace('tag:yaml.org,2002:', '!!')[:60]} is not used here"


def _build(events: Iterator[ParserEvent]) -> Any:  # noqa: C901, PLR0912, PLR0915 - one loop over events is clearer than a class of states
    result: Any = None
    documents = 0
    values = 0  # counted with aliases written out
    open_items: list[tuple[Any, str | None, str | None, int]] = []  # container, its pending key, anchor, values before
    container: Any = None
    key: str | None = None
    anchors: dict[str, tuple[Any, int]] = {}  # value and how many values it holds
    event: ParserEvent = None
    try:
        for event in events:
            kind = type(event)
            if kind is ScalarEvent:
                value = event.value
                if event.tag is not None:
                    raise Refusal("CF004", _tag_message(event.tag), "take it out, or put the text in quotes")
                if len(value) > MAX_TEXT:
                    raise Refusal(
                        "CF005", f"this text has {len(value):,} characters, at most {MAX_TEXT:,} are read", "shorten it"
                    )
                if event.style == '"' and _UNPRINTABLE.search(value):
                    raise Refusal("CF004", "this text holds a character that cannot be printed", "take the escape out")
                if key is None and type(container) is dict:
                    if event.anchor:
                        anchors[event.anchor] = (value, 1)
                    if value == "<<" and event.implicit[0]:
                        raise Refusal("CF004", "merge keys (`<<`) are not part of YAML 1.2", "write the keys out")
                    if value in container:
                        raise Refusal(
                            "CF007", f"the key `{value[:60]}` stands twice in this mapping", "keep one of the two"
                        )
                    key = value
                    continue
                if event.implicit[0] and (not value or value[0] in _STARTS):
                    value = _plain(value) if len(value) < 40 else _plain.__wrapped__(value)  # keeps the cache small
                values += 1
                if event.anchor:
                    anchors[event.anchor] = (value, 1)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                value = container
                container, key, anchor, before = open_items.pop()
                if anchor:
                    anchors[anchor] = (value, values - before)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                if event.tag is not None:
                    raise Refusal("CF004", _tag_message(event.tag), "take it out")
                if key is None and type(container) is dict:
                    raise Refusal("CF004", "a key must be a word, not a list or a mapping", "put the text in quotes")
                if len(open_items) >= MAX_DEPTH:
                    raise Refusal(
                        "CF005",
                        f"lists and mappings lie more than {MAX_DEPTH} deep inside each other",
                        "cards are lists of small mappings; deeper nesting is not needed",
                    )
                open_items.append((container, key, event.anchor, values))
                values += 1
                container, key = ({} if kind is MappingStartEvent else []), None
                continue
            elif kind is AliasEvent:
                if event.anchor not in anchors:
                    raise Refusal(
                        "CF004",
                        f"the alias *{event.anchor} has no anchor that is complete above it",
                        "write the value out",
                    )
                value, size = anchors[event.anchor]
                if key is None and type(container) is dict:
                    raise Refusal("CF004", "an alias cannot be a key", "write the key out")
                values += size
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise Refusal(
                        "CF008",
                        "there is a second document in this file (`---`)",
                        "put each pack into a file of its own",
                    )
                continue
            else:
                continue
            if values > MAX_VALUES:
                raise Refusal(
                    "CF005",
                    f"this file unfolds to more than {MAX_VALUES:,} values",
                    "use fewer aliases (*), or split the file",
                )
            if container is None:
                result = value
            elif key is not None:
                container[key] = value
                key = None
            else:
                container.append(value)
    except Refusal as refusal:
        if not refusal.line:
            mark = event.start_mark if event else None
            refusal.line, refusal.column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise
    return result
