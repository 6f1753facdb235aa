"""Set a text in a box: break it into lines at the largest size at which it fits.

Takes shaped paragraphs and a box in mm; gives placed lines. A text that does not fit even at the minimum size (the
floor) is set at that size and its excess reported: nothing is cut off silently.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat
from typing import NamedTuple

from cardforge.core.units import PT_PER_MM, Mm, Pt
from cardforge.fonts import Font
from cardforge.layout.boxes import Box
from cardforge.layout.direction import drawn_order
from cardforge.layout.display import PlacedRun, TextLine
from cardforge.layout.rows import BrokenRows, Measured, Row, starts_of, widths_of
from cardforge.layout.runs import Flow, Run

SIZE_STEP = 0.25  # points
BULLET_INDENT = 0.9  # of the type size
ALIGNMENTS = ("start", "left", "center", "right")
_INDENT = BULLET_INDENT * 1000  # in thousandths of the size
_HAIR = 0.02  # mm; tolerance below which text does not count as overflowing
_TAIL_GAP = 1000.0  # between a line and its tail, at least; in thousandths of the size
_NONE = ("", 0.0)  # no word is too wide


@dataclass(frozen=True)
class Setting:
    """Size, spacing and alignment of a text."""

    size: Pt
    floor: Pt
    leading: float = 1.22  # of the size
    paragraph_gap: float = 0.45  # of the size
    align: str = "start"
    vertical: str = "top"  # or middle, bottom


class SetText(NamedTuple):
    """A text set in its box."""

    lines: tuple[TextLine, ...]
    size: Pt
    height: Mm
    excess: Mm  # height beyond the box; 0 if it fits
    too_wide: str  # the first word wider than the box
    covered: Box  # the part of the box that the lines cover
    beyond: Mm = 0.0  # how much wider that word is
    dividers: tuple[Mm, ...] = ()  # the heights at which they are drawn


class _Block(NamedTuple):
    """A block of lines: its height, excess height, covered area, and baselines."""

    height: Mm
    excess: Mm
    covered: Box
    places: tuple[Mm, ...]


class _Size:
    """A candidate size, with everything that does not depend on the text."""

    def __init__(self, size: Pt, box: Box, setting: Setting, primary: Font) -> None:
        self.size, self.em = size, size / PT_PER_MM
        self.pitch = self.em * setting.leading
        self.is_last = size <= setting.floor
        self.room = box.width * PT_PER_MM / size * 1000  # width of a line, in thousandths of the size
        area = box.width * (box.height + _HAIR) * PT_PER_MM * PT_PER_MM / setting.leading * 1000
        self.most = area / size / size  # upper bound on the length of a text that fits
        # The first baseline centres the letters within the line pitch.
        free = (self.pitch - self.em * (primary.ascent + primary.descent) / 1000) / 2
        self._first: Mm = box.y + free + self.em * primary.ascent / 1000
        self._box, self._setting = box, setting
        self._plain: dict[int, _Block] = {}

    def height(self, lines: int, gaps: float) -> Mm:
        """The height of a number of lines, with gaps between paragraphs."""
        return self.em * (lines * self._setting.leading + gaps * self._setting.paragraph_gap)

    def excess(self, height: Mm) -> Mm:
        """How much a height exceeds the box."""
        return max(0.0, height - self._box.height - _HAIR)

    def baseline(self, height: Mm) -> Mm:
        """The first baseline of a text of some height."""
        return self._first + max(0.0, self._above(height))

    def top(self, baseline: Mm) -> Mm:
        """The top of the line with this baseline."""
        return baseline - self._first + self._box.y

    def covered(self, height: Mm) -> Box:
        """The part of the box that a text of some height covers."""
        x, y, width, most = self._box
        height = min(most, height)
        return Box(x, y + self._above(height), width, height)

    def _above(self, height: Mm) -> Mm:
        free = self._box.height - height
        return {"top": 0.0, "middle": free / 2}.get(self._setting.vertical, free)

    def plain(self, lines: int) -> _Block:
        """The block of a single paragraph with a number of lines."""
        found = self._plain.get(lines)
        if found is None:
            height = self.height(lines, 0.0)
            places = tuple(accumulate(repeat(self.pitch, lines - 1), initial=self.baseline(height)))
            found = self._plain[lines] = _Block(height, self.excess(height), self.covered(height), places)
        return found


class Column:
    """A box and its setting, prepared for setting many texts."""

    def __init__(self, box: Box, setting: Setting, primary: Font) -> None:
        self._box, self._setting, self._primary = box, setting, primary
        self._sizes = [_Size(setting.size, box, setting, primary)]
        self._leads = setting.align in ("start", "left")

    def _tried(self) -> Iterator[_Size]:
        """The sizes from the style's down to its floor; each is prepared when a text first needs it."""
        setting = self._setting
        for tried in self._sizes:  # grows during iteration
            yield tried
            if tried is self._sizes[-1] and not tried.is_last:
                size = max(setting.floor, tried.size - SIZE_STEP)
                self._sizes.append(_Size(size, self._box, setting, self._primary))

    def set(self, flows: Sequence[Flow]) -> SetText:
        """Set a text at the largest size, from the style's down to its floor, at which it fits."""
        measured = [_measured(flow.pieces, _INDENT if flow.is_indented else 0.0) for flow in flows]
        total, widest = sum([each.total for each in measured]), max([each.widest for each in measured], default=0.0)
        gaps = sum([_gap(flows, at) for at in range(1, len(flows))])
        tails = [at for at, flow in enumerate(flows) if at and flow.role == "tail"]
        for tried in self._tried():
            if total > tried.most and not tried.is_last:
                continue
            blocks = [each.broken(tried.room) for each in measured]
            beside = {at for at in tails if _fits_beside(flows, blocks, at, tried.room)}
            height = tried.height(sum([len(block.ends) for block in blocks]) - len(beside), gaps)
            excess = tried.excess(height)
            too_wide, beyond = _too_wide(flows, blocks, tried.room) if widest + _INDENT > tried.room else _NONE
            if not (excess or too_wide):
                break
        lines, dividers = self._lines(flows, blocks, tried, height, beside)
        covered = tried.covered(height)
        return SetText(lines, tried.size, height, excess, too_wide, covered, beyond * tried.em, dividers)

    def set_plain(self, pieces: Row) -> SetText:
        """Set one paragraph of one style, the most common text.

        The result is the same as that of `set`, in a fraction of the time.
        """
        widths = widths_of(pieces)
        starts = starts_of(pieces)
        tried = self._sizes[0]
        height, excess, covered, places = tried.plain(1)
        length = starts[-2] + widths[-1]
        if length <= tried.room and not excess:
            return SetText(
                (TextLine(self._left(length, tried.em), places[0], pieces),), tried.size, height, 0.0, "", covered
            )
        measured = Measured(pieces, widths, starts)
        for tried in self._tried():
            if measured.total > tried.most and not tried.is_last:
                continue
            block = measured.broken(tried.room)
            height, excess, covered, places = tried.plain(len(block.ends))
            too_wide, beyond = _too_wide_in(block, tried.room) if measured.widest + _INDENT > tried.room else _NONE
            if not (excess or too_wide):
                break
        rows = block.rows()
        lefts = repeat(self._box.x) if self._leads else [self._left(_length(row), tried.em) for row in rows]
        lines = tuple(map(TextLine, lefts, places, rows))
        return SetText(lines, tried.size, height, excess, too_wide, covered, beyond * tried.em)

    def _left(self, length: float, em: Mm) -> Mm:
        """The x position of a line of words, from its length in thousandths of the size."""
        x, _, width, _ = self._box
        if self._leads:
            return x
        free = width - length / 1000 * em
        return x + (free / 2 if self._setting.align == "center" else free)

    def _lines(
        self, flows: Sequence[Flow], blocks: list[BrokenRows], tried: _Size, height: Mm, beside: Container[int]
    ) -> tuple[tuple[TextLine, ...], tuple[Mm, ...]]:
        """The lines, and the heights of the dividers; `beside` are the tails on the line of what they follow."""
        box, setting, em = self._box, self._setting, tried.em
        y = tried.baseline(height)
        lines: list[TextLine] = []
        dividers: list[Mm] = []
        for number, (flow, block) in enumerate(zip(flows, blocks, strict=True)):
            if number:
                y += em * setting.paragraph_gap * _gap(flows, number)
            if number in beside:
                y = lines[-1].y
            if flow.role == "divider":
                dividers.append(tried.top(y))
            bullet = _bullet(self._primary, flow) if flow.role == "bullet" else None
            align = "end" if flow.role in ("tail", "far") else setting.align
            for row in block.rows():
                if flow.plain and not flow.role:
                    lines.append(TextLine(self._left(_length(row), em), y, row))
                else:
                    lines.append(_line(row, flow, box, em, align, y, bullet))
                    bullet = None  # only before the first line
                y += tried.pitch
        return tuple(lines), tuple(dividers)


