"""Read the files that make a game: `game.yaml`, defaults, schemas, rules, and the steps of its campaigns.

Takes a project; returns its games. Later stages interpret the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cardforge.core.errors import SurroundingsError
from cardforge.core.problems import Problem
from cardforge.load.document import Document, load_document
from cardforge.load.project import RULES, SCHEMA, Project, builtin_root, read_inside, shown
from cardforge.load.source import Source, read_source

GAME_KIND, FACE_KIND, VENDOR_KIND, PRINTER_KIND, SHEET_MAKE_KIND = "game", "face", "vendor", "printer", "sheet-make"
PACK, ACCESSORY = "pack", "accessory"
PRINTED = (PACK, ACCESSORY)  # kinds whose documents hold cards
CARDS_AT, CARD_ID, CARD_NAME = PLACES = ("cards-at", "card-id", "card-name")  # keys of a kind
CHECKED = ("deck", "scenario", "build", "situation")  # what `check` is for; `validate` checks everything else
SHARED_RULES = "shared.star"
MODULES = "shared"  # the folder in `rules/` of the files that others load by name
_GAME, _DEFAULTS = "game.yaml", "defaults.yaml"
ENGINE_KINDS = (GAME_KIND, FACE_KIND, VENDOR_KIND, PRINTER_KIND, SHEET_MAKE_KIND)


class Kind(NamedTuple):
    """A kind of file, as described in `game.yaml`."""

    name: str
    subject: str  # what it is to the engine: pack, accessory, deck, scenario, build, situation, log …
    title: str
    groups: Mapping[str, str]  # titles of the groups of its cards
    prints: tuple[dict[str, Any], ...]  # what a document prints besides its cards: entries with the author's own fields
    cards_at: str = ""  # where the cards are in files that are not written for cardforge
    card_id: str = ""  # the field of these cards that is their id
    card_name: str = ""  # … and their name

    @property
    def is_printed(self) -> bool:
        """Whether documents of the kind are printed: they have cards, or the kind declares `prints`."""
        return self.subject in PRINTED or bool(self.prints)


class Loaded(NamedTuple):
    """A file and its document, or the problem with each."""

    source: Source | Problem
    document: Document | Problem


class Common(NamedTuple):
    """The path and text of Starlark that rule files and steps share."""

    shared: tuple[str, str] = ("", "")  # runs before each of them
    modules: Mapping[str, tuple[str, str]] = MappingProxyType({})  # what they can load, by name


@dataclass(frozen=True)
class Game:
    """The files of a game, read but not yet validated."""

    system: str
    document: Document  # of `game.yaml`
    schemas: dict[str, Source]  # by kind
    rules: tuple[Source, ...]
    is_builtin: bool  # every script comes with cardforge
    steps: Source | None = None  # of its campaigns
    shared: Source | None = None  # Starlark that all rule files can use
    defaults: Document | None = None  # numbers that a project can change without copying the game
    modules: Mapping[str, Source] = field(default_factory=dict)  # Starlark that rules and steps load, by name

    @property
    def data(self) -> dict[str, Any]:
        """What rules see of the game: its `game.yaml`, and its defaults if it has any."""
        return self.document.data | ({"defaults": self.defaults.data} if self.defaults else {})

    @property
    def common(self) -> Common:
        """Starlark for all rule files and the steps: paths and texts."""
        modules = {name: (source.path, source.text) for name, source in self.modules.items()}
        return Common((self.shared.path, self.shared.text) if self.shared else ("", ""), modules)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every file that defines the game."""
        own = (self.document.source, *self.schemas.values(), *self.rules, *self.modules.values())
        more = (self.steps, self.shared, self.defaults.source if self.defaults else None)
        return (*own, *(source for source in more if source))

    @property
    def name(self) -> str:
        """Display name of the game."""
        return str(self.document.data["name"])

    @property
    def version(self) -> str:
        return str(self.document.data["version"])

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of file, by name; only for a validated game."""
        return {name: _kind(name, given) for name, given in self.document.data["kinds"].items()}

    def subject(self, kind: str) -> str:
        """Return what a kind is to the engine: pack, deck, scenario …; empty for an unknown kind."""
        return self.kinds[kind].subject if kind in self.kinds else ""

    def prints(self, kind: str) -> bool:
        """Whether documents of a kind are printed."""
        return kind in self.kinds and self.kinds[kind].is_printed


def _kind(name: str, given: Mapping[str, Any]) -> Kind:
    groups = {group: str(about.get("title", group)) for group, about in given.get("groups", {}).items()}
    return Kind(
        name,
        str(given["is"]),
        str(given.get("title", name)),
        groups,
        tuple(given.get("prints", ())),
        *(str(given.get(key, "")) for key in (CARDS_AT, CARD_ID, CARD_NAME)),
    )


@cache
def engine_schemas() -> dict[str, Source]:
    """Return the engine's own schemas by kind: games, faces, print services, printers."""
    found = {}
    for kind in ENGINE_KINDS:
        file = builtin_root() / "schemas" / f"{kind}.schema.json"
        source = read_source(file, shown(file))
        if isinstance(source, Problem):
            raise SurroundingsError(f"this installation is incomplete: {file.name} is missing", "reinstall cardforge")
        found[kind] = source
    return found


