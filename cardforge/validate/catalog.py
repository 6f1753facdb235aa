"""Validate documents against the schemas of all games.

Takes games; reads and validates a game when the first document names it, and compiles a schema when the first
document needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from cardforge.core.errors import SurroundingsError
from cardforge.core.limits import COMMAND_CARDS
from cardforge.core.phrases import listed
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.core.read_totals import count_file
from cardforge.core.suggestions import did_you_mean, nearest
from cardforge.load.document import Document, load_document
from cardforge.load.game import ENGINE_KINDS, GAME_KIND, PLACES, PRINTED, Game, Games, Kind, Loaded, engine_schemas
from cardforge.load.project import read_inside, shown
from cardforge.load.source import Source, problem_at
from cardforge.load.spreadsheet_names import SPREADSHEETS, names_a_sheet
from cardforge.load.targets import File
from cardforge.validate.schema import Mistakes, Schema, load_schema, mistakes_of, validate
from cardforge.validate.shadowed import shadowed


class Proven(NamedTuple):
    """A document with its game, its kind and its schema problems."""

    document: Document
    system: str
    kind: str
    problems: tuple[Problem, ...]
    unsound: tuple[Pointer, ...] = ()  # values that do not match the schema
    warnings: tuple[Problem, ...] = ()  # about its spreadsheet, and about fields that cardforge's own names hide

    @property
    def cards(self) -> int:
        """Number of cards in the document."""
        cards = self.document.data.get("cards")
        return len(cards) if isinstance(cards, list) else 0


class UsableGames(Mapping[str, Game]):
    """The games whose own files are valid; each is validated on first access."""

    def __init__(self, games: Mapping[str, Game], prove: Callable[[Game], bool]) -> None:
        self._games, self._prove = games, prove
        self._known: dict[str, bool] = {}

    def __getitem__(self, system: str) -> Game:
        game = self._games[system]
        if system not in self._known:
            self._known[system] = self._prove(game)
        if not self._known[system]:
            raise KeyError(system)
        return game

    def __iter__(self) -> Iterator[str]:
        return (system for system in self._games if system in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Catalog:
    """All schemas of a project."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self.all_games = games
        self._engine: dict[str, Schema] = {}
        self.problems: list[Problem] = []
        self.games: Mapping[str, Game] = UsableGames(games, self._is_usable)
        self._schemas: dict[tuple[str, str], Schema | None] = {}
        self._kinds: dict[Path, tuple[str, Kind] | None] = {}  # of the files in a folder, if it has `cards-at`

    def _is_usable(self, game: Game) -> bool:
        faults = self._game_problems(game)
        self.problems += faults
        return not faults

    def _engine_schema(self, kind: str) -> Schema:
        if kind not in self._engine:
            self._engine[kind] = self._own(engine_schemas()[kind])
        return self._engine[kind]

    def _own(self, source: Source) -> Schema:
        compiled = load_schema(source)
        if isinstance(compiled, Problem):
            raise SurroundingsError(
                f"this installation is damaged: {compiled.where} is not a valid schema", "reinstall cardforge"
            )
        return compiled

    def _game_problems(self, game: Game) -> list[Problem]:
        faults = validate(game.document, self._engine_schema(GAME_KIND))
        named = game.document.data.get("system")
        if not faults and named != game.system:
            faults = [
                _error(
                    game.document,
                    ("system",),
                    "CF105",
                    f'`system` is "{named}", but the folder is named {game.system}',
                    "give both the same name",
                )
            ]
        if not faults and any(key in kind for kind in game.document.data["kinds"].values() for key in PLACES):
            from cardforge.validate.located_cards import odd_kinds

            faults = list(odd_kinds(game.document))
        # Rules use the defaults without checking each value, so validate them first.
        # A file of another kind is reported when the files are read.
        defaults, source = game.defaults, game.schemas.get("defaults")
        named_so = defaults and (defaults.data.get("kind"), defaults.data.get("system")) == ("defaults", game.system)
        if not faults and defaults and named_so and source:
            schema = load_schema(source, game.schemas)
            faults = [schema] if isinstance(schema, Problem) else validate(defaults, schema)
        return faults

    def schema(self, system: str, kind: str) -> Schema | None:
        """Return the schema of a kind, or None if it is invalid, which is reported once."""
        key = (system, kind)
        if key not in self._schemas:
            source = self.games[system].schemas.get(kind)
            schema = (
                load_schema(source, self.games[system].schemas)
                if source
                else problem_at(
                    self.games[system].document.path,
                    "CF106",
                    f"the kind `{kind}` has no schema",
                    f"add schemas/{system}/{kind}.schema.json",
                    1,
                    1,
                )
            )
            if isinstance(schema, Problem):
                self.problems.append(schema)
                self._schemas[key] = None
            else:
                self._schemas[key] = schema
        return self._schemas[key]

    def _names(self) -> list[str]:
        """Return the names of all games without opening one."""
        return self.all_games.names if isinstance(self.all_games, Games) else list(self.all_games)

    def load(self, file: File) -> Loaded:
        """Read and parse a file; one that defines a game is not read again."""
        known = self.all_games.definition(file.path) if isinstance(self.all_games, Games) else None
        if known:
            return known
        if file.path.suffix.lower() in SPREADSHEETS:
            hint = f"name a pack that has `cards: {{sheet: {file.path.name}}}`"
            problem = problem_at(
                shown(file.path), "CF010", "a spreadsheet is read through the pack that names it", hint
            )
            return Loaded(problem, problem)
        source = read_inside(file.path, file.root)
        if isinstance(source, Problem):
            return Loaded(source, source)
        found = self._kind_of(file.path.parent)
        if found is None:
            return Loaded(source, load_document(source))
        from cardforge.load.found_cards import found_cards

        return Loaded(source, found_cards(source, *found))

    def _kind_of(self, folder: Path) -> tuple[str, Kind] | None:
        """The game and the kind of all files in `packs/<game>/<kind>/`, if it has `cards-at`."""
        if folder not in self._kinds:
            self._kinds[folder] = None
            for inner in (folder, *folder.parents):
                system = inner.parent.name
                if inner.parent.parent.name == "packs" and system in self._names() and system in self.games:
                    kind = self.games[system].kinds.get(inner.name)
                    self._kinds[folder] = (system, kind) if kind and kind.cards_at else None
        return self._kinds[folder]

    def prove_schemas(self, system: str) -> None:
        """Check every schema of a game, used or not."""
        for kind in sorted(self.games[system].kinds.keys() | self.games[system].schemas.keys()):
            self.schema(system, kind)

    def prove(self, document: Document, file: File | None = None) -> Proven:
        """Validate a document against the schema of its kind, with the cards of the spreadsheet next to its file."""
        data = document.data
        if isinstance(data.get("cards"), list):
            count_file(COMMAND_CARDS, len(data["cards"]), document.path)
        kind, system = data.get("kind"), data.get("system")
        if isinstance(kind, str) and kind in ENGINE_KINDS:
            return Proven(document, str(system), kind, tuple(validate(document, self._engine_schema(kind))))
        if not isinstance(kind, str) or not isinstance(system, str):
            return Proven(document, "", "", (_unnamed(document, self._names()),))
        if system not in self.games:
            names = self._names()
            if system in names:
                return Proven(document, system, kind, ())  # the game has its own problem
            others = f"known games: {listed(names)}; to start your own, add packs/{system[:60]}/game.yaml"
            hint = did_you_mean(system, names) or others
            return Proven(
                document, "", "", (_error(document, ("system",), "CF103", f"there is no game `{system[:60]}`", hint),)
            )
        kinds = self.games[system].kinds
        if kind not in kinds:
            hint = did_you_mean(kind, kinds) or f"kinds of {system}: {listed(kinds, most=20)}"
            return Proven(
                document,
                system,
                "",
                (_error(document, ("kind",), "CF104", f"{system} has no kind `{kind[:60]}`", hint),),
            )
        schema, is_printed = self.schema(system, kind), kinds[kind].subject in PRINTED
        if schema and is_printed and names_a_sheet(data):
            proven = _with_sheet(document, schema, file)
        else:
            mistakes = mistakes_of(document, schema) if schema else Mistakes()
            if not mistakes.problems and is_printed:
                mistakes = _odd_cards(document)
            proven = Proven(document, system, kind, mistakes.problems, mistakes.unsound)
        return proven if proven.problems else _named(proven, kinds[kind], is_printed)


