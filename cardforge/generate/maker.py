"""Load one recipe and call it.

Takes the recipe's text and the streams of a seed; returns what the recipe returned. A host call with a path as its
argument costs ten times as much as one without arguments, so a recipe that is used again is reloaded
with a separate host function for every path it drew from. This does not change the result.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from weakref import proxy

from cardforge.check.host import HOST_FUNCTIONS
from cardforge.generate.streams import Origin, Streams
from cardforge.scripting.script import Script, ScriptError

_PRELUDE = Path(__file__).parent / "generate.star"
_CLOSING = """
def cardforge_describe():
    return json.encode({"kind": RECIPE.kind, "version": RECIPE.version, "options": RECIPE.options})

def cardforge_make(options):
    made = make(struct(**json.decode(options)))
    if type(made) != "struct":
        made = struct(document = made)
    return json.encode([made.document] + [getattr(made, key, []) for key in ("bill", "also", "breaks")])
"""
_READ_AGAIN = (2, 40)  # reload before these calls: after one seed most paths are known, after forty nearly all
_MOST_KNOWN = 2_000  # paths

_Host = dict[str, Callable[..., Any]]


class Maker:
    """A loaded recipe with its host functions."""

    def __init__(self, path: str, text: str, shared: tuple[str, str], host: _Host) -> None:
        self.path = path
        self._text, self._shared, self._host = text, shared, host
        self._streams = Streams(Origin("", "", 0, ""))
        self._met: dict[str, None] = {}  # paths, in the order met
        self._calls = 0
        self._script = self._read()

    def describe(self) -> Any:
        """Return the recipe's declaration."""
        return self._script.call("cardforge_describe")

    def make(self, streams: Streams, options: Mapping[str, Any]) -> Any:
        """Call the recipe with a seed's streams; calls can be nested."""
        self._calls += 1
        if self._calls in _READ_AGAIN:
            self._script = self._read()
        outer, self._streams = self._streams, streams
        try:
            return self._script.call("cardforge_make", json.dumps(options), fraction=self._no_fraction)
        finally:
            self._streams = outer

    def _no_fraction(self, number: str) -> None:
        # Float arithmetic can differ between machines; integers never do.
        raise ScriptError(f"it returned the number {number}, but only whole numbers are allowed", self.path)

    def _read(self) -> Script:
        known = list(self._met)[:_MOST_KNOWN]
        host: _Host = {
            "cardforge_begin": self._begin,
            "cardforge_further": self._further,
            **{f"cardforge_begin_{at}": self._beginner(path) for at, path in enumerate(known)},
        }
        rows = ", ".join(f"{json.dumps(path)}: cardforge_begin_{at}" for at, path in enumerate(known))
        setup = ("", f"cardforge_known.update({{{rows}}})")
        prelude = _PRELUDE.read_text("utf-8")
        return Script(self.path, self._text, prelude, HOST_FUNCTIONS | self._host | host, setup, _CLOSING, self._shared)

    def _begin(self, path: str) -> int:
        self._met[path] = None
        return self._streams.begin(path)

    def _beginner(self, path: str) -> Callable[[], int]:
        own = proxy(self)  # a strong reference would keep this and its script alive for ever: see scripting/script.py
        return lambda: own._streams.begin(path)

    def _further(self) -> int:
        return self._streams.further()
