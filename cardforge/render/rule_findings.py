"""Run rules on the documents of a game and return their verdicts, or a summary, as text that a face can show.

Takes a document and the codes of rules; returns the title of each, whether it passed, and the numbers it compared. A
rule runs on the document, on the packs it refers to, and on the files that refer to it. A summary is of the document.
The rules are loaded once for all documents: those of a large game take 15 MB of memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardforge.check.rule_answers import Rule
from cardforge.check.rulebook import Rulebook, Verdict
from cardforge.check.subject import Subjects
from cardforge.core.errors import UsageError
from cardforge.core.json_data import JsonObject
from cardforge.core.phrases import counted
from cardforge.core.problems import Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.link.collection import Entry
from cardforge.link.linking import LinkedGame
from cardforge.link.references import reach_of
from cardforge.load.game import CHECKED, Game
from cardforge.validate.catalog import Proven

PASSED, FAILED, NOTED, NOT_ASKED = "pass", "fail", "note", "not asked"

_Judged = list[tuple[str, Verdict]]  # the kind of a document, and the verdict of a rule on it


class RuleFindings:
    """What the rules of one game find. Close it when done: untrusted rules run in their own process."""

    def __init__(self, linked: LinkedGame, files: Sequence[Proven]) -> None:
        self._linked, self._files = linked, files
        self._subjects = Subjects(linked, alone=False)
        self._rulebook = Rulebook(linked.game)

    def close(self) -> None:
        """End the process, if there is one."""
        self._rulebook.close()

    def verdicts_of(self, proven: Proven, codes: Iterable[str]) -> list[dict[str, Any]]:
        """The verdicts of some rules on a document, in the order of the codes given."""
        linked = self._linked
        entry = linked.entry(proven)
        entries = [entry, *reach_of(entry, linked.collection).packs.values(), *_referring(entry, linked, self._files)]
        rules = {rule.code: rule for rule in self._rulebook.rules}
        for code in codes:
            if code not in rules:
                message = f"{linked.game.system} prints the findings of `{code}`, but has no such rule"
                raise UsageError(message, did_you_mean(code, rules) or "fix `findings` in its game.yaml")
        judged = [(each.kind, self._rulebook.judge(self._subjects.subject(each)).verdicts) for each in entries]
        found: dict[str, _Judged] = {
            code: [(kind, each) for kind, verdicts in judged for each in verdicts if each.rule.code == code]
            for code in codes
        }
        return [_row(rules[code], verdicts, linked.game, proven.kind) for code, verdicts in found.items()]

    def summary_of(self, proven: Proven) -> list[JsonObject]:
        """The tables and bars that `check` shows for a document, and the facts that it does not show."""
        return self._rulebook.judge(self._subjects.subject(self._linked.entry(proven))).summary


def _referring(entry: Entry, linked: LinkedGame, files: Iterable[Proven]) -> Iterator[Entry]:
    """Files that refer to this one and are checked with it, such as play situations."""
    for each in files:
        own = each.system == linked.game.system and not each.problems and each.kind in linked.finders
        if own and linked.game.subject(each.kind) in CHECKED:
            other = linked.entry(each)
            if any(mention.id == entry.id and entry.kind in mention.refers_to for mention in other.mentions):
                yield other


def _row(rule: Rule, judged: _Judged, game: Game, kind: str) -> dict[str, Any]:
    kinds = game.kinds
    problems = [problem for _, verdict in judged for problem in verdict.problems]
    if not judged:
        titles = [kinds[each].title if each in kinds else each for each in rule.kinds or rule.on]
        status, says = NOT_ASKED, f"asked of every {' and '.join(titles)}"
    elif problems:
        status = FAILED if any(each.severity is Severity.ERROR for each in problems) else NOTED
        says = "; ".join(each.message for each in problems)
    elif judged[0][0] == kind:  # the document itself comes first, and its numbers matter most
        status, says = PASSED, "; ".join(judged[0][1].says)
    else:
        alike = {each for each, _ in judged}
        status, says = PASSED, counted(len(judged), kinds[alike.pop()].title if len(alike) == 1 else "pack")
    return {"code": rule.code, "title": rule.title, "status": status, "says": says.replace("`", "")}
