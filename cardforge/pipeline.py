"""All stages in order. This page is the architecture.

    load       files -> documents with positions           limits, YAML 1.2, JSON, projects and games
    validate   documents -> proven against schemas/        jsonschema, in words for people
    link       documents -> one collection                 ids and references
    check      collection -> verdicts and problems         the game's rules, in Starlark
    write      results -> files                            whole or not at all
    report     problems -> text, JSON, SARIF, annotations  the only stage that knows how things look

`cli` comes here, to `lookup` and to `report`, and to nothing else. No stage prints; only `load` and `write`
touch files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from cardforge.check.judgement import Judgement
from cardforge.check.run import Rulebook
from cardforge.check.subject import Subject, Subjects
from cardforge.errors import UsageError
from cardforge.link.collection import Entry
from cardforge.link.linking import LinkedGame, link
from cardforge.load.game import Game, load_game_schema, load_games
from cardforge.load.project import builtin_root
from cardforge.load.source import Source
from cardforge.load.targets import Targets, beside, find_targets
from cardforge.lookup import refuse_unknown
from cardforge.nearest import listed
from cardforge.problems import Problem, in_order
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading, read_files

CHECKED = ("deck", "scenario", "build")  # what `check` is for; everything else is judged by `validate`


@dataclass(frozen=True)
class Outcome:
    """What a run found, and the numbers of what it looked at."""

    problems: list[Problem]
    sources: dict[str, Source]  # to show the lines that problems point at
    files: int = 0
    cards: int = 0
    checks: int = 0  # rules run over documents
    passed: int = 0

    @property
    def numbers(self) -> dict[str, int]:
        return {"files": self.files, "cards": self.cards, "checks": self.checks, "passed": self.passed}


@dataclass(frozen=True)
class _Run:
    """Files read and proven, before anything is linked."""

    targets: Targets
    catalog: Catalog
    around: Reading
    judged: Reading
    problems: list[Problem]  # of the games' own files

    @property
    def sources(self) -> dict[str, Source]:
        own = {source.path: source for game in self.catalog.games.values() for source in game.sources}
        return own | self.around.sources | self.judged.sources

    def games(self) -> Iterator[Game]:
        """The games that the judged files belong to."""
        for system in sorted({proven.system for proven in self.judged.proven} & self.catalog.games.keys()):
            yield self.catalog.games[system]


def validate_files(paths: Iterable[str], game: str = "") -> Outcome:
    """Load, prove, link and judge files; nothing is written."""
    return _validate(_read(find_targets(paths), game))


def validate_builtin() -> Outcome:
    """The same for everything that comes with cardforge, wherever the command is run."""
    return _validate(_read(find_targets([str(builtin_root())])))


def check_files(paths: Iterable[str], packs: Iterable[str] = (), campaign: str = "") -> tuple[list[Judgement], Outcome]:
    """Judge decks, scenarios and builds with the packs they name, every rule with its numbers."""
    paths = list(paths)
    run = _read(find_targets([*paths, campaign] if campaign else paths, [*beside(paths), *packs]))
    judgements = [*_unreadable(run)]
    for game in run.games():
        linked = link(game, run.catalog, run.around, run.judged)
        log = _log(linked, campaign)
        subjects = Subjects(linked, run.targets.alone, log)
        with closing(Rulebook(game)) as rulebook:
            run.problems.extend(rulebook.problems)
            for entry in linked.judged:
                if entry is log:
                    continue
                if game.subject(entry.kind) not in CHECKED:
                    kinds = [kind for kind in game.document.data["kinds"] if game.subject(kind) in CHECKED]
                    message = f"{entry.document.path} is of kind {entry.kind}; `check` is for {listed(kinds)}"
                    raise UsageError(message, "use `cardforge validate` for it")
                if entry.proven:
                    judgements.append(_judge(subjects.subject(entry), rulebook, run))
    judgements.sort(key=lambda judgement: judgement.path)
    problems = [*run.problems, *run.catalog.problems, *(problem for each in judgements for problem in each.problems)]
    return judgements, Outcome(in_order(problems), run.sources, files=run.judged.files)


def _log(linked: LinkedGame, campaign: str) -> Entry | None:
    """The campaign somebody named, if it is one and of this game."""
    if not campaign:
        return None
    for entry in linked.judged:
        if linked.game.subject(entry.kind) == "log" and Path(entry.document.path).resolve() == Path(campaign).resolve():
            return entry
    raise UsageError(f"{campaign} is not a campaign of {linked.game.system}", "name a file of kind campaign")


def _read(targets: Targets, only: str = "") -> _Run:
    games, problems = load_games(targets.project)
    refuse_unknown(only, games)
    catalog = Catalog(games, load_game_schema())
    around = read_files(targets.around, catalog)
    judged = read_files(targets.judged, catalog)
    if only:
        judged.proven = [proven for proven in judged.proven if proven.system in (only, "")]
    return _Run(targets, catalog, around, judged, problems)


def _validate(run: _Run) -> Outcome:
    problems = [*run.problems, *run.judged.problems]
    numbers = Counter(files=run.judged.files, cards=sum(proven.cards for proven in run.judged.proven))
    for game in run.games():
        run.catalog.prove_schemas(game.system)
        linked = link(game, run.catalog, run.around, run.judged)
        subjects = Subjects(linked, run.targets.alone)
        with closing(Rulebook(game)) as rulebook:
            problems += rulebook.problems
            for entry in linked.judged:
                if entry.proven:
                    skip = game.subject(entry.kind) in CHECKED
                    verdicts, faults = rulebook.judge(subjects.subject(entry), only_links=skip)
                    problems += faults
                    problems += (problem for verdict in verdicts for problem in verdict.problems)
                    numbers["checks"] += len(verdicts)
                    numbers["passed"] += sum(verdict.status == "pass" for verdict in verdicts)
    problems += run.catalog.problems
    return Outcome(in_order(problems), run.sources, **numbers)


def _judge(subject: Subject, rulebook: Rulebook, run: _Run) -> Judgement:
    verdicts, problems = rulebook.judge(subject)
    summary, faults = rulebook.summarise(subject)
    problems += faults
    problems += (problem for verdict in verdicts for problem in verdict.problems)
    # A pack that is itself broken is reported at its own place, beside what could still be judged.
    broken = [*run.around.broken, *run.judged.broken]
    problems += (problem for each in broken if each.words & set(subject.lost) for problem in each.problems)
    document = subject.entry.document
    return Judgement(
        document.path,
        str(document.data.get("name", "")),
        subject.entry.kind,
        tuple(verdicts),
        tuple(in_order(problems)),
        subject.lost,
        tuple(summary),
    )


def _unreadable(run: _Run) -> Iterator[Judgement]:
    """Files that could not be read or proven: their problems, and no verdict."""
    for path in sorted({problem.where.path for problem in run.judged.problems}):
        yield Judgement(path, problems=tuple(p for p in run.judged.problems if p.where.path == path))
