"""Check finished PDF files against the demands of a print service, or of what they claim to be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cardforge.app.outcome import Outcome
from cardforge.core.errors import SurroundingsError, UsageError
from cardforge.core.limits import PDF_BYTES
from cardforge.core.problems import in_order
from cardforge.core.regular_file import RefusedFile, read_regular
from cardforge.load.project import shown
from cardforge.load.source import problem_at
from cardforge.load.targets import existing
from cardforge.preflight.demands import Demands
from cardforge.preflight.inspection import Preflighted, inspect
from cardforge.products.print_service import service, service_demands


@dataclass(frozen=True)
class Inspection(Outcome):
    """What preflight found, and what each file was checked as."""

    judged_as: tuple[tuple[str, str], ...] = ()

    @property
    def numbers(self) -> dict[str, int]:
        return {"files": self.files, "pages": self.pages}


def inspect_files(paths: Iterable[str], vendor: str = "") -> Inspection:
    """Preflight files for a print service, or for what they claim to be."""
    demands = vendor_demands(vendor) if vendor else Demands()
    files = {existing(path): path for path in paths}
    found = {shown(file): _inspected(file, typed, demands) for file, typed in files.items()}
    return Inspection(
        in_order(problem for each in found.values() for problem in each.problems),
        {},
        files=len(found),
        pages=sum(each.pages for each in found.values()),
        judged_as=tuple((path, each.judged_as) for path, each in found.items() if each.judged_as),
    )


def vendor_demands(name: str) -> Demands:
    """The demands of a print service on a PDF; an unknown service, or one that takes no PDF, stops the command."""
    vendor = service(name)
    if vendor.output != "pdf":
        raise UsageError(f"{vendor.name} takes pictures, not PDF", "preflight is only for PDF files")
    return service_demands(vendor)


def _inspected(file: Path, typed: str, demands: Demands) -> Preflighted:
    if file.is_dir():
        raise SurroundingsError(f"{typed} is a folder, not a PDF", f"name the files, such as {typed}/*.pdf")
    try:
        data = read_regular(file, PDF_BYTES)
    except RefusedFile as refused:
        if refused.is_too_large:
            hint = PDF_BYTES.hint("split it into several files")
            return Preflighted([problem_at(shown(file), "PF001", f"this file is too large: {refused.reason}", hint)])
        raise SurroundingsError(f"{typed} cannot be read: {refused.reason}", "name a PDF file") from refused
    return inspect(data, demands, shown(file))
