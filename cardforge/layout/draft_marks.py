"""What a draft shows where something is wrong: red frames, crosses, and the codes of the problems.

A draft prints cards that have problems, so that they can be looked at and put right one by one. Nothing of it is drawn
on a card without a problem.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardforge.core.problems import Problem
from cardforge.core.units import Mm
from cardforge.fonts import FontBook
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Item, Shape, Text, rectangle
from cardforge.layout.markup import literal
from cardforge.layout.runs import TypeStyle
from cardforge.layout.text_fit import Setting, set_text
from cardforge.layout.text_pieces import Shaper

RED = "#d00000"
_LINE: Mm = 0.3
_HEIGHT: Mm = 3.2  # of the line with the codes
_LABEL = Setting(6.5, 3.0, align="center", vertical="middle")


def frame(box: Box) -> Shape:
    """A red frame around a box."""
    return Shape(rectangle(box.x, box.y, max(box.width, _LINE), max(box.height, _LINE)), "", RED, _LINE)


def cross(box: Box) -> tuple[Item, ...]:
    """A crossed frame, for something that cannot be drawn."""
    path = (
        ("M", (box.x, box.y)), ("L", (box.right, box.bottom)), ("M", (box.right, box.y)), ("L", (box.x, box.bottom)),
    )  # fmt: skip
    return (frame(box), Shape(path, "", RED, _LINE))


def clipped(items: Iterable[Item], box: Box) -> tuple[Item, ...]:
    """A red text on white, clipped to its box, in a frame."""
    ground = Shape(rectangle(*box), "#ffffff")
    return (Clipped(rectangle(*box), (ground, *items)), frame(box))


def with_code_points(text: str, missing: Iterable[str]) -> str:
    """A text with the code point of each character that no font has; a line may break after it."""
    return text.translate({ord(each): literal(f"[U+{ord(each):04X}]") + "\u200b" for each in missing})


def label(problems: Iterable[Problem], shaper: Shaper, book: FontBook, whole: Box, safe: Mm) -> tuple[Item, ...]:
    """The codes of the problems of a card, in white on red at its foot."""
    text = "draft: " + ", ".join(dict.fromkeys(problem.code for problem in problems))
    box = Box(safe, whole.bottom - safe - _HEIGHT, whole.width - 2 * safe, _HEIGHT)
    style = TypeStyle("source-sans", "bold", False, "#ffffff", "")
    made = set_text(shaper.flows(literal(text), style), box, _LABEL, book.font("source-sans", "bold", False))
    return (Shape(rectangle(*box), RED), Clipped(rectangle(*box), (Text(made.size, made.lines),)))
