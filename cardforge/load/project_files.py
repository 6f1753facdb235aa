"""The files of a project that the cards of one game are made from: a digest of them, and a copy for other machines.

Takes a project, a game and a folder to leave out, into which results are written; built-in files are not included,
because they are installed wherever cardforge is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cardforge.core.errors import SurroundingsError
from cardforge.core.limits import COPIED_BYTES, PICTURE_BYTES
from cardforge.core.regular_file import RefusedFile, digest_of, read_regular
from cardforge.load.project import Project, builtin_root, files_below, refuse_outside, shown

FOLDERS = ("packs", "schemas", "templates")
_ANY = re.compile("")
_PICTURES = re.compile(r"(?i)\.(jpg|jpeg|jpe|jfif|png|webp|tif|tiff|gif|bmp|svg)$")


@dataclass(frozen=True)
class ProjectFiles:
    """The files of one game in a project."""

    project: Project
    system: str
    without: Path  # absolute

    def listed(self) -> list[Path]:
        """The files in the project's packs, schemas and templates, except those of other games."""
        return [file for folder in FOLDERS for file in self._below(folder)]

    def digest(self) -> str:
        """A digest of the names and contents of these files."""
        found = hashlib.blake2b(digest_size=16)
        for file in self.listed():
            found.update(f"{file}\0{_digest(file)}\n".encode("utf-8", "surrogateescape"))
        return found.hexdigest()

    def copy(self) -> Mapping[str, bytes]:
        """The content of these files and of the pictures anywhere in the project, by path."""
        found: dict[str, bytes] = {}
        size = 0
        for file in (*self.listed(), *self._pictures()):
            path = file.relative_to(self._root).as_posix()
            if path in found:
                continue
            try:
                found[path] = read_regular(file, PICTURE_BYTES, (self._root,))
            except RefusedFile as refused:
                message = f"{shown(file)} cannot be copied: {refused.reason}"
                raise SurroundingsError(message, refused.hint or "delete it, or move it out of the project") from None
            size += len(found[path])
            if size > COPIED_BYTES.most:
                message = f"the files of {shown(self._root)} have more than {COPIED_BYTES.most:,} bytes"
                raise SurroundingsError(message, COPIED_BYTES.hint("move what is not needed out of the project"))
        return found

    @property
    def _root(self) -> Path:
        return self.project.roots[0]

    def _below(self, folder: str) -> Iterator[Path]:
        others = frozenset(self.project.game_files()) - {self.system}
        for root in self.project.roots:
            if root != builtin_root():
                refuse_outside(root / folder, root)
                yield from self._not_left_out(files_below(root / folder, _ANY, others))

    def _pictures(self) -> Iterator[Path]:
        if self._root == builtin_root():
            return iter(())
        return self._not_left_out(files_below(self._root, _PICTURES, frozenset(FOLDERS)))

    def _not_left_out(self, files: Iterator[Path]) -> Iterator[Path]:
        return (file for file in files if not file.is_relative_to(self.without))


def _digest(file: Path) -> str:
    try:
        return digest_of(read_regular(file, PICTURE_BYTES))
    except RefusedFile as refused:  # whoever needs the file reports it
        return refused.reason
