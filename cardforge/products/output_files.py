"""Files that were made and are not written yet: looked at as a printer would, then written whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardforge.core.problems import Problem
from cardforge.load.project import shown
from cardforge.write.atomic import need_folder, write_together

if TYPE_CHECKING:
    from cardforge.preflight import Demands


class OutputFiles(NamedTuple):
    """Files by the paths they will have, what is asked of them, and what there is to say when they are written."""

    files: Mapping[Path, bytes]
    lines: tuple[str, ...] = ()
    demands: Demands | None = None  # of a print service; what printing at home needs when there are none
    folder: Path | None = None  # that they go into, where it may have to be made

    def problems(self) -> list[Problem]:
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
