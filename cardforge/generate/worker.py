"""Run the recipes of a game that did not come with cardforge in a process of its own.

A stranger's recipe gets the same protection as a stranger's rule (`check/worker.py`): limits of memory and time, and
nothing but text crosses.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cardforge.check.worker import Worker, limit_memory
from cardforge.core.errors import UsageError
from cardforge.generate.description import Option, Recipe
from cardforge.generate.recipes import Generated, Recipes, RecipeTexts, Refused
from cardforge.scripting.script import ScriptError


class RemoteRecipes:
    """Recipes that live in the worker; the same interface as Recipes. Close it when done."""

    def __init__(self, texts: RecipeTexts) -> None:
        self._texts = texts
        self._worker = Worker(__name__, "recipe")
        self._process: object = None
        self._recipes: dict[str, Recipe] = {}

    def recipe(self, kind: str) -> Recipe:
        """What a recipe says about itself."""
        if kind not in self._recipes:
            given = self._ask({"describe": kind}, kind)
            options = tuple(Option(**each | {"choices": tuple(each["choices"])}) for each in given["options"])
            self._recipes[kind] = Recipe(given["kind"], given["version"], options)
        return self._recipes[kind]

    def make(self, kind: str, seed: str, options: Mapping[str, Any]) -> Generated:
        """The documents of a seed."""
        answer = self._ask({"make": kind, "seed": seed, "options": dict(options)}, kind)
        if "refused" in answer:
            raise Refused(ScriptError(**answer["refused"]))
        bill = [(what, points) for what, points in answer["bill"]]
        return Generated(answer["document"], bill, answer["also"], answer["breaks"])

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    def _ask(self, request: dict[str, Any], kind: str) -> Any:
        path = self._texts.recipes[kind][0]
        if self._process is None or self._process is not self._worker.process:
            self._worker.ask({"open": self._texts}, path)
            self._process = self._worker.process
        return self._worker.ask(request, path)


def serve() -> None:
    """The worker's side: answer requests from standard input until it ends."""
    limit_memory()
    recipes = Recipes(RecipeTexts("", {}, {}))
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if "open" in request:
                recipes = Recipes(RecipeTexts(*request["open"]))
                answer: dict[str, Any] = {"result": True}
            elif "describe" in request:
                answer = {"result": asdict(recipes.recipe(request["describe"]))}
            else:
                made = recipes.make(request["make"], request["seed"], request["options"])
                answer = {"result": made._asdict()}
        except Refused as refused:
            answer = {"result": {"refused": refused.error.as_data()}}
        except ScriptError as error:
            answer = {"error": error.as_data()}
        except UsageError as error:
            answer = {"error": ScriptError(error.message, "").as_data()}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve()
