"""Write decks as a Tabletop Simulator saved object, which puts all of them on the table at once.

Takes decks of cards, each with its sheet and slot; returns JSON with Tabletop Simulator's own keys. It identifies a
card by sheet number times 100, plus slot.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardforge.core.json_data import JsonObject

_PER_SHEET = 100  # card ids reserved per sheet
_PER_ROW = 8  # decks in a row
_STEP_X, _STEP_Z = 3.5, 4.5  # from deck to deck; a poker card is about 2.2 by 3.1 on the table


class SheetAddress(NamedTuple):
    """The URLs and grid of a sheet."""

    face: str
    back: str
    columns: int
    rows: int
    own_backs: bool  # the back is a sheet too
    shape: int  # 0 rounded rectangle, 1 square corners, 4 circle


class TableCard(NamedTuple):
    """A card in a deck."""

    sheet: int
    slot: int
    name: str
    words: str

    @property
    def number(self) -> int:
        return self.sheet * _PER_SHEET + self.slot


class TableDeck(NamedTuple):
    """A deck from top to bottom, one entry per copy."""

    name: str
    cards: tuple[TableCard, ...]


def saved_object(decks: Sequence[TableDeck], sheets: Mapping[int, SheetAddress]) -> bytes:
    """Decks side by side, face down."""
    states = [_state(deck, sheets, at) for at, deck in enumerate(decks)]
    return (json.dumps({"ObjectStates": states}, ensure_ascii=False, indent=1) + "\n").encode()


def _state(deck: TableDeck, sheets: Mapping[int, SheetAddress], at: int) -> JsonObject:
    place = _transform(at % _PER_ROW * _STEP_X, at // _PER_ROW * _STEP_Z)
    if len(deck.cards) == 1:  # Tabletop Simulator does not load a deck of one card
        return _card(deck.cards[0], sheets, place)
    used = sorted({card.sheet for card in deck.cards})
    return {
        "Name": "DeckCustom",
        "Transform": place,
        "Nickname": deck.name,
        "DeckIDs": [card.number for card in deck.cards],
        "CustomDeck": {str(sheet): _sheet(sheets[sheet]) for sheet in used},
        "ContainedObjects": [_card(card, sheets, _transform(0.0, 0.0)) for card in deck.cards],
    }


def _card(card: TableCard, sheets: Mapping[int, SheetAddress], place: dict[str, float]) -> JsonObject:
    return {
        "Name": "Card",
        "Transform": place,
        "Nickname": card.name,
        "Description": card.words,
        "CardID": card.number,
        "CustomDeck": {str(card.sheet): _sheet(sheets[card.sheet])},
    }


def _sheet(sheet: SheetAddress) -> JsonObject:
    return {
        "FaceURL": sheet.face,
        "BackURL": sheet.back,
        "NumWidth": sheet.columns,
        "NumHeight": sheet.rows,
        "BackIsHidden": True,  # others see the back of a card in a hand; otherwise the last slot of the sheet
        "UniqueBack": sheet.own_backs,
        "Type": sheet.shape,
    }


def _transform(x: float, z: float) -> dict[str, float]:
    """A position on the table, face down and upright for whoever spawns it."""
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    return {"posX": x, "posY": 1.0, "posZ": z, **turned, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
