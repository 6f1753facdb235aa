"""`cardforge render`: draw cards as a PDF, as pictures, or on sheets of paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.show import prefixes, show_rendered
from cardforge.core.choices import Backs, Bleed, Edge, Fit, Marks, Orientation, Product, Registration, SheetOrder
from cardforge.core.errors import UsageError
from cardforge.core.units import DPI

_LINT = "CF42"  # prefix of the legibility lint's codes
_SHEETS, _CUTTING, _BUILDS, _TABLES = "Sheets of paper", "Cutting machines", "Builds", "Virtual tables"
_SERVICES, _PICTURES = "Print services", "Cards made of pictures"
_BOX = "box"
_NOT_IN_A_BOX = {
    "as_": "--as",
    "vendor": "--for",
    "base_url": "--base-url",
    "cut": "--cut",
    "start": "--start",
    "changed_since": "--changed-since",
    "manifest": "--manifest",
}
_NOT_FOR_PICTURES = {"everything": "--all", "edition": "--edition", "palette": "--palette", "ignore": "--ignore"}


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
    dpi: Annotated[
        int, typer.Option(min=36, max=1200, help="Resolution of pictures in any output, in pixels per inch.")
    ] = DPI,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Ignore these codes of the legibility lint, such as CF423.")
    ] = None,
    size: Annotated[
        str,
        typer.Option(
            metavar="SIZE", help="Size of the cards: poker, tarot, … or 63x88 in mm.", rich_help_panel=_PICTURES
        ),
    ] = "poker",
    back: Annotated[
        str, typer.Option(metavar="FILE", help="The picture on the back of all cards.", rich_help_panel=_PICTURES)
    ] = "",
    fit: Annotated[
        Fit,
        typer.Option(
            help="How to fill a card of other proportions: crop, add bars, distort.", rich_help_panel=_PICTURES
        ),
    ] = Fit.COVER,
    with_bleed: Annotated[
        float, typer.Option(metavar="MM", help="Bleed that the pictures have on each side.", rich_help_panel=_PICTURES)
    ] = 0.0,
    edge: Annotated[
        str,
        typer.Option(
            metavar="EDGE",
            help="How to make bleed where there is none: mirror, stretch, or a colour such as #1a2b3c.",
            rich_help_panel=_PICTURES,
        ),
    ] = Edge.MIRROR.value,
    paper: Annotated[
        str,
        typer.Option(metavar="PAPER", help="a4, letter, … or 210x297 in mm; implies sheets.", rich_help_panel=_SHEETS),
    ] = "a4",
    backs: Annotated[
        Backs, typer.Option(help="Where to print backs; implies sheets.", rich_help_panel=_SHEETS)
    ] = Backs.NONE,
    bleed: Annotated[
        Bleed, typer.Option(help="Bleed between cards: none, half a gap each, or full.", rich_help_panel=_SHEETS)
    ] = Bleed.NONE,
    gap: Annotated[float, typer.Option(metavar="MM", help="Width of a shared gap.", rich_help_panel=_SHEETS)] = 3.0,
    margin: Annotated[
        float, typer.Option(metavar="MM", help="The border that the printer cannot print on.", rich_help_panel=_SHEETS)
    ] = 5.0,
    marks: Annotated[
        Marks, typer.Option(help="Crop marks that show where to cut.", rich_help_panel=_SHEETS)
    ] = Marks.EDGE,
    cut_lines: Annotated[
        bool, typer.Option("--cut-lines", help="Draw lines to cut along, under the cards.", rich_help_panel=_SHEETS)
    ] = False,
    orientation: Annotated[
        Orientation, typer.Option(help="Orientation of the paper.", rich_help_panel=_SHEETS)
    ] = Orientation.AUTO,
    order: Annotated[
        SheetOrder,
        typer.Option(help="Cards in the order given, or each pack on its own sheets.", rich_help_panel=_SHEETS),
    ] = SheetOrder.AS_GIVEN,
    copies: Annotated[
        int, typer.Option(metavar="N", help="How many times to print everything.", rich_help_panel=_SHEETS)
    ] = 1,
    start: Annotated[
        int, typer.Option(metavar="SLOT", help="Start at this slot of a partly used sheet.", rich_help_panel=_SHEETS)
    ] = 1,
    printer: Annotated[
        str, typer.Option(metavar="NAME", help="Shift backs as calibrated for this printer.", rich_help_panel=_SHEETS)
    ] = "",
    cut: Annotated[
        str, typer.Option(metavar="FILE", help="Write the cut lines as SVG or DXF.", rich_help_panel=_CUTTING)
    ] = "",
    registration: Annotated[
        Registration, typer.Option(help="Registration marks for the machine.", rich_help_panel=_CUTTING)
    ] = Registration.NONE,
    manifest: Annotated[
        str, typer.Option(metavar="FILE", help="Write a build manifest, as JSON.", rich_help_panel=_BUILDS)
    ] = "",
    changed_since: Annotated[
        str,
        typer.Option(metavar="FILE", help="Draw only cards that differ from this manifest.", rich_help_panel=_BUILDS),
    ] = "",
    vendor: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="NAME",
            help="Make the file for a print service, such as drivethrucards.",
            rich_help_panel=_SERVICES,
        ),
    ] = "",
    base_url: Annotated[
        str, typer.Option(metavar="URL", help="Web address that its pictures will have.", rich_help_panel=_TABLES)
    ] = "",
) -> None:
    """Draw cards as they will print: as a PDF, pictures, sheets, a booklet or a whole box."""
    from cardforge.app.render import PictureOptions, RenderRequest, SheetOptions

    is_foreign = not everything and _are_foreign(context, targets)
    are_pictures = not is_foreign and _are_pictures(context, targets)
    pictures = PictureOptions(size, back, fit, with_bleed, edge) if are_pictures else None
    product = _product(context, as_, vendor, base_url, Product.SHEETS if pictures or is_foreign else Product.CARDS)
    if not vendor:
        _refuse_ending(_BOX if everything else product, output)
    ignored = _ignored(ignore or [])
    if everything:
        _refuse_with_all(context, targets)
    sheets = SheetOptions(
        paper=paper,
        gap=gap,
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
        _name(targets),
        palette,
        edition,
        dpi,
        sheets,
        Path(cut) if cut else None,
        vendor,
        everything,
        frozenset(_typed(context)),
        base_url,
        Path(manifest) if manifest else None,
        Path(changed_since) if changed_since else None,
        ignored,
        pictures,
    )
    show_rendered(request, is_foreign)


def _are_foreign(context: typer.Context, targets: list[str]) -> bool:
    """Whether the target is cards without a project; refuse what such cards cannot have."""
    from cardforge.app.render import are_foreign

    if not are_foreign(targets):
        return False
    if len(targets) > 1:
        raise UsageError("cards without a project are rendered one file at a time", "name one of them")
    refused = [
        *_options_of(context, _PICTURES, _BUILDS),
        *(f"--{name}" for name in ("edition", "palette") if name in _typed(context)),
    ]
    if refused:
        raise UsageError(
            f"{refused[0]} does not fit cards without a project", "make one: cardforge new NAME --from FILE"
        )
    return True


def _are_pictures(context: typer.Context, targets: list[str]) -> bool:
    """Whether the targets, or an option that only pictures have, ask for cards made of pictures."""
    from cardforge.app.render import are_pictures

    if not _options_of(context, _PICTURES) and not are_pictures(targets):
        return False
    for name, option in _NOT_FOR_PICTURES.items():
        if name in _typed(context):
            raise UsageError(f"{option} is for packs, but these targets are pictures", "remove it")
    return True


def _product(context: typer.Context, as_: Product | None, vendor: str, base_url: str, default: Product) -> Product:
    """The product asked for; refuse options that contradict each other."""
    about_sheets = _options_of(context, _SHEETS, _CUTTING)
    product = as_ or (Product.SHEETS if about_sheets else default)
    if vendor:
        if as_ or about_sheets:
            other = f"--as {as_}" if as_ else about_sheets[0]
            raise UsageError(f"`{other}` and `--for {vendor}` ask for different files", "remove one of them")
        return Product.CARDS
    if product is Product.BOOKLET:  # `--paper` is the only sheet option that a booklet shares
        about_sheets = [each for each in about_sheets if each != "--paper"]
    if about_sheets and product is not Product.SHEETS:
        raise UsageError(f"{about_sheets[0]} is for sheets, but `--as {product}` makes none", "remove one of them")
    if base_url and product is not Product.TABLETOP:
        raise UsageError("--base-url is only for virtual tables", "add `--as tabletop`")
    return product


def _name(targets: list[str]) -> str:
    """The name of a job, taken from its first target."""
    first = Path(targets[0]).stem.replace("-", " ")
    return first if len(targets) == 1 else f"{first} and {len(targets) - 1} more"


def _options_of(context: typer.Context, *wanted: str) -> list[str]:
    """The options of some help panels that were given on the command line."""
    panels = {each.name: getattr(each, "rich_help_panel", "") for each in context.command.params}
    return [f"--{name.replace('_', '-')}" for name in _typed(context) if panels[name] in wanted]


def _typed(context: typer.Context) -> list[str]:
    """The names of the options given on the command line."""
    names = [each.name or "" for each in context.command.params]
    return [name for name in names if str(context.get_parameter_source(name)).endswith("COMMANDLINE")]


def _refuse_with_all(context: typer.Context, targets: list[str]) -> None:
    """Refuse options that do not fit --all: a box is one game, on sheets."""
    if len(targets) > 1:
        raise UsageError(f"--all makes one box, but {len(targets)} targets were given", "name one game")
    for name, option in _NOT_IN_A_BOX.items():
        if name in _typed(context) and not (name == "as_" and context.params[name] == Product.SHEETS):
            raise UsageError(f"{option} cannot be used with --all", "remove one of them")


def _refuse_ending(as_: str, output: str) -> None:
    """Refuse an output name whose ending contradicts `--as`: that is most often a slip."""
    ending = Path(output).suffix.lower()
    if as_ in (Product.CARDS, Product.SHEETS, Product.BOOKLET) and ending in (".png", ".jpg", ".jpeg"):
        raise UsageError(
            f"{output} is the name of a picture", "add `--as png` and name a folder, or end the name with .pdf"
        )
    if as_ in (Product.PNG, Product.TABLETOP) and ending in (".pdf", ".png", ".json"):
        raise UsageError(f"{output} is the name of a file, but pictures go into a folder", "for example output/cards")
    if as_ == _BOX and ending in (".pdf", ".txt"):
        raise UsageError(f"{output} is the name of a file, but a box goes into a folder", "for example output/box")


def _ignored(ignore: list[str]) -> tuple[str, ...]:
    """The codes to ignore: a draft may be hard to read, but all other problems must be fixed."""
    codes = prefixes(ignore)
    for code in codes:
        if not code.startswith(_LINT):
            raise UsageError(f"{code} cannot be ignored here", f"only the legibility lint can: {_LINT}0 to {_LINT}9")
    return codes
