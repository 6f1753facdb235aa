"""Prove a document against the schema of its kind.

Takes a document and its schema; gives problems, none when it is proven.
jsonschema-rs answers yes or no for every file, ninety times faster than jsonschema;
jsonschema is asked only about a no, because it says why.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jsonschema_rs

from cardforge.load.document import Document
from cardforge.load.source import Source, problem_at
from cardforge.problems import Problem, Severity

# Linear-time regular expressions: a pattern in a stranger's schema cannot make us wait.
_LINEAR = jsonschema_rs.RegexOptions()


def _no_retrieval(address: str) -> Any:
    # A schema of a stranger must not make us open files or addresses.
    raise ValueError(f"it refers to {address}")


@dataclass(frozen=True)
class Schema:
    """A schema that has been read and is itself well formed."""

    path: str
    raw: dict[str, Any]
    fast: jsonschema_rs.Validator

    @cached_property
    def slow(self) -> Any:
        """The validator that explains."""
        from cardforge.validate.explain import explaining_validator

        return explaining_validator(self.raw)


def load_schema(source: Source) -> Schema | Problem:
    """Read a schema file; a broken schema is a problem of that file."""
    try:
        raw = json.loads(source.text)
    except json.JSONDecodeError as error:
        return problem_at(
            source.path,
            "CF102",
            f"this schema is not JSON: {error.msg.lower()}",
            "look at this place and the line before it",
            error.lineno,
            error.colno,
        )
    except (RecursionError, ValueError):
        return problem_at(
            source.path,
            "CF102",
            "this schema is nested too deep or holds a number that is too long",
            "simplify it",
            1,
            1,
        )
    if not isinstance(raw, dict):
        return problem_at(source.path, "CF102", "this schema is not a mapping", "start it with {", 1, 1)
    try:
        fast = jsonschema_rs.Draft202012Validator(raw, retriever=_no_retrieval, pattern_options=_LINEAR)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
        where = "/".join(str(step) for step in getattr(error, "instance_path", []))
        reason = str(getattr(error, "message", error)).splitlines()[0][:200]
        return problem_at(
            source.path,
            "CF102",
            f"this is not a JSON Schema 2020-12: {reason}" + (f" (at {where})" if where else ""),
            "a schema may refer only to its own `#/$defs`",
            1,
            1,
        )
    return Schema(source.path, raw, fast)


def validate(document: Document, schema: Schema) -> list[Problem]:
    """All problems of one document against its schema."""
    if schema.fast.is_valid(document.data):
        return []
    return list(_explained(document, schema))


def _explained(document: Document, schema: Schema) -> Iterator[Problem]:
    from cardforge.validate.wording import complaints_of

    for complaint in complaints_of(schema.slow.iter_errors(document.data), schema.raw):
        place = document.locate(complaint.pointer, complaint.at_key)
        yield Problem("CF101", Severity.ERROR, place, complaint.message, complaint.hint)
