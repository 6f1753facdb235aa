"""Load and prove many files, on all cores when there are enough of them.

Takes files; gives a Reading: proven documents, and what is known of broken files.
Files are independent here, so they can be split over processes; linking needs them all and comes after.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cardforge.core.problems import Problem
from cardforge.load.document import load_document
from cardforge.load.game import Game
from cardforge.load.project import read_inside
from cardforge.load.source import Source
from cardforge.load.targets import File
from cardforge.parallel.cores import cores
from cardforge.parallel.pools import map_in_processes
from cardforge.validate.catalog import Catalog, Proven

_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
WORTH_SPLITTING = 300  # files; below that, starting processes costs more than it saves


@dataclass(frozen=True)
class BrokenFile:
    """A file that could not be read, or not proven: what it may have held, and what is wrong with it."""

    name: str  # of the file, which is most often the id of its pack
    text: str
    problems: tuple[Problem, ...]

    @cached_property
    def words(self) -> frozenset[str]:
        """The ids it may have given to something."""
        return frozenset((self.name, *_WORD.findall(self.text)))


@dataclass
class Reading:
    """What came of a set of files."""

    proven: list[Proven] = field(default_factory=list)  # documents, also those with problems
    broken: list[BrokenFile] = field(default_factory=list)
    files: int = 0
    sources: dict[str, Source] = field(default_factory=dict)

    @property
    def problems(self) -> list[Problem]:
        return [problem for broken in self.broken for problem in broken.problems]

    def add(self, other: Reading) -> None:
        """Take over what another process has read."""
        self.proven += other.proven
        self.broken += other.broken
        self.files += other.files
        self.sources.update(other.sources)


def read_files(files: Sequence[File], catalog: Catalog) -> Reading:
    """Load and prove files, in their order."""
    processes = min(cores(), len(files) // WORTH_SPLITTING + 1)
    if processes < 2:
        return _read(files, catalog)
    size = -(-len(files) // processes)
    parts = [_Part(files[at : at + size], catalog.games, catalog.engine) for at in range(0, len(files), size)]
    reading = Reading()
    for part, problems in map_in_processes(_read_part, parts, processes):
        reading.add(part)
        catalog.problems += problems
    return reading


@dataclass(frozen=True)
class _Part:
    """One process's share, as it is sent there; compiled schemas cannot be sent."""

    files: Sequence[File]
    games: dict[str, Game]
    engine: dict[str, Source]


def _read_part(part: _Part) -> tuple[Reading, list[Problem]]:
    catalog = Catalog(part.games, part.engine)
    return _read(part.files, catalog), catalog.problems


def _read(files: Sequence[File], catalog: Catalog) -> Reading:
    reading = Reading(files=len(files))
    for file in files:
        source = read_inside(file.path, file.root)
        if isinstance(source, Problem):
            reading.broken.append(BrokenFile(file.path.stem, "", (source,)))
            continue
        reading.sources[source.path] = source
        document = load_document(source)
        if isinstance(document, Problem):
            reading.broken.append(BrokenFile(file.path.stem, source.text, (document,)))
            continue
        proven = catalog.prove(document)
        reading.proven.append(proven)
        if proven.problems:
            reading.broken.append(BrokenFile(file.path.stem, source.text, proven.problems))
    return reading
