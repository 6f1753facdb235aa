"""Load a Starlark rule file once and run it over documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cardforge.check.host import HOST_FUNCTIONS
from cardforge.check.rule_answers import Answer, described_in, proven_answer
from cardforge.scripting.script import Script

PRELUDE = Path(__file__).parent / "prelude.star"


class RuleFile:
    """One file of rules, ready to run."""

    def __init__(self, path: str, text: str, game: dict[str, Any], shared: tuple[str, str] = ("", "")) -> None:
        self.path = path
        setup = (json.dumps(game), "game = wrap_game(given)")
        self._script = Script(path, text, PRELUDE.read_text("utf-8"), HOST_FUNCTIONS, setup, shared=shared)
        self.described = self._script.call("cardforge_describe")
        self.rules, self.summaries = described_in(self.described, path)

    def run(self, subject: str, document: str, only: str = "", without: tuple[str, ...] = ()) -> Answer:
        """Run rules and summaries on one document (JSON text): all, all except `without`, or the one named `only`."""
        answer = self._script.call("cardforge_run", subject, document, only, list(without))
        return proven_answer(answer, [rule.code for rule in self.rules], self.path)
