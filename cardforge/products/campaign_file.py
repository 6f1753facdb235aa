"""Open campaign files, replay them, and add or remove steps.

A file is read, validated, linked and replayed before it is used, and a new step is replayed before it is written.
Writing adds or removes one step and keeps the rest of the file as it is; it never leaves half a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardforge.campaign.judging import campaign_of, lost_by
from cardforge.campaign.log import with_step, without_last
from cardforge.campaign.replay import STEPS, THEN, Campaign, Played
from cardforge.campaign.step_answers import Step, View
from cardforge.check.rulebook import Rulebook
from cardforge.core.errors import ProblemsError, UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.link.linking import LinkedGame
from cardforge.link.opening import OpenGames, open_project
from cardforge.link.references import links_of
from cardforge.load.document import Document, load_document
from cardforge.load.game import Game
from cardforge.load.project import Project, project_around, project_at_hand
from cardforge.load.source import read_source
from cardforge.load.targets import File, existing, neighbours_of
from cardforge.load.yaml_text import yaml_item
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading
from cardforge.write.atomic import write_changed
from cardforge.write.lock import locked

FORMAT = 1  # of campaign files; a newer cardforge may write a higher one
LOG = "log"  # the subject, in `game.yaml`, of kinds that are logs of steps
NOTE = "note"


@dataclass(frozen=True)
class PlayableGame:
    """A game with all its documents, ready to be played."""

    catalog: Catalog
    linked: LinkedGame
    around: Reading
    campaign: Campaign
    project: Project

    @property
    def game(self) -> Game:
        return self.linked.game

    def refuse_wrong(self, log: Document) -> Played:
        """Replay a log; any problem in it stops the command."""
        proven = self.catalog.prove(log)
        if proven.problems:
            raise ProblemsError(proven.problems)
        entry = self.linked.entry(proven)
        findings = links_of(entry, self.linked.collection).findings
        if findings:
            raise ProblemsError([_missing(log, each.pointer, each.code, each.message, each.hint) for each in findings])
        if lost := lost_by(entry, self.linked):
            broken = [problem for each in self.around.broken if each.words & set(lost) for problem in each.problems]
            raise ProblemsError(broken or [_missing(log, (), "CF201", f"{listed(lost)} could not be found", "")])
        played = self.campaign.play(log)
        if isinstance(played, Problem):
            raise ProblemsError([played])
        return played


def _missing(log: Document, pointer: tuple[str | int, ...], code: str, message: str, hint: str) -> Problem:
    hint = hint or "put its pack next to this file, or into the project"
    return Problem(code, Severity.ERROR, log.locate(pointer), message, hint)


class OpenCampaign:
    """A campaign file that has been replayed."""

    def __init__(self, file: Path, log: Document, playable: PlayableGame) -> None:
        self._file, self._playable = file, playable
        self.log = log
        self.played = playable.refuse_wrong(log)

    @property
    def game(self) -> Game:
        return self._playable.game

    @property
    def project(self) -> Project:
        return self._playable.project

    @property
    def catalog(self) -> Catalog:
        return self._playable.catalog

    @property
    def name(self) -> str:
        return str(self.log.data["name"])

    @property
    def head(self) -> dict[str, Any]:
        """The fields above the steps."""
        return {key: value for key, value in self.log.data.items() if key != STEPS}

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps taken so far."""
        return list(self.log.data[STEPS])

    @property
    def view(self) -> View:
        """The state as shown to people."""
        return self._playable.campaign.view(self.played.state)

    def choices(self, name: str = "") -> list[Step]:
        """The steps possible now, or only the named one."""
        steps = self._playable.campaign.description.steps
        if name and name not in steps:
            hint = did_you_mean(name, steps) or f"steps: {listed(steps)}"
            raise UsageError(f"there is no step `{name[:60]}`", hint)
        return self._playable.campaign.choices(self.played.state, name)

    def take(self, name: str, words: Sequence[str], note: str = "") -> tuple[str, ...]:
        """Take a step and write it; return its results. A refused step leaves the file unchanged."""
        with locked(self._file):
            self._read_again()
            return self._take(name, words, note)

    def _take(self, name: str, words: Sequence[str], note: str) -> tuple[str, ...]:
        (kind,) = self.choices(name)
        step: dict[str, Any] = {"step": name, **_given(kind, words)}
        data = {**self.log.data, STEPS: [*self.log.data[STEPS], step]}
        if refusal := self._playable.campaign.refusal(data):
            message = f"{name}: {refusal.reason}"
            raise ProblemsError([Problem("CF702", Severity.ERROR, Location(self.log.path), message, refusal.hint)])
        results = self._playable.campaign.last_result(data)
        step |= {THEN: list(results)} if results else {}
        step |= {NOTE: note} if note else {}
        self._replace(with_step(self.log, step, yaml_item(step)))
        return results

    def undo(self) -> dict[str, Any]:
        """Undo the last step and return it; the file is again as it was before."""
        with locked(self._file):
            self._read_again()
            if len(self.steps) < 2:
                raise UsageError(
                    f"`{self.steps[0]['step']}` is the first step and cannot be undone",
                    "delete the file to start again",
                )
            last = self.steps[-1]
            self._replace(without_last(self.log))
            return last

    def _read_again(self) -> None:
        """Take over what another program has written since the file was opened."""
        log = _read_log(self._file, self.log.path)
        if log.source.text != self.log.source.text:
            self.played = self._playable.refuse_wrong(log)
            self.log = log

    def _replace(self, log: Document) -> None:
        """Replace the log on disk, if the new one is valid and the file has not changed meanwhile."""
        played = self._playable.refuse_wrong(log)
        write_changed(self._file, self.log.source.text, log.source.text)
        self.log, self.played = log, played


