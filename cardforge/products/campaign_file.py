"""Campaigns: files that remember what happened. Beside `pipeline`, a way in for `cli`.

A file is read, proven, linked and replayed before anything is asked of it; a step is replayed with it before it is
written. What is written is the old file with one step more or less, whole or not at all.
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
from cardforge.core.errors import ProblemsError, SurroundingsError, UsageError
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
from cardforge.load.targets import File, beside, existing
from cardforge.load.yaml_text import yaml_item
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading
from cardforge.write.atomic import write_whole

FORMAT = 1  # of campaign files; a newer cardforge may write a higher one
LOG = "log"  # what `game.yaml` calls a kind of file that is a log of steps
NOTE = "note"
_MARK = b"\xef\xbb\xbf"  # some editors put it before UTF-8


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
        """Where a log has led; whatever is wrong with it stops the command."""
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
    hint = hint or "put its pack beside this file, or into the project"
    return Problem(code, Severity.ERROR, log.locate(pointer), message, hint)


class OpenCampaign:
    """A campaign file that has been replayed."""

    def __init__(self, file: Path, log: Document, table: PlayableGame) -> None:
        self._file, self._table = file, table
        self.log = log
        self.played = table.refuse_wrong(log)

    @property
    def game(self) -> Game:
        return self._table.game

    @property
    def project(self) -> Project:
        return self._table.project

    @property
    def catalog(self) -> Catalog:
        return self._table.catalog

    @property
    def name(self) -> str:
        return str(self.log.data["name"])

    @property
    def head(self) -> dict[str, Any]:
        """What stands above the steps."""
        return {key: value for key, value in self.log.data.items() if key != STEPS}

    @property
    def steps(self) -> list[dict[str, Any]]:
        """What has happened."""
        return list(self.log.data[STEPS])

    @property
    def view(self) -> View:
        """What people see of the state."""
        return self._table.campaign.view(self.played.state)

    def choices(self, name: str = "") -> list[Step]:
        """The steps possible now, or the one that is named."""
        steps = self._table.campaign.description.steps
        if name and name not in steps:
            hint = did_you_mean(name, steps) or f"steps: {listed(steps)}"
            raise UsageError(f"there is no step `{name[:60]}`", hint)
        return self._table.campaign.choices(self.played.state, name)

    def take(self, name: str, words: Sequence[str], note: str = "") -> tuple[str, ...]:
        """Take a step and write it down; gives what came of it. A refused one leaves the file as it is."""
        (kind,) = self.choices(name)
        step: dict[str, Any] = {"step": name, **_given(kind, words)}
        data = {**self.log.data, STEPS: [*self.log.data[STEPS], step]}
        if refusal := self._table.campaign.refusal(data):
            message = f"{name}: {refusal.reason}"
            raise ProblemsError([Problem("CF702", Severity.ERROR, Location(self.log.path), message, refusal.hint)])
        told = self._table.campaign.told(data)
        step |= {THEN: list(told)} if told else {}
        step |= {NOTE: note} if note else {}
        self._replace(with_step(self.log, step, yaml_item(step)))
        return told

    def undo(self) -> dict[str, Any]:
        """Take the last step back; gives it. The file is what it was before."""
        if len(self.steps) < 2:
            raise UsageError(f"only `{self.steps[0]['step']}` is left", "delete the file to begin again")
        last = self.steps[-1]
        self._replace(without_last(self.log))
        return last

    def _replace(self, log: Document) -> None:
        """Write a log in place of the old one, if it is right and the old one is still there."""
        played = self._table.refuse_wrong(log)
        before, after = (each.source.text.encode("utf-8") for each in (self.log, log))
        there = self._file.read_bytes()
        mark = _MARK if there.startswith(_MARK) else b""
        if there != mark + before:
            raise SurroundingsError(f"{self.log.path} was changed by somebody else just now", "try again")
        write_whole(self._file, mark + after)
        self.log, self.played = log, played


@contextmanager
def open_campaign(typed: str) -> Iterator[OpenCampaign]:
    """A campaign file, replayed; whatever is wrong with it stops the command."""
    file = existing(typed)
    if file.is_dir():
        raise UsageError(f"{typed} is a folder", "name a campaign file")
    project = project_around(file) or project_at_hand()
    source = read_source(file, typed)
    log = source if isinstance(source, Problem) else load_document(source)
    if isinstance(log, Problem):
        raise ProblemsError([log])
    lent = [File(Path(path), project.root_of(Path(path))) for path in beside([typed])]
    opened = open_project(project, lent)
    with open_table(_game_of(log, opened), opened) as table:
        yield OpenCampaign(file, log, table)


def _given(kind: Step, words: Sequence[str]) -> dict[str, Any]:
    """The values of a step as somebody typed them: in the order of its fields, or as NAME=VALUE."""
    fields = list(kind.fields)
    given: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        field = next((each for each in fields if equals and each.name == name), None)
        field = field or next((each for each in fields if each.many or each.name not in given), None)
        if field is None:
            takes = ", ".join(each.name for each in fields)
            raise UsageError(f"`{kind.name}` takes {takes}, and `{word[:60]}` is one too many", kind.title)
        if field.name in given and not field.many:
            raise UsageError(f"`{field.name}` is given twice", "keep one of the two")
        value = value if equals and field.name == name else word
        given[field.name] = [*given.get(field.name, ()), value] if field.many else value
    return {each.name: given[each.name] for each in fields if each.name in given}


def _game_of(log: Document, opened: OpenGames) -> Game:
    """The game of a campaign file, if it is one that can be read here."""
    system, kind = log.data.get("system"), log.data.get("kind")
    game = opened.games.get(system) if isinstance(system, str) else None
    if game and isinstance(kind, str) and kind in game.kinds and game.subject(kind) != LOG:
        raise UsageError(f"{log.path} is of kind {kind}, not a campaign", "name a campaign file")
    version = log.data.get("format")
    if isinstance(version, int) and version > FORMAT:
        message = f"this campaign is of format {version}, this cardforge reads up to {FORMAT}"
        hint = "install a newer cardforge; the file is as it was"
        raise ProblemsError([Problem("CF705", Severity.ERROR, log.locate(("format",)), message, hint)])
    if game is None:
        raise ProblemsError([*opened.problems, *opened.catalog.prove(log).problems])
    return game


@contextmanager
def open_table(game: Game, opened: OpenGames) -> Iterator[PlayableGame]:
    """Read the packs of a game and open its rules and steps; whatever is wrong with its own files stops the command."""
    if opened.problems or game.system not in opened.catalog.games:
        raise ProblemsError(opened.problems)
    linked = opened.open_game(game.system)
    with ExitStack() as stack:
        rulebook = stack.enter_context(closing(Rulebook(game)))
        if rulebook.problems:
            raise ProblemsError(rulebook.problems)
        campaign = stack.enter_context(closing(campaign_of(linked, opened.catalog, rulebook)))
        yield PlayableGame(opened.catalog, linked, opened.around, campaign, opened.project)
