"""Read the files that make a game: `game.yaml`, defaults, schemas, rules, and the steps of its campaigns.

Takes a project; returns its games. Later stages interpret the files.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardforge.core.errors import SurroundingsError
from cardforge.core.problems import Problem
from cardforge.load.document import Document, load_document
from cardforge.load.project import RULES, SCHEMA, Project, builtin_root, read_inside, shown
from cardforge.load.source import Source, read_source

GAME_KIND, FACE_KIND, VENDOR_KIND, PRINTER_KIND = "game", "face", "vendor", "printer"
PACK, ACCESSORY = "pack", "accessory"
PRINTED = (PACK, ACCESSORY)  # kinds whose documents hold cards
SHARED_RULES = "shared.star"
ENGINE_KINDS = (GAME_KIND, FACE_KIND, VENDOR_KIND, PRINTER_KIND)


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

    @property
    def data(self) -> dict[str, Any]:
        """What rules see of the game: its `game.yaml`, and its defaults if it has any."""
        return self.document.data | ({"defaults": self.defaults.data} if self.defaults else {})

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every file that defines the game."""
        own = (self.document.source, *self.schemas.values(), *self.rules)
        more = (self.steps, self.shared, self.defaults.source if self.defaults else None)
        return (*own, *(source for source in more if source))

    def subject(self, kind: str) -> str:
        """Return what a kind is to the engine: pack, deck, scenario …; empty for an unknown kind."""
        entry = self.document.data["kinds"].get(kind)
        return str(entry["is"]) if entry else ""

    def prints(self, kind: str) -> bool:
        """Whether documents of a kind are printed: they have cards, or the kind declares `prints`."""
        return self.subject(kind) in PRINTED or "prints" in self.document.data["kinds"].get(kind, {})


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


def load_games(project: Project) -> tuple[dict[str, Game], list[Problem]]:
    """Load every game of a project, by folder name; one whose `game.yaml` cannot be read is left out."""
    games: dict[str, Game] = {}
    problems: list[Problem] = []
    for file in project.files("packs"):
        if file.name != "game.yaml" or file.parent.parent.name != "packs":
            continue
        source = read_inside(file, project.root_of(file))
        document = source if isinstance(source, Problem) else load_document(source)
        if isinstance(document, Problem):
            problems.append(document)
        else:
            game, faults = _game(file.parent.name, document, project)
            games[game.system] = game
            problems += faults
    return games, problems


def _game(system: str, document: Document, project: Project) -> tuple[Game, list[Problem]]:
    problems: list[Problem] = []
    schemas: dict[str, Source] = {}
    rules: list[Source] = []
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
            if file.name == SHARED_RULES:
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
    defaults = _defaults(project.find(f"packs/{system}/defaults.yaml"), project)
    if isinstance(defaults, Problem):
        problems.append(defaults)
        defaults = None
    return Game(system, document, schemas, tuple(rules), is_builtin, steps, shared, defaults), problems


def _defaults(file: Path | None, project: Project) -> Document | Problem | None:
    if file is None:
        return None
    source = read_inside(file, project.root_of(file))
    return source if isinstance(source, Problem) else load_document(source)
