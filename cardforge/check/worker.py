"""Run the rules of a game that did not come with cardforge in a process of its own.

A stranger's rule can ask for all the memory there is in one step, which no step count stops; here the process
has a limit and dies alone. The two sides speak JSON, one line a message, so nothing but text crosses.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import IO, Any, cast

from cardforge.check.rule_answers import Answer, described_in
from cardforge.check.rule_file import RuleFile
from cardforge.scripting.script import MAX_SECONDS, ScriptError

MAX_MEMORY = 1_000_000_000  # bytes of address space; a rulebook needs about a tenth


class Worker:
    """The parent's side: a process that is started when needed and again after it died."""

    def __init__(self, module: str = __name__, what: str = "rule") -> None:
        self._module, self._what = module, what  # what it runs, and what strangers' scripts are called there
        self.process: subprocess.Popen[str] | None = None

    def ask(self, request: dict[str, Any], path: str) -> Any:
        """Send one request and wait for its answer; a dead or silent worker is the rule's fault."""
        process = self.process = self.process or self._start()
        requests, answers = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
        # The worker watches its own time; this is for one long step inside Starlark.
        rang = threading.Event()

        def ring() -> None:
            rang.set()
            process.kill()

        alarm = threading.Timer(2 * MAX_SECONDS, ring)
        alarm.start()
        try:
            requests.write(json.dumps(request) + "\n")
            requests.flush()
            line = answers.readline()
        except BrokenPipeError:
            line = ""
        finally:
            alarm.cancel()
        if not line:
            self.close()
            reason = f"it did not end within {2 * MAX_SECONDS:g} seconds" if rang.is_set() else self._too_much
            raise ScriptError(reason, path, hopeless=True)
        answer = json.loads(line)
        if "error" in answer:
            raise ScriptError(**answer["error"])
        return answer["result"]

    @property
    def _too_much(self) -> str:
        return f"it used more memory than a {self._what} may have"

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - a module of our own
            # -P: never import from the folder we stand in, which may be a stranger's.
            [sys.executable, "-P", "-m", self._module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )

    def close(self) -> None:
        """End the process."""
        if self.process:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe:
                    pipe.close()
            self.process = None


class RemoteRuleFile:
    """A rule file that lives in the worker; the same interface as RuleFile."""

    def __init__(
        self, worker: Worker, path: str, text: str, game: dict[str, Any], shared: tuple[str, str] = ("", "")
    ) -> None:
        self.path = path
        self._worker = worker
        self._opening = {"open": path, "text": text, "game": game, "shared": shared}
        self._process: object = None
        self.rules, self.summaries = described_in(self._ask({"describe": path}), path)

    def run(self, subject: str, document: str, only: str = "", without: tuple[str, ...] = ()) -> Answer:
        """The results of all rules and summaries for one document (JSON text), or of the one named."""
        request = {"run": self.path, "subject": subject, "document": document, "only": only, "without": without}
        answer: Answer = self._ask(request)
        return answer

    def _ask(self, request: dict[str, Any]) -> Any:
        if self._process is None or self._process is not self._worker.process:
            self._worker.ask(self._opening, self.path)
            self._process = self._worker.process
        return self._worker.ask(request, self.path)


def serve() -> None:
    """The worker's side: answer requests from standard input until it ends."""
    limit_memory()
    files: dict[str, RuleFile] = {}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            result: Any = True
            if "open" in request:
                shared = (request["shared"][0], request["shared"][1])
                files[request["open"]] = RuleFile(request["open"], request["text"], request["game"], shared)
            elif "describe" in request:
                result = files[request["describe"]].described
            else:
                result = files[request["run"]].run(
                    request["subject"], request["document"], request["only"], tuple(request["without"])
                )
            answer: dict[str, Any] = {"result": result}
        except ScriptError as error:
            answer = {"error": error.as_data()}
        print(json.dumps(answer), flush=True)


def limit_memory() -> None:
    """Let this process die rather than take all the memory there is."""
    try:
        import resource
    except ImportError:  # Windows has no such limit; steps, time and depth are limited there too
        return
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    serve()
