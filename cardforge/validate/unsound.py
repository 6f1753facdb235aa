"""Find the values of a document that its schema mistakes make unsound.

Takes jsonschema's errors for one document; returns pointers to the values that are wrong, missing or misspelt. Rules
can then be judged on the rest. A pointer to a mapping or a list means everything in it, and the empty pointer means
the whole document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cardforge.core.problems import Pointer
from cardforge.core.suggestions import nearest
from cardforge.validate.schema_errors import unknown_keys

MOST_UNKNOWN = 50  # unknown keys of one mapping; with more than that, the whole mapping is unsound


def unsound_values(errors: Iterable[Any]) -> tuple[Pointer, ...]:
    """Return the pointers of all values that cannot be relied on."""
    return tuple(dict.fromkeys(pointer for error in errors for pointer in _unsound(error)))


def _unsound(error: Any) -> Iterator[Pointer]:
    pointer: Pointer = tuple(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:
        yield (*pointer, error.instance)
    elif error.validator == "required":
        yield from ((*pointer, key) for key in error.validator_value if key not in error.instance)
    elif error.validator == "additionalProperties":
        yield from _beside_unknown(pointer, error)
    else:
        yield pointer


def _beside_unknown(pointer: Pointer, error: Any) -> Iterator[Pointer]:
    """An unknown key may be a misspelt one, so the key that was meant is unsound too."""
    unknown = unknown_keys(error.instance, error.schema)
    if len(unknown) > MOST_UNKNOWN:
        yield pointer
        return
    absent = error.schema.get("properties", {}).keys() - error.instance.keys()
    for key in unknown:
        yield (*pointer, key)
        meant = nearest(key, absent)
        yield from ((*pointer, each) for each in ([meant] if meant else absent))
