"""Save files into the project: the only code by which the page changes it.

Takes generated documents or a text; returns the paths of the files written, as shown to users. An existing file is
overwritten only on request, and nothing is written outside the project, even through symlinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardforge.core.errors import OccupiedError, SurroundingsError, UsageError
from cardforge.core.regular_file import inside
from cardforge.load.project import project_here, shown
from cardforge.products.seed_files import SeedFilePlace, Writer
from cardforge.session.card_service import FromSeed
from cardforge.session.checks import file_name
from cardforge.session.open_project import OpenProject
from cardforge.write.atomic import need_folder, write_whole
from cardforge.write.editor_line import editor_line
from cardforge.write.lock import locked


def can_save(opened: OpenProject) -> bool:
    """Whether there is a project here to save into."""
    here = project_here()
    return here is not None and here.roots[0] == opened.project.roots[0]


def save_seeded(opened: OpenProject, system: str, made: FromSeed, replace: bool) -> list[str]:
    """Save a generated file next to others of its kind, or several files into a folder of their own."""
    workshop = opened.workshop(system, made.request.kind)
    if len(made.piece.files) == 1:
        folder = _folder(opened, system, made.piece.kinds[0])
    else:
        folder = _root(opened) / "packs" / system / "generated" / made.piece.id
    first = folder / next(iter(made.piece.files))
    _refuse(opened, first, replace)
    need_folder(folder)
    with locked(first):
        for name in made.piece.files:
            _refuse(opened, folder / name, replace)
        writer = Writer(workshop.kit, SeedFilePlace(str(folder), made.request, 1, replace))
        return [shown(path) for path in writer.write(made.piece)]


def save_text(opened: OpenProject, data: Mapping[str, object], text: str, replace: bool) -> list[str]:
    """Save a deck or a scenario next to others of its kind."""
    system, kind = str(data.get("system", "")), str(data.get("kind", ""))
    if system not in opened.games or kind not in opened.games[system].kinds:
        raise UsageError("this file has no known `kind` and `system`", "start it with `kind:` and `system:`")
    file = _folder(opened, system, kind) / file_name(data)
    _refuse(opened, file, replace)
    need_folder(file.parent)
    schema = opened.project.find(f"schemas/{system}/{kind}.schema.json")
    together = schema is not None and opened.project.root_of(schema) == _root(opened)
    line = f"{editor_line(file, schema, together=True)}\n" if schema and together and "$schema=" not in text else ""
    with locked(file):
        _refuse(opened, file, replace)  # another page may have saved it meanwhile
        write_whole(file, (line + text).encode("utf-8"))
    return [shown(file)]


def _root(opened: OpenProject) -> Path:
    if not can_save(opened):
        raise SurroundingsError("there is no project in this folder", "start cardforge in a folder that has `packs/`")
    return opened.project.roots[0]


def _folder(opened: OpenProject, system: str, kind: str) -> Path:
    """The folder of this project for files of a kind."""
    root = _root(opened)
    for file in opened.project.files(f"packs/{system}"):
        if file.is_relative_to(root) and _kind(opened, file) == (system, kind):
            return file.parent
    return root / "packs" / system / kind


def _kind(opened: OpenProject, file: Path) -> tuple[str, str]:
    path = shown(file)
    found = (proven for proven in opened.around.proven if proven.document.path == path)
    return next(((proven.system, proven.kind) for proven in found), ("", ""))


def _refuse(opened: OpenProject, file: Path, replace: bool) -> None:
    root = _root(opened)
    if not inside(file, root) or not inside(file.parent, root):
        raise SurroundingsError(
            f"{file.name} would be saved outside the project", "remove the symlink that points there"
        )
    if file.exists() and not replace:
        raise OccupiedError(f"{shown(file)} already exists", "save it anyway to replace it")
