"""The outcome of a command that checks files."""

from __future__ import annotations

from dataclasses import dataclass

from cardforge.core.problems import Problem
from cardforge.load.source import Source


@dataclass(frozen=True)
class Outcome:
    """The problems that a run found, and how much it checked."""

    problems: list[Problem]
    sources: dict[str, Source]  # to show the lines that problems point at
    files: int = 0
    cards: int = 0
    checks: int = 0  # rules run over documents
    passed: int = 0
    faces: int = 0  # checked for legibility
    pages: int = 0  # of PDFs

    @property
    def numbers(self) -> dict[str, int]:
        found = {"files": self.files, "cards": self.cards, "checks": self.checks, "passed": self.passed}
        return found | ({"faces": self.faces} if self.faces else {})
