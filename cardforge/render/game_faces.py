"""Load the faces of one game: find its templates, icons and art, check them, and match them to cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardforge.core.phrases import listed
from cardforge.core.problems import Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.core.units import CARD_SIZES
from cardforge.layout.fields import known_fields, unknown_fields
from cardforge.layout.game_art import GameArt
from cardforge.layout.icons import Icons
from cardforge.layout.template import Template, Templates
from cardforge.load.game import FACE_KIND, Game
from cardforge.load.project import Project, builtin_project, builtin_root, read_inside
from cardforge.load.source import Source, problem_at
from cardforge.load.targets import File
from cardforge.render.appearance import USUAL, Appearance, FaceChoice
from cardforge.render.card_job import CardJob
from cardforge.render.plain_cards import plain_of_size
from cardforge.validate.catalog import Catalog
from cardforge.validate.reading import Reading, read_files

if TYPE_CHECKING:
    from cardforge.layout.art import ArtRecipe

PLAIN = "plain"
_SHARED = "shared"  # name of the file whose functions all art recipes of a game can use
LoadedArt = tuple[GameArt, list[Problem]]  # the icons and art recipes of a game, and their problems


class GameFaces:
    """The faces of one game."""

    def __init__(
        self,
        game: Game,
        project: Project,
        catalog: Catalog,
        appearance: Appearance = USUAL,
        game_art: LoadedArt | None = None,
        read: Callable[[Sequence[File], Catalog], Reading] = read_files,  # the page passes a reader that caches
    ) -> None:
        self._game = game
        self._appearance = appearance
        self._coloured: dict[str, Template] = {}
        self._resized: dict[str, Template] = {}  # the plain face, by size
        self._sides: dict[tuple[str, str], tuple[Template, Template | None]] = {}
        self._catalog = catalog
        faces = project.files(f"templates/{game.system}/faces")
        own = read([File(path, project.root_of(path)) for path in faces], catalog)
        plain = builtin_project().find("templates/plain.yaml")
        builtin = read([File(plain, None)] if plain else [], catalog)
        good = [proven.document for proven in own.proven if proven.kind == FACE_KIND and not proven.problems]
        self._builtin = [proven.document for proven in builtin.proven]
        self._templates = Templates(good, self._builtin, _broken_ids(own))
        self.art, art_problems = game_art or load_game_art(game, project)
        self.sources: dict[str, Source] = own.sources | builtin.sources
        self.problems = [*own.problems, *self._templates.problems, *art_problems, *self._lost()]

    def sides(self, kind: str, group: str) -> tuple[Template, Template | None]:
        """The front and back templates for the cards of a group; a kind without a face gets the plain one."""
        key = (kind, group)
        if key not in self._sides:
            look = self._appearance.look_of(kind, group)
            front = self._templates.template(kind, group, look) or self._plain(look)
            back = self._templates.by_id(front.back) if front.back else None
            self._sides[key] = self._in_palette(front), self._in_palette(back) if back else None
        return self._sides[key]

    @property
    def plain(self) -> Template:
        """The plain face, in the size asked for."""
        return self._plain(self._appearance.look)

    def _plain(self, look: str) -> Template:
        """The plain face, in the size that the look names."""
        plain = self._templates.by_id(PLAIN)
        if look not in CARD_SIZES or plain.document not in self._builtin:
            return plain
        if look not in self._resized:
            self._resized[look] = plain_of_size(plain, *CARD_SIZES[look])
        return self._resized[look]

    @property
    def choice(self) -> FaceChoice:
        """What the faces let a user choose; the plain face has every size with a name."""
        palettes = {name for template in self._templates.all() for name in template.palettes}
        faced = {target.partition("/")[0] for target, _, _ in self._templates.targets()}
        is_plain_used = any(kind.is_printed and name not in faced for name, kind in self._game.kinds.items())
        sizes = {*self._templates.sizes, *(CARD_SIZES.values() if is_plain_used else ())}
        return FaceChoice(palettes, self._templates.looks, sizes)

    def _in_palette(self, template: Template) -> Template:
        palette = self._appearance.palette
        if not palette:
            return template
        if template.id not in self._coloured:
            self._coloured[template.id] = template.in_palette(palette)
        return self._coloured[template.id]

    def misspelt(self, jobs: Iterable[CardJob]) -> Iterator[Problem]:
        """Problems for fields that a face uses but no schema and no card has."""
        words: dict[str, set[str]] = {}
        used: dict[str, dict[str, Template]] = {}
        for card, front, back, _, _ in jobs:
            kind = card.view.kind
            if kind not in words:
                words[kind] = set(known_fields(self._schema(kind)))
            words[kind].update(card.data)
            for side in (front, back):
                if side:
                    used.setdefault(kind, {})[side.id] = side
        known: dict[str, set[str]] = {}
        found: dict[str, Template] = {}
        for kind, templates in used.items():
            for id, template in templates.items():
                known.setdefault(id, set()).update(words[kind])
                found[id] = template
        for id, template in found.items():
            yield from unknown_fields(template, frozenset(known[id]))

    def _schema(self, kind: str) -> Any:
        schema = self._catalog.schema(self._game.system, kind)
        return schema.raw if schema else {}

    def _groups_of(self, kind: str) -> list[str]:
        """The groups of a kind's cards and of the other pieces it prints; empty if its cards have no groups."""
        groups = sorted(set(_groups(self._schema(kind))))
        printed = self._game.kinds[kind].prints
        return groups and [*groups, *(piece["group"] for piece in printed)]

    def _lost(self) -> Iterator[Problem]:
        """Problems for faces whose game, kind or group does not exist."""
        kinds = self._game.kinds
        known: dict[str, list[str]] = {}
        for document in self._templates.documents:
            system = document.data.get("system", self._game.system)
            if system != self._game.system:
                message = f"this face is in the folder of `{self._game.system}`, but its `system` is `{system}`"
                place = document.locate(("system",))
                yield Problem("CF417", Severity.ERROR, place, message, "move it, or fix `system`")
        for target, document, pointer in self._templates.targets():
            if document.data.get("system", self._game.system) != self._game.system:
                continue
            kind, _, group = target.partition("/")
            if kind not in known:
                known[kind] = self._groups_of(kind) if kind in kinds else []
            groups = known[kind]
            if kind not in kinds:
                message = f"`{self._game.system}` has no kind `{kind}`"
                hint = did_you_mean(kind, kinds) or f"kinds: {listed(kinds, most=20)}"
            elif group and groups and group not in groups:
                message = f"no `{kind}` card has the group `{group}`"
                hint = did_you_mean(group, groups) or f"groups: {listed(groups, most=20)}"
            else:
                continue
            yield Problem("CF417", Severity.ERROR, document.locate(pointer), message, hint)


