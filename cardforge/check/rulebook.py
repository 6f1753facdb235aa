"""The rules of a game: Starlark files, read once and run over documents.

The one door to Starlark for rules. Every call has a limit of steps, time and depth, so that a rule
of a stranger ends; memory is limited in `worker.py`, because a step count does not stop one huge allocation.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import starlark

from cardforge.check.answer import Answer, RuleError, described_in, proven_answer
from cardforge.check.host import HOST_FUNCTIONS

MAX_SECONDS = 5.0  # for one document and all rules of a file; a deck takes a few milliseconds
MAX_TICKS = 50_000  # of about a thousand steps each
MAX_CALLS_DEEP = 100

_Library = starlark.LibraryExtension
_GLOBALS = starlark.Globals.extended_by([_Library.StructType, _Library.Json])
_PRELUDE = Path(__file__).parent / "prelude.star"
_PLACE = re.compile(r"--> (.+?):(\d+):(\d+)")


class RuleFile:
    """One file of rules, ready to run."""

    def __init__(self, path: str, text: str, game: dict[str, Any]) -> None:
        self.path = path
        dialect = starlark.Dialect.extended()
        dialect.enable_load = False
        module = starlark.Module()
        for name, function in HOST_FUNCTIONS.items():
            module.add_callable(name, function)
        frozen = self._guarded(lambda options: self._evaluate(options, module, text, game, dialect))
        self._module: starlark.FrozenModule = frozen
        self.described = _parsed(self._guarded(lambda options: frozen.call_with(options, "cardforge_describe").value))
        self.rules, self.summaries = described_in(self.described, path)

    def _evaluate(
        self,
        options: starlark.EvalOptions,
        module: starlark.Module,
        text: str,
        game: dict[str, Any],
        dialect: starlark.Dialect,
    ) -> starlark.FrozenModule:
        prelude = starlark.Dialect.extended()
        prelude.enable_top_level_stmt = True
        starlark.eval_with(
            options, module, starlark.parse("prelude.star", _PRELUDE.read_text("utf-8"), prelude), _GLOBALS
        )
        module["game_text"] = json.dumps(game)
        starlark.eval_with(
            options, module, starlark.parse("prelude.star", "game = wrap_game(game_text)", prelude), _GLOBALS
        )
        starlark.eval_with(options, module, starlark.parse(self.path, text, dialect), _GLOBALS)
        return module.freeze()

    def run(self, subject: str, document: str, only: str = "", without: tuple[str, ...] = ()) -> Answer:
        """The results of rules and summaries for one document (JSON text): all, all but some, or the one named."""
        module = self._module
        text = self._guarded(
            lambda options: module.call_with(options, "cardforge_run", subject, document, only, list(without)).value
        )
        return proven_answer(_parsed(text), [rule.code for rule in self.rules], self.path)

    def _guarded(self, call: Callable[[starlark.EvalOptions], Any]) -> Any:
        """Call into Starlark inside the limits; whatever goes wrong is a RuleError."""
        ticks = 0
        end = time.monotonic() + MAX_SECONDS

        def over() -> bool:
            nonlocal ticks
            ticks += 1
            return ticks > MAX_TICKS or time.monotonic() > end

        options = starlark.EvalOptions(check_cancelled=over, max_callstack_size=MAX_CALLS_DEEP)
        try:
            return call(options)
        except starlark.StarlarkError as error:
            raise self._rule_error(str(error)) from None

    def _rule_error(self, text: str) -> RuleError:
        """The place and reason in one of Starlark's error texts: the innermost place in this file."""
        reason = next(
            (line.removeprefix("error: ") for line in text.splitlines() if line.startswith("error: ")), text.strip()
        )
        hopeless = "cancelled" in reason
        if hopeless:
            reason = f"it ran longer than {MAX_SECONDS:g} seconds or {MAX_TICKS // 1000} million steps"
        places = [(path, int(line), int(column)) for path, line, column in _PLACE.findall(text)]
        own = [place for place in places if place[0] == self.path]
        if own:
            return RuleError(reason, *own[-1], hopeless)
        # The error is inside a word of the prelude: name the rule's line that called it.
        calls = re.findall(rf"\* {re.escape(self.path)}:(\d+)", text)
        return RuleError(reason, self.path, int(calls[-1]) if calls else 1, 1, hopeless)


def _parsed(text: Any) -> Any:
    """What the prelude gave back; a file that put its own words in place of the prelude's gives anything."""
    return json.loads(text) if isinstance(text, str) else None
