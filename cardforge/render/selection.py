"""Select the cards to draw: turn packs, decks, folders or `game:kind` into cards with their templates.

Takes targets as typed; returns a job for every card, and the problems so far. Nothing is drawn here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Pointer, Problem, Severity
from cardforge.core.suggestions import did_you_mean
from cardforge.layout.card_view import CardView
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.plain import called
from cardforge.link.editions import Edition, asked, builds_of, edition_of
from cardforge.link.linking import LinkedGame
from cardforge.link.opening import OpenGames, open_project
from cardforge.link.references import DUPLICATE, links_of, reach_of
from cardforge.load.document import Fields, ValuePlace
from cardforge.load.game import CHECKED, PRINTED, Game
from cardforge.load.project import Project, project_at_hand
from cardforge.load.source import Source
from cardforge.load.targets import File, Targets, find_targets, neighbours_of
from cardforge.render.appearance import USUAL, Appearance, FaceChoice
from cardforge.render.card_job import CardJob
from cardforge.render.draft_cards import draft_jobs
from cardforge.render.game_faces import GameFaces
from cardforge.render.prints import LINKED, Prints
from cardforge.render.quotations import Quotations, texts_in
from cardforge.validate.catalog import Proven
from cardforge.validate.reading import Reading


@dataclass
class Selection:
    """Cards to draw, and the problems found while selecting them."""

    project: Project
    jobs: list[CardJob] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    choices: dict[str, FaceChoice] = field(default_factory=dict)  # what the faces let a user choose, by game
    is_draft: bool = False

    def add(
        self,
        packs: Iterable[Proven],
        linked: LinkedGame,
        faces: GameFaces,
        names: Mapping[str, str],
        files: Iterable[Proven],  # all known files, to look up quotations
        edition: Edition | None = None,
    ) -> None:
        """Add the cards of one game's packs, each with its templates."""
        game = linked.game
        mine = [proven for proven in packs if proven.system == game.system and not proven.problems]
        self.problems += [*_link_problems(mine, linked), *(each for proven in mine for each in proven.warnings)]
        self.choices[game.system] = faces.choice
        files = list(files)
        with closing(Prints(linked, files)) as prints:
            cards_of = partial(_cards, linked=linked, names=names, prints=prints, edition=edition)
            quotations = Quotations(linked, files, names, cards_of)
            wanted = [each for each in _packs_of(mine, linked) if edition is None or edition.has_file(each, game)]
            cards = [(proven.kind, card) for proven in map(quotations.filled, wanted) for card in cards_of(proven)]
            jobs = []
            for kind, card in cards:
                shown = {other.id: _job(by, other, faces) for by, other in quotations.shown(kind, card)}
                jobs.append(_job(kind, card, faces)._replace(shows=shown))
        self.jobs += jobs
        self.problems += [*faces.problems, *faces.misspelt(jobs), *quotations.problems]
        self.sources |= faces.sources


class Chosen:
    """The targets of a command, files or `game:kind`, read and linked.

    The files belong to the project around them, unless another one is given.
    """

    def __init__(self, targets: Iterable[str], opened: OpenGames | None = None, project: Project | None = None) -> None:
        typed = list(targets)
        self._named = [target for target in typed if _is_named(target)]
        files = [target for target in typed if target not in self._named]
        if self._named and not files:
            self.opened = opened or open_project(project_at_hand())
        else:
            found = find_targets(files)
            if project:
                found = found._replace(project=project)
            self.opened = OpenGames(found)
            lent = _lent(found, self.opened.judge(), self.opened.catalog.games)
            self.opened.lend(lent)

    def selection(self, appearance: Appearance = USUAL, only: str = "", edition: str | None = "") -> Selection:
        """Every card, or only those of one game, with templates in one palette and look.

        `edition` limits the cards to one edition; None means the only one there is.
        """
        opened = self.opened
        if only:
            opened.game(only)
        wanted = [(system, kind) for system, kind in self._kinds() if only in ("", system)]
        systems = dict.fromkeys([system for system, _ in wanted])
        judged = [proven for proven in opened.judged.proven if only in ("", proven.system)]
        systems |= dict.fromkeys(proven.system for proven in judged if proven.system in opened.catalog.games)
        selection = Selection(opened.project, is_draft=appearance.is_draft)
        for system in systems:
            if system not in opened.catalog.games:
                continue  # its own files have problems, which are reported anyway
            linked = opened.open_game(system)
            around = opened.around
            packs = [each for name in wanted for each in around.proven if (each.system, each.kind) == name]
            selection.problems += _named_problems([each for each in wanted if each[0] == system], around)
            faces = GameFaces(linked.game, opened.project, opened.catalog, appearance)
            files = [*around.proven, *opened.judged.proven]
            chosen = _edition(edition, files, opened.judged, linked)
            selection.add([*packs, *judged], linked, faces, names_of(files, system), files, chosen)
            if appearance.is_draft:
                selection.jobs += draft_jobs([*packs, *judged], linked.game, faces)
        selection.problems += [*opened.judged.problems, *opened.problems]
        selection.sources |= opened.sources
        return selection

    def _kinds(self) -> Iterator[tuple[str, str]]:
        """The kinds named as `game:kind`."""
        for target in self._named:
            system, _, kind = target.partition(":")
            kinds = self.opened.game(system).kinds
            if kind not in kinds:
                raise UsageError(
                    f"{system} has no kind `{kind}`", did_you_mean(kind, kinds) or f"kinds: {listed(kinds, most=20)}"
                )
            yield system, kind


