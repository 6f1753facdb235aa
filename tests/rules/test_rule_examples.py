"""Every rule has example files that pass and that fail; each failing one has its report beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cardforge.load.source import Source, read_source
from cardforge.lookup import rules_of
from cardforge.pipeline import Checking, Outcome, validate_files
from cardforge.problems import Problem
from cardforge.report import text_report

HERE = Path(__file__).parent
FOLDERS = sorted(folder for folder in HERE.glob("*/*") if folder.name in ("pass", "fail"))
PASSING = sorted(HERE.glob("*/pass/*.yaml"))
FAILING = sorted(HERE.glob("*/fail/*.yaml"))


def _name(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


@cache
def _validated(folder: Path) -> Outcome:
    # A folder at a time: its files are linked with each other and with the packs of the repository.
    return validate_files([str(folder)])


@cache
def _checked(file: Path) -> Outcome:
    """A deck or scenario, with the packs and the campaign that lie beside its examples."""
    packs = [folder for folder in (HERE / "packs", file.parent.parent / "packs") if folder.is_dir()]
    campaign = file.parent.parent / "campaign.yaml"
    checking = Checking([str(file)], map(str, packs), str(campaign) if campaign.is_file() else "")
    sources = dict(checking.sources)
    (judgement,) = checking.judgements()
    assert checking.problems == []
    source = read_source(file, judgement.path)
    assert isinstance(source, Source)
    return Outcome(list(judgement.problems), sources | {source.path: source})


def _outcome(file: Path) -> Outcome:
    is_pack = file.parent.parent.name < "NB2"
    return _validated(file.parent) if is_pack else _checked(file)


def _problems(file: Path) -> list[Problem]:
    problems = _outcome(file).problems
    if file.parent.parent.name < "NB2":
        return [problem for problem in problems if problem.where.path.endswith(_name(file) + ".yaml")]
    return problems


@pytest.mark.parametrize("file", PASSING, ids=_name)
def test_a_passing_example_has_no_problem(file: Path, in_repository: Path) -> None:
    assert _problems(file) == []


@pytest.mark.parametrize("file", FAILING, ids=_name)
def test_a_failing_example_gives_its_report_and_no_other_code(file: Path, in_repository: Path, approve: bool) -> None:
    problems = _problems(file)
    report = "\n".join(text_report(problems, _outcome(file).sources, colour=False)) + "\n"
    approved = file.with_suffix(".txt")
    if approve:
        approved.write_text(report, encoding="utf-8")

    assert {problem.code for problem in problems} == {file.parent.parent.name}
    assert approved.read_text(encoding="utf-8") == report


def test_every_rule_has_a_passing_and_a_failing_example(in_repository: Path) -> None:
    rules, problems = rules_of()

    assert problems == []
    for _, rule in rules:
        assert list((HERE / rule.code / "pass").glob("*.yaml")), f"{rule.code} has no passing example"
        if rule.severity != "note":  # a note tells and never fails
            assert list((HERE / rule.code / "fail").glob("*.yaml")), f"{rule.code} has no failing example"


def test_there_is_no_example_of_a_rule_that_does_not_exist(in_repository: Path) -> None:
    assert {folder.parent.name for folder in FOLDERS} <= {rule.code for _, rule in rules_of()[0]}
