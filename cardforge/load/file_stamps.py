"""Tell whether files have changed, without reading them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

Stamp = tuple[tuple[str, int, int], ...]
"""Paths with their times of change, in nanoseconds, and their sizes."""


def stamp_of(files: Iterable[Path]) -> Stamp:
    """The stamp of some files; one that is gone by now has none."""
    found = []
    for file in files:
        try:
            status = file.stat()
        except OSError:  # deleted since it was listed, or a link to nothing: whoever reads it reports it
            continue
        found.append((str(file), status.st_mtime_ns, status.st_size))
    return tuple(found)
