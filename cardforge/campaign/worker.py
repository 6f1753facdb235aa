"""Run the steps of a game that did not come with cardforge in a process of its own.

A stranger's step gets the same protection as a stranger's rule (`check/worker.py`): limits of memory and time, and
nothing but text crosses.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from cardforge.campaign.steps import StepFile
from cardforge.check.worker import Worker, limit_memory
from cardforge.scripting.script import ScriptError


class RemoteStepFile:
    """A file of steps that lives in the worker; the same interface as StepFile. Close it when done."""

    def __init__(self, path: str, text: str, world: str) -> None:
        self.path = path
        self._opening = {"open": [path, text, world]}
        self._worker = Worker(__name__, "step")
        self._process: object = None

    def call(self, function: str, *texts: str) -> Any:
        """What a function of the prelude gives back."""
        if self._process is None or self._process is not self._worker.process:
            self._worker.ask(self._opening, self.path)
            self._process = self._worker.process
        return self._worker.ask({"call": function, "texts": texts}, self.path)

    def close(self) -> None:
        """End the process."""
        self._worker.close()


def serve() -> None:
    """The worker's side: answer requests from standard input until it ends."""
    limit_memory()
    file: StepFile | None = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if "open" in request:
                file = StepFile(*request["open"])
                answer: dict[str, Any] = {"result": True}
            elif file:
                answer = {"result": file.call(request["call"], *request["texts"])}
        except ScriptError as error:
            answer = {"error": error.as_data()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve()
