"""Problems as JSON, as SARIF and as annotations on GitHub."""

from __future__ import annotations

import json

from cardforge.core.problems import Location, Problem, Severity
from cardforge.report.formats import github_report, json_report, sarif_report

PROBLEMS = [
    Problem("CF101", Severity.ERROR, Location("a.yaml", 2, 7), "`role` is wrong", "did you mean `pilot`?"),
    Problem("NB110", Severity.WARNING, Location("b,c.yaml", 1, 1), "50% the\nsame"),
    Problem("CF001", Severity.ERROR, Location("d.yaml"), "cannot be read"),
]


def test_json_holds_every_problem_and_the_numbers() -> None:
    report = json.loads(json_report(PROBLEMS, {"files": 3}))

    assert report["files"] == 3
    assert [(p["code"], p["path"], p["line"]) for p in report["problems"]] == [
        ("CF101", "a.yaml", 2),
        ("NB110", "b,c.yaml", 1),
        ("CF001", "d.yaml", 0),
    ]


def test_sarif_names_rules_levels_and_regions() -> None:
    (run,) = json.loads(sarif_report(PROBLEMS, {"CF101": "A title"}))["runs"]

    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["CF001", "CF101", "NB110"]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "error"]
    first, _, last = (result["locations"][0]["physicalLocation"] for result in run["results"])
    assert first["region"] == {"startLine": 2, "startColumn": 7}
    assert "region" not in last


def test_annotations_escape_what_github_would_read() -> None:
    lines = list(github_report(PROBLEMS))

    assert lines[0] == "::error file=a.yaml,line=2,col=7,title=CF101::`role` is wrong (did you mean `pilot`?)"
    assert lines[1] == "::warning file=b%2Cc.yaml,line=1,col=1,title=NB110::50%25 the%0Asame"
