"""Promises about the whole repository: stages go one way, the engine knows no game, nothing goes stale."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import cardforge.pipeline
from cardforge.codes import CODES
from cardforge.lookup import rules_of
from tests.conftest import REPOSITORY

PACKAGE = REPOSITORY / "cardforge"
STAGES = [
    "load",
    "validate",
    "link",
    "check",
    "campaign",
    "generate",
    "layout",
    "impose",
    "write",
    "preflight",
    "report",
]
SHARED = {
    "problems",
    "choices",
    "errors",
    "nearest",
    "codes",
    "codes_campaign",
    "codes_generate",
    "codes_print",
    "codes_rules",
    "codes_sheets",
    "codes_vendors",
    "explanation",
    "units",
    "folders",
    "fonts",
    "interrupts",
    "hermetic",
    "__init__",
    "__version__",
}
WAYS_IN = {
    "pipeline",
    "campaigns",
    "campaign_sheets",
    "new_campaigns",
    "new_game",
    "examples",
    "generation",
    "generated",
    "batch",
    "rendering",
    "sheets",
    "box",
    "booklets",
    "tabletop",
    "services",
    "made",
    "face_lint",
    "inspection",
    "lookup",
    "calibration",
    "printers",
    "opened",
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def _imports(file: Path) -> set[str]:
    """The cardforge modules a file imports, also inside functions, as `load.document` or `problems`."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name.removeprefix("cardforge.") for name in names if name.startswith("cardforge.")}
    return found


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_imports_go_one_way(file: Path) -> None:
    part = file.relative_to(PACKAGE).parts[0].removesuffix(".py")
    imported = {name.split(".")[0] for name in _imports(file)}
    if part in STAGES:
        assert imported <= SHARED | set(STAGES[: STAGES.index(part) + 1])
    elif part == "cli":
        assert imported <= SHARED | WAYS_IN | {"cli", "report", "web"}
    elif part == "web":
        assert imported <= SHARED | {"web", "opened", "generation", "report"}
    elif part in SHARED:
        assert imported <= SHARED
    elif part != "__main__":
        assert not imported & {"cli", "web"}


def test_one_door_for_each_library() -> None:
    doors = {
        "yaml": ("load/",),
        "jsonschema": ("validate/explain.py",),
        "jsonschema_rs": ("validate/",),
        "starlark": ("hermetic.py",),
        "typer": ("cli/",),
        "reportlab": ("write/pdf",),
        "pypdfium2": ("write/png.py",),
        "uharfbuzz": ("fonts/font.py",),
        "PIL": ("load/picture.py", "write/ink.py", "preflight/samples.py"),
        "pikepdf": ("write/pdfx", "preflight/"),
        "sqlite3": ("write/cache.py",),
        "platformdirs": ("folders.py",),
        "pyphen": ("layout/hyphens.py",),
        "bidi": ("layout/direction.py",),
        "icu4py": ("layout/breaks.py",),
        "dask": ("batch.py",),
        "starlette": ("web/",),
        "uvicorn": ("web/serving.py",),
        "watchfiles": ("web/live.py",),
    }
    for file in MODULES:
        place = file.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            for name in names:
                door = doors.get(name.split(".")[0])
                assert door is None or place.startswith(door), f"{place} imports {name}"


def test_the_pipeline_page_lists_the_stages_that_exist() -> None:
    listed = re.findall(r"^    (\w+) +\S", cardforge.pipeline.__doc__ or "", re.MULTILINE)
    packages = {file.parent.name for file in PACKAGE.glob("*/__init__.py")}

    assert listed == STAGES
    assert packages == {*STAGES, "cli", "fonts", "opened", "web"}


# Words that games use and that mean something of their own in the engine: the words of the trade (a card, a deck, a `Location`
# in a file), of drawing and of colour, and plain English.
PLAIN = set(
    re.findall(
        r"\w+",
        """
    action all blue booklet bottom bridge build campaign card check circle common complete constant core cover damage deck defaults dice die discard
    draft draw engine euro event events figure finish gain give green grey guard hand hexagon hold item known lay location lock lose
    magenta map meet mini move movement opening orange order other page progress raise red resolution resource right rival roll scenario self setup
    shield speed square stage start step sweep target teal token top unit unused visit win yellow
    """,
    )
)


def _words_of(schema: object) -> set[str]:
    """Every word that a schema lets an author choose."""
    if isinstance(schema, list):
        return {word for each in schema for word in _words_of(each)}
    if not isinstance(schema, dict):
        return set()
    chosen = {word for word in [*schema.get("enum", ()), schema.get("const")] if isinstance(word, str)}
    return chosen | {word for inner in schema.values() for word in _words_of(inner)}


def test_the_engine_knows_no_game() -> None:
    words = set()
    for file in (REPOSITORY / "schemas").glob("*/*.schema.json"):
        words |= {
            file.parent.name,
            file.name.removesuffix(".schema.json"),
            *_words_of(json.loads(file.read_text("utf-8"))),
        }
    spelt = [re.escape(word).replace("_", "[_ -]").replace(r"\-", "[_ -]") for word in sorted(words - PLAIN)]
    pattern = re.compile(r"\b(" + "|".join(spelt) + r")s?\b", re.IGNORECASE)

    assert {
        "nebula",
        "armada",
        "pilot",
        "starglass",
        "flux_core",
        "haven",
        "overlord",
        "raiders",
        "dockyard",
    } <= words - PLAIN
    assert len(words) > 200
    for part in sorted(PACKAGE.rglob("*")):
        if part.suffix in (".py", ".star", ".js", ".html", ".css"):
            found = pattern.search(part.read_text("utf-8"))
            assert not found, f"{part.relative_to(REPOSITORY)}: {found.group()}"


def test_every_code_the_engine_uses_is_explained_and_every_explained_code_is_used() -> None:
    used = {
        code
        for file in MODULES
        if not file.name.startswith("codes")
        for code in re.findall(r'"((?:CF|PF)\d{3})"', file.read_text("utf-8"))
    }

    assert used == set(CODES)


def test_every_page_of_explain_is_whole(in_repository: Path) -> None:
    pages = [(code, page.title, page.why) for code, page in CODES.items()]
    rules, _ = rules_of()
    pages += [(rule.code, rule.title, rule.why) for _, rule in rules]
    for code, title, why in pages:
        assert title, code
        assert not title.endswith("."), code
        assert why.endswith("."), code
    for _, rule in rules:
        assert rule.wrong, rule.code
        assert rule.right, rule.code
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.name), rule.code


def test_the_rules_that_rulings_name_exist(in_repository: Path) -> None:
    from cardforge.load.game import load_games
    from cardforge.load.project import builtin_project

    codes = {rule.code for _, rule in rules_of()[0]}
    for game in load_games(builtin_project())[0].values():
        for ruling in game.document.data["rulings"]:
            assert set(ruling["rules"]) <= codes


def test_no_file_grows_past_its_one_idea() -> None:
    for file in [*MODULES, *(PACKAGE / "web" / "static").glob("*.js")]:
        assert len(file.read_text("utf-8").splitlines()) <= 300, file


def test_no_tracked_text_names_a_path_of_a_machine() -> None:
    for folder in ("cardforge", "schemas", "packs", "templates", "docs"):
        for file in (REPOSITORY / folder).rglob("*"):
            if file.is_file() and file.suffix in (".py", ".md", ".yaml", ".json", ".star"):
                assert not re.search(r"/(home|root|work|Users)/", file.read_text("utf-8")), file
