"""Run a game's rules over documents.

Takes linked entries and the rules; gives verdicts, passed ones too, and problems.
All rules of a file run in one call; only when that crashes are they run one by one, so that
one broken rule does not silence the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from cardforge.check.rulebook import Rule, RuleError, RuleFile
from cardforge.check.subject import Subject
from cardforge.check.worker import RemoteRuleFile, Worker
from cardforge.load.game import Game
from cardforge.load.source import problem_at
from cardforge.problems import Problem, Severity

_CODE = re.compile(r"[A-Z]{2,4}-?[0-9]{2,3}")
SUBJECTS = ("card", "pack", "deck", "scenario", "build", "setting", "log")


class RunsRules(Protocol):
    """A rule file, in this process or in a worker."""

    path: str
    rules: list[Rule]

    def run(self, subject: str, document: str, only: str = "") -> list[dict[str, Any]]: ...

    def summarise(self, subject: str, document: str) -> list[dict[str, Any]]: ...


@dataclass(frozen=True)
class Verdict:
    """What one rule says about one document."""

    rule: Rule
    status: str  # pass, fail, not applicable, not judged
    says: tuple[str, ...]  # the numbers compared
    problems: tuple[Problem, ...]


class Rulebook:
    """All rules of a game. Close it when done: a stranger's rules have a process."""

    def __init__(self, game: Game) -> None:
        self.files: list[RunsRules] = []
        self.problems: list[Problem] = []
        self._worker = None if game.is_builtin else Worker()
        for source in game.rules:
            try:
                if self._worker:
                    self.files.append(RemoteRuleFile(self._worker, source.path, source.text, game.document.data))
                else:
                    self.files.append(RuleFile(source.path, source.text, game.document.data))
            except RuleError as error:
                message = f"this rule file cannot be used: {error.message}"
                self.problems.append(problem_at(error.path, "CF301", message, "", error.line, error.column))
        self._prove()

    @property
    def rules(self) -> list[Rule]:
        return [rule for file in self.files for rule in file.rules]

    def _prove(self) -> None:
        """Codes are well formed and used once; what a rule runs over is known."""
        seen: dict[str, str] = {}
        for file in self.files:
            for rule in file.rules:
                if not _CODE.fullmatch(rule.code):
                    self._refuse(
                        file, f"the code `{rule.code}` is not capital letters and two or three digits, like AB205"
                    )
                elif rule.code.startswith("CF"):
                    self._refuse(file, f"the code `{rule.code}` starts with CF, which is kept for cardforge itself")
                elif rule.code in seen:
                    self._refuse(file, f"the code {rule.code} stands twice, here and in {seen[rule.code]}")
                elif unknown := [subject for subject in rule.on if subject not in SUBJECTS]:
                    self._refuse(file, f"rule {rule.code} runs on `{unknown[0]}`, allowed: {', '.join(SUBJECTS)}")
                elif rule.severity not in tuple(Severity):
                    self._refuse(
                        file, f"rule {rule.code} has severity `{rule.severity}`, allowed: error, warning, note"
                    )
                seen.setdefault(rule.code, file.path)

    def _refuse(self, file: RunsRules, message: str) -> None:
        self.problems.append(problem_at(file.path, "CF302", message, "", 1, 1))

    def close(self) -> None:
        """End the worker, if there is one."""
        if self._worker:
            self._worker.close()

    def judge(self, subject: Subject, only_links: bool = False) -> tuple[list[Verdict], list[Problem]]:
        """Run every rule that concerns a document; gives verdicts, and problems that are no rule's.

        With `only_links` no rule runs, and only what linking found is reported.
        """
        verdicts: list[Verdict] = []
        problems: list[Problem] = []
        for file in () if only_links else self.files:
            rules = {rule.code: rule for rule in file.rules if rule.concerns(subject.sort, subject.entry.kind)}
            if rules:
                results, crashes = _results(file, rules, subject)
                problems += crashes
                verdicts += (_verdict(result, rules, subject) for result in results)
        judged = {sort for verdict in verdicts for sort in verdict.rule.judges}
        problems += _unjudged(subject, judged)
        return sorted(verdicts, key=lambda verdict: verdict.rule.code), problems

    def summarise(self, subject: Subject) -> tuple[list[dict[str, Any]], list[Problem]]:
        """What the game likes to show of a document at a glance."""
        parts: list[dict[str, Any]] = []
        problems: list[Problem] = []
        for file in self.files:
            try:
                parts += file.summarise(subject.sort, subject.text)
            except RuleError as error:
                message = f"the summary crashed on {subject.entry.document.path}: {error.message}"
                problems.append(problem_at(error.path, "CF303", message, "", error.line, error.column))
        return parts, problems


def _unjudged(subject: Subject, judged: set[str]) -> Iterator[Problem]:
    """What linking found and no rule of the game judges."""
    for finding in subject.linked.links.findings:
        if finding.about not in judged:
            place = subject.entry.document.locate(finding.pointer)
            yield Problem(finding.code, Severity.ERROR, place, finding.message, finding.hint)


def _results(file: RunsRules, rules: dict[str, Rule], subject: Subject) -> tuple[list[dict[str, Any]], list[Problem]]:
    try:
        return file.run(subject.sort, subject.text), []
    except RuleError:
        results: list[dict[str, Any]] = []
        crashes: list[Problem] = []
        for code in rules:
            try:
                results += file.run(subject.sort, subject.text, code)
            except RuleError as error:
                message = f"rule {code} crashed on {subject.entry.document.path}: {error.message}"
                hint = "the other rules were still checked"
                crashes.append(problem_at(error.path, "CF303", message, hint, error.line, error.column))
        return results, crashes


def _verdict(result: dict[str, Any], rules: dict[str, Rule], subject: Subject) -> Verdict:
    rule = rules[result["code"]]
    problems = [
        Problem(
            rule.code,
            Severity(fault["severity"]),
            subject.place(fault["at"], fault["at_name"]),
            fault["message"],
            fault["hint"],
        )
        for fault in result["faults"]
    ]
    return Verdict(rule, result["status"], tuple(result["says"]), tuple(problems))
