"""What the rules say of a document, as words that a face can show.

Takes a document and the codes of rules; gives for each its title, whether it holds, and the numbers it compared. What
is asked of packs only is asked of those that the document refers to.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import Any

from cardforge.check.answer import Rule
from cardforge.check.run import Rulebook, Verdict
from cardforge.check.subject import Subjects
from cardforge.errors import UsageError
from cardforge.link.linking import LinkedGame
from cardforge.link.references import reach_of
from cardforge.load.game import Game
from cardforge.nearest import did_you_mean
from cardforge.problems import Severity
from cardforge.validate.catalog import Proven

PASSED, FAILED, NOTED, NOT_ASKED = "pass", "fail", "note", "not asked"


def verdicts_of(proven: Proven, linked: LinkedGame, codes: Iterable[str]) -> list[dict[str, Any]]:
    """The findings of some rules, in the order of their codes."""
    entry = linked.entry(proven)
    entries = [entry, *reach_of(entry, linked.collection).packs.values()]
    subjects = Subjects(linked, alone=False)
    with closing(Rulebook(linked.game)) as rulebook:
        rules = {rule.code: rule for rule in rulebook.rules}
        for code in codes:
            if code not in rules:
                message = f"{linked.game.system} prints what `{code}` finds, and has no such rule"
                raise UsageError(message, did_you_mean(code, rules) or "mend `findings` in its game.yaml")
        judged = [rulebook.judge(subjects.subject(each)).verdicts for each in entries]
    found = {code: [each for some in judged for each in some if each.rule.code == code] for code in codes}
    return [_told(rules[code], verdicts, linked.game, proven.kind) for code, verdicts in found.items()]


def _told(rule: Rule, verdicts: list[Verdict], game: Game, kind: str) -> dict[str, Any]:
    problems = [problem for verdict in verdicts for problem in verdict.problems]
    if not verdicts:
        kinds = game.document.data["kinds"]
        titles = [kinds[kind]["title"] if kind in kinds else kind for kind in rule.kinds or rule.on]
        status, says = NOT_ASKED, f"asked of every {' and '.join(titles)}"
    elif problems:
        status = FAILED if any(each.severity is Severity.ERROR for each in problems) else NOTED
        says = "; ".join(each.message for each in problems)
    else:  # the document itself comes first, and its numbers say most
        own = verdicts[0].rule.concerns(game.subject(kind), kind) or len(verdicts) == 1
        status, says = PASSED, "; ".join(verdicts[0].says) if own else f"{len(verdicts)} packs"
    return {"code": rule.code, "title": rule.title, "status": status, "says": says.replace("`", "")}