def _named(proven: Proven, kind: Kind, is_printed: bool) -> Proven:
    """Add the names of cards of other people's data, and warnings about names that mean something of cardforge."""
    document, warnings = proven.document, (*proven.warnings, *shadowed(proven.document, is_printed))
    if document.places is None:
        return proven._replace(warnings=warnings)
    from cardforge.validate.located_cards import with_names

    document, found = with_names(document, kind)
    problems = tuple(each for each in found if each.severity is Severity.ERROR)
    warnings = (*warnings, *(each for each in found if each.severity is not Severity.ERROR))
    return proven._replace(
        document=document, problems=problems, unsound=(("cards",),) if problems else (), warnings=warnings
    )


def _with_sheet(document: Document, schema: Schema, file: File | None) -> Proven:
    """Validate a document together with the cards of its spreadsheet."""
    from cardforge.validate.field_types import FieldTypes
    from cardforge.validate.sheet_cards import sheet_cards

    found = sheet_cards(document, file, FieldTypes(schema.raw))
    whole = found.document
    readable = whole.cells is not None or not found.problems
    mistakes = mistakes_of(whole, schema, found.reported) if readable else Mistakes()
    if not found.problems and not mistakes.problems:
        mistakes = _odd_cards(whole)
    problems, unsound = (*found.problems, *mistakes.problems), (*found.unsound, *mistakes.unsound)
    return Proven(whole, str(whole.data["system"]), str(whole.data["kind"]), problems, unsound, found.warnings)


