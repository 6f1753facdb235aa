"""The state of one face while it is drawn: the card, the items so far, and the problems found."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardforge.core.limits import FACE_ENTRIES
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.core.units import Mm, Pt
from cardforge.layout.binding import Binding, UnknownFieldError
from cardforge.layout.boxes import Box
from cardforge.layout.card_view import CardView
from cardforge.layout.display import Clipped, Face, Item, Point, Shape, Text, rectangle
from cardforge.layout.template import Element
from cardforge.load.document import Fields, ValuePlace


class CardSource(NamedTuple):
    """A card to lay out: its data, and its location in the author's files."""

    id: str  # pack/card
    given: Fields | None  # what templates read, if that is not `view.data`
    place: ValuePlace | Location
    copies: int = 1
    pack: str = ""  # the name of its pack
    view: CardView = CardView()  # the same card, for the engine itself

    @property
    def data(self) -> Fields:
        """What templates read."""
        return self.view.data if self.given is None else self.given

    @property
    def where(self) -> Location:
        """Its line in the author's files."""
        return self.place if isinstance(self.place, Location) else self.place.document.locate(self.place.pointer)


class PlacedText(NamedTuple):
    """A text on the face: its box, the part of the box it covers, and its element."""

    given: Box
    covered: Box
    element: Element
    key: str  # of the element, that holds the words
    text: Text
    icons: tuple[Shape, ...]  # inline icons
    asked: Pt  # the size of its style; a text that did not fit is set smaller
    about: Point | None = None  # the centre of the half turn, if its group is upside down


@dataclass
class FaceInProgress:
    """The items, texts and problems of one face so far."""

    card: CardSource
    whole: Box
    safe: Mm
    shown: Mapping[str, Face] = field(default_factory=dict)  # other cards it may show, by id
    items: list[Item] = field(default_factory=list)
    boxes: dict[str, Box] = field(default_factory=dict)  # by element id
    texts: list[PlacedText] = field(default_factory=list)
    marks: list[tuple[int, Element]] = field(default_factory=list)  # each element with the index of its first item
    problems: list[Problem] = field(default_factory=list)
    repeats: int = 0  # entries of lists that elements were repeated for

    def may_repeat(self, entries: int) -> bool:
        """Count the entries of one more list; False if the face then has too many."""
        self.repeats += entries
        return self.repeats <= FACE_ENTRIES.most

    def drawn_by(self, item: int) -> Element:
        """The element that drew the item with this index."""
        return self.marks[bisect_right(self.marks, item, key=lambda mark: mark[0]) - 1][1]

    def put_behind(self, state: tuple[int, ...], ground: Shape) -> None:
        """Insert a background behind everything drawn since `state`."""
        items, _, marks, _ = state
        self.items.insert(items, ground)
        self.marks[marks:] = [(number + 1, element) for number, element in self.marks[marks:]]

    def turn(self, state: tuple[int, ...], box: Box, element: Element) -> None:
        """Turn everything drawn since `state` upside down, inside its box."""
        items, texts, marks, _ = state
        about = (box.x + box.width / 2, box.y + box.height / 2)
        outline = rectangle(box.x, box.y, box.width, box.height)
        self.items[items:] = [Clipped(outline, tuple(self.items[items:]), about=about)]
        self.marks[marks:] = [(items, element)]
        self.texts[texts:] = [
            each._replace(given=each.given.turned(about), covered=each.covered.turned(about), about=about)
            for each in self.texts[texts:]
        ]

    def state(self) -> tuple[int, ...]:
        """A checkpoint for `back_to`, `put_behind` and `turn`."""
        return len(self.items), len(self.texts), len(self.marks), len(self.problems)

    def back_to(self, state: tuple[int, ...]) -> None:
        """Undo everything drawn since `state`."""
        items, texts, marks, problems = state
        del self.items[items:], self.texts[texts:], self.marks[marks:], self.problems[problems:]

    def complain(self, element: Element, key: str, code: str, message: str, hint: str) -> None:
        """Report a problem at one key of an element."""
        place = element.document.locate((*element.pointer, key))
        self.problems.append(Problem(code, Severity.ERROR, place, message, hint))

    def blame_card(self, code: str, message: str, hint: str) -> None:
        """Report a problem of the card itself."""
        self.problems.append(Problem(code, Severity.ERROR, self.card.where, f"`{self.card.id}`: {message}", hint))

    def text(self, binding: Binding, data: Fields, element: Element, key: str) -> str | None:
        """An element's text with the card's fields filled in; None, after reporting a problem, if one is missing."""
        try:
            return binding.text(data)
        except UnknownFieldError as unknown:
            self._unknown(unknown.path, data, element, key)
            return None

    def value(self, binding: Binding, data: Fields, element: Element, key: str) -> Any:
        """A field's value, or the text; None, after reporting a problem, if a field is missing."""
        try:
            return binding.value(data)
        except UnknownFieldError as unknown:
            self._unknown(unknown.path, data, element, key)
            return None

    def _unknown(self, path: str, data: Fields, element: Element, key: str) -> None:
        known = set(_paths(data))  # including empty ones
        meant = "" if path in known else did_you_mean(path, known)
        hint = meant or f"write `{{{path}|}}` if it may be missing; the text after the bar is shown instead"
        self.complain(element, key, "CF407", f"`{self.card.id}` has no field `{path}`", hint)


def _paths(data: Fields, start: str = "") -> Iterable[str]:
    for key, value in data.items():
        yield start + key
        if isinstance(value, Mapping):
            yield from _paths(value, f"{start}{key}.")
