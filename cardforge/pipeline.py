"""All stages in order. This page is the architecture.

    load       files -> documents with positions           limits, YAML 1.2, JSON, projects and games
    validate   documents -> proven against schemas/        jsonschema, in words for people
    link       documents -> one collection                 ids and references
    check      collection -> verdicts and problems         the game's rules, in Starlark
    generate   seed and recipe -> documents                the game's recipes, in Starlark; then judged like any file
    layout     cards and templates -> faces in mm          templates, fonts, text that fits
    impose     pieces and a job -> sheets in mm            grids, hexagons, backs, marks; arithmetic only
    write      faces and results -> files                  PDF, PNG; whole or not at all
    preflight  a PDF -> what a printer would say           boxes, fonts, colours, ink; ours or anybody's
    report     problems -> text, JSON, SARIF, annotations  the only stage that knows how things look

`cli` comes here, to `generation`, `rendering`, `sheets`, `face_lint`, `inspection`, `lookup` and `report`, and to
nothing else. No stage prints; only `load` and `write` touch files, and `preflight` reads the one it is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass

from cardforge.check.judgement import Judgement
from cardforge.check.run import CHECKED, Rulebook
from cardforge.check.subject import Subjects
from cardforge.errors import UsageError
from cardforge.link.linking import LinkedGame, link
from cardforge.load.game import Game, engine_schemas, load_games
from cardforge.load.project import builtin_root
from cardforge.load.source import Source
from cardforge.load.targets import Targets, beside, find_targets
from cardforge.lookup import refuse_unknown
from cardforge.nearest import listed
from cardforge.problems import Problem, Severity, in_order
from cardforge.validate.catalog import Catalog, Proven
from cardforge.validate.reading import Reading, read_files

__all__ = ["Checking", "Judgement", "Outcome", "validate_builtin", "validate_files"]


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
    problems += run.catalog.problems
    return Outcome(in_order(problems), run.sources, **numbers)


class Checking:
    """A run of `check`: files are read and judged one at a time, so that memory does not grow with their number."""

    def __init__(self, paths: Iterable[str], packs: Iterable[str] = (), campaign: str = "") -> None:
        paths = list(paths)
        targets = find_targets(paths, [*beside(paths), *packs])
        # A folder may hold decks and the packs they are made of: what is judged lends its ids too.
        run = _read(Targets(targets.project, (), (*targets.around, *targets.own), targets.alone))
        self._files, self._alone = targets.judged, targets.alone
        self._around, self._catalog = run.around, run.catalog
        self._opened: dict[str, tuple[LinkedGame, Subjects, Rulebook]] = {}
        self._log = self._read_log(campaign) if campaign else None
        self.problems = run.problems  # of the games' own files, and of the campaign
        self.sources = run.sources

    def judgements(self) -> Iterator[Judgement]:
        """Judge every file, in the order given."""
        with ExitStack() as closing_all:
            for file in self._files:
                reading = read_files([file], self._catalog)
                self.sources.update(reading.sources)
                for broken in reading.broken:
                    yield Judgement(broken.problems[0].where.path, problems=broken.problems)
                for proven in reading.proven:
                    if not proven.problems and proven.system in self._catalog.games:
                        yield from self._judge(proven, closing_all, was_named=file.root is None)
                for path in reading.sources:
                    del self.sources[path]
            self.problems += self._catalog.problems

    def _judge(self, proven: Proven, closing_all: ExitStack, was_named: bool) -> Iterator[Judgement]:
        linked, subjects, rulebook = self._open(self._catalog.games[proven.system], closing_all)
        document = proven.document
        if linked.game.subject(proven.kind) not in CHECKED:
            if was_named:  # in a folder, the packs beside the decks are only what the decks are made of
                kinds = [kind for kind in linked.game.document.data["kinds"] if linked.game.subject(kind) in CHECKED]
                message = f"this file is of kind {proven.kind}; `check` is for {listed(kinds)}"
                place = document.locate(("kind",))
                problem = Problem("CF304", Severity.ERROR, place, message, "use `cardforge validate` for it")
                yield Judgement(document.path, kind=proven.kind, problems=(problem,))
            return
        subject = subjects.subject(linked.entry(proven))
        judged = rulebook.judge(subject)
        # A pack that is itself broken is reported at its own place, beside what could still be judged.
        broken = [each for each in self._around.broken if each.words & set(subject.lost)]
        behind = [problem for each in broken for problem in each.problems]
        yield Judgement(
            document.path,
            str(document.data.get("name", "")),
            proven.kind,
            tuple(judged.verdicts),
            tuple(in_order([*judged.all_problems, *behind, *rulebook.problems])),
            subject.lost,
            tuple(judged.summary),
        )

    def _open(self, game: Game, closing_all: ExitStack) -> tuple[LinkedGame, Subjects, Rulebook]:
        if game.system not in self._opened:
            linked = link(game, self._catalog, self._around, Reading())
            rulebook = closing_all.enter_context(closing(Rulebook(game)))
            log = linked.entry(self._log) if self._log and self._log.system == game.system else None
            subjects = Subjects(linked, self._alone, log)
            if log:
                self.problems += rulebook.judge(subjects.subject(log), only_links=True).problems
            self._opened[game.system] = (linked, subjects, rulebook)
        return self._opened[game.system]

    def _read_log(self, campaign: str) -> Proven:
        reading = read_files(find_targets([campaign]).judged, self._catalog)
        for proven in reading.proven:
            game = self._catalog.games.get(proven.system)
            if game and game.subject(proven.kind) == "log" and not proven.problems:
                return proven
        first = next(iter(reading.problems), None)
        reason = f"{first.where}: {first.message}" if first else "it is of another kind"
        raise UsageError(f"{campaign} is not a campaign that can be read: {reason}", "name a file of kind campaign")
