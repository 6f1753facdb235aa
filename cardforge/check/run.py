"""Run a game's rules over documents.

Takes linked entries and the rules; gives verdicts, passed ones too, and problems.
All rules of a file run in one call; only when that crashes are they run one by one, so that
one broken rule does not silence the others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from cardforge.check.rulebook import Rule, RuleError, RuleFile
from cardforge.check.worker import RemoteRuleFile, Worker
from cardforge.link.collection import Entry
from cardforge.link.references import Links
from cardforge.load.document import Document
from cardforge.load.game import Game
from cardforge.load.source import problem_at
from cardforge.problems import Pointer, Problem, Severity, Step

_CODE = re.compile(r"[A-Z]{2,4}-?[0-9]{2,3}")
SUBJECTS = ("card", "pack", "deck", "scenario", "build", "setting", "log")


class RunsRules(Protocol):
    """A rule file, in this process or in a worker."""

    path: str
    rules: list[Rule]

    def run(self, subject: str, document: str, only: str = "") -> list[dict[str, Any]]: ...


@dataclass(frozen=True)
class Verdict:
    """What one rule says about one document."""

    rule: Rule
    status: str  # pass, fail, not applicable
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
                self.problems.append(
                    problem_at(
                        error.path,
                        "CF301",
                        f"this rule file cannot be used: {error.message}",
                        "",
                        error.line,
                        error.column,
                    )
                )
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
                        file, f"the code `{rule.code}` is not capital letters and two or three digits, like NB205"
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

    def judge(self, subject: str, entry: Entry, links: Links, alone: bool) -> tuple[list[Verdict], list[Problem]]:
        """Run every rule that concerns a document; gives verdicts, and problems with the rules themselves."""
        verdicts: list[Verdict] = []
        problems: list[Problem] = []
        concerned = [(file, [rule for rule in file.rules if rule.concerns(subject, entry.kind)]) for file in self.files]
        text = _as_text(entry, links, alone) if any(rules for _, rules in concerned) else ""
        for file, rules in concerned:
            if rules:
                results, crashes = _results(file, rules, subject, text, entry.document.path)
                problems += crashes
                verdicts += _verdicts(results, rules, entry.document)
        judged = {sort for verdict in verdicts for sort in verdict.rule.judges}
        problems += unjudged(entry, links, judged)
        return verdicts, problems


def unjudged(entry: Entry, links: Links, judged: set[str]) -> Iterator[Problem]:
    """What linking found and no rule of the game judges."""
    for finding in links.findings:
        if finding.about not in judged:
            place = entry.document.locate(finding.pointer)
            yield Problem(finding.code, Severity.ERROR, place, finding.message, finding.hint)


def _as_text(entry: Entry, links: Links, alone: bool) -> str:
    findings = [
        {"about": finding.about, "at": _pointer_text(finding.pointer), "message": finding.message, "hint": finding.hint}
        for finding in links.findings
    ]
    return json.dumps(
        {
            "document": entry.document.data,
            "links": {"references": links.references, "findings": findings},
            "alone": alone,
        },
        ensure_ascii=False,
    )


def _results(
    file: RunsRules, rules: list[Rule], subject: str, text: str, path: str
) -> tuple[list[dict[str, Any]], list[Problem]]:
    try:
        return file.run(subject, text), []
    except RuleError:
        results: list[dict[str, Any]] = []
        crashes: list[Problem] = []
        for rule in rules:
            try:
                results += file.run(subject, text, rule.code)
            except RuleError as error:
                message = f"rule {rule.code} crashed on {path}: {error.message}"
                crashes.append(
                    problem_at(
                        error.path, "CF303", message, "the other rules were still checked", error.line, error.column
                    )
                )
        return results, crashes


def _verdicts(results: Iterable[dict[str, Any]], rules: list[Rule], document: Document) -> Iterator[Verdict]:
    by_code = {rule.code: rule for rule in rules}
    for result in results:
        rule = by_code[result["code"]]
        problems = tuple(_problem(rule, fault, document) for fault in result["faults"])
        yield Verdict(rule, result["status"], tuple(result["says"]), problems)


def _problem(rule: Rule, fault: dict[str, Any], document: Document) -> Problem:
    pointer, value = _walk(fault["at"], document.data)
    # A list or mapping begins on the line after its key; people look for the key.
    place = document.locate(pointer, key=fault["at_name"] or isinstance(value, (list, dict)))
    return Problem(rule.code, Severity(fault["severity"]), place, fault["message"], fault["hint"])


def _pointer_text(pointer: Pointer) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in pointer)


def _walk(text: str, data: Any) -> tuple[Pointer, Any]:
    """The steps of a rule's place and the value there; what the document does not have is left off by `locate`."""
    steps: list[Step] = []
    for word in text.split("/")[1:]:
        step: Step = word.replace("~1", "/").replace("~0", "~")
        if isinstance(data, list) and word.isdigit():
            step = int(word)
            data = data[step] if step < len(data) else None
        else:
            data = data.get(step) if isinstance(data, dict) else None
        steps.append(step)
    return tuple(steps), data
