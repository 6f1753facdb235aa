"""Promises about the whole repository: everything has its place, the engine knows no game, nothing goes stale.

That imports go one way is proven by `lint-imports`, a part of `make lint`.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

from cardforge.app.rules import rules_of
from cardforge.core.codes.engine import CODES
from tests.conftest import REPOSITORY

PACKAGE = REPOSITORY / "cardforge"
MODULES = sorted(PACKAGE.rglob("*.py"))


def test_one_door_for_each_library() -> None:
    doors = {
        "yaml": ("load/",),
        "jsonschema": ("validate/schema_errors.py",),
        "jsonschema_rs": ("validate/",),
        "starlark": ("scripting/",),
        "typer": ("cli/",),
        "reportlab": ("write/pdf",),
        "pypdfium2": ("write/png.py",),
        "uharfbuzz": ("fonts/font.py",),
        "PIL": ("load/picture", "write/ink.py", "write/stored_picture.py", "preflight/samples.py"),
        "pikepdf": ("write/pdfx", "preflight/"),
        "sqlite3": ("write/cache.py",),
        "platformdirs": ("core/folders.py",),
        "python_calamine": ("load/workbook.py",),
        "ruamel": ("load/card_patch.py",),
        "xlsxwriter": ("write/workbook.py",),
        "pyphen": ("layout/hyphens.py",),
        "bidi": ("layout/direction.py",),
        "icu4py": ("layout/breaks.py",),
        "dask": ("parallel/cluster.py",),
        "starlette": ("web/",),
        "uvicorn": ("web/serving.py", "web/connections.py"),
        "watchfiles": ("web/live.py",),
        "multiprocessing": ("parallel/", "web/worker.py"),
        "concurrent": ("parallel/", "web/pool.py"),
        "subprocess": ("scripting/script_process.py",),
    }
    for file in MODULES:
        place = file.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            for name in names:
                door = doors.get(name.split(".")[0])
                assert door is None or place.startswith(door), f"{place} imports {name}"


def test_only_parallel_and_the_sandbox_fork() -> None:
    for file in MODULES:
        place = file.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            from_os = isinstance(node, ast.ImportFrom) and node.module == "os"
            names = [each.name for each in node.names] if isinstance(node, ast.ImportFrom) and from_os else []
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
                names.append(node.attr)
            for name in names:
                starts = name.startswith(("fork", "spawn", "posix_spawn", "popen", "system"))
                assert not starts or place.startswith(("parallel/", "scripting/script_process.py")), (
                    f"{place} starts a process by os.{name}"
                )


def test_one_function_prints() -> None:
    """It cleans every line."""
    assert _calling({"print", "echo", "secho"}) == {"cli/show.py"}


def test_nothing_lies_loose_beside_the_packages() -> None:
    loose = {each.name for each in PACKAGE.iterdir() if each.is_file()}

    assert loose == {"__init__.py", "__main__.py", "py.typed"}


def test_every_package_is_in_a_layer_and_says_what_it_is_for() -> None:
    contract = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"][0]
    layered = [name.strip() for row in contract["layers"] for name in re.split("[|:]", row)]
    packages = {file.parent.name: file for file in PACKAGE.glob("*/__init__.py")}

    assert sorted(layered) == sorted(packages)
    for name, file in packages.items():
        assert re.match(r'"""[A-Z].+\.', file.read_text("utf-8")), name


# The one function that opens a file of a project, or one that a user names.
OPENER = "core/regular_file.py"
# What else is opened: files of our own package, uploads under names of our own, bytes in memory, pipes, locks, and what the system says of this process.
NOT_AUTHORS = {
    "campaign/steps.py",
    "check/rule_file.py",
    "cli/main.py",
    "fonts/families.py",
    "generate/maker.py",
    "layout/art.py",
    "load/installation.py",
    "load/packed.py",
    "load/picture.py",
    "load/picture_pixels.py",
    "load/published.py",
    "load/skeleton.py",
    "parallel/forks.py",
    "preflight/opened_pdf.py",
    "preflight/samples.py",
    "scripting/sandbox.py",
    "scripting/script_process.py",
    "scripting/script_server.py",
    "web/serving.py",
    "web/static_files.py",
    "web/uploads.py",
    "web/worker.py",
    "write/ink.py",
    "write/lock.py",
    "write/pdfx.py",
    "write/pdfx_pages.py",
    "write/pdfx_paints.py",
}
# Where files are listed, created and deleted.
CHANGING = {
    "load/project.py",
    "load/targets.py",
    "products/printers.py",
    "web/static_files.py",
    "web/uploads.py",
    "write/atomic.py",
    "write/cache.py",
    "write/lock.py",
}


