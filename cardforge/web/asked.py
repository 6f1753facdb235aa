"""What a request asks for, as data; anything it should not hold is refused here.

Takes the address or the body of a request; gives what is wanted. Nothing of it is ever used as a path.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request

from cardforge.core.errors import UsageError
from cardforge.session.wanted_cards import PackCards, SeededCards, WrittenCards

SET = "set."  # how the options of a recipe begin in an address
MOST_OPTIONS = 40
MOST_CARD = 10_000
MOST_TEXT = 400_000  # characters of a file
MOST_DEEP = 40  # lists in lists; a deck has three


def seeded(given: QueryParams) -> SeededCards:
    """The cards of a seed, as an address names them."""
    names = [name for name in given if name.startswith(SET)]
    if len(names) > MOST_OPTIONS:
        raise UsageError(f"{len(names)} options are too many", f"at most {MOST_OPTIONS}")
    options = {name.removeprefix(SET): given[name] for name in names if given[name] != ""}
    return _seeded(given.get("game", ""), given.get("type", ""), given.get("seed", ""), options)


def _seeded(game: str, kind: str, seed: str, options: Mapping[str, str]) -> SeededCards:
    if not game or not kind:
        raise UsageError("a game and a type are needed", "choose them in the form")
    if not seed.strip():
        raise UsageError("a seed is needed", "type any word, or roll one")
    return SeededCards(game, kind, seed, tuple(sorted(options.items())))


def wanted(given: QueryParams) -> SeededCards | PackCards:
    """The cards of a seed, or of a pack of the project."""
    return PackCards(given["path"]) if "path" in given else seeded(given)


def card(given: QueryParams) -> int:
    """The number of a card, from 0."""
    typed = given.get("card", "")
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 6 and int(typed) < MOST_CARD):
        raise UsageError(f"`{typed[:20]}` is not the number of a card")
    return int(typed)


async def body(request: Request) -> dict[str, Any]:
    """What was sent along, which is always one JSON object."""
    try:
        given = json.loads(await request.body())
        # Half a character can be told in JSON but not be written, and what is no number can be read.
        json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
    except ClientDisconnect:  # for nobody: whoever asked has left in the middle
        raise UsageError("this request was not sent to its end") from None
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict) or not _is_flat(given, MOST_DEEP):
        raise UsageError("this request holds no data that can be read", "load the page again")
    return given


def _is_flat(value: Any, most: int) -> bool:
    """Whether nothing lies deeper in it than so many lists and objects."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(most > 0 and _is_flat(each, most - 1) for each in inside)


def text(given: Mapping[str, Any], key: str, most: int = 200) -> str:
    """A text of a body."""
    found = given.get(key, "")
    if not isinstance(found, str) or len(found) > most:
        raise UsageError(f"`{key}` is not a text of at most {most:,} characters")
    return found


def seeded_body(given: Mapping[str, Any]) -> SeededCards:
    """The cards of a seed, as a page sends them."""
    options = given.get("options", {})
    if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
        raise UsageError("`options` are not what they should be", "load the page again")
    typed = {str(name): str(value) for name, value in options.items() if value != ""}
    return _seeded(text(given, "game"), text(given, "type"), text(given, "seed"), typed)


def written(given: Mapping[str, Any]) -> WrittenCards:
    """A file that is not in the project."""
    name = text(given, "name") or "deck.yaml"
    return WrittenCards(name.rpartition("/")[2].rpartition("\\")[2] or "deck.yaml", text(given, "text", MOST_TEXT))
