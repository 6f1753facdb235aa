"""Find misspelt fields in a template, even those that no card would report.

`{flavour|}` and `when: flavour` are silent on every card; they are reported if no schema and no card has the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardforge.core.problems import Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.layout.binding import Binding, Condition
from cardforge.layout.boxes import LENGTHS
from cardforge.layout.template import Element, Template

# The fields every card has besides its own, and those that `each`, `table` and `track` add.
GIVEN = frozenset({"pack", "lead", "card", "game", "plain", "own", "key", "value", "number"})
_TEXTS = ("text", "badge", "icon", "icons", "image", "draw", "track", "card", "fill", "stroke", *LENGTHS)
_PATHS = ("each", "table")


def unknown_fields(template: Template, known: frozenset[str]) -> Iterator[Problem]:
    """Report every field of a template that is not a known one."""
    for element in template.elements:
        for source, key, path in _fields(element):
            first = path.split(".")[0]
            if first not in known and first not in GIVEN:
                where = source.document.locate((*source.pointer, key))
                hint = did_you_mean(first, sorted(known | GIVEN)) or "no card of this kind has such a field"
                yield Problem("CF407", Severity.ERROR, where, f"there is no field `{path}`", hint)


def known_fields(schema: Any) -> Iterator[str]:
    """Every property that a schema defines, at any depth."""
    if isinstance(schema, Mapping):
        properties = schema.get("properties")
        if isinstance(properties, Mapping):
            yield from properties
        for each in schema.values():
            yield from known_fields(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from known_fields(each)


def _fields(element: Element) -> Iterator[tuple[Element, str, str]]:
    given = element.data
    texts = [(key, given[key]) for key in _TEXTS if key in given]
    texts += [("columns", column["text"]) for column in given.get("columns", ())]
    for key, text in texts:
        for field in Binding(str(text)).fields:
            yield element, key, ".".join(field.path)
    for key in _PATHS:
        if key in given:
            yield element, key, given[key]
    for key in ("when", "unless"):
        for path in Condition(given[key]).paths if key in given else ():
            yield element, key, path
    for inner in element.inner:
        yield from _fields(inner)
