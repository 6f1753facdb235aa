"""All stages in order. This page is the architecture.

    load       files -> documents with positions           limits, YAML 1.2, JSON, projects and games
    validate   documents -> proven against schemas/        jsonschema, in words for people
    link       documents -> one collection                 ids and references
    check      collection -> verdicts and problems         the game's rules, in Starlark
    campaign   log of steps -> state                       the game's steps, in Starlark
    generate   seed and recipe -> documents                the game's recipes, in Starlark; then judged like any file
    layout     cards and templates -> faces in mm          templates, fonts, text that fits
    impose     pieces and a job -> sheets in mm            grids, hexagons, backs, marks; arithmetic only
    write      faces and results -> files                  PDF, PNG; whole or not at all
    preflight  a PDF -> what a printer would say           boxes, fonts, colours, ink; ours or anybody's
    report     problems -> text, JSON, SARIF, annotations  the only stage that knows how things look

`cli` comes here and to the other ways in beside this page (`generation`, `rendering`, `sheets`, `box` and the like),
and to no stage; `web` comes to `opened`, where all of these stay at hand for one project. No stage prints; only `load`
and `write` touch files, and `preflight` reads the one it is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cardforge.campaign.judging import campaign_of, campaign_problems, lost_by
from cardforge.check.judgement import Judgement
from cardforge.check.run import CHECKED, Rulebook
from cardforge.check.subject import Subject, Subjects
from cardforge.errors import UsageError
from cardforge.link.collection import Entry
from cardforge.link.linking import LinkedGame, link
from cardforge.load.game import GAME_KIND, Game, engine_schemas, load_games
from cardforge.load.project import builtin_root
from cardforge.load.source import Source
from cardforge.load.targets import File, Targets, beside, find_targets
from cardforge.lookup import refuse_unknown
from cardforge.nearest import listed
from cardforge.problems import Problem, Severity, in_order
from cardforge.validate.catalog import Catalog, Proven
from cardforge.validate.reading import Broken, Reading, read_files

__all__ = ["Checking", "Judgement", "Outcome", "judgement_of", "validate_builtin", "validate_files"]


@dataclass(frozen=True)
class Outcome:
    """What a run found, and the numbers of what it looked at."""

    problems: list[Problem]
    sources: dict[str, Source]  # to show the lines that problems point at
    files: int = 0
    cards: int = 0
    checks: int = 0  # rules run over documents
    passed: int = 0
    faces: int = 0  # looked at for legibility
    pages: int = 0  # of PDFs

    @property
    def numbers(self) -> dict[str, int]:
        found = {"files": self.files, "cards": self.cards, "checks": self.checks, "passed": self.passed}
        return found | ({"faces": self.faces} if self.faces else {})


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

    def defines(self, game: Game) -> bool:
        """Whether the game's own definition is among the judged files."""
        return any((proven.kind, proven.system) == (GAME_KIND, game.system) for proven in self.judged.proven)


def validate_files(paths: Iterable[str], game: str = "") -> Outcome:
    """Load, prove, link and judge files; nothing is written."""
    return _validate(_read(find_targets(paths), game))


def validate_builtin() -> Outcome:
    """The same for everything that comes with cardforge, wherever the command is run."""
    return _validate(_read(find_targets([str(builtin_root())])))


def _read(targets: Targets, only: str = "") -> _Run:
    games, problems = load_games(targets.project)
    refuse_unknown(only, games)
    catalog = Catalog(games, engine_schemas())
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
                    judged = rulebook.judge(subjects.subject(entry), only_links=skip)
                    problems += judged.all_problems
                    numbers["checks"] += len(judged.verdicts)
                    numbers["passed"] += sum(verdict.status == "pass" for verdict in judged.verdicts)
            logs = [each for each in linked.judged if each.proven and game.subject(each.kind) == "log"]
            if game.steps and (logs or run.defines(game)):
                problems += campaign_problems(linked, run.catalog, rulebook, logs)
    problems += run.catalog.problems
    return Outcome(in_order(problems), run.sources, **numbers)


def judgement_of(subject: Subject, rulebook: Rulebook, broken: Iterable[Broken]) -> Judgement:
    """What the rules say about a deck, a scenario or a build."""
    judged = rulebook.judge(subject)
    # A pack that is itself broken is reported at its own place, beside what could still be judged.
    behind = [problem for each in broken if each.words & set(subject.lost) for problem in each.problems]
    return Judgement(
        subject.entry.document.path,
        str(subject.entry.document.data.get("name", "")),
        subject.entry.kind,
        tuple(judged.verdicts),
        tuple(in_order([*judged.all_problems, *behind, *rulebook.problems])),
        subject.lost,
        tuple(judged.summary),
    )


