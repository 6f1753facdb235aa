"""The report of `check` as text: which rules it lists, and its last line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from cardforge.check.judgement import Judgement
from cardforge.check.rule_answers import Rule
from cardforge.check.rulebook import ON_A_MISTAKE, Verdict
from cardforge.core.problems import Location, Problem, Severity
from cardforge.report.check_report import judgement_data, judgement_text, verdict_line


def verdicts(**statuses: str) -> Iterator[Verdict]:
    for code, status in statuses.items():
        rule = Rule(code, "n", ("deck",), f"Title of {code}", "", "", "", (), "error", ())
        problem = Problem(code, Severity.WARNING, Location("a.yaml"), "hm")
        yield Verdict(rule, "fail" if status == "warning" else status, (), (problem,) if status == "warning" else ())


def judgement(**statuses: str) -> Judgement:
    made = tuple(verdicts(**statuses))
    return Judgement("a.yaml", "Ada", "deck", made, tuple(problem for each in made for problem in each.problems))


def lines(judged: Judgement, all_rules: bool = False) -> list[str]:
    return list(judgement_text(judged, {}, colour=False, all_rules=all_rules))


def test_rules_that_do_not_apply_or_cannot_be_judged_are_counted() -> None:
    judged = judgement(AB11="not applicable", AB12="pass", AB13="not applicable", AB14="not judged", AB15="not judged")
    *others, on_a_mistake, broken_pack = judged.verdicts
    on_a_mistake = replace(on_a_mistake, says=(ON_A_MISTAKE,))
    broken_pack = replace(broken_pack, says=("a pack could not be read",))
    judged = replace(judged, verdicts=(*others, on_a_mistake, broken_pack))

    assert lines(judged)[2:-2] == [
        "  pass  AB12  Title of AB12",
        "    ?   AB15  a pack could not be read",
        "  2 rules do not apply; --all-rules lists them",
        "  1 rule depends on a value that does not match the schema; --all-rules lists it",
    ]


def test_a_single_rule_that_does_not_apply_is_one() -> None:
    assert "  1 rule does not apply; --all-rules lists it" in lines(judgement(AB11="pass", AB12="not applicable"))


def test_all_rules_are_listed_on_request_and_none_is_counted() -> None:
    judged = judgement(AB11="not applicable", AB12="pass", AB13="not judged")

    assert lines(judged, all_rules=True)[2:-2] == [
        "    –   AB11  Title of AB11",
        "  pass  AB12  Title of AB12",
        "    ?   AB13  Title of AB13",
    ]


def test_json_always_has_all_rules() -> None:
    data = judgement_data(judgement(AB11="not applicable", AB12="pass"))

    assert [rule["status"] for rule in data["rules"]] == ["not applicable", "pass"]


@pytest.mark.parametrize(
    ("statuses", "line"),
    [
        ({}, "Ada: no rule applies to it."),
        ({"AB11": "not applicable"}, "Ada: no rule applies to it."),
        ({"AB11": "pass", "AB12": "not applicable"}, "Ada: legal, 1 rule passed."),
        ({"AB11": "pass", "AB12": "pass"}, "Ada: legal, 2 rules passed."),
        ({"AB11": "warning"}, "Ada: legal, with 1 warning to consider."),
        ({"AB11": "pass", "AB12": "warning"}, "Ada: legal, 1 rule passed, with 1 warning to consider."),
        ({"AB11": "not judged"}, "Ada: legal. 1 rule could not be checked."),
        ({"AB11": "pass", "AB12": "not judged"}, "Ada: legal, 1 rule passed. 1 rule could not be checked."),
    ],
)
def test_the_last_line_says_whether_it_may_be_played(statuses: dict[str, str], line: str) -> None:
    assert verdict_line(judgement(**statuses)) == line
