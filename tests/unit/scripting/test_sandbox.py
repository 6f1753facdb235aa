"""The process in which strangers' scripts run: started when needed, limited, never shared, and never left behind."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from cardforge.core.budget import command_budget, one_budget
from cardforge.parallel.forks import map_in_forks
from cardforge.scripting import sandbox as sandboxes
from cardforge.scripting import script_server
from cardforge.scripting.sandbox import RemoteObject, Sandbox
from cardforge.scripting.script import ScriptError
from cardforge.scripting.script_process import ForkedProcess, ScriptProcess, SpawnedProcess, started
from tests.support.waiting import wait_for

STEPS = "cardforge.campaign.steps:StepFile"
TEXT = """
def echo(text):
    return json.encode(["said", text])
def large(count):
    return json.encode("x" * int(count))
def many(count):
    return json.encode(len("xxxxxxxxxx" * int(count)))
def deep(count):
    found = []
    for at in range(int(count)):
        found = [found]
    return json.encode(found)
def endless(count):
    a, b = [], []
    for at in range(int(count)):
        a, b = [a, a], [b, b]
    return json.encode(a == b)
"""


@pytest.fixture(autouse=True, params=[ForkedProcess, SpawnedProcess])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[ForkedProcess | SpawnedProcess]:
    """Both ways to start a process, whichever this system would choose."""
    found: type[ForkedProcess | SpawnedProcess] = request.param
    monkeypatch.setattr(sandboxes, "started", found)
    return found


def steps(sandbox: Sandbox, text: str = TEXT) -> RemoteObject:
    return RemoteObject(sandbox, STEPS, "steps.star", text, '{"game": {}, "world": {}}')


def pid_of(sandbox: Sandbox) -> int:
    assert sandbox.process
    return sandbox.process.pid


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def processor_time(pid: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def wait_for_end(pid: int) -> None:
    wait_for(lambda: not is_running(pid), f"{pid} to end")


def test_the_process_is_started_by_the_first_request_and_kept() -> None:
    sandbox = Sandbox("step")
    file = steps(sandbox)
    assert sandbox.process is None

    assert file.call("steps.star", "call", "echo", "a") == ["said", "a"]
    first = pid_of(sandbox)
    assert file.call("steps.star", "call", "echo", "b") == ["said", "b"]
    assert pid_of(sandbox) == first


@pytest.mark.parametrize(
    ("function", "count", "reason", "dies"),
    [
        ("many", "300000000", "more memory than a step may have", True),
        ("endless", "60", "did not end within 1 seconds", True),
        ("deep", "20000", "nested", True),
        ("large", "20000000", "returned more than 4,000,000 characters", False),
    ],
)
def test_whoever_breaks_a_limit_is_told_and_the_next_request_is_answered(
    function: str, count: str, reason: str, dies: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox = Sandbox("step")
    file = steps(sandbox)
    file.call("steps.star", "call", "echo", "a")
    first = pid_of(sandbox)
    with monkeypatch.context() as patched:
        if function == "endless":
            patched.setattr(sandboxes, "MAX_WAIT", 1.0)
        with pytest.raises(ScriptError, match=reason) as error:
            file.call("blamed.star", "call", function, count)

    assert (error.value.path, error.value.hopeless) == ("blamed.star", dies)
    assert file.call("steps.star", "call", "echo", "b") == ["said", "b"]
    assert is_running(first) != dies


def test_slow_scripts_share_one_budget_in_a_command() -> None:
    """However many files a folder has, those that never end cost their time once."""
    with one_budget():
        budget = command_budget()
        assert budget
        budget.allow(1.0)
        for reason in ("did not end within 1 seconds", "it was not run", "it was not run"):
            with pytest.raises(ScriptError, match=reason) as error:
                steps(Sandbox("step")).call("s", "call", "endless", "60")
            assert error.value.hopeless
        assert "CARDFORGE_MAX_SCRIPT_SECONDS" in error.value.message
    assert steps(Sandbox("step")).call("s", "call", "echo", "a") == ["said", "a"]


def test_calls_on_many_cores_share_the_budget_of_the_command() -> None:
    with one_budget():
        budget = command_budget()
        assert budget
        budget.allow(8.0)

        def hold(part: int) -> float:
            assert budget
            promised = budget.promise(5.0)
            budget.charge(promised, 1.0)
            return promised

        first = budget.promise(5.0)
        assert (first, budget.promise(5.0)) == (4.0, 2.0)  # two that run now
        assert list(map_in_forks(hold, 4, processes=2)) == [1.0] * 4
        assert budget.left == 4.0


def test_quick_calls_cost_nothing_of_the_budget() -> None:
    with one_budget():
        budget = command_budget()
        assert budget
        before = budget.left
        file = steps(Sandbox("step"))
        for _ in range(50):
            file.call("s", "call", "echo", "a")
        assert budget.left == before


def test_a_process_that_somebody_kills_is_not_blamed_for_its_memory() -> None:
    sandbox = Sandbox("step")
    file = steps(sandbox)
    file.call("s", "call", "echo", "a")
    pid = pid_of(sandbox)

    def kill() -> None:
        wait_for(lambda: processor_time(pid) > 1, "the step to begin")
        os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(ScriptError, match="was killed"):
        file.call("s", "call", "endless", "60")
    killer.join()


def test_a_process_that_was_killed_between_two_requests_is_started_again() -> None:
    sandbox = Sandbox("step")
    file = steps(sandbox)
    file.call("s", "call", "echo", "a")
    os.kill(pid_of(sandbox), signal.SIGKILL)
    wait_for(lambda: sandbox.process is None, "the process to end")

    assert file.call("s", "call", "echo", "b") == ["said", "b"]


def test_files_of_one_sandbox_are_opened_again_after_one_of_them_died() -> None:
    sandbox = Sandbox("step")
    file, other = steps(sandbox), steps(sandbox, TEXT.replace("said", "answered"))
    assert other.call("b.star", "call", "echo", "a") == ["answered", "a"]
    with pytest.raises(ScriptError):
        file.call("a.star", "call", "many", "300000000")

    assert other.call("b.star", "call", "echo", "a") == ["answered", "a"]
    assert file.call("a.star", "call", "echo", "a") == ["said", "a"]


def test_a_fork_starts_a_process_of_its_own(tmp_path: Path) -> None:
    sandbox = Sandbox("step")
    file = steps(sandbox)
    file.call("steps.star", "call", "echo", "a")

    def ask(part: int) -> tuple[object, int]:
        (tmp_path / str(os.getpid())).touch()
        wait_for(lambda: len(list(tmp_path.iterdir())) == 3, "all three processes")
        return file.call("steps.star", "call", "echo", str(part)), pid_of(sandbox)

    first = pid_of(sandbox)
    made = list(map_in_forks(ask, 60, processes=3))
    pids = {pid for _, pid in made}

    assert [said for said, _ in made] == [["said", str(part)] for part in range(60)]
    assert first in pids
    assert len(pids) == 3
    for pid in pids - {first}:
        wait_for_end(pid)
    assert file.call("steps.star", "call", "echo", "again") == ["said", "again"]
    assert pid_of(sandbox) == first


def test_the_process_ends_when_closed_and_when_nobody_needs_it() -> None:
    for close in (True, False):
        sandbox = Sandbox("step")
        file = steps(sandbox)
        file.call("steps.star", "call", "echo", "a")
        pid = pid_of(sandbox)
        if close:
            sandbox.close()
        else:
            del sandbox, file
            gc.collect()
        assert not is_running(pid)


PARENT = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # nohup and background jobs have children that ignore signals
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from cardforge.scripting import sandbox as sandboxes
from cardforge.scripting.sandbox import RemoteObject, Sandbox
from cardforge.scripting.script_process import {kind}
sandboxes.started = {kind}
sandboxes.MAX_WAIT = 10_000  # so that no time limit ends the child before its parent does
sandbox = Sandbox("step")
file = RemoteObject(sandbox, {program!r}, "s", {text!r}, '{{"game": {{}}, "world": {{}}}}')
file.call("s", "call", "echo", "a")
print(sandbox.process.pid, flush=True)
if sys.argv[1] == "waits":
    sys.stdin.read()
file.call("s", "call", "endless", "60")
"""


