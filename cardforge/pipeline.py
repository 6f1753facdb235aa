"""All stages in order. This page is the architecture.

    load       files -> documents with positions           limits, YAML 1.2, JSON, projects and games
    validate   documents -> proven against schemas/        jsonschema, in words for people
    link       documents -> one collection                 ids and references
    check      collection -> verdicts and problems         the game's rules, in Starlark
    write      results -> files                            whole or not at all
    report     problems -> text, JSON, SARIF, annotations  the only stage that knows how things look

`cli` comes here and to `report`, and to nothing else. No stage prints; only `load` and `write` touch files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cardforge.check.rulebook import Rule
from cardforge.check.run import Rulebook, Verdict
from cardforge.codes import CODES, Explanation
from cardforge.errors import UsageError
from cardforge.link.collection import Entry, collect
from cardforge.link.mentions import mention_finder
from cardforge.link.references import links_of
from cardforge.load.document import Document, load_document
from cardforge.load.game import Game, load_game_schema, load_games
from cardforge.load.project import builtin_project, builtin_root, project_around, project_at_hand
from cardforge.load.source import Source, read_source
from cardforge.load.targets import Targets, existing, find_targets
from cardforge.nearest import did_you_mean, listed
from cardforge.problems import Problem, in_order
from cardforge.validate.catalog import GAME_KIND, Catalog, Proven
from cardforge.validate.reading import Reading, read_files
from cardforge.write.editor_line import editor_line, put_editor_line


@dataclass(frozen=True)
class Outcome:
    """What a run found, and the numbers of what it looked at."""

    problems: list[Problem]
    sources: dict[str, Source]  # to show the lines that problems point at
    files: int = 0
    cards: int = 0
    checks: int = 0  # rules run over documents
    passed: int = 0

    @property
    def numbers(self) -> dict[str, int]:
        return {"files": self.files, "cards": self.cards, "checks": self.checks, "passed": self.passed}


def validate_files(paths: Iterable[str], game: str = "") -> Outcome:
    """Load, prove, link and check files; nothing is written."""
    return _validate(find_targets(paths), game)


def validate_builtin() -> Outcome:
    """The same for everything that comes with cardforge, wherever the command is run."""
    return _validate(find_targets([str(builtin_root())]), "")


def _validate(targets: Targets, only: str) -> Outcome:
    games, problems = load_games(targets.project)
    _known(only, games)
    catalog = Catalog(games, load_game_schema())
    around = read_files(targets.around, catalog)
    judged = read_files(targets.judged, catalog)
    if only:
        judged.proven = [proven for proven in judged.proven if proven.system in (only, "")]
    problems += judged.problems
    problems += (problem for proven in judged.proven for problem in proven.problems)
    numbers = Counter(
        files=len(judged.proven) + len(judged.problems), cards=sum(_cards(proven) for proven in judged.proven)
    )
    for system in sorted({proven.system for proven in judged.proven} & catalog.games.keys()):
        catalog.prove_schemas(system)
        verdicts, faults = _check(catalog.games[system], catalog, around, judged, targets.alone)
        problems += faults
        problems += (problem for verdict in verdicts for problem in verdict.problems)
        numbers["checks"] += len(verdicts)
        numbers["passed"] += sum(verdict.status == "pass" for verdict in verdicts)
    problems += catalog.problems
    sources = {source.path: source for each in games.values() for source in each.sources} | judged.sources
    return Outcome(in_order(problems), sources, **numbers)


def _check(
    game: Game, catalog: Catalog, around: Reading, judged: Reading, alone: bool
) -> tuple[list[Verdict], list[Problem]]:
    """Link one game's documents and run its rules over those to be judged."""
    finders = {
        kind: mention_finder(schema.raw) for kind in game.schemas if (schema := catalog.schema(game.system, kind))
    }

    def entry(proven: Proven) -> Entry:
        find = finders.get(proven.kind)
        return Entry(
            proven.document,
            proven.kind,
            is_pack=game.subject(proven.kind) == "pack",
            mentions=tuple(find(proven.document.data)) if find else (),
            proven=not proven.problems,
        )

    others = [entry(proven) for proven in around.proven if proven.system == game.system and proven.kind in finders]
    entries = [entry(proven) for proven in judged.proven if proven.system == game.system and proven.kind in finders]
    collection = collect([*others, *entries], [*around.unread, *judged.unread])
    rulebook = Rulebook(game)
    verdicts: list[Verdict] = []
    problems = [*rulebook.problems]
    try:
        for each in entries:
            if each.proven:
                results, faults = rulebook.judge(game.subject(each.kind), each, links_of(each, collection), alone)
                verdicts += results
                problems += faults
    finally:
        rulebook.close()
    return verdicts, problems


