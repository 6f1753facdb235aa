"""The recipes of a game that did not come with cardforge: the same answers, from a sandbox.

Takes the texts of recipes; gives what `Recipes` gives. Documents, descriptions and refusals cross between the two
processes as JSON and are put together again here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cardforge.core.errors import UsageError
from cardforge.generate.description import Option, Recipe
from cardforge.generate.recipes import Generated, Recipes, RecipeTexts, Refused
from cardforge.scripting.sandbox import RemoteObject, Sandbox
from cardforge.scripting.script import ScriptError


class RemoteRecipes:
    """Recipes that run in a sandbox; the same interface as Recipes. Close it when done."""

    def __init__(self, texts: RecipeTexts) -> None:
        self._texts = texts
        self._sandbox = Sandbox("recipe")
        self._program = RemoteObject(self._sandbox, f"{__name__}:{RecipeProgram.__name__}", texts)
        self._recipes: dict[str, Recipe] = {}

    def recipe(self, kind: str) -> Recipe:
        """What a recipe says about itself."""
        if kind not in self._recipes:
            given = self._program.call(self._path(kind), "describe", kind)
            options = tuple(Option(**each | {"choices": tuple(each["choices"])}) for each in given["options"])
            self._recipes[kind] = Recipe(given["kind"], given["version"], options)
        return self._recipes[kind]

    def make(self, kind: str, seed: str, options: Mapping[str, Any]) -> Generated:
        """The documents of a seed."""
        answer = self._program.call(self._path(kind), "make", kind, seed, dict(options))
        if "refused" in answer:
            raise Refused(ScriptError(**answer["refused"]))
        bill = [(what, points) for what, points in answer["bill"]]
        return Generated(answer["document"], bill, answer["also"], answer["breaks"])

    def close(self) -> None:
        """End the process."""
        self._sandbox.close()

    def _path(self, kind: str) -> str:
        return self._texts.recipes[kind][0]


class RecipeProgram:
    """What runs in the sandbox: recipes whose answers are plain data."""

    def __init__(self, texts: list[Any]) -> None:
        self._recipes = Recipes(RecipeTexts(*texts))

    def describe(self, kind: str) -> dict[str, Any]:
        """What a recipe says about itself."""
        return asdict(self._recipes.recipe(kind))

    def make(self, kind: str, seed: str, options: dict[str, Any]) -> dict[str, Any]:
        """The documents of a seed, or why there are none."""
        try:
            return self._recipes.make(kind, seed, options)._asdict()
        except Refused as refused:
            return {"refused": refused.error.as_data()}
        except UsageError as error:
            raise ScriptError(error.message, "") from None
