"""Output files held in memory: preflighted first, then written, all or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardforge.core.problems import Problem, Severity
from cardforge.load.project import shown
from cardforge.preflight.demands import HOME, Demands
from cardforge.preflight.own_pages import judge_pages
from cardforge.write.atomic import need_folder, write_together
from cardforge.write.facts import PageFacts, facts_of
from cardforge.write.pdf import Page, PdfResources, pages_pdf
from cardforge.write.pdf_options import PdfOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLAIN = PdfOptions()


class PdfFile(NamedTuple):
    """A PDF for printing at home, with the facts that preflight asks for."""

    data: bytes
    facts: tuple[PageFacts, ...]


def pdf_file(pages: Sequence[Page], resources: PdfResources, title: str, options: PdfOptions = _PLAIN) -> PdfFile:
    """A PDF of these pages, and its facts."""
    return PdfFile(pages_pdf(pages, resources, title, options), facts_of(pages, resources))


class OutputFiles(NamedTuple):
    """Files by path, the demands on them, and the lines that say what was written."""

    files: Mapping[Path, bytes | PdfFile]
    lines: tuple[str, ...] = ()
    demands: Demands | None = None  # of a print service; None for printing at home
    folder: Path | None = None  # created first if it does not exist
    problems: tuple[Problem, ...] = ()  # found during layout; with an error there are no files

    @property
    def contents(self) -> dict[Path, bytes]:
        """The bytes of every file."""
        return {path: file.data if isinstance(file, PdfFile) else file for path, file in self.files.items()}

    def preflight(self) -> list[Problem]:
        """Find what a print shop would object to in the PDF files."""
        return [problem for path, file in self.files.items() for problem in self._problems(path, file)]

    def _problems(self, path: Path, file: bytes | PdfFile) -> Iterator[Problem]:
        if isinstance(file, PdfFile):
            yield from judge_pages(file.facts, Demands(standard=HOME), shown(path))
        elif file.startswith(b"%PDF"):  # a print service's own: it was converted after its pages were made
            from cardforge.preflight.inspection import preflight  # slow to import: it loads a PDF reader

            yield from preflight(file, self.demands or Demands(standard=HOME), shown(path))

    def write(self) -> None:
        """Write every file, or none."""
        if self.folder:
            need_folder(self.folder)
        write_together(self.contents)


def refused(problems: tuple[Problem, ...]) -> bool:
    """Whether any problem is an error, so that nothing is written."""
    return any(problem.severity is Severity.ERROR for problem in problems)