def _calling(names: set[str]) -> set[str]:
    """The modules that call a function or method with one of these names."""
    found = set()
    for file in MODULES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if name in names:
                    found.add(file.relative_to(PACKAGE).as_posix())
    return found


def test_one_function_opens_the_files_of_a_project() -> None:
    """A pipe, a device, a link out of the project or a huge file is refused in one place."""
    opening = _calling({"open", "read_bytes", "read_text", "fdopen", "memmap", "fromfile", "copyfile"})

    assert opening == {OPENER, "write/atomic.py"} | NOT_AUTHORS


def test_files_are_changed_in_few_named_modules() -> None:
    changing = _calling({"write_bytes", "write_text", "unlink", "mkdir", "rmdir", "iterdir", "walk", "mkstemp"})

    assert changing == CHANGING


# Words that games use and that mean something of their own in the engine: the words of the trade (a card, a deck, a `Location`
# in a file), of drawing and of colour, and plain English.
PLAIN = set(
    re.findall(
        r"\w+",
        """
    action advance alert all alone anywhere attached attack badge blind blue board booklet bottom bridge build call called
    campaign campaigns cancel cap card check circle common complete constant core cover damage deck decks defaults
    delay dice die disable disabled discard double draft draw engine escapes euro event events exit external figure
    finish force form full gain give green grey grouped guard hand here hexagon hit hold host internal inverted item
    join judged keywords known lay left legend letter location lock lone lose lost magenta map meet mine mini move
    movement none normal notes numbered opening opposite orange order other others own page perfect plate play
    progress raise red repeat report resolution resource right ring rival roll round scenario screens self setup
    shield single source space span spans speed square stage start step steps strike supplement swap sweep tables
    target teal token top track turn unit unused visit white win worst yellow
    divider tile any arm blank board captain copy count crosses d4 d6 distance drift easy flip freeze global goal grow hard inner kill
    leaf marker met open party plain port purple push record reference result rules safe see sell spawn split star
    stats stays tie title trade transport x1 x2 x3 x4
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
    spelt = [
        re.escape(word).replace("_", "[_ -]").replace(r"\-", "[_ -]") for word in sorted(words - PLAIN) if len(word) > 1
    ]
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
        "malfunction",
        "intruder",
        "android",
        "surveyor",
        "double-action",
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
        if "codes" not in file.parts
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
    from cardforge.load.game import Games
    from cardforge.load.project import builtin_project

    codes = {rule.code for _, rule in rules_of()[0]}
    for game in Games(builtin_project()).values():
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


# Unit tests of a subject that several modules share; every other file is named after the module that it tests.
SUBJECTS = {
    "fonts/test_own_fonts.py",  # from the file to the line of text
    "generate/test_pythons.py",  # the same numbers on every Python
    "impose/test_promised_figures.py",  # what the documents promise
    "layout/test_booklet_pages.py",
    "layout/test_text.py",  # from markup to lines
    "preflight/test_hostile_files.py",
    "scripting/test_released_memory.py",
}


def test_unit_tests_mirror_the_packages() -> None:
    unit = REPOSITORY / "tests/unit"
    files = {file.relative_to(unit).as_posix() for file in unit.rglob("*.py") if file.name != "__init__.py"}
    modules = {file.relative_to(PACKAGE) for file in MODULES if file.name != "__init__.py"}
    packages = {file.parent.relative_to(PACKAGE) for file in MODULES if file.name == "__init__.py"} - {Path()}
    mirrored = {
        (module.parent / f"test_{module.stem}.py").as_posix()
        for module in modules | packages
        if module.parent != Path()
    }

    assert files >= SUBJECTS
    assert sorted(files - SUBJECTS - mirrored) == []


def test_no_test_waits_a_fixed_time_or_reads_the_clock() -> None:
    """Seconds belong to `make bench`; everybody else waits for an event, through one helper."""
    clock = re.compile(r"\b(sleep\((?!0\))|wait_for_timeout|monotonic\(|perf_counter|process_time|time\.time\()")
    waiting = {"tests/support/waiting.py", "tests/web/holding.py", "tests/test_guards.py"}
    waiting |= {"tests/fuzz/batch.py"}  # ends a run that takes too long, which is what it tests
    for file in sorted((REPOSITORY / "tests").rglob("*.py")):
        place = file.relative_to(REPOSITORY).as_posix()
        if not place.startswith("tests/bench/") and place not in waiting:
            found = clock.search(file.read_text("utf-8"))
            assert not found, f"{place}: {found.group()}"
