"""The data of a document without the values that do not match its schema.

Takes an entry; returns the data that rules read. A mapping that lost values lists their keys, so that `careful.star`
can stop a rule that reads one of them: whatever the author meant there, the result of the other rules stays the same.
"""

from __future__ import annotations

from typing import Any

from cardforge.core.problems import Pointer
from cardforge.link.collection import Entry, Unsound
from cardforge.load.document import Fields

UNSOUND = "cardforge_unsound"  # the key with the list of lost keys; `careful.star` and `prelude.star` read it
_DERIVED = ("packs", "lost", "links")  # what a document refers to, as rules read it


def sound_data(entry: Entry) -> Fields:
    """Return the data of a document; of one with schema problems, a copy of what matches its schema."""
    data = entry.document.data
    if not entry.unsound:
        return data
    kept: Fields = _kept(data, _lost_keys(entry.unsound), ())
    return kept


def _lost_keys(unsound: Unsound) -> dict[Pointer, set[str]]:
    """Return the lost keys of each mapping; an unsound entry makes its whole list unsound."""
    lost: dict[Pointer, set[str]] = {(): set(_DERIVED)} if unsound.references else {}
    for pointer in unsound.values:
        last = max(at for at, step in enumerate(pointer) if isinstance(step, str))
        lost.setdefault(pointer[:last], set()).add(str(pointer[last]))
    return lost


def _kept(value: Any, lost: dict[Pointer, set[str]], pointer: Pointer) -> Any:
    if isinstance(value, list):
        return [_kept(inner, lost, (*pointer, at)) for at, inner in enumerate(value)]
    if not isinstance(value, dict):
        return value
    keys = lost.get(pointer, set())
    kept = {key: _kept(inner, lost, (*pointer, key)) for key, inner in value.items() if key not in keys}
    return {**kept, UNSOUND: sorted(keys)} if keys else kept
