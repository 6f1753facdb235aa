"""Find line and column of every key and value of a file.

Takes the events of a file that parsed without a problem; returns a table by pointer.
Built only when a problem needs it: most files have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from cardforge.core.problems import Pointer, PointerKey
from cardforge.load.events import ParserEvent

TextPosition = tuple[int, int]


class Positions(NamedTuple):
    """Line and column, 1-based, of each value and each key."""

    values: dict[Pointer, TextPosition]
    keys: dict[Pointer, TextPosition]
    aliases: dict[Pointer, Pointer]  # where each alias is, and where the value is that it repeats

    def written_at(self, pointer: Pointer) -> Pointer:
        """Where a value is written: for an alias and what is inside one, where its anchor is."""
        for length in range(len(pointer), 0, -1):
            if pointer[:length] in self.aliases:
                return self.written_at(self.aliases[pointer[:length]] + pointer[length:])
        return pointer

    def place(self, pointer: Pointer, key: bool) -> TextPosition:
        """Return the position of a value or its key; if it does not exist, of the nearest parent that does."""
        if pointer and not (pointer in self.values or pointer in self.keys):
            pointer = self.written_at(pointer)  # a value inside an alias has the line of its anchor
        if not key and pointer in self.values:
            return self.values[pointer]
        while pointer:
            if pointer in self.keys:
                return self.keys[pointer]
            if pointer in self.values:
                return self.values[pointer]
            pointer = pointer[:-1]
        return self.values.get((), (1, 1))


def positions_of(events: Iterator[ParserEvent]) -> Positions:
    """Return all positions of a file without problems."""
    values: dict[Pointer, TextPosition] = {}
    keys: dict[Pointer, TextPosition] = {}
    anchors = _Anchors()
    pointer: list[PointerKey] = []
    open_lists: list[bool] = []  # one entry per open container: whether it is a list
    key_next = False
    for event in events:
        kind = type(event)
        if kind in (MappingEndEvent, SequenceEndEvent):
            if open_lists.pop():
                pointer.pop()  # the index after the last element
            if open_lists:
                key_next = _step_on(pointer, open_lists[-1])
            continue
        if kind not in (ScalarEvent, AliasEvent, MappingStartEvent, SequenceStartEvent):
            continue
        place = (event.start_mark.line + 1, event.start_mark.column + 1)
        if key_next:
            pointer.append(event.value)
            keys[tuple(pointer)] = place
            anchors.forget(event.anchor)
            key_next = False
            continue
        values[tuple(pointer)] = place
        anchors.take(event, tuple(pointer))
        if kind in (MappingStartEvent, SequenceStartEvent):
            is_list = kind is SequenceStartEvent
            open_lists.append(is_list)
            if is_list:
                pointer.append(0)
            key_next = not is_list
        elif open_lists:
            key_next = _step_on(pointer, open_lists[-1])
    return Positions(values, keys, anchors.aliases)


class _Anchors:
    """Which value each alias repeats; an anchor can be defined again."""

    def __init__(self) -> None:
        self.aliases: dict[Pointer, Pointer] = {}
        self._defined: dict[str, Pointer] = {}

    def take(self, event: ParserEvent, pointer: Pointer) -> None:
        """Remember the anchor of a value, or what an alias means."""
        if type(event) is not AliasEvent:
            self._defined[event.anchor] = pointer
        elif event.anchor in self._defined:
            self.aliases[pointer] = self._defined[event.anchor]

    def forget(self, anchor: str | None) -> None:
        """From here on the anchor is that of a key, which is no value of the document."""
        self._defined.pop(anchor or "", None)


def _step_on(pointer: list[PointerKey], in_list: bool) -> bool:
    """Move the pointer to the next item of its container; return whether a key comes next."""
    last = pointer.pop()
    if in_list:
        pointer.append(int(last) + 1)
    return not in_list
