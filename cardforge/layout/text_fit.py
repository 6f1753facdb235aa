"""Set a text into a box: break it into lines, and take the largest size at which it fits.

Takes shaped paragraphs and a box in mm; gives placed lines. What does not fit even at the floor is set at the
floor and its excess reported: nothing is cut off in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardforge.fonts import Font
from cardforge.layout.boxes import Box
from cardforge.layout.direction import drawn_order
from cardforge.layout.display import Line, PlacedRun
from cardforge.layout.pieces import Flow, Piece, Run
from cardforge.units import PT_PER_MM, Mm, Pt

SIZE_STEP = 0.25  # points
BULLET_INDENT = 0.9  # of the type size
ALIGNMENTS = ("start", "left", "center", "right")
_INDENT = BULLET_INDENT * 1000  # in thousandths
_HAIR = 0.02  # mm: a fiftieth of a millimetre is nobody's overflow


@dataclass(frozen=True)
class Setting:
    """How a text is set."""

    size: Pt
    floor: Pt
    leading: float = 1.22  # of the size
    paragraph_gap: float = 0.45  # of the size
    align: str = "start"
    vertical: str = "top"  # or middle, bottom


class SetText(NamedTuple):
    """A text in its box."""

    lines: tuple[Line, ...]
    size: Pt
    height: Mm
    excess: Mm  # by how much it is too high, 0 when it fits
    too_wide: str = ""  # a word that is wider than the box


Row = Sequence[Piece]


class _Size(NamedTuple):
    """A size that is tried."""

    size: Pt
    em: Mm
    room: float  # of a line, in thousandths of the size
    most: float  # the longest text that can fit, however it is broken
    baseline: Mm  # of the first line, from the top of the box


class Column:
    """A box and how text is set in it, made ready for one text after another."""

    def __init__(self, box: Box, setting: Setting, primary: Font) -> None:
        self._box, self._setting, self._primary = box, setting, primary
        sizes = [setting.size]
        while sizes[-1] > setting.floor:
            sizes.append(max(setting.floor, sizes[-1] - SIZE_STEP))
        self._sizes = [self._made_ready(size) for size in sizes]

    def _made_ready(self, size: Pt) -> _Size:
        box, setting, primary = self._box, self._setting, self._primary
        em = size / PT_PER_MM
        area = box.width * (box.height + _HAIR) * PT_PER_MM * PT_PER_MM / setting.leading * 1000
        # The first baseline stands so that the line's letters are centred in its pitch.
        free = (em * setting.leading - em * (primary.ascent + primary.descent) / 1000) / 2
        baseline = box.y + free + em * primary.ascent / 1000
        return _Size(size, em, box.width * PT_PER_MM / size * 1000, area / size / size, baseline)

    def set(self, flows: Sequence[Flow]) -> SetText:
        """The text at the largest size, from the style's down to its floor, at which it fits."""
        box, setting = self._box, self._setting
        pieces = flows[0].pieces if len(flows) == 1 else [piece for flow in flows for piece in flow.pieces]
        widths = [piece.width for piece in pieces]
        total, widest = sum(widths), max(widths, default=0.0)
        gaps = sum([_gap(flows, at) for at in range(1, len(flows))]) if len(flows) > 1 else 0.0
        for tried in self._sizes:
            size, em, room, most, y = tried
            if total > most and size > setting.floor:
                continue
            blocks = [broken(flow.pieces, room - _INDENT if flow.bullet else room) for flow in flows]
            height = em * (sum(map(len, blocks)) * setting.leading + gaps * setting.paragraph_gap)
            excess = max(0.0, height - box.height - _HAIR)
            too_wide = _too_wide(flows, blocks, room) if widest + _INDENT > room else ""
            if not (excess or too_wide):
                break
        if setting.vertical != "top":
            y += max(0.0, (box.height - height) / (2 if setting.vertical == "middle" else 1))
        return SetText(tuple(self._lines(flows, blocks, em, y)), size, height, excess, too_wide)

    def _lines(self, flows: Sequence[Flow], blocks: list[list[Row]], em: Mm, y: Mm) -> list[Line]:
        box, setting = self._box, self._setting
        pitch, align = em * setting.leading, setting.align
        leads = align in ("start", "left")
        lines: list[Line] = []
        for number, (flow, rows) in enumerate(zip(flows, blocks, strict=True)):
            if number:
                y += em * setting.paragraph_gap * _gap(flows, number)
            bullet = _bullet(self._primary, flow) if flow.bullet else None
            for row in rows:
                if flow.plain and not flow.bullet:
                    lines.append(Line(box.x if leads else _aligned(row, box, em, align), y, tuple(row)))
                else:
                    lines.append(_line(row, flow, box, em, align, y, bullet))
                    bullet = None  # it stands before the first line
                y += pitch
        return lines


