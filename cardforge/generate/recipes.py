"""The recipes of one game: Starlark files that turn a seed and options into documents.

Takes the texts of recipes and word lists; returns documents as data. A recipe gets streams and options, nothing
else, and is frozen once loaded, so that its result for a seed cannot depend on earlier calls.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from weakref import proxy

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem
from cardforge.core.slugs import slug_of
from cardforge.core.suggestions import did_you_mean
from cardforge.generate.description import Recipe, described
from cardforge.generate.maker import Maker
from cardforge.generate.streams import Origin, Streams
from cardforge.load.document import load_document
from cardforge.load.project import SHARED_RECIPE
from cardforge.load.source import Source
from cardforge.scripting.script import MAX_SECONDS, ScriptError

MAX_OTHERS = 200  # documents that one recipe may request from others
_MAX_DEEP = 4  # levels of recipes calling recipes, such as a setting whose scenarios request packs
_MAX_SLUG = 60
_FILE = re.compile(r"\w[\w.-]{0,99}")
_FAIL = "fail: "  # Starlark's prefix for the message of `fail`


class Generated(NamedTuple):
    """The result of a recipe for one seed."""

    document: dict[str, Any]
    bill: list[tuple[str, int]]  # what was bought, with its cost in points
    also: list[dict[str, Any]]  # further documents that belong to it
    breaks: list[str]  # codes of rules that the document breaks on purpose


class Refused(Exception):
    """A recipe called `fail` because these options cannot be met."""

    def __init__(self, error: ScriptError) -> None:
        super().__init__(error.message.removeprefix(_FAIL))
        self.error = error


class RecipeTexts(NamedTuple):
    """The files of a game's recipes, as they are sent to another process."""

    system: str
    recipes: Mapping[str, tuple[str, str]]  # path and text by kind, and of the file shared by all
    words: Mapping[str, tuple[str, str]]  # path and text by name


class Recipes:
    """All recipes of a game; each is loaded on first use."""

    def __init__(self, texts: RecipeTexts) -> None:
        self._texts = texts
        self._makers: dict[str, Maker] = {}
        self._recipes: dict[str, Recipe] = {}
        self._seeds: list[str] = []  # of the running recipes, innermost last
        self._others = 0
        self._handed: list[dict[str, Any]] = []  # documents made by one recipe for another
        self._end = 0.0
        self._inner: ScriptError | Refused | None = None

    def recipe(self, kind: str) -> Recipe:
        """Return a recipe's declaration."""
        if kind not in self._recipes:
            maker = self._maker(kind)
            self._recipes[kind] = described(maker.describe(), kind, maker.path)
        return self._recipes[kind]

    def make(self, kind: str, seed: str, options: Mapping[str, Any]) -> Generated:
        """Make the documents of a seed; `options` are validated, without defaults."""
        self._others, self._inner, self._seeds, self._handed = 0, None, [], []
        self._end = time.thread_time() + MAX_SECONDS
        return self._make(kind, seed, options)

    def _make(self, kind: str, seed: str, options: Mapping[str, Any]) -> Generated:
        recipe, maker = self.recipe(kind), self._maker(kind)
        self._seeds.append(seed)
        try:
            streams = Streams(Origin(self._texts.system, kind, recipe.version, seed))
            made = maker.make(streams, recipe.with_defaults(options))
        except ScriptError as error:
            if self._inner:
                raise self._inner from None
            if error.message.startswith(_FAIL):
                raise Refused(error) from None
            raise
        finally:
            self._seeds.pop()
        found = _generated(made, recipe, seed, options, maker.path)
        # Starlark sorts keys when it decodes JSON; restore the key order of documents that were only passed on.
        return found._replace(also=[next((own for own in self._handed if own == each), each) for each in found.also])

    def _maker(self, kind: str) -> Maker:
        if kind not in self._makers:
            # Makers that kept this alive would go only with the next garbage collection; a method of a proxy keeps it.
            own = proxy(self)
            host: dict[str, Callable[..., Any]] = {
                "cardforge_data": lambda name: own._data(name),  # noqa: PLW0108
                "cardforge_slug": _slug_if_any,
                "cardforge_other": lambda kind, seed_path, options: own._other(kind, seed_path, options),  # noqa: PLW0108
            }
            shared = self._texts.recipes.get(SHARED_RECIPE, ("", ""))
            self._makers[kind] = Maker(*self._texts.recipes[kind], shared, host)
        return self._makers[kind]

    def _data(self, name: str) -> str:
        if name not in self._texts.words:
            known = self._texts.words
            hint = did_you_mean(name, known) or f"known: {listed(known)}"
            raise ValueError(f"there is no file words/{name}.yaml; {hint}")
        document = load_document(Source(*self._texts.words[name]))
        if isinstance(document, Problem):
            raise ValueError(f"{document.where}: {document.message}")  # noqa: TRY004 - not about a type
        return json.dumps(document.data)

    def _other(self, kind: str, seed_path: str, options: str) -> str:
        """Make a document with another recipe, as JSON; an error in that recipe is reported there."""
        self._others += 1
        if time.thread_time() > self._end:
            raise ValueError(f"recipes that call each other ran longer than {MAX_SECONDS:g} seconds")
        if self._others > MAX_OTHERS or len(self._seeds) >= _MAX_DEEP:
            raise ValueError(f"recipes call each other too often: at most {MAX_OTHERS} times, {_MAX_DEEP} levels deep")
        if kind not in self._texts.recipes or kind == SHARED_RECIPE:
            raise ValueError(f"there is no recipe for `{kind}`")
        try:
            given = self.recipe(kind).proven(json.loads(options))
            made = self._make(kind, f"{self._seeds[-1]}/{seed_path}", given)
        except (ScriptError, Refused) as error:
            self._inner = error
            raise
        except UsageError as error:
            raise ValueError(error.message) from None
        self._handed.append(made.document)
        return json.dumps(made.document)


