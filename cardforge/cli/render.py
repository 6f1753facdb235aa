"""`cardforge render`: draw cards as a PDF, as pictures, or on sheets of paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.render_options import (
    BOX,
    BUILDS,
    CUTTING,
    PICTURES,
    SERVICES,
    SHEETS,
    TABLES,
    ignored_codes,
    is_foreign_target,
    is_picture_target,
    job_name,
    product_asked,
    refuse_draft,
    refuse_ending,
    refuse_with_all,
    refuse_with_sheet,
    typed_options,
)
from cardforge.cli.show import show_rendered
from cardforge.core.choices import Backs, Bleed, Edge, Fit, Marks, Orientation, Product, Registration, SheetOrder
from cardforge.core.units import DPI


def render(
    context: typer.Context,
    targets: Annotated[
        list[str],
        typer.Argument(
            help="Packs, decks, folders or game:kind; with --all, a game; or pictures, folders and lists of them."
        ),
    ],
    everything: Annotated[
        bool, typer.Option("--all", help="Lay out the whole box of a game: sheets of all it prints, in one folder.")
    ] = False,
    as_: Annotated[
        Product | None,
        typer.Option(
            "--as",
            help="A PDF with one face per page (the default for packs), pictures, one picture of all faces, sheets "
            "(the default for pictures), a booklet to fold, or decks to play online.",
        ),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="The file to write, or the folder for pictures.")
    ] = "",
    edition: Annotated[str, typer.Option(metavar="NAME", help="Draw only cards of this edition of the game.")] = "",
    palette: Annotated[
        str, typer.Option(metavar="NAME", help="Use another palette of the faces, such as low-ink.")
    ] = "",
    look: Annotated[
        str, typer.Option(metavar="NAME", help="Use other faces for the same cards: the name of a look, or a size.")
    ] = "",
    dpi: Annotated[
        int, typer.Option(min=36, max=1200, help="Resolution of pictures in any output, in pixels per inch.")
    ] = DPI,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Ignore these codes of the legibility lint, such as CF423.")
    ] = None,
    size: Annotated[
        str,
        typer.Option(
            metavar="SIZE", help="Size of the cards: poker, tarot, … or 63x88 in mm.", rich_help_panel=PICTURES
        ),
    ] = "poker",
    back: Annotated[
        str, typer.Option(metavar="FILE", help="The picture on the back of all cards.", rich_help_panel=PICTURES)
    ] = "",
    fit: Annotated[
        Fit,
        typer.Option(
            help="How to fill a card of other proportions: crop, add bars, distort.", rich_help_panel=PICTURES
        ),
    ] = Fit.COVER,
    with_bleed: Annotated[
        float, typer.Option(metavar="MM", help="Bleed that the pictures have on each side.", rich_help_panel=PICTURES)
    ] = 0.0,
    edge: Annotated[
        str,
        typer.Option(
            metavar="EDGE",
            help="How to make bleed where there is none: mirror, stretch, or a colour such as #1a2b3c.",
            rich_help_panel=PICTURES,
        ),
    ] = Edge.MIRROR.value,
    paper: Annotated[
        str,
        typer.Option(metavar="PAPER", help="a4, letter, … or 210x297 in mm; implies sheets.", rich_help_panel=SHEETS),
    ] = "a4",
    backs: Annotated[
        Backs, typer.Option(help="Where to print backs; implies sheets.", rich_help_panel=SHEETS)
    ] = Backs.NONE,
    bleed: Annotated[
        Bleed, typer.Option(help="Bleed between cards: none, half a gap each, or full.", rich_help_panel=SHEETS)
    ] = Bleed.NONE,
    sheet: Annotated[
        str,
        typer.Option(metavar="NAME", help="Print on ready-made sheets, such as avery-5371.", rich_help_panel=SHEETS),
    ] = "",
    gap: Annotated[
        str,
        typer.Option(metavar="MM", help="Width of a shared gap, or across and down: 2,1.", rich_help_panel=SHEETS),
    ] = "3",
    margin: Annotated[
        float, typer.Option(metavar="MM", help="The border that the printer cannot print on.", rich_help_panel=SHEETS)
    ] = 5.0,
    marks: Annotated[
        Marks | None,
        typer.Option(
            help="Crop marks that show where to cut: edge, or none with --sheet.",
            show_default=False,
            rich_help_panel=SHEETS,
        ),
    ] = None,
    cut_lines: Annotated[
        bool, typer.Option("--cut-lines", help="Draw lines to cut along, under the cards.", rich_help_panel=SHEETS)
    ] = False,
    orientation: Annotated[
        Orientation, typer.Option(help="Orientation of the paper.", rich_help_panel=SHEETS)
    ] = Orientation.AUTO,
    no_turn: Annotated[
        bool, typer.Option("--no-turn", help="Never lay cards on their side.", rich_help_panel=SHEETS)
    ] = False,
    nest: Annotated[
        bool,
        typer.Option("--nest", help="Fit pieces of several shapes into each other.", rich_help_panel=SHEETS),
    ] = False,
    offset: Annotated[
        str,
        typer.Option(
            metavar="MM,MM", help="Move everything to the right and down on the paper.", rich_help_panel=SHEETS
        ),
    ] = "0,0",
    order: Annotated[
        SheetOrder,
        typer.Option(help="Cards in the order given, or each pack on its own sheets.", rich_help_panel=SHEETS),
    ] = SheetOrder.AS_GIVEN,
    copies: Annotated[
        int, typer.Option(metavar="N", help="How many times to print everything.", rich_help_panel=SHEETS)
    ] = 1,
    start: Annotated[
        int, typer.Option(metavar="SLOT", help="Start at this slot of a partly used sheet.", rich_help_panel=SHEETS)
    ] = 1,
    printer: Annotated[
        str, typer.Option(metavar="NAME", help="Shift backs as calibrated for this printer.", rich_help_panel=SHEETS)
    ] = "",
    cut: Annotated[
        str, typer.Option(metavar="FILE", help="Write the cut lines as SVG or DXF.", rich_help_panel=CUTTING)
    ] = "",
    registration: Annotated[
        Registration, typer.Option(help="Registration marks for the machine.", rich_help_panel=CUTTING)
    ] = Registration.NONE,
    manifest: Annotated[
        str, typer.Option(metavar="FILE", help="Write a build manifest, as JSON.", rich_help_panel=BUILDS)
    ] = "",
    changed_since: Annotated[
        str,
        typer.Option(metavar="FILE", help="Draw only cards that differ from this manifest.", rich_help_panel=BUILDS),
    ] = "",
    vendor: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="NAME",
            help="Make the file for a print service, such as drivethrucards.",
            rich_help_panel=SERVICES,
        ),
    ] = "",
    draft: Annotated[
        bool, typer.Option("--draft", help="Print cards with problems too, and mark in red what is wrong.")
    ] = False,
    every: Annotated[bool, typer.Option("--every", help="Show problems that repeat every time.")] = False,
    base_url: Annotated[
        str, typer.Option(metavar="URL", help="Web address that its pictures will have.", rich_help_panel=TABLES)
    ] = "",
) -> None:
    """Draw cards as they will print: as a PDF, pictures, sheets, a booklet or a whole box."""
    from cardforge.app.render import Appearance, PictureOptions, RenderRequest, SheetOptions, gap_of, shift_of

    is_foreign = not everything and is_foreign_target(context, targets)
    are_pictures = not is_foreign and is_picture_target(context, targets)
    pictures = PictureOptions(size, back, fit, with_bleed, edge) if are_pictures else None
    product = product_asked(context, as_, vendor, base_url, Product.SHEETS if pictures or is_foreign else Product.CARDS)
    if not vendor:
        refuse_ending(BOX if everything else product, output)
    if draft:
        refuse_draft(context, product, not (is_foreign or are_pictures))
    ignored = ignored_codes(ignore or [])
    if everything:
        refuse_with_all(context, targets)
    if sheet:
        refuse_with_sheet(context)
    sheets = SheetOptions(
        paper=paper,
        sheet=sheet,
        gap=gap_of(gap),
        may_turn=not no_turn,
        nest=nest,
        shift=shift_of(offset),
        margin=margin,
        cut_lines=cut_lines,
        copies=copies,
        start=start,
        printer=printer,
        backs=backs,
        bleed=bleed,
        marks=marks,
        orientation=orientation,
        order=order,
        registration=registration,
    )
    request = RenderRequest(
        tuple(targets),
        product,
        Path(output) if output else None,
        job_name(targets),
        Appearance(palette, look, is_draft=draft),
        edition,
        dpi,
        sheets,
        Path(cut) if cut else None,
        vendor,
        everything,
        frozenset(typed_options(context)),
        base_url,
        Path(manifest) if manifest else None,
        Path(changed_since) if changed_since else None,
        ignored,
        pictures,
    )
    show_rendered(request, is_foreign, every)
