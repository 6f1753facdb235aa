"""Run untrusted Starlark in a process of its own: rules, steps, recipes and art.

Takes the name of a program and its arguments; gives the results of its methods. A script can allocate all memory in
one step, or run forever inside one, and no step count stops that: here the process has limits and dies alone. Both
sides exchange JSON, one line per message, so only text crosses.

A program is a class of cardforge, named `module:class`. The child imports it on opening, so that this module imports
no higher layer. Its methods take and return JSON data.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import time
import weakref
from contextlib import suppress
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, cast

from cardforge.scripting.script import MAX_SECONDS, ScriptError

if TYPE_CHECKING:
    import subprocess

MAX_MEMORY = 1_000_000_000  # bytes of address space; a rulebook needs about a tenth
MAX_WAIT = 2 * MAX_SECONDS  # for one answer: the script's own time limit does not work inside one long step
MAX_ANSWER = 16_000_000  # characters; a parsed answer takes up to twenty times as much memory
_OURS = "cardforge."

_Processes = dict[int, "subprocess.Popen[str]"]


class Sandbox:
    """The parent's side: starts a process on demand, and again after it died.

    The process ends on `close`, when this object is garbage-collected, and when the command ends, however it ends.
    """

    def __init__(self, what: str) -> None:
        self._what = what  # name of its scripts in messages: rule, step, recipe
        # By parent process id: a fork starts its own child, because two processes cannot share one pipe.
        self._processes: _Processes = {}
        weakref.finalize(self, _end, self._processes)

    @property
    def process(self) -> subprocess.Popen[str] | None:
        """The running process, if there is one."""
        return self._processes.get(os.getpid())

    def ask(self, request: dict[str, Any], path: str) -> Any:
        """Send one request and wait for its answer; a process that dies is the fault of the script at `path`."""
        process = self.process or self._start()
        requests, answers = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
        asked = time.monotonic()
        try:
            with suppress(OSError):  # the child died; reading then finds no answer
                requests.write(json.dumps(request | {"path": path, "seconds": MAX_WAIT}) + "\n")
                requests.flush()
            line = answers.readline()
        except BaseException:
            self.close()  # or this answer would be read as the answer to the next request
            raise
        if not line.endswith("\n"):
            self.close()
            is_late = time.monotonic() - asked >= MAX_WAIT
            raise ScriptError(self._reason(is_late, process.returncode), path, hopeless=True)
        try:
            answer = json.loads(line)
        except RecursionError:
            raise ScriptError("it returned something nested too deeply", path) from None
        if "error" in answer:
            raise ScriptError(**answer["error"])
        return answer["result"]

    def _reason(self, is_late: bool, code: int) -> str:
        """Why the process died."""
        if is_late:
            return f"it did not end within {MAX_WAIT:g} seconds"
        if code == -signal.SIGSEGV:  # Starlark encodes nested lists by recursion: stack overflow
            return "it nested values too deeply"
        return f"it used more memory than {_a(self._what)} may have"

    def _start(self) -> subprocess.Popen[str]:
        import subprocess  # not needed for built-in games

        process = self._processes[os.getpid()] = subprocess.Popen(  # noqa: S603 - a module of our own
            # -P: never import from the current folder, which may be untrusted.
            [sys.executable, "-P", "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        return process

    def close(self) -> None:
        """End the process; the next request starts another."""
        _end(self._processes)


class RemoteObject:
    """An instance of a program inside a sandbox; created again in each new process."""

    def __init__(self, sandbox: Sandbox, program: str, *given: Any) -> None:
        self._sandbox = sandbox
        self._opening = {"open": id(self), "program": program, "given": given}
        self._process: object = None

    def open(self, path: str) -> None:
        """Create the object unless it exists; raises a ScriptError if its script cannot be read."""
        if self._process is None or self._process is not self._sandbox.process:
            self._sandbox.ask(self._opening, path)
            self._process = self._sandbox.process

    def call(self, path: str, method: str, *given: Any) -> Any:
        """Call a method and return its result; `path` is the script to blame if the process dies."""
        self.open(path)
        return self._sandbox.ask({"call": self._opening["open"], "method": method, "given": given}, path)


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _end(processes: _Processes) -> None:
    """End the child of this process; one inherited through a fork belongs to the parent."""
    process = processes.pop(os.getpid(), None)
    if process is None:
        return
    with suppress(ProcessLookupError):
        process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with suppress(OSError):  # unread request
                pipe.close()


def serve() -> None:
    """The child's side: answer requests from standard input until it closes, as it does when the parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the parent, which ends this process
    _limit_memory()
    objects: dict[int, Any] = {}
    for line in sys.stdin:
        request = json.loads(line)
        # A timeout that works outside the interpreter, even if the parent is gone.
        faulthandler.dump_traceback_later(request["seconds"], exit=True)
        answer = _answer(request, objects)
        faulthandler.cancel_dump_traceback_later()
        print(answer, flush=True)


def _answer(request: dict[str, Any], objects: dict[int, Any]) -> str:
    try:
        text = json.dumps({"result": _result(request, objects)})
        if len(text) <= MAX_ANSWER:
            return text
        error = ScriptError(f"it returned more than {MAX_ANSWER // 1_000_000} MB", request["path"])
    except ScriptError as raised:
        error = raised
    except MemoryError:
        raise  # let the process die, as when Starlark itself runs out of memory
    except RecursionError:
        error = ScriptError("it returned something nested too deeply", request["path"])
    except Exception as raised:  # noqa: BLE001 - our own bugs must not stop other scripts
        error = ScriptError(f"cardforge failed on it: {type(raised).__name__}: {raised}", request["path"])
    return json.dumps({"error": error.as_data()})


def _result(request: dict[str, Any], objects: dict[int, Any]) -> Any:
    if "open" in request:
        module, _, name = request["program"].partition(":")
        if not module.startswith(_OURS):
            raise ValueError(f"{module} is not a module of cardforge")
        objects[request["open"]] = getattr(import_module(module), name)(*request["given"])
        return True
    return getattr(objects[request["call"]], request["method"])(*request["given"])


def _limit_memory() -> None:
    """Limit the address space, so that this process dies instead of using up all memory."""
    try:
        import resource
    except ImportError:  # not on Windows; steps, time and depth are still limited
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = MAX_MEMORY if most == resource.RLIM_INFINITY else min(MAX_MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


if __name__ == "__main__":
    serve()