class Checking:
    """A run of `check`: files are read and judged one at a time, so that memory does not grow with their number."""

    def __init__(self, paths: Iterable[str], packs: Iterable[str] = (), campaign: str = "") -> None:
        paths = list(paths)
        targets = find_targets(paths, [*beside(paths), *packs])
        run = _read(Targets(targets.project, (), (*targets.around, *targets.own), targets.alone))
        self._files, self._alone = targets.judged, targets.alone
        # Of a folder that is no project, every deck has the packs that lie beside it, and no others.
        inside = {file.path.parent for file in targets.own}
        self._lend = {file.path.parent for file in targets.judged if file.root} - inside
        self._around, self._catalog = run.around, run.catalog
        self._opened: dict[str, tuple[LinkedGame, Subjects, Rulebook]] = {}
        self._log = self._read_log(campaign) if campaign else None
        self.problems = run.problems  # of the games' own files, and of the campaign
        self.sources = run.sources

    def judgements(self) -> Iterator[Judgement]:
        """Judge every file, in the order given."""
        with ExitStack() as closing_all:
            for folder, files in groupby(self._files, key=lambda file: file.path.parent):
                group = list(files)
                lent = self._packs(group) if folder in self._lend else Reading()
                self.sources.update(lent.sources)
                for file in group:
                    yield from self._judge_file(file, lent, closing_all)
                for path in lent.sources:
                    del self.sources[path]
            self.problems += self._catalog.problems

    def _packs(self, files: Iterable[File]) -> Reading:
        """What decks can be made of, among these files; the decks themselves are read again one at a time."""
        packs = Reading()
        for file in files:
            reading = read_files([file], self._catalog)
            kinds = [(self._catalog.games.get(each.system), each.kind) for each in reading.proven]
            if not any(game and game.subject(kind) in CHECKED for game, kind in kinds):
                packs.add(reading)
        return packs

    def _judge_file(self, file: File, lent: Reading, closing_all: ExitStack) -> Iterator[Judgement]:
        reading = read_files([file], self._catalog)
        new = reading.sources.keys() - self.sources.keys()
        self.sources.update(reading.sources)
        for broken in reading.broken:
            yield Judgement(broken.problems[0].where.path, problems=broken.problems)
        for proven in reading.proven:
            if not proven.problems and proven.system in self._catalog.games:
                yield from self._judge(proven, lent, closing_all, was_named=file.root is None)
        for path in new:
            del self.sources[path]

    def _judge(self, proven: Proven, lent: Reading, closing_all: ExitStack, was_named: bool) -> Iterator[Judgement]:
        document = proven.document
        if self._log and self._log.system != proven.system:
            message = f"this is of {proven.system}, the campaign {self._log.document.path} is of {self._log.system}"
            place = document.locate(("system",))
            problem = Problem("CF707", Severity.ERROR, place, message, "name a campaign of the same game")
            yield Judgement(document.path, kind=proven.kind, problems=(problem,))
            return
        linked, subjects, rulebook = self._open(self._catalog.games[proven.system], closing_all)
        if lent.files:
            linked = linked.with_reading(lent)
            subjects = subjects.among(linked)
        if linked.game.subject(proven.kind) not in CHECKED:
            if was_named:  # in a folder, the packs beside the decks are only what the decks are made of
                kinds = [kind for kind in linked.game.document.data["kinds"] if linked.game.subject(kind) in CHECKED]
                message = f"this file is of kind {proven.kind}; `check` is for {listed(kinds)}"
                place = document.locate(("kind",))
                problem = Problem("CF304", Severity.ERROR, place, message, "use `cardforge validate` for it")
                yield Judgement(document.path, kind=proven.kind, problems=(problem,))
            return
        if proven.kind not in linked.finders:
            return  # its schema is broken, which is told with the problems of the game
        broken = (*self._around.broken, *lent.broken)
        yield judgement_of(subjects.subject(linked.entry(proven)), rulebook, broken)

    def _open(self, game: Game, closing_all: ExitStack) -> tuple[LinkedGame, Subjects, Rulebook]:
        if game.system not in self._opened:
            linked = link(game, self._catalog, self._around, Reading())
            rulebook = closing_all.enter_context(closing(Rulebook(game)))
            log, state = self._replayed(linked, rulebook)
            self._opened[game.system] = (linked, Subjects(linked, self._alone, log, state), rulebook)
        return self._opened[game.system]

    def _replayed(self, linked: LinkedGame, rulebook: Rulebook) -> tuple[Entry | None, dict[str, Any] | None]:
        """The campaign and where it has led; a campaign that cannot be replayed is a problem of its own."""
        if not self._log:
            return None, None
        log = linked.entry(self._log)
        found = rulebook.judge(Subjects(linked, self._alone).subject(log), only_links=True).problems
        if found or lost_by(log, linked) or not linked.game.steps:
            self.problems += found
            return log, None
        with closing(campaign_of(linked, self._catalog, rulebook)) as campaign:
            played = campaign.play(self._log.document)
        if isinstance(played, Problem):
            self.problems.append(played)
            return log, None
        return log, played.state

    def _read_log(self, campaign: str) -> Proven:
        reading = read_files(find_targets([campaign]).judged, self._catalog)
        for proven in reading.proven:
            game = self._catalog.games.get(proven.system)
            if game and game.subject(proven.kind) == "log" and not proven.problems:
                return proven
        first = next(iter(reading.problems), None)
        reason = f"{first.where}: {first.message}" if first else "it is of another kind"
        raise UsageError(f"{campaign} is not a campaign that can be read: {reason}", "name a file of kind campaign")
