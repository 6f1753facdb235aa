"""Ways to break one field of a pack by hand, as text, so that line numbers stay comparable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from cardforge.core.problems import Pointer
from cardforge.load.document import Document


@dataclass(frozen=True)
class Break:
    """One field made wrong."""

    how: str
    pointer: Pointer
    text: str  # of the whole file
    lines: tuple[int, ...]  # where a reader would look


def leaves(value: Any, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Any]]:
    """Every single value of a document with its place."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*pointer, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, (*pointer, at))
    else:
        yield pointer, value


class _Place:
    """Start and end of a value in the text."""

    def __init__(self, node: yaml.Node) -> None:
        self.start, self.end = node.start_mark.index, node.end_mark.index


def _places(text: str) -> dict[Pointer, tuple[_Place, _Place | None]]:
    """Where every value and its key stand, by PyYAML's own composer: another reader than ours."""
    found: dict[Pointer, tuple[_Place, _Place | None]] = {}

    def walk(node: yaml.Node, pointer: Pointer, key: _Place | None) -> None:
        found[pointer] = (_Place(node), key)
        if isinstance(node, yaml.MappingNode):
            for key_node, inner in node.value:
                walk(inner, (*pointer, key_node.value), _Place(key_node))
        elif isinstance(node, yaml.SequenceNode):
            for at, inner in enumerate(node.value):
                walk(inner, (*pointer, at), None)

    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert root is not None
    walk(root, (), None)
    return found


def breaks_of(document: Document) -> Iterator[Break]:
    """Every field broken in every way that its sort of value allows."""
    text = document.source.text
    places = _places(text)

    def line(index: int) -> int:
        return text.count("\n", 0, index) + 1

    for pointer, value in leaves(document.data):
        place, key = places[pointer]
        here = line(place.start)

        def with_value(
            how: str, new: str, place: _Place = place, here: int = here, pointer: Pointer = pointer
        ) -> Break:
            return Break(how, pointer, text[: place.start] + new + text[place.end :], (here,))

        yield with_value("a mapping in its place", "{broken: yes}")
        yield with_value("empty", "~")
        if isinstance(value, bool):
            yield with_value("a word", "perhaps")
        elif isinstance(value, int):
            yield with_value("in quotes", f'"{value}"')
            yield with_value("far too large", "99999")
            yield with_value("far too small", "-99999")
        elif isinstance(value, str):
            yield with_value("a number", "12345")
            yield with_value("an empty text", '""')
        if key and isinstance(pointer[-1], str):
            wrong = pointer[-1] + "x"
            yield Break(
                "its key misspelt", pointer, text[: key.start] + wrong + text[key.end :], (line(key.start), here)
            )