@contextmanager
def open_campaign(typed: str) -> Iterator[OpenCampaign]:
    """Open and replay a campaign file; any problem in it stops the command."""
    file = existing(typed)
    if file.is_dir():
        raise UsageError(f"{typed} is a folder", "name a campaign file")
    project = project_around(file) or project_at_hand()
    log = _read_log(file, typed)
    lent = [File(Path(path), project.root_of(Path(path))) for path in neighbours_of([typed])]
    opened = open_project(project, lent)
    with open_playable(_game_of(log, opened), opened) as playable:
        yield OpenCampaign(file, log, playable)


def _read_log(file: Path, shown: str) -> Document:
    source = read_source(file, shown)
    log = source if isinstance(source, Problem) else load_document(source)
    if isinstance(log, Problem):
        raise ProblemsError([log])
    return log


def _given(kind: Step, words: Sequence[str]) -> dict[str, Any]:
    """Parse the values of a step, typed in the order of its fields or as NAME=VALUE."""
    fields = list(kind.fields)
    given: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        field = next((each for each in fields if equals and each.name == name), None)
        field = field or next((each for each in fields if each.many or each.name not in given), None)
        if field is None:
            takes = ", ".join(each.name for each in fields)
            raise UsageError(f"`{kind.name}` takes {takes}; `{word[:60]}` is one too many", kind.title)
        if field.name in given and not field.many:
            raise UsageError(f"`{field.name}` is given twice", "keep only one")
        value = value if equals and field.name == name else word
        number = int(value) if field.number and value.isdecimal() else value
        given[field.name] = [*given.get(field.name, ()), value] if field.many else number
    return {each.name: given[each.name] for each in fields if each.name in given}


def _game_of(log: Document, opened: OpenGames) -> Game:
    """The game of a campaign file; any other file, and a newer format, stop the command."""
    system, kind = log.data.get("system"), log.data.get("kind")
    game = opened.catalog.games.get(system) if isinstance(system, str) else None
    if game and isinstance(kind, str) and kind in game.kinds and game.subject(kind) != LOG:
        raise UsageError(f"{log.path} has the kind {kind}, not a campaign", "name a campaign file")
    version = log.data.get("format")
    if isinstance(version, int) and version > FORMAT:
        message = f"this campaign has format {version}, but this cardforge reads formats up to {FORMAT}"
        hint = "install a newer cardforge; the file is unchanged"
        raise ProblemsError([Problem("CF705", Severity.ERROR, log.locate(("format",)), message, hint)])
    if game is None:
        raise ProblemsError([*opened.problems, *opened.catalog.prove(log).problems])
    return game


@contextmanager
def open_playable(game: Game, opened: OpenGames) -> Iterator[PlayableGame]:
    """Read the packs of a game and open its rules and steps; any problem in the game's files stops the command."""
    if opened.problems or game.system not in opened.catalog.games:
        raise ProblemsError(opened.problems)
    linked = opened.open_game(game.system)
    with ExitStack() as stack:
        rulebook = stack.enter_context(closing(Rulebook(game)))
        if rulebook.problems:
            raise ProblemsError(rulebook.problems)
        campaign = stack.enter_context(closing(campaign_of(linked, opened.catalog, rulebook)))
        yield PlayableGame(opened.catalog, linked, opened.around, campaign, opened.project)
