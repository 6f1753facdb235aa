"""Output files held in memory: preflighted first, then written, all or none."""

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
    """Files by path, the demands on them, and the lines that say what was written."""

    files: Mapping[Path, bytes]
    lines: tuple[str, ...] = ()
    demands: Demands | None = None  # of a print service; None for printing at home
    folder: Path | None = None  # created first if it does not exist
    problems: tuple[Problem, ...] = ()  # found during layout; with an error there are no files

    def preflight(self) -> list[Problem]:
        """Find what a print shop would object to in the PDF files."""
        from cardforge.preflight import Demands, preflight  # slow to import: it loads a PDF reader

        demands = self.demands or Demands(standard="home")
        pdf = {path: data for path, data in self.files.items() if data.startswith(b"%PDF")}
        return [problem for path, data in pdf.items() for problem in preflight(data, demands, shown(path))]

    def write(self) -> None:
        """Write every file, or none."""
        if self.folder:
            need_folder(self.folder)
        write_together(self.files)


def refused(problems: tuple[Problem, ...]) -> bool:
    """Whether any problem is an error, so that nothing is written."""
    return any(problem.severity is Severity.ERROR for problem in problems)
