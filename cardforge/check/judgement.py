"""What `check` says about one file: every rule, every problem, and whether it may be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardforge.check.run import Verdict
from cardforge.problems import Problem, Severity


@dataclass(frozen=True)
class Judgement:
    """The verdicts on one deck, scenario or build."""

    path: str
    name: str = ""
    kind: str = ""
    verdicts: tuple[Verdict, ...] = ()
    problems: tuple[Problem, ...] = ()  # all of them, those of the verdicts too
    lost: tuple[str, ...] = ()  # what the file names and could not be looked at
    summary: tuple[dict[str, Any], ...] = ()  # tables and bars, as the game shows them

    @property
    def legal(self) -> bool:
        return not any(problem.severity is Severity.ERROR for problem in self.problems)