def _cards(proven: Proven) -> int:
    cards = proven.document.data.get("cards")
    return len(cards) if isinstance(cards, list) else 0


def _known(game: str, games: Iterable[str]) -> None:
    if game and game not in games:
        raise UsageError(
            f"there is no game `{game}`", did_you_mean(game, games) or f"known games: {listed(sorted(games))}"
        )


def rules_of(game: str = "") -> tuple[list[tuple[str, Rule]], list[Problem]]:
    """Every rule of every game of the project in this folder, with the game's name."""
    games, problems = load_games(project_at_hand())
    _known(game, games)
    catalog = Catalog(games, load_game_schema())
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
    if wanted in CODES:
        return "a problem that cardforge finds in every game", CODES[wanted]
    rules, _ = rules_of()
    for system, rule in rules:
        if rule.code == wanted:
            about = f"{rule.severity}, a rule of {system} for every {' and '.join(rule.on)}"
            return about, Explanation(rule.title, rule.why, rule.wrong, rule.right)
    known = [*CODES, *(rule.code for _, rule in rules)]
    raise UsageError(
        f"there is no code `{code}`", did_you_mean(wanted, known) or "`cardforge rules` lists the codes of the games"
    )


def titles() -> dict[str, str]:
    """The title of every code."""
    return {code: page.title for code, page in CODES.items()} | {rule.code: rule.title for _, rule in rules_of()[0]}


def schema_of(kind: str, game: str = "") -> Source:
    """The schema file of a kind."""
    if kind == GAME_KIND:
        return load_game_schema()
    games, _ = load_games(project_at_hand())
    _known(game, games)
    having = [games[system] for system in sorted(games) if game in ("", system) and kind in games[system].schemas]
    if len(having) > 1:
        raise UsageError(
            f"several games have a kind `{kind}`: {listed(each.system for each in having)}", "choose one with --game"
        )
    if not having:
        kinds = sorted({GAME_KIND, *(each for system in games.values() for each in system.schemas)})
        raise UsageError(
            f"there is no kind `{kind}`", did_you_mean(kind, kinds) or f"known kinds: {listed(kinds, most=40)}"
        )
    return having[0].schemas[kind]


def connect_editor(typed: str) -> str | Problem:
    """Tell a file's editor where its schema is; gives the line written, or why the file's kind is not known."""
    file = existing(typed)
    if file.suffix.lower() not in (".yaml", ".yml"):
        raise UsageError(
            f"{typed} is not a YAML file", "JSON has no comments; name the schema in your editor's settings"
        )
    source = read_source(file, typed)
    document: Document | Problem = source if isinstance(source, Problem) else load_document(source)
    if isinstance(document, Problem):
        return document
    project = project_around(file) or project_at_hand()
    games, _ = load_games(project)
    catalog = Catalog(games, load_game_schema())
    proven = catalog.prove(document)
    if not proven.kind:
        return proven.problems[0]
    schema = project.find(
        f"schemas/{proven.system}/{proven.kind}.schema.json" if proven.kind != GAME_KIND else "schemas/game.schema.json"
    )
    if schema is None:
        raise UsageError(f"the kind `{proven.kind}` has no schema file in this project")
    line = editor_line(file, schema, together=project.root_of(file.resolve()) == project.root_of(schema))
    put_editor_line(file, line)
    return line


def builtin_packs() -> list[tuple[str, str, int, int]]:
    """What comes with cardforge: game, kind, files and cards."""
    catalog = Catalog(load_games(builtin_project())[0], load_game_schema())
    reading = read_files(find_targets([str(builtin_root())]).judged, catalog)
    rows = []
    for system, game in sorted(catalog.games.items()):
        for kind in game.document.data["kinds"]:
            here = [proven for proven in reading.proven if (proven.system, proven.kind) == (system, kind)]
            if here:
                rows.append((system, kind, len(here), sum(_cards(proven) for proven in here)))
    return rows
