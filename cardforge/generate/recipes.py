"""The recipes of one game: Starlark files that turn a seed and options into documents.

Takes the texts of recipes and of their words; gives documents as data. A recipe gets streams and options, nothing
else, and is frozen once read, so that what it makes of a seed cannot depend on what it made before.
"""

from __future__ import annotations

import json
import re
import time
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardforge.core.errors import UsageError
from cardforge.core.phrases import listed
from cardforge.core.problems import Problem
from cardforge.core.suggestions import did_you_mean
from cardforge.generate.description import Recipe, described
from cardforge.generate.maker import Maker
from cardforge.generate.streams import Origin, Streams
from cardforge.load.document import load_document
from cardforge.load.source import Source
from cardforge.scripting.script import MAX_SECONDS, ScriptError

SHARED = "shared"
MAX_OTHERS = 100  # documents that one recipe may ask of others
_MAX_DEEP = 3  # a scenario asks for packs; packs ask for little
_MAX_SLUG = 60
_FILE = re.compile(r"\w[\w.-]{0,99}")
_FAIL = "fail: "  # how Starlark opens the reason that a script gives to `fail`


class Generated(NamedTuple):
    """What a recipe made of a seed."""

    document: dict[str, Any]
    bill: list[tuple[str, int]]  # what was bought, and for how many points
    also: list[dict[str, Any]]  # documents that it brings along
    breaks: list[str]  # codes of rules that the document breaks on purpose


class Refused(Exception):
    """A recipe says why these options cannot be met, and where it says so."""

    def __init__(self, error: ScriptError) -> None:
        super().__init__(error.message.removeprefix(_FAIL))
        self.error = error


class RecipeTexts(NamedTuple):
    """The files of a game's recipes, as they cross to another process."""

    system: str
    recipes: Mapping[str, tuple[str, str]]  # path and text by kind, and what is shared by all
    words: Mapping[str, tuple[str, str]]  # path and text by name


class Recipes:
    """All recipes of a game; each is read when it is first asked for."""

    def __init__(self, texts: RecipeTexts) -> None:
        self._texts = texts
        self._makers: dict[str, Maker] = {}
        self._recipes: dict[str, Recipe] = {}
        self._seeds: list[str] = []  # of the recipes at work, the innermost last
        self._others = 0
        self._handed: list[dict[str, Any]] = []  # documents that recipes made for each other
        self._end = 0.0
        self._inner: ScriptError | Refused | None = None

    def recipe(self, kind: str) -> Recipe:
        """What a recipe says about itself."""
        if kind not in self._recipes:
            maker = self._maker(kind)
            self._recipes[kind] = described(maker.describe(), kind, maker.path)
        return self._recipes[kind]

    def make(self, kind: str, seed: str, options: Mapping[str, Any]) -> Generated:
        """The documents of a seed; `options` are proven and hold only what was given."""
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
        # Starlark reads JSON with its keys sorted; a document that was only passed on keeps the order it was made in.
        return found._replace(also=[next((own for own in self._handed if own == each), each) for each in found.also])

    def _maker(self, kind: str) -> Maker:
        if kind not in self._makers:
            host: dict[str, Callable[..., Any]] = {
                "cardforge_data": self._data,
                "cardforge_slug": _slug_if_any,
                "cardforge_other": self._other,
            }
            shared = self._texts.recipes.get(SHARED, ("", ""))
            self._makers[kind] = Maker(*self._texts.recipes[kind], shared, host)
        return self._makers[kind]

    def _data(self, name: str) -> str:
        if name not in self._texts.words:
            known = self._texts.words
            hint = did_you_mean(name, known) or f"there are {listed(known)}"
            raise ValueError(f"there is no file words/{name}.yaml; {hint}")
        document = load_document(Source(*self._texts.words[name]))
        if isinstance(document, Problem):
            raise ValueError(f"{document.where}: {document.message}")  # noqa: TRY004 - not about a type
        return json.dumps(document.data)

    def _other(self, kind: str, seed_path: str, options: str) -> str:
        """A document of another recipe, as JSON; what goes wrong in there is told at its own place."""
        self._others += 1
        if time.thread_time() > self._end:
            raise ValueError(f"recipes that ask each other ran longer than {MAX_SECONDS:g} seconds")
        if self._others > MAX_OTHERS or len(self._seeds) >= _MAX_DEEP:
            raise ValueError(f"recipes ask each other too often: at most {MAX_OTHERS} times, {_MAX_DEEP} deep")
        if kind not in self._texts.recipes or kind == SHARED:
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
    """What a recipe gave back, with its origin put in behind the name."""
    try:
        document, bill, also, breaks = made
        if not isinstance(document, dict) or not all(isinstance(each, dict) for each in also):
            raise TypeError("a document is a dict")
        for each in (document, *also):
            file_id(each)
        rows = [(str(what), int(points)) for what, points in bill]
        codes = [str(code) for code in breaks]
    except (TypeError, ValueError) as error:
        raise ScriptError(f"it gave back no document ({error})", path) from None
    origin: dict[str, Any] = {"text": seed, "recipe": recipe.kind, "version": recipe.version}
    if options:
        origin["options"] = dict(options)
    whole: dict[str, Any] = {}
    for key, value in document.items():
        whole[key] = value
        if key == "name":
            whole["seed"] = origin
    return Generated(whole, rows, also, codes)


def file_id(data: Mapping[str, Any]) -> str:
    """The name of a document's file."""
    given = data.get("id")
    if not isinstance(given, str) or not given:
        return slug(str(data.get("name", "")))
    if not _FILE.fullmatch(given):  # a recipe may come from a stranger, and `../` leads out of the folder
        raise ValueError(f"`{given[:60]}` is no id for a file")
    return given


def slug(text: str) -> str:
    """A text as an id: small letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    plain = plain.replace("'", "")
    found = "-".join(re.findall("[a-z0-9]+", plain))[:_MAX_SLUG].strip("-")
    if not found:
        raise ValueError(f"there is no letter for an id in `{text}`")
    return found


def _slug_if_any(text: str) -> str:
    """As above, or nothing: a name that gives no id is for whoever chose it to mend, so the recipe refuses it."""
    try:
        return slug(text)
    except ValueError:
        return ""
