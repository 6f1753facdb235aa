"""Checks on page resources: fonts, colours, transparency, pictures and their filters (R1 to R5).

Takes the resources of a page; yields findings on everything reachable from there, through forms and patterns. Each
object is inspected once, however many pages use it; cycles are followed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Stream

from cardforge.preflight.colour_checks import refused, space_of
from cardforge.preflight.demands import Standard
from cardforge.preflight.findings import ERROR, PreflightFinding
from cardforge.preflight.values import entries, filters, items, number, place, value, word

_NEVER = {"LZWDecode": "LZW", "Crypt": "Crypt"}  # filters that no PDF/X allows
_NOT_FLAT = {"JPXDecode": "JPEG 2000", "JBIG2Decode": "JBIG2"}
_FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_FLATTEN = "flatten transparency when you export, or export as PDF/X-4"
_MOST_BITS = 8  # per channel, before PDF 1.5


class _Thing(NamedTuple):
    """A resource to inspect, with its kind and name."""

    kind: str
    name: str
    seen: Any


class _Looked(NamedTuple):
    """The result of inspecting one resource."""

    findings: tuple[PreflightFinding, ...]
    leads_to: tuple[_Thing, ...]


class Resources:
    """Inspects the resources of all pages of one document."""

    def __init__(self, standard: Standard) -> None:
        self._standard = standard
        self._looked: dict[tuple[str, tuple[int, int]], _Looked] = {}
        self._whole: dict[tuple[int, int], tuple[PreflightFinding, ...]] = {}
        self._look: dict[str, Callable[[_Thing], Iterator[PreflightFinding | _Thing]]] = {
            "resources": self._resources,
            "font": self._font,
            "form": self._form,
            "image": self._image,
            "gstate": self._gstate,
            "pattern": self._pattern,
            "shading": self._shading,
            "space": self._space,
        }

    def findings(self, page: int, resources: Any, holder: Object) -> Iterator[PreflightFinding]:
        """Faults of a page's resources, and of the page object itself."""
        if self._standard.flat and word(value(value(holder, "/Group"), "/S")) == "Transparency":
            yield PreflightFinding("PF303", ERROR, "page group", "the page is a transparency group", _FLATTEN, page)
        for stream in items(holder, "/Contents"):
            yield from (finding._replace(page=page) for finding in self._filters("the page's content", stream))
        if isinstance(resources, Dictionary):
            yield from (finding._replace(page=page) for finding in self._all(_Thing("resources", "", resources)))

    def _all(self, start: _Thing) -> tuple[PreflightFinding, ...]:
        """Findings on everything reachable, cached because pages often share their resources."""
        key = start.seen.objgen
        if start.seen.is_indirect and key in self._whole:
            return self._whole[key]
        found: dict[PreflightFinding, None] = {}
        reached: set[tuple[str, tuple[int, int]]] = set()
        waiting = [start]
        while waiting:
            thing = waiting.pop()
            if isinstance(thing.seen, Object) and thing.seen.is_indirect:
                if (thing.kind, thing.seen.objgen) in reached:
                    continue
                reached.add((thing.kind, thing.seen.objgen))
            looked = self._once(thing)
            found.update(dict.fromkeys(looked.findings))
            waiting += looked.leads_to
        if start.seen.is_indirect:
            self._whole[key] = tuple(found)
        return tuple(found)

    def _once(self, thing: _Thing) -> _Looked:
        indirect = isinstance(thing.seen, Object) and thing.seen.is_indirect
        key = (thing.kind, thing.seen.objgen if indirect else (0, 0))
        if indirect and key in self._looked:
            return self._looked[key]
        came = list(self._look[thing.kind](thing))
        looked = _Looked(
            tuple(each for each in came if isinstance(each, PreflightFinding)),
            tuple(each for each in came if isinstance(each, _Thing)),
        )
        if indirect:
            self._looked[key] = looked
        return looked

    def _resources(self, thing: _Thing) -> Iterator[PreflightFinding | _Thing]:
        for key, kind in (
            ("/Font", "font"),
            ("/ExtGState", "gstate"),
            ("/Pattern", "pattern"),
            ("/Shading", "shading"),
            ("/ColorSpace", "space"),
        ):
            yield from (_Thing(kind, name, seen) for name, seen in entries(thing.seen, key))
        for name, seen in entries(thing.seen, "/XObject"):
            kind = word(value(seen, "/Subtype"))
            if kind in ("Form", "Image"):
                yield _Thing(kind.lower(), name, seen)
            elif kind == "PS":
                yield _postscript(name)

    def _font(self, thing: _Thing) -> Iterator[PreflightFinding]:
        font = thing.seen
        kind, name = word(value(font, "/Subtype")), word(value(font, "/BaseFont")) or thing.name
        if kind == "Type3":  # its glyphs are drawings in the file
            return
        if kind == "Type0":
            font = next(iter(items(font, "/DescendantFonts")), None)
        about = value(font, "/FontDescriptor")
        programs = [program for key in _FONT_FILES if isinstance(program := value(about, key), Stream)]
        if not programs:
            message = f"the font `{name[:60]}` is not embedded, so the printer may use another font"
            yield PreflightFinding("PF301", ERROR, name, message, "embed all fonts, or turn the text into outlines")
        for program in programs:
            yield from self._filters(f"the font `{name[:60]}`", program)

    def _form(self, thing: _Thing) -> Iterator[PreflightFinding | _Thing]:
        form, where = thing.seen, f"the form `{thing.name[:60]}` ({place(thing.seen)})"
        if self._standard.flat and word(value(value(form, "/Group"), "/S")) == "Transparency":
            yield PreflightFinding("PF303", ERROR, "group", f"{where} is a transparency group", _FLATTEN)
        if word(value(form, "/Subtype2")) == "PS" or value(form, "/PS") is not None:
            yield _postscript(thing.name)
        yield from self._outside(where, form)
        yield from self._filters(where, form)
        yield _Thing("resources", "", value(form, "/Resources"))

    def _image(self, thing: _Thing) -> Iterator[PreflightFinding | _Thing]:
        image, where = thing.seen, f"the picture `{thing.name[:60]}` ({place(thing.seen)})"
        yield from self._outside(where, image)
        yield from self._filters(where, image)
        bits = round(number(value(image, "/BitsPerComponent")))
        if self._standard.flat and bits > _MOST_BITS:
            message = f"{where} has {bits} bits per channel; {self._standard.title} allows at most {_MOST_BITS}"
            yield PreflightFinding("PF305", ERROR, "bits", message, "export it with 8 bits per channel")
        mask = value(image, "/SMask")
        if self._standard.flat and (mask is not None or number(value(image, "/SMaskInData")) > 0):
            yield PreflightFinding("PF303", ERROR, "soft mask of a picture", f"{where} has a soft mask", _FLATTEN)
        if isinstance(mask, Stream):
            yield from self._filters(f"the soft mask of {where}", mask)
        if value(image, "/ImageMask") is not True:
            yield from self._allowed(value(image, "/ColorSpace"), "picture", thing)

    def _gstate(self, thing: _Thing) -> Iterator[PreflightFinding]:
        state, where = thing.seen, f"the graphics state `{thing.name[:60]}`"
        for key in ("TR", "TR2", "HTP"):
            seen = value(state, f"/{key}")
            if seen is not None and not (key == "TR2" and word(seen) == "Default"):
                message = f"{where} sets `{key}`, which changes colours or halftones on the press"
                yield PreflightFinding(
                    "PF304", ERROR, key, message, "export it without transfer functions and halftones"
                )
        if not self._standard.flat:
            return
        alpha = min(number(value(state, "/ca"), 1.0), number(value(state, "/CA"), 1.0))
        blends = [word(each) for each in items(state, "/BM")]
        if alpha < 1:
            message = f"{where} sets an opacity of {alpha:.0%}; {self._standard.title} does not allow transparency"
            yield PreflightFinding("PF303", ERROR, "opacity", message, _FLATTEN)
        if isinstance(value(state, "/SMask"), Dictionary):
            yield PreflightFinding("PF303", ERROR, "soft mask", f"{where} has a soft mask", _FLATTEN)
        if blends and blends[0] not in ("Normal", "Compatible"):
            yield PreflightFinding("PF303", ERROR, "blend mode", f"{where} has the blend mode `{blends[0]}`", _FLATTEN)

    def _pattern(self, thing: _Thing) -> Iterator[PreflightFinding | _Thing]:
        if isinstance(thing.seen, Stream):
            yield from self._filters(f"the pattern `{thing.name[:60]}`", thing.seen)
            yield _Thing("resources", "", value(thing.seen, "/Resources"))
        else:
            yield _Thing("shading", thing.name, value(thing.seen, "/Shading"))
            yield _Thing("gstate", thing.name, value(thing.seen, "/ExtGState"))

    def _shading(self, thing: _Thing) -> Iterator[PreflightFinding]:
        yield from self._allowed(value(thing.seen, "/ColorSpace"), "gradient", thing)

    def _space(self, thing: _Thing) -> Iterator[PreflightFinding]:
        yield from self._allowed(thing.seen, "colour space", thing)

    def _allowed(self, seen: Any, what: str, thing: _Thing) -> Iterator[PreflightFinding]:
        where = f" `{thing.name[:60]}`"
        if isinstance(seen, Name | Array) and (finding := refused(space_of(seen), self._standard, what, where)):
            yield finding

    def _filters(self, where: str, stream: Any) -> Iterator[PreflightFinding]:
        refuse = _NEVER | (_NOT_FLAT if self._standard.flat else {})
        for each in filters(stream):
            if each in refuse:
                message = f"{where} is compressed with {refuse[each]}, which {self._standard.title} does not allow"
                yield PreflightFinding("PF305", ERROR, each, message, "export it again with ZIP or JPEG compression")

    def _outside(self, where: str, seen: Any) -> Iterator[PreflightFinding]:
        for key in ("OPI", "Alternates"):
            if value(seen, f"/{key}") is not None:
                message = f"{where} has `{key}`, so another picture may be printed in its place"
                yield PreflightFinding("PF304", ERROR, key, message, "embed the final pictures when you export")


def _postscript(name: str) -> PreflightFinding:
    message = f"`{name[:60]}` is a PostScript fragment, which most presses cannot process"
    return PreflightFinding("PF304", ERROR, "PostScript", message, "export it again with another program")
