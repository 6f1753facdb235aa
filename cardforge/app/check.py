"""Check decks, scenarios and builds against the rules of their game; write nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import groupby
from typing import Any

from cardforge.campaign.judging import campaign_of, lost_by
from cardforge.check.judgement import Judgement, judgement_of
from cardforge.check.rulebook import Rulebook
from cardforge.check.subject import Subjects
from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity, in_order
from cardforge.link.collection import Entry
from cardforge.link.linking import LinkedGame
from cardforge.link.opening import OpenGames
from cardforge.load.game import CHECKED, Game
from cardforge.load.source import Source
from cardforge.load.targets import File, find_targets, neighbours_of
from cardforge.validate.catalog import Proven
from cardforge.validate.reading import Reading, read_files

__all__ = ["Checking", "Judgement"]


class Checking:
    """One run of `check`. Reads and judges one file at a time, so that memory does not grow with their number."""

    def __init__(self, paths: Iterable[str], packs: Iterable[str] = (), campaign: str = "") -> None:
        paths = list(paths)
        targets = find_targets(paths, [*neighbours_of(paths), *packs])
        self._files, self._alone = targets.judged, targets.alone
        # The checked files may refer to each other, so they are part of the surrounding files too.
        judged = {file.path for file in self._files}
        lent = tuple(file for file in targets.lent if file.path not in judged)
        self._opened = OpenGames(replace(targets, judged=(), lent=lent))
        in_packs = [root / "packs" for root in targets.project.roots]
        own = {file.path.parent for file in self._files if any(map(file.path.is_relative_to, in_packs))}
        # Outside a project, a deck can use the packs in its own folder and no others.
        self._lend = {file.path.parent for file in self._files if file.root} - own
        self._rulebooks: dict[str, tuple[LinkedGame, Subjects, Rulebook]] = {}
        self._log = self._read_log(campaign) if campaign else None
        self._problems: list[Problem] = []  # of the campaign
        self._own_sources: dict[str, Source] = {}  # of the file being judged

    @property
    def problems(self) -> list[Problem]:
        """Problems of the games' own files and of the campaign."""
        return in_order([*self._opened.problems, *self._problems])

    @property
    def sources(self) -> dict[str, Source]:
        """The shared files read so far, and those of the latest judgement."""
        return self._opened.sources | self._own_sources

    def judgements(self) -> Iterator[Judgement]:
        """Judge every file, in the order given."""
        with ExitStack() as closing_all:
            for folder, files in groupby(self._files, key=lambda file: file.path.parent):
                group = list(files)
                lent = self._packs(group) if folder in self._lend else Reading()
                for file in group:
                    yield from self._judge_file(file, lent, closing_all)

    def _packs(self, files: Iterable[File]) -> Reading:
        """The packs among these files; the decks themselves are read again one at a time."""
        packs = Reading()
        catalog = self._opened.catalog
        for file in files:
            reading = self._opened.read(file)
            kinds = [(catalog.games.get(each.system), each.kind) for each in reading.proven]
            if not any(game and game.subject(kind) in CHECKED for game, kind in kinds):
                packs.add(reading)
        return packs

    def _judge_file(self, file: File, lent: Reading, closing_all: ExitStack) -> Iterator[Judgement]:
        reading = self._opened.read(file)
        self._own_sources = lent.sources | reading.sources
        judged = [each for each in reading.proven if self._can_be_judged(each)]
        for broken in () if judged else reading.broken:
            yield Judgement(broken.path, problems=broken.problems)
        for proven in judged:
            yield from self._judge(proven, lent, closing_all, was_named=file.root is None)

    def _can_be_judged(self, proven: Proven) -> bool:
        """Whether rules can judge a document: all of it, or what matches its schema."""
        game = self._opened.catalog.games.get(proven.system)
        if game is None or () in proven.unsound:
            return False
        return not proven.problems or game.subject(proven.kind) in CHECKED

    def _judge(self, proven: Proven, lent: Reading, closing_all: ExitStack, was_named: bool) -> Iterator[Judgement]:
        document = proven.document
        if self._log and self._log.system != proven.system:
            log = self._log
            message = f"this file is for {proven.system}, but the campaign {log.document.path} is for {log.system}"
            place = document.locate(("system",))
            problem = Problem("CF707", Severity.ERROR, place, message, "name a campaign of the same game")
            yield Judgement(document.path, kind=proven.kind, problems=(problem,))
            return
        linked, subjects, rulebook = self._open(self._opened.catalog.games[proven.system], closing_all)
        if lent.files:
            linked = linked.with_reading(lent)
            subjects = subjects.among(linked)
        if linked.game.subject(proven.kind) not in CHECKED:
            if was_named:  # a pack found in a folder only supplies cards to the decks there
                kinds = [kind.name for kind in linked.game.kinds.values() if kind.subject in CHECKED]
                message = f"this file has the kind {proven.kind}, but `check` is for {listed(kinds)}"
                place = document.locate(("kind",))
                problem = Problem("CF304", Severity.ERROR, place, message, "use `cardforge validate` for it")
                yield Judgement(document.path, kind=proven.kind, problems=(problem,))
            return
        if proven.kind not in linked.finders:
            return  # its schema is broken, which is reported with the problems of the game
        broken = (*self._opened.around.broken, *lent.broken)
        yield judgement_of(subjects.subject(linked.entry(proven)), rulebook, broken, proven.problems)

    def _open(self, game: Game, closing_all: ExitStack) -> tuple[LinkedGame, Subjects, Rulebook]:
        if game.system not in self._rulebooks:
            linked = self._opened.open_game(game.system)
            rulebook = closing_all.enter_context(closing(Rulebook(game)))
            log, state = self._replayed(linked, rulebook)
            self._rulebooks[game.system] = (linked, Subjects(linked, self._alone, log, state), rulebook)
        return self._rulebooks[game.system]

    def _replayed(self, linked: LinkedGame, rulebook: Rulebook) -> tuple[Entry | None, dict[str, Any] | None]:
        """The campaign and its state; state is None, after reporting a problem, if it cannot be replayed."""
        if not self._log:
            return None, None
        log = linked.entry(self._log)
        found = rulebook.judge(Subjects(linked, self._alone).subject(log), only_links=True).problems
        if found or lost_by(log, linked) or not linked.game.steps:
            self._problems += found
            return log, None
        with closing(campaign_of(linked, self._opened.catalog, rulebook)) as campaign:
            played = campaign.play(self._log.document)
        if isinstance(played, Problem):
            self._problems.append(played)
            return log, None
        return log, played.state

    def _read_log(self, campaign: str) -> Proven:
        reading = read_files(find_targets([campaign]).judged, self._opened.catalog)
        for proven in reading.proven:
            game = self._opened.catalog.games.get(proven.system)
            if game and game.subject(proven.kind) == "log" and not proven.problems:
                return proven
        first = next(iter(reading.problems), None)
        reason = f"{first.where}: {first.message}" if first else "it has another kind"
        raise UsageError(f"{campaign} is not a usable campaign: {reason}", "name a file with `kind: campaign`")
