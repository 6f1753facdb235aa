"""Build the form for a deck or a scenario from the schema of its kind.

Takes an open project; returns plain data. Besides `x-refers-to`, which says what a field names, these schema keywords
narrow the choices: `x-card-of` (the sibling field that names the card's pack), `x-groups` (of the cards) and, for
numbered slots, `x-slots-of` (the field that names the pack), `x-slots` (the list on its card), `x-among` (the picks).
A field of any other sort can only be edited in the text of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardforge.core.json_data import JsonObject, JsonSchema
from cardforge.layout.plain import called
from cardforge.link.collection import CARD, PACK, Named
from cardforge.load.game import CHECKED
from cardforge.session.open_project import OpenProject
from cardforge.session.slots import slots_by_pack

_GIVEN = ("kind", "system", "seed")  # not for users to fill in


def forms(opened: OpenProject) -> list[JsonObject]:
    """A form for every kind of file that can be checked."""
    found = []
    for system, game in opened.games.items():
        for kind, about in game.kinds.items():
            schema = opened.catalog.schema(system, kind) if game.subject(kind) in CHECKED else None
            if schema is None:
                continue
            fields = list(_fields(opened, system, schema.raw, schema.raw, ()))
            samples = [
                {
                    "name": str(proven.document.data.get("name", "")),
                    "file": proven.document.path.rpartition("/")[2],
                    "text": proven.document.source.text,
                }
                for proven in opened.around.proven
                if (proven.system, proven.kind) == (system, kind) and not proven.problems
            ]
            title = about.title
            found.append({"game": system, "kind": kind, "title": title, "fields": fields, "samples": samples})
    return found


def choices(opened: OpenProject) -> dict[str, dict[str, list[dict[str, str]]]]:
    """Everything that fields can name, by game and by what they refer to."""
    found: dict[str, dict[str, list[dict[str, str]]]] = {}
    for system in opened.games:
        names = opened.linked(system).collection.names
        found[system] = {
            what: [_choice(what, id, places[0]) for id, places in sorted(named.items()) if places[0].entry.proven]
            for what, named in names.items()
        }
    return found


def _choice(what: str, id: str, named: Named) -> dict[str, str]:
    data = named.entry.document.data
    card: JsonSchema = {}
    if named.pointer[:1] == ("cards",) and len(named.pointer) > 1:
        card = data["cards"][named.pointer[1]]
    whole = what == PACK or named.pointer == ("id",)
    name = called({"id": id, **card}) if card else (data.get("name") if whole else "") or id
    return {
        "id": id,
        "name": str(name),
        "kind": named.entry.kind,
        "pack": named.entry.id,
        "group": str(card.get("group", "")),
        "from": str(data.get("name", "")) if card else "",
    }


def _fields(
    opened: OpenProject, system: str, root: JsonSchema, schema: JsonSchema, above: tuple[str, ...]
) -> Iterator[JsonObject]:
    required = schema.get("required", ())
    for key, given in schema.get("properties", {}).items():
        if key in _GIVEN or not isinstance(given, dict):
            continue
        inner = _resolved(root, given)
        field: JsonObject = {
            "at": [*above, key],
            "label": key.replace("_", " ").replace("-", " ").capitalize(),
            "about": str(inner.get("description", "")),
            "required": key in required,
        }
        sort = (_slots if inner.get("x-slots-of") else _sort)(opened, system, root, inner)
        if sort:
            yield field | sort
        elif inner.get("type") == "object" and not above:
            yield from _fields(opened, system, root, inner, (key,))


def _sort(opened: OpenProject, system: str, root: JsonSchema, schema: JsonSchema) -> JsonObject:
    """The input for a field: one or many references, a choice, or a text; empty if the form has no input for it."""
    groups = list(schema.get("x-groups", ()))
    if schema.get("x-card-of"):
        return {"sort": "card", "of": schema["x-card-of"], "groups": groups}
    if schema.get("x-refers-to"):
        return {"sort": "one", "what": _words(schema["x-refers-to"]), "groups": groups}
    items = _resolved(root, schema.get("items", {}))
    if items.get("x-refers-to"):
        what = _words(items["x-refers-to"])
        # A deck has a pack or card at most once; other things, such as goods, may be repeated.
        once = all(word in (PACK, CARD) or _is_pack(opened, system, word) for word in what)
        return {"sort": "many", "what": what, "once": once, "groups": list(items.get("x-groups", ()))}
    if isinstance(schema.get("enum"), list):
        return {"sort": "choice", "choices": list(schema["enum"])}
    if schema.get("type") == "string":
        return {"sort": "text", "most": int(schema.get("maxLength", 200))}
    return {}


def _slots(opened: OpenProject, system: str, root: JsonSchema, schema: JsonSchema) -> JsonObject:
    """The input for a field that assigns picks to numbered slots."""
    of, among = schema["x-slots-of"], schema["x-among"]
    packs = _words(_resolved(root, root["properties"][of])["x-refers-to"])
    what = _words(_resolved(root, schema["additionalProperties"])["x-refers-to"])
    slots = slots_by_pack(opened, system, packs, schema["x-slots"])
    return {"sort": "slots", "of": of, "among": among, "what": what, "slots": slots}


def _is_pack(opened: OpenProject, system: str, word: str) -> bool:
    """Whether a word means packs of a kind, and not the cards of a kind with that name."""
    named = opened.linked(system).collection.names.get(word, {})
    return opened.games[system].subject(word) == "pack" and all(
        places[0].pointer == ("id",) for places in named.values()
    )


def _words(given: Any) -> list[str]:
    return [given] if isinstance(given, str) else [str(each) for each in given]


def _resolved(root: JsonSchema, schema: JsonSchema) -> JsonSchema:
    reference = schema.get("$ref", "")
    if not isinstance(reference, str) or not reference.startswith("#/$defs/"):
        return schema
    return {**root.get("$defs", {}).get(reference.removeprefix("#/$defs/"), {}), **schema}


__all__ = ["choices", "forms"]
