"""Types for shaped text: runs of glyphs, unbreakable pieces, and paragraphs.

Widths are in thousandths of the type size, so that trying another size needs no reshaping.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardforge.fonts import Font, Glyph, ShapedWord


class TypeStyle(NamedTuple):
    """The font, colour and language of a text before its markup."""

    family: str = "source-sans"
    weight: str = "regular"
    italic: bool = False
    colour: str = "#000000"
    language: str = ""  # for hyphenation; "" means none


class Lettering(NamedTuple):
    """The font and colour of letters."""

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
    """An unbreakable piece of text and the space after it. Compared by identity."""

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
        self.parting: Parting | None = None  # where it may be hyphenated
        self.is_parted = False  # whether it ends with a hyphen added by hyphenation

    @property
    def runs(self) -> tuple[Run, ...]:
        """Its runs."""
        return self._runs

    @property
    def lettering(self) -> Lettering:
        """The font and colour of its first run."""
        return Lettering(self._runs[0].font, self._runs[0].colour)

    @property
    def text(self) -> str:
        return "".join([run.text for run in self.runs]) + (" " if self.space else "")

    @property
    def ends_in_hyphen(self) -> bool:
        """Whether it ends with a hyphen from the text itself, like the first part of `thirty-two`."""
        return not self.space and not self.is_parted and self.text.endswith("-")


class Parting:
    """The hyphenation points of a word, in order.

    Parts are shaped on demand: a word with twenty points can be split in a million ways.
    """

    __slots__ = ("_count", "_rest_of", "_rests", "_start_of", "_starts")

    def __init__(self, count: int, start_of: Callable[[int], TextPiece], rest_of: Callable[[int], TextPiece]) -> None:
        self._count, self._start_of, self._rest_of = count, start_of, rest_of
        self._starts: list[TextPiece] = []
        self._rests: dict[int, TextPiece] = {}

    def within(self, room: float) -> tuple[TextPiece, TextPiece] | None:
        """The longest start that fits, with its hyphen, and the rest of the word; None if no start fits."""
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
    """A word that was shaped in a batch; its run is created on demand."""

    __slots__ = ("lettering", "tokens", "word")
    lettering: Lettering

    def __init__(self, word: str, shaped: ShapedWord, space: float, lettering: Lettering) -> None:
        self.tokens, self.width = shaped
        self.word, self.space, self.lettering = word, space, lettering
        self.space_level, self.parting, self.is_parted = 0, None, False

    @property
    def runs(self) -> tuple[Run, ...]:
        font, colour = self.lettering
        return (Run(self.word, 0, self.width, colour, font, font.glyphs(self.tokens) if font else ()),)

    @property
    def text(self) -> str:
        return f"{self.word} " if self.space else self.word


class Flow(NamedTuple):
    """A paragraph ready to be broken into lines."""

    pieces: Sequence[TextPiece]
    base_level: int = 0
    role: str = ""  # as in the markup: bullet, hanging, tail, far or divider
    plain: bool = False  # one font and colour, left to right: each line is drawn as a whole
    follows: bool = False  # whether it only starts a new line

    @property
    def is_indented(self) -> bool:
        """Whether it is a list item or goes on with one."""
        return self.role in ("bullet", "hanging")
