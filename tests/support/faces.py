"""Faces for tests: templates from a few lines of YAML, cards laid out on them, and what stands where."""

from __future__ import annotations

from typing import Any

from cardforge.core.problems import Location, Problem
from cardforge.fonts import FontBook
from cardforge.layout.display import Face, Shape, Text, TextLine
from cardforge.layout.face import Layout
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.game_art import GameArt
from cardforge.layout.icons import Icons
from cardforge.layout.template import Template, Templates
from cardforge.load.source import Source
from tests.support.documents import document_of

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1H9V9H1Z"/></svg>'
HERO: dict[str, Any] = {
    "name": "Ada", "group": "hero", "stats": {"hull": 3, "speed": -1}, "tags": ["a", "b"], "text": "Draw 1 card."
}  # fmt: skip
# A card with a field of every sort, for every kind of element.
CARD: dict[str, Any] = {
    "name": "Ada", "type": "warm", "n": 3, "none": 0, "many": 61, "minus": -1, "yes": True, "half": 2.5, "odd": "²", "digits": "9" * 5000,
    "stats": {"hull": 3, "speed": -1, "crew": 2}, "tags": ["energy", "crew"], "rows": [{"a": "one", "b": 1}, {"a": "two", "b": 2}], "crowd": ["energy"] * 61,
}  # fmt: skip


def template_of(elements: str, more: str = "") -> Template:
    """A template with some elements, for cards of the kind `x`."""
    return template_in(f"kind: face\nid: t\nfor: [x]\n{more}elements:\n{elements}")


def template_in(text: str) -> Template:
    """The template in the text of a file, for cards of the kind `x`."""
    templates = Templates([document_of(text)])
    assert templates.problems == []
    found = templates.template("x", "")
    assert found
    return found


def card_source(card: dict[str, Any], id: str = "pack/ada") -> CardSource:
    """A card, and where its file says so."""
    return CardSource(id, card, Location("pack.yaml", 7, 3))


def icons(**drawings: str) -> Icons:
    """Icons by their names, from the texts of SVG files."""
    found = Icons()
    for name, text in drawings.items():
        found.add(name, Source(f"{name}.svg", text))
    return found


PLAIN = Layout(FontBook())
WITH_ICONS = Layout(FontBook(), GameArt(icons(energy=SQUARE, crew=SQUARE)))


def face(elements: str, card: dict[str, Any] | None = None, more: str = "") -> tuple[Face, list[Problem]]:
    """A card of its own, or the hero, with some elements."""
    return PLAIN.face(card_source(card or HERO), template_of(elements, more))


def drawn(elements: str, more: str = "", **card: Any) -> tuple[Face, list[Problem]]:
    """The card that has everything, with some fields changed, in a game with two icons."""
    return WITH_ICONS.face(card_source(CARD | card), template_of(elements, more))


def element(text: str, more: str = "", **card: Any) -> tuple[Face, list[Problem]]:
    """The same with one element."""
    return drawn(f"  - {text}\n", more, **card)


def shapes(face: Face) -> list[Shape]:
    """What is drawn."""
    return [item for item in face.items if isinstance(item, Shape)]


def bounds(shape: Shape) -> tuple[float, ...]:
    """Left, top, right and bottom of a shape."""
    xs = [number for _, numbers in shape.path for number in numbers[::2]]
    ys = [number for _, numbers in shape.path for number in numbers[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def lines(face: Face) -> list[TextLine]:
    """Every line of every text."""
    return [line for item in face.items if isinstance(item, Text) for line in item.lines]


def codes(problems: list[Problem]) -> list[str]:
    """The codes of some problems."""
    return [problem.code for problem in problems]
