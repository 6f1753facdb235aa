"""Many documents are judged in several processes with the result of one."""

from __future__ import annotations

import pytest

from cardforge.check import many_documents
from cardforge.check.many_documents import Found, judge_all
from cardforge.check.rulebook import Rulebook
from cardforge.check.subject import Linked, Subject
from cardforge.link.collection import Entry
from cardforge.link.references import Links
from cardforge.load.game import Game
from cardforge.load.source import Source
from tests.support.documents import document_of

RULES = """
def _odd(pack):
    return compare(int(pack.id[-1]), "step", at_most = 7) if pack.id[-1] != "8" else None

def _slow(pack):
    for i in range(1000 * 1000 * 1000 if pack.id == "p{slow}" else 1):
        x = i
    return compare(int(pack.id[-1]), "step", at_most = 8)

rule(code = "TS101", name = "odd", on = "pack", check = _odd, title = "T", why = "W", wrong = "", right = "")
rule(code = "TS102", name = "slow", on = "pack", check = _slow, title = "T", why = "W", wrong = "", right = "")
"""
COUNT = 60


def found(slow: int, processes: int, monkeypatch: pytest.MonkeyPatch) -> list[Found]:
    monkeypatch.setattr(many_documents, "cores", lambda: processes)
    monkeypatch.setattr(many_documents, "WORTH_SPLITTING", 10)
    monkeypatch.setattr(many_documents, "_SHARE", 7)
    game = document_of("kinds: {crew: {is: pack}}\n", "game.yaml")
    book = Rulebook(Game("test", game, {}, (Source("rules/a.star", RULES.format(slow=slow)),), is_builtin=True))
    entries = [
        Entry(document_of(f"kind: crew\nid: p{at}\ncards: []\n", f"p{at}.yaml"), "crew", is_pack=True, mentions=())
        for at in range(COUNT)
    ]

    def judge(entry: Entry) -> Found:
        judged = book.judge(Subject("pack", Linked(entry, Links({}, ()))))
        return Found(judged.all_problems, len(judged.verdicts), sum(each.status == "pass" for each in judged.verdicts))

    return list(judge_all(book, entries, judge))


def codes(results: list[Found]) -> list[list[str]]:
    return [[problem.code for problem in each.problems] for each in results]


def test_the_problems_of_many_documents_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    together = found(-1, 2, monkeypatch)

    assert codes(together)[7:10] == [[], [], ["TS101", "TS102"]]
    assert len(together) == COUNT
    assert together == found(-1, 1, monkeypatch)


def test_a_rule_that_exceeds_a_limit_is_skipped_from_there_on_in_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    together = found(31, 3, monkeypatch)

    assert codes(together)[29:32] == [["TS101", "TS102"], [], ["CF303"]]
    assert codes(together)[39] == ["TS101"]
    assert together == found(31, 1, monkeypatch)
