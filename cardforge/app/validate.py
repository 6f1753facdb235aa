"""Validate files: load, prove, link and judge them; write nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from cardforge.app.outcome import Outcome
from cardforge.campaign.judging import campaign_problems
from cardforge.check.rulebook import CHECKED, Rulebook
from cardforge.check.subject import Subjects
from cardforge.core.problems import Problem, in_order
from cardforge.link.linking import link
from cardforge.load.game import GAME_KIND, Game, engine_schemas, load_games
from cardforge.load.game_choice import refuse_unknown
from cardforge.load.project import builtin_root
from cardforge.load.source import Source
from cardforge.load.targets import Targets, find_targets
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading, read_files


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