def set_text(flows: Sequence[Flow], box: Box, setting: Setting, primary: Font) -> SetText:
    """One text in a box of its own."""
    return Column(box, setting, primary).set(flows)


def _gap(flows: Sequence[Flow], at: int) -> float:
    """The gap before a paragraph; the entries of a list stand closer together."""
    return 0.4 if flows[at].bullet and flows[at - 1].bullet else 1.0


def _too_wide(flows: Sequence[Flow], blocks: list[list[Row]], room: float) -> str:
    """The first word that is wider than a line; a thousandth of the size is nobody's overflow."""
    for flow, rows in zip(flows, blocks, strict=True):
        most = (room - _INDENT if flow.bullet else room) + 1
        for row in rows:
            if row[0].width > most:
                return row[0].text.rstrip()
    return ""


def broken(pieces: tuple[Piece, ...], room: float) -> list[Row]:
    """Pieces in rows, each as full as it can be."""
    rows: list[Row] = []
    start = 0
    used = 0.0
    for at, piece in enumerate(pieces):
        width = piece.width
        if used + width > room:
            if piece.splits:
                return rows + _hyphenated(pieces[start:], room)
            if at > start:
                rows.append(pieces[start:at])
                start, used = at, 0.0
        used += width + piece.space
    if pieces:
        rows.append(pieces[start:])
    return rows


def _hyphenated(pieces: tuple[Piece, ...], room: float) -> list[Row]:
    """Pieces in rows, where the last word of a row may be parted."""
    rows: list[Row] = []
    row: list[Piece] = []
    used = 0.0
    left = list(reversed(pieces))
    while left:
        piece = left.pop()
        if used + piece.width > room:
            split = next((each for each in piece.splits if used + each[0].width <= room), None)
            if split:
                row.append(split[0])
                piece = split[1]
            if row:
                rows.append(row)
                row, used = [], 0.0
                left.append(piece)
                continue
        row.append(piece)
        used += piece.width + piece.space
    if row:
        rows.append(row)
    return rows


def _aligned(row: Row, box: Box, em: Mm, align: str) -> Mm:
    """Where a line in the middle or at the right begins."""
    length = sum([piece.width + piece.space for piece in row]) - row[-1].space
    free = box.width - length / 1000 * em
    return box.x + (free / 2 if align == "center" else free)


def _line(row: Row, flow: Flow, box: Box, em: Mm, align: str, y: Mm, bullet: Run | None) -> Line:
    indent = em * BULLET_INDENT if flow.bullet else 0.0
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
    side = align if align != "start" else "right" if rtl else "left"
    free = box.width - indent - length
    x = (0.0 if rtl else indent) + {"left": 0.0, "center": free / 2, "right": free}[side]
    placed: list[PlacedRun] = []
    if bullet:
        placed.append(PlacedRun(box.width - bullet.width / 1000 * em if rtl else 0.0, bullet))
    for item in drawn_order(runs, levels):
        if isinstance(item, float):
            x += item / 1000 * em
        else:
            placed.append(PlacedRun(x, item))
            x += item.width / 1000 * em
    return Line(box.x, y, (), tuple(placed), "".join([piece.text for piece in row]).rstrip())


def _bullet(primary: Font, flow: Flow) -> Run:
    glyphs = primary.shape("•")
    colour = flow.pieces[0].runs[0].colour if flow.pieces and flow.pieces[0].runs else "#000000"
    return Run("•", flow.base_level, sum(glyph.advance for glyph in glyphs), colour, primary, glyphs)
