"""Files that were made and are not written yet: looked at as a printer would, then written, all or none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardforge.core.problems import Problem, Severity
from cardforge.load.project import shown
from cardforge.write.atomic import need_folder, write_together

if TYPE_CHECKING:
    from cardforge.preflight import Demands


class OutputFiles(NamedTuple):
    """Files by the paths they will have, what is asked of them, and what to say when they are written."""

    files: Mapping[Path, bytes]
    lines: tuple[str, ...] = ()
    demands: Demands | None = None  # of a print service; what printing at home needs when there are none
    folder: Path | None = None  # to be made first, where it does not exist
    problems: tuple[Problem, ...] = ()  # found while the files were made; with an error there are no files

    def preflight(self) -> list[Problem]:
        """What a printer would say about the PDF files."""
        from cardforge.preflight import Demands, preflight  # it reads PDFs, and other commands need not wait for that

        demands = self.demands or Demands(standard="home")
        pdf = {path: data for path, data in self.files.items() if data.startswith(b"%PDF")}
        return [problem for path, data in pdf.items() for problem in preflight(data, demands, shown(path))]

    def write(self) -> None:
        """Put every file into its place, or none."""
        if self.folder:
            need_folder(self.folder)
        write_together(self.files)


def refused(problems: tuple[Problem, ...]) -> bool:
    """Whether nothing is written because of some problems."""
    return any(problem.severity is Severity.ERROR for problem in problems)
