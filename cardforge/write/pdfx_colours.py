"""The colours of operators as inks.

Takes the operators of a page; gives them with every colour in CMYK or grey. Letters in black and dark grey are printed
with black ink alone, and so are small shapes in the very colour of a text: icons in a line, and signs that are drawn as
shapes. They do not overprint: on a full ground they would go past the limit of ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

from cardforge.core.units import PT_PER_MM
from cardforge.write.ink import InkTable, black_alone
from cardforge.write.pdfx_content import FILLS, PAINTS, PATH, SHOWS, STROKES, Op, Ops, name_of, numbers, op

SMALL = 5 * PT_PER_MM  # a shape that is no higher or no wider than this may belong to a line of text

PressColour = tuple[float, ...]  # one number of grey, three of light or four of inks
_FILL_COLOURS, _STROKE_COLOURS = frozenset({"rg", "g", "k"}), frozenset({"RG", "G", "K"})
_UNKNOWN = frozenset({"cs", "CS", "sc", "SC", "scn", "SCN", "BI", "INLINE IMAGE"})  # our writer writes none of these


class _State(NamedTuple):
    """What q keeps and Q brings back; an empty colour is the black that every page begins with, which is black ink."""

    fill: PressColour = ()
    stroke: PressColour = ()
    written_fill: PressColour = ()  # as it stands in the file
    written_stroke: PressColour = ()
    scale: float = 1.0


class Inker:
    """Turns the colours of operators into inks."""

    def __init__(self, inks: InkTable) -> None:
        self._inks = inks
        self._known: dict[PressColour, PressColour] = {}

    def inked(self, ops: Ops) -> Ops:
        """The same operators with inks."""
        walk = _Walk(self, frozenset(_letter_colours(ops)))
        for each in ops:
            walk.take(each)
        return [each for each in walk.made if each is not None]

    def of_shapes(self, colour: PressColour) -> PressColour:
        """The inks of a shape in a colour."""
        found = self._known.get(colour)
        if found is None:
            found = colour
            if len(colour) == 3:
                found = self._inks.colour(_bytes(colour))
            elif len(colour) == 4:
                found = self._inks.limited(colour)
            self._known[colour] = found
        return found

    def of_letters(self, colour: PressColour) -> PressColour:
        """The inks of letters in a colour."""
        black = black_alone(_bytes(colour)) if len(colour) == 3 else None
        return self.of_shapes(colour) if black is None else (0.0, 0.0, 0.0, black)


class _Walk:
    """One way through operators. A colour is written where it is used, because its use decides about it."""

    def __init__(self, inker: Inker, letters: frozenset[PressColour]) -> None:
        self.made: list[Op | None] = []
        self._inker = inker
        self._letters = letters
        self._states = [_State()]
        self._path: list[tuple[float, float]] = []
        self._start = 0  # of the path: two places, because colours must be written before it

    def take(self, each: Op) -> None:
        """The next operator."""
        name, state = name_of(each), self._states[-1]
        if name in _UNKNOWN:
            raise ValueError(f"`{name}` is no operator of ours")
        if name in _FILL_COLOURS:
            self._states[-1] = state._replace(fill=tuple(numbers(each)))
            return
        if name in _STROKE_COLOURS:
            self._states[-1] = state._replace(stroke=tuple(numbers(each)))
            return
        if name in PATH:
            self._step(name, numbers(each))
        elif name in PAINTS:
            self._paint(name)
        elif name in SHOWS:
            self.made += [None, None]
            self._write(len(self.made) - 2, self._inker.of_letters(state.fill), ())
        elif name == "cm":
            a, b, c, d, *_ = numbers(each)
            self._states[-1] = state._replace(scale=state.scale * sqrt(abs(a * d - b * c)))
        elif name == "q":
            self._states.append(state)
        elif name == "Q":
            self._states.pop()
        self.made.append(each)

    def _step(self, name: str, values: list[float]) -> None:
        if not self._path:
            self._start = len(self.made)
            self.made += [None, None]
        self._path += _points(name, values)

    def _paint(self, name: str) -> None:
        state = self._states[-1]
        if self._path:
            is_text = state.fill in self._letters and _is_small(self._path, state.scale)
            fill = self._inker.of_letters(state.fill) if is_text else self._inker.of_shapes(state.fill)
            stroke = self._inker.of_shapes(state.stroke)
            self._write(self._start, fill if name in FILLS else (), stroke if name in STROKES else ())
        self._path = []

    def _write(self, at: int, fill: PressColour, stroke: PressColour) -> None:
        """Write colours that are not in force yet into the places kept for them."""
        state = self._states[-1]
        if fill and fill != state.written_fill:
            self.made[at] = op("g" if len(fill) == 1 else "k", *fill)
            state = state._replace(written_fill=fill)
        if stroke and stroke != state.written_stroke:
            self.made[at + 1] = op("G" if len(stroke) == 1 else "K", *stroke)
            state = state._replace(written_stroke=stroke)
        self._states[-1] = state


def _letter_colours(ops: Iterable[Op]) -> Iterator[PressColour]:
    """The colours that letters have."""
    fills: list[PressColour] = [()]
    for each in ops:
        name = name_of(each)
        if name == "q":
            fills.append(fills[-1])
        elif name == "Q":
            fills.pop()
        elif name in _FILL_COLOURS:
            fills[-1] = tuple(numbers(each))
        elif name in SHOWS:
            yield fills[-1]


def _points(name: str, values: list[float]) -> Iterator[tuple[float, float]]:
    if name == "re":
        x, y, width, height = values
        values = [x, y, x + width, y + height]
    yield from zip(values[::2], values[1::2], strict=True)


def _is_small(path: list[tuple[float, float]], scale: float) -> bool:
    across, down = [x for x, _ in path], [y for _, y in path]
    return min(max(across) - min(across), max(down) - min(down)) * scale <= SMALL


def _bytes(colour: PressColour) -> tuple[int, int, int]:
    red, green, blue = (round(each * 255) for each in colour)
    return red, green, blue
