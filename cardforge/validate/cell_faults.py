"""Report faults of cells: those that repeat in a column are one problem, with their number and the first cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardforge.core.phrases import counted
from cardforge.core.problems import Location, Pointer, Problem, Severity
from cardforge.load.spreadsheet import Spreadsheet
from cardforge.validate.card_columns import Column
from cardforge.validate.cell_values import CellFault

_SHOWN = 3


@dataclass
class _Repeated:
    first: Problem
    cells: list[str]
    count: int = 1


class CellFaults:
    """The faults found while the cells of one spreadsheet are read."""

    def __init__(self, sheet: Spreadsheet) -> None:
        self._sheet = sheet
        self._found = RepeatedProblems()
        self.pointers: list[Pointer] = []

    def add(self, row: int, column: Column, fault: CellFault, pointer: Pointer) -> None:
        """Remember that a cell does not fit its field."""
        self.pointers.append(pointer)
        where = self._sheet.place(row, column.at)
        problem = Problem(fault.code, Severity.ERROR, where, f"`{column.name}` {fault.message}", fault.hint)
        self._found.add((column.at, fault.code, fault.hint), problem)

    def problems(self) -> Iterator[Problem]:
        """One problem for each sort of fault in each column."""
        return self._found.problems()


class RepeatedProblems:
    """Problems by what they have in common."""

    def __init__(self) -> None:
        self._found: dict[object, _Repeated] = {}

    def add(self, sort: object, problem: Problem) -> None:
        """Add a problem to those of the same sort."""
        if sort not in self._found:
            self._found[sort] = _Repeated(problem, [_cell(problem.where)])
            return
        repeated = self._found[sort]
        repeated.count += 1
        if len(repeated.cells) < _SHOWN:
            repeated.cells.append(_cell(problem.where))

    def problems(self) -> Iterator[Problem]:
        """The first of each sort, with the number of all."""
        for each in self._found.values():
            if each.count == 1:
                yield each.first
                continue
            more = " …" if each.count > _SHOWN else ""
            cells = f"{counted(each.count, 'cell')}: {', '.join(each.cells)}{more}"
            yield each.first._replace(message=f"{each.first.message} ({cells})")


def _cell(where: Location) -> str:
    return where.cell.rpartition("!")[2]
