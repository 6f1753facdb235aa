"""Judge a deck or a scenario that somebody is still putting together.

Takes a text, or a document as data; gives the text, the data and what the rules say. Nothing is written.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardforge.check.judgement import Judgement, judgement_of
from cardforge.check.rulebook import CHECKED
from cardforge.check.subject import Subjects
from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.generate.recipes import slug
from cardforge.load.document import Fields
from cardforge.load.yaml_text import yaml_text
from cardforge.session.open_project import OpenProject, reading_of


@dataclass(frozen=True)
class Checked:
    """A file, what it says, and what the rules say about it."""

    text: str
    data: Fields | None  # nothing where the text cannot be read
    judgement: Judgement


def text_of(data: Fields) -> str:
    """A document as the text of its file; what says nothing is left out."""
    kept = {key: value for key, value in data.items() if value not in ("", None)}
    try:
        return yaml_text(kept)
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError("this is no document that can be written", str(error)[:100]) from None


def file_name(data: Fields) -> str:
    """What the file of a document is called."""
    for given in (data.get("id"), data.get("name"), data.get("kind")):
        try:
            return f"{slug(given if isinstance(given, str) else '')}.yaml"
        except ValueError:  # no Latin letter in it
            continue
    return "deck.yaml"


def checked(opened: OpenProject, name: str, text: str) -> Checked:
    """Judge the text of a deck, a scenario or a build."""
    reading = reading_of({name: text}, opened.catalog)
    if not reading.proven:
        return Checked(text, None, Judgement(name, problems=tuple(reading.problems)))
    proven = reading.proven[0]
    data = proven.document.data
    if reading.problems:
        judgement = Judgement(name, str(data.get("name", "")), proven.kind, problems=tuple(reading.problems))
        return Checked(text, data, judgement)
    game = opened.games.get(proven.system)
    if game is None or game.subject(proven.kind) not in CHECKED:
        kinds = [kind.name for kind in game.kinds.values() if kind.subject in CHECKED] if game else []
        message = f"this file is of kind {proven.kind}; only {listed(kinds)} can be checked here"
        hint = "packs of the project are under Browse"
        problem = Problem("CF304", Severity.ERROR, proven.document.locate(("kind",)), message, hint)
        return Checked(text, data, Judgement(name, kind=proven.kind, problems=(problem,)))
    linked = opened.linked(proven.system)
    subject = Subjects(linked, alone=False).subject(linked.entry(proven))
    return Checked(text, data, judgement_of(subject, opened.rulebook(proven.system), opened.around.broken))
