"""Everything that is drawn on a page: its own content, and that of every form and pattern on it, each at its place.

Takes pages; gives contents with their places. A content is walked over once for the whole document. A form that draws
itself is told and not followed, and there is an end to how much is followed: ten forms that each draw the next ten
times would be ten thousand million things.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pikepdf

from cardforge.preflight.findings import ERROR, WARNING, PreflightFinding
from cardforge.preflight.opened_pdf import BROKEN, unpacked
from cardforge.preflight.operators import Content, InheritedState, Use, content_of
from cardforge.preflight.values import SAME, Matrix, items, through, value, word

MAX_CONTENT = 16_000_000  # bytes of operators in one stream
MAX_DEPTH = 28  # forms inside forms
MAX_PLACED = 100_000  # forms on all pages together
_HINT = "export it again, with simpler drawings or pages"


class PlacedOnPage(NamedTuple):
    """A content, where it stands, and the look it has from whoever draws it."""

    content: Content
    at: Matrix = SAME
    look: InheritedState = InheritedState()


class PagePicture(NamedTuple):
    """A picture where it stands."""

    name: str
    seen: Any
    at: Matrix


class PageDrawing:
    """Follows what the pages of one document draw."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._known: dict[tuple[Any, ...], Content | PreflightFinding] = {}
        self._left = MAX_PLACED
        self.key: Any = None  # of the page that was looked at last: another page with it looks the same

    def drawn(
        self, number: int, page: pikepdf.Page, resources: Any
    ) -> Iterator[PlacedOnPage | PagePicture | PreflightFinding]:
        """What stands on a page, and what kept the rest from being looked at."""
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
            message = f"{where} and what follows it was not looked at: there are too many forms inside forms"
            return PreflightFinding("PF003", WARNING, "forms", message, _HINT)
        return self._content(use.seen, around)

    def _content(self, holder: Any, around: Any) -> Content | PreflightFinding:
        """What a form draws; one without resources has those of whoever draws it."""
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
        """What a page draws, and what tells it from other pages: copies of a card are walked over once."""
        data = _operators(items(page.obj, "/Contents"))
        if isinstance(data, PreflightFinding):
            return page.obj.objgen, data
        key = (hashlib.blake2b(data).digest(), _identity(resources))
        if key not in self._known:
            self._known[key] = self._walked(data, resources, is_page=True)
        return key, self._known[key]

    def _walked(self, data: bytes, resources: Any, is_page: bool) -> Content | PreflightFinding:
        try:
            return content_of(self._pdf, data, resources, is_page)
        except BROKEN:
            message = "what the page draws cannot be read: its operators are broken"
            return PreflightFinding("PF002", ERROR, "content", message, "export it again")


def _identity(resources: Any) -> Any:
    """What tells resources from others; what lies in them by reference is told by its number."""
    if not isinstance(resources, pikepdf.Object):
        return None
    return resources.objgen if resources.is_indirect else resources.unparse()


def _operators(streams: list[Any]) -> bytes | PreflightFinding:
    """The bytes of content streams, one behind the other."""
    found: list[bytes] = []
    for stream in streams:
        data = unpacked(stream) if isinstance(stream, pikepdf.Stream) else b""
        if data is None or sum(map(len, found)) + len(data) > MAX_CONTENT:
            message = "a part of the page was not looked at: it cannot be unpacked, or has more than"
            return PreflightFinding(
                "PF003", WARNING, "content", f"{message} {MAX_CONTENT // 1_000_000} MB of operators", _HINT
            )
        found.append(data)
    return b"\n".join(found)


def _from_outside(look: InheritedState, outer: InheritedState) -> InheritedState:
    """A look, with what it does not say itself from outside."""
    fill, width, size = (other if own is None else own for own, other in zip(look, outer, strict=True))
    return InheritedState(fill, width, size)  # type: ignore[arg-type]
