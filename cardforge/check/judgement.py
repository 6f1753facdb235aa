"""The result of `check` for one file: every rule, every problem, and whether it is legal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardforge.check.rulebook import Rulebook, Verdict
from cardforge.check.subject import Subject
from cardforge.core.json_data import JsonObject
from cardforge.core.problems import Problem, Severity, in_order
from cardforge.validate.reading import BrokenFile

_UNREAD = ("CF301", "CF302")
_OF_RULES = (*_UNREAD, "CF303")  # mistakes of the rules: no document is to blame for them


@dataclass(frozen=True)
class Judgement:
    """The result of checking one deck, scenario or build."""

    path: str
    name: str = ""
    kind: str = ""
    verdicts: tuple[Verdict, ...] = ()
    problems: tuple[Problem, ...] = ()  # all of them, including those of the verdicts
    lost: tuple[str, ...] = ()  # ids the file refers to that could not be checked
    summary: tuple[JsonObject, ...] = ()  # tables and bars, as the game shows them

    @property
    def mistakes(self) -> int:
        """How many errors the document has, and what it refers to."""
        return sum(each.severity is Severity.ERROR and each.code not in _OF_RULES for each in self.problems)

    @property
    def rules_not_run(self) -> int:
        """How many rules could not run, or could not even be read, because of mistakes of their own."""
        unread = sum(each.code in _UNREAD for each in self.problems)
        return unread + sum(each.was_not_run for each in self.verdicts)

    @property
    def legal(self) -> bool | None:
        """Whether the document is legal; None if that is not known, because a rule could not run."""
        if self.mistakes:
            return False
        return None if self.rules_not_run else True


def judgement_of(
    subject: Subject, rulebook: Rulebook, broken: Iterable[BrokenFile], mistakes: Iterable[Problem]
) -> Judgement:
    """Check a deck, a scenario or a build; `mistakes` are its schema problems."""
    judged = rulebook.judge(subject)
    # A broken pack is reported in its own file, next to what could still be checked.
    lost, suspects = set(subject.lost), subject.suspects
    culprits = [each for each in broken if each.words & lost or each.path in suspects]
    behind = [problem for each in culprits for problem in each.problems]
    return Judgement(
        subject.entry.document.path,
        str(subject.entry.document.data.get("name", "")),
        subject.entry.kind,
        tuple(judged.verdicts),
        tuple(in_order([*mistakes, *judged.all_problems, *behind, *rulebook.problems])),
        subject.lost,
        tuple(part for part in judged.summary if "facts" not in part),
    )
