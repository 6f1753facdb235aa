"""Printers by name: how far backs must be moved to meet their fronts, and what the printer cannot reach."""

from __future__ import annotations

from typing import NamedTuple

from cardforge.errors import UsageError
from cardforge.impose.job import Margins, Offset


class Printer(NamedTuple):
    """One printer."""

    offset: Offset = Offset()

    def margins(self, default: float) -> Margins:
        return Margins(default, default, default, default)


def printer(name: str) -> Printer:
    """A printer that was calibrated, or any other where no name is given."""
    if name:
        raise UsageError(f"there is no printer `{name}`")
    return Printer()
