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
import math
import os
import signal
import sys
import threading
import time
import weakref
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any, cast

from cardforge.core.budget import SLOW, TimeBudget, command_budget
from cardforge.core.limits import SCRIPT_ANSWER, SCRIPT_MEMORY, SCRIPT_SECONDS
from cardforge.core.parent_process import is_tied_to
from cardforge.scripting.script import MAX_SECONDS, ScriptError

if TYPE_CHECKING:
    import subprocess

MAX_WAIT = 2 * MAX_SECONDS  # for one answer: the script's own time limit does not work inside one long step
_BUSY = 6  # how much longer than its processor time a script may take on a busy machine
_AROUND = 1_000  # characters of an answer besides the result
_OURS = "cardforge."

_Processes = dict[int, "subprocess.Popen[str]"]


class Sandbox:
    """The parent's side: starts a process on demand, and again after it died.

    The process ends on `close`, when this object is garbage-collected, and when the command ends, however it ends.
    """

    def __init__(self, what: str) -> None:
        self._what = what  # name of its scripts in messages: rule, step, recipe
        self._own_budget = TimeBudget()  # outside of a command
        # By parent process id: a fork starts its own child, because two processes cannot share one pipe.
        self._processes: _Processes = {}
        weakref.finalize(self, _end, self._processes)

    @property
    def process(self) -> subprocess.Popen[str] | None:
        """The running process, if there is one; one that was killed between two requests is forgotten."""
        process = self._processes.get(os.getpid())
        if process and process.poll() is not None:
            self.close()
        return self._processes.get(os.getpid())

    def ask(self, request: dict[str, Any], path: str) -> Any:
        """Send one request and wait for its answer; a process that dies is the fault of the script at `path`."""
        budget = command_budget() or self._own_budget
        if budget.left <= 0:
            used_up = f"slow scripts have already taken {SCRIPT_SECONDS.most} seconds of this command"
            raise ScriptError(f"it was not run: {SCRIPT_SECONDS.hint(used_up)}", path, hopeless=True)
        wait = min(MAX_WAIT, max(budget.left, SLOW))
        process = self.process or self._start()
        requests, answers = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
        asked = time.monotonic()
        try:
            with suppress(OSError):  # the child died; reading then finds no answer
                requests.write(json.dumps(request | {"path": path, "seconds": wait}) + "\n")
                requests.flush()
            line = answers.readline(SCRIPT_ANSWER.most + _AROUND)
        except BaseException:
            self.close()  # or this answer would be read as the answer to the next request
            raise
        if not line.endswith("\n"):
            self.close()
            taken = time.monotonic() - asked
            budget.charge(taken)
            late = f"it did not end within {wait:g} seconds" if taken >= wait else ""
            raise ScriptError(late or self._reason(process.returncode), path, hopeless=True)
        try:
            answer = json.loads(line)
        except RecursionError:
            raise ScriptError("it returned something nested too deeply", path) from None
        budget.charge(answer["seconds"])
        if "error" in answer:
            raise ScriptError(**answer["error"])
        return answer["result"]

    def _reason(self, code: int) -> str:
        """Why the process died."""
        if code == -signal.SIGSEGV:  # Starlark encodes nested lists by recursion: stack overflow
            return "it nested values too deeply"
        if code == -getattr(signal, "SIGXCPU", 0):
            return "it used too much processor time"
        if code == -getattr(signal, "SIGKILL", 0):
            return "its process was killed by a signal, or because the machine ran out of memory"
        return f"it used more memory than {_a(self._what)} may have ({SCRIPT_MEMORY.most // 1_000_000} MB)"

    def _start(self) -> subprocess.Popen[str]:
        import subprocess  # not needed for built-in games

        process = self._processes[os.getpid()] = subprocess.Popen(  # noqa: S603 - a module of our own
            # -P: never import from the current folder, which may be untrusted.
            [sys.executable, "-P", "-m", __name__, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            # A backtrace needs memory, which a script that has used up its own does not leave: it would hang.
            env=os.environ | {"RUST_BACKTRACE": "0"},
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


def serve(parent: int) -> None:
    """The child's side: answer requests from standard input until it closes, as it does when the parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the parent, which ends this process
    is_tied_to(parent)
    _limit("RLIMIT_AS", SCRIPT_MEMORY.most)
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_receive, args=(requests,), daemon=True).start()
    objects: dict[int, Any] = {}
    try:
        while True:
            request = json.loads(requests.get())
            program = request.get("program", "").partition(":")[0]
            if program.startswith(_OURS):
                import_module(program)  # not in the script's time: on a busy machine it takes seconds
            started = time.process_time()
            # Timeouts that work outside the interpreter, even if the parent is gone: of processor time where there is
            # one, so that a busy machine refuses no good script, and then of wall time only as a backstop.
            is_limited = _limit("RLIMIT_CPU", math.ceil(started + request["seconds"]) + 1)
            faulthandler.dump_traceback_later(request["seconds"] * (_BUSY if is_limited else 1), exit=True)
            answer = _answer(request, objects)
            faulthandler.cancel_dump_traceback_later()
            print(f'{answer[:-1]}, "seconds": {time.process_time() - started:.3f}}}', flush=True)
    finally:
        os._exit(1)  # out of memory: the other thread, which waits for input, must not delay the end


def _receive(requests: SimpleQueue[str]) -> None:
    """Pass on requests; where the system does not end this process with its parent, its closed pipe does."""
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def _answer(request: dict[str, Any], objects: dict[int, Any]) -> str:
    try:
        text = json.dumps({"result": _result(request, objects)})
        if len(text) <= SCRIPT_ANSWER.most:
            return text
        error = ScriptError(f"it returned more than {SCRIPT_ANSWER.most:,} characters", request["path"])
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


def _limit(name: str, wanted: int) -> bool:
    """Limit the address space or the processor time, so that this process dies alone; False if the system cannot."""
    try:
        import resource
    except ImportError:  # not on Windows; steps, time and depth are still limited
        return False
    what = getattr(resource, name)
    _, most = resource.getrlimit(what)
    resource.setrlimit(what, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))
    return True


if __name__ == "__main__":
    serve(int(sys.argv[1]))
