"""Find the lines of each item of a list, so that one can be added or taken out by itself.

Takes a file and a key at its top; gives Items, or nothing where the list does not stand one item below the other.
Only lines are counted: what is between the items, such as comments, belongs to none.
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
    """The first and the last line of each item, 0-based, and how far its dash stands in."""

    lines: tuple[tuple[int, int], ...]
    indent: int
    at_the_end: bool  # whether no other key comes after the list


def items_of(source: Source, key: str) -> Items | None:
    """The items of a list at the top of a file; None where they do not stand one below the other."""
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
    """Read on to the value of a key of the outermost mapping."""
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
    """The last line that a value has something on; reads on to its end."""
    depth, last = 0, int(event.start_mark.line)
    while True:
        kind = type(event)
        depth += kind in _STARTS
        depth -= kind in _ENDS
        if kind in (ScalarEvent, AliasEvent) or kind in _ENDS:
            mark = event.end_mark
            # libyaml sees the end of a block where the next thing begins, and of a folded text on the line after it.
            is_block_end = kind in _ENDS and event.start_mark.index == event.end_mark.index
            if not is_block_end:
                last = max(last, mark.line - 1 if mark.column == 0 and mark.line > event.start_mark.line else mark.line)
        if not depth:
            return int(last)
        event = next(events)


def _dash(lines: list[str], line: int, column: int) -> tuple[int, int] | None:
    """The line and the column of the dash before a value; None where something else stands there."""
    before = lines[line][:column]
    while not before.strip():
        line -= 1
        if line < 0:
            return None
        before = lines[line]
    at = len(before) - len(before.lstrip(" "))
    return (line, at) if before.strip() == "-" else None
