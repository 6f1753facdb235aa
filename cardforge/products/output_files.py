"""Output files held in memory: preflighted first, then written, all or none."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardforge.core.problems import Problem
from cardforge.load.project import shown
from cardforge.preflight.demands import HOME, Demands
from cardforge.preflight.own_pages import judge_pages
from cardforge.write.atomic import Content, need_folder, write_together
from cardforge.write.facts import PageFacts, facts_of
from cardforge.write.pdf import Page, PdfResources, pages_pdf, write_pdf
from cardforge.write.pdf_options import PdfOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN = PdfOptions()


# Bytes of pictures. A PDF with more is made while it is written, and not kept for the next run: a tenth of the cache.
LARGE = 50_000_000


class PdfFile(NamedTuple):
    """A PDF for printing at home, with the facts that preflight asks for."""

    content: Content
    facts: tuple[PageFacts, ...]

    @property
    def data(self) -> bytes:
        """The bytes of the file; a large one is made again each time."""
        if not callable(self.content):
            return self.content
        stream = io.BytesIO()
        self.content(stream)
        return stream.getvalue()


def pdf_file(pages: Sequence[Page], resources: PdfResources, title: str, options: PdfOptions = _PLAIN) -> PdfFile:
    """A PDF of these pages, and its facts."""
    facts = facts_of(pages, resources)
    if resources.picture_bytes > LARGE:
        write = partial(write_pdf, pages=pages, resources=resources, title=title, options=options)
        return PdfFile(write, facts)
    return PdfFile(pages_pdf(pages, resources, title, options), facts)


class OutputFiles(NamedTuple):
    """Files by path, the demands on them, and the lines that say what was written."""

    files: Mapping[Path, bytes | PdfFile]
    lines: tuple[str, ...] = ()
    demands: Demands | None = None  # of a print service, for example; None for printing at home
    folder: Path | None = None  # created first if it does not exist
    problems: tuple[Problem, ...] = ()  # found during layout; with an error there are no files

    @property
    def contents(self) -> dict[Path, bytes]:
        """The bytes of every file."""
        return {path: file.data if isinstance(file, PdfFile) else file for path, file in self.files.items()}

    @property
    def is_large(self) -> bool:
        """Whether a file is made only while it is written."""
        return any(isinstance(file, PdfFile) and callable(file.content) for file in self.files.values())

    def preflight(self) -> list[Problem]:
        """Find what a print shop would object to in the PDF files."""
        return [problem for path, file in self.files.items() for problem in self._problems(path, file)]

    def _problems(self, path: Path, file: bytes | PdfFile) -> Iterator[Problem]:
        if isinstance(file, PdfFile):
            yield from judge_pages(file.facts, self.demands or Demands(standard=HOME), shown(path))
        elif file.startswith(b"%PDF"):  # a print service's own: it was converted after its pages were made
            from cardforge.preflight.inspection import preflight  # slow to import: it loads a PDF reader

            yield from preflight(file, self.demands or Demands(standard=HOME), shown(path))

    def write(self) -> None:
        """Write every file, or none."""
        if self.folder:
            need_folder(self.folder)
        write_together({path: file.content if isinstance(file, PdfFile) else file for path, file in self.files.items()})
