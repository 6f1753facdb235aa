"""Load and validate many files, on all cores if there are enough of them.

Takes files; returns a Reading: validated documents, and what is known about broken files.
Files are independent at this stage, so they can be split over processes; linking needs all of them and comes later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from cardforge.core.problems import Problem
from cardforge.load.game import Game
from cardforge.load.source import Source
from cardforge.load.targets import File
from cardforge.parallel.cores import can_fork, cores
from cardforge.parallel.forks import map_in_forks
from cardforge.parallel.pools import map_in_processes
from cardforge.validate.catalog import Catalog, Proven

_WORD = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
WORTH_SPLITTING = 400_000  # bytes per process; below that, starting processes costs more than it saves
_PARTS = 4  # batches per process, so that all end at about the same time


@dataclass(frozen=True)
class BrokenFile:
    """A file that could not be read or has schema problems: its text if readable, and the problems."""

    path: str  # as shown in reports; its problems may be in another file, such as its spreadsheet
    name: str  # of the file, usually the id of its pack
    text: str
    problems: tuple[Problem, ...]

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the file that may be ids."""
        return frozenset((self.name, *_WORD.findall(self.text)))


@dataclass
class Reading:
    """The result of reading a set of files."""

    proven: list[Proven] = field(default_factory=list)  # including documents with problems
    broken: list[BrokenFile] = field(default_factory=list)
    files: int = 0
    sources: dict[str, Source] = field(default_factory=dict)

    @property
    def problems(self) -> list[Problem]:
        return [problem for broken in self.broken for problem in broken.problems]

    @property
    def warnings(self) -> list[Problem]:
        return [problem for proven in self.proven for problem in proven.warnings]

    def part(self, path: str) -> Reading:
        """Return the result of one of the files."""
        return Reading(
            [proven for proven in self.proven if proven.document.path == path],
            [broken for broken in self.broken if broken.path == path],
            1,
            {path: self.sources[path]} if path in self.sources else {},
        )

    def add(self, other: Reading) -> None:
        """Add the result of other files."""
        self.proven += other.proven
        self.broken += other.broken
        self.files += other.files
        self.sources.update(other.sources)


def read_files(files: Sequence[File], catalog: Catalog) -> Reading:
    """Load and validate files, keeping their order."""
    processes = min(cores(), sum(map(_size, files)) // WORTH_SPLITTING + 1, len(files))
    if processes < 2:
        return _read(files, catalog)
    size = -(-len(files) // (processes * _PARTS))
    parts = [files[at : at + size] for at in range(0, len(files), size)]
    reading = Reading()
    for part, problems in _read_parts(parts, catalog, processes):
        reading.add(part)
        catalog.problems += [each for each in problems if each not in catalog.problems]
    return reading


def _size(file: File) -> int:
    """Bytes of a file; 0 if it cannot be read, which is reported later."""
    try:
        return file.path.stat().st_size
    except (OSError, ValueError):
        return 0


def _read_parts(
    parts: Sequence[Sequence[File]], catalog: Catalog, processes: int
) -> Iterator[tuple[Reading, list[Problem]]]:
    """Read batches of files, each with the problems of the schemas that it was the first to need."""
    if can_fork():
        return map_in_forks(lambda at: _read_part(_Part(parts[at], catalog)), len(parts), processes)
    return map_in_processes(_read_games, [_Games(part, catalog.all_games) for part in parts], processes)


class _Part(NamedTuple):
    """A batch of files, and the schemas to validate them with."""

    files: Sequence[File]
    catalog: Catalog


class _Games(NamedTuple):
    """The same to be pickled: compiled schemas cannot be, so their sources are sent."""

    files: Sequence[File]
    games: Mapping[str, Game]


def _read_games(part: _Games) -> tuple[Reading, list[Problem]]:
    return _read_part(_Part(part.files, Catalog(part.games)))


def _read_part(part: _Part) -> tuple[Reading, list[Problem]]:
    return _read(part.files, part.catalog), part.catalog.problems


def _read(files: Sequence[File], catalog: Catalog) -> Reading:
    reading = Reading(files=len(files))
    for file in files:
        source, document = catalog.load(file)
        if isinstance(source, Problem):
            reading.broken.append(BrokenFile(source.where.path, file.path.stem, "", (source,)))
            continue
        reading.sources[source.path] = source
        if isinstance(document, Problem):
            reading.broken.append(BrokenFile(source.path, file.path.stem, source.text, (document,)))
            continue
        proven = catalog.prove(document, file)
        reading.proven.append(proven)
        reading.sources.update({each.path: each for each in proven.document.sources})
        if proven.problems:
            text = proven.document.text
            reading.broken.append(BrokenFile(source.path, file.path.stem, text, proven.problems))
    return reading
