"""Choose the paths of generated files and write them; existing files are overwritten only on request.

Takes generated documents and the output path typed by the user; returns the files written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.generate.recipes import slug
from cardforge.generate.workshop import GeneratedFiles, RecipeKit, SeedRequest
from cardforge.load.project import Project, project_around, project_at_hand
from cardforge.write.atomic import has_content, need_folder, write_whole
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
        member = self._member(document, number)
        if len(document.files) == 1:
            return {self.folder / f"{member}.yaml": text for text in document.files.values()}
        return {self.folder / member / name: text for name, text in document.files.items()}

    @property
    def folder(self) -> Path:
        """The folder for the files of many seeds."""
        return Path(self.typed) if self.typed else Path("output") / f"{self.order.kind}-{_word(self.order.seed)}"

    def sheets(self, document: GeneratedFiles, number: int) -> Path:
        """The path of the sheets of one document; those of many are in one folder, to be sent to a printer."""
        if self.count > 1:
            return self.folder / f"{self._member(document, number)}.pdf"
        return next(iter(self.files(document, number))).with_suffix(".pdf")

    def _member(self, document: GeneratedFiles, number: int) -> str:
        return f"{number:0{len(str(self.count))}}-{document.id}"


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

    def write(self, document: GeneratedFiles, number: int = 1, sheets: bytes | None = None) -> dict[Path, bytes]:
        """Write the files of one document and its sheets, if given; if one exists with other content, none is written.

        The requested document comes first.
        """
        texts = self._place.files(document, number)
        files = {
            file: (self.editor_line(file, kind) + text).encode("utf-8")
            for (file, text), kind in zip(texts.items(), document.kinds, strict=True)
        }
        if sheets is not None:
            files[self._place.sheets(document, number)] = sheets
        later = [self._place.sheets(document, number)] if self._place.has_sheets and sheets is None else []
        self._refuse_existing(files, later)
        with ExitStack() as locks:
            for folder in sorted({file.parent for file in files}):  # sorted, so that two never wait for each other
                need_folder(folder)
                locks.enter_context(locked(folder / _LOCK))
            self._refuse_existing(files)  # again: another cardforge may have written them meanwhile
            for file, data in files.items():
                if not has_content(file, data):
                    # Syncing to disk after each of many files would take longer than generating them.
                    write_whole(file, data, waits=self._place.count == 1)
        return files

    def _refuse_existing(self, files: Mapping[Path, bytes], later: Iterable[Path] = ()) -> None:
        """Raise if one of these files exists with other content, or one that is written later exists at all."""
        for file in (*(file for file, data in files.items() if not has_content(file, data)), *later):
            if file.exists() and not self._place.force:
                raise SurroundingsError(f"{file} already exists", "add --force to overwrite it, or choose another name")

    def editor_line(self, file: Path, kind: str) -> str:
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
        yield document, list(writer.write(document, number))
