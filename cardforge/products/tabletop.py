"""Write decks for Tabletop Simulator: sheets of card pictures, and a saved object that uses them.

Cards of one size that share a back share sheets, whatever their pack; cards with individual backs go on sheets that
are paired with a sheet of backs. A card without a back gets a plain one: the program needs some back, and drafts are
played before backs are drawn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.progress import Progress, unwatched
from cardforge.core.units import Mm
from cardforge.impose.outline import Outline
from cardforge.impose.tabletop_grid import TableGrid, grids_for
from cardforge.layout.plain import spoken
from cardforge.render.rendering import RenderedCard, Rendering
from cardforge.write.atomic import need_folder, write_whole
from cardforge.write.pdf import Page
from cardforge.write.png import sheet_pictures
from cardforge.write.saved_object import SheetAddress, TableCard, TableDeck, saved_object
from cardforge.write.table_sheet import plain_back, sheet_page

# Everyone at the table downloads every sheet. PNG is sharper, but with photographs many times larger than JPEG.
MOST_BYTES = 10_000_000

_ADDRESS = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?|file:///[^?#]*", re.IGNORECASE)
_ROUND_CORNERS, _SQUARE_CORNERS, _CIRCLE = 0, 1, 4  # Tabletop Simulator's numbers of shapes


class _Kind(NamedTuple):
    """The properties that all cards on one sheet share."""

    width: Mm
    height: Mm
    shape: int
    back: str  # id of the shared back; empty for the plain one
    own_backs: bool = False


class _Sheet(NamedTuple):
    """Cards in their slots, and the picture names of both sides."""

    kind: _Kind
    grid: TableGrid
    cards: tuple[RenderedCard, ...]
    face: str
    back: str


def write_tabletop(
    rendering: Rendering, folder: Path, base_url: str = "", progress: Progress = unwatched
) -> list[Path]:
    """Write sheets of pictures and, last, the saved object with one deck per pack."""
    refuse_address(base_url)
    cards = [card for card in rendering.cards if card.copies]
    if not cards:
        raise UsageError("every card in these targets has 0 copies", "give at least one card `copies: 1`")
    need_folder(folder)
    name = _plain_name(rendering.title)
    sheets = dict(enumerate(_sheets(cards, name), 1))
    pages = _pages(sheets.values())
    files: dict[str, Path] = {}
    pictures = sheet_pictures(list(pages.values()), rendering.resources, MOST_BYTES)
    for picture, (ending, data) in zip(pages, pictures, strict=True):
        files[picture] = folder / f"{picture}.{ending}"
        write_whole(files[picture], data)
        progress("sheets", len(files), len(pages))
    addresses = {
        key: SheetAddress(
            _address(files[sheet.face], base_url),
            _address(files[sheet.back], base_url),
            sheet.grid.columns,
            sheet.grid.rows,
            sheet.kind.own_backs,
            sheet.kind.shape,
        )
        for key, sheet in sheets.items()
    }
    saved = folder / f"{name}.json"
    write_whole(saved, saved_object(_decks(cards, sheets), addresses))
    return [*files.values(), saved]


def refuse_address(base_url: str) -> None:
    """Refuse a base address to which file names cannot be appended."""
    if base_url and not _ADDRESS.fullmatch(base_url):
        raise UsageError(
            f"{base_url} is not the address of a folder",
            "start it with https://, http:// or file:///, without `?` or `#`: picture names are appended to it",
        )


def _sheets(cards: Sequence[RenderedCard], name: str) -> Iterator[_Sheet]:
    """Group cards that can share sheets, and fill sheets with them."""
    having = Counter(card.back.id for card in cards if card.back)
    groups: dict[_Kind, list[RenderedCard]] = {}
    for card in cards:
        groups.setdefault(_kind(card, having), []).append(card)
    number = 0
    for at, (kind, group) in enumerate(groups.items(), 1):
        start = 0
        for grid in grids_for(kind.width, kind.height, len(group)):
            number += 1
            some = tuple(group[start : start + grid.slots])
            back = f"{name}-backs-{number}" if kind.own_backs else f"{name}-back-{at}"
            yield _Sheet(kind, grid, some, f"{name}-faces-{number}", back)
            start += grid.slots


def _kind(card: RenderedCard, having: Counter[str]) -> _Kind:
    own = card.back is not None and having[card.back.id] == 1
    back = card.back.id if card.back and not own else ""
    return _Kind(card.front.width, card.front.height, _shape(card.outline), back, own)


def _shape(outline: Outline) -> int:
    if outline.kind in ("circle", "ring"):
        return _CIRCLE
    # Any other shape is shown whole, in its box: the orientation of the program's hexagons is undocumented.
    return _ROUND_CORNERS if outline.radius else _SQUARE_CORNERS


def _pages(sheets: Iterable[_Sheet]) -> dict[str, tuple[Page, float]]:
    """The pages of both sides and their dpi, by name; a back shared by several sheets appears once."""
    pages: dict[str, tuple[Page, float]] = {}
    for sheet in sheets:
        pages[sheet.face] = sheet_page(sheet.grid, [card.front for card in sheet.cards]), sheet.grid.dpi
        pages.setdefault(sheet.back, (_back_page(sheet), sheet.grid.dpi))
    return pages


def _back_page(sheet: _Sheet) -> Page:
    """A sheet of backs, or the one back that all cards share."""
    backs = [card.back for card in sheet.cards if card.back]
    if sheet.kind.own_backs:
        return sheet_page(sheet.grid, backs)
    alone = sheet.grid._replace(columns=1, rows=1)
    return sheet_page(alone, backs[:1]) if backs else plain_back(alone)


def _decks(cards: Sequence[RenderedCard], sheets: dict[int, _Sheet]) -> list[TableDeck]:
    """One deck for each pack, size and shape: a deck cannot mix sizes or shapes."""
    slots = {id(card): (key, slot) for key, sheet in sheets.items() for slot, card in enumerate(sheet.cards)}
    found: dict[tuple[str, str, Mm, Mm, int], list[TableCard]] = {}
    for card in cards:
        pack = card.front.id.rpartition("/")[0]  # two packs may have one name
        key = (card.pack, pack, card.front.width, card.front.height, _shape(card.outline))
        table_card = TableCard(*slots[id(card)], card.name, spoken(card.words))
        found.setdefault(key, []).extend([table_card] * card.copies)
    return [TableDeck(key[0], tuple(own)) for key, own in found.items()]


def _address(file: Path, base_url: str) -> str:
    if base_url:
        return f"{base_url.rstrip('/')}/{file.name}"
    # Tabletop Simulator does not escape spaces in its own file addresses either.
    return f"file:///{str(file.resolve()).lstrip('/')}"


def _plain_name(title: str) -> str:
    """A title as a file name that needs no escaping in a URL."""
    return re.sub(r"[^a-z0-9]+", "-", Path(title).stem.lower()).strip("-")[:40] or "cards"
