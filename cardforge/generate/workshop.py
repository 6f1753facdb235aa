"""Generate documents from a seed, and validate and check them before they are returned.

A document that breaks a rule raises a ProblemsError, so no caller can write it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace

from cardforge.check.rulebook import Rulebook
from cardforge.check.subject import Subjects
from cardforge.core.errors import ProblemsError, UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.generate.description import Recipe
from cardforge.generate.recipes import Generated, Recipes, RecipeTexts, Refused, file_id
from cardforge.generate.remote_recipes import RemoteRecipes
from cardforge.generate.streams import MAX_SEED, drawn_seed, seed_text
from cardforge.link.collection import Collection, Entry, collect, with_entries
from cardforge.link.linking import LinkedGame, link
from cardforge.link.opening import OpenGames, open_project
from cardforge.load.document import Document, Fields
from cardforge.load.game import Game
from cardforge.load.game_choice import meant
from cardforge.load.project import Project, builtin_root, project_at_hand, read_inside
from cardforge.load.source import Source, problem_at
from cardforge.load.yaml_text import yaml_text
from cardforge.scripting.script import ScriptError
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading


@dataclass(frozen=True)
class RecipeKit:
    """Everything needed to generate documents of a game; picklable, for other processes and machines."""

    game: Game
    texts: RecipeTexts
    around: Reading  # the packs that documents may refer to
    is_builtin: bool  # every recipe comes with cardforge
    unclear: frozenset[str]  # kinds that would pick another game if this one is not named


@dataclass(frozen=True)
class SeedRequest:
    """What the user asks to generate."""

    kind: str
    seed: str
    options: Fields  # validated, without defaults
    game: str = ""  # set if several games have such a recipe

    def member(self, number: int) -> SeedRequest:
        """Return one of many requests, with a seed that can also be typed."""
        return replace(self, seed=f"{self.seed}/{number}")

    @property
    def command(self) -> str:
        """The command that generates the same again."""
        chosen = "".join(f" --set {shlex.quote(f'{name}={value}')}" for name, value in self.options.items())
        game = f" --game {self.game}" if self.game else ""
        return f"cardforge generate {self.kind}{game} --seed {shlex.quote(self.seed)}{chosen}"


@dataclass(frozen=True)
class GeneratedFiles:
    """The files generated from a seed, by name; the requested one comes first."""

    id: str
    name: str
    files: dict[str, str]
    kinds: tuple[str, ...]  # of the files, in their order
    bill: list[tuple[str, int]]


def kit_for(kind: str, system: str = "", project: Project | None = None) -> RecipeKit:
    """Collect everything needed to generate documents of a kind, by default in the project of the current folder."""
    return _kit(open_project(project or project_at_hand()), kind, system)


def open_workshop(kind: str, system: str = "", project: Project | None = None) -> Workshop:
    """Open a workshop for a kind, by default in the project of the current folder."""
    opened = open_project(project or project_at_hand())
    return Workshop(_kit(opened, kind, system), opened.catalog)


def _kit(opened: OpenGames, kind: str, system: str) -> RecipeKit:
    project, games = opened.project, opened.games
    recipes = {each: project.recipe_kinds(each) for each in games.names}
    if system:
        opened.game(system)
    having = meant([each for each in recipes if system in ("", each) and kind in recipes[each]], games, project)
    if len(having) > 1:
        raise UsageError(f"several games can generate `{kind}`: {listed(having)}", "choose one with --game")
    if not having:
        kinds = sorted({each for name, own in recipes.items() if system in ("", name) for each in own})
        hint = did_you_mean(kind, kinds) or f"recipes: {listed(kinds, most=40) or 'none'}"
        raise UsageError(f"there is no recipe for `{kind[:60]}`", hint)
    game = opened.game(having[0])
    texts, is_builtin, problems = _texts(game.system, project)
    if opened.games.problems + problems:
        raise ProblemsError(opened.games.problems + problems)
    if game.defaults:  # recipes must use the same numbers as the rules
        source = game.defaults.source
        texts = texts._replace(words={"defaults": (source.path, source.text)} | dict(texts.words))
    unclear = {
        each
        for each in recipes[game.system]
        if meant([name for name in recipes if each in recipes[name]], games, project) != [game.system]
    }
    return RecipeKit(game, texts, opened.read_packs(game.system), is_builtin, frozenset(unclear))


def _texts(system: str, project: Project) -> tuple[RecipeTexts, bool, list[Problem]]:
    """Return a game's recipes and word lists, whether all are built in, and the problems of unreadable files."""
    problems: list[Problem] = []
    found: list[dict[str, tuple[str, str]]] = []
    is_builtin = True
    for files in (project.recipe_files(system), project.word_files(system)):
        texts: dict[str, tuple[str, str]] = {}
        for file in files:
            source = read_inside(file, project.root_of(file))
            if isinstance(source, Problem):
                problems.append(source)
            else:
                texts[file.stem] = (source.path, source.text)
                is_builtin = is_builtin and file.is_relative_to(builtin_root())
        found.append(texts)
    return RecipeTexts(system, *found), is_builtin, problems


