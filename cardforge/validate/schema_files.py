"""Join a schema with the files beside it that it refers to.

    {"$ref": "their-card.schema.json"}   {"$ref": "their-card.schema.json#/$defs/cost"}

Takes a parsed schema and the schema files of the same folder, which are read already; gives one schema that refers only
to itself: each file becomes an entry of `$defs`, and so does each of its own. So no stage after this one opens a file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from cardforge.core.json_data import JsonSchema
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Pointer, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.load.document import Document, load_document
from cardforge.load.source import Source

ENDING = ".schema.json"
MAX_FILES = 50
_FILE = re.compile(r"(?P<file>[\w .-]+\.json)(?:#(?P<inside>.*))?")
_INSIDE = "$defs"
_VALUES = frozenset(("const", "default", "enum", "examples"))  # what is below them is no schema


class SchemaFileError(Exception):
    """A file that a schema refers to cannot be used."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def parsed_schema(source: Source) -> JsonSchema | Problem:
    """Parse a schema file; return a problem if it is no mapping."""
    try:
        raw = json.loads(source.text)
    except (ValueError, RecursionError):
        raw = None
    if isinstance(raw, dict):
        return raw
    # Parse it again with our loader, which knows positions and reasons but is too slow for valid schemas.
    document = load_document(source)
    message = document.message if isinstance(document, Problem) else "it is not a mapping"
    where = document.where if isinstance(document, Problem) else Location(source.path, 1, 1)
    return Problem("CF102", Severity.ERROR, where, f"this schema cannot be read: {message}", "fix the JSON")


def with_files(raw: JsonSchema, source: Source, beside: Mapping[str, Source]) -> JsonSchema:
    """The schema with every file that it refers to; raise a SchemaFileError for one that is missing or unreadable."""
    if ".json" not in source.text:
        return raw
    bundle = _Bundle(PurePosixPath(source.path).name, beside)
    whole: JsonSchema = bundle.rewritten(raw, source, "", ())
    return {**whole, _INSIDE: {**whole.get(_INSIDE, {}), **bundle.definitions}} if bundle.definitions else raw


class _Bundle:
    """The files that one schema refers to, directly or not, as definitions."""

    def __init__(self, root: str, beside: Mapping[str, Source]) -> None:
        self._root, self._beside = root, beside
        self.definitions: dict[str, Any] = {}

    def rewritten(self, node: Any, source: Source, own: str, pointer: Pointer) -> Any:
        """A copy of a part of a file, with its references as they are in the whole."""
        if isinstance(node, list):
            return [self.rewritten(each, source, own, (*pointer, at)) for at, each in enumerate(node)]
        if not isinstance(node, dict):
            return node
        made = {}
        for key, value in node.items():
            inner = (*pointer, key)
            if key == "$ref" and isinstance(value, str):
                made[key] = self._reference(value, source, own, inner)
            else:
                made[key] = value if key in _VALUES else self.rewritten(value, source, own, inner)
        return made

    def _reference(self, reference: str, source: Source, own: str, pointer: Pointer) -> str:
        if reference.startswith("#"):
            return _inside(own, reference[1:])
        found = _FILE.fullmatch(reference)
        if not found:
            if ".json" not in reference:
                return reference  # the validator refuses what leads nowhere
            message = f"this schema refers to `{reference[:100]}`, which is not a file beside it"
            hint = f"put it into the same folder, and write only its name: `card{ENDING}`"
            raise SchemaFileError(_problem(source, pointer, message, hint))
        file = "" if found["file"] == self._root else found["file"]
        if file and file not in self.definitions:
            self._add(file, source, pointer)
        return _inside(file, found["inside"] or "")

    def _add(self, file: str, source: Source, pointer: Pointer) -> None:
        name = file.removesuffix(ENDING)
        if name not in self._beside or name == file:
            hint = did_you_mean(file, [each + ENDING for each in self._beside])
            if name == file:
                hint = f"call it {file.removesuffix('.json')}{ENDING}"
            message = f"this schema refers to `{file[:60]}`, and there is no such schema beside it"
            raise SchemaFileError(
                _problem(source, pointer, message, hint or f"schemas: {listed(self._beside, most=8)}")
            )
        if sum(each.endswith(ENDING) for each in self.definitions) >= MAX_FILES:
            message = f"this schema refers to more than {MAX_FILES} files"
            raise SchemaFileError(_problem(source, pointer, message, "join some of them"))
        theirs = self._beside[name]
        raw = parsed_schema(theirs)
        if isinstance(raw, Problem):
            raise SchemaFileError(raw)
        self.definitions[file] = {}  # known before its own references are followed: they may lead back
        whole = self.rewritten(raw, theirs, file, ())
        own = whole.pop(_INSIDE, {})
        self.definitions[file] = {key: value for key, value in whole.items() if key not in ("$id", "$schema")}
        self.definitions.update({f"{file}:{key}": value for key, value in own.items()} if isinstance(own, dict) else {})


def _inside(file: str, pointer: str) -> str:
    """A reference into a file as a reference into the whole; the file is empty for the schema itself."""
    if not file:
        return f"#{pointer}"
    within = f"/{_INSIDE}/"
    if pointer.startswith(within):
        return f"#{within}{file}:{pointer.removeprefix(within)}"
    return f"#{within}{file}{pointer}"


def _problem(source: Source, pointer: Pointer, message: str, hint: str) -> Problem:
    document = load_document(source)
    where = document.locate(pointer) if isinstance(document, Document) else Location(source.path, 1, 1)
    return Problem("CF102", Severity.ERROR, where, message, hint)
