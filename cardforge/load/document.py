"""Parse a file into a document: plain data with YAML 1.2 semantics, within the limits.

Takes a Source; returns a Document, or the problem that stopped parsing.
Built from events, not nodes: a YAML bomb is refused while it is read, and deep nesting needs no recursion.
Positions are not stored: `Document.locate` parses the file again when a problem needs one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

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

from cardforge.core.limits import COMMAND_VALUES, MAX_INTEGER, NESTING, TEXT_LENGTH, VALUES
from cardforge.core.problems import Location, Pointer, Problem
from cardforge.core.read_totals import count_file
from cardforge.load.card_places import CardPlaces
from cardforge.load.events import ParserEvent, events_of, refusal_of
from cardforge.load.positions import Positions, positions_of
from cardforge.load.refusal import Refusal
from cardforge.load.source import Source, problem_at

if TYPE_CHECKING:  # few packs have a spreadsheet
    from cardforge.load.card_cells import CardCells

Fields = Mapping[str, Any]  # what an author wrote: the keys belong to the game, not to the engine


@dataclass(frozen=True)
class Document:
    """The data of one file. Every stage reads it, none changes it."""

    source: Source
    data: dict[str, Any]
    cells: CardCells | None = None  # where its cards are, if a spreadsheet has them
    places: CardPlaces | None = None  # where its cards are in the file, if its kind has `cards-at`

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every file that it was read from."""
        return (self.source, self.cells.sheet.source) if self.cells else (self.source,)

    @property
    def text(self) -> str:
        """All words of these files."""
        return "\n".join([self.source.text, *(self.cells.sheet.texts if self.cells else ())])

    @cached_property
    def _positions(self) -> Positions:
        return positions_of(events_of(self.source))

    def locate(self, pointer: Pointer, key: bool = False) -> Location:
        """Return the location of a value or its key; if it does not exist, of the nearest parent that does."""
        if self.cells and len(pointer) > 1 and pointer[0] == "cards":
            return self.cells.place(pointer[1:])
        return self.in_file(self.places.in_file(pointer) if self.places else pointer, key)

    def written_at(self, pointer: Pointer) -> tuple[Pointer, Pointer]:
        """The pointer into the file itself, and where its value is written: elsewhere if an alias repeats it."""
        pointer = self.places.in_file(pointer) if self.places else pointer
        return pointer, self._positions.written_at(pointer)

    def in_file(self, pointer: Pointer, key: bool = False) -> Location:
        """The location of a pointer into the file itself."""
        line, column = self._positions.place(pointer, key)
        return Location(self.path, line, column)


class ValuePlace(NamedTuple):
    """A value of a document. Finding its line means to parse the file again, so only problems ask for it."""

    document: Document
    pointer: Pointer


def load_data(source: Source) -> Any | Problem:
    """Parse one file as YAML or JSON, whatever it holds."""
    try:
        return _read(source)
    except Refusal as refusal:
        if _begins_with_slashes(source):
            return _slashes(source)
        # At the end of a file libyaml reports one line too many.
        line = min(refusal.line, len(source.lines))
        column = min(refusal.column, len(source.lines[line - 1]) + 1)
        return problem_at(source.path, refusal.code, refusal.message, refusal.hint, line, column)


def load_document(source: Source) -> Document | Problem:
    """Parse one file as YAML or JSON."""
    data = load_data(source)
    if isinstance(data, Problem):
        return data
    if not isinstance(data, dict):
        if _begins_with_slashes(source):
            return _slashes(source)
        is_list = isinstance(data, list)
        seen = "empty" if data is None else "a list" if is_list else "a single value"
        return problem_at(
            source.path,
            "CF006",
            f"this file is {seen}; it must be a mapping of keys and values",
            "start it with `kind:` and `system:`" + (", or give its kind `cards-at` in game.yaml" if is_list else ""),
            1,
            1,
        )
    return Document(source, data)


def _begins_with_slashes(source: Source) -> bool:
    return not source.is_json and source.text.lstrip().startswith("//")


def _slashes(source: Source) -> Problem:
    """The problem of a file whose first comment is one of another language."""
    line = next(at for at, line in enumerate(source.lines, start=1) if line.strip())
    column = source.lines[line - 1].index("//") + 1
    message = "`//` does not begin a comment in YAML"
    return problem_at(source.path, "CF004", message, "begin comments with `#`", line, column)


