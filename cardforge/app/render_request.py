"""What a user asks `render` for, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from cardforge.core.choices import Product
from cardforge.core.problems import Problem, any_error
from cardforge.core.units import DPI
from cardforge.load.source import Source
from cardforge.products.sheet_options import SheetOptions
from cardforge.render.appearance import USUAL, Appearance
from cardforge.render.picture_options import PictureOptions


@dataclass(frozen=True)
class RenderRequest:
    """What to draw, which product to make of it, and where to write it."""

    targets: tuple[str, ...]  # packs, decks, folders or `game:kind`; a game for a whole box; or pictures
    product: Product = Product.CARDS
    output: Path | None = None
    name: str = ""  # printed on sheets
    appearance: Appearance = USUAL
    edition: str = ""
    dpi: int = DPI
    sheets: SheetOptions = field(default_factory=SheetOptions)
    cut: Path | None = None
    service: str = ""  # a print service, instead of a product
    box: bool = False  # everything that a game prints, instead of a product
    box_sheets: frozenset[str] = frozenset()  # names of sheet options that override what the box says
    base_url: str = ""
    manifest: Path | None = None
    changed_since: Path | None = None
    ignore: tuple[str, ...] = ()  # code prefixes of problems to ignore
    pictures: PictureOptions | None = None  # how the targets, which are pictures, become cards
    is_foreign: bool = False  # whether the cards have no project

    @property
    def makes_pictures(self) -> bool:
        """Whether the product is pictures, which are written one by one to save memory."""
        return self.product in (Product.PNG, Product.CONTACT, Product.TABLETOP) and not self.box and not self.service

    @property
    def takes_coarse_pictures(self) -> bool:
        """Whether pictures may have too few pixels: without a project and at home, a coarse one is better than none."""
        return (self.is_foreign or self.pictures is not None) and not self.service

    @property
    def is_kept(self) -> bool:
        """Whether the finished files are kept for the next run; pictures are kept one by one."""
        return not (self.makes_pictures or self.manifest or self.changed_since)

    @property
    def signature(self) -> str:
        """Everything asked for, as text."""
        return repr((replace(self, box_sheets=frozenset()), sorted(self.box_sheets)))


class RenderOutcome(NamedTuple):
    """The problems found, and the lines that say what was written."""

    problems: tuple[Problem, ...]
    sources: dict[str, Source]
    lines: tuple[str, ...] = ()
    failure: str = "nothing was rendered"  # what an error means

    @property
    def is_written(self) -> bool:
        return not any_error(self.problems)
