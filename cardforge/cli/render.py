"""`cardforge render`: cards as a PDF, as pictures, or on sheets of paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardforge.cli.show import prefixes, show_rendered
from cardforge.core.choices import Backs, Bleed, Marks, Orientation, Product, Registration, SheetOrder
from cardforge.core.errors import UsageError

_LINT = "CF42"  # how the codes of the legibility lint start
_SHEETS, _CUTTING, _BUILDS, _TABLES = "Sheets of paper", "Cutting machines", "Builds", "Virtual tables"
_SERVICES = "Print services"
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


def render(
    context: typer.Context,
    targets: Annotated[list[str], typer.Argument(help="Packs, decks, folders, or game:kind; a game with --all.")],
    everything: Annotated[
        bool, typer.Option("--all", help="The whole box of a game, sheets for all it prints, in one folder.")
    ] = False,
    as_: Annotated[
        Product | None,
        typer.Option(
            "--as",
            help="A PDF a face a page (the default), pictures, one picture of all, sheets, a booklet to fold, "
            "or decks to play online.",
        ),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="The PDF, the folder of pictures, or the picture.")
    ] = "",
    edition: Annotated[str, typer.Option(metavar="NAME", help="Only what belongs to this edition of a game.")] = "",
    palette: Annotated[str, typer.Option(metavar="NAME", help="Other colours of the faces, such as low-ink.")] = "",
    dpi: Annotated[int, typer.Option(min=36, max=1200, help="Pixels an inch, for pictures.")] = 300,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Draw in spite of these codes of the legibility lint, such as CF423.")
    ] = None,
    paper: Annotated[
        str, typer.Option(metavar="PAPER", help="a4, letter, … or 210x297; makes sheets.", rich_help_panel=_SHEETS)
    ] = "a4",
    backs: Annotated[
        Backs, typer.Option(help="Where backs are printed; makes sheets.", rich_help_panel=_SHEETS)
    ] = Backs.NONE,
    bleed: Annotated[
        Bleed, typer.Option(help="No gap between cards, a gap they share, or all of it.", rich_help_panel=_SHEETS)
    ] = Bleed.NONE,
    gap: Annotated[float, typer.Option(metavar="MM", help="The gap they share.", rich_help_panel=_SHEETS)] = 3.0,
    margin: Annotated[
        float, typer.Option(metavar="MM", help="What the printer cannot reach.", rich_help_panel=_SHEETS)
    ] = 5.0,
    marks: Annotated[Marks, typer.Option(help="Marks that show where to cut.", rich_help_panel=_SHEETS)] = Marks.EDGE,
    cut_lines: Annotated[
        bool, typer.Option("--cut-lines", help="Lines to cut along, under the cards.", rich_help_panel=_SHEETS)
    ] = False,
    orientation: Annotated[
        Orientation, typer.Option(help="How the paper stands.", rich_help_panel=_SHEETS)
    ] = Orientation.AUTO,
    order: Annotated[
        SheetOrder,
        typer.Option(help="One after the other, or each pack on sheets of its own.", rich_help_panel=_SHEETS),
    ] = SheetOrder.AS_GIVEN,
    copies: Annotated[
        int, typer.Option(metavar="N", help="Print everything so many times.", rich_help_panel=_SHEETS)
    ] = 1,
    start: Annotated[
        int, typer.Option(metavar="SLOT", help="Begin at this place of a used sheet.", rich_help_panel=_SHEETS)
    ] = 1,
    printer: Annotated[
        str, typer.Option(metavar="NAME", help="A printer that was calibrated.", rich_help_panel=_SHEETS)
    ] = "",
    cut: Annotated[
        str, typer.Option(metavar="FILE", help="Where to cut, as SVG or DXF.", rich_help_panel=_CUTTING)
    ] = "",
    registration: Annotated[
        Registration, typer.Option(help="Marks that the machine looks for.", rich_help_panel=_CUTTING)
    ] = Registration.NONE,
    manifest: Annotated[
        str, typer.Option(metavar="FILE", help="Write down what was built, as JSON.", rich_help_panel=_BUILDS)
    ] = "",
    changed_since: Annotated[
        str, typer.Option(metavar="FILE", help="Only cards that differ from that build.", rich_help_panel=_BUILDS)
    ] = "",
    vendor: Annotated[
        str,
        typer.Option(
            "--for", metavar="NAME", help="A print service, such as drivethrucards.", rich_help_panel=_SERVICES
        ),
    ] = "",
    base_url: Annotated[
        str, typer.Option(metavar="URL", help="Where its pictures will be on the web.", rich_help_panel=_TABLES)
    ] = "",
) -> None:
    """Draw every card of some packs, as it will print."""
    from cardforge.app.render import RenderRequest, SheetOptions

    made = _asked(context, as_, vendor, base_url)
    if not vendor:
        _refuse_ending(_BOX if everything else made, output)
    ignored = _ignored(ignore or [])
    if everything:
        _refuse_beside_all(context, targets)
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
        made,
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
    )
    show_rendered(request)


def _asked(context: typer.Context, as_: Product | None, vendor: str, base_url: str) -> Product:
    """What is to be made; options that contradict each other are refused."""
    about_sheets = _sheet_options(context)
    made = as_ or (Product.SHEETS if about_sheets else Product.CARDS)
    if vendor:
        if as_ or about_sheets:
            other = f"--as {as_}" if as_ else about_sheets[0]
            raise UsageError(f"`{other}` and `--for {vendor}` ask for different files", "leave one of the two out")
        return Product.CARDS
    if made is Product.BOOKLET:  # a booklet has paper, and nothing else of what sheets have
        about_sheets = [each for each in about_sheets if each != "--paper"]
    if about_sheets and made is not Product.SHEETS:
        raise UsageError(f"{about_sheets[0]} is about sheets, and `--as {made}` makes none", "leave one of the two out")
    if base_url and made is not Product.TABLETOP:
        raise UsageError("--base-url is only for virtual tables", "add `--as tabletop`")
    return made


def _name(targets: list[str]) -> str:
    """What a job is called: after its first target."""
    first = Path(targets[0]).stem.replace("-", " ")
    return first if len(targets) == 1 else f"{first} and {len(targets) - 1} more"


def _sheet_options(context: typer.Context) -> list[str]:
    """The options about sheets that somebody typed."""
    panels = {each.name: getattr(each, "rich_help_panel", "") for each in context.command.params}
    return [f"--{name.replace('_', '-')}" for name in _typed(context) if panels[name] in (_SHEETS, _CUTTING)]


def _typed(context: typer.Context) -> list[str]:
    """The names of the options that somebody typed."""
    names = [each.name or "" for each in context.command.params]
    return [name for name in names if str(context.get_parameter_source(name)).endswith("COMMANDLINE")]


def _refuse_beside_all(context: typer.Context, targets: list[str]) -> None:
    """A box is one game, on sheets; what asks for something else is most often a slip."""
    if len(targets) > 1:
        raise UsageError(f"--all makes one box, and {len(targets)} things were named", "name one game")
    for name, option in _NOT_IN_A_BOX.items():
        if name in _typed(context) and not (name == "as_" and context.params[name] == Product.SHEETS):
            raise UsageError(f"{option} is not for a whole box", "leave it or --all out")


def _refuse_ending(as_: str, output: str) -> None:
    """A name that says one thing and an option that says another is most often a slip."""
    ending = Path(output).suffix.lower()
    if as_ in (Product.CARDS, Product.SHEETS, Product.BOOKLET) and ending in (".png", ".jpg", ".jpeg"):
        raise UsageError(f"{output} is the name of a picture", "add `--as png` and name a folder, or end it with .pdf")
    if as_ in (Product.PNG, Product.TABLETOP) and ending in (".pdf", ".png", ".json"):
        raise UsageError(f"{output} is the name of a file, pictures go into a folder", "for example output/cards")
    if as_ == _BOX and ending in (".pdf", ".txt"):
        raise UsageError(f"{output} is the name of a file, a box goes into a folder", "for example output/box")


def _ignored(ignore: list[str]) -> tuple[str, ...]:
    """A draft may be hard to read; what cannot be drawn as it is meant cannot be ignored."""
    codes = prefixes(ignore)
    for code in codes:
        if not code.startswith(_LINT):
            raise UsageError(f"{code} cannot be ignored here", f"only the legibility lint can: {_LINT}0 to {_LINT}9")
    return codes
