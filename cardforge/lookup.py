"""Look things up in the project in this folder: rules, explanations, schemas, and what is built in.

Beside `pipeline`, the other way in for `cli`: nothing here judges a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardforge.check.answer import Rule
from cardforge.check.run import CHECKED, Rulebook
from cardforge.codes import CODES
from cardforge.codes_print import PRINT_CODES
from cardforge.errors import UsageError
from cardforge.explanation import Explanation
from cardforge.load.document import Document, load_document
from cardforge.load.game import ENGINE_KINDS, Game, engine_schemas, load_games
from cardforge.load.project import Project, builtin_project, builtin_root, project_around, project_at_hand
from cardforge.load.source import Source, read_source
from cardforge.load.targets import existing, find_targets
from cardforge.nearest import did_you_mean, listed
from cardforge.problems import Problem, in_order
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading, read_files
from cardforge.write.editor_line import editor_line, put_editor_line


def refuse_unknown(game: str, games: Iterable[str]) -> None:
    """Stop when somebody names a game that is not there."""
    if game and game not in games:
        hint = did_you_mean(game, games) or f"known games: {listed(sorted(games))}"
        raise UsageError(f"there is no game `{game}`", hint)


def rank(game: Game, project: Project) -> tuple[bool, bool]:
    """What comes first where several games may be meant: one of the user's folder, then the one that the demo shows.

    Whoever has only met that one never heard of another, and their commands go on working when another comes.
    """
    is_own = (project.roots[0] / "packs" / game.system / "game.yaml").is_file()
    return not is_own, "demo" not in game.document.data


def meant(systems: list[str], games: Mapping[str, Game], project: Project) -> list[str]:
    """Of several games that have a kind, the one that is meant if nobody says which; or several of the same rank."""
    ranks = [rank(games[system], project) for system in systems]
    return [system for system, each in zip(systems, ranks, strict=True) if each == min(ranks)]


def rules_of(game: str = "") -> tuple[list[tuple[str, Rule]], list[Problem]]:
    """Every rule of every game of the project in this folder, with the game's name."""
    games, problems = load_games(project_at_hand())
    refuse_unknown(game, games)
    catalog = Catalog(games, engine_schemas())
    problems += catalog.problems
    rules: list[tuple[str, Rule]] = []
    for system in sorted(catalog.games):
        if game in ("", system):
            rulebook = Rulebook(catalog.games[system])
            rulebook.close()
            rules += ((system, rule) for rule in rulebook.rules)
            problems += rulebook.problems
    return sorted(rules, key=lambda pair: (pair[0], pair[1].code)), in_order(problems)


def explanation_of(code: str) -> tuple[str, Explanation]:
    """What a code means: whose it is, and its page."""
    wanted = code.strip().upper()
    if wanted in PRINT_CODES:
        return "what `cardforge preflight` looks for in a PDF", PRINT_CODES[wanted]
    if wanted in CODES:
        return "a problem that cardforge finds in every game", CODES[wanted]
    rules, _ = rules_of()
    for system, rule in rules:
        if rule.code == wanted:
            about = f"{rule.severity}, a rule of {system} for every {' and '.join(rule.kinds or rule.on)}"
            return about, Explanation(rule.title, rule.why, rule.wrong, rule.right)
    known = [*CODES, *(rule.code for _, rule in rules)]
    hint = did_you_mean(wanted, known) or "`cardforge rules` lists the codes of the games"
    raise UsageError(f"there is no code `{code}`", hint)


def titles() -> dict[str, str]:
    """The title of every code."""
    return {code: page.title for code, page in CODES.items()} | {rule.code: rule.title for _, rule in rules_of()[0]}


def schema_of(kind: str, game: str = "") -> Source:
    """The schema file of a kind."""
    if kind in ENGINE_KINDS:
        return engine_schemas()[kind]
    project = project_at_hand()
    games, _ = load_games(project)
    refuse_unknown(game, games)
    having = [system for system in sorted(games) if game in ("", system) and kind in games[system].schemas]
    having = meant(having, games, project)
    if len(having) > 1:
        raise UsageError(f"several games have a kind `{kind}`: {listed(having)}", "choose one with --game")
    if not having:
        kinds = sorted({*ENGINE_KINDS, *(each for system in games.values() for each in system.schemas)})
        hint = did_you_mean(kind, kinds) or f"known kinds: {listed(kinds, most=40)}"
        raise UsageError(f"there is no kind `{kind}`", hint)
    return games[having[0]].schemas[kind]


def connect_editor(typed: str) -> str | Problem:
    """Tell a file's editor where its schema is; gives the line written, or why the file's kind is not known."""
    file = existing(typed)
    if file.suffix.lower() not in (".yaml", ".yml"):
        hint = "JSON has no comments; name the schema in your editor's settings"
        raise UsageError(f"{typed} is not a YAML file", hint)
    source = read_source(file, typed)
    document: Document | Problem = source if isinstance(source, Problem) else load_document(source)
    if isinstance(document, Problem):
        return document
    project = project_around(file) or project_at_hand()
    proven = Catalog(load_games(project)[0], engine_schemas()).prove(document)
    if not proven.kind:
        return proven.problems[0]
    folder = "schemas" if proven.kind in ENGINE_KINDS else f"schemas/{proven.system}"
    schema = project.find(f"{folder}/{proven.kind}.schema.json")
    if schema is None:
        raise UsageError(f"the kind `{proven.kind}` has no schema file in this project")
    line = editor_line(file, schema, together=project.root_of(file.resolve()) == project.root_of(schema))
    put_editor_line(file, line)
    return line


def builtin_packs() -> list[tuple[str, str, int, int]]:
    """What comes with cardforge: game, kind, files and cards."""
    catalog, reading = _builtin()
    rows = []
    for system, game in sorted(catalog.games.items()):
        for kind in game.document.data["kinds"]:
            here = [proven for proven in reading.proven if (proven.system, proven.kind) == (system, kind)]
            if here:
                rows.append((system, kind, len(here), sum(proven.cards for proven in here)))
    return rows


def builtin_demos() -> list[tuple[str, str, str]]:
    """What the games that come with cardforge would make of a seed: game, kind and seed."""
    games = load_games(builtin_project())[0]
    found = [(system, game.document.data.get("demo")) for system, game in sorted(games.items())]
    return [(system, demo["generate"], demo["seed"]) for system, demo in found if demo]


def builtin_decks() -> list[str]:
    """The files that come with cardforge and that `check` can judge, decks first."""
    catalog, reading = _builtin()
    known = [proven for proven in reading.proven if proven.system in catalog.games]
    sorts = [(catalog.games[each.system].subject(each.kind), each.document.path) for each in known]
    return [path for wanted in CHECKED for sort, path in sorts if sort == wanted]


def _builtin() -> tuple[Catalog, Reading]:
    catalog = Catalog(load_games(builtin_project())[0], engine_schemas())
    return catalog, read_files(find_targets([str(builtin_root())]).judged, catalog)
