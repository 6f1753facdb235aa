"""What the options of `cardforge render` mean together, and which of them contradict each other."""

from __future__ import annotations

from pathlib import Path

import typer

from cardforge.cli.show import prefixes
from cardforge.core.choices import Product
from cardforge.core.errors import UsageError

_LINT = "CF42"  # prefix of the legibility lint's codes
SHEETS, CUTTING, BUILDS, TABLES = "Sheets of paper", "Cutting machines", "Builds", "Virtual tables"
SERVICES, PICTURES = "Print services", "Cards made of pictures"
BOX = "box"
_NOT_IN_A_BOX = {
    "as_": "--as",
    "vendor": "--for",
    "base_url": "--base-url",
    "cut": "--cut",
    "start": "--start",
    "changed_since": "--changed-since",
    "manifest": "--manifest",
}
_DECIDED_BY_A_SHEET = {
    "paper": "--paper",
    "gap": "--gap",
    "margin": "--margin",
    "orientation": "--orientation",
    "nest": "--nest",
}
_NOT_FOR_PICTURES = {
    "everything": "--all",
    "edition": "--edition",
    "palette": "--palette",
    "look": "--look",
    "ignore": "--ignore",
}


def is_foreign_target(context: typer.Context, targets: list[str]) -> bool:
    """Whether the target is cards without a project; refuse what such cards cannot have."""
    from cardforge.app.render import are_foreign

    if not are_foreign(targets):
        return False
    if len(targets) > 1:
        raise UsageError("cards without a project are rendered one file at a time", "name one of them")
    refused = [
        *_options_of(context, PICTURES, BUILDS),
        *(f"--{name}" for name in ("edition", "palette", "look") if name in typed_options(context)),
    ]
    if refused:
        raise UsageError(
            f"{refused[0]} does not fit cards without a project", "make one: cardforge new NAME --from FILE"
        )
    return True


def is_picture_target(context: typer.Context, targets: list[str]) -> bool:
    """Whether the targets, or an option that only pictures have, ask for cards made of pictures."""
    from cardforge.app.render import are_pictures

    if not _options_of(context, PICTURES) and not are_pictures(targets):
        return False
    for name, option in _NOT_FOR_PICTURES.items():
        if name in typed_options(context):
            raise UsageError(f"{option} is for packs, but these targets are pictures", "remove it")
    return True


def product_asked(context: typer.Context, as_: Product | None, vendor: str, base_url: str, default: Product) -> Product:
    """The product asked for; refuse options that contradict each other."""
    about_sheets = _options_of(context, SHEETS, CUTTING)
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


def refuse_draft(context: typer.Context, product: Product, are_cards: bool) -> None:
    """Refuse a draft of anything that is not for the own printer."""
    params = context.params
    if params["vendor"]:
        raise UsageError("a draft is not for print services", "remove --draft, and put the problems right")
    if product is Product.TABLETOP:
        raise UsageError("a draft is not for virtual tables", "remove --draft, or print sheets")
    for name, option in {"everything": "--all", "manifest": "--manifest", "changed_since": "--changed-since"}.items():
        if params[name]:
            raise UsageError(f"{option} cannot be used with --draft", "remove one of them")
    if not are_cards:
        raise UsageError("--draft is for packs of a project", "remove it")


def job_name(targets: list[str]) -> str:
    """The name of a job, taken from its first target."""
    first = Path(targets[0]).stem.replace("-", " ")
    return first if len(targets) == 1 else f"{first} and {len(targets) - 1} more"


def _options_of(context: typer.Context, *wanted: str) -> list[str]:
    """The options of some help panels that were given on the command line."""
    panels = {each.name: getattr(each, "rich_help_panel", "") for each in context.command.params}
    return [f"--{name.replace('_', '-')}" for name in typed_options(context) if panels[name] in wanted]


def typed_options(context: typer.Context) -> list[str]:
    """The names of the options given on the command line."""
    names = [each.name or "" for each in context.command.params]
    return [name for name in names if str(context.get_parameter_source(name)).endswith("COMMANDLINE")]


def refuse_with_all(context: typer.Context, targets: list[str]) -> None:
    """Refuse options that do not fit --all: a box is one game, on sheets."""
    if len(targets) > 1:
        raise UsageError(f"--all makes one box, but {len(targets)} targets were given", "name one game")
    for name, option in _NOT_IN_A_BOX.items():
        if name in typed_options(context) and not (name == "as_" and context.params[name] == Product.SHEETS):
            raise UsageError(f"{option} cannot be used with --all", "remove one of them")


def refuse_with_sheet(context: typer.Context) -> None:
    """Refuse options that a ready-made sheet decides."""
    for name, option in _DECIDED_BY_A_SHEET.items():
        if name in typed_options(context):
            raise UsageError(f"{option} does not fit --sheet, whose slots are where they are", "remove one of them")


def refuse_ending(as_: str, output: str) -> None:
    """Refuse an output name whose ending contradicts `--as`: that is most often a slip."""
    ending = Path(output).suffix.lower()
    if as_ in (Product.CARDS, Product.SHEETS, Product.BOOKLET) and ending in (".png", ".jpg", ".jpeg"):
        raise UsageError(
            f"{output} is the name of a picture", "add `--as png` and name a folder, or end the name with .pdf"
        )
    if as_ in (Product.PNG, Product.TABLETOP) and ending in (".pdf", ".png", ".json"):
        raise UsageError(f"{output} is the name of a file, but pictures go into a folder", "for example output/cards")
    if as_ == BOX and ending in (".pdf", ".txt"):
        raise UsageError(f"{output} is the name of a file, but a box goes into a folder", "for example output/box")


def ignored_codes(ignore: list[str]) -> tuple[str, ...]:
    """The codes to ignore: a draft may be hard to read, but all other problems must be fixed."""
    codes = prefixes(ignore)
    for code in codes:
        if not code.startswith(_LINT):
            raise UsageError(f"{code} cannot be ignored here", f"only the legibility lint can: {_LINT}0 to {_LINT}9")
    return codes
