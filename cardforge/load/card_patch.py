"""Change the cards of a pack in its file, so that everything else stays as its author wrote it.

Takes the text of a file and its cards as they shall be; gives the new text. Only the lines of cards that differ are
written anew, with their comments; the only code that calls ruamel.yaml.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import LiteralScalarString

from cardforge.core.problems import Problem
from cardforge.load.document import load_document
from cardforge.load.items import items_of
from cardforge.load.source import Source
from cardforge.load.yaml_text import WIDTH, yaml_item

_KEY = "cards"
_INDENT = 2  # of a pack that has no card yet


class CannotPatchError(Exception):
    """Why a file has to be changed by hand, as the end of a sentence."""


def with_cards(source: Source, cards: Sequence[tuple[int | None, Mapping[str, Any]]]) -> str:
    """The text with other cards: each with its number in the file, or None if it is new; new ones come last."""
    old = _cards(source)
    text = _as_json(source, cards) if source.is_json else _as_yaml(source, old, cards)
    if _cards(Source(source.path, text)) != [card for _, card in cards]:
        raise CannotPatchError("its YAML is written in a way that cannot be changed here")
    return text


def _cards(source: Source) -> list[Any]:
    document = load_document(source)
    if isinstance(document, Problem):
        raise CannotPatchError("the change would make it unreadable")
    found = document.data.get(_KEY)
    return found if isinstance(found, list) else []


def _as_json(source: Source, cards: Sequence[tuple[int | None, Mapping[str, Any]]]) -> str:
    data = {**json.loads(source.text), _KEY: [card for _, card in cards]}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _as_yaml(source: Source, old: Sequence[Any], cards: Sequence[tuple[int | None, Mapping[str, Any]]]) -> str:
    items = items_of(source, _KEY)
    if items is None or len(items.lines) != len(old):
        raise CannotPatchError("its cards are not written one below the other, each with a dash")
    end = "\r\n" if "\r\n" in source.text else "\n"
    lines = source.text.split(end)
    kept = {number: card for number, card in cards if number is not None}
    new = [card for number, card in cards if number is None]
    added = [line for card in new for line in ("", *_new_item(card, items.indent))]
    after = items.lines[-1][1] + 1
    lines[after:after] = added
    for number in reversed(range(len(old))):
        first, last = items.lines[number]
        if number not in kept:
            del lines[first : last + 1]
            while first < len(lines) and not lines[first].strip() and (first == 0 or not lines[first - 1].strip()):
                del lines[first]  # one blank line between cards is enough
        elif kept[number] != old[number]:
            lines[first : last + 1] = _changed(lines[first : last + 1], items.indent, old[number], kept[number])
    return end.join(lines)


def _new_item(card: Mapping[str, Any], indent: int) -> list[str]:
    return [f"{' ' * indent}{line}" if line else line for line in yaml_item(card)]


def _changed(lines: list[str], indent: int, old: Any, new: Mapping[str, Any]) -> list[str]:
    """The lines of one card with other values."""
    yaml = YAML()
    yaml.width = WIDTH
    yaml.preserve_quotes = True
    yaml.allow_unicode = True
    yaml.indent(mapping=2, sequence=max(indent, _INDENT) + 2 if indent else 2, offset=indent)
    stream = io.StringIO()
    try:
        data = yaml.load("\n".join([f"{_KEY}:", *lines]) + "\n")
        _merge(data[_KEY][0], old, new)
        yaml.dump(data, stream)
    except YAMLError as error:
        raise CannotPatchError("a card uses an anchor or alias of another") from error
    return stream.getvalue().rstrip("\n").split("\n")[1:]


def _merge(node: Any, old: Any, new: Any) -> None:
    """Change a mapping or list in place where it differs, so that comments on the rest are kept."""
    if isinstance(new, Mapping):
        for key in [key for key in old if key not in new]:
            del node[key]
        for key, value in new.items():
            if key not in old:
                node[key] = _written(value)
            elif old[key] != value or type(old[key]) is not type(value):
                _merge_value(node, key, old[key], value)
        return
    for at, value in enumerate(new):
        if at >= len(old):
            node.append(_written(value))
        elif old[at] != value:
            _merge_value(node, at, old[at], value)
    del node[len(new) :]


def _merge_value(node: Any, key: Any, old: Any, new: Any) -> None:
    alike = (isinstance(old, dict) and isinstance(new, dict)) or (isinstance(old, list) and isinstance(new, list))
    if alike:
        _merge(node[key], old, new)
    else:
        node[key] = _written(new)


def _written(value: Any) -> Any:
    """A new value; a text of several lines is written as such."""
    return LiteralScalarString(value) if isinstance(value, str) and "\n" in value.strip("\n") else value
