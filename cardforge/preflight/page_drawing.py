"""Collect everything drawn on a page: its own content, and that of every nested form and pattern, with its position.

Takes pages; yields placed contents. Each content stream is parsed once per document. A form that draws itself is
reported and not followed, and the total is limited: ten forms that each draw the next one ten times would make ten
thousand million placements.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import pikepdf

from cardforge.core.limits import PDF_OPERATORS
from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.opened_pdf import BROKEN, unpacked
from cardforge.preflight.operators import Content, InheritedState, Use, content_of
from cardforge.preflight.values import SAME, Matrix, items, through, value, word

MAX_CONTENT = 16_000_000  # bytes of operators per page or form
MAX_DEPTH = 28  # forms inside forms
MAX_PLACED = 100_000  # forms on all pages together
_OPERATOR = re.compile(rb"[A-Za-z'\"*]+")
_HINT = "export it again, with simpler drawings or pages"


class PlacedOnPage(NamedTuple):
    """A content stream, its position, and the graphics state it inherits."""

    content: Content
    at: Matrix = SAME
    look: InheritedState = InheritedState()


class PagePicture(NamedTuple):
    """A placed picture."""

    name: str
    seen: Any
    at: Matrix


class PageDrawing:
    """Collects what the pages of one document draw, with one cache for all of them."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._known: dict[tuple[Any, ...], Content | PreflightFinding] = {}
        self._left = MAX_PLACED
        self.key: Any = None  # of the last page inspected; pages with equal keys look the same

    def drawn(
        self, number: int, page: pikepdf.Page, resources: Any
    ) -> Iterator[PlacedOnPage | PagePicture | PreflightFinding]:
        """Everything on a page, and a finding for each part that could not be inspected."""
        self.key, start = self._page(page, resources)
        if isinstance(start, PreflightFinding):
            yield start._replace(page=number)
            return
        seen: set[tuple[Any, ...]] = set()
        waiting: list[tuple[PlacedOnPage, Any, tuple[tuple[int, int], ...]]] = [(PlacedOnPage(start), resources, ())]
        while waiting:
            placed, around, path = waiting.pop()
            yield placed
            for use in placed.content.uses:
                at = through(use.at, placed.at)
                if word(value(use.seen, "/Subtype")) == "Image":
                    yield PagePicture(use.name, use.seen, at)
                    continue
                key = (use.seen.objgen, tuple(round(each, 3) for each in at), use.look)
                if key in seen:
                    continue
                seen.add(key)
                inner = self._form(use, around, path)
                if isinstance(inner, PreflightFinding):
                    yield inner._replace(page=number)
                else:
                    own = value(use.seen, "/Resources")
                    later = PlacedOnPage(inner, at, _from_outside(use.look, placed.look))
                    waiting.append((later, around if own is None else own, (*path, use.seen.objgen)))

    def _form(self, use: Use, around: Any, path: tuple[tuple[int, int], ...]) -> Content | PreflightFinding:
        where = f"the form `{use.name[:60]}` (object {use.seen.objgen[0]})"
        if use.seen.objgen in path:
            return PreflightFinding("PF002", WARNING, "circle", f"{where} draws itself", "export it again")
        self._left -= 1
        if len(path) >= MAX_DEPTH or self._left < 0:
            message = f"{where} was not checked: too many nested forms"
            return PreflightFinding("PF003", WARNING, "forms", message, _HINT)
        return self._content(use.seen, around)

    def _content(self, holder: Any, around: Any) -> Content | PreflightFinding:
        """What a form draws; a form without resources inherits its caller's."""
        own = value(holder, "/Resources")
        key = (holder.objgen, "" if own is not None else _identity(around))
        if key not in self._known:
            resources = around if own is None else own
            data = _operators([holder])
            self._known[key] = (
                data if isinstance(data, PreflightFinding) else self._walked(data, resources, is_page=False)
            )
        return self._known[key]

    def _page(self, page: pikepdf.Page, resources: Any) -> tuple[Any, Content | PreflightFinding]:
        """What a page draws, and its cache key: copies of a card are parsed once."""
        data = _operators(items(page.obj, "/Contents"))
        if isinstance(data, PreflightFinding):
            return page.obj.objgen, data
        key = (hashlib.blake2b(data).digest(), _identity(resources))
        if key not in self._known:
            self._known[key] = self._walked(data, resources, is_page=True)
        return key, self._known[key]

    def _walked(self, data: bytes, resources: Any, is_page: bool) -> Content | PreflightFinding:
        if _has_too_many(data):
            message = f"part of the page was not checked: it has more than {PDF_OPERATORS.most:,} operators"
            return PreflightFinding("PF003", WARNING, "content", message, PDF_OPERATORS.hint("simplify it"))
        try:
            return content_of(self._pdf, data, resources, is_page)
        except BROKEN:
            message = "the page content cannot be parsed: invalid operators"
            return PreflightFinding("PF002", ERROR, "content", message, "export it again")


def _identity(resources: Any) -> Any:
    """A key for resources: the object number if indirect, otherwise their source text."""
    if not isinstance(resources, pikepdf.Object):
        return None
    return resources.objgen if resources.is_indirect else resources.unparse()


def _operators(streams: list[Any]) -> bytes | PreflightFinding:
    """The decoded bytes of content streams, concatenated."""
    found: list[bytes] = []
    for stream in streams:
        data = unpacked(stream) if isinstance(stream, pikepdf.Stream) else b""
        if data is None or sum(map(len, found)) + len(data) > MAX_CONTENT:
            message = "part of the page was not checked: it cannot be decompressed, or has more than"
            return PreflightFinding(
                "PF003", WARNING, "content", f"{message} {MAX_CONTENT // 1_000_000} MB of operators", _HINT
            )
        found.append(data)
    return b"\n".join(found)


def _has_too_many(data: bytes) -> bool:
    """Whether a content stream has more operators than can be parsed; an operator takes at least two bytes."""
    most = PDF_OPERATORS.most
    return len(data) > 2 * most and next(islice(_OPERATOR.finditer(data), most, None), None) is not None


def _from_outside(look: InheritedState, outer: InheritedState) -> InheritedState:
    """Fill the unset values of a state from the outer one."""
    fill, width, size = (other if own is None else own for own, other in zip(look, outer, strict=True))
    return InheritedState(fill, width, size)  # type: ignore[arg-type]
