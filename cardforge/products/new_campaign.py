"""Start a campaign: turn the chosen options into the head of a new file and its first step.

Takes options by name; the game defines what they mean. A deck is copied into the file, so that editing the deck later
does not change the campaign's history.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardforge.campaign.replay import STEPS, THEN
from cardforge.campaign.step_answers import StepField
from cardforge.core.errors import ProblemsError, SurroundingsError, UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Location, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.link.opening import open_project
from cardforge.load.document import Document, load_document
from cardforge.load.game_choice import meant
from cardforge.load.project import project_around, project_at_hand
from cardforge.load.source import Source, read_source
from cardforge.load.targets import File, data_in, existing
from cardforge.load.yaml_text import yaml_text
from cardforge.products.campaign_file import FORMAT, LOG, PlayableGame, open_playable
from cardforge.write.atomic import write_whole
from cardforge.write.lock import locked


def new_campaign(typed: str, name: str, system: str, options: Mapping[str, str]) -> str:
    """Write a new campaign file; return the campaign's name. The options are those that the game defines."""
    file = Path(typed)
    if not file.parent.is_dir():
        raise SurroundingsError(f"there is no folder {file.parent}", "create it first, or choose another")
    _refuse_existing(file)
    if file.suffix.lower() not in (".yaml", ".yml"):
        raise UsageError(f"{typed} is not the name of a YAML file", f"for example {file.with_suffix('.yaml')}")
    project = project_around(file) or project_at_hand()
    lent = [File(Path(path), project.root_of(Path(path))) for path in data_in(file.parent)]
    opened = open_project(project, lent)
    named = [opened.game(system).system] if system else opened.games.names
    having = meant([each for each in named if project.find(f"schemas/{each}/steps.star")], opened.games, project)
    if len(having) != 1:
        none = f"{system} has no campaigns" if system else "no game here has campaigns"
        found = f"several games have campaigns: {listed(having)}" if having else none
        raise UsageError(found, "choose one with --game")
    game = opened.game(having[0])
    with open_playable(game, opened) as playable:
        data = _beginning(playable, name or file.stem.replace("-", " ").capitalize(), options)
        if refusal := playable.campaign.refusal(data):
            raise ProblemsError([Problem("CF702", Severity.ERROR, Location(typed), refusal.reason, refusal.hint)])
        data[STEPS][0][THEN] = list(playable.campaign.last_result(data))
        title = game.name
        comments = [
            f"A campaign of {title}. `cardforge campaign step` writes below the last step and changes nothing else."
        ]
        log = load_document(Source(typed, yaml_text(data, comments)))
        if isinstance(log, Problem):
            raise ProblemsError([log])
        playable.refuse_wrong(log)
        with locked(file):
            _refuse_existing(file)
            write_whole(file, log.source.text.encode("utf-8"))
        return str(data["name"])


def _beginning(playable: PlayableGame, name: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Build the head and the first step from the options."""
    about = playable.campaign.description
    first = about.steps[about.first]
    fields = {field.name: field for field in (*about.head, *first.fields)}
    for option in options:
        if option not in fields:
            raise UsageError(f"there is no option --{option}", did_you_mean(option, fields) or _needed(fields))
    for field in fields.values():
        if field.name not in options and not field.optional:
            raise UsageError(f"--{field.name} is missing: {field.title}", _offer(playable, field))
    values = {
        each.name: _document(playable, each, options[each.name]) if each.file else options[each.name]
        for each in fields.values()
        if each.name in options
    }
    kind = next(kind for kind in playable.game.kinds if playable.game.subject(kind) == LOG)
    head = {"kind": kind, "system": playable.game.system, "format": FORMAT, "name": name}
    head |= {each.name: values[each.name] for each in about.head if each.name in values}
    step = {"step": about.first} | {each.name: values[each.name] for each in first.fields if each.name in values}
    return {**head, STEPS: [step]}


def _needed(fields: Mapping[str, StepField]) -> str:
    return "options: " + ", ".join(f"--{name}" for name in fields)


def _offer(playable: PlayableGame, field: StepField) -> str:
    known = _named(playable, field.file) if field.file else [id for id, _ in field.values]
    return f"possible: {listed(known)}" if known else ""


def _named(playable: PlayableGame, kind: str) -> dict[str, Document]:
    """The files of a kind, by file name without extension."""
    return {
        Path(each.document.path).stem: each.document
        for each in playable.around.proven
        if (each.system, each.kind) == (playable.game.system, kind) and not each.problems
    }


def _refuse_existing(file: Path) -> None:
    if os.path.lexists(file):
        raise SurroundingsError(f"{file} already exists", "choose another name")


def _document(playable: PlayableGame, field: StepField, typed: str) -> dict[str, Any]:
    """The content of a file, named by its path or, inside the project, by its name alone."""
    known = _named(playable, field.file)
    if typed in known:
        document = known[typed]
    else:
        if not Path(typed).suffix:
            hint = did_you_mean(typed, known) or _offer(playable, field)
            raise UsageError(f"there is no {field.file} `{typed[:60]}`", hint)
        source = read_source(existing(typed), typed)
        found = source if isinstance(source, Problem) else load_document(source)
        if isinstance(found, Problem):
            raise ProblemsError([found])
        document = found
    proven = playable.catalog.prove(document)
    if proven.problems:
        raise ProblemsError(proven.problems)
    if (proven.system, proven.kind) != (playable.game.system, field.file):
        raise UsageError(
            f"{typed} is a {proven.kind} of {proven.system}", f"name a {field.file} of {playable.game.system}"
        )
    return {key: value for key, value in document.data.items() if key not in ("kind", "system")}
