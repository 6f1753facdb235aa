"""Check a deck or a scenario that the user is still building.

Takes a text, or a document as data; returns the text, the data and the verdicts of the rules. Nothing is written.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardforge.check.judgement import Judgement, judgement_of
from cardforge.check.subject import Subjects
from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.generate.recipes import slug
from cardforge.load.document import Fields
from cardforge.load.game import CHECKED
from cardforge.load.yaml_text import yaml_text
from cardforge.session.open_project import OpenProject, reading_of


@dataclass(frozen=True)
class Checked:
    """A checked file: its text, its data, and the verdicts of the rules."""

    text: str
    data: Fields | None  # None if the text cannot be parsed
    judgement: Judgement
    prints: bool = False  # whether its kind prints a piece that shows it


def text_of(data: Fields) -> str:
    """A document as YAML; empty values are left out."""
    kept = {key: value for key, value in data.items() if value not in ("", None)}
    try:
        return yaml_text(kept)
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError("this document cannot be written as YAML", str(error)[:100]) from None


def file_name(data: Fields) -> str:
    """The file name of a document."""
    for given in (data.get("id"), data.get("name"), data.get("kind")):
        try:
            return f"{slug(given if isinstance(given, str) else '')}.yaml"
        except ValueError:  # no Latin letter in it
            continue
    return "deck.yaml"


def checked(opened: OpenProject, name: str, text: str) -> Checked:
    """Check the text of a deck, a scenario or a build."""
    reading = reading_of({name: text}, opened.catalog)
    if not reading.proven:
        return Checked(text, None, Judgement(name, problems=tuple(reading.problems)))
    proven = reading.proven[0]
    data = proven.document.data
    game = opened.games.get(proven.system)
    is_checked = game is not None and game.subject(proven.kind) in CHECKED
    if proven.problems and (not is_checked or () in proven.unsound):
        judgement = Judgement(name, str(data.get("name", "")), proven.kind, problems=proven.problems)
        return Checked(text, data, judgement)
    if not is_checked:
        kinds = [kind.name for kind in game.kinds.values() if kind.subject in CHECKED] if game else []
        message = f"this file has the kind {proven.kind}; only {listed(kinds)} can be checked here"
        hint = "to see packs of the project, open Browse"
        problem = Problem("CF304", Severity.ERROR, proven.document.locate(("kind",)), message, hint)
        return Checked(text, data, Judgement(name, kind=proven.kind, problems=(problem,)))
    linked = opened.linked_with(proven.system, reading)
    subject = Subjects(linked, alone=False).subject(linked.entry(proven))
    rulebook, broken = opened.rulebook(proven.system), opened.around.broken
    prints = bool(opened.games[proven.system].kinds[proven.kind].prints) and not proven.problems
    return Checked(text, data, judgement_of(subject, rulebook, broken, proven.problems), prints)
