"""Write the JSON Schema of a kind whose cards come from elsewhere, from the fields that were inferred."""

from __future__ import annotations

from collections.abc import Sequence

from cardforge.core.json_data import JsonSchema
from cardforge.validate.foreign_fields import COPIES, COST, NAME, PICTURE, TEXT, TYPE, ForeignField

_SAYS = {
    NAME: "The name of the card.",
    COPIES: "How many to print; 1 if left out.",
    COST: "What it costs.",
    TEXT: "What it does.",
    TYPE: "What sort of card it is; the face has a colour for each.",
    PICTURE: "A picture, relative to the project's folder.",
}


def schema_of(system: str, kind: str, fields: Sequence[ForeignField], is_linked: bool = False) -> JsonSchema:
    """The schema of packs with such cards; the file of a linked one may have other keys, and need not have a name."""
    read = [field for field in fields if not field.is_private]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:cardforge:schema:{system}:{kind}",
        "title": f"Pack of {kind.replace('-', ' ')}s",
        "type": "object",
        "required": ["kind", "system", "id", *([] if is_linked else ["name"]), "cards"],
        "additionalProperties": is_linked,
        "properties": {
            "kind": {"const": kind},
            "system": {"const": system},
            "id": {"description": "The pack's id.", "type": "string"},
            **({} if is_linked else {"name": {"description": "The pack's name.", "type": "string"}}),
            "cards": {"description": "The cards.", "type": "array", "items": _card(read)},
        },
    }


def _card(fields: Sequence[ForeignField]) -> JsonSchema:
    properties = {field.name: _described(field) for field in fields}
    properties.setdefault(COPIES, {"description": _SAYS[COPIES], "type": "integer", "minimum": 0})
    return {
        "type": "object",
        "required": [field.name for field in fields if field.is_required],
        "additionalProperties": False,
        "properties": properties,
    }


def _described(field: ForeignField) -> JsonSchema:
    if field.role in _SAYS:
        return {"description": _SAYS[field.role], **field.schema}
    return (
        {"description": f"From the column `{field.head}`.", **field.schema}
        if field.head != field.name
        else field.schema
    )