def set_text(flows: Sequence[Flow], box: Box, setting: Setting, primary: Font) -> SetText:
    """Set one text in a box."""
    return Column(box, setting, primary).set(flows)


def _measured(pieces: Row, indent: float) -> Measured:
    widths = widths_of(pieces)
    return Measured(pieces, widths, starts_of(pieces), indent)


def _gap(flows: Sequence[Flow], at: int) -> float:
    """The gap before a paragraph, relative to the paragraph gap; list items are closer together."""
    if flows[at].follows:
        return 0.0
    return 0.4 if flows[at].role == "bullet" and flows[at - 1].is_indented else 1.0


def _fits_beside(flows: Sequence[Flow], blocks: list[BrokenRows], at: int, room: float) -> bool:
    """Whether a tail has room on the last line of what it follows, in the same direction of reading."""
    tail, before = flows[at], flows[at - 1]
    if not tail.follows or tail.base_level != before.base_level or before.role in ("tail", "far"):
        return False
    if not (before.pieces and tail.pieces):
        return False
    indent = _INDENT if before.is_indented else 0.0
    return indent + _length(blocks[at - 1].rows()[-1]) + _TAIL_GAP + _length(tail.pieces) <= room


def _too_wide(flows: Sequence[Flow], blocks: list[BrokenRows], room: float) -> tuple[str, float]:
    """The first word wider than a line, and by how much; a thousandth of the size is tolerated."""
    for flow, block in zip(flows, blocks, strict=True):
        found = _too_wide_in(block, room - _INDENT if flow.is_indented else room)
        if found[0]:
            return found
    return _NONE


