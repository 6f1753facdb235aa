"""Load and prove many files, on all cores when there are enough of them.

Takes files; gives a Reading: proven documents, problems, and the words of whatever could not be read.
Files are independent here, so they can be split over processes; linking needs them all and comes after.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from cardforge.load.document import load_document
from cardforge.load.game import Game
from cardforge.load.project import read_inside
from cardforge.load.source import Source
from cardforge.load.targets import File
from cardforge.problems import Problem
from cardforge.validate.catalog import Catalog, Proven

WORTH_SPLITTING = 300  # files; below that, starting processes costs more than it saves


@dataclass
class Reading:
    """What came of a set of files."""

    proven: list[Proven] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)  # of files that gave no document
    unread: list[str] = field(default_factory=list)  # words of those files, and names of broken ones
    sources: dict[str, Source] = field(default_factory=dict)

    def add(self, other: Reading) -> None:
        """Take over what another process has read."""
        self.proven += other.proven
        self.problems += other.problems
        self.unread += other.unread
        self.sources.update(other.sources)


def read_files(files: Sequence[File], catalog: Catalog) -> Reading:
    """Load and prove files, in their order."""
    cores = min(os.cpu_count() or 1, len(files) // WORTH_SPLITTING + 1)
    if cores < 2:
        return _read(files, catalog)
    size = -(-len(files) // cores)
    parts = [_Part(files[at : at + size], catalog.games, catalog.game_source) for at in range(0, len(files), size)]
    reading = Reading()
    with ProcessPoolExecutor(cores) as pool:
        for part, problems in pool.map(_read_part, parts):
            reading.add(part)
            catalog.problems += problems
    return reading


@dataclass(frozen=True)
class _Part:
    """One process's share, as it is sent there; compiled schemas cannot be sent."""

    files: Sequence[File]
    games: dict[str, Game]
    game_source: Source


def _read_part(part: _Part) -> tuple[Reading, list[Problem]]:
    catalog = Catalog(part.games, part.game_source)
    return _read(part.files, catalog), catalog.problems


def _read(files: Sequence[File], catalog: Catalog) -> Reading:
    reading = Reading()
    for file in files:
        source = read_inside(file.path, file.root)
        if isinstance(source, Problem):
            reading.problems.append(source)
            reading.unread.append(file.path.stem)
            continue
        reading.sources[source.path] = source
        document = load_document(source)
        if isinstance(document, Problem):
            reading.problems.append(document)
            reading.unread += (file.path.stem, source.text)
            continue
        proven = catalog.prove(document)
        reading.proven.append(proven)
        if not proven.kind or proven.problems:
            reading.unread.append(file.path.stem)
    return reading
