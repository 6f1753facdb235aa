"""Run untrusted Starlark in a process of its own: rules, steps, recipes and art.

Takes the name of a program and its arguments; gives the results of its methods. A script can allocate all memory in
one step, or run forever inside one, and no step count stops that: in its own process (`script_server.py`) it has limits
and dies alone. Both sides exchange JSON, one line per message, so only text crosses.

A program is a class of cardforge, named `module:class`. The process imports it on opening, so that this module imports
no higher layer. Its methods take and return JSON data.
"""

from __future__ import annotations

import json
import os
import signal
import time
import weakref
from contextlib import suppress
from typing import Any

from cardforge.core.budget import TimeBudget, command_budget
from cardforge.core.limits import SCRIPT_ANSWER, SCRIPT_MEMORY, SCRIPT_SECONDS
from cardforge.core.printed import pass_on
from cardforge.scripting.script import MAX_SECONDS, ScriptError
from cardforge.scripting.script_process import ScriptProcess, started

MAX_WAIT = 2 * MAX_SECONDS  # for one answer: the script's own time limit does not work inside one long step
_AROUND = 1_000  # characters of an answer besides the result

_Processes = dict[int, ScriptProcess]


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
    def process(self) -> ScriptProcess | None:
        """The running process, if there is one; one that was killed between two requests is forgotten."""
        process = self._processes.get(os.getpid())
        if process and process.exit_code() is not None:
            self.close()
        return self._processes.get(os.getpid())

    def ask(self, request: dict[str, Any], path: str) -> Any:
        """Send one request and wait for its answer; a process that dies is the fault of the script at `path`."""
        budget = command_budget() or self._own_budget
        if budget.left <= 0:
            used_up = f"slow scripts have already taken {SCRIPT_SECONDS.most} seconds of this command"
            raise ScriptError(f"it was not run: {SCRIPT_SECONDS.hint(used_up)}", path, hopeless=True)
        process = self.process or self._start()
        asked, taken, wait = time.monotonic(), 0.0, budget.promise(MAX_WAIT)
        try:
            with suppress(OSError):  # the child died; reading then finds no answer
                process.requests.write(json.dumps(request | {"path": path, "seconds": wait}) + "\n")
                process.requests.flush()
            line = process.answers.readline(SCRIPT_ANSWER.most + _AROUND)
            if line.endswith("\n"):
                answer = json.loads(line)
                taken = answer["seconds"]
            else:
                taken = time.monotonic() - asked
        except RecursionError:
            raise ScriptError("it returned something nested too deeply", path) from None
        except BaseException:
            self.close()  # or this answer would be read as the answer to the next request
            raise
        finally:
            budget.charge(wait, taken)
        if not line.endswith("\n"):
            self.close()
            late = f"it did not end within {wait:g} seconds" if taken >= wait else ""
            raise ScriptError(late or self._reason(process.exit_code(wait=True) or 0), path, hopeless=True)
        for printed in answer["printed"]:
            pass_on(printed)
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

    def _start(self) -> ScriptProcess:
        process = self._processes[os.getpid()] = started()
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
    process.kill()
    process.exit_code(wait=True)
    for pipe in (process.requests, process.answers):
        with suppress(OSError):  # unread request
            pipe.close()