def _read(source: Source) -> Any:
    try:
        data, values = _build(events_of(source))
    except yaml.YAMLError as error:
        raise refusal_of(error, source.text) from None
    count_file(COMMAND_VALUES, values, source.path)
    return data


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
# Control characters, which double-quoted strings can contain through escapes.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@lru_cache(maxsize=4096)
def _plain(text: str) -> Any:
    """Return the value of an unquoted scalar by the core schema of YAML 1.2."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
            raise Refusal(
                "CF005",
                f"the number {text[:24]} is too large",
                f"use at most {MAX_INTEGER:,}, or quote it if it is text",
            )
        return int(text)
    if _OTHER_BASE.fullmatch(text):
        if len(text) > 16:
            raise Refusal(
                "CF005",
                f"the number {text[:24]} is too large",
                f"use at most {MAX_INTEGER:,}, or quote it if it is text",
            )
        return int(text, 0)
    if _NOT_FINITE.fullmatch(text):
        raise Refusal("CF005", f"{text} is not a number that can be printed", "use a finite number, or quote the word")
    if len(text) < 400 and _FLOAT.fullmatch(text):
        number = float(text)
        if not math.isfinite(number):
            raise Refusal(
                "CF005",
                f"the number {text[:24]} is too large",
                "use a smaller number, or quote it if it is text",
            )
        # 2.0 is an integer, as in JSON Schema; rules count with it.
        return int(number) if number.is_integer() and abs(number) <= MAX_INTEGER else number
    return text


def _tag_message(tag: str) -> str:
    return f"the tag {tag.replace('tag:yaml.org,2002:', '!!')[:60]} is not supported"


def _build(events: Iterator[ParserEvent]) -> tuple[Any, int]:  # noqa: C901, PLR0912, PLR0915 - one loop over events is clearer than a class of states
    """The data, and how many values it has with aliases resolved."""
    result: Any = None
    documents = 0
    values = 0
    open_items: list[tuple[Any, str | None, str | None, int]] = []  # container, its pending key, anchor, values before
    container: Any = None
    key: str | None = None
    anchors: dict[str, tuple[Any, int]] = {}  # value and how many values it contains
    event: ParserEvent = None
    most_text, most_deep, most_values = TEXT_LENGTH.most, NESTING.most, VALUES.most
    try:
        for event in events:
            kind = type(event)
            if kind is ScalarEvent:
                value = event.value
                if event.tag is not None:
                    raise Refusal("CF004", _tag_message(event.tag), "remove it, or quote the text")
                if len(value) > most_text:
                    message = f"this text has {len(value):,} characters; the limit is {most_text:,}"
                    raise Refusal("CF005", message, TEXT_LENGTH.hint("shorten it"))
                if event.style == '"' and _UNPRINTABLE.search(value):
                    raise Refusal("CF004", "this text contains an unprintable character", "remove the escape")
                if key is None and type(container) is dict:
                    if event.anchor:
                        anchors[event.anchor] = (value, 1)
                    if value == "<<" and event.implicit[0]:
                        raise Refusal("CF004", "merge keys (`<<`) are not part of YAML 1.2", "write the keys out")
                    if value in container:
                        raise Refusal("CF007", f"duplicate key `{value[:60]}` in this mapping", "keep only one")
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
                    raise Refusal("CF004", _tag_message(event.tag), "remove it")
                if key is None and type(container) is dict:
                    raise Refusal("CF004", "a key must be a word, not a list or a mapping", "quote the text")
                if len(open_items) >= most_deep:
                    raise Refusal(
                        "CF005",
                        f"lists and mappings are nested more than {most_deep} levels deep",
                        NESTING.hint("write cards as lists of small mappings"),
                    )
                open_items.append((container, key, event.anchor, values))
                values += 1
                container, key = ({} if kind is MappingStartEvent else []), None
                continue
            elif kind is AliasEvent:
                if event.anchor not in anchors:
                    raise Refusal(
                        "CF004",
                        f"the alias *{event.anchor} has no complete anchor above it",
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
                        "this file contains a second document (`---`)",
                        "put each pack into its own file",
                    )
                continue
            else:
                continue
            if values > most_values:
                raise Refusal(
                    "CF005",
                    f"with its aliases resolved, this file has more than {most_values:,} values",
                    VALUES.hint("use fewer aliases (*), split the file"),
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
    return result, values
