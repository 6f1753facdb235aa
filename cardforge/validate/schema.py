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
from itertools import islice
from typing import Any

import jsonschema_rs

from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Pointer, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.load.document import Document, load_document
from cardforge.load.source import Source, problem_at
from cardforge.validate.unfold import UnfoldError, prove_unfolding

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
MAX_ERRORS = 500  # of one file that are looked at
MAX_COMPLAINTS = 100  # of one file that are shown

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
        from cardforge.validate.schema_errors import explaining_validator

        return explaining_validator(self.raw)


def load_schema(source: Source) -> Schema | Problem:
    """Read a schema file; a broken schema is a problem of that file."""
    try:
        raw = json.loads(source.text)
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict):
        # Read again by the loader that knows places and says why; it is too slow for schemas that are right.
        document = load_document(source)
        message = document.message if isinstance(document, Problem) else "it is not a mapping"
        place = document.where if isinstance(document, Problem) else Location(source.path, 1, 1)
        return Problem("CF102", Severity.ERROR, place, f"this schema cannot be read: {message}", "mend the JSON")
    try:
        prove_unfolding(raw)
        fast = jsonschema_rs.Draft202012Validator(raw, retriever=_no_retrieval, pattern_options=_LINEAR)
    except (UnfoldError, RecursionError) as error:
        reason = str(error) if isinstance(error, UnfoldError) else "it is nested too deep"
        return problem_at(source.path, "CF102", f"this schema cannot be used: {reason}", "simplify it", 1, 1)
    except jsonschema_rs.ReferencingError as error:
        message = f"this schema refers to something that is not in it: {_first_line(error)}"
        return problem_at(source.path, "CF102", message, "a schema may refer only to its own `#/$defs`", 1, 1)
    except (jsonschema_rs.ValidationError, ValueError) as error:
        pointer = tuple(getattr(error, "instance_path", ()))
        message, hint = _first_line(error), "see json-schema.org for the words it knows"
        given = getattr(error, "instance", None)
        if pointer[-1:] == ("type",) and isinstance(given, str):  # the most usual slip
            message = f"there is no type `{given[:40]}`"
            hint = did_you_mean(given, _TYPES) or f"types: {listed(_TYPES)}"
        return Problem(
            "CF102", Severity.ERROR, _place(source, pointer), f"this is not a JSON Schema 2020-12: {message}", hint
        )
    return Schema(source.path, raw, fast)


def _place(source: Source, pointer: Pointer) -> Location:
    document = load_document(source)
    return document.locate(pointer) if isinstance(document, Document) else Location(source.path, 1, 1)


def _first_line(error: Exception) -> str:
    return (str(getattr(error, "message", "") or error).splitlines() or ["it is broken"])[0][:200]


def validate(document: Document, schema: Schema) -> list[Problem]:
    """All problems of one document against its schema."""
    if schema.fast.is_valid(document.data):
        return []
    return list(_explained(document, schema))


def _explained(document: Document, schema: Schema) -> Iterator[Problem]:
    from cardforge.validate.schema_wording import complaints_of

    # A file with thousands of mistakes has one: it is another kind of file. The first ones tell.
    errors = islice(schema.slow.iter_errors(document.data), MAX_ERRORS)
    complaints = complaints_of(errors, schema.raw)
    for complaint in complaints[:MAX_COMPLAINTS]:
        place = document.locate(complaint.pointer, complaint.at_key)
        yield Problem("CF101", Severity.ERROR, place, complaint.message, complaint.hint)
    if len(complaints) > MAX_COMPLAINTS:
        message = f"there are at least {len(complaints) - MAX_COMPLAINTS} more mistakes in this file"
        yield Problem("CF101", Severity.ERROR, document.locate(()), message, "put these right first")
    if not complaints:
        message = "this file is not what the schema of its kind allows"
        yield Problem("CF101", Severity.ERROR, document.locate(()), message, f"compare it with {schema.path}")
