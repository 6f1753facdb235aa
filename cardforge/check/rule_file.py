"""Load a Starlark rule file once and run it over documents.

Takes the text of a file and the game's data; returns what its rules answer for each document. The rules of a game that
did not come with cardforge run in a sandbox, with the same interface.
"""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any

from cardforge.check.host import HOST_FUNCTIONS
from cardforge.check.rule_answers import Answer, described_in, proven_answer
from cardforge.load.game import Common
from cardforge.scripting.named_fields import with_named_fields
from cardforge.scripting.sandbox import RemoteObject, Sandbox
from cardforge.scripting.script import Loaded, Script

PRELUDE = Path(__file__).parent / "prelude.star"
CAREFUL = Path(__file__).parent / "careful.star"
_NOTHING = Common()
# Rules declared in a file that others load would never run.
_NO_RULES = """if rules or summaries:
    fail("a file in rules/shared/ declares a rule or a summary: move it to a file in rules/")
"""


def common_script(
    path: str, text: str, prelude: str, setup: tuple[str, str], common: Common, loaded: Loaded | None = None
) -> Script:
    """A rule file or a step file, with the Starlark that its game shares between them."""
    shared, modules = common  # a list, if it came through a sandbox
    shared = (shared[0], with_named_fields(shared[1]))
    modules = {name: (module[0], with_named_fields(module[1])) for name, module in modules.items()}
    return Script(path, with_named_fields(text), prelude, HOST_FUNCTIONS, setup, "", shared, modules, _NO_RULES, loaded)


class RuleFile:
    """One file of rules, ready to run."""

    def __init__(
        self,
        path: str,
        text: str,
        game: dict[str, Any],
        common: Common = _NOTHING,
        loaded: Loaded | None = None,  # files that other rule files of the game have loaded
    ) -> None:
        self.path = path
        self._text, self._game, self._common = text, json.dumps(game), common
        self._script = self._load(loaded=loaded)
        self.rules, self.summaries = described_in(self.describe(), path)

    def _load(self, vocabulary: str = "", loaded: Loaded | None = None) -> Script:
        setup = (self._game, f"game = wrap_game(given)\n{vocabulary}")
        prelude = PRELUDE.read_text("utf-8")
        return common_script(self.path, self._text, prelude, setup, self._common, loaded)

    @cached_property
    def _careful(self) -> Script:
        """The same rules, which stop at a value that does not match the schema."""
        return self._load(CAREFUL.read_text("utf-8"))

    def describe(self) -> Any:
        """What the file says about its rules and summaries."""
        return self._script.call("cardforge_describe")

    def run(
        self, subject: str, document: str, only: str = "", without: tuple[str, ...] = (), careful: bool = False
    ) -> Answer:
        """Run rules and summaries on one document (JSON text): all, all except `without`, or the one named `only`.

        With `careful`, for a document with schema mistakes, a rule that reads one of the mistakes raises a ScriptError.
        """
        script = self._careful if careful else self._script
        answer = script.call("cardforge_run", subject, document, only, list(without))
        return proven_answer(answer, [rule.code for rule in self.rules], self.path)


class RemoteRuleFile:
    """A rule file that runs in a sandbox; the same interface as RuleFile."""

    def __init__(self, sandbox: Sandbox, path: str, text: str, game: dict[str, Any], common: Common = _NOTHING) -> None:
        self.path = path
        self._file = RemoteObject(sandbox, f"{__name__}:{RuleFile.__name__}", path, text, game, common)
        self.rules, self.summaries = described_in(self._file.call(path, "describe"), path)

    def run(
        self, subject: str, document: str, only: str = "", without: tuple[str, ...] = (), careful: bool = False
    ) -> Answer:
        """The results of rules and summaries for one document (JSON text): all, all but some, or the one named."""
        answer: Answer = self._file.call(self.path, "run", subject, document, only, without, careful)
        return answer