def seed_for(typed: str | None) -> str:
    """Return the typed seed, or a random one."""
    return drawn_seed() if typed is None else seed_text(typed)


def refuse_long(seed: str) -> None:
    """Raise a UsageError if a seed derived from the typed one is too long to be typed itself."""
    if len(seed) > MAX_SEED:
        message = f"a seed derived from this one would have {len(seed)} characters; the limit is {MAX_SEED}"
        raise UsageError(message, "shorten it")


class Workshop:
    """A game's recipes with its schemas and rules. Close it when done: untrusted scripts run in their own processes."""

    def __init__(self, kit: RecipeKit, catalog: Catalog | None = None) -> None:
        self.kit = kit
        self._catalog = catalog or Catalog({kit.game.system: kit.game})  # reuses compiled schemas
        self._linked = link(kit.game, self._catalog, kit.around, Reading())
        self._around = [self._linked.entry(each) for each in kit.around.proven if each.kind in self._linked.finders]
        self._closing = ExitStack()
        self._rulebook = self._closing.enter_context(closing(Rulebook(kit.game)))
        if self._rulebook.problems:
            raise ProblemsError(self._rulebook.problems)
        self._recipes: Recipes | RemoteRecipes = Recipes(kit.texts)
        if not kit.is_builtin:
            self._recipes = self._closing.enter_context(closing(RemoteRecipes(kit.texts)))

    def close(self) -> None:
        """End the processes."""
        self._closing.close()

    def recipe(self, kind: str) -> Recipe:
        """Return a recipe's declaration."""
        try:
            return self._recipes.recipe(kind)
        except ScriptError as error:
            message = f"this recipe cannot be used: {error.message}"
            raise ProblemsError([problem_at(error.path, "CF601", message, "", error.line, error.column)]) from None

    def order(self, kind: str, seed: str | None, given: Fields) -> SeedRequest:
        """Build a request from what the user typed; without a seed, a random one."""
        return SeedRequest(kind, seed_for(seed), self.recipe(kind).proven(given), self._game_of(kind))

    def _game_of(self, kind: str) -> str:
        """Return the game if the kind alone would be ambiguous."""
        return self.kit.game.system if kind in self.kit.unclear else ""

    def make(self, order: SeedRequest) -> GeneratedFiles:
        """Generate the files of a request; raise a ProblemsError if anything is wrong with them."""
        self.recipe(order.kind)
        try:
            made = self._recipes.make(order.kind, order.seed, order.options)
        except Refused as refused:
            if order.options:
                raise UsageError(f"this {order.kind} cannot be made: {refused}", "change what you --set") from None
            # The user set no option, so it is the recipe that failed.
            raise _failed(order, refused.error, str(refused)) from None
        except ScriptError as error:
            raise _failed(order, error, error.message) from None
        return self._proven(made, order)

    def _proven(self, made: Generated, order: SeedRequest) -> GeneratedFiles:
        path = self.kit.texts.recipes[order.kind][0]
        files: dict[str, str] = {}
        entries: list[Entry] = []
        for data in (made.document, *made.also):
            refuse_long(data["seed"]["text"])
            name = f"{file_id(data)}.yaml"
            if name in files:
                raise ProblemsError([self._broken(order, path, f"has a duplicate id `{file_id(data)}`")])
            files[name] = yaml_text(data, self._comments(data, order, made.breaks if data is made.document else []))
            document = Document(Source(name, files[name]), data)
            proven = self._catalog.prove(document)
            if _lacks_seed(document, proven.problems):
                message = f"the schema of {data.get('kind')} has no `seed`, where cardforge records a file's origin"
                hint = 'add "seed": {"type": "object"} to its properties'
                raise ProblemsError([problem_at(path, "CF603", message, hint, 1, 1)])
            self._refuse(order, path, proven.problems)
            if proven.kind not in self._linked.finders:  # its schema is broken
                raise ProblemsError(self._catalog.problems)
            entries.append(self._linked.entry(proven))
        self._judge(order, path, entries, made.breaks)
        id = file_id(made.document)
        name = str(made.document.get("name") or id)
        return GeneratedFiles(id, name, files, tuple(entry.kind for entry in entries), made.bill)

    def _judge(self, order: SeedRequest, path: str, entries: list[Entry], breaks: list[str]) -> None:
        collection = self._collection_with(entries)
        linked = LinkedGame(self.kit.game, tuple(entries), collection, self._linked.finders)
        # References of a single pack may be missing here: part of a story can be generated without the rest.
        subjects = Subjects(linked, alone=len(entries) == 1)
        for entry in entries:
            problems = self._rulebook.judge(subjects.subject(entry)).all_problems
            meant = breaks if entry is entries[0] else []
            for code in meant:
                if code not in {problem.code for problem in problems}:
                    raise ProblemsError(
                        [self._broken(order, path, f"does not break {code}, although the recipe says so")]
                    )
            self._refuse(order, path, [problem for problem in problems if problem.code not in meant])

    def _collection_with(self, entries: list[Entry]) -> Collection:
        """Return the existing packs with the new ones; a new one replaces an existing one with the same id."""
        collection = self._linked.collection
        ids = {entry.id for entry in entries if entry.is_pack}
        if any(collection.places("pack", id) for id in ids):
            collection = collect([each for each in self._around if each.id not in ids], collection.unread)
        return with_entries(collection, entries)

    def _refuse(self, order: SeedRequest, path: str, problems: Iterable[Problem]) -> None:
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        if errors:
            whats = (f"breaks {each.code} at {each.where}: {each.message}" for each in errors)
            raise ProblemsError([self._broken(order, path, what) for what in whats])

    def _broken(self, order: SeedRequest, path: str, what: str) -> Problem:
        message = f"the result of this recipe for the seed `{order.seed}` {what}"
        return problem_at(path, "CF603", message, "fix the recipe; nothing was written", 1, 1)

    def _comments(self, data: Fields, order: SeedRequest, breaks: list[str]) -> list[str]:
        meant = [f"It breaks {' and '.join(breaks)} on purpose."] if breaks else []
        origin = data.get("seed")
        if not isinstance(origin, Mapping):
            return [f"Generated by `{order.command}`.", *meant]
        own = SeedRequest(origin["recipe"], origin["text"], origin.get("options", {}), self._game_of(origin["recipe"]))
        return [f"Generated by `{own.command}`; recipe {own.kind} v{origin['version']}.", *meant]


def _lacks_seed(document: Document, problems: Iterable[Problem]) -> bool:
    """Whether the schema rejects the `seed` key, which the engine itself adds."""
    return any(each.where == document.locate(("seed",), key=True) for each in problems)


def _failed(order: SeedRequest, error: ScriptError, reason: str) -> ProblemsError:
    message = f"this recipe failed on the seed `{order.seed}`: {reason}"
    return ProblemsError([problem_at(error.path, "CF602", message, "", error.line, error.column)])


__all__ = [
    "GeneratedFiles",
    "RecipeKit",
    "SeedRequest",
    "Workshop",
    "kit_for",
    "open_workshop",
    "refuse_long",
    "seed_for",
]
