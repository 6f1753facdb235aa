"""The calibration page, which measures a printer's duplex offset, as one face per side.

Takes the paper, how it is turned over, and the words that depend on both; returns the front, with scales and
instructions, and the back, with the lines to read against them. Nothing on the back lies behind text of the front, so
both sides can be read at once against a light.
"""

from __future__ import annotations

from typing import NamedTuple

from cardforge.core.units import Mm
from cardforge.fonts import FontBook
from cardforge.layout.boxes import Box
from cardforge.layout.display import Face, Item, PathStep, Shape, Text, ellipse, rectangle
from cardforge.layout.runs import TypeStyle
from cardforge.layout.text_fit import Setting, set_text
from cardforge.layout.text_pieces import Shaper
from cardforge.layout.vernier import INSET, TICK, Scale, Stroke, TurnedPaper, scales

INK = "#000000"
FAINT = "#666666"
HAIR: Mm = 0.2  # thin enough to see an offset of 0.25 mm, thick enough for every printer
RULER: Mm = 100.0
SQUARE: Mm = 50.0
_BAND: Mm = 54.0  # from the top or bottom of the paper to the area between the scales
_COLUMN: Mm = 34.0  # from its left or right
_PICTURE: Mm = 22.0  # width of the drawing that shows how to turn the sheet
_GAP: Mm = 5.0
_ROOMY: Mm = 110.0  # text height from which there is room for the sketch too
_SKETCH: Mm = 42.0
_LONGEST_LINE: Mm = 150.0


class Wording(NamedTuple):
    """The words of the page that depend on the printer and the paper."""

    title: str
    edge: str  # that the sheet is turned over
    like: str  # a comparison, such as the page of a book
    command: str  # to type with the four readings


def calibration_page(paper: TurnedPaper, wording: Wording, book: FontBook) -> tuple[Face, Face]:
    """The front and the back of the page."""
    return _Front(paper, wording, book).face(), _Back(paper, wording, book).face()


class _Page:
    """What both sides share: drawing lines and text on the paper."""

    def __init__(self, paper: TurnedPaper, wording: Wording, book: FontBook) -> None:
        self.paper, self.wording = paper, wording
        self._book, self._shaper = book, Shaper(book)
        self.items: list[Item] = []

    def named(self, name: str) -> Face:
        return Face(name, self.paper.width, self.paper.height, 0.0, tuple(self.items))

    def line(self, stroke: Stroke, width: Mm = HAIR, colour: str = INK) -> None:
        x1, y1, x2, y2 = stroke
        self.items.append(Shape((("M", (x1, y1)), ("L", (x2, y2))), stroke=colour, stroke_width=width))

    def fill(self, *points: tuple[Mm, Mm]) -> None:
        path: tuple[PathStep, ...] = (("M", points[0]), *(("L", point) for point in points[1:]), ("Z", ()))
        self.items.append(Shape(path, INK))

    def write(self, text: str, box: Box, setting: Setting, weight: str = "regular", colour: str = INK) -> None:
        style = TypeStyle("source-sans", weight, False, colour)
        font = self._book.font(style.family, style.weight, style.italic)
        made = set_text(self._shaper.flows(text, style), box, setting, font)
        self.items.append(Text(made.size, made.lines))

    @property
    def square(self) -> Box:
        """The box of the test square; the drawing of the turn goes to its right."""
        left = (self.paper.width - SQUARE - _GAP - _PICTURE) / 2
        return Box(left, self.paper.height - _BAND - SQUARE, SQUARE, SQUARE)

    def corners(self) -> list[tuple[Mm, Mm]]:
        width, height = self.paper.width, self.paper.height
        return [(x, y) for y in (INSET, height - INSET) for x in (INSET, width - INSET)]


