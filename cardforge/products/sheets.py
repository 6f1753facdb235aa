"""Impose rendered cards on sheets to print and cut, as PDF, with optional files for cutting machines."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardforge.core.choices import Backs, Marks, Orientation, Registration
from cardforge.core.errors import UsageError
from cardforge.core.phrases import counted
from cardforge.core.problems import Problem, any_error
from cardforge.impose import impose
from cardforge.impose.job import Offset, Piece, SheetJob
from cardforge.impose.papers import Paper, paper
from cardforge.impose.sheet_pages import Sheets, Side
from cardforge.products.output_files import OutputFiles, PdfFile, pdf_file
from cardforge.products.printers import Printer, printer
from cardforge.products.sheet_makes import sheet_make
from cardforge.products.sheet_options import SheetOptions
from cardforge.render.captions import CaptionPainter
from cardforge.render.rendering import Rendering
from cardforge.write.atomic import refuse_folder
from cardforge.write.cutting import cut_dxf, cut_svg
from cardforge.write.drawn import Drawn
from cardforge.write.pdf_options import DUPLEX, PdfOptions
from cardforge.write.sheet_pdf import sheet_pages


class LaidOutSheets(NamedTuple):
    """Cards imposed on sheets, ready to be written."""

    sheets: Sheets
    rendering: Rendering
    job: SheetJob

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.sheets.problems

    @property
    def pieces(self) -> int:
        return sum(fit.copies for fit in self.sheets.fits)

    @property
    def papers(self) -> int:
        return sum(fit.sheets for fit in self.sheets.fits)


def lay_sheets(rendering: Rendering, options: SheetOptions, name: str) -> LaidOutSheets:
    """Impose cards on sheets."""
    known = printer(options.printer)
    make = sheet_make(options.sheet) if options.sheet else None
    usual_marks = Marks.NONE if make else Marks.EDGE
    registration = options.registration
    if make and make.marks and registration is Registration.NONE:
        registration = Registration.SILHOUETTE_3
    job = SheetJob(
        name=name,
        paper=Paper(make.name, *make.paper) if make else paper(options.paper),
        orientation=_orientation(options, known),
        bleed=options.bleed,
        gap=options.gap,
        margins=known.margins(options.margin),
        backs=options.backs,
        may_turn=options.may_turn,
        nest=options.nest,
        shift=options.shift,
        make=make,
        marks=options.marks if options.marks is not None else usual_marks,
        cut_lines=options.cut_lines,
        start=options.start,
        order=options.order,
        offset=known.offset,
        header=True,
        registration=registration,
    )
    pieces = [
        Piece(
            card.front.id,
            card.outline,
            card.front.bleed,
            card.copies * options.copies,
            card.back.id if card.back else None,
            card.pack,
        )
        for card in rendering.cards
    ]
    return LaidOutSheets(impose(pieces, job), rendering, job)


def _orientation(options: SheetOptions, known: Printer) -> Orientation:
    """The orientation of the paper; a calibrated printer must print as it did when measured."""
    if options.backs in (Backs.NONE, Backs.GUTTERFOLD) or known.offset == Offset():
        return options.orientation
    if options.backs not in (known.flip, Backs.SEPARATE):
        message = f"{known.name} was calibrated with sheets flipped on the {known.flip.replace('-', ' ')}"
        hint = f"print with `--backs {known.flip}`, or calibrate it under another name with `--flip {options.backs}`"
        raise UsageError(message, hint)
    if options.orientation == Orientation.LANDSCAPE:
        message = f"{known.name} was calibrated in portrait; which way it turns landscape pages is unknown"
        raise UsageError(message, "remove `--orientation landscape`")
    return Orientation.PORTRAIT


def make_sheets(
    rendering: Rendering, options: SheetOptions, name: str, output: Path, cut: Path | None = None
) -> OutputFiles:
    """The sheets as one PDF, or two if backs are separate, and the cut files."""
    refuse_folder(output)
    laid = lay_sheets(rendering, options, name)
    if any_error(laid.problems):
        return OutputFiles({}, problems=laid.problems)
    cuts = _cuts(laid, cut) if cut else {}
    files = pdf_files(laid, output, CaptionPainter(rendering.resources))
    sheets = f"{counted(laid.papers, 'sheet')} of {laid.job.paper.name}"
    lines = [f"{counted(laid.pieces, 'card')} on {sheets} in {' and '.join(map(str, files))}"]
    lines += [f"sheet {_ranges(numbers)}: cut along {file}" for file, (_, numbers) in cuts.items()]
    cut_files = {file: text.encode() for file, (text, _) in cuts.items()}
    return OutputFiles({**files, **cut_files}, tuple(lines), problems=laid.problems)


def pdf_files(laid: LaidOutSheets, output: Path, captions: CaptionPainter) -> dict[Path, PdfFile]:
    """The sheets as one PDF, or two if backs are separate, by path."""
    if laid.job.backs == Backs.SEPARATE:
        sides = {_beside(output, side): _of_side(laid.sheets, side) for side in (Side.FRONT, Side.BACK)}
        return {path: _pdf(laid, sheets, captions) for path, sheets in sides.items()}
    return {output: _pdf(laid, laid.sheets, captions)}


def _cuts(laid: LaidOutSheets, output: Path) -> dict[Path, tuple[str, list[int]]]:
    """The cut files: one for all sheets that are cut alike, with their sheet numbers."""
    refuse_folder(output)
    writers = {".svg": cut_svg, ".dxf": cut_dxf}
    writer = writers.get(output.suffix.lower())
    if writer is None:
        raise UsageError(f"{output} is not the name of a cut file", f"end it with {' or '.join(writers)}")
    alike: dict[str, list[int]] = {}
    for page in laid.sheets.pages:
        if page.side != Side.BACK:
            alike.setdefault(writer(page), []).append(page.number)
    if len(alike) == 1:
        return {output: next(iter(alike.items()))}
    return {output.with_stem(f"{output.stem}-{at}"): each for at, each in enumerate(alike.items(), 1)}


def _ranges(numbers: list[int]) -> str:
    """Numbers as readable ranges: 1 to 3, 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _of_side(sheets: Sheets, side: Side) -> Sheets:
    return sheets._replace(pages=tuple(page for page in sheets.pages if page.side == side))


def _beside(output: Path, side: Side) -> Path:
    return output if side == Side.FRONT else output.with_stem(f"{output.stem}-backs")


def _pdf(laid: LaidOutSheets, sheets: Sheets, captions: CaptionPainter) -> PdfFile:
    faces: dict[str, Drawn] = {}
    packs: dict[str, str] = {}
    for card in laid.rendering.cards:
        faces[card.front.id] = card.front
        packs[card.front.id] = card.pack
        if card.back:
            faces[card.back.id] = card.back
    bookmarks: dict[str, int] = {}
    for at, page in enumerate(sheets.pages):
        for placement in page.placements:
            bookmarks.setdefault(packs[placement.key], at)
    labels = [f"{page.number}{' back' if page.side == Side.BACK else ''}" for page in sheets.pages]
    options = PdfOptions(DUPLEX.get(laid.job.backs, "Simplex"), labels, list(bookmarks.items()))
    pages = list(sheet_pages(sheets.pages, faces, captions.draw))
    return pdf_file(pages, captions.resources, laid.job.name, options)
