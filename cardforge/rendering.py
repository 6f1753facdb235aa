"""Render cards: packs in, drawn faces out, then a PDF or pictures. Nothing is written while anything is wrong.

The part of the pipeline behind `check`; `cli` comes here as it comes to `pipeline`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardforge.errors import SurroundingsError, UsageError
from cardforge.game_faces import GameFaces, game_icons
from cardforge.layout.findings import worst_of
from cardforge.layout.icon_sheet import icon_sheet
from cardforge.layout.pictures import Pictures
from cardforge.layout.plain import plain_words
from cardforge.layout.sheet import CardSource
from cardforge.link.linking import LinkedGame, link
from cardforge.link.references import DUPLICATE, links_of, reach_of
from cardforge.load.game import Game, engine_schemas, load_games
from cardforge.load.project import Project, project_at_hand
from cardforge.load.source import Source
from cardforge.load.targets import File, find_targets
from cardforge.lookup import refuse_unknown
from cardforge.nearest import did_you_mean, listed
from cardforge.press import DrawnCard, Job, Press, Progress, project_fonts
from cardforge.problems import Problem, Severity, in_order
from cardforge.remembered import draw_remembered
from cardforge.validate.catalog import Catalog, Proven
from cardforge.validate.reading import Reading, read_files
from cardforge.write.atomic import write_whole
from cardforge.write.cache import Cache
from cardforge.write.compose import Composer, Drawn
from cardforge.write.contact import contact_page
from cardforge.write.pdf import Page, PlacedFace, Shelf, cards_pdf, pages_pdf
from cardforge.write.png import page_picture, page_pictures


@dataclass(frozen=True)
class Rendering:
    """Faces ready to be written, and what is wrong with them."""

    fronts: tuple[Drawn, ...]
    backs: tuple[Drawn, ...]  # each once, however many cards have it
    shelf: Shelf
    problems: tuple[Problem, ...]
    sources: dict[str, Source]
    title: str

    @property
    def faces(self) -> tuple[Drawn, ...]:
        return self.fronts + self.backs

    @property
    def whole(self) -> bool:
        return not any(problem.severity is Severity.ERROR for problem in self.problems)


def lay_out(targets: Iterable[str], progress: Progress = lambda done, of: None, palette: str = "") -> Rendering:
    """Every card of some packs, decks, folders or `game:kind` as a face, in the colours of a palette."""
    targets = list(targets)
    named = [target for target in targets if _is_named(target)]
    found = find_targets([target for target in targets if target not in named])
    project = found.project if len(named) < len(targets) else project_at_hand()
    games, problems = load_games(project)
    catalog = Catalog(games, engine_schemas())
    judged = read_files(found.judged, catalog) if len(named) < len(targets) else Reading()
    around = read_files(found.around if len(named) < len(targets) else _all_packs(project), catalog)
    packs = [*_named_packs(named, around, games), *judged.proven]
    book, font_problems = project_fonts(project)
    press = Press(book, Pictures(project), tells=True)
    problems += [*judged.problems, *font_problems]
    sources = judged.sources | around.sources | {each.path: each for game in games.values() for each in game.sources}
    jobs: list[Job] = []
    for system in dict.fromkeys(proven.system for proven in packs if proven.system in catalog.games):
        game = catalog.games[system]
        linked = link(game, catalog, around, judged)
        mine = [proven for proven in packs if proven.system == system and not proven.problems]
        problems += _link_problems(mine, linked)
        faces = GameFaces(game, project, catalog, palette)
        if palette and palette not in faces.palettes:
            hint = did_you_mean(palette, faces.palettes) or f"palettes: {listed(sorted(faces.palettes)) or 'none'}"
            raise UsageError(f"the faces of {system} have no palette `{palette}`", hint)
        names = _names([*around.proven, *judged.proven], system)
        cards = [(proven.kind, card) for proven in _packs_of(mine, linked) for card in _cards(proven, game, names)]
        jobs += [Job(card, *faces.sides(kind, card.data), faces.studio) for kind, card in cards]
        problems += [*faces.problems, *faces.misspelt(cards)]
        sources |= faces.sources
    if not jobs and not problems:
        raise UsageError(
            "there are no cards in what you named", "name packs, decks, folders with packs, or `game:kind`"
        )
    cache = Cache()
    drawn = draw_remembered(press, jobs, cache, progress)
    cache.close()
    problems += [problem for each in drawn for problem in each.problems]
    problems += worst_of(finding for each in drawn for finding in each.findings)
    problems += press.develop([(job.card, each) for job, each in zip(jobs, drawn, strict=True)])
    return Rendering(
        tuple(each.front for each in drawn),
        _distinct_backs(drawn),
        press.shelf,
        tuple(in_order([*problems, *catalog.problems])),
        sources,
        ", ".join(targets),
    )


def write_cards(rendering: Rendering, output: Path) -> None:
    """One PDF with a face a page: the fronts, then each different back."""
    _refuse_folder(output)
    write_whole(output, cards_pdf(rendering.faces, rendering.shelf, rendering.title))


def write_pictures(rendering: Rendering, folder: Path, dpi: int) -> Iterator[Path]:
    """One PNG a face, named after pack and card, made from the same PDF."""
    if folder.exists() and not folder.is_dir():
        raise SurroundingsError(f"{folder} is a file, a folder is needed", "choose another name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SurroundingsError(f"{folder} cannot be made: {(error.strerror or '').lower()}") from error
    cache = Cache()
    for face, picture in page_pictures(rendering.faces, rendering.shelf, dpi, cache):
        file = folder / f"{face.id.replace('/', '_')}.png"
        write_whole(file, picture)
        yield file
    cache.close()


def write_contact(rendering: Rendering, output: Path, dpi: int) -> None:
    """All faces on one page, as a picture or, where the name says so, as PDF."""
    _refuse_folder(output)
    page = contact_page(rendering.faces)
    is_pdf = output.suffix.lower() == ".pdf"
    made = pages_pdf([page], rendering.shelf, rendering.title) if is_pdf else page_picture(page, rendering.shelf, dpi)
    write_whole(output, made)


def write_icons(system: str, output: Path) -> int:
    """All icons of a game on one sheet; gives how many there are."""
    project = project_at_hand()
    games, _ = load_games(project)
    refuse_unknown(system, games)
    _refuse_folder(output)
    icons = game_icons(games[system], project)[0]
    if not icons.paths:
        raise UsageError(f"{system} has no icons", f"put SVG drawings into templates/{system}/icons/")
    book = project_fonts(project)[0]
    composer = Composer()
    face = composer.drawn(icon_sheet(icons, book, f"{games[system].document.data['name']}: icons"))
    shelf = Shelf(book.named, composer.texts, {})
    page = Page(face.width, face.height, (PlacedFace(0, 0, face),))
    is_pdf = output.suffix.lower() == ".pdf"
    write_whole(output, pages_pdf([page], shelf, "icons") if is_pdf else page_picture(page, shelf, 150))
    return len(icons.paths)


def _distinct_backs(cards: list[DrawnCard]) -> tuple[Drawn, ...]:
    """Each back once, by the name of its face where several cards share it, otherwise by that of its card."""
    found: dict[tuple[str, str], list[Drawn]] = {}
    for card in cards:
        if card.back:
            found.setdefault((card.back_face, card.back.code), []).append(card.back)
    shared = [face for (face, _), backs in found.items() if len(backs) > 1]
    return tuple(
        backs[0]._replace(id=face if len(backs) > 1 and shared.count(face) == 1 else f"{backs[0].id}/back")
        for (face, _), backs in found.items()
    )


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


def _names(proven: list[Proven], system: str) -> dict[str, str]:
    """What every card and pack of a game is called, by its id."""
    packs = [each.document.data for each in proven if each.system == system and not each.problems]
    found = {
        card["id"]: card["name"] for pack in packs for card in pack.get("cards", ()) if {"id", "name"} <= set(card)
    }
    return found | {pack["id"]: pack["name"] for pack in packs if {"id", "name"} <= set(pack)}


def _texts(value: Any) -> Iterator[str]:
    """Every text in some data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def _cards(proven: Proven, game: Game, names: Mapping[str, str]) -> Iterator[CardSource]:
    """The cards of a pack with what a face may say about them."""
    document = proven.document
    pack = {key: value for key, value in document.data.items() if key != "cards"}
    cards = document.data.get("cards", [])
    about: Mapping[str, Any] = game.document.data
    names = {**names, **{card["id"]: card.get("name", card["id"]) for card in cards if "id" in card}}
    for at, card in enumerate(cards):
        footer = f"{pack.get('name', '')} · {at + 1}/{len(cards)} · {about['name']} {about['version']}"
        data: dict[str, Any] = {
            **card,
            "pack": pack,
            "lead": cards[0],
            "card": {
                "number": at + 1,
                "total": len(cards),
                "kind": proven.kind,
                "names": {text: names[text] for text in _texts(card) if text in names},  # for `{field:name}`
            },
            "game": {"name": about["name"], "version": about["version"]},
            "plain": plain_words(card, proven.kind, footer),
        }
        where = document.locate(("cards", at))
        yield CardSource(f"{pack.get('id', document.path)}/{card.get('id', at + 1)}", data, where)