@pytest.mark.parametrize(
    ("does", "sent"),
    [
        ("waits", signal.SIGKILL),
        ("waits", signal.SIGINT),
        *(("asks", each) for each in (signal.SIGINT, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP)),
    ],
)
def test_the_process_ends_with_its_parent(
    does: str, sent: signal.Signals, kind: type[ForkedProcess | SpawnedProcess]
) -> None:
    """Also in the middle of a step that never ends, which no Python code can interrupt."""
    code = PARENT.format(program=STEPS, text=TEXT, kind=kind.__name__)
    with subprocess.Popen(
        [sys.executable, "-c", code, does],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"CARDFORGE_MAX_SCRIPT_SECONDS": "10000"},
    ) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        assert is_running(pid)
        if does == "asks":
            wait_for(lambda: processor_time(pid) > 2, "the step to begin")
        os.kill(parent.pid, sent)
    wait_for_end(pid)


def test_only_modules_of_cardforge_are_programs() -> None:
    with pytest.raises(ScriptError, match="not a module of cardforge"):
        RemoteObject(Sandbox("step"), "os:system", "true").call("s", "close")


def test_a_process_with_threads_is_not_forked() -> None:
    """A lock that another thread holds would never be released in the fork."""
    stop = threading.Event()
    waiting = threading.Thread(target=stop.wait)
    waiting.start()
    process = started()
    stop.set()
    waiting.join()
    _end(process)

    assert isinstance(process, SpawnedProcess)


def _end(process: ScriptProcess) -> None:
    process.kill()
    process.exit_code(wait=True)
    process.requests.close()
    process.answers.close()


def test_a_fork_inherits_no_file_and_no_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD", "secret")
    monkeypatch.setenv("CARDFORGE_MAX_VALUES", "7")
    monkeypatch.setattr(script_server, "serve", _tell)
    with (tmp_path / "open").open("wb"):
        process = ForkedProcess()
        variables, files = json.loads(process.answers.readline())
        _end(process)

    assert variables == {"CARDFORGE_MAX_VALUES": "7", "RUST_BACKTRACE": "0"}
    assert [files.pop("2"), *(each.partition(":")[0] for each in files.values())] == [os.devnull, "pipe", "pipe"]


def _tell(parent: int) -> None:
    """Say what a fork has: its variables, and its open files."""
    files = {}
    for each in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # the one that lists them
            files[each] = os.readlink(f"/proc/self/fd/{each}")
    os.write(1, json.dumps([dict(os.environ), files]).encode() + b"\n")
