"""Write a first face for cards that come from elsewhere: it shows what their columns look like.

Takes the fields of the cards; gives the text of a face file. The name is on a band in the colour of the card's
type, the cost beside it, the picture above, the text below, and up to five numbers at the foot. Every text is shown as
it is (`:plain`), because what other programs write is not markup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from cardforge.validate.foreign_fields import (
    COPIES,
    COST,
    FLAVOR,
    ID,
    NAME,
    PICTURE,
    TEXT,
    TYPE,
    ForeignField,
    field_with,
)

BACK = "back"
_MOST_STATS = 5
_MOST_FACTS = 4
_HALF = 25.5  # of it, less the distance between two
_WORD = 24  # characters of a short value
_WIDTH, _LEFT = 53.0, 5.0  # mm inside a poker card, and the distance from its left
# White letters can be read on each of them.
_COLOURS = ("#3f6f9f", "#b4512f", "#4c7a4a", "#655088", "#8a6a17", "#2c7474", "#a0466a", "#5a5f66")
_NAMED = {
    "red": "#a83a32", "blue": "#2f5f9f", "green": "#3f7a45", "black": "#2b2a33", "white": "#7a7466",
    "yellow": "#8a6a17", "purple": "#655088", "orange": "#b0581b", "brown": "#6f4e37", "grey": "#5a5f66",
    "gray": "#5a5f66", "pink": "#a0466a",
}  # fmt: skip
_NOT_IN_NAMES = re.compile("[^a-z0-9]+")


def first_face(system: str, kind: str, id: str, title: str, fields: Sequence[ForeignField], back: str = BACK) -> str:
    """The text of a face for the cards of a kind, with the id of the face on their backs."""
    given = [field for field in fields if not field.is_private]
    picture = field_with(PICTURE, given)
    shows_only_picture = picture is not None and is_finished(given)
    lines = [
        f"# How the {title} look. Lengths are in millimetres from the top left of the trimmed card.",
        "kind: face",
        f"system: {system}",
        f"id: {id}",
        f"for: [{kind}]",
        f"back: {back}",
        "size: poker",
    ]
    if picture and shows_only_picture:
        return "\n".join([*lines, "elements:", *_whole_picture(picture.name)]) + "\n"
    colours = _colours(given)
    lines += ["safe: 4", "palette:", '  paper: "#fbf9f4"', '  ink: "#23252b"', '  soft: "#666b74"', '  line: "#d8d2c5"']
    lines += ['  band: "#3d4652"', *(f'  {name}: "{colour}"' for name, colour in colours.values())]
    lines += [
        "styles:",
        "  base: {font: source-sans, size: 10, floor: 5, leading: 1.26, colour: ink}",
        "  name: {font: manrope, weight: bold, size: 12, floor: 6, leading: 1.1, colour: paper, vertical: middle}",
        "  cost: {font: manrope, weight: bold, size: 14, floor: 7, colour: ink, vertical: middle}",
        "  price: {font: manrope, weight: bold, size: 14, floor: 7, colour: paper, align: right, vertical: middle}",
        "  type: {font: manrope, weight: semibold, size: 7, floor: 5, colour: soft, vertical: middle}",
        "  facts: {size: 7.5, floor: 5}",
        "  aside: {size: 7, floor: 5, colour: soft, align: right, vertical: middle}",
        "  quote: {italic: true, size: 7.5, floor: 5, colour: soft, vertical: bottom}",
        "  label: {size: 6, floor: 5, colour: soft, align: center}",
        "  stat: {font: manrope, weight: bold, size: 11, floor: 6, align: center}",
        "  foot: {size: 6, floor: 5, colour: soft}",
        "elements:",
    ]
    return "\n".join([*lines, *(f"  - {element}" for element in _Parts(given, colours).elements())]) + "\n"


def is_finished(fields: Sequence[ForeignField]) -> bool:
    """Whether the pictures are whole cards: there is nothing else to show."""
    return all(field.role in (PICTURE, NAME, ID, COPIES) or field.name == BACK for field in fields)


def unshown_fields(fields: Sequence[ForeignField]) -> list[ForeignField]:
    """The fields that such a face has no place for: mappings, lists of mappings, addresses, and what is too much."""
    given = [field for field in fields if not field.is_private]
    if is_finished(given):
        return []
    shown = _Parts(given, {}).shown
    return [field for field in given if field.role not in (ID, COPIES) and field not in shown]


def back_face(system: str, picture: str = "") -> str:
    """The text of a face for the backs of cards: a picture that some cards have, or the name of the game."""
    lines = ["# The back of the cards.", "kind: face", f"system: {system}", f"id: {BACK}", "size: poker"]
    lines += ['palette: {paper: "#fbf9f4", band: "#3d4652"}']
    lines += [
        "styles:",
        "  title: {font: manrope, weight: bold, size: 14, floor: 7, colour: paper, align: center, vertical: middle}",
    ]
    lines += ["elements:", "  - {shape: rectangle, x: -3, y: -3, width: 69, height: 94, fill: band}"]
    lines += ["  - {shape: rectangle, x: 5, y: 5, width: 53, height: 78, radius: 3, stroke: paper, stroke-width: 0.4}"]
    lines += ['  - {text: "{game.name}", style: title, x: 9, y: 34, width: 45, height: 20}']
    return "\n".join([*lines, *(_whole_picture(picture) if picture else [])]) + "\n"


def _whole_picture(field: str) -> list[str]:
    return [
        "  # The picture fills the card; its edge is mirrored into the bleed.",
        f'  - {{image: "{{{field}|}}", x: 0, y: 0, width: 63, height: 88, edge: mirror}}',
    ]


class _Parts:
    """The elements of a face, from the back to the front and from the top down."""

    def __init__(self, fields: Sequence[ForeignField], colours: dict[str, tuple[str, str]]) -> None:
        self._colours = colours
        self._picture, self._kind = field_with(PICTURE, fields), field_with(TYPE, fields)
        self._name, self._cost = field_with(NAME, fields), field_with(COST, fields)
        self._text, self._flavor = field_with(TEXT, fields), field_with(FLAVOR, fields)
        numbers = [field for field in fields if not field.role and field.schema.get("type") in ("integer", "number")]
        self._stats = numbers[:_MOST_STATS]
        short = [field for field in fields if not field.role and _is_short(field)]
        self._facts = [field for field in short if field.is_required][:_MOST_FACTS]
        self._aside = next((field for field in short if field not in self._facts), None)

    @property
    def shown(self) -> list[ForeignField]:
        """The fields that are somewhere on the face."""
        one = (self._picture, self._kind, self._name, self._cost, self._text, self._flavor, self._aside)
        return [*filter(None, one), *self._stats, *self._facts]

    def elements(self) -> Iterator[str]:
        """The elements, each as one line of YAML."""
        yield from self._ground()
        yield from self._band()
        top = 47.0 if self._picture else 16.5
        for element, height in self._lines(top):
            yield element
            top += height
        bottom = 72.0 if self._stats else 79.0
        if self._flavor:
            yield f"{_text(self._flavor, 'quote', bottom - 8, _WIDTH, 8)[:-1]}, when: {self._flavor.name}}}"
            bottom -= 9
        if self._text:
            yield _text(self._text, "", top, _WIDTH, bottom - top)
        yield from self._foot()

    def _ground(self) -> Iterator[str]:
        yield "{shape: rectangle, x: -3, y: -3, width: 69, height: 94, fill: paper}"
        if self._picture:
            yield f'{{image: "{{{self._picture.name}|}}", x: -3, y: -3, width: 69, height: 41}}'
        place = f"x: -3, y: {36 if self._picture else -3}, width: 69, height: {10 if self._picture else 18}"
        yield f"{{shape: rectangle, {place}, fill: band}}"
        for value, (colour, _) in self._colours.items() if self._kind else ():
            wanted = f"{{{self._kind.name}: {_quoted(value)}}}" if self._kind else ""
            yield f"{{when: {wanted}, shape: rectangle, {place}, fill: {colour}}}"

    def _band(self) -> Iterator[str]:
        """The name, and the cost beside it, or on the picture."""
        y = 36.5 if self._picture else 4.5
        is_badge = self._cost is not None and self._cost.is_required
        if self._name:
            is_beside = self._cost and not (self._picture and is_badge)
            yield _text(self._name, "name", y, 40 if is_beside else _WIDTH, 9)
        if self._cost and is_badge:
            place = f"x: 47, y: {4 if self._picture else 4.5}, width: 11, height: 9"
            yield f'{{badge: "{_value(self._cost)}", style: cost, form: octagon, {place}, fill: paper}}'
        elif self._cost:
            yield f'{{text: "{_value(self._cost)}", style: price, x: 45, y: {y:g}, width: 13, height: 9}}'

    def _lines(self, y: float) -> Iterator[tuple[str, float]]:
        """What is between the name and the text, each with the room it takes."""
        if self._aside:
            place = f"x: {_LEFT + _WIDTH - _HALF:g}, y: {y:g}, width: {_HALF:g}, height: 4"
            room = 0.0 if self._kind else 5.0
            is_flag = self._aside.schema.get("type") == "boolean"  # `yes` alone would not say what is true
            words = _label(self._aside) if is_flag else f"{{{self._aside.name}:plain}}"
            yield f"{{when: {self._aside.name}, text: {_quoted(words)}, style: aside, {place}}}", room
            y += room
        if self._kind:
            yield _text(self._kind, "type", y, _HALF if self._aside else _WIDTH, 4), 5
            y += 5
        if self._facts:
            words = _quoted(" · ".join(f"[{_label(field)}]{{soft}} {_value(field)}" for field in self._facts))
            yield f"{{text: {words}, style: facts, x: {_LEFT:g}, y: {y:g}, width: {_WIDTH:g}, height: 7}}", 8

    def _foot(self) -> Iterator[str]:
        if any(field.is_required for field in self._stats):
            yield f"{{shape: rectangle, x: {_LEFT:g}, y: 72.3, width: {_WIDTH:g}, height: 0.25, fill: line}}"
        width = _WIDTH / max(len(self._stats), 1)
        for at, field in enumerate(self._stats):
            place = f"x: {_LEFT + at * width:.2f}, width: {width:.2f}"
            # `when` takes a 0 for nothing, so where there is one, a card without the number gets a dash.
            missing, when = ("–", "") if 0 in field.samples else ("", f"when: {field.name}, ")
            yield f'{{text: "{{{field.name}|{missing}}}", style: stat, {place}, y: 72.9, height: 4.6}}'
            yield f"{{{when}text: {_quoted(_label(field))}, style: label, {place}, y: 77.4, height: 2.8}}"
        foot = "{pack.name} · {card.number}/{card.total}"
        yield f'{{text: "{foot}", style: foot, x: {_LEFT:g}, y: 81.2, width: {_WIDTH:g}, height: 3}}'


def _text(field: ForeignField, style: str, y: float, width: float, height: float) -> str:
    styled = f"style: {style}, " if style else ""
    place = f"x: {_LEFT:g}, y: {y:g}, width: {width:g}, height: {height:g}"
    return f'{{text: "{_value(field)}", {styled}{place}}}'


def _value(field: ForeignField) -> str:
    return f"{{{field.name}:plain}}" if field.is_required else f"{{{field.name}:plain|}}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _is_short(field: ForeignField) -> bool:
    if field.schema.get("type") == "array":
        return bool(field.schema.get("items", {}).get("type") == "string")
    if field.schema.get("type") == "boolean":
        return True
    longest = max(len(str(value)) for value in field.samples)
    return (
        field.schema.get("type") == "string" and longest <= _WORD and not any("://" in each for each in field.samples)
    )


def _label(field: ForeignField) -> str:
    words = field.head.removesuffix("[]").replace("_", " ").replace("-", " ").strip()
    plain = re.sub(r"[\[\]{}*^:\\\\]", " ", words)
    return plain[:1].upper() + plain[1:24]


def _colours(fields: Sequence[ForeignField]) -> dict[str, tuple[str, str]]:
    """A colour for each value of the card's type: its name in the palette, and what it is."""
    kind = field_with(TYPE, fields)
    found: dict[str, tuple[str, str]] = {}
    values: list[str] = kind.schema.get("enum", []) if kind else []
    for at, value in enumerate(values[: len(_COLOURS)]):
        word = _NOT_IN_NAMES.sub("-", value.lower()).strip("-")
        name = f"type-{word}" if word else f"type-{at + 1}"
        if name in {known for known, _ in found.values()}:
            name = f"{name}-{at + 1}"
        found[value] = (name, _NAMED.get(word, _COLOURS[at]))
    return found
