"""Files that were made and are not written yet: looked at as a printer would, then written whole."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from cardforge.load.project import shown
from cardforge.preflight import Demands, preflight
from cardforge.problems import Problem
from cardforge.write.atomic import write_whole

__all__ = ["HOME", "Demands", "Made"]

HOME = Demands(standard="home")


class Made(NamedTuple):
    """Files by the paths they will have, and what else there is to say about them."""

    files: Mapping[Path, bytes]
    lines: tuple[str, ...] = ()

    def problems(self, demands: Demands) -> list[Problem]:
        """What a printer would say about the PDF files."""
        pdf = {path: data for path, data in self.files.items() if data.startswith(b"%PDF")}
        return [problem for path, data in pdf.items() for problem in preflight(data, demands, shown(path))]

    def write(self) -> None:
        """Put every file into its place."""
        for path, data in self.files.items():
            write_whole(path, data)
