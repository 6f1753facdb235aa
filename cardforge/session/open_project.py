"""Keep a project open between requests.

Takes the project in this folder; returns its games, packs, rules, recipes and faces. After `refresh`, each part is
checked when it is next needed, and only what depends on a changed file is read again: saving a pack reloads one pack,
saving a face reloads its game's faces. Someone who edits a card is waiting to see it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from cardforge.check.rulebook import Rulebook
from cardforge.core.errors import ProblemsError
from cardforge.core.problems import Problem
from cardforge.generate.workshop import Workshop, kit_for, open_workshop
from cardforge.layout.game_art import GameArt
from cardforge.layout.pictures import Pictures
from cardforge.link.collection import collect, with_entries
from cardforge.link.linking import LinkedGame, finders_of, link
from cardforge.load.document import load_document
from cardforge.load.file_stamps import Stamp, stamp_of
from cardforge.load.game import Game, Games
from cardforge.load.game_choice import rank
from cardforge.load.project import Project, project_at_hand
from cardforge.load.source import Source
from cardforge.load.targets import File
from cardforge.render.game_faces import GameFaces, load_game_art
from cardforge.render.renderer import Renderer
from cardforge.render.rendering import renderer_for
from cardforge.render.selection import names_of
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import BrokenFile, Reading, read_files
from cardforge.validate.sheet_cards import sheet_file
from cardforge.write.cache import Memory

_Value = TypeVar("_Value")
_MANY = 300  # requests per renderer; then a new one starts, to free the pictures it holds


class OpenProject:
    """The project in this folder, or the built-in one. Close it when done, as sandboxed scripts have processes."""

    def __init__(self) -> None:
        self.project: Project = project_at_hand()
        self.memory = Memory()
        self._pictures = Pictures(self.project)
        self._stamps: dict[str, Stamp] = {}  # since the last refresh
        self._kept: dict[str, tuple[tuple[Stamp, ...], object]] = {}
        self._files: dict[Path, tuple[Stamp, Catalog, Reading]] = {}
        self._drawn = 0

    def refresh(self) -> None:
        """Check all files for changes, each when it is next needed."""
        self.project = project_at_hand()
        self._stamps.clear()
        self._pictures.forget_changed()

    def close(self) -> None:
        """End the processes of sandboxed scripts."""
        for _, value in self._kept.values():
            _close(value)
        self._kept.clear()

    @property
    def catalog(self) -> Catalog:
        """The games, and the schemas of all their kinds."""

        def read() -> Catalog:
            games = Games(self.project)
            catalog = Catalog(games)
            len(catalog.games)  # forces loading: the page shows all games
            catalog.problems += games.problems
            return catalog

        return self._while_same("catalog", ["definition"], read)

    @property
    def games(self) -> Mapping[str, Game]:
        """The usable games: the user's own first, then the one that the demo shows, then others."""

        def ordered() -> Mapping[str, Game]:
            games = self.catalog.games
            ranks = {name: (rank(game, self.project), name) for name, game in games.items()}
            return {name: games[name] for name in sorted(games, key=ranks.__getitem__)}

        return self._while_same("games", ["definition"], ordered)

    @property
    def around(self) -> Reading:
        """All packs, decks and scenarios of the project."""

        def read() -> Reading:
            files = [File(path, self.project.root_of(path)) for path in self.project.files("packs")]
            return self._read(files, self.catalog)

        return self._while_same("around", ["definition", "packs"], read)

    def _read(self, files: Sequence[File], catalog: Catalog) -> Reading:
        """Read files, opening only those that have changed."""
        whole = Reading()
        for file in files:
            kept = self._files.get(file.path)
            if kept is None or kept[0] != _stamp(file, kept[2]) or kept[1] is not catalog:
                reading = read_files([file], catalog)
                kept = self._files[file.path] = (_stamp(file, reading), catalog, reading)
            whole.add(kept[2])
        return whole

    def linked(self, system: str) -> LinkedGame:
        """All documents of a game, linked."""
        game, catalog = self.games[system], self.catalog
        finders = self._while_same(f"finders {system}", ["definition"], lambda: finders_of(game, catalog))
        return self._while_same(
            f"linked {system}",
            ["definition", "packs"],
            lambda: link(game, catalog, self.around, Reading(), finders),
        )

    def linked_with(self, system: str, judged: Reading) -> LinkedGame:
        """The same plus documents that are not in the project; each replaces the one with its kind and id."""
        linked = self.linked(system)
        mine = [proven for proven in judged.proven if proven.system == system and proven.kind in linked.finders]
        entries = [linked.entry(proven) for proven in mine]
        ids = {("pack" if entry.is_pack else entry.kind, entry.id) for entry in entries if entry.id}
        collection = linked.collection
        if any(collection.places(*named) for named in ids):
            others = (proven for proven in self.around.proven if proven.system == system)
            known = [linked.entry(proven) for proven in others if proven.kind in linked.finders]
            kept = [each for each in known if ("pack" if each.is_pack else each.kind, each.id) not in ids]
            collection = collect(kept, collection.unread)
        return LinkedGame(linked.game, tuple(entries), with_entries(collection, entries), linked.finders)

    def names(self, system: str) -> Mapping[str, str]:
        """The names of all cards and packs of a game, by id."""
        return self._while_same(
            f"names {system}", ["definition", "packs"], lambda: names_of(self.around.proven, system)
        )

    def rulebook(self, system: str) -> Rulebook:
        """The rules of a game."""
        return self._while_same(f"rulebook {system}", ["definition"], lambda: Rulebook(self.games[system]))

    def recipe_kinds(self, system: str) -> list[str]:
        """The kinds that a game has recipes for."""
        return self.project.recipe_kinds(system)

    def workshop(self, system: str, kind: str) -> Workshop:
        """The workshop that generates documents of a game from seeds."""
        if kind not in self.recipe_kinds(system):
            kit_for(kind, system, self.project)  # raises an error that lists the known recipes
        parts = ["definition", "packs", f"templates/{system}/recipes"]
        return self._while_same(f"workshop {system}", parts, lambda: open_workshop(kind, system, self.project))

    def faces(self, system: str) -> GameFaces:
        """The faces of a game."""
        game, folder = self.games[system], f"templates/{system}"
        game_art = self._while_same(
            f"art {system}",
            ["definition", f"{folder}/icons", f"{folder}/art"],
            lambda: load_game_art(game, self.project),
        )
        parts = ["definition", f"{folder}/icons", f"{folder}/art", f"{folder}/faces"]
        return self._while_same(
            f"faces {system}",
            parts,
            lambda: GameFaces(game, self.project, self.catalog, game_art=game_art, read=self._read),
        )

    @property
    def renderer(self) -> tuple[Renderer, list[Problem]]:
        """The renderer, and the problems of the project's fonts."""
        self._drawn += 1
        if self._drawn % _MANY == 0:
            self._kept.pop("renderer", None)
        return self._while_same("renderer", ["templates/fonts"], lambda: renderer_for(self.project, self._pictures))

    def _while_same(self, name: str, parts: Iterable[str], make: Callable[[], _Value]) -> _Value:
        """The kept value, or a new one if a file of these parts has changed."""
        stamps = tuple(self._stamp(part) for part in parts)
        kept = self._kept.get(name)
        if kept is None or kept[0] != stamps:
            if kept:
                _close(kept[1])
            kept = self._kept[name] = (stamps, make())
        return kept[1]  # type: ignore[return-value]  # each name has one type

    def _stamp(self, part: str) -> Stamp:
        if part not in self._stamps:
            self._stamps[part] = stamp_of(self._part(part))
        return self._stamps[part]

    def _part(self, part: str) -> list[Path]:
        if part == "definition":
            return [*self.project.files("packs", _GAMES), *self.project.files("schemas", _ANY)]
        return self.project.files(part, _ANY)


