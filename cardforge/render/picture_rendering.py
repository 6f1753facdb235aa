"""Draw cards made of pictures: no project, no schema and no template, but the same Rendering as cards of a game.

Takes chosen pictures; each is read, checked, placed and compressed in one go and then dropped, so that memory holds a
few of them and not all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from cardforge.core.measures import card_size
from cardforge.core.problems import Location, Problem, Severity, in_order
from cardforge.core.progress import Progress, unwatched
from cardforge.core.units import CORNER, Mm
from cardforge.fonts import FontBook
from cardforge.impose.cut import hexagon_in
from cardforge.impose.outline import Outline, rectangle
from cardforge.layout.picture_face import PictureCard, picture_face
from cardforge.load.picture import Picture, quiet, read_picture
from cardforge.load.picture_targets import PictureFile
from cardforge.parallel.pools import map_in_threads
from cardforge.render.picture_misfits import misfits
from cardforge.render.picture_options import HEX_SIZE, PictureOptions
from cardforge.render.picture_selection import ChosenCard, ChosenPictures
from cardforge.render.rendering import RenderedCard, Rendering
from cardforge.write.compose import Composer
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import PdfResources
from cardforge.write.pixels import PictureStore
from cardforge.write.stored_picture import StoredPicture

BLEED: Mm = 3.0
_PERMISSIONS = "check its name and its permissions"


class _Side(NamedTuple):
    """A picture, drawn as one side of a card."""

    drawn: Drawn
    stored: dict[str, StoredPicture]
    picture: Picture  # without its content
    is_reduced: bool


def draw_pictures(
    chosen: ChosenPictures,
    options: PictureOptions,
    bleed: Mm,
    dpi: int,
    title: str,
    progress: Progress = unwatched,
) -> Rendering:
    """Draw every card; `bleed` is how much the product can show at most."""
    card = _picture_card(options, max(BLEED, bleed))
    names = _sides(chosen.cards)
    sides: dict[str, _Side] = {}
    problems = list(chosen.problems)
    make = partial(_side, card=card, store=PictureStore(dpi))
    with quiet():
        for (path, _), made in zip(names.items(), map_in_threads(make, names.values()), strict=True):
            if isinstance(made, Problem):
                problems.append(made)
            else:
                sides[path] = made
            progress("pictures", len(sides), len(names))
    problems += picture_findings([side.picture for side in sides.values()], options)
    outline = picture_outline(options)
    cards = [_card(each, sides, outline) for each in chosen.cards if _is_drawn(each, sides)]
    pictures = {name: stored for side in sides.values() for name, stored in side.stored.items()}
    book = FontBook()
    return Rendering(
        tuple(cards),
        PdfResources(book, {}, pictures, book.signature),
        tuple(in_order(problems)),
        chosen.sources,
        title,
        {},
        frozenset(side.picture.path for side in sides.values() if side.is_reduced),
    )


def picture_findings(pictures: Sequence[Picture], options: PictureOptions) -> Iterator[Problem]:
    """What a user has to know about pictures that can be printed."""
    yield from misfits(pictures, _picture_card(options, BLEED))
    yield from _animated(pictures)


def _picture_card(options: PictureOptions, bleed: Mm) -> PictureCard:
    return PictureCard(*card_size(options.size), bleed, options.with_bleed, options.fit, options.edge)


def _sides(cards: Iterable[ChosenCard]) -> dict[str, tuple[PictureFile, str]]:
    """Every picture once, by its real path, with the id of its face."""
    cards = list(cards)
    found = {_key(card.front): (card.front, card.id) for card in cards}
    backs: dict[str, list[ChosenCard]] = {}
    for card in cards:
        if card.back:
            backs.setdefault(_key(card.back), []).append(card)
    for path, same in backs.items():
        if same[0].back:
            own = f"{same[0].id}/back" if len(same) == 1 else same[0].back.named.stem
            found.setdefault(path, (same[0].back, own))
    return found


def _key(file: PictureFile) -> str:
    return os.path.realpath(file.path)


def _side(named: tuple[PictureFile, str], card: PictureCard, store: PictureStore) -> _Side | Problem:
    file, id = named
    picture = read_picture(file.path, file.shown, file.root, _PERMISSIONS)
    if isinstance(picture, Problem):
        return picture
    drawn = Composer().drawn(picture_face(id, picture, card))
    stored = store.stored(picture, list(drawn.pictures.values()))
    if isinstance(stored, Problem):
        return stored
    is_reduced = picture.path in store.reduced
    return _Side(drawn, dict(zip(drawn.pictures, stored, strict=True)), picture.without_content, is_reduced)


def _is_drawn(card: ChosenCard, sides: dict[str, _Side]) -> bool:
    return _key(card.front) in sides and (card.back is None or _key(card.back) in sides)


def _card(card: ChosenCard, sides: dict[str, _Side], outline: Outline) -> RenderedCard:
    back = sides[_key(card.back)].drawn if card.back else None
    return RenderedCard(sides[_key(card.front)].drawn, back, card.copies, card.pack, outline, card.name)


def picture_outline(options: PictureOptions) -> Outline:
    """Where cards made of pictures are cut."""
    width, height = card_size(options.size)
    if options.size.strip().casefold() == HEX_SIZE:
        return hexagon_in(width, height)
    return rectangle(width, height, CORNER)


def _animated(pictures: Iterable[Picture]) -> Iterator[Problem]:
    for picture in pictures:
        if picture.is_animated:
            where = Location(picture.path)
            yield Problem(
                "CF526", Severity.WARNING, where, "only the first of its pictures is printed", "export it alone"
            )
