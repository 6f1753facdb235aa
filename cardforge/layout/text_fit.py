"""Set a text into a box: break it into lines, and take the largest size at which it fits.

Takes shaped paragraphs and a box in mm; gives placed lines. What does not fit even at the floor is set at the
floor and its excess reported: nothing is cut off in silence.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardforge.fonts import Font
from cardforge.layout.direction import drawn_order
from cardforge.layout.pieces import Flow, Piece, Run
from cardforge.units import PT_PER_MM, Mm, Pt

SIZE_STEP = 0.25  # points
BULLET_INDENT = 0.9  # of the type size
ALIGNMENTS = ("start", "left", "center", "right")


@dataclass(frozen=True)
class Setting:
    """How a text is set."""

    size: Pt
    floor: Pt
    leading: float = 1.22  # of the size
    paragraph_gap: float = 0.45  # of the size
    align: str = "start"
    vertical: str = "top"  # or middle, bottom


@dataclass(frozen=True)
class PlacedRun:
    """A run with its place from the left of the box."""

    x: Mm
    run: Run


@dataclass(frozen=True)
class Line:
    """Runs on one baseline, measured from the top of the box."""

    baseline: Mm
    runs: tuple[PlacedRun, ...]
    text: str


@dataclass(frozen=True)
class SetText:
    """A text in its box."""

    lines: tuple[Line, ...]
    size: Pt
    height: Mm
    excess: Mm  # by how much it is too high, 0 when it fits
    too_wide: str = ""  # a word that is wider than the box


def set_text(flows: list[Flow], width: Mm, height: Mm, setting: Setting, primary: Font) -> SetText:
    """The text at the largest size, from the style's down to its floor, at which it fits."""
    size = setting.size
    result = _set(flows, width, height, setting, primary, size)
    total = sum(piece.width + piece.space for flow in flows for piece in flow.pieces)
    while (result.excess > 0 or result.too_wide) and size > setting.floor:
        size = max(setting.floor, size - SIZE_STEP)
        room = width * PT_PER_MM / size * 1000 * max(1, height * PT_PER_MM // (size * setting.leading))
        if total > room * 1.02 and size > setting.floor:
            continue  # it cannot fit, however it is broken
        result = _set(flows, width, height, setting, primary, size)
    return result


def _set(flows: list[Flow], width: Mm, height: Mm, setting: Setting, primary: Font, size: Pt) -> SetText:
    em = size / PT_PER_MM  # in mm
    pitch = em * setting.leading
    lines: list[Line] = []
    too_wide = ""
    # The first baseline stands so that the line's letters are centred in its pitch.
    top = (pitch - em * (primary.ascent + primary.descent) / 1000) / 2 + em * primary.ascent / 1000
    y = 0.0
    for number, flow in enumerate(flows):
        if number:
            y += em * setting.paragraph_gap * (0.4 if flow.bullet and flows[number - 1].bullet else 1)
        indent = em * BULLET_INDENT if flow.bullet else 0.0
        for at, row in enumerate(broken(flow.pieces, (width - indent) / em * 1000)):
            if row[0].width > (width - indent) / em * 1000 + 1:
                too_wide = too_wide or "".join(run.text for run in row[0].runs)
            bullet = _bullet(primary, flow) if flow.bullet and at == 0 else None
            lines.append(_line(row, flow, width, indent, em, setting.align, y + top, bullet))
            y += pitch
    excess = max(0.0, y - height - 0.02)  # a fiftieth of a millimetre is nobody's overflow
    shift = {"middle": (height - y) / 2, "bottom": height - y}.get(setting.vertical, 0.0)
    if shift > 0:
        lines = [Line(line.baseline + shift, line.runs, line.text) for line in lines]
    return SetText(tuple(lines), size, y, excess, too_wide)


def broken(pieces: tuple[Piece, ...], room: float) -> list[list[Piece]]:
    """Pieces in rows, each as full as it can be."""
    rows: list[list[Piece]] = []
    row: list[Piece] = []
    used = 0.0
    for piece in pieces:
        if row and used + piece.width > room:
            rows.append(row)
            row, used = [], 0.0
        row.append(piece)
        used += piece.width + piece.space
    if row:
        rows.append(row)
    return rows


def _line(
    row: list[Piece], flow: Flow, width: Mm, indent: Mm, em: Mm, align: str, baseline: Mm, bullet: Run | None
) -> Line:
    if flow.plain:
        return _plain_line(row, width, indent, em, align, baseline, bullet)
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
    free = width - indent - length
    left = 0.0 if rtl else indent
    x = left + {"left": 0.0, "center": free / 2, "right": free}[side]
    placed: list[PlacedRun] = []
    if bullet:
        placed.append(PlacedRun(width - bullet.width / 1000 * em if rtl else 0.0, bullet))
    for item in drawn_order(runs, levels):
        if isinstance(item, float):
            x += item / 1000 * em
        else:
            placed.append(PlacedRun(x, item))
            x += item.width / 1000 * em
    words = ["".join(run.text for run in piece.runs) + (" " if piece.space else "") for piece in row]
    return Line(baseline, tuple(placed), "".join(words).rstrip())


def _plain_line(row: list[Piece], width: Mm, indent: Mm, em: Mm, align: str, baseline: Mm, bullet: Run | None) -> Line:
    """A line of one font and colour, as one run."""
    words = tuple([(piece.runs[0], piece.space > 0) for piece in row])
    text = "".join([piece.runs[0].text + (" " if piece.space else "") for piece in row]).rstrip(" ")
    length = sum([piece.width + piece.space for piece in row]) - row[-1].space
    free = width - indent - length / 1000 * em
    x = indent + {"start": 0.0, "left": 0.0, "center": free / 2, "right": free}[align]
    first = row[0].runs[0]
    run = Run(text, 0, length, first.colour, first.font, (), first.scale, "", words)
    placed = PlacedRun(x, run)
    return Line(baseline, (PlacedRun(0.0, bullet), placed) if bullet else (placed,), text)


def _bullet(primary: Font, flow: Flow) -> Run:
    glyphs = primary.shape("•")
    colour = flow.pieces[0].runs[0].colour if flow.pieces and flow.pieces[0].runs else "#000000"
    return Run("•", flow.base_level, sum(glyph.advance for glyph in glyphs), colour, primary, glyphs)
