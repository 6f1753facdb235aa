"""Open a game for any command: find its files, then read, validate and link them.

Takes a project and the files that a command works on; returns linked games. A game is opened when a job names it or
one of these files belongs to it; only then are its schemas, rules and packs read, each file once. No file of another
game is opened, however many are installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from cardforge.core.errors import ProblemsError
from cardforge.core.problems import Problem, in_order
from cardforge.link.linking import LinkedGame, finders_of, ids_of, link
from cardforge.load.game import Game, Games
from cardforge.load.game_choice import refuse_unknown
from cardforge.load.project import Project, shown
from cardforge.load.source import Source
from cardforge.load.targets import File, Targets
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading, read_files

# Files of a game. With fewer, all are read even to validate one: that takes a moment and finds ids that are used twice.
MANY_FILES = 1_000


class OpenGames:
    """The games of one project, each opened when a job needs it."""

    def __init__(self, targets: Targets) -> None:
        self.project = targets.project
        self.games = Games(targets.project)
        self.catalog = Catalog(self.games)
        self.judged = Reading()  # the files that the command works on
        self.around = Reading()  # the files that they may refer to
        self._targets = targets
        self._read: set[Path] = set()  # into `around`
        self._kept: dict[Path, Reading] = {}  # files of the project's packs that were read one at a time
        self._linked: dict[str, LinkedGame] = {}
        self._around: dict[str, list[File]] = {}  # by game

    def judge(self) -> Reading:
        """Read and validate the files that the command works on."""
        self.judged = read_files(self._targets.judged, self.catalog)
        for file in self._targets.judged:
            # Validate the game of each folder too, even if its `game.yaml` has another name.
            for folder in file.path.parents:
                if folder.parent.name == "packs" and folder.name in self.games.names:
                    self.catalog.games.get(folder.name)
        return self.judged

    def game(self, system: str) -> Game:
        """Return the game with the typed name; raise a ProblemsError if its own files have problems."""
        refuse_unknown(system, self.games.names)
        if system not in self.catalog.games:
            raise ProblemsError(in_order(self.problems))
        return self.catalog.games[system]

    def judged_games(self) -> Iterator[Game]:
        """Iterate over the games of the judged files."""
        for system in sorted({proven.system for proven in self.judged.proven} & self.catalog.games.keys()):
            yield self.catalog.games[system]

    def read_packs(self, system: str) -> Reading:
        """Read the files of a game that the judged files may refer to; return all that were read so far."""
        self.lend(self._files_around(system))
        return self.around

    def open_game(self, system: str) -> LinkedGame:
        """Link a game with all its documents, including the judged ones."""
        if system not in self._linked:
            self.read_packs(system)
            self._linked[system] = link(self.catalog.games[system], self.catalog, self.around, self.judged)
        return self._linked[system]

    def open_around_judged(self, system: str) -> LinkedGame:
        """Link a game with the judged files and what they refer to, directly or not.

        In a game of many files, those with the name of an id are read first, and all only if an id is not found so.
        """
        files = self._files_around(system)
        if len(files) <= MANY_FILES:
            return self.open_game(system)
        game = self.catalog.games[system]
        finders = finders_of(game, self.catalog)
        named: dict[str, list[File]] = {}
        for file in files:
            named.setdefault(file.path.stem, []).append(file)
        seen = 0
        wanted = ids_of(self.judged.proven, system, finders)
        while wanted := wanted & named.keys():
            self.lend([file for id in sorted(wanted) for file in named.pop(id)])
            new = self.around.proven[seen:]
            seen = len(self.around.proven)
            wanted = ids_of(new, system, finders)
        linked = link(game, self.catalog, self.around, self.judged, finders)
        return linked if linked.has_all_it_refers_to else self.open_game(system)

    def _files_around(self, system: str) -> list[File]:
        """The files of a game that the judged ones may refer to, searched for once."""
        if system not in self._around:
            self._around[system] = self._targets.around(system)
        return self._around[system]

    def lend(self, files: Iterable[File]) -> None:
        """Read files that the judged ones may refer to."""
        new = [file for file in files if file.path not in self._read]
        self._read |= {file.path for file in new}
        kept = {file.path: self._kept.pop(file.path) for file in new if file.path in self._kept}
        for reading in kept.values():
            self.around.add(reading)
        if unread := [file for file in new if file.path not in kept]:
            self.around.add(read_files(unread, self.catalog))

    def read(self, file: File) -> Reading:
        """Read a single file; it is not read again when its game is opened."""
        if file.path in self._read:
            return self.around.part(shown(file.path))
        reading = read_files([file], self.catalog)
        if any(file.path.is_relative_to(root / "packs") for root in self.project.roots):
            self._kept[file.path] = reading
        return reading

    @property
    def problems(self) -> list[Problem]:
        """Problems in the games' own files."""
        return [*self.games.problems, *self.catalog.problems]

    @property
    def sources(self) -> dict[str, Source]:
        """Every file read so far, by its path as shown in reports."""
        own = {source.path: source for game in self.games.opened for source in game.sources}
        return own | self.around.sources | self.judged.sources


def open_project(project: Project, lent: Iterable[File] = ()) -> OpenGames:
    """Open a project for a command that works on a game, not on files."""
    return OpenGames(Targets(project, (), tuple(lent)))
