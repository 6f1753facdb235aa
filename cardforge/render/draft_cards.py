"""The cards of files that break their schema, for a draft: a card without a mistake is drawn as usual.

A card with a mistake gets the plain face, which says why and shows what the card has. Files with mistakes are left out
of an ordinary run, so nothing here is linked or quoted: names of other cards are not filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardforge.layout.card_view import CardView
from cardforge.layout.face_in_progress import CardSource
from cardforge.load.document import ValuePlace
from cardforge.load.game import Game
from cardforge.render.card_job import CardJob
from cardforge.render.game_faces import GameFaces
from cardforge.validate.catalog import Proven


def draft_jobs(packs: Iterable[Proven], game: Game, faces: GameFaces) -> Iterator[CardJob]:
    """A job for every card of the packs with problems."""
    for proven in packs:
        kind = game.kinds.get(proven.kind) if proven.system == game.system else None
        if proven.problems and kind and kind.is_printed:
            yield from _jobs(proven, game, faces)


def _jobs(proven: Proven, game: Game, faces: GameFaces) -> Iterator[CardJob]:
    document = proven.document
    pack = {key: value for key, value in document.data.items() if key != "cards"}
    given = document.data.get("cards")
    cards: list[Any] = given if isinstance(given, list) else []
    for at, card in enumerate(cards or [{}]):
        reasons = _reasons(proven, at, len(cards))
        fields = {str(key): value for key, value in card.items()} if isinstance(card, Mapping) else {"value": card}
        fields = {"name": f"Card {at + 1}", **reasons, **fields}
        place = ValuePlace(document, ("cards", at) if cards else ())
        view = CardView(fields, proven.kind, game.name, game.version, pack, None, at + 1, len(cards) or 1)
        id = f"{pack.get('id', document.path)}/{fields.get('id', at + 1)}"
        copies = fields.get("copies", 1)
        count = copies if type(copies) is int and copies >= 0 and not reasons else 1
        source = CardSource(id, None, place, count, str(pack.get("name", "")), view)
        front, back = faces.sides(proven.kind, view.group)
        yield CardJob(source, faces.plain if reasons else front, back, faces.art)


def _reasons(proven: Proven, at: int, count: int) -> dict[str, str]:
    """What is wrong with a card, as fields of a plain card; with a file without cards, all that is wrong with it."""
    locate = proven.document.locate
    if not count:
        found = list(proven.problems)
    else:
        last = locate(("cards", at + 1)).line if at + 1 < count else float("inf")
        first = locate(("cards", at)).line
        found = [each for each in proven.problems if first <= each.where.line < last]
    return {f"problem {number}": f"{each.code}: {each.message}." for number, each in enumerate(found, 1)}
