"""Run a game's Starlark scripts: no files, no network, no clock, and a time limit.

The only module that calls Starlark. A script is evaluated once, after a prelude that defines its vocabulary; then its
functions are called with text and return JSON. Every call has limits for steps, time and depth. Memory is not limited
here, because a step count does not stop one huge allocation: untrusted scripts run in a process of their own
(`sandbox.py`).
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from types import MethodType
from typing import Any
from weakref import WeakMethod

import starlark

from cardforge.core.limits import CALL_DEPTH, CALL_SECONDS, CALL_STEPS

MAX_SECONDS = float(CALL_SECONDS.most)  # of processor time
MAX_TICKS = CALL_STEPS.most // 1_000  # Starlark asks about once in a thousand steps
MAX_CALLS_DEEP = CALL_DEPTH.most
MAX_WORDS = 600  # characters of a message

_Library = starlark.LibraryExtension
_GLOBALS = starlark.Globals.extended_by([_Library.StructType, _Library.Json])
_PLACE = re.compile(r"--> (.+?):(\d+):(\d+)")


class ScriptError(Exception):
    """A script that cannot be loaded or failed, and where."""

    def __init__(self, message: str, path: str, line: int = 1, column: int = 1, hopeless: bool = False) -> None:
        super().__init__(message)
        self.message, self.path, self.line, self.column = message[:MAX_WORDS], path, line, column
        self.hopeless = hopeless  # too slow or too large: running it on another document is pointless

    def as_data(self) -> dict[str, Any]:
        """The error as JSON data, to send it to another process."""
        return {
            "message": self.message,
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "hopeless": self.hopeless,
        }


class Script:
    """One evaluated file, whose functions can be called."""

    def __init__(
        self,
        path: str,
        text: str,
        prelude: str,
        host: Mapping[str, Callable[..., Any]],
        setup: tuple[str, str] = ("", ""),  # a value, and a line of prelude code that reads it as `given`
        closing: str = "",  # code that runs after the file and can use its names
        shared: tuple[str, str] = ("", ""),  # path and text of a file that runs before it
    ) -> None:
        self.path = path
        self._paths = (path, shared[0])
        self._module: starlark.FrozenModule = self._guarded(
            lambda options: self._evaluate(options, text, prelude, host, setup, closing, shared)
        )

    def _evaluate(
        self,
        options: starlark.EvalOptions,
        text: str,
        prelude: str,
        host: Mapping[str, Callable[..., Any]],
        setup: tuple[str, str],
        closing: str,
        shared: tuple[str, str],
    ) -> starlark.FrozenModule:
        module = starlark.Module()
        for name, function in host.items():
            module.add_callable(name, _loosely(function))
        own = starlark.Dialect.extended()
        own.enable_top_level_stmt = True
        starlark.eval_with(options, module, starlark.parse("prelude.star", prelude, own), _GLOBALS)
        given, line = setup
        if line:
            module["given"] = given
            starlark.eval_with(options, module, starlark.parse("prelude.star", line, own), _GLOBALS)
        dialect = starlark.Dialect.extended()
        dialect.enable_load = False
        starlark.eval_with(options, module, starlark.parse(shared[0], shared[1], dialect), _GLOBALS)
        starlark.eval_with(options, module, starlark.parse(self.path, text, dialect), _GLOBALS)
        starlark.eval_with(options, module, starlark.parse("prelude.star", closing, own), _GLOBALS)
        return module.freeze()

    def call(self, function: str, *arguments: Any, fraction: Callable[[str], Any] = float) -> Any:
        """Call a function of the prelude and parse the JSON text it returns; None if it returns no text.

        `fraction` converts numbers that are not whole, or refuses them.
        """
        text = self._guarded(lambda options: self._module.call_with(options, function, *arguments).value)
        # A file that redefines names of the prelude can return anything.
        try:
            return json.loads(text, parse_float=fraction) if isinstance(text, str) else None
        except RecursionError:
            raise ScriptError("it returned something nested too deeply", self.path) from None
        except ValueError as error:  # a number with thousands of digits, or no JSON at all
            raise ScriptError(f"it returned something that cannot be read ({error})", self.path) from None

    def _guarded(self, call: Callable[[starlark.EvalOptions], Any]) -> Any:
        """Call into Starlark with limits; every failure becomes a ScriptError."""
        ticks = 0
        end = time.thread_time() + MAX_SECONDS  # CPU time, so that a busy machine causes no timeouts

        def over() -> bool:
            nonlocal ticks
            ticks += 1
            return ticks > MAX_TICKS or time.thread_time() > end

        options = starlark.EvalOptions(check_cancelled=over, max_callstack_size=MAX_CALLS_DEEP)
        try:
            return call(options)
        except starlark.StarlarkError as error:
            raise self._error(str(error)) from None

    def _error(self, text: str) -> ScriptError:
        """Parse an error text of Starlark: the reason, and the innermost position in this file."""
        reason = next(
            (line.removeprefix("error: ") for line in text.splitlines() if line.startswith("error: ")), text.strip()
        )
        reason = reason.partition(", expected one of")[0]  # a list of thirty token kinds
        hopeless = "cancelled" in reason
        if hopeless:
            reason = f"it ran longer than {MAX_SECONDS:g} seconds or {MAX_TICKS // 1000} million steps"
        places = [(path, int(line), int(column)) for path, line, column in _PLACE.findall(text)]
        own = [place for place in places if place[0] in self._paths]
        if own:
            return ScriptError(reason, *own[-1], hopeless)
        # The error is inside a function of the prelude: name the line that called it.
        calls = re.findall(rf"\* {re.escape(self.path)}:(\d+)", text)
        return ScriptError(reason, self.path, int(calls[-1]) if calls else 1, 1, hopeless)


def _loosely(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a host function that is a method, holding its object only weakly.

    The object holds the script, and Python cannot see a reference cycle through Starlark: neither would ever be freed.
    """
    if not isinstance(function, MethodType):
        return function
    kept = WeakMethod(function)

    def call(*given: Any) -> Any:
        method = kept()
        if method is None:
            raise RuntimeError("a script outlived the object that loaded it")
        return method(*given)

    return call
