"""Read values from an untrusted PDF; a missing value or one of the wrong type reads as empty.

The only module that knows how pikepdf represents numbers, names and strings, so that the checks need not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Stream, String

PdfBox = tuple[float, float, float, float]  # left, bottom, right, top
Matrix = tuple[float, float, float, float, float, float]

SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def value(holder: Any, key: str) -> Any:
    """The value of a key in a dictionary or stream, or None."""
    return holder.get(key) if isinstance(holder, Dictionary | Stream) else None


def entries(holder: Any, key: str) -> Iterator[tuple[str, Any]]:
    """Names and values of the dictionary stored under a key."""
    found = value(holder, key)
    if isinstance(found, Dictionary):
        for name, seen in found.items():
            yield name.lstrip("/"), seen


def items(holder: Any, key: str) -> list[Any]:
    """The array stored under a key; a single value counts as an array of one."""
    found = value(holder, key)
    if isinstance(found, Array):
        return list(found)
    return [] if found is None else [found]


def word(seen: Any) -> str:
    """A name without its slash; one that is not text as it is written in the file."""
    if not isinstance(seen, Name):
        return ""
    try:
        return str(seen)[1:]
    except UnicodeDecodeError:
        return seen.unparse().decode("latin-1")[1:]


def text(seen: Any) -> str:
    """A string without surrounding white space."""
    return str(seen).strip() if isinstance(seen, String | str) else ""


def number(seen: Any, default: float = 0.0) -> float:
    """A finite number."""
    if not isinstance(seen, int | float | Decimal) or isinstance(seen, bool):
        return default
    try:
        found = float(seen)
    except OverflowError:
        return default
    return found if math.isfinite(found) else default


def numbers(seen: Any, count: int) -> tuple[float, ...] | None:
    """An array of exactly `count` numbers, or None."""
    if not isinstance(seen, Array) or len(seen) != count:
        return None
    found = tuple(number(each, math.nan) for each in list(seen))
    return None if any(map(math.isnan, found)) else found


def box(seen: Any) -> PdfBox | None:
    """A rectangle, whichever two corners define it."""
    found = numbers(seen, 4)
    if found is None:
        return None
    return min(found[0], found[2]), min(found[1], found[3]), max(found[0], found[2]), max(found[1], found[3])


def matrix(seen: Any) -> Matrix:
    """A transformation matrix; the identity if the value is not one."""
    found = numbers(seen, 6)
    return (found[0], found[1], found[2], found[3], found[4], found[5]) if found else SAME


def through(inner: Matrix, outer: Matrix) -> Matrix:
    """Apply the inner transformation, then the outer one."""
    a, b, c, d, e, f = inner
    k, m, n, p, r, s = outer
    return a * k + b * n, a * m + b * p, c * k + d * n, c * m + d * p, e * k + f * n + r, e * m + f * p + s


def filters(stream: Any) -> list[str]:
    """The filters of a stream, in order."""
    return [word(each) for each in items(stream, "/Filter")]


def place(seen: Object) -> str:
    """How to find an object in the PDF."""
    return f"object {seen.objgen[0]}" if seen.is_indirect else "a direct object"
