"""Remember which documents of a long run are finished, so that a run that was stopped goes on where it ended.

Takes everything that the files of a run depend on; says whether those of one document are there as they were written.
What is remembered are digests, in the cache, safe to delete.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from cardforge.core.limits import PICTURE_BYTES
from cardforge.core.regular_file import RefusedFile, digest_of, read_regular
from cardforge.write.cache import Cache


class FinishedMembers:
    """The finished documents of one run, by number."""

    def __init__(self, folder: Path, root: Path, *depends: str) -> None:
        self._cache = Cache()
        self._folder, self._root = folder, root
        self._depends = ("member", os.path.abspath(folder), *depends)

    def has(self, number: int) -> bool:
        """Whether a document is finished, and neither its files nor the pictures on it have changed since."""
        kept = self._cache.get(self._key(number))
        if kept is None:
            return False
        files, pictures = json.loads(kept)
        return _unchanged(self._folder, files) and _unchanged(self._root, pictures)

    def add(self, number: int, files: Mapping[Path, bytes], pictures: Mapping[str, str]) -> None:
        """Remember a document: its files, and the digests of the pictures on it by their path in the project."""
        written = {file.relative_to(self._folder).as_posix(): digest_of(data) for file, data in files.items()}
        self._cache.put([(self._key(number), json.dumps([written, dict(pictures)]).encode())])

    def close(self) -> None:
        """Close the cache."""
        self._cache.close()

    def _key(self, number: int) -> bytes:
        return self._cache.key(*self._depends, str(number))


def _unchanged(folder: Path, files: Mapping[str, str]) -> bool:
    try:
        return all(digest_of(read_regular(folder / path, PICTURE_BYTES)) == was for path, was in files.items())
    except RefusedFile:  # deleted, or not readable
        return False