_ANY = re.compile(r"(?i)\.(yaml|yml|json|star|svg|ttf|otf|csv|tsv|xlsx|ods)$")
_GAMES = re.compile(r"^(game|defaults)\.yaml$")


def _stamp(file: File, reading: Reading) -> Stamp:
    """The stamp of a file, and of the spreadsheet that its cards are in."""
    sheets = (sheet_file(proven.document, file) for proven in reading.proven)
    return stamp_of([file.path, *(sheet for sheet in sheets if sheet)])


def reading_of(texts: Mapping[str, str], catalog: Catalog) -> Reading:
    """Check texts, given by name, as if they were files."""
    reading = Reading(files=len(texts))
    for name, text in texts.items():
        source = Source(name, text)
        reading.sources[name] = source
        document = load_document(source)
        if isinstance(document, Problem):
            reading.broken.append(BrokenFile(name, name.removesuffix(".yaml"), text, (document,)))
            continue
        proven = catalog.prove(document)
        reading.proven.append(proven)
        if proven.problems:
            reading.broken.append(BrokenFile(name, name.removesuffix(".yaml"), text, proven.problems))
    return reading


def refuse_broken(reading: Reading) -> None:
    """Raise an error if any text has problems."""
    if reading.problems:
        raise ProblemsError(reading.problems)


def _close(value: object) -> None:
    """End the processes of sandboxed scripts."""
    if isinstance(value, tuple):  # a value and its problems
        value = value[0]
    if isinstance(value, (Rulebook, Workshop, GameArt)):
        value.close()


__all__ = ["OpenProject", "reading_of", "refuse_broken"]
