"""Convert the colours in page operators to inks.

Takes the operators of a page; returns them with every colour in CMYK or grey. Black and dark grey text is printed in
black ink alone, and so are small shapes in exactly the colour of a text: icons in a line, and characters drawn as
shapes. They do not overprint: on a heavy background that would exceed the ink limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import NamedTuple

from cardforge.core.units import PT_PER_MM
from cardforge.write.ink import InkTable, black_alone
from cardforge.write.pdfx_content import FILLS, PAINTS, PATH, SHOWS, STROKES, Op, Ops, name_of, numbers, op

SMALL = 5 * PT_PER_MM  # a shape at most this high or this wide may belong to a line of text

PressColour = tuple[float, ...]  # grey, RGB or CMYK: one, three or four numbers
_FILL_COLOURS, _STROKE_COLOURS = frozenset({"rg", "g", "k"}), frozenset({"RG", "G", "K"})
_UNKNOWN = frozenset({"cs", "CS", "sc", "SC", "scn", "SCN", "BI", "INLINE IMAGE"})  # never written by our own writer


class _State(NamedTuple):
    """The state that q saves and Q restores; an empty colour is the initial black, which is black ink."""

    fill: PressColour = ()
    stroke: PressColour = ()
    written_fill: PressColour = ()  # as last written to the output
    written_stroke: PressColour = ()
    scale: float = 1.0


class Inker:
    """Converts the colours of operators to inks."""

    def __init__(self, inks: InkTable) -> None:
        self._inks = inks
        self._known: dict[PressColour, PressColour] = {}

    def inked(self, ops: Ops) -> Ops:
        """The same operators with their colours in inks."""
        walk = _Walk(self, frozenset(_letter_colours(ops)))
        for each in ops:
            walk.take(each)
        return [each for each in walk.made if each is not None]

    def of_shapes(self, colour: PressColour) -> PressColour:
        """The inks for a shape of this colour."""
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
        """The inks for text of this colour."""
        black = black_alone(_bytes(colour)) if len(colour) == 3 else None
        return self.of_shapes(colour) if black is None else (0.0, 0.0, 0.0, black)


class _Walk:
    """One pass over the operators. Colours are written where they are used: text and shapes convert differently."""

    def __init__(self, inker: Inker, letters: frozenset[PressColour]) -> None:
        self.made: list[Op | None] = []
        self._inker = inker
        self._letters = letters
        self._states = [_State()]
        self._path: list[tuple[float, float]] = []
        self._start = 0  # index of two slots reserved before the path for its colours

    def take(self, each: Op) -> None:
        """Process the next operator."""
        name, state = name_of(each), self._states[-1]
        if name in _UNKNOWN:
            raise ValueError(f"unexpected operator `{name}`: our writer never emits it")
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
        """Write colours that are not current yet into the slots reserved for them."""
        state = self._states[-1]
        if fill and fill != state.written_fill:
            self.made[at] = op("g" if len(fill) == 1 else "k", *fill)
            state = state._replace(written_fill=fill)
        if stroke and stroke != state.written_stroke:
            self.made[at + 1] = op("G" if len(stroke) == 1 else "K", *stroke)
            state = state._replace(written_stroke=stroke)
        self._states[-1] = state


def _letter_colours(ops: Iterable[Op]) -> Iterator[PressColour]:
    """The fill colours of all text."""
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
