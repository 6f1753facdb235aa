"""docs/rules.md works: its files and commands are tried in an empty folder, and it describes every word that rules have.

`make approve` writes what the commands say into the page; read it before you commit.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from pathlib import Path

import pytest

from cardforge.check.host import HOST_FUNCTIONS
from cardforge.core.codes.rules import RULE_CODES
from cardforge.core.limits import SCRIPT_MEMORY, SCRIPT_SECONDS
from cardforge.core.problems import Severity
from cardforge.scripting import script
from cardforge.scripting.script import Script, ScriptError
from tests.conftest import REPOSITORY
from tests.guide.tutorial import Said, blocks, steps, with_output

GUIDE = REPOSITORY / "docs/rules.md"
TEXT = GUIDE.read_text("utf-8")
PRELUDE = (REPOSITORY / "cardforge/check/prelude.star").read_text("utf-8")
GIVES = re.findall(r"^(\S.*?)  # gives (.+)$", TEXT, re.MULTILINE)
HEADINGS = re.findall(r"^### `(.+)`$", TEXT, re.MULTILINE)


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> list[Said]:
    """Every step of the page, taken once."""
    found = [each for each in steps(TEXT, tmp_path_factory.mktemp("bakery")) if isinstance(each, Said)]
    if request.config.getoption("--approve"):
        GUIDE.write_text(with_output(TEXT, found), encoding="utf-8")
        return [Said(each.command, each.said, each.said, each.code) for each in found]
    return found


def test_every_command_says_what_the_page_shows(taken: list[Said]) -> None:
    assert {each.command.replace(" --debug", "").split()[1] for each in taken} == {
        "validate",
        "check",
        "explain",
        "rules",
    }
    assert {each.code for each in taken} == {0, 1}
    for each in taken:
        assert each.said == each.shown, each.command


def test_the_page_shows_the_codes_of_broken_rules(taken: list[Said]) -> None:
    said = "".join(each.said for each in taken)

    for code in ("CF301", "CF302", "CF303", "CF306"):
        assert f"error {code}" in said, code
    for code in re.findall(r"^\| (CF\d+) \|", TEXT, re.MULTILINE):
        assert code in RULE_CODES


def test_every_block_is_tried_or_marked_as_a_part() -> None:
    total, used = blocks(TEXT)
    expressions = len(re.findall(r"^```starlark\n(?:.*  # gives .*\n)+```$", TEXT, re.MULTILINE))
    parts = len(re.findall(r"^```\n", TEXT, re.MULTILINE)) - len(re.findall(r"^```\n(?=\n|\Z)", TEXT, re.MULTILINE))

    assert total == used + expressions + parts
    assert parts <= 1


@pytest.mark.parametrize(("expression", "wanted"), GIVES, ids=[each for each, _ in GIVES])
def test_an_expression_gives_what_the_page_says(expression: str, wanted: str) -> None:
    text = f"def tried():\n    return json.encode({expression})\n"
    given = Script("tried.star", text, PRELUDE, HOST_FUNCTIONS).call("tried")

    assert given == json.loads(json.dumps(ast.literal_eval(wanted)))


def test_every_host_function_has_its_section_with_all_arguments_and_an_example() -> None:
    for name, function in HOST_FUNCTIONS.items():
        given = [
            each.name if each.default is inspect.Parameter.empty else f"{each.name} = {each.default!r}"
            for each in inspect.signature(function).parameters.values()
        ]
        assert f"{name}({', '.join(given)})" in HEADINGS
        assert any(expression.startswith(f"{name}(") for expression, _ in GIVES), name


def test_every_word_of_the_prelude_has_its_section_with_all_arguments() -> None:
    words = {
        name: f"{name}({given})" for name, given in re.findall(r"^def ([a-z]\w*)\((.*)\):$", PRELUDE, re.MULTILINE)
    }
    own = {name: heading for name, heading in words.items() if not name.startswith("cardforge_")}

    assert len(own) >= 10
    assert {*own.values()} <= {*HEADINGS}
    assert {heading.partition("(")[0] for heading in HEADINGS} == {*own, *HOST_FUNCTIONS}
    for variable in re.findall(r"^([a-z]\w*) = ", PRELUDE, re.MULTILINE):
        assert f"`{variable}`" in TEXT, variable


def test_every_argument_of_a_rule_has_its_row() -> None:
    (given,) = re.findall(r"^def rule\((.*)\):$", PRELUDE, re.MULTILINE)

    for argument in (part.partition(" = ")[0] for part in given.split(", ")):
        assert re.search(rf"^\| (`\w+`, )?`{argument}`(, `\w+`)? \|", TEXT, re.MULTILINE), argument


def test_every_severity_and_every_sort_of_document_has_its_row() -> None:
    kinds = json.loads((REPOSITORY / "schemas/game.schema.json").read_text("utf-8"))["$defs"]["kind"]["properties"]

    for word in [*Severity, *(each for each in kinds["is"]["enum"] if each != "accessory")]:
        assert re.search(rf"^\| `{word}` \|", TEXT, re.MULTILINE), word


def test_the_limits_are_those_of_the_engine() -> None:
    assert f"{script.MAX_SECONDS:g} seconds of processor time" in TEXT
    assert f"{script.MAX_TICKS // 1000} million steps" in TEXT
    assert f"{script.MAX_CALLS_DEEP} nested calls" in TEXT
    assert f"at most {SCRIPT_MEMORY.most // 10**6} MB of memory" in TEXT
    assert f"share {SCRIPT_SECONDS.most} seconds in one command" in TEXT


@pytest.mark.parametrize(
    "text",
    [
        *("re.match(1)", "sum([1])", "map(len, [])", "set([1])", "2 ** 3", 'f"{1}"', "1 is 1"),
        *("class A: pass", "import json", "def f():\n    while True: pass", "def f():\n    try: pass"),
    ],
)
def test_what_the_page_says_is_missing_is_missing(text: str) -> None:
    with pytest.raises(ScriptError):
        Script("tried.star", text, PRELUDE, HOST_FUNCTIONS)


def test_a_function_may_call_itself_up_to_the_limit() -> None:
    text = "def down(n):\n    return 0 if n == 0 else down(n - 1)\n"

    Script("tried.star", f"{text}down(50)\n", PRELUDE, HOST_FUNCTIONS)
    with pytest.raises(ScriptError, match="call stack overflow"):
        Script("tried.star", f"{text}down(500)\n", PRELUDE, HOST_FUNCTIONS)


def test_a_wrong_output_is_found(tmp_path: Path) -> None:
    (said,) = steps("```console\n$ cardforge explain BK999\nall is well\n```\n", tmp_path)

    assert isinstance(said, Said)
    assert said.said != said.shown
