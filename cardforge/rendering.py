"""Render cards: packs in, faces out, then a PDF or pictures. Nothing is written while anything is wrong.

The part of the pipeline behind `check`; `cli` comes here as it comes to `pipeline`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardforge.errors import SurroundingsError, UsageError
from cardforge.fonts import FontBook
from cardforge.layout.display import Face
from cardforge.layout.face import CardSource, Layout
from cardforge.layout.icons import Icons
from cardforge.layout.plain import plain_words
from cardforge.layout.template import Template, Templates
from cardforge.link.linking import LinkedGame, link
from cardforge.link.references import DUPLICATE, links_of, reach_of
from cardforge.load.game import FACE_KIND, Game, engine_schemas, load_games
from cardforge.load.project import Project, builtin_project, project_at_hand, read_inside
from cardforge.load.source import Source
from cardforge.load.targets import File, find_targets
from cardforge.lookup import refuse_unknown
from cardforge.nearest import did_you_mean, listed
from cardforge.problems import Problem, Severity, in_order
from cardforge.units import PT_PER_MM
from cardforge.validate.catalog import Catalog, Proven
from cardforge.validate.reading import Reading, read_files
from cardforge.write.atomic import write_whole
from cardforge.write.pdf import cards_pdf
from cardforge.write.png import page_pictures

PLAIN = "plain"


@dataclass(frozen=True)
class Rendering:
    """Faces ready to be written, and what is wrong with them."""

    faces: tuple[Face, ...]
    problems: tuple[Problem, ...]
    sources: dict[str, Source]
    title: str

    @property
    def whole(self) -> bool:
        return not any(problem.severity is Severity.ERROR for problem in self.problems)


def lay_out(targets: Iterable[str]) -> Rendering:
    """Every card of some packs, decks, folders or `game:kind` as a face."""
    targets = list(targets)
    named = [target for target in targets if _is_named(target)]
    found = find_targets([target for target in targets if target not in named])
    project = found.project if len(named) < len(targets) else project_at_hand()
    games, problems = load_games(project)
    catalog = Catalog(games, engine_schemas())
    judged = read_files(found.judged, catalog) if len(named) < len(targets) else Reading()
    around = read_files(found.around if len(named) < len(targets) else _all_packs(project), catalog)
    packs = [*_named_packs(named, around, games), *judged.proven]
    faces: list[Face] = []
    problems += judged.problems
    for system in dict.fromkeys(proven.system for proven in packs if proven.system in catalog.games):
        game = catalog.games[system]
        linked = link(game, catalog, around, judged)
        mine = [proven for proven in packs if proven.system == system and not proven.problems]
        problems += _link_problems(mine, linked)
        made, faults = _game_faces(game, project, catalog, list(_packs_of(mine, linked)))
        faces += made
        problems += faults
    if not faces and not problems:
        raise UsageError(
            "there are no cards in what you named", "name packs, decks, folders with packs, or `game:kind`"
        )
    sources = (
        judged.sources | around.sources | {source.path: source for game in games.values() for source in game.sources}
    )
    return Rendering(tuple(faces), tuple(in_order([*problems, *catalog.problems])), sources, ", ".join(targets))


def write_cards(rendering: Rendering, output: Path) -> None:
    """One PDF with a face a page."""
    _refuse_folder(output)
    write_whole(output, cards_pdf(rendering.faces, rendering.title))


def write_pictures(rendering: Rendering, folder: Path, dpi: int) -> Iterator[Path]:
    """One PNG a face, named after pack and card, made from the same PDF."""
    if folder.exists() and not folder.is_dir():
        raise SurroundingsError(f"{folder} is a file, a folder is needed", "choose another name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SurroundingsError(f"{folder} cannot be made: {(error.strerror or '').lower()}") from error
    by_bleed: dict[float, list[Face]] = {}
    for face in rendering.faces:
        by_bleed.setdefault(face.bleed, []).append(face)
    for bleed, faces in by_bleed.items():
        pictures = page_pictures(cards_pdf(faces, rendering.title), dpi, bleed * PT_PER_MM)
        for face, picture in zip(faces, pictures, strict=True):
            file = folder / f"{face.id.replace('/', '_')}.png"
            write_whole(file, picture)
            yield file


def _refuse_folder(output: Path) -> None:
    if output.parent == Path("output"):
        output.parent.mkdir(exist_ok=True)  # where results land when nobody says otherwise
    if output.is_dir():
        raise SurroundingsError(f"{output} is a folder, a file is needed", f"for example {output / 'cards.pdf'}")
    if output.parent.exists() and not output.parent.is_dir():
        raise SurroundingsError(f"{output.parent} is a file, a folder is needed", "choose another name")
    if not output.parent.is_dir():
        raise SurroundingsError(f"there is no folder {output.parent}", "make it first, or choose another")


def _is_named(target: str) -> bool:
    return ":" in target and not Path(target).exists()


def _all_packs(project: Project) -> tuple[File, ...]:
    return tuple(File(path, project.root_of(path)) for path in project.files("packs"))


def _named_packs(named: list[str], around: Reading, games: dict[str, Game]) -> Iterator[Proven]:
    """The packs that `game:kind` means."""
    for target in named:
        system, _, kind = target.partition(":")
        refuse_unknown(system, games)
        kinds = games[system].document.data["kinds"]
        if kind not in kinds:
            raise UsageError(
                f"{system} has no kind `{kind}`", did_you_mean(kind, kinds) or f"kinds: {listed(kinds, most=20)}"
            )
        yield from (proven for proven in around.proven if (proven.system, proven.kind) == (system, kind))


def _link_problems(proven: list[Proven], linked: LinkedGame) -> Iterator[Problem]:
    """What a deck names and is not there would be missing on paper; two cards of one id would be one picture."""
    for each in proven:
        if each.kind in linked.finders:
            entry = linked.entry(each)
            for finding in links_of(entry, linked.collection).findings:
                if not entry.is_pack or finding.about == DUPLICATE:
                    place = each.document.locate(finding.pointer)
                    yield Problem(finding.code, Severity.ERROR, place, finding.message, finding.hint)


def _packs_of(proven: list[Proven], linked: LinkedGame) -> Iterator[Proven]:
    """Packs as they are, and for a deck or scenario the packs it names; each once."""
    seen: set[str] = set()
    for each in proven:
        if each.kind not in linked.finders:
            continue
        entry = linked.entry(each)
        reached = [entry] if entry.is_pack else list(reach_of(entry, linked.collection).packs.values())
        for pack in reached:
            if pack.is_pack and pack.document.path not in seen:
                seen.add(pack.document.path)
                yield Proven(pack.document, each.system, pack.kind, ())


def _game_faces(
    game: Game, project: Project, catalog: Catalog, packs: list[Proven]
) -> tuple[list[Face], list[Problem]]:
    files = [File(path, project.root_of(path)) for path in project.files(f"templates/{game.system}/faces")]
    own = read_files(files, catalog)
    builtin = read_files(
        [File(path, None) for path in [builtin_project().find("templates/plain.yaml")] if path], catalog
    )
    good = [proven.document for proven in own.proven if proven.kind == FACE_KIND and not proven.problems]
    templates = Templates(good)
    plain = Templates([proven.document for proven in builtin.proven]).by_id(PLAIN)
    icons = Icons()
    problems = [*own.problems, *templates.problems]
    for path in project.icon_files(game.system):
        source = read_inside(path, project.root_of(path))
        if isinstance(source, Problem):
            problems.append(source)
        else:
            icons.add(path.stem.lower(), source)
    layout = Layout(FontBook(tuple(project.font_files())), icons)
    faces: list[Face] = []
    problems += icons.problems
    for proven in packs:
        for card, group in _cards(proven, game):
            template: Template = templates.template(proven.kind, group) or plain
            face, faults = layout.face(card, template)
            faces.append(face)
            problems += faults
    return faces, problems


def _cards(proven: Proven, game: Game) -> Iterator[tuple[CardSource, str]]:
    """The cards of a pack with what a face may say about them."""
    document = proven.document
    pack = {key: value for key, value in document.data.items() if key != "cards"}
    cards = document.data.get("cards", [])
    version = game.document.data["version"]
    for at, card in enumerate(cards):
        footer = f"{pack.get('name', '')} · {at + 1}/{len(cards)} · {game.document.data['name']} {version}"
        data: dict[str, Any] = {
            **card,
            "pack": pack,
            "card": {"number": at + 1, "total": len(cards), "kind": proven.kind},
            "game": {"name": game.document.data["name"], "version": version},
            "plain": plain_words(card, proven.kind, footer),
        }
        where = document.locate(("cards", at))
        yield (
            CardSource(f"{pack.get('id', document.path)}/{card.get('id', at + 1)}", data, where),
            str(card.get("group", "")),
        )
