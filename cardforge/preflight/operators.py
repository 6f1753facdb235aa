"""Walk through the operators of a page, form or pattern and track the graphics state.

Takes a content stream and its resources; returns what it draws, in its own coordinates: where text starts and how large
it is, how thin strokes are, which pictures and forms it places. A value that the stream inherits from its caller is
None. Nothing is rendered, and each stream is walked once however often it is used.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pikepdf

from cardforge.preflight.colour_checks import CMYK, GREY, RGB, Space, space_of
from cardforge.preflight.values import SAME, Matrix, filters, items, matrix, number, through, value, word

Linear = tuple[float, float, float, float]


class SetColour(NamedTuple):
    """A colour set by an operator."""

    space: Space
    parts: tuple[float, ...] = ()


class InheritedState(NamedTuple):
    """The part of the graphics state that a form inherits from its caller."""

    fill: SetColour | None = None
    width: float | None = None
    size: float | None = None  # of text


class ShownText(NamedTuple):
    """A piece of text, located by its start."""

    at: Matrix
    size: float | None
    fill: SetColour | None


class Use(NamedTuple):
    """A placed picture, form or pattern."""

    name: str
    seen: Any
    at: Matrix
    look: InheritedState = InheritedState()


class Inline(NamedTuple):
    """An inline image."""

    at: Matrix
    width: int
    height: int
    space: Space
    filters: tuple[str, ...]


class Content(NamedTuple):
    """Everything that a stream draws."""

    texts: tuple[ShownText, ...] = ()
    strokes: frozenset[tuple[float | None, Linear]] = frozenset()
    colours: frozenset[SetColour] = frozenset()
    uses: tuple[Use, ...] = ()
    inlines: tuple[Inline, ...] = ()
    faults: int = 0  # invalid operators


_BLACK = SetColour(GREY, (0.0,))
_FIGURE = "Figure"  # marked content of a picture: limits for text and strokes do not apply inside
_INVISIBLE = (3, 7)  # text rendering modes that leave no ink
_WATCHED = (
    "q Q cm w gs g G rg RG k K cs CS sc scn SC SCN Do S s B B* b b* BT Tf TL Tr Tm Td TD T* Tj TJ ' \" BI ID EI "
    "BMC BDC EMC"
)


# Paths are most of a page and no rule needs them: dropping them before pikepdf parses cuts their cost to a fifth.
# A string may lose a few digits, which no rule reads. The pattern tries each run of numbers once, from its start, and
# needs white space before it, so that the end of a name such as `/I3d1c` does not match.
_PATHS = re.compile(rb"(?<![-+.0-9 \r\n])(?=[ \r\n])(?:[-+.0-9 \r\n]++[mlch](?=[ \r\n]))++")


def content_of(pdf: pikepdf.Pdf, data: bytes, resources: Any, is_page: bool) -> Content:
    """Parse a content stream and collect what it draws."""
    stream = pikepdf.Stream(pdf, _PATHS.sub(b" ", data))
    walk = _Walk(resources, InheritedState(_BLACK, 1.0, 0.0) if is_page else InheritedState())
    with warnings.catch_warnings(record=True) as caught:  # on a truncated stream, pikepdf warns and returns what it has
        warnings.simplefilter("always")
        try:
            instructions = pikepdf.parse_content_stream(stream, _WATCHED)
        except TypeError as error:  # pikepdf's error for a malformed string or array
            raise ValueError(str(error)) from error
    for instruction in instructions:
        walk.step(str(instruction.operator), instruction.operands)  # type: ignore[arg-type] # behaves as a sequence
    seen = walk.content()
    return seen._replace(faults=seen.faults + len(caught))


class _Walk:
    """The graphics state during a walk through a stream."""

    def __init__(self, resources: Any, look: InheritedState) -> None:
        self._resources = resources
        self._at = SAME
        self._fill, self._width, self._size = look
        self._spaces = {"fill": GREY, "stroke": GREY}
        self._mode = 0
        self._leading = 0.0
        self._text = self._line = SAME
        self._kept: list[tuple[Any, ...]] = []
        self._texts: dict[ShownText, None] = {}
        self._strokes: set[tuple[float | None, Linear]] = set()
        self._colours: set[SetColour] = set()
        self._uses: dict[tuple[Any, ...], Use] = {}
        self._inlines: list[Inline] = []
        self._faults = 0
        self._marked: list[str] = []  # stack of marked-content tags
        self._steps: dict[str, Callable[[Sequence[Any]], None]] = {
            "q": self._keep, "Q": self._back, "cm": self._move, "w": self._set_width, "gs": self._state,
            "cs": self._fill_space, "CS": self._stroke_space, "Do": self._do, "INLINE IMAGE": self._inline,
            "Tf": self._font, "TL": self._set_leading, "Tr": self._set_mode, "Tm": self._text_matrix,
            "Td": self._next, "TD": self._next_leading, "T*": self._newline, "BT": self._begin,
            "Tj": self._show, "TJ": self._show, "'": self._newline_show, '"': self._newline_show,
            **dict.fromkeys(("S", "s", "B", "B*", "b", "b*"), self._stroke),
            **dict.fromkeys(("sc", "scn"), self._fill_parts), **dict.fromkeys(("SC", "SCN"), self._stroke_parts),
            "BMC": self._mark, "BDC": self._mark, "EMC": self._unmark,
            "g": lambda given: self._fill_in(GREY, given), "G": lambda given: self._stroke_in(GREY, given),
            "rg": lambda given: self._fill_in(RGB, given), "RG": lambda given: self._stroke_in(RGB, given),
            "k": lambda given: self._fill_in(CMYK, given), "K": lambda given: self._stroke_in(CMYK, given),
        }  # fmt: skip

    def step(self, operator: str, given: Sequence[Any]) -> None:
        """Process one operator; one with bad operands is counted as a fault and ignored."""
        try:
            self._steps[operator](given)
        except (KeyError, IndexError, TypeError, ValueError, OverflowError):
            self._faults += 1

    def content(self) -> Content:
        return Content(
            tuple(self._texts),
            frozenset(self._strokes),
            frozenset(self._colours),
            tuple(self._uses.values()),
            tuple(self._inlines),
            self._faults,
        )

    def _keep(self, given: Sequence[Any]) -> None:
        spaces = dict(self._spaces)
        self._kept.append((self._at, self._fill, self._width, self._size, spaces, self._mode, self._leading))

    def _back(self, given: Sequence[Any]) -> None:
        kept = self._kept.pop()
        self._at, self._fill, self._width, self._size, self._spaces, self._mode, self._leading = kept

    def _move(self, given: Sequence[Any]) -> None:
        self._at = through(_six(given), self._at)

    def _set_width(self, given: Sequence[Any]) -> None:
        self._width = float(given[0])

    def _state(self, given: Sequence[Any]) -> None:
        state = self._named("/ExtGState", given[0])
        if (width := value(state, "/LW")) is not None:
            self._width = number(width)
        if len(font := items(state, "/Font")) == 2:
            self._size = number(font[1])

    def _fill_in(self, space: Space, given: Sequence[Any]) -> None:
        self._spaces["fill"] = space
        self._fill = SetColour(space, tuple(map(float, given)))
        self._colours.add(self._fill)

    def _stroke_in(self, space: Space, given: Sequence[Any]) -> None:
        self._spaces["stroke"] = space
        self._colours.add(SetColour(space, tuple(map(float, given))))

    def _fill_space(self, given: Sequence[Any]) -> None:
        self._spaces["fill"] = self._space(given[0])
        self._fill = SetColour(self._spaces["fill"])
        self._colours.add(self._fill)

    def _stroke_space(self, given: Sequence[Any]) -> None:
        self._spaces["stroke"] = self._space(given[0])
        self._colours.add(SetColour(self._spaces["stroke"]))

    def _fill_parts(self, given: Sequence[Any]) -> None:
        parts = self._parts(given)
        self._fill_in(self._spaces["fill"], parts)

    def _stroke_parts(self, given: Sequence[Any]) -> None:
        self._stroke_in(self._spaces["stroke"], self._parts(given))

    def _parts(self, given: Sequence[Any]) -> list[Any]:
        """The channels of a colour; a pattern name after them is recorded as a use."""
        given = list(given)
        if given and isinstance(given[-1], pikepdf.Name):
            pattern = self._named("/Pattern", given.pop())
            if isinstance(pattern, pikepdf.Stream):  # its matrix is relative to the stream, not to the current one
                self._use("pattern", pattern, matrix(value(pattern, "/Matrix")))
        return given

    def _do(self, given: Sequence[Any]) -> None:
        seen = self._named("/XObject", given[0])
        kind = word(value(seen, "/Subtype"))
        if kind == "Form":
            self._use(word(given[0]), seen, through(matrix(value(seen, "/Matrix")), self._at))
        elif kind == "Image":
            self._use(word(given[0]), seen, self._at)
        elif seen is None:
            raise KeyError(given[0])

    def _use(self, name: str, seen: pikepdf.Object, at: Matrix) -> None:
        look = InheritedState(self._fill, self._width, self._size)
        self._uses[seen.objgen, at, look] = Use(name, seen, at, look)

    def _inline(self, given: Sequence[Any]) -> None:
        image = given[0]
        about = image.obj
        seen = value(about, "/ColorSpace")
        # A mask has no colour space; it is painted in the current fill colour.
        space = self._space(seen) if seen is not None else Space(())
        size = round(number(value(about, "/Width"))), round(number(value(about, "/Height")))
        self._inlines.append(Inline(self._at, *size, space, tuple(filters(about))))

    def _stroke(self, given: Sequence[Any]) -> None:
        if _FIGURE not in self._marked:
            self._strokes.add((self._width, self._at[:4]))

    def _begin(self, given: Sequence[Any]) -> None:
        self._text = self._line = SAME

    def _font(self, given: Sequence[Any]) -> None:
        size = float(given[1])
        # Type 3 glyphs have their own units, so the font size means nothing.
        self._size = 0.0 if word(value(self._named("/Font", given[0]), "/Subtype")) == "Type3" else size

    def _set_leading(self, given: Sequence[Any]) -> None:
        self._leading = float(given[0])

    def _set_mode(self, given: Sequence[Any]) -> None:
        self._mode = int(given[0])

    def _text_matrix(self, given: Sequence[Any]) -> None:
        self._text = self._line = _six(given)

    def _next(self, given: Sequence[Any]) -> None:
        self._line = through((1.0, 0.0, 0.0, 1.0, float(given[0]), float(given[1])), self._line)
        self._text = self._line

    def _next_leading(self, given: Sequence[Any]) -> None:
        self._leading = -float(given[1])
        self._next(given)

    def _newline(self, given: Sequence[Any]) -> None:
        self._next((0.0, -self._leading))

    def _newline_show(self, given: Sequence[Any]) -> None:
        self._newline(given)
        self._show(given)

    def _show(self, given: Sequence[Any]) -> None:
        if self._mode not in _INVISIBLE and _FIGURE not in self._marked:
            self._texts[ShownText(through(self._text, self._at), self._size, self._fill)] = None

    def _mark(self, given: Sequence[Any]) -> None:
        self._marked.append(word(given[0]))

    def _unmark(self, given: Sequence[Any]) -> None:
        if self._marked:
            self._marked.pop()

    def _named(self, kind: str, name: Any) -> Any:
        return value(value(self._resources, kind), str(name))

    def _space(self, given: Any) -> Space:
        found = self._named("/ColorSpace", given) if isinstance(given, pikepdf.Name) else None
        return space_of(given if found is None else found)


def _six(given: Sequence[Any]) -> Matrix:
    a, b, c, d, e, f = map(float, given)
    return a, b, c, d, e, f