def _generated(made: Any, recipe: Recipe, seed: str, options: Mapping[str, Any], path: str) -> Generated:
    """Validate what a recipe returned, and insert the origin after the name."""
    try:
        document, bill, also, breaks = made
        if not isinstance(document, dict) or not all(isinstance(each, dict) for each in also):
            raise TypeError("a document is a dict")
        for each in (document, *also):
            file_id(each)
        if not all(_has_origin(each) for each in also):
            raise TypeError("`also` has one that is not the document of another recipe")
        rows = [(str(what), int(points)) for what, points in bill]
        codes = [str(code) for code in breaks]
    except (TypeError, ValueError) as error:
        raise ScriptError(f"it returned no document ({error})", path) from None
    origin: dict[str, Any] = {"text": seed, "recipe": recipe.kind, "version": recipe.version}
    if options:
        origin["options"] = dict(options)
    whole: dict[str, Any] = {}
    for key, value in document.items():
        whole[key] = value
        if key == "name":
            whole["seed"] = origin
    whole["seed"] = origin  # without a name too, which the schema will ask for
    return Generated(whole, rows, also, codes)


def _has_origin(document: Mapping[str, Any]) -> bool:
    origin = document.get("seed")
    return isinstance(origin, dict) and isinstance(origin.get("text"), str)


def file_id(data: Mapping[str, Any]) -> str:
    """Return the file name of a document, without its suffix."""
    given = data.get("id")
    if not isinstance(given, str) or not given:
        return slug(str(data.get("name", "")))
    if not _FILE.fullmatch(given):  # an untrusted recipe could leave the folder with `../`
        raise ValueError(f"the id `{given[:60]}` cannot be a file name")
    return given


def slug(text: str) -> str:
    """Turn a text into an id: lower-case letters and digits, joined by hyphens."""
    found = slug_of(text)[:_MAX_SLUG].strip("-")
    if not found:
        raise ValueError(f"`{text}` has no letter or digit to make an id from")
    return found


def _slug_if_any(text: str) -> str:
    """Return the slug, or an empty string: the recipe then refuses the name, so that the user can choose another."""
    try:
        return slug(text)
    except ValueError:
        return ""