def _odd_cards(document: Document) -> Mistakes:
    """Return what the engine itself needs of cards, which a game's own schema may not ask for."""
    cards = document.data.get("cards", [])
    if not isinstance(cards, list):
        hint = "write each card below, with a dash"
        return Mistakes((_error(document, ("cards",), "CF101", "`cards` is not a list", hint),), (("cards",),))
    odd: list[Pointer] = [("cards", at) for at, card in enumerate(cards) if not isinstance(card, dict)]
    message = "this card is not a mapping of keys and values"
    return Mistakes(tuple(_error(document, each, "CF101", message, "write `id: …`") for each in odd), tuple(odd))


def _unnamed(document: Document, games: Iterable[str]) -> Problem:
    """Return the problem of a file without a usable `kind` or `system`."""
    for key in ("kind", "system"):
        if key in document.data and not isinstance(document.data[key], str):
            return _error(document, (key,), "CF103", f"`{key}` is not a word", "use a word, as in the sample packs")
    missing = [key for key in ("kind", "system") if key not in document.data]
    for key in missing:
        if written := nearest(key, document.data.keys() - {"kind", "system"}):
            message = f"unknown key `{written[:60]}`, and `{key}` is missing"
            return _error(document, (written,), "CF103", message, f"did you mean `{key}`?", at_key=True)
    verb = "is" if len(missing) == 1 else "are"
    message = f"{listed(missing)} {verb} missing, so the type of this file is unknown"
    sample = next(iter(sorted(games)), "mygame")
    return _error(
        document, (), "CF103", message, f"start the file with `kind:` and `system:`, such as `system: {sample}`"
    )


def _error(document: Document, pointer: Pointer, code: str, message: str, hint: str, at_key: bool = False) -> Problem:
    return Problem(code, Severity.ERROR, document.locate(pointer, at_key), message, hint)
