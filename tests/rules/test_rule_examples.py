"""Every rule has example files that pass and that fail; each failing one has its report beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

from cardforge.app.check import Checking
from cardforge.app.outcome import Outcome
from cardforge.app.rules import rules_of
from cardforge.app.validate import validate_files
from cardforge.core.problems import Problem
from cardforge.load.game import CHECKED, Games
from cardforge.load.project import builtin_project
from cardforge.load.source import Source, read_source
from cardforge.report.terminal import text_report

HERE = Path(__file__).parent
FOLDERS = sorted(folder for folder in HERE.glob("*/*") if folder.name in ("pass", "fail"))
PASSING = sorted(HERE.glob("*/pass/*.yaml"))
FAILING = sorted(HERE.glob("*/fail/*.yaml"))
GAMES = Games(builtin_project())


def _name(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


@cache
def _is_checked(file: Path) -> bool:
    """Whether `check` judges a file, and not `validate`."""
    data = yaml.safe_load(file.read_text("utf-8"))
    return GAMES[data["system"]].subject(data["kind"]) in CHECKED


@cache
def _validated(files: tuple[Path, ...]) -> Outcome:
    return validate_files(map(str, files))


def _beside(file: Path) -> tuple[Path, ...]:
    """The packs that are judged in one run with a pack: they are linked with each other and with the repository."""
    code = file.parent.parent.name
    # Rules of one game at a time where every example has an id of its own; a folder at a time where they do not.
    around = HERE.glob("AR-*/*/*.yaml") if code.startswith("AR-") else file.parent.glob("*.yaml")
    return tuple(sorted(each for each in around if each.parent.name != "packs" and not _is_checked(each)))


def _surroundings(file: Path) -> tuple[tuple[Path, ...], Path | None]:
    """The packs and the campaign that lie beside the examples of a rule."""
    rule = file.parent.parent
    campaign = rule / "campaign.yaml"
    lent = tuple(folder for folder in (HERE / "packs", rule / "packs") if folder.is_dir())
    return lent, campaign if campaign.is_file() else None


@cache
def _checked(lent: tuple[Path, ...], campaign: Path | None) -> dict[str, Outcome]:
    """Every deck, build or situation that has these surroundings, judged in one run."""
    files = [file for file in PASSING + FAILING if _is_checked(file) and _surroundings(file) == (lent, campaign)]
    checking = Checking(map(str, files), map(str, lent), str(campaign or ""))
    found = {}
    for file, judgement in zip(files, checking.judgements(), strict=True):
        source = read_source(file, judgement.path)
        assert isinstance(source, Source)
        found[_name(file)] = Outcome(list(judgement.problems), checking.sources | {source.path: source})
    assert checking.problems == []
    return found


def _outcome(file: Path) -> Outcome:
    return _checked(*_surroundings(file))[_name(file)] if _is_checked(file) else _validated(_beside(file))


def _problems(file: Path) -> list[Problem]:
    problems = _outcome(file).problems
    if _is_checked(file):
        return problems
    return [problem for problem in problems if problem.where.path.endswith(_name(file) + ".yaml")]


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