def _too_wide_in(block: BrokenRows, room: float) -> tuple[str, float]:
    wide = (piece for piece in block.firsts() if piece.width > room + 1)
    return next(((each.text.rstrip(), (each.width - room) / 1000) for each in wide), _NONE)


def _length(row: Row) -> float:
    """The length of a line of words, in thousandths of the size."""
    widths = widths_of(row)
    return starts_of(row)[-2] + widths[-1]


def _line(row: Row, flow: Flow, box: Box, em: Mm, align: str, y: Mm, bullet: Run | None) -> TextLine:
    indent = em * BULLET_INDENT if flow.is_indented else 0.0
    runs: list[Run | float] = []
    levels: list[int] = []
    for place, piece in enumerate(row):
        for run in piece.runs:
            runs.append(run)
            levels.append(run.level)
        if piece.space and place + 1 < len(row):
            runs.append(piece.space)
            levels.append(piece.space_level)
    length = sum(item if isinstance(item, float) else item.width for item in runs) / 1000 * em
    rtl = flow.base_level % 2 == 1
    side = {"start": ("left", "right"), "end": ("right", "left")}.get(align, (align, align))[rtl]
    free = box.width - indent - length
    x = (0.0 if rtl else indent) + {"left": 0.0, "center": free / 2, "right": free}[side]
    placed: list[PlacedRun] = []
    if bullet:
        placed.append(PlacedRun(box.width - bullet.width / 1000 * em if rtl else 0.0, bullet))
    for item in drawn_order(runs, levels):
        if isinstance(item, float):
            if placed and not placed[-1].run.level % 2:
                placed[-1] = placed[-1]._replace(space=item)
            x += item / 1000 * em
        else:
            placed.append(PlacedRun(x, item))
            x += item.width / 1000 * em
    text = "".join([piece.text for piece in row]).rstrip()
    return TextLine(box.x, y, (), tuple(placed), text, row[-1].ends_in_hyphen)


def _bullet(primary: Font, flow: Flow) -> Run:
    font = primary.bullets
    glyphs = font.shape("•")
    colour = flow.pieces[0].runs[0].colour if flow.pieces and flow.pieces[0].runs else "#000000"
    return Run("•", flow.base_level, sum(glyph.advance for glyph in glyphs), colour, font, glyphs)
