"""List the rules of the games, and test those of a project's own games on their examples.

Examples are files in `tests/rules/CODE/pass/` and `fail/`: one in `pass/` has no problem, one in `fail/` has its rule's
problem and no other. All packs among them are judged in one run, so each needs its own id.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardforge.app.check import Checking
from cardforge.app.validate import validate_files
from cardforge.check.rule_answers import Rule
from cardforge.check.rulebook import CODE, Rulebook
from cardforge.core.errors import UsageError
from cardforge.core.problems import Location, Problem, Severity, in_order
from cardforge.core.regular_file import inside
from cardforge.link.opening import open_project
from cardforge.load.game import CHECKED, Games
from cardforge.load.game_choice import refuse_unknown
from cardforge.load.project import Project, builtin_root, files_below, project_at_hand, shown
from cardforge.load.source import Source, problem_at
from cardforge.load.targets import File
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import read_files

_EXAMPLES = "tests/rules"
_PASS, _FAIL = "pass", "fail"
_OF_RULES = "CF30"  # prefix of the codes for problems of a rule itself


@dataclass(frozen=True)
class _Example:
    """A file that should pass a rule, or break it."""

    path: str
    code: str
    passes: bool

    def fault(self, found: list[Problem]) -> Problem | None:
        """The difference between the problems found in it and those expected, if any."""
        place = Location(self.path)
        others = [problem for problem in found if self.passes or problem.code != self.code]
        if others:
            first = others[0]
            wanted = "should pass" if self.passes else f"should break {self.code} and nothing else"
            here = first.where.path == self.path
            got = f"has {first.code}{'' if here else f' in {first.where}'}: {first.message}"
            where = first.where if here else place
            return Problem("CF305", Severity.ERROR, where, f"this example {wanted}, but {got}", first.hint)
        if not self.passes and not found:
            hint = f"fix the rule or the example, or move the example to {_PASS}/"
            return Problem("CF305", Severity.ERROR, place, f"this example should break {self.code}, but passes", hint)
        return None


@dataclass(frozen=True)
class Tried:
    """A rule and the number of its examples."""

    rule: Rule
    passing: int
    failing: int


@dataclass(frozen=True)
class Trial:
    """The rules that were tested, and the problems found."""

    rules: list[Tried]
    problems: list[Problem]
    sources: dict[str, Source]


def rules_of(*games: str) -> tuple[list[tuple[str, Rule]], list[Problem]]:
    """Every rule of the project's games, or of some of them, each with the game's name."""
    opened = open_project(project_at_hand())
    for each in games:
        refuse_unknown(each, opened.games.names)
    rules: list[tuple[str, Rule]] = []
    problems: list[Problem] = []
    for system in games or opened.games.names:
        if found := opened.catalog.games.get(system):
            rulebook = Rulebook(found)
            rulebook.close()
            rules += ((system, rule) for rule in rulebook.rules)
            problems += rulebook.problems
    return sorted(rules, key=lambda pair: (pair[0], pair[1].code)), in_order([*opened.problems, *problems])


def try_examples(system: str = "") -> Trial:
    """Test every rule of the project's own games, or of one of them, on its examples."""
    project = project_at_hand()
    games = Games(project)
    if system:
        refuse_unknown(system, games.names)
    own = [name for name in games.names if not _is_builtin(name) and system in ("", name)]
    if not own:
        message = f"`{system}` is a built-in game" if system else "there is no game of your own in this folder"
        raise UsageError(message, "`cardforge new NAME` starts one, with a rule and its examples")
    found, problems = rules_of(*own)
    rules = [rule for _, rule in found if CODE.fullmatch(rule.code)]  # else it could be a path
    files = {
        _Example(shown(file), rule.code, name == _PASS): file
        for rule in rules
        for name in (_PASS, _FAIL)
        for file in files_below(project.roots[0] / _EXAMPLES / rule.code / name)
    }
    outside = [each for each, file in files.items() if not inside(file, project.roots[0])]
    for each in outside:  # a report would quote the lines of whatever it links to
        del files[each]
        message = "this symlink points outside the project, so it was not read"
        problems.append(problem_at(each.path, "CF009", message, "replace it with the file itself"))
    by_path, sources = _judged(list(files.values()), games, project) if files else ({}, {})
    # After a crash, examples cannot be compared: the crashed rule gave no answer.
    crashes = [problem for found in by_path.values() for problem in found if problem.code.startswith(_OF_RULES)]
    problems += crashes or [fault for each in files if (fault := each.fault(by_path.get(each.path, [])))]
    count = Counter((each.code, each.passes) for each in files)
    tried = [Tried(rule, count[rule.code, True], count[rule.code, False]) for rule in rules]
    return Trial(tried, in_order([*problems, *_missing(tried)]), sources)


def _is_builtin(system: str) -> bool:
    return (builtin_root() / "packs" / system / "game.yaml").is_file()


def _judged(files: list[Path], games: Games, project: Project) -> tuple[dict[str, list[Problem]], dict[str, Source]]:
    """The problems of each file, by its path."""
    catalog = Catalog(games)
    reading = read_files([File(file, project.roots[0]) for file in files], catalog)
    usable = catalog.games
    kinds = {
        each.document.path: usable[each.system].subject(each.kind) for each in reading.proven if each.system in usable
    }
    decks = [str(file) for file in files if kinds.get(shown(file)) in CHECKED]
    packs = [str(file) for file in files if str(file) not in decks]
    found: dict[str, list[Problem]] = {}
    sources = dict(reading.sources)
    if decks:
        checking = Checking(decks)
        found |= {judgement.path: list(judgement.problems) for judgement in checking.judgements()}
        sources |= checking.sources
    if packs:
        outcome = validate_files(packs)
        for problem in outcome.problems:
            found.setdefault(problem.where.path, []).append(problem)
        sources |= outcome.sources
    return found, sources


def _missing(tried: list[Tried]) -> Iterator[Problem]:
    """Rules without an example that passes and one that fails; a note never fails, so needs none of those."""
    for each in tried:
        may_lack = (_FAIL,) if each.rule.severity == Severity.NOTE else ()
        for name, count, does in ((_PASS, each.passing, "passes"), (_FAIL, each.failing, "fails")):
            if not count and name not in may_lack:
                place = Location(f"{_EXAMPLES}/{each.rule.code}/{name}")
                message = f"{each.rule.code} has no example that {does}"
                yield Problem("CF306", Severity.ERROR, place, message, "put an example into this folder")
