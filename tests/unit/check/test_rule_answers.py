"""Whatever a rule file returns, no more of it is kept than people can read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardforge.check.rule_answers import proven_answer
from cardforge.scripting.script import ScriptError

FAULT = {"at": "/cards/0", "at_name": False, "severity": "error", "message": "m", "hint": ""}
RESULT = {"code": "TS101", "status": "fail", "says": ["1 card"], "faults": [FAULT]}


def answer(summary: Any = (), **result: Any) -> Any:
    return {"results": [RESULT | result], "summary": list(summary)}


@pytest.mark.parametrize(
    "given",
    [
        answer(says=["x" * 1_000_000] * 4),
        answer(says=["x"] * 1_000_000),
        answer(status="x" * 4_000_000),
        answer(faults=[FAULT | {"message": "x" * 10_000}] * 400),
        answer([{"title": "x" * 4_000_000, "rows": []}]),
        answer([{"title": "t", "rows": [["x"] * 1_000_000]}]),
        answer([{"title": "t", "rows": [["x"]]}] * 100_000),
    ],
    ids=["long words", "many words", "long status", "long faults", "long title", "wide row", "many parts"],
)
def test_a_large_answer_is_cut(given: Any) -> None:
    assert len(json.dumps(proven_answer(given, ["TS101"], "r.star"))) < 200_000


@pytest.mark.parametrize(
    "given",
    [
        answer(faults=[FAULT | {"at": "/" + "x" * 40_000_000}]),
        {"results": [RESULT] * 3, "summary": []},
        answer([{"title": "t", "facts": ["x"] * 100_000}]),
    ],
    ids=["place of 40 MB", "more results than rules", "many facts"],
)
def test_an_answer_that_cannot_be_cut_is_refused(given: Any) -> None:
    with pytest.raises(ScriptError):
        proven_answer(given, ["TS101"], "r.star")
