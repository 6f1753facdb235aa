"""Resolve templates: declarative faces, with inheritance.

Takes template documents; returns the most specific face for each card, merged with everything it extends.
A face that extends itself or an unknown face is reported at that place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from cardforge.core.phrases import listed
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.core.units import CARD_SIZES, Mm
from cardforge.layout.face_targets import FaceTargets
from cardforge.layout.outline_size import size_of
from cardforge.load.document import Document

_MOST_NAMES = 8  # steps from one colour name to the next; more is a cycle
_MOST_PARENTS = 40  # levels of `extends`
_DEFAULT_STYLE = {"font": "source-sans", "size": 8.0, "colour": "#000000"}


class Element(NamedTuple):
    """One element, and where it was written."""

    data: dict[str, Any]
    document: Document
    pointer: Pointer
    inner: tuple[Element, ...] = ()


@dataclass(eq=False)
class Template:
    """A face with everything it extends merged in. Compared by identity, so that it can be a key."""

    id: str
    document: Document
    lengths: dict[str, Mm] = field(default_factory=dict)  # size, bleed and safe area, own or inherited
    palette: dict[str, str] = field(default_factory=dict)
    styles: dict[str, dict[str, Any]] = field(default_factory=dict)
    origins: dict[tuple[str, str], Document] = field(default_factory=dict)  # by style and key: where it was written
    elements: list[Element] = field(default_factory=list)
    back: str = ""  # the id of the face on the other side
    palettes: dict[str, dict[str, str]] = field(default_factory=dict)  # colour overrides, by palette name
    outline: dict[str, Any] = field(default_factory=dict)  # the cut, if it is not a rounded card

    @property
    def width(self) -> Mm:
        return self.lengths.get("width", CARD_SIZES["poker"][0])

    @property
    def height(self) -> Mm:
        return self.lengths.get("height", CARD_SIZES["poker"][1])

    @property
    def bleed(self) -> Mm:
        return self.lengths.get("bleed", 3.0)

    @property
    def safe(self) -> Mm:
        return self.lengths.get("safe", 3.0)

    def style(self, name: str) -> dict[str, Any]:
        """A style with its defaults filled in."""
        return {**_DEFAULT_STYLE, **self.styles.get("base", {}), **self.styles.get(name, {})}

    def in_palette(self, name: str) -> Template:
        """The same face in the colours of another palette, if it has one of that name."""
        return replace(self, palette={**self.palette, **self.palettes.get(name, {})})

    def colour(self, name: str) -> str:
        """A colour by name, or unchanged if the palette has no such name; names may refer to other names."""
        for _ in range(_MOST_NAMES):
            if name not in self.palette:
                break
            name = self.palette[name]
        return name


class Templates:
    """The faces of one game."""

    def __init__(
        self, documents: Iterable[Document], builtin: Iterable[Document] = (), broken: Collection[str] = ()
    ) -> None:
        self.problems: list[Problem] = []
        self._broken = broken  # the ids of faces that cannot be used, which is already reported
        self._documents: dict[str, Document] = {}
        for document in documents:
            id = document.data["id"]
            if id in self._documents:
                other = self._documents[id].locate(("id",))
                self._problem(
                    document,
                    ("id",),
                    "CF402",
                    f"duplicate face `{id}`: it is already defined at {other}",
                    "give one of the two another id",
                )
            self._documents.setdefault(id, document)
        for document in builtin:
            self._documents.setdefault(document.data["id"], document)
        self._templates: dict[str, Template] = {}
        self._for = FaceTargets()
        for id, document in self._documents.items():
            template = self._resolve(id, ())
            look = document.data.get("look", "")
            for at, target in enumerate(document.data.get("for", ())):
                taken = self._for.add(target, look, id, (template.width, template.height)) if template else ""
                if taken:
                    which = f"both `{taken}` and `{id}` are faces for `{target}`"
                    message = f"{which} in the look `{look}`" if look else which
                    hint = "change the `for` of one of the two, or give one a `look`"
                    self._problem(document, ("for", at), "CF402", message, hint)
        for template in self._templates.values():
            if template.back and template.back not in self._templates:
                # A broken back is already reported, and an inherited one is reported at the parent.
                is_known = template.back in self._documents or template.back in self._broken
                if not is_known and "back" in template.document.data:
                    message = f"there is no face `{template.back}` for the back"
                    self._problem(template.document, ("back",), "CF404", message, self._nearest(template.back))
                template.back = ""

    def template(self, kind: str, group: str, look: str = "") -> Template | None:
        """The face for a card: the one for its group, else the one for its kind, else None.

        A look is the name of one, or a size; a card that has no face in it gets its usual face.
        """
        found = self._for.face(kind, group, look)
        return self._templates[found] if found else None

    @property
    def looks(self) -> set[str]:
        """The names of all looks but the usual one."""
        return self._for.looks

    @property
    def sizes(self) -> set[tuple[Mm, Mm]]:
        """The sizes of all faces that cards can have."""
        return self._for.sizes

    def by_id(self, id: str) -> Template:
        """A face by its id; one that could not be resolved is empty."""
        return self._templates.get(id) or Template(id, self._documents[id])

    @property
    def documents(self) -> Iterable[Document]:
        """The documents of all faces."""
        return self._documents.values()

    def all(self) -> Iterable[Template]:
        """Every face."""
        return self._templates.values()

    def targets(self) -> Iterator[tuple[str, Document, Pointer]]:
        """The targets of all faces, kinds or kinds with a group, each with its location."""
        for document in self._documents.values():
            for at, target in enumerate(document.data.get("for", ())):
                yield target, document, ("for", at)

    def _resolve(self, id: str, above: tuple[str, ...]) -> Template | None:
        if id in self._templates:
            return self._templates[id]
        document = self._documents[id]
        template = Template(id, document)
        for place, parent in enumerate(document.data.get("extends", ())):
            where: Pointer = ("extends", place)
            if parent == id or parent in above:
                self._problem(
                    document,
                    where,
                    "CF403",
                    f"the face `{id}` extends itself: {' → '.join([*above, id, parent])}",
                    "remove one of these `extends`",
                )
                return None
            if len(above) == _MOST_PARENTS:
                message = f"more than {_MOST_PARENTS} levels of `extends`, from `{above[0]}` to `{id}`"
                self._problem(document, where, "CF403", message, "look for a cycle, or extend fewer faces")
                return None
            if parent not in self._documents:
                if parent not in self._broken:
                    self._problem(document, where, "CF404", f"there is no face `{parent}`", self._nearest(parent))
                return None
            inherited = self._resolve(parent, (*above, id))
            if inherited is None:
                return None
            _merge(template, inherited)
        self._apply(template, document)
        self._templates[id] = template
        return template

    def _apply(self, template: Template, document: Document) -> None:
        data = document.data
        size = data.get("size")
        if isinstance(size, dict):
            template.lengths |= {"width": float(size["width"]), "height": float(size["height"])}
        elif size in CARD_SIZES:
            template.lengths |= dict(zip(("width", "height"), CARD_SIZES[size], strict=True))
        elif size is not None:
            self._problem(
                document,
                ("size",),
                "CF405",
                f"there is no card size `{size}`",
                did_you_mean(size, CARD_SIZES) or "give `width` and `height`",
            )
        template.lengths |= {key: float(data[key]) for key in ("bleed", "safe") if key in data}
        template.back = data.get("back", template.back)
        template.outline = data.get("outline", template.outline)
        template.lengths |= size_of(template.outline)
        template.palette |= data.get("palette", {})
        for name, colours in data.get("palettes", {}).items():
            template.palettes[name] = {**template.palettes.get(name, {}), **colours}
        for name, style in data.get("styles", {}).items():
            template.styles[name] = {**template.styles.get(name, {}), **style}
            template.origins |= {(name, key): document for key in style}
        elements = [_element(each, document, ("elements", at)) for at, each in enumerate(data.get("elements", ()))]
        self._same_ids(elements, document)
        _add_elements(template, elements)
        if "for" in data:
            self._check_behind(template)
        if "for" in data and not template.elements:
            message = f"the face `{template.id}` has no elements"
            self._problem(document, ("for",), "CF417", message, "add `elements`, or extend a face that has some")

    def _check_behind(self, template: Template) -> None:
        known = [each.data["id"] for each in template.elements if "id" in each.data]
        for element in template.elements:
            name = element.data.get("behind")
            if name and name not in known:
                message = f"there is no element `{name}` to draw this behind"
                pointer = (*element.pointer, "behind")
                self._problem(element.document, pointer, "CF406", message, did_you_mean(name, known))

    def _same_ids(self, elements: list[Element], document: Document) -> None:
        seen: set[str] = set()
        for element in _all(elements):
            id = element.data.get("id", "")
            if id and id in seen:
                message = f"duplicate element `{id}` in this face"
                self._problem(document, (*element.pointer, "id"), "CF402", message, "give one of the two another id")
            seen.add(id)

    def _nearest(self, id: str) -> str:
        return did_you_mean(id, self._documents) or f"faces: {listed(self._documents, most=20)}"

    def _problem(self, document: Document, pointer: Pointer, code: str, message: str, hint: str) -> None:
        self.problems.append(Problem(code, Severity.ERROR, document.locate(pointer), message, hint))


def _element(data: dict[str, Any], document: Document, pointer: Pointer) -> Element:
    inner = tuple(_element(each, document, (*pointer, "group", at)) for at, each in enumerate(data.get("group", ())))
    return Element(data, document, pointer, inner)


def _all(elements: Iterable[Element]) -> Iterator[Element]:
    """All elements, including those in groups."""
    for element in elements:
        yield element
        yield from _all(element.inner)


def _merge(template: Template, parent: Template) -> None:
    template.lengths |= parent.lengths
    template.palette |= parent.palette
    for name, colours in parent.palettes.items():
        template.palettes[name] = {**template.palettes.get(name, {}), **colours}
    template.back = parent.back or template.back
    template.outline = parent.outline or template.outline
    for name, style in parent.styles.items():
        template.styles[name] = {**template.styles.get(name, {}), **style}
    template.origins |= parent.origins
    _add_elements(template, parent.elements)


def _add_elements(template: Template, elements: list[Element]) -> None:
    """Add elements: one with an existing id replaces that element, one with `behind` goes before the one it names."""
    for element in elements:
        id, behind = element.data.get("id"), element.data.get("behind")
        names = [other.data.get("id") for other in template.elements]
        place = len(names)
        if id and id in names:
            place = names.index(id)
            del template.elements[place], names[place]
        if behind and behind in names:
            place = names.index(behind)
        template.elements.insert(place, element)
