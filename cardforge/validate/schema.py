"""Validate a document against the schema of its kind.

Takes a document and its schema; returns problems, an empty list if it is valid.
jsonschema-rs decides whether a file is valid, ninety times faster than jsonschema;
jsonschema runs only on invalid files, because it explains why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema_rs

from cardforge.core.json_data import JsonSchema
from cardforge.core.limits import COMMAND_SCHEMAS
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Pointer, Problem, Severity
from cardforge.core.read_totals import count_file
from cardforge.core.suggestions import did_you_mean
from cardforge.load.document import Document, load_document
from cardforge.load.source import Source, problem_at
from cardforge.validate.schema_files import SchemaFileError, parsed_schema, with_files
from cardforge.validate.unfold import UnfoldError, prove_unfolding

if TYPE_CHECKING:
    from cardforge.validate.schema_wording import Complaint

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
MAX_ERRORS = 500  # collected per file
MAX_COMPLAINTS = 100  # shown per file
MAX_CELLS = 10_000  # errors collected per spreadsheet: those of one column are counted and shown as one

# Linear-time regular expressions: a pattern in an untrusted schema cannot hang us.
_LINEAR = jsonschema_rs.RegexOptions()


def _no_retrieval(address: str) -> Any:
    # An untrusted schema must not make us open files or URLs.
    raise ValueError(f"it refers to {address}")


@dataclass(frozen=True)
class Schema:
    """A valid schema, compiled."""

    path: str
    raw: JsonSchema
    fast: jsonschema_rs.Validator

    @cached_property
    def slow(self) -> Any:
        """The validator that explains errors."""
        from cardforge.validate.schema_errors import explaining_validator

        return explaining_validator(self.raw)


def load_schema(source: Source, beside: Mapping[str, Source] = MappingProxyType({})) -> Schema | Problem:
    """Parse and compile a schema file, with those beside it that it refers to; return a problem if it is invalid."""
    count_file(COMMAND_SCHEMAS, len(source.text), source.path)
    raw = parsed_schema(source)
    if isinstance(raw, Problem):
        return raw
    try:
        raw = with_files(raw, source, beside)
        prove_unfolding(raw)
        fast = jsonschema_rs.Draft202012Validator(raw, retriever=_no_retrieval, pattern_options=_LINEAR)
    except (UnfoldError, RecursionError) as error:
        reason = str(error) if isinstance(error, UnfoldError) else "it is nested too deeply"
        return problem_at(source.path, "CF102", f"this schema cannot be used: {reason}", "simplify it", 1, 1)
    except SchemaFileError as error:
        return error.problem
    except jsonschema_rs.ReferencingError as error:
        message = f"this schema has a reference that leads nowhere: {_first_line(error)}"
        hint = "refer to its own `#/$defs`, or to a file beside it such as `card.schema.json`"
        return problem_at(source.path, "CF102", message, hint, 1, 1)
    except (jsonschema_rs.ValidationError, ValueError) as error:
        pointer = tuple(getattr(error, "instance_path", ()))
        message, hint = _first_line(error), "see json-schema.org for the keywords"
        given = getattr(error, "instance", None)
        if pointer[-1:] == ("type",) and isinstance(given, str):  # the most common mistake
            message = f"there is no type `{given[:40]}`"
            hint = did_you_mean(given, _TYPES) or f"types: {listed(_TYPES)}"
        return Problem(
            "CF102",
            Severity.ERROR,
            _place(source, pointer),
            f"this is not a valid JSON Schema 2020-12: {message}",
            hint,
        )
    return Schema(source.path, raw, fast)


def _place(source: Source, pointer: Pointer) -> Location:
    document = load_document(source)
    return document.locate(pointer) if isinstance(document, Document) else Location(source.path, 1, 1)


def _first_line(error: Exception) -> str:
    return (str(getattr(error, "message", "") or error).splitlines() or ["it is invalid"])[0][:200]


class Mistakes(NamedTuple):
    """The schema mistakes of a document."""

    problems: tuple[Problem, ...] = ()
    unsound: tuple[Pointer, ...] = ()  # the values that the mistakes make unsound; see `unsound.py`


def mistakes_of(document: Document, schema: Schema, known: Collection[Pointer] = ()) -> Mistakes:
    """Return all schema mistakes of a document, except those of values with known ones."""
    if schema.fast.is_valid(document.data):
        return Mistakes()
    from cardforge.validate.unsound import unsound_values

    # A file with thousands of errors usually has one cause: the wrong kind. The first ones show that.
    known_values = frozenset(known)
    most = MAX_ERRORS if document.cells is None else MAX_CELLS
    found = (error for error in schema.slow.iter_errors(document.data) if not _is_known(error, known_values))
    errors = list(islice(found, most))
    if known and not errors:
        return Mistakes()
    all_known = 0 < len(errors) < most
    return Mistakes(tuple(_explained(errors, document, schema)), unsound_values(errors) if all_known else ((),))


def _is_known(error: Any, known: frozenset[Pointer]) -> bool:
    path = tuple(error.absolute_path)
    return bool(known) and any(path[:length] in known for length in range(1, len(path) + 1))


def validate(document: Document, schema: Schema) -> list[Problem]:
    """Return all schema problems of a document."""
    return list(mistakes_of(document, schema).problems)


def _by_column(complaints: Iterable[Complaint], document: Document) -> Iterator[Problem]:
    """Problems of a document whose cards are rows: mistakes that repeat in a column are one problem."""
    from cardforge.validate.cell_faults import RepeatedProblems

    found = RepeatedProblems()
    for complaint in complaints:
        pointer, hint = complaint.pointer, complaint.hint
        if complaint.missing and len(pointer) > 1:
            pointer = (*pointer, complaint.missing[0])
            has_column = document.cells is not None and pointer[2:] in document.cells.columns
            hint = "fill this cell" if has_column else f"add a column `{complaint.missing[0]}`"
        place = document.locate(pointer, complaint.at_key)
        names = tuple(step for step in pointer if isinstance(step, str))
        sort = (names, complaint.sort, complaint.missing) if place.cell else pointer
        found.add(sort, Problem("CF101", Severity.ERROR, place, complaint.message, hint))
    return found.problems()


def _each_once(complaints: list[Complaint], document: Document) -> list[Complaint]:
    """Leave out a mistake where an alias repeats a value that has the same mistake where it is written."""
    places = [document.written_at(complaint.pointer) for complaint in complaints]
    written = {(at, each.message) for (at, origin), each in zip(places, complaints, strict=True) if at == origin}
    return [
        each
        for (at, origin), each in zip(places, complaints, strict=True)
        if at == origin or (origin, each.message) not in written
    ]


def _explained(errors: list[Any], document: Document, schema: Schema) -> Iterator[Problem]:
    from cardforge.validate.schema_wording import complaints_of

    complaints = complaints_of(errors, schema.raw)
    if document.cells:
        yield from _by_column(complaints, document)
        return
    complaints = _each_once(complaints, document)
    for complaint in complaints[:MAX_COMPLAINTS]:
        place = document.locate(complaint.pointer, complaint.at_key)
        yield Problem("CF101", Severity.ERROR, place, complaint.message, complaint.hint)
    if len(complaints) > MAX_COMPLAINTS:
        message = f"this file has at least {len(complaints) - MAX_COMPLAINTS} more mistakes"
        yield Problem("CF101", Severity.ERROR, document.locate(()), message, "fix the ones shown first")
    if not complaints:
        message = "this file does not match the schema of its kind"
        yield Problem("CF101", Severity.ERROR, document.locate(()), message, f"compare it with {schema.path}")
