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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MethodType
from typing import Any
from weakref import WeakMethod

import starlark

from cardforge.core.limits import CALL_DEPTH, CALL_SECONDS, CALL_STEPS
from cardforge.core.printed import pass_on
from cardforge.scripting.reserved_names import RESERVED, reserved_name_in

MAX_SECONDS = float(CALL_SECONDS.most)  # of processor time
MAX_TICKS = CALL_STEPS.most // 1_000  # Starlark asks about once in a thousand steps
MAX_CALLS_DEEP = CALL_DEPTH.most
MAX_WORDS = 600  # characters of a message

_Loads = Callable[[str], starlark.FrozenModule]
Loaded = dict[str, starlark.FrozenModule]
_Library = starlark.LibraryExtension
_GLOBALS = starlark.Globals.extended_by([_Library.StructType, _Library.Json])
_PRELUDE = "prelude.star"  # the name of our own code in messages
_PRINT = "cardforge_print"  # called by the `print` of a prelude
_CALL = re.compile(r"^ *\* (.+?):(\d+)", re.MULTILINE)
_PLACE = re.compile(r"--> (.+?):(\d+):(\d+)")


def _own_dialect() -> starlark.Dialect:
    dialect = starlark.Dialect.extended()
    dialect.enable_top_level_stmt = True
    return dialect


_DIALECT, _OWN = starlark.Dialect.extended(), _own_dialect()


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
        modules: Mapping[str, tuple[str, str]] | None = None,  # path and text of the files it can load, by name
        module_closing: str = "",  # code that runs after each file it loads
        loaded: Loaded
        | None = None,  # files that were loaded before, by scripts with the same vocabulary; it adds its own
    ) -> None:
        self.path = path
        self._loaded = {} if loaded is None else loaded
        self._modules = modules or {}
        host = {**host, _PRINT: lambda line: pass_on(f"{path}: {line}")}
        self._paths = (path, shared[0], *(module[0] for module in self._modules.values()))
        for written in ((path, text), shared, *self._modules.values()):
            _refuse_reserved(*written)

        def evaluated(options: starlark.EvalOptions) -> starlark.FrozenModule:
            before = [*_prepared(prelude, setup), starlark.parse(shared[0], shared[1], _DIALECT)]
            modules = _Modules(self._modules, self._loaded, options, host, setup[0], before, module_closing)
            own = [starlark.parse(path, text, _DIALECT), starlark.parse(_PRELUDE, closing, _OWN)]
            return _evaluate(options, host, setup[0], [*before, *own], modules.load)

        self._module: starlark.FrozenModule = self._guarded(evaluated)

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
        *outer, text = text.split(f"{starlark.StarlarkError.__name__}: ")  # one for each file that was being loaded
        reason = next(
            (line.removeprefix("error: ") for line in text.splitlines() if line.startswith("error: ")), text.strip()
        )
        reason = reason.partition(", expected one of")[0]  # a list of thirty token kinds
        reason = reason.removeprefix(f"{LookupError.__name__}: ")  # from `load`
        hopeless = "cancelled" in reason
        if hopeless:
            reason = f"it ran longer than {MAX_SECONDS:g} seconds or {MAX_TICKS // 1000} million steps"
        places = [(path, int(line), int(column)) for path, line, column in _PLACE.findall(text)]
        own = [place for place in places if place[0] in self._paths]
        if own:
            return ScriptError(reason, *own[0 if outer else -1], hopeless)  # last come the lines that loaded it
        # The error is inside a function of the prelude: name the line that called it.
        calls = [(path, int(line)) for path, line in _CALL.findall(text) if path in self._paths]
        path, line = calls[-1] if calls else (self.path, 1)
        return ScriptError(reason, path, line, 1, hopeless)


def _refuse_reserved(path: str, text: str) -> None:
    """Refuse a file that would replace a function of the prelude."""
    found = reserved_name_in(text)
    if found:
        message = f"names that start with `{RESERVED}` belong to cardforge: rename `{found.name}`"
        raise ScriptError(message, path, found.line, found.column)


class _Modules:
    """The files that a script can load. A function that hands on itself would be freed only by the next collection."""

    def __init__(
        self,
        files: Mapping[str, tuple[str, str]],
        loaded: Loaded,
        options: starlark.EvalOptions,
        host: Mapping[str, Callable[..., Any]],
        given: str,
        before: Sequence[starlark.AstModule],
        closing: str,
    ) -> None:
        self._files, self._loaded, self._options, self._host = files, loaded, options, host
        self._given, self._before, self._closing = given, before, closing
        self._under_way: set[str] = set()

    def load(self, name: str) -> starlark.FrozenModule:
        """What `load` does: evaluate a file once, in a module of its own with the same vocabulary."""
        if name not in self._files:
            raise LookupError(f"there is no file `{name}`, {_allowed(self._files)}")
        if name in self._under_way:
            raise LookupError(f"`{name}` loads itself, directly or by another file")
        if name not in self._loaded:
            self._under_way.add(name)
            path, text = self._files[name]
            own = [starlark.parse(path, text, _DIALECT), starlark.parse(_PRELUDE, self._closing, _OWN)]
            texts = [*self._before, *own]
            self._loaded[name] = _evaluate(self._options, self._host, self._given, texts, self.load)
            self._under_way.remove(name)
        return self._loaded[name]


def _prepared(prelude: str, setup: tuple[str, str]) -> Iterator[starlark.AstModule]:
    yield starlark.parse(_PRELUDE, prelude, _OWN)
    if setup[1]:
        yield starlark.parse(_PRELUDE, setup[1], _OWN)


def _evaluate(
    options: starlark.EvalOptions,
    host: Mapping[str, Callable[..., Any]],
    given: str,
    texts: Iterable[starlark.AstModule],
    loads: _Loads,
) -> starlark.FrozenModule:
    """Evaluate texts one after the other in one new module."""
    module = starlark.Module()
    for name, function in host.items():
        module.add_callable(name, _loosely(function))
    if given:
        module["given"] = given
    for text in texts:
        starlark.eval_with(options, module, text, _GLOBALS, starlark.FileLoader(loads))
    return module.freeze()


def _allowed(modules: Mapping[str, object]) -> str:
    return f"allowed: {', '.join(modules)}" if modules else "and no other file to load"


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
