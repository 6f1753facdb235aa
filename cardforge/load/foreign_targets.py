"""Recognize a file with cards that was not made for cardforge: a spreadsheet, or the data of another program."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from cardforge.load.project import DATA, project_around
from cardforge.load.source import Source, read_source

_SPREADSHEET = re.compile(r"(?i)\.(csv|tsv|xlsx|ods)$")  # its own words: reading spreadsheets is slow to import
# The keys that every document of a project has, at the left or first in a JSON file.
_OURS = re.compile(r"""^\ {0,4}["']?(?:kind|system)["']?\s*:|^\s*\{\s*"(?:kind|system)"\s*:""", re.MULTILINE)


def are_foreign(targets: Iterable[str]) -> bool:
    """Whether any target is a file with cards that belongs to no project."""
    return any(_is_foreign(target) for target in targets)


def _is_foreign(target: str) -> bool:
    file = Path(target)
    if not file.is_file() or project_around(file.absolute()):
        return False
    if _SPREADSHEET.search(file.name):
        return True
    source = read_source(file, target) if DATA.search(file.name) else None
    return isinstance(source, Source) and not _OURS.search(source.text)
