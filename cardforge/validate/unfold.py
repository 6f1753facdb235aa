"""Refuse a schema whose references unfold endlessly, or into too many subschemas.

Subschemas that apply to the same value (`allOf`, `$ref` and so on) multiply: a few lines can make a validator run
for ever. They are counted here the way a validator would visit them, before one does.
"""

from __future__ import annotations

from typing import Any

from cardforge.core.json_data import JsonSchema

MAX_PATTERNS = 100  # keys of one `patternProperties`: each is compared with every key of a document
MAX_PARTS = 20_000  # subschemas per value; our largest schema has about a hundred
_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLE = ("if", "then", "else", "not")


class UnfoldError(Exception):
    """Why a schema cannot be used."""


def prove_unfolding(schema: JsonSchema) -> None:
    """Check that annotations are words and that the schema unfolds to a bounded number of parts."""
    counts: dict[int, int] = {}
    waiting: list[Any] = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting.extend(node)
        elif isinstance(node, dict):
            _prove_annotations(node)
            _count(node, schema, counts, set())
            waiting.extend(node.values())


def _prove_annotations(node: JsonSchema) -> None:
    for key in ("x-names", "x-says"):
        if key in node and not isinstance(node[key], (str, dict)):
            raise UnfoldError(f"`{key}` is not a word")
    # A mapping with a type is a property that happens to have this name.
    if isinstance(node.get("x-names"), dict) and not isinstance(node["x-names"].get("type"), str | list):
        raise UnfoldError("`x-names` is not a word")
    patterns = node.get("patternProperties")
    if isinstance(patterns, dict) and len(patterns) > MAX_PATTERNS:
        raise UnfoldError(f"`patternProperties` has {len(patterns):,} patterns; the limit is {MAX_PATTERNS}")
    to = node.get("x-refers-to", "")
    words = to if isinstance(to, list) else [to]
    if not isinstance(to, dict) and not all(isinstance(word, str) for word in words):
        raise UnfoldError("`x-refers-to` is neither a word nor a list of words")


def _count(node: Any, root: JsonSchema, counts: dict[int, int], above: set[int]) -> int:
    """Count the subschemas that apply to one value, this one included."""
    if not isinstance(node, dict):
        return 1
    if id(node) in counts:
        return counts[id(node)]
    if id(node) in above:
        raise UnfoldError("it refers to itself endlessly")
    above.add(id(node))
    total = 1
    for inner in _in_place(node, root):
        total += _count(inner, root, counts, above)
        if total > MAX_PARTS:
            raise UnfoldError(f"it unfolds to more than {MAX_PARTS:,} parts")
    above.discard(id(node))
    counts[id(node)] = total
    return total


def _in_place(node: JsonSchema, root: JsonSchema) -> list[Any]:
    parts = [node[word] for word in _SINGLE if word in node]
    parts += [each for word in _LISTS if isinstance(node.get(word), list) for each in node[word]]
    if isinstance(node.get("dependentSchemas"), dict):
        parts += node["dependentSchemas"].values()
    for word in ("$ref", "$dynamicRef"):
        reference = node.get(word)
        if isinstance(reference, str) and reference.startswith("#"):
            parts.append(_at(root, reference[1:]))
    return parts


def _at(root: Any, pointer: str) -> Any:
    """Return the subschema that a reference points at, or None; the validator reports a missing one."""
    for word in pointer.split("/")[1:]:
        step = word.replace("~1", "/").replace("~0", "~")
        if isinstance(root, list) and step.isdigit() and int(step) < len(root):
            root = root[int(step)]
        elif isinstance(root, dict):
            root = root.get(step)
        else:
            return None
    return root