def _broken_ids(faces: Reading) -> set[str]:
    """The ids of faces with mistakes; of a file that cannot be read, its name, which usually is the id."""
    ids = {proven.document.data.get("id") for proven in faces.proven if proven.problems}
    return {id for id in ids if isinstance(id, str)} | {Path(each.path).stem for each in faces.broken}


def load_game_art(game: Game, project: Project) -> LoadedArt:
    """The icons and the art recipes of a game: the slowest part of loading its faces."""
    icons, icon_problems = game_icons(game, project)
    art_recipes, art_problems = _art_recipes(game, project)
    return GameArt(icons, art_recipes), [*icon_problems, *art_problems]


def game_icons(game: Game, project: Project) -> tuple[Icons, list[Problem]]:
    """The icons of a game, and their problems."""
    icons = Icons()
    problems: list[Problem] = []
    for path in project.icon_files(game.system):
        source = read_inside(path, project.root_of(path))
        if isinstance(source, Problem):
            problems.append(source)
        else:
            icons.add(path.stem.lower(), source)
    return icons, [*problems, *icons.problems]


def _art_recipes(game: Game, project: Project) -> tuple[dict[str, ArtRecipe], list[Problem]]:
    """The art recipes of a game; `shared.star` is loaded before each of them.

    Recipes that are not built in, or use a `shared.star` that is not, draw in one sandbox.
    """
    art_recipes: dict[str, ArtRecipe] = {}
    problems: list[Problem] = []
    sources: dict[str, Source] = {}
    strangers: set[str] = set()
    for path in project.art_files(game.system):
        source = read_inside(path, project.root_of(path))
        if isinstance(source, Problem):
            problems.append(source)
        else:
            sources[path.stem] = source
            if not path.is_relative_to(builtin_root()):
                strangers.add(path.stem)
    if not sources:
        return art_recipes, problems
    from cardforge.layout.art import ArtRecipe
    from cardforge.scripting.sandbox import Sandbox
    from cardforge.scripting.script import ScriptError

    shared = sources.pop(_SHARED, None)
    sandbox = Sandbox("art recipe") if strangers else None
    for name, source in sources.items():
        is_strange = name in strangers or _SHARED in strangers
        try:
            art_recipes[name] = ArtRecipe(source, shared, sandbox if is_strange else None)
        except ScriptError as error:
            message = f"this art recipe cannot be used: {error.message}"
            problems.append(problem_at(error.path, "CF419", message, "", error.line, error.column))
    return art_recipes, problems


def _groups(schema: Any) -> Iterator[str]:
    """The groups that a schema names, at any depth."""
    if isinstance(schema, Mapping):
        group = schema.get("properties", {}).get("group") if isinstance(schema.get("properties"), Mapping) else None
        if isinstance(group, Mapping):
            yield from (each for each in group.get("enum", ()) if isinstance(each, str))
            if isinstance(group.get("const"), str):
                yield group["const"]
        for each in schema.values():
            yield from _groups(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _groups(each)
