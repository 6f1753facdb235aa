"""Keep the finished files of a command, so that running it again on the same files costs only reading them.

Takes a request; gives the files of the last run, with its problems and lines, if every file that was read then has
the same content and the project's folders list the same names. Kept in the cache, safe to delete.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cardforge.core.limits import PICTURE_BYTES
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.regular_file import RefusedFile, digest_of, read_regular
from cardforge.load.project import names_below, project_around, project_at_hand, refuse_outside
from cardforge.write.atomic import need_folder, write_together
from cardforge.write.cache import Cache

MOST = 50_000_000  # bytes of one run: a tenth of what the cache may hold
_ANY = re.compile("")
_FOLDERS = ("packs", "schemas", "templates")


class KeptFiles(NamedTuple):
    """Finished files by path, the problems that were shown, and the lines that say what was written."""

    files: Mapping[Path, bytes]
    problems: tuple[Problem, ...]
    lines: tuple[str, ...]
    folder: Path | None = None  # created first if it does not exist

    def write(self) -> None:
        """Write every file, or none."""
        if self.folder:
            need_folder(self.folder)
        write_together(self.files)


class KeptOutput:
    """The finished files of one request."""

    def __init__(self, request: str, targets: Iterable[str]) -> None:
        self._cache = Cache()
        self._targets = tuple(targets)
        self._key = self._cache.key("output", os.getcwd(), request)

    def find(self) -> KeptFiles | None:
        """The files of the last run, if nothing that it read has changed."""
        kept = self._cache.get(self._key)
        if kept is None:
            return None
        head, _, rest = kept.partition(b"\n")
        about: dict[str, Any] = json.loads(head)
        if about["listed"] != self._listed() or any(_digest(path) != was for path, was in about["read"].items()):
            return None
        files: dict[Path, bytes] = {}
        for path, size in about["files"].items():
            files[Path(path)], rest = rest[:size], rest[size:]
        if any(path.is_dir() for path in files):  # let the long way say so
            return None
        problems = tuple(_problem(*each) for each in about["problems"])
        folder = Path(about["folder"]) if about["folder"] else None
        return KeptFiles(files, problems, tuple(about["lines"]), folder)

    def keep(self, made: KeptFiles, read: Mapping[str, str]) -> None:
        """Keep finished files, and the digests of the files that were read for them."""
        if sum(map(len, made.files.values())) > MOST:
            return
        about = {
            "read": dict(read),
            "listed": self._listed(),
            "files": {str(path): len(data) for path, data in made.files.items()},
            "lines": made.lines,
            "folder": str(made.folder or ""),
            "problems": [_plain(problem) for problem in made.problems],
        }
        self._cache.put([(self._key, b"\n".join([json.dumps(about).encode(), b"".join(made.files.values())]))])

    def close(self) -> None:
        """Close the cache."""
        self._cache.close()

    def _listed(self) -> str:
        """A digest of the names of all files that the job may look at: a new one may come before another."""
        names: list[str] = []
        roots = dict.fromkeys(project_at_hand().roots)
        for target in map(Path, self._targets):
            names += sorted(os.listdir(target.parent)) if target.is_file() else _names(target)
            around = project_around(target)
            roots |= dict.fromkeys(around.roots if around else ())
        for root in roots:
            for folder in _FOLDERS:
                refuse_outside(root / folder, root)
                names += _names(root / folder)
        return digest_of("\0".join(names).encode("utf-8", "surrogateescape"))


def _names(folder: Path) -> list[str]:
    return list(names_below(folder, _ANY))


def _digest(path: str) -> str:
    """The digest of a file as it is now; "" if it cannot be read."""
    try:
        return digest_of(read_regular(Path(path), PICTURE_BYTES))  # pictures are the largest files of a project
    except RefusedFile:
        return ""


def _plain(problem: Problem) -> list[Any]:
    return [problem.code, problem.severity, *problem.where, problem.message, problem.hint]


def _problem(code: str, severity: str, *rest: Any) -> Problem:
    *where, message, hint = rest
    return Problem(code, Severity(severity), Location(*where), message, hint)
