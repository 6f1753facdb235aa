"""Choose the paths of generated files and write them; existing files are overwritten only on request.

Takes generated documents and the output path typed by the user; returns the files written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.generate.recipes import slug
from cardforge.generate.workshop import GeneratedFiles, RecipeKit, SeedRequest
from cardforge.load.project import Project, project_around, project_at_hand
from cardforge.write.atomic import need_folder, write_whole
from cardforge.write.editor_line import editor_line
from cardforge.write.lock import locked

_FILES = (".yaml", ".yml")
_LOCK = "generated"  # one lock for all files that are generated into a folder


@dataclass(frozen=True)
class SeedFilePlace:
    """Where the files of a seed request go."""

    typed: str  # the file or folder asked for, if any
    order: SeedRequest
    count: int
    force: bool
    has_sheets: bool = False  # whether sheets to print are written too

    def files(self, document: GeneratedFiles, number: int) -> dict[Path, str]:
        """The paths of the files of one document, with their texts."""
        folder = Path(self.typed or "output")
        is_file = folder.suffix.lower() in _FILES
        if is_file and (self.count > 1 or len(document.files) > 1):
            raise UsageError(f"{self.typed} names one file, but there will be several", "name a folder")
        if is_file:
            return dict(zip([folder], document.files.values(), strict=True))
        if self.count == 1:
            # A document that comes with other packs gets a folder of its own, so that they are found.
            folder = folder if self.typed or len(document.files) == 1 else folder / document.id
            return {folder / name: text for name, text in document.files.items()}
        folder = self.folder
        member = f"{number:0{len(str(self.count))}}-{document.id}"
        if len(document.files) == 1:
            return {folder / f"{member}.yaml": text for text in document.files.values()}
        return {folder / member / name: text for name, text in document.files.items()}

    @property
    def folder(self) -> Path:
        """The folder for the files of many seeds."""
        return Path(self.typed) if self.typed else Path("output") / f"{self.order.kind}-{_word(self.order.seed)}"

    def sheets(self, first: Path) -> Path:
        """The path of the sheets, given the first of the generated files."""
        return first.with_suffix(".pdf") if self.count == 1 else self.folder / "sheets.pdf"


def _word(seed: str) -> str:
    """A seed as part of a folder's name."""
    try:
        return slug(seed)
    except ValueError:  # no Latin letter in it
        return "seed"


class Writer:
    """Writes generated documents one after the other."""

    def __init__(self, kit: RecipeKit, place: SeedFilePlace) -> None:
        self._place = place
        self._system = kit.game.system
        self._lines: dict[tuple[Path, str], str] = {}

    def write(self, document: GeneratedFiles, number: int = 1) -> list[Path]:
        """Write the files of one document; if one of them exists already, none is written."""
        files = self._place.files(document, number)
        sheets = [self._place.sheets(next(iter(files)))] if self._place.has_sheets else []
        self._refuse_existing(*files, *sheets)
        many = self._place.count > 1
        with ExitStack() as locks:
            for folder in sorted({file.parent for file in files}):  # sorted, so that two never wait for each other
                need_folder(folder)
                locks.enter_context(locked(folder / _LOCK))
            self._refuse_existing(*files)  # again: another cardforge may have written them meanwhile
            for (file, text), kind in zip(files.items(), document.kinds, strict=True):
                # Syncing to disk after each of many files would take longer than generating them.
                write_whole(file, (self._editor_line(file, kind) + text).encode("utf-8"), waits=not many)
        return list(files)

    def _refuse_existing(self, *files: Path) -> None:
        for file in files:
            if file.exists() and not self._place.force:
                raise SurroundingsError(f"{file} already exists", "add --force to overwrite it, or choose another name")

    def _editor_line(self, file: Path, kind: str) -> str:
        """The line that tells editors the schema; only inside a project, as no absolute path may get into a file."""
        key = (file.parent, kind)
        if key not in self._lines:
            project = project_around(file) or project_at_hand()
            schema = project.find(f"schemas/{self._system}/{kind}.schema.json")
            together = schema is not None and _root(project, file) == _root(project, schema) is not None
            self._lines[key] = f"{editor_line(file, schema, together=True)}\n" if schema and together else ""
            if len(self._lines) > 100:  # a batch may have one folder per deck: keep only the latest
                self._lines = {key: self._lines[key]}
        return self._lines[key]


def _root(project: Project, file: Path) -> Path | None:
    return project.root_of(file.resolve())


def written(
    kit: RecipeKit, place: SeedFilePlace, documents: Iterable[GeneratedFiles]
) -> Iterator[tuple[GeneratedFiles, list[Path]]]:
    """Write documents as they are generated; yield each with its files once they are written."""
    writer = Writer(kit, place)
    for number, document in enumerate(documents, 1):
        yield document, writer.write(document, number)
