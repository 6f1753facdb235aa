"""List all packs of a project with their cards, and every problem with the card it belongs to.

Takes an open project; returns plain data. Broken packs are included, with their problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cardforge.check.subject import Subjects
from cardforge.core.json_data import JsonObject
from cardforge.core.problems import Problem, in_order
from cardforge.layout.plain import called
from cardforge.link.linking import LinkedGame
from cardforge.load.document import Document
from cardforge.load.game import CHECKED, Game
from cardforge.render.quotations import texts_in
from cardforge.session.open_project import OpenProject
from cardforge.session.places import place, placed
from cardforge.validate.catalog import Proven


def packs(opened: OpenProject, only: Iterable[str] = ()) -> list[JsonObject]:
    """Every pack with its cards, or only those of some files, sorted by game and kind."""
    wanted, games = frozenset(only), list(opened.games)
    rows: list[tuple[tuple[Any, ...], JsonObject]] = []
    for proven in opened.around.proven:
        document = proven.document
        game = opened.games.get(proven.system)
        if game is None or not _has_cards(proven, game) or (wanted and document.path not in wanted):
            continue
        kinds = list(game.kinds)
        row = _row(proven, game, _problems(opened, proven))
        at = (games.index(proven.system), kinds.index(proven.kind) if proven.kind in kinds else -1, row["name"])
        rows.append((at, row))
    found = [row for _, row in sorted(rows, key=lambda each: each[0])]
    return [*_unreadable(opened, wanted), *found]


def _has_cards(proven: Proven, game: Game) -> bool:
    return game.subject(proven.kind) == "pack" or (bool(proven.problems) and "cards" in proven.document.data)


def _problems(opened: OpenProject, proven: Proven) -> list[Problem]:
    if proven.problems:
        return list(proven.problems)
    linked: LinkedGame = opened.linked(proven.system)
    if proven.kind not in linked.finders or linked.game.subject(proven.kind) in CHECKED:
        return []
    judged = opened.rulebook(proven.system).judge(Subjects(linked, alone=False).subject(linked.entry(proven)))
    return in_order(judged.all_problems)


def _row(proven: Proven, game: Game, problems: list[Problem]) -> JsonObject:
    document, data = proven.document, proven.document.data
    kind = game.kinds.get(proven.kind)
    titles = kind.groups if kind else {}
    given = data.get("cards")
    cards = [card if isinstance(card, dict) else {} for card in given] if isinstance(given, list) else []
    by_card = _by_card(document, len(cards), problems)
    return {
        "path": document.path,
        "place": place(document.path),
        "game": proven.system,
        "kind": proven.kind,
        "title": kind.title if kind else proven.kind,
        "name": str(data.get("name") or data.get("id") or place(document.path)),
        "drawn": not proven.problems,
        "problems": [placed(problem) for problem in by_card.get(None, ())],
        "cards": [
            {
                "name": called({"id": at + 1, **card}),
                "group": titles.get(str(card.get("group", "")), str(card.get("group", ""))),
                "words": " ".join(texts_in(card)),
                "problems": [placed(problem) for problem in by_card.get(at, ())],
            }
            for at, card in enumerate(cards)
        ],
    }


def card_at(document: Document, count: int, problem: Problem) -> int | None:
    """The 0-based index of the card that a problem belongs to; None if it belongs to the pack."""
    own = document.cells.sheet.path if document.cells else document.path
    if problem.where.path != own or not problem.where.line:
        return None
    place = (problem.where.line, problem.where.column)
    starts = [document.locate(("cards", at)) for at in range(count)]
    before = [at for at, start in enumerate(starts) if (start.line, start.column) <= place]
    return before[-1] if before else None


def _by_card(document: Document, count: int, problems: list[Problem]) -> dict[int | None, list[Problem]]:
    found: dict[int | None, list[Problem]] = {}
    for problem in problems:
        found.setdefault(card_at(document, count, problem), []).append(problem)
    return found


def _unreadable(opened: OpenProject, wanted: frozenset[str]) -> Iterator[JsonObject]:
    """Rows for files that cannot be parsed."""
    read = {proven.document.path for proven in opened.around.proven}
    for broken in opened.around.broken:
        path = broken.path
        if path not in read and (not wanted or path in wanted):
            yield {
                "path": path,
                "place": place(path),
                "game": "",
                "kind": "",
                "title": "file",
                "name": path.rpartition("/")[2],
                "drawn": False,
                "problems": [placed(problem) for problem in broken.problems],
                "cards": [],
            }