def select(
    targets: Iterable[str],
    appearance: Appearance = USUAL,
    edition: str | None = "",
    opened: OpenGames | None = None,
    project: Project | None = None,
) -> Selection:
    """Select every card of some targets in one call; see `Chosen.selection`."""
    return Chosen(targets, opened, project).selection(appearance, edition=edition)


def _edition(typed: str | None, files: list[Proven], judged: Reading, linked: LinkedGame) -> Edition | None:
    """The edition asked for, or that of the build if a build is the only target."""
    if typed != "":
        return asked(typed, files, linked)
    named = builds_of(judged.proven, linked.game)
    return edition_of(named[0], linked) if len(named) == 1 and len(judged.proven) == 1 else None


def _lent(found: Targets, judged: Reading, games: Mapping[str, Game]) -> list[File]:
    """The files next to a deck or scenario among the targets: its packs are often there."""
    naming = [
        proven.document.path
        for proven in judged.proven
        if proven.system in games and games[proven.system].subject(proven.kind) in CHECKED
    ]
    read = {os.path.realpath(file.path) for file in found.judged}
    inside = [os.path.realpath(root / "packs") for root in found.project.roots]
    beside_them = {path: os.path.realpath(path) for path in neighbours_of(naming)}
    return [
        File(Path(path), None)
        for path, real in beside_them.items()
        if real not in read and not any(Path(real).is_relative_to(packs) for packs in inside)
    ]


def _is_named(target: str) -> bool:
    return ":" in target and not Path(target).exists()


def _named_problems(named: list[tuple[str, str]], around: Reading) -> Iterator[Problem]:
    """Problems of the packs that `game:kind` means: silently leaving one out would lose its cards."""
    proven = {each.document.path: each for each in around.proven}
    for broken in around.broken:
        path = broken.path
        mine = proven.get(path)
        # An unreadable file may be of any kind of its game.
        if any((mine.system, mine.kind) == each if mine else f"packs/{each[0]}/" in path for each in named):
            yield from broken.problems


def _link_problems(proven: list[Proven], linked: LinkedGame) -> Iterator[Problem]:
    """Problems of links that matter in print: missing packs and cards of a deck, and duplicate ids."""
    for each in proven:
        if each.kind in linked.finders:
            entry = linked.entry(each)
            for finding in links_of(entry, linked.collection).findings:
                if linked.game.subject(each.kind) not in PRINTED or finding.about == DUPLICATE:
                    place = each.document.locate(finding.pointer)
                    yield Problem(finding.code, Severity.ERROR, place, finding.message, finding.hint)


def _packs_of(proven: list[Proven], linked: LinkedGame) -> Iterator[Proven]:
    """The documents that print something: those given, and the packs of decks and scenarios; each once."""
    seen: set[str] = set()
    for each in proven:
        if each.kind not in linked.finders:
            continue
        entry = linked.entry(each)
        reached = [entry] if linked.game.prints(each.kind) else []
        if not reached or linked.game.subject(each.kind) in CHECKED:
            reached += reach_of(entry, linked.collection).packs.values()
        for pack in reached:
            if (pack is entry or pack.is_pack) and pack.document.path not in seen:
                seen.add(pack.document.path)
                yield Proven(pack.document, each.system, pack.kind, ())


def _job(kind: str, card: CardSource, faces: GameFaces) -> CardJob:
    return CardJob(card, *faces.sides(kind, card.view.group), faces.art)


def names_of(proven: list[Proven], system: str) -> dict[str, str]:
    """The names of all cards and packs of a game, by id; of cards also by `pack/card`."""
    packs = [each.document.data for each in proven if each.system == system and not each.problems]
    cards = [(pack, card) for pack in packs for card in pack.get("cards", ()) if "id" in card]
    cards = [(pack, card) for pack, card in cards if "name" in card or "title" in card]
    found = {f"{pack['id']}/{card['id']}": called(card) for pack, card in cards if "id" in pack}
    found |= {card["id"]: called(card) for _, card in cards}
    return found | {pack["id"]: pack["name"] for pack in packs if {"id", "name"} <= set(pack)}


def _cards(
    proven: Proven, linked: LinkedGame, names: Mapping[str, str], prints: Prints, edition: Edition | None
) -> Iterator[CardSource]:
    """The cards and other printed pieces of a document, with all that a face may show of them."""
    document = proven.document
    pack = {key: value for key, value in document.data.items() if key != "cards"}
    placed = [*_own_cards(document.data), *prints.pieces_of(proven)]
    placed = [each for each in placed if edition is None or edition.has_card(each[1])]
    cards = [card for _, card in placed]
    game = linked.game
    names = {**names, **{card["id"]: called(card) for card in cards if "id" in card}}
    # Other people's names for the id and the name of a card, which the plain face shows already.
    repeated = document.places.renamed if document.places else {}
    hidden = frozenset({LINKED, *(theirs for ours, theirs in repeated.items() if theirs != ours)})
    for at, (pointer, card) in enumerate(placed):
        named = {text: names[text] for text in texts_in(card) if text in names}
        view = CardView(card, proven.kind, game.name, game.version, pack, cards[0], at + 1, len(cards), named, hidden)
        id = f"{pack.get('id', document.path)}/{card.get('id', at + 1)}"
        title = str(pack.get("name", pack.get("id", "")))
        yield CardSource(id, None, ValuePlace(document, pointer), _copies(card), title, view)


def _own_cards(data: Fields) -> list[tuple[Pointer, dict[str, Any]]]:
    return [(("cards", at), card) for at, card in enumerate(data.get("cards", ()))]


def _copies(card: Fields) -> int:
    """How many of a card to print; 1 if the card has no `copies`."""
    copies = card.get("copies", 1)
    return copies if isinstance(copies, int) and copies >= 0 else 1