class Games(Mapping[str, Game]):
    """The games of a project, by folder name.

    A game is read on first access, so that a job on one game opens no file of another. One whose
    `game.yaml` cannot be read is left out.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._files = project.game_files()
        self._games: dict[str, Game | None] = {}
        self._definitions: dict[Path, Loaded] = {}
        self.problems: list[Problem] = []  # in the files of the games read so far

    def __getitem__(self, system: str) -> Game:
        if system not in self._games:
            self._games[system] = self._read(system)
        game = self._games[system]
        if game is None:
            raise KeyError(system)
        return game

    def __iter__(self) -> Iterator[str]:
        return (system for system in self._files if system in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def names(self) -> list[str]:
        """The names of all games, including those that cannot be read; opens no file."""
        return list(self._files)

    @property
    def opened(self) -> list[Game]:
        """The games read so far."""
        return [game for game in self._games.values() if game]

    def document(self, system: str) -> Document | None:
        """Return the `game.yaml` of a game without opening its other files."""
        if system not in self._files:
            return None
        loaded = self._load(self._files[system])
        return None if isinstance(loaded, Problem) else loaded

    def definition(self, file: Path) -> Loaded | None:
        """Return a `game.yaml` or `defaults.yaml` of the project as loaded; None for any other file."""
        system = file.parent.name
        if file.name not in (_GAME, _DEFAULTS) or self._project.find(f"packs/{system}/{file.name}") != file:
            return None
        if system in self._files:
            self.get(system)
        return self._definitions.get(file)

    def _read(self, system: str) -> Game | None:
        document = self.document(system)
        if document is None:
            return None
        defaults = None
        if file := self._project.find(f"packs/{system}/{_DEFAULTS}"):
            loaded = self._load(file)
            defaults = None if isinstance(loaded, Problem) else loaded
        game, problems = _game(system, document, defaults, self._project)
        self.problems += problems
        return game

    def _load(self, file: Path) -> Document | Problem:
        if file not in self._definitions:
            source = read_inside(file, self._project.root_of(file))
            document = source if isinstance(source, Problem) else load_document(source)
            self._definitions[file] = Loaded(source, document)
            self.problems += [document] if isinstance(document, Problem) else []
        return self._definitions[file].document


def _game(system: str, document: Document, defaults: Document | None, project: Project) -> tuple[Game, list[Problem]]:
    problems: list[Problem] = []
    schemas: dict[str, Source] = {}
    rules: list[Source] = []
    modules: dict[str, Source] = {}
    shared: Source | None = None
    is_builtin = True
    for file in project.files(f"schemas/{system}", SCHEMA):
        source = read_inside(file, project.root_of(file))
        if isinstance(source, Problem):
            problems.append(source)
        else:
            schemas[file.name.removesuffix(".schema.json")] = source
    for file in project.files(f"schemas/{system}/rules", RULES):
        source = read_inside(file, project.root_of(file))
        if isinstance(source, Problem):
            problems.append(source)
        else:
            is_builtin = is_builtin and file.is_relative_to(builtin_root())
            if file.parts[-3:-1] == ("rules", MODULES):
                modules[f"{MODULES}/{file.name}"] = source
            elif file.name == SHARED_RULES:
                shared = source
            else:
                rules.append(source)
    steps = None
    if found := project.find(f"schemas/{system}/steps.star"):
        source = read_inside(found, project.root_of(found))
        if isinstance(source, Problem):
            problems.append(source)
        else:
            steps = source
            is_builtin = is_builtin and found.is_relative_to(builtin_root())
    return Game(system, document, schemas, tuple(rules), is_builtin, steps, shared, defaults, modules), problems
