"""Parse and validate requests.

Takes the query or the body of a request; returns the cards it asks for. Nothing from a request is ever used as a path.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request

from cardforge.core.errors import UsageError
from cardforge.core.json_data import JsonObject
from cardforge.load.document import Fields
from cardforge.session.uploads import PictureSettings
from cardforge.session.wanted_cards import PackCards, SeededCards, WrittenCards

SET = "set."  # prefix of recipe options in a query
MOST_OPTIONS = 40
MOST_CARD = 10_000
MOST_TEXT = 400_000  # characters per file
MOST_DEEP = 40  # nesting of JSON; a deck needs three levels


def seeded(given: QueryParams) -> SeededCards:
    """The cards of a seed, from a query."""
    names = [name for name in given if name.startswith(SET)]
    if len(names) > MOST_OPTIONS:
        raise UsageError(f"too many options: {len(names)}", f"use at most {MOST_OPTIONS}")
    options = {name.removeprefix(SET): given[name] for name in names if given[name] != ""}
    return _seeded(given.get("game", ""), given.get("type", ""), given.get("seed", ""), options)


def _seeded(game: str, kind: str, seed: str, options: Mapping[str, str]) -> SeededCards:
    if not game or not kind:
        raise UsageError("no game or type given", "choose them in the form")
    if not seed.strip():
        raise UsageError("no seed given", "type any word, or roll one")
    return SeededCards(game, kind, seed, tuple(sorted(options.items())))


def wanted(given: QueryParams) -> SeededCards | PackCards:
    """The cards of a seed, or of a pack of the project."""
    return PackCards(given["path"]) if "path" in given else seeded(given)


def card(given: QueryParams) -> int:
    """The 0-based number of a card."""
    typed = given.get("card", "")
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 6 and int(typed) < MOST_CARD):
        raise UsageError(f"`{typed[:20]}` is not a card number")
    return int(typed)


async def body(request: Request) -> JsonObject:
    """The body of a request, which must be one JSON object."""
    try:
        given = json.loads(await request.body())
        # json.loads accepts lone surrogates and NaN, neither of which can be written again.
        json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
    except ClientDisconnect:
        raise UsageError("the request was cut off") from None
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict) or not _is_flat(given, MOST_DEEP):
        raise UsageError("the request body is not a valid JSON object", "reload the page")
    return given


def _is_flat(value: Any, most: int) -> bool:
    """Whether lists and objects are nested at most `most` deep."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(most > 0 and _is_flat(each, most - 1) for each in inside)


def text(given: Fields, key: str, most: int = 200) -> str:
    """A string from a body."""
    found = given.get(key, "")
    if not isinstance(found, str) or len(found) > most:
        raise UsageError(f"`{key}` must be a text of at most {most:,} characters")
    return found


def seeded_body(given: Fields) -> SeededCards:
    """The cards of a seed, from a body."""
    options = given.get("options", {})
    if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
        raise UsageError(f"`options` must be an object with at most {MOST_OPTIONS} entries", "reload the page")
    typed = {str(name): str(value) for name, value in options.items() if value != ""}
    return _seeded(text(given, "game"), text(given, "type"), text(given, "seed"), typed)


def written(given: Fields) -> WrittenCards:
    """A file sent by the page, which is not in the project."""
    name = text(given, "name") or "deck.yaml"
    return WrittenCards(name.rpartition("/")[2].rpartition("\\")[2] or "deck.yaml", text(given, "text", MOST_TEXT))


def picture_settings(given: Mapping[str, Any]) -> PictureSettings:
    """How uploaded pictures become sheets, from a query or a body; what is missing stays as it usually is."""
    usual = PictureSettings()
    words = {name: str(given.get(name, getattr(usual, name)))[:300] for name in _PICTURE_WORDS}
    copies = given.get("copies", {})
    if not isinstance(copies, dict) or not all(_is_count(number) for number in copies.values()):
        raise UsageError("`copies` must be an object with whole numbers", "reload the page")
    return PictureSettings(
        **words,
        with_bleed=_number(given, "with_bleed", usual.with_bleed),
        dpi=round(_number(given, "dpi", usual.dpi)),
        copies=tuple(copies.items()),
    )


_PICTURE_WORDS = ("size", "back", "fit", "edge", "paper", "backs", "bleed", "marks")
_MOST_NUMBER = 1_000_000


def _is_count(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= _MOST_NUMBER


def _number(given: Mapping[str, Any], key: str, usual: float) -> float:
    try:
        number = float(given.get(key, usual))
    except (TypeError, ValueError):
        number = float("nan")
    if not 0 <= number <= _MOST_NUMBER:  # also false for NaN
        raise UsageError(f"`{key}` must be a number", "reload the page")
    return number
