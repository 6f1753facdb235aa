"""Find the schema of a kind, and connect files to it for editors."""

from __future__ import annotations

from cardforge.core.errors import ProblemsError, UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem
from cardforge.core.suggestions import did_you_mean
from cardforge.load.document import Document, load_document
from cardforge.load.game import ENGINE_KINDS, Games, engine_schemas
from cardforge.load.game_choice import meant, refuse_unknown
from cardforge.load.project import project_around, project_at_hand
from cardforge.load.source import Source, read_source
from cardforge.load.targets import existing
from cardforge.validate.catalog import Catalog
from cardforge.write.editor_line import editor_line, put_editor_line


def schema_of(kind: str, game: str = "") -> Source:
    """The schema file of a kind."""
    if kind in ENGINE_KINDS:
        return engine_schemas()[kind]
    project = project_at_hand()
    games = Games(project)
    if game:
        refuse_unknown(game, games.names)
    named = [game] if game else games.names
    having = [system for system in named if project.find(f"schemas/{system}/{kind}.schema.json")]
    having = meant(having, games, project)
    if len(having) > 1:
        raise UsageError(f"several games have the kind `{kind}`: {listed(having)}", "choose one with --game")
    if not having:
        kinds = sorted({*ENGINE_KINDS, *(each for system in games.values() for each in system.schemas)})
        hint = did_you_mean(kind, kinds) or f"known kinds: {listed(kinds, most=40)}"
        raise UsageError(f"there is no kind `{kind}`", hint)
    found = games.get(having[0])
    if found is None or kind not in found.schemas:  # `game.yaml` or the schema cannot be read
        raise ProblemsError(games.problems)
    return found.schemas[kind]


def connect_editor(typed: str) -> str | Problem:
    """Add the line that tells editors where a file's schema is; return it, or why the file's kind is unknown."""
    file = existing(typed)
    if file.suffix.lower() not in (".yaml", ".yml"):
        hint = "JSON has no comments; set the schema in your editor's settings"
        raise UsageError(f"{typed} is not a YAML file", hint)
    source = read_source(file, typed)
    document: Document | Problem = source if isinstance(source, Problem) else load_document(source)
    if isinstance(document, Problem):
        return document
    project = project_around(file) or project_at_hand()
    proven = Catalog(Games(project)).prove(document)
    if not proven.kind:
        return proven.problems[0]
    folder = "schemas" if proven.kind in ENGINE_KINDS else f"schemas/{proven.system}"
    schema = project.find(f"{folder}/{proven.kind}.schema.json")
    if schema is None:
        raise UsageError(f"the kind `{proven.kind}` has no schema file in this project")
    line = editor_line(file, schema, together=project.root_of(file.resolve()) == project.root_of(schema))
    put_editor_line(file, line)
    return line