class _Front(_Page):
    def face(self) -> Face:
        for scale in scales(self.paper):
            self._scale(scale)
        for x, y in self.corners():
            self.line((x - 5, y, x + 5, y))
            self.line((x, y - 5, x, y + 5))
            self.items.append(Shape(ellipse(x - 3, y - 3, 6, 6), stroke=INK, stroke_width=HAIR))
        self._heading()
        self._steps()
        self._square()
        self._turn()
        self._ruler()
        return self.named("calibration-front")

    def _scale(self, scale: Scale) -> None:
        numbered = Setting(min(8.0, scale.pitch), 5, align="center", vertical="middle")
        for number, front, _ in scale.numbers():
            self.line(front, HAIR)
            words = f"{number:g}".replace("-", "−")
            x, y = front[2], front[3]
            if scale.along_x:
                top = y + 0.3 if scale.inward > 0 else y - 4.3
                box = Box(x - scale.pitch / 2, top, scale.pitch, 4.0)
            else:
                box = Box(x + 0.8 if scale.inward > 0 else x - 9.8, y - 2, 9.0, 4.0)
            self.write(words, box, numbered, "semibold" if number == 0 else "regular")
        self._letter(scale)

    def _letter(self, scale: Scale) -> None:
        """The letter of a scale, and a line to write its reading on."""
        if scale.along_x:
            x, y = scale.zero - 12, scale.meeting + scale.inward * (TICK + 5.5) - (0 if scale.inward > 0 else 7)
        else:
            x, y = (scale.meeting - 7 if scale.inward > 0 else scale.meeting - 17), scale.zero - 8 * scale.pitch - 12
        self.write(scale.letter, Box(x, y, 6, 7), Setting(15, 10, align="center", vertical="middle"), "bold")
        self.line((x + 7, y + 5.5, x + 24, y + 5.5), 0.15, FAINT)

    def _heading(self) -> None:
        width = self.paper.width
        box = Box(_COLUMN + 6, 38, width - 2 * _COLUMN - 12, 7.5)
        self.write(self.wording.title, box, Setting(15, 9, align="center", vertical="middle"), "bold")
        note = f"Print at 100 %, no scaling · both sides, turned over the {self.wording.edge}"
        setting = Setting(10, 6, align="center", vertical="middle")
        self.write(note, box._replace(y=45.5, height=5.5), setting, "semibold")

    def _steps(self) -> None:
        steps = (
            f"1. Print both pages on one sheet, at 100 %, turned over the {self.wording.edge}.",
            "2. Measure: the ruler must have 100 mm, the square 50 mm. "
            "If not, switch off “fit to page” and print again.",
            "3. Hold the sheet against a light, this side towards you and this way up.",
            "4. At A, lines of the back show through beside the numbered ones. "
            "Find the pair that makes one straight line, and note its number, with its minus if it has one. "
            "Do the same at B, C and D.",
            "5. Do two pairs look equally good? Then note the number half way between them. "
            "Does none fit? Then push the paper guides close, and print again.",
            f"6. Type your four numbers in place of the letters:\n\n**{self.wording.command}**",
        )
        high = self.square.y - _GAP - _BAND
        if high > _ROOMY:
            high -= _SKETCH
            self._sketch(_BAND + high)
        width = min(self.paper.width - 2 * _COLUMN - 4, _LONGEST_LINE)
        box = Box((self.paper.width - width) / 2, _BAND, width, high)
        self.write("\n\n".join(steps), box, Setting(11.5, 5, leading=1.25, vertical="middle"))

    def _sketch(self, top: Mm) -> None:
        """An example at three times the size: one pair that lines up, and neighbours that do not."""
        y, middle = top + 14, self.paper.width / 2
        for off in (-2, -1, 0, 1, 2):
            x = middle + off * 16
            self.line((x, y - 3, x, y + 8), 0.6)
            self.line((x + off, y - 8, x + off, y + 3), 0.6, FAINT)
        setting = Setting(8, 6, align="center", vertical="middle")
        self.write("the back, seen through the paper", Box(middle - 40, y - 13, 80, 4), setting, colour=FAINT)
        self.write("this pair", Box(middle - 10, y + 9, 20, 4), setting, "semibold")
        self.items.append(Shape(ellipse(middle - 4, y - 9, 8, 18), stroke=INK, stroke_width=0.35))

    def _square(self) -> None:
        box = self.square
        self.items.append(Shape(rectangle(*box), stroke=INK, stroke_width=HAIR))
        words = Box(box.x + 2, box.y + 1, box.width - 4, 5)
        self.write("each side 50 mm", words, Setting(8, 6, align="center", vertical="middle"))

    def _turn(self) -> None:
        """A small sheet with an arrow over the edge it is turned over, and an arrow that points up."""
        left, top = self.square.right + _GAP, self.square.y
        self.write("this way up", Box(left, top + 7, _PICTURE, 4), Setting(8, 6, align="center"))
        x, y = left + _PICTURE / 2, top
        self.line((x, y + 2, x, y + 6.5), 0.6)
        self.fill((x, y), (x - 1.8, y + 3), (x + 1.8, y + 3))
        x, y, wide, high = left + 6, top + 19, 10.0, 14.0
        self.items.append(Shape(rectangle(x, y, wide, high), stroke=INK, stroke_width=HAIR))
        middle = (x + wide / 2, y + high / 2)
        if self.paper.is_upright:
            self.line((x, y, x, y + high), 0.7)
            self._arrow((x + 7, middle[1]), (x + 4, y - 6), (x - 4, y - 6), (x - 4, middle[1]))
            self.fill((x - 4, middle[1] + 1), (x - 5.6, middle[1] - 2), (x - 2.4, middle[1] - 2))
        else:
            self.line((x, y, x + wide, y), 0.7)
            self._arrow((middle[0], y + 9), (x - 7, y + 6), (x - 7, y - 4), (middle[0] - 1, y - 4))
            self.fill((middle[0] + 1, y - 4), (middle[0] - 2, y - 5.6), (middle[0] - 2, y - 2.4))
        words = f"turn it over the {self.wording.edge}, like {self.wording.like}"
        box = Box(left, y + high + 2, _PICTURE, self.square.bottom - y - high - 2)
        self.write(words, box, Setting(8, 5, leading=1.1, align="center"))

    def _arrow(self, start: tuple[Mm, Mm], *bend: tuple[Mm, Mm]) -> None:
        curve = tuple(number for point in bend for number in point)
        self.items.append(Shape((("M", start), ("C", curve)), stroke=INK, stroke_width=0.35))

    def _ruler(self) -> None:
        x, y = (self.paper.width - RULER) / 2, self.paper.height - 42.0
        self.line((x, y, x + RULER, y))
        for at in range(round(RULER) + 1):
            high = 4.0 if at % 10 == 0 else 2.8 if at % 5 == 0 else 1.6
            self.line((x + at, y - high, x + at, y), 0.2 if at % 5 == 0 else 0.12)
        for at in range(0, round(RULER) + 1, 10):
            words = f"{at} mm" if at == RULER else f"{at}"
            box = Box(x + at - 6, y - 8, 12, 3.6)
            self.write(words, box, Setting(7.5, 5, align="center", vertical="middle"))


class _Back(_Page):
    def face(self) -> Face:
        for scale in scales(self.paper):
            for _, _, back in scale.numbers():
                self.line(self.paper.behind(back))
        for x, y in self.corners():
            self.line((x - 3, y, x + 3, y))
            self.line((x, y - 3, x, y + 3))
        x, y, right, bottom = self.paper.behind((self.square.x, self.square.y, self.square.right, self.square.bottom))
        box = Box(min(x, right) + 5, min(y, bottom) + 12, SQUARE - 10, SQUARE - 22)
        words = "This is the back.\n\nTurn the sheet over, hold the other side towards you, and follow the steps there."
        self.write(words, box, Setting(9, 6, align="center", vertical="middle"), colour=FAINT)
        return self.named("calibration-back")
