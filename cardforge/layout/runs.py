"""Shaped text: runs of glyphs, the pieces that stay on one line, and paragraphs of them.

A piece is measured in thousandths of the type size, so that trying another size costs no shaping.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple, overload

from cardforge.fonts import Batch, Font, Glyph


class TypeStyle(NamedTuple):
    """How a text looks before its markup."""

    family: str = "source-sans"
    weight: str = "regular"
    italic: bool = False
    colour: str = "#000000"
    language: str = ""  # whose hyphenation is used, none when empty


class Lettering(NamedTuple):
    """What letters are drawn with."""

    font: Font | None
    colour: str


class Run(NamedTuple):
    """Glyphs of one font and colour, or an icon."""

    text: str
    level: int
    width: float
    colour: str
    font: Font | None = None
    glyphs: tuple[Glyph, ...] = ()
    scale: float = 1.0  # of the type size
    icon: str = ""


class TextPiece:
    """Something that stays on one line, and the space behind it. Each is itself: two are never equal."""

    __slots__ = ("_runs", "is_parted", "parting", "space", "space_level", "width")

    def __init__(
        self,
        runs: tuple[Run, ...],
        space: float = 0.0,
        space_level: int = 0,
    ) -> None:
        self._runs = runs
        self.width = runs[0].width if len(runs) == 1 else sum([run.width for run in runs])
        self.space = space
        self.space_level = space_level
        self.parting: Parting | None = None  # where a hyphen may part it
        self.is_parted = False  # whether it ends with a hyphen that is there for the end of a line alone

    @property
    def runs(self) -> tuple[Run, ...]:
        """What it is made of."""
        return self._runs

    @property
    def key(self) -> TextPiece | str:
        """What tells how it is spelled in its font: itself, or what a word is, with the space behind it."""
        return self

    @property
    def lettering(self) -> Lettering:
        """The font and colour that it begins with."""
        return Lettering(self._runs[0].font, self._runs[0].colour)

    @property
    def text(self) -> str:
        return "".join([run.text for run in self.runs]) + (" " if self.space else "")

    @property
    def ends_in_hyphen(self) -> bool:
        """Whether it ends with a hyphen of the text: the first part of `thirty-two`."""
        return not self.space and not self.is_parted and self.text.endswith("-")


class Parting:
    """The places where a hyphen may part a word, the first one first.

    The parts are made when a line needs them: of a word with twenty such places there are a million ways to part it.
    """

    __slots__ = ("_count", "_rest_of", "_rests", "_start_of", "_starts")

    def __init__(self, count: int, start_of: Callable[[int], TextPiece], rest_of: Callable[[int], TextPiece]) -> None:
        self._count, self._start_of, self._rest_of = count, start_of, rest_of
        self._starts: list[TextPiece] = []
        self._rests: dict[int, TextPiece] = {}

    def within(self, room: float) -> tuple[TextPiece, TextPiece] | None:
        """The longest start that fits, with its hyphen, and what goes on behind it; nothing where none does."""
        last = -1
        for place in range(self._count):
            if place == len(self._starts):
                self._starts.append(self._start_of(place))
            if self._starts[place].width > room:
                break
            last = place
        if last < 0:
            return None
        if last not in self._rests:
            self._rests[last] = self._rest_of(last)
        return self._starts[last], self._rests[last]


class Word(TextPiece):
    """A word of letters side by side, one of a batch; its run is made when somebody looks at it."""

    __slots__ = ("batch", "key", "lettering", "number")
    key: str
    lettering: Lettering

    def __init__(self, key: str, width: float, space: float, lettering: Lettering, batch: Batch, number: int) -> None:
        self.width, self.space, self.space_level, self.parting, self.is_parted = width, space, 0, None, False
        self.key, self.lettering, self.batch, self.number = key, lettering, batch, number

    @property
    def runs(self) -> tuple[Run, ...]:
        word, glyphs = self.batch.words[self.number], self.batch.glyphs(self.number)
        return (Run(word, 0, self.width, self.lettering.colour, self.lettering.font, glyphs),)

    @property
    def text(self) -> str:
        return self.key


class Strip(Sequence[TextPiece]):
    """Words of one look that follow each other: a batch, or a part of it. A word becomes a piece when it is asked for.

    For texts of words that were never met before: to make and to keep a piece for each costs more than to shape it.
    """

    __slots__ = ("batch", "first", "last", "lettering", "space")

    def __init__(self, batch: Batch, space: float, lettering: Lettering, first: int, last: int) -> None:
        self.batch, self.space, self.lettering = batch, space, lettering
        self.first, self.last = first, last  # its first word, and the one behind its last

    @property
    def widths(self) -> list[float]:
        """How far each word moves the pen."""
        return self.batch.widths[self.first : self.last]

    def rows(self, ends: Sequence[int]) -> list[Strip]:
        """Its parts, by the numbers of the words behind each."""
        batch, space, lettering, first = self.batch, self.space, self.lettering, self.first
        return [Strip(batch, space, lettering, first + start, first + end) for start, end in pairwise([0, *ends])]

    def __len__(self) -> int:
        return self.last - self.first

    @overload
    def __getitem__(self, at: int) -> TextPiece: ...
    @overload
    def __getitem__(self, at: slice) -> Strip: ...
    def __getitem__(self, at: int | slice) -> TextPiece | Strip:
        if isinstance(at, slice):
            start, end, _ = at.indices(len(self))
            return self.rows([start, end])[1]
        number = range(self.first, self.last)[at]
        batch = self.batch
        space = self.space if number + 1 < len(batch.words) else 0.0  # none behind the last of all
        key = f"{batch.words[number]} " if space else batch.words[number]
        return Word(key, batch.widths[number], space, self.lettering, batch, number)


class Flow(NamedTuple):
    """A paragraph ready to be broken into lines."""

    pieces: Sequence[TextPiece]
    base_level: int = 0
    bullet: bool = False
    plain: bool = False  # one font, one colour, left to right: a line of it is drawn in one go
