"""What `check` says about one file: every rule, every problem, and whether it may be played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardforge.check.rulebook import Rulebook, Verdict
from cardforge.check.subject import Subject
from cardforge.core.problems import Problem, Severity, in_order
from cardforge.validate.reading import BrokenFile


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


def judgement_of(subject: Subject, rulebook: Rulebook, broken: Iterable[BrokenFile]) -> Judgement:
    """What the rules say about a deck, a scenario or a build."""
    judged = rulebook.judge(subject)
    # A pack that is itself broken is reported at its own place, beside what could still be judged.
    behind = [problem for each in broken if each.words & set(subject.lost) for problem in each.problems]
    return Judgement(
        subject.entry.document.path,
        str(subject.entry.document.data.get("name", "")),
        subject.entry.kind,
        tuple(judged.verdicts),
        tuple(in_order([*judged.all_problems, *behind, *rulebook.problems])),
        subject.lost,
        tuple(judged.summary),
    )
