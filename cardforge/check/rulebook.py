"""Run a game's rules over documents.

Takes linked entries and the rules; returns verdicts, including passed ones, and problems.
All rules of a file run in one call; if that crashes, they run one by one, so that
one broken rule does not silence the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from cardforge.check.rule_answers import Answer, Rule
from cardforge.check.rule_file import RemoteRuleFile, RuleFile
from cardforge.check.subject import Subject
from cardforge.core.json_data import JsonObject
from cardforge.core.printed import collected, pass_on
from cardforge.core.problems import Problem, Severity
from cardforge.link.references import DUPLICATE
from cardforge.load.game import Game
from cardforge.load.source import problem_at
from cardforge.scripting.sandbox import Sandbox
from cardforge.scripting.script import Loaded, ScriptError

CODE = re.compile(r"[A-Z]{2,4}-?[0-9]{2,3}")
# The status of a rule that has nothing to say about a document, and of one that cannot decide.
NOT_APPLICABLE, NOT_JUDGED = "not applicable", "not judged"
# Why a rule is not judged.
ON_A_MISTAKE = "it depends on a value that does not match the schema"
CRASHED, SKIPPED = "it crashed", "it exceeded a limit on another file"
SUBJECTS = ("card", "pack", "deck", "scenario", "build", "situation", "setting", "log")


class RunsRules(Protocol):
    """A rule file, in this process or in a sandbox."""

    path: str
    rules: list[Rule]
    summaries: list[str]

    def run(
        self, subject: str, document: str, only: str = "", without: tuple[str, ...] = (), careful: bool = False
    ) -> Answer: ...


@dataclass(frozen=True)
class Verdict:
    """The result of one rule on one document."""

    rule: Rule
    status: str  # pass, fail, not applicable, not judged
    says: tuple[str, ...]  # the numbers compared
    problems: tuple[Problem, ...]

    @property
    def was_not_run(self) -> bool:
        """Whether the rule crashed or was skipped: a fault of the rule and not of the document."""
        return self.status == NOT_JUDGED and self.says in ((CRASHED,), (SKIPPED,))


@dataclass(frozen=True)
class Judged:
    """The result of all rules on one document."""

    verdicts: list[Verdict]
    problems: list[Problem]  # those that belong to no rule
    summary: list[JsonObject]

    @property
    def all_problems(self) -> list[Problem]:
        return [*self.problems, *(problem for verdict in self.verdicts for problem in verdict.problems)]


class Rulebook:
    """All rules of a game. Close it when done: untrusted rules run in their own process."""

    def __init__(self, game: Game) -> None:
        self.files: list[RunsRules] = []
        self.problems: list[Problem] = []
        self._given_up: dict[str, tuple[str, ...]] = {}  # by file: rules that exceeded a limit and are not run again
        self._sandbox = None if game.is_builtin else Sandbox("rule")
        self._texts = {source.path: source.text for source in game.rules}
        loaded: Loaded = {}
        for source in game.rules:
            try:
                if self._sandbox:
                    self.files.append(RemoteRuleFile(self._sandbox, source.path, source.text, game.data, game.common))
                else:
                    self.files.append(RuleFile(source.path, source.text, game.data, game.common, loaded))
            except ScriptError as error:
                message = f"this rule file cannot be used: {error.message}"
                self.problems.append(problem_at(error.path, "CF301", message, "", error.line, error.column))
        self._prove()

    @property
    def rules(self) -> list[Rule]:
        return [rule for file in self.files for rule in file.rules]

    @property
    def is_in_process(self) -> bool:
        """Whether the rules run in this process, so that forks of it can run them too."""
        return self._sandbox is None

    @property
    def has_given_up(self) -> bool:
        """Whether a rule exceeded a limit, so that it is not run again."""
        return bool(self._given_up)

    def forget_given_up(self) -> None:
        """Run every rule again, as for the first document."""
        self._given_up = {}

    def _prove(self) -> None:
        """Check that codes are well formed and unique, and that each rule runs on a known subject."""
        seen: dict[str, str] = {}
        for file in self.files:
            for rule in file.rules:
                if not CODE.fullmatch(rule.code):
                    self._refuse(
                        file,
                        rule,
                        f"the code `{rule.code}` must be capital letters and two or three digits, like AB205",
                    )
                elif rule.code.startswith("CF"):
                    self._refuse(
                        file, rule, f"the code `{rule.code}` starts with CF, which is reserved for cardforge itself"
                    )
                elif rule.code in seen:
                    self._refuse(file, rule, f"duplicate code {rule.code}, already used in {seen[rule.code]}")
                elif unknown := [subject for subject in rule.on if subject not in SUBJECTS]:
                    self._refuse(file, rule, f"rule {rule.code} runs on `{unknown[0]}`, allowed: {', '.join(SUBJECTS)}")
                elif rule.severity not in tuple(Severity):
                    self._refuse(
                        file, rule, f"rule {rule.code} has severity `{rule.severity}`, allowed: error, warning, note"
                    )
                seen.setdefault(rule.code, file.path)

    def _refuse(self, file: RunsRules, rule: Rule, message: str) -> None:
        place = _place_of(rule.code, self._texts[file.path])
        self.problems.append(problem_at(file.path, "CF302", message, "", *place))

    def close(self) -> None:
        """End the process, if there is one."""
        if self._sandbox:
            self._sandbox.close()

    def judge(self, subject: Subject, only_links: bool = False) -> Judged:
        """Run every rule and summary for a document.

        With `only_links` no rule runs, and only the findings of linking are reported. Of a document with schema
        problems, or with such packs, only what matches its schema is judged: a rule that reads anything else has the
        status "not judged".
        """
        verdicts: list[Verdict] = []
        problems: list[Problem] = []
        summary: list[JsonObject] = []
        for file in () if only_links else self.files:
            rules = {rule.code: rule for rule in file.rules if rule.concerns(subject.sort, subject.entry.kind)}
            if rules or subject.sort in file.summaries:
                answer, crashes = self._answer(file, rules, subject)
                problems += crashes
                verdicts += (_verdict(result, rules, subject) for result in answer["results"])
                summary += answer["summary"]
        reported = [
            verdict
            for verdict in verdicts
            if verdict.status != NOT_JUDGED or (subject.is_sound and not verdict.was_not_run)
        ]
        judged = {sort for verdict in reported for sort in verdict.rule.judges}
        problems += _unjudged(subject, judged)
        return Judged(sorted(verdicts, key=lambda verdict: verdict.rule.code), problems, summary)

    def _answer(self, file: RunsRules, rules: dict[str, Rule], subject: Subject) -> tuple[Answer, list[Problem]]:
        """Run all rules of a file in one call or, if that crashes, one by one."""
        without = self._given_up.get(file.path, ())
        careful = not subject.is_sound
        answer: Answer
        skipped = [_not_judged(code, SKIPPED) for code in rules if code in without]
        try:
            printed: list[str] = []
            with collected(printed):  # if it crashes, the rules print it again one by one
                answer = file.run(subject.sort, subject.text, "", without, careful)
            for line in printed:
                pass_on(line)
            return {"results": [*answer["results"], *skipped], "summary": answer["summary"]}, []
        except ScriptError:
            answer = {"results": skipped, "summary": []}
            crashes: list[Problem] = []
        names = [*rules, *(["summary"] if subject.sort in file.summaries else [])]
        for only in [name for name in names if name not in without]:
            try:
                part = file.run(subject.sort, subject.text, only, careful=careful)
                answer["results"] += part["results"]
                answer["summary"] += part["summary"]
            except ScriptError as error:
                if careful and not error.hopeless:
                    answer["results"] += [_not_judged(only, ON_A_MISTAKE)] if only in rules else []
                    continue
                answer["results"] += [_not_judged(only, CRASHED)] if only in rules else []
                what = "the summary" if only == "summary" else f"rule {only}"
                message = f"{what} crashed on {subject.entry.document.path}: {error.message.removeprefix('fail: ')}"
                hint = "the other rules were still checked"
                if error.hopeless:
                    hint = "it is skipped for the rest of this run; the other rules are not"
                    self._given_up[file.path] = (*self._given_up.get(file.path, ()), only)
                place = (error.line, error.column)
                if (error.path, error.line) == (file.path, 1):  # no line of it is known: that of its declaration
                    place = _place_of(only, self._texts[file.path])
                crashes.append(problem_at(error.path, "CF303", message, hint, *place))
        return answer, crashes


def _not_judged(code: str, reason: str) -> JsonObject:
    """The result of a rule that cannot decide."""
    return {"code": code, "status": NOT_JUDGED, "says": [reason], "faults": []}


def _place_of(code: str, text: str) -> tuple[int, int]:
    """Line and column at which a rule file writes the code of a rule; its start if it computes the code."""
    found = re.search(rf"""["']{re.escape(code)}["']""", text)
    at = found.start() if found else 0
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _unjudged(subject: Subject, judged: set[str]) -> Iterator[Problem]:
    """Report findings of linking that no rule of the game judges, and packs with duplicate ids."""
    own = [(subject.linked, finding) for finding in subject.linked.links.findings if finding.about not in judged]
    doubled = [
        (each, finding) for each in subject.rivals for finding in each.links.findings if finding.about == DUPLICATE
    ]
    for linked, finding in own + doubled:
        place = linked.entry.document.locate(finding.pointer)
        yield Problem(finding.code, Severity.ERROR, place, finding.message, finding.hint)


def _verdict(result: JsonObject, rules: dict[str, Rule], subject: Subject) -> Verdict:
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
