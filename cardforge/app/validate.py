"""Validate files: read them, check them against their schemas, link them, and run the pack rules; write nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace

from cardforge.app.outcome import Outcome
from cardforge.campaign.judging import campaign_problems
from cardforge.check.many_documents import Found, judge_all
from cardforge.check.rulebook import Rulebook
from cardforge.check.subject import Subjects
from cardforge.core.problems import Problem, in_order
from cardforge.core.progress import Progress, unwatched
from cardforge.link.collection import Entry
from cardforge.link.opening import OpenGames
from cardforge.load.game import CHECKED, GAME_KIND, Game
from cardforge.load.project import builtin_root
from cardforge.load.targets import Targets, find_targets


def validate(paths: Iterable[str], game: str = "", faces: bool = False, progress: Progress = unwatched) -> Outcome:
    """Validate files, or only those of one game; with `faces`, also lay out their cards and check legibility."""
    paths = list(paths)
    outcome = validate_files(paths, game)
    if not faces:
        return outcome
    from cardforge.render.face_lint import lint_faces  # slow to import, and rarely needed

    lint = lint_faces(paths, game, progress)
    problems = in_order([*outcome.problems, *lint.problems])
    return replace(outcome, problems=problems, sources=outcome.sources | lint.sources, faces=lint.faces)


def validate_files(paths: Iterable[str], game: str = "") -> Outcome:
    """Validate files without checking their faces."""
    return _validate(find_targets(paths), game)


def validate_builtin() -> Outcome:
    """Validate all built-in files, wherever the command is run."""
    return _validate(find_targets([str(builtin_root())]))


def _validate(targets: Targets, only: str = "") -> Outcome:
    opened = OpenGames(targets)
    judged = opened.judge()
    if only:
        opened.game(only)
        judged.proven = [proven for proven in judged.proven if proven.system in (only, "")]
    problems = [*judged.problems, *judged.warnings]
    numbers = Counter(files=judged.files, cards=sum(proven.cards for proven in judged.proven))
    for game in opened.judged_games():
        problems += _judge(game, opened, targets.alone, numbers)
    return Outcome(in_order([*problems, *opened.problems]), opened.sources, **numbers)


def _judge(game: Game, opened: OpenGames, alone: bool, numbers: Counter[str]) -> list[Problem]:
    """The problems of one game's files; adds to `numbers` how much was checked."""
    opened.catalog.prove_schemas(game.system)
    judged = [each for each in opened.judged.proven if each.system == game.system]
    # A campaign may use any file of its game.
    is_whole = any(each.kind == GAME_KIND or game.subject(each.kind) == "log" for each in judged)
    linked = opened.open_game(game.system) if is_whole else opened.open_around_judged(game.system)
    subjects = Subjects(linked, alone)
    with closing(Rulebook(game)) as rulebook:
        problems = list(rulebook.problems)

        def judge(entry: Entry) -> Found:
            only_links = game.subject(entry.kind) in CHECKED
            result = rulebook.judge(subjects.subject(entry), only_links=only_links)
            passed = sum(verdict.status == "pass" for verdict in result.verdicts)
            return Found(result.all_problems, len(result.verdicts), passed)

        for found in judge_all(rulebook, [entry for entry in linked.judged if entry.can_be_judged], judge):
            problems += found.problems
            numbers["checks"] += found.checks
            numbers["passed"] += found.passed
        logs = [each for each in linked.judged if each.proven and game.subject(each.kind) == "log"]
        defined = any((each.kind, each.system) == (GAME_KIND, game.system) for each in opened.judged.proven)
        if game.steps and (logs or defined):
            problems += campaign_problems(linked, opened.catalog, rulebook, logs)
    return problems
