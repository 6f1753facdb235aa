"""The process of a sandbox: answer requests with the results of untrusted Starlark, within limits.

Takes requests from standard input and writes answers to standard output, as JSON, one line each, so only text
crosses. A script can allocate all memory in one step, or run forever inside one; here the process dies alone.
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
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NoReturn

from cardforge.core.limits import SCRIPT_ANSWER, SCRIPT_MEMORY
from cardforge.core.parent_process import is_tied_to
from cardforge.core.printed import collected
from cardforge.scripting.script import ScriptError

_BUSY = 6  # how much longer than its processor time a script may take on a busy machine
_OURS = "cardforge."
_INTERPRETER = 320_000_000  # bytes of address space that Python and our modules take


def serve(parent: int) -> NoReturn:
    """Answer requests until standard input closes, as it does when the parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the parent, which ends this process
    is_tied_to(parent)
    _limit_memory()
    requests: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_receive, args=(requests,), daemon=True).start()
    objects: dict[int, Any] = {}
    try:
        # New streams: those of `sys` may hold what a parent has not written yet.
        with open(1, "w", encoding="utf-8", closefd=False) as answers:
            while True:
                answers.write(_timed(json.loads(requests.get()), objects))
                answers.flush()
    finally:
        os._exit(1)  # out of memory: the other thread, which waits for input, must not delay the end


def _timed(request: dict[str, Any], objects: dict[int, Any]) -> str:
    """The answer to a request, as a line, with the processor time that it took."""
    program = request.get("program", "").partition(":")[0]
    if program.startswith(_OURS):
        import_module(program)  # not in the script's time: on a busy machine it takes seconds
    started = time.process_time()
    # Timeouts that work outside the interpreter, even if the parent is gone: of processor time where there is
    # one, so that a busy machine refuses no good script, and then of wall time only as a backstop.
    is_limited = _limit("RLIMIT_CPU", math.ceil(started + request["seconds"]) + 1)
    faulthandler.dump_traceback_later(request["seconds"] * (_BUSY if is_limited else 1), exit=True, file=2)
    answer = _answer(request, objects)
    faulthandler.cancel_dump_traceback_later()
    return f'{answer[:-1]}, "seconds": {time.process_time() - started:.3f}}}\n'


def _receive(requests: SimpleQueue[str]) -> None:
    """Pass on requests; where the system does not end this process with its parent, its closed pipe does."""
    with open(0, encoding="utf-8", closefd=False) as lines:
        for line in lines:
            requests.put(line)
    os._exit(0)


def _answer(request: dict[str, Any], objects: dict[int, Any]) -> str:
    printed: list[str] = []
    try:
        with collected(printed):
            text = json.dumps({"result": _result(request, objects), "printed": printed})
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
    return json.dumps({"error": error.as_data(), "printed": printed})


def _result(request: dict[str, Any], objects: dict[int, Any]) -> Any:
    if "open" in request:
        module, _, name = request["program"].partition(":")
        if not module.startswith(_OURS):
            raise ValueError(f"{module} is not a module of cardforge")
        objects[request["open"]] = getattr(import_module(module), name)(*request["given"])
        return True
    return getattr(objects[request["call"]], request["method"])(*request["given"])


def _limit_memory() -> None:
    """Limit what a script may add to the memory that this process has at its start."""
    if sys.platform != "linux":
        _limit("RLIMIT_AS", _INTERPRETER + SCRIPT_MEMORY.most)
        return
    # Writable memory, and not address space: every thread reserves 128 MB of that and uses nothing of it.
    status = Path("/proc/self/status").read_text("ascii").partition("VmData:")[2]
    _limit("RLIMIT_DATA", int(status.split()[0]) * 1024 + SCRIPT_MEMORY.most)


def _limit(name: str, wanted: int) -> bool:
    """Limit the memory or the processor time, so that this process dies alone; False if the system cannot."""
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
