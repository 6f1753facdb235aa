"""A game made from cards that exist already: its files, and the places that its problems have in the given file.

Takes what was made; writes it to a folder for as long as it is needed, and leads problems back to the file that was
given, whether it was copied as it is or converted.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cardforge.app.linked_cards import LinkedCards
from cardforge.core.problems import Location, Problem
from cardforge.load.document import Document, load_document
from cardforge.load.project import shown
from cardforge.load.source import Source, read_source
from cardforge.validate.foreign_cards import ForeignTable
from cardforge.validate.foreign_fields import ForeignField
from cardforge.write.atomic import Content, need_folder, write_whole

_PACK_DEPTH = 3  # game, kind and file


class CardsFrom(NamedTuple):
    """A table that becomes a kind of card, with its fields."""

    kind: str
    title: str
    pack: str
    table: ForeignTable
    fields: tuple[ForeignField, ...]
    link: LinkedCards | None = None  # for cards that stay in the file of another program


class MadeGame(NamedTuple):
    """The files of a game by their paths in its project, and the path at which the given file is among them."""

    name: str
    files: Mapping[str, Content]
    copy: str  # of the given file; empty if there is none
    notes: tuple[str, ...]  # what was not taken over
    parts: tuple[CardsFrom, ...] = ()
    why_converted: str = ""  # why the cards are not read from the given file


def pack_path(system: str, part: CardsFrom) -> str:
    """The path of the pack with some cards, in the project."""
    return f"packs/{system}/{part.kind}/{part.pack}.yaml"


def is_pack(path: str) -> bool:
    """Whether a file of a game has cards, or names the spreadsheet that has."""
    folder, *inner = path.split("/")
    return folder == "packs" and len(inner) == _PACK_DEPTH


@contextmanager
def made_project(made: MadeGame) -> Iterator[Path]:
    """The files in a folder that is deleted afterwards, without those that are copied from elsewhere."""
    with TemporaryDirectory(prefix="cardforge-") as folder:
        root = Path(os.path.realpath(folder))
        for path, content in made.files.items():
            if not callable(content):
                need_folder((root / path).parent)
                write_whole(root / path, content, waits=False)
        yield root


def at_source(problems: Iterable[Problem], made: MadeGame, root: Path, source: Path) -> list[Problem]:
    """Problems of what was made, at their places in the file that was given."""
    copies = {(root / made.copy).as_posix(), shown(root / made.copy)} if made.copy else set()
    packs = {
        name: part
        for part in made.parts
        for path in [pack_path(made.name, part)]
        for name in (str(root / path), shown(root / path))
    }
    found = []
    for problem in problems:
        where = problem.where
        if where.path in copies:
            where = where._replace(path=shown(source))
        elif made.why_converted and where.path in packs:
            where = _card_in_source(where, packs[where.path], source)
        found.append(problem._replace(where=where))
    return found


def _card_in_source(where: Location, part: CardsFrom, source: Path) -> Location:
    """The card in the given file, from a place in the pack in YAML that it was converted to."""
    pack, given = read_source(Path(where.path), where.path), read_source(source, shown(source))
    document = load_document(pack) if isinstance(pack, Source) else pack
    if not isinstance(document, Document) or not isinstance(given, Source):
        return Location(shown(source))
    lines = [document.locate(("cards", at)).line for at in range(len(part.table.places))]
    at = bisect_right(lines, where.line) - 1
    return Document(given, {}).locate(part.table.places[at]) if at >= 0 else Location(shown(source))
