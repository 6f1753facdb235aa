"""Find and read the pictures of a project, each once: pixels or, for SVG, paths."""

from __future__ import annotations

import os
from pathlib import Path

from cardforge.core.problems import Problem
from cardforge.core.regular_file import inside
from cardforge.layout.drawing import Drawing, read_drawing
from cardforge.load.picture import Picture, lost_picture, read_picture
from cardforge.load.project import Project, builtin_project
from cardforge.load.source import problem_at


class Pictures:
    """Finds pictures by path and caches them."""

    def __init__(self, project: Project | None = None) -> None:
        self._project = project or builtin_project()
        self._found: dict[str, Picture | Drawing | Problem] = {}
        self._signatures: dict[str, str] = {}  # of the cached files

    def find(self, path: str) -> Picture | Drawing | Problem:
        """The picture at a path from the project's folder, or the problem with it."""
        if path not in self._found:
            self._signatures[path] = self.signature(path)
            self._found[path] = self._read(path)
        return self._found[path]

    def forget_changed(self) -> None:
        """Drop cached pictures whose files have changed."""
        for path in [path for path, known in self._signatures.items() if self.signature(path) != known]:
            del self._found[path], self._signatures[path]

    def signature(self, path: str) -> str:
        """Size and modification time of a picture, to detect changes without reading it."""
        for root in self._project.roots:
            if os.path.isfile(root / path):
                status = (root / path).stat()
                return f"{status.st_size} {status.st_mtime_ns}"
        return ""

    def _read(self, path: str) -> Picture | Drawing | Problem:
        for root in self._project.roots:
            file = root / path
            if not inside(file, root):
                what = "this path points outside the project, so it was not read"
                return problem_at(path, "CF414", what, "put the picture in the project's folder")
            if os.path.isfile(file):  # unlike Path.is_file, returns False for a name that is too long
                return _read(file, path, root)
        return _read(self._project.roots[0] / path, path, self._project.roots[0])


def _read(file: Path, path: str, root: Path) -> Picture | Drawing | Problem:
    lost = lost_picture(file, path)
    if lost:
        return lost
    return (read_drawing if path.lower().endswith(".svg") else read_picture)(file, path, root)
