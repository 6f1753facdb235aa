"""Detect changed files without reading them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

Stamp = tuple[tuple[str, int, int], ...]
"""Paths with their modification times, in nanoseconds, and sizes."""


def stamp_of(files: Iterable[Path]) -> Stamp:
    """Return the stamp of some files, skipping those that no longer exist."""
    found = []
    for file in files:
        try:
            status = file.stat()
        except OSError:  # deleted since it was listed, or a broken symlink: reported when it is read
            continue
        found.append((str(file), status.st_mtime_ns, status.st_size))
    return tuple(found)
