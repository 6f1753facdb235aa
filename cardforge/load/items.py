"""Find the lines of each item of a list, so that one can be added or removed without touching the rest.

Takes a file and a top-level key; returns Items, or None if the list is not in block style.
Lines between items, such as comments, belong to no item.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from cardforge.load.events import ParserEvent, events_of
from cardforge.load.source import Source

_STARTS = (MappingStartEvent, SequenceStartEvent)
_ENDS = (MappingEndEvent, SequenceEndEvent)


@dataclass(frozen=True)
class Items:
    """The first and last line of each item, 0-based, and the indent of its dash."""

    lines: tuple[tuple[int, int], ...]
    indent: int
    at_the_end: bool  # whether the list is the last key of the file


def items_of(source: Source, key: str) -> Items | None:
    """Return the items of a top-level list; None if it is not in block style."""
    events = events_of(source)
    if source.is_json or not _go_to(events, key):
        return None
    opening = next(events)
    if type(opening) is not SequenceStartEvent or opening.flow_style:
        return None
    found = []
    for event in events:
        if type(event) is SequenceEndEvent:
            break
        last = _last_line(event, events)
        dash = _dash(source.lines, event.start_mark.line, event.start_mark.column)
        if dash is None:
            return None
        found.append((*dash, last))
    at_the_end = type(next(events)) is MappingEndEvent
    if not found or len({column for _, column, _ in found}) > 1:
        return None
    return Items(tuple((first, last) for first, _, last in found), found[0][1], at_the_end)


def _go_to(events: Iterator[ParserEvent], key: str) -> bool:
    """Advance to the value of a top-level key; return whether it was found."""
    depth, is_key = 0, True
    for event in events:
        kind = type(event)
        if kind in _ENDS:
            depth -= 1
        if depth == 1 and kind in (*_STARTS, ScalarEvent, AliasEvent):
            if is_key and kind is ScalarEvent and event.value == key:
                return True
            is_key = not is_key
        if kind in _STARTS:
            depth += 1
    return False


def _last_line(event: ParserEvent, events: Iterator[ParserEvent]) -> int:
    """Advance to the end of a value; return the last line it occupies."""
    depth, last = 0, int(event.start_mark.line)
    while True:
        kind = type(event)
        depth += kind in _STARTS
        depth -= kind in _ENDS
        if kind in (ScalarEvent, AliasEvent) or kind in _ENDS:
            mark = event.end_mark
            # libyaml ends a block where the next token begins, and a folded text on the line after it.
            is_block_end = kind in _ENDS and event.start_mark.index == event.end_mark.index
            if not is_block_end:
                last = max(last, mark.line - 1 if mark.column == 0 and mark.line > event.start_mark.line else mark.line)
        if not depth:
            return int(last)
        event = next(events)


def _dash(lines: list[str], line: int, column: int) -> tuple[int, int] | None:
    """Return line and column of the dash before a value; None if there is something else."""
    before = lines[line][:column]
    while not before.strip():
        line -= 1
        if line < 0:
            return None
        before = lines[line]
    at = len(before) - len(before.lstrip(" "))
    return (line, at) if before.strip() == "-" else None
