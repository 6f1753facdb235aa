"""docs/architecture.md is what `make docs` writes from the code, and every path it names exists."""

from __future__ import annotations

import re

import pytest

from tests.conftest import REPOSITORY
from tools.architecture import COMMAND, PAGE, PICTURE, layers, page, picture, sentence, stops
from tools.card_road import road
from tools.generated import filled

PACKAGES = [package for layer in layers() for package in layer]


@pytest.fixture(scope="module")
def modules() -> list[str]:
    """The modules of one real render."""
    return road(*COMMAND)


def test_the_page_is_what_the_command_writes(modules: list[str]) -> None:
    assert PAGE.read_text("utf-8") == page(PAGE.read_text("utf-8"), modules), "run `make docs`"


def test_the_picture_is_what_the_command_writes(modules: list[str]) -> None:
    assert PICTURE.read_text("utf-8") == picture(modules), "run `make docs`"
    assert PICTURE.stat().st_size < 20_000


def test_the_page_names_the_command_that_was_followed() -> None:
    assert f"\ncardforge {' '.join(COMMAND)}\n" in PAGE.read_text("utf-8")


def test_a_card_passes_the_stages_in_their_order(modules: list[str]) -> None:
    packages = [module.split("/")[0] for module in modules]
    last = {package: number for number, package in enumerate(packages)}

    assert packages[0] == "cli"
    assert packages.index("load") < packages.index("validate") < packages.index("layout")
    assert packages.index("layout") < last["impose"] < last["write"]
    assert not {*packages} & {"web", "session", "generate", "campaign"}  # a render needs none of them


def test_a_stop_ends_where_another_package_begins() -> None:
    assert stops(["cli/main", "load/game", "load/painters/text", "cli/show"]) == [
        ("cli", ["main"]),
        ("load", ["game", "painters/text"]),
        ("cli", ["show"]),
    ]


def test_every_package_has_a_layer_and_a_sentence() -> None:
    folders = {file.parent.name for file in (REPOSITORY / "cardforge").glob("*/__init__.py")}

    assert set(PACKAGES) == folders
    for package in PACKAGES:
        assert sentence(package).endswith("."), package
        assert len(sentence(package)) < 120, package


@pytest.mark.parametrize("file", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_path_of_the_engine_that_is_named_exists(file: str) -> None:
    named = re.findall(
        r"`((?:cardforge|schemas|tools|tests)/(?!rules/CODE)[\w./-]+)`", (REPOSITORY / file).read_text("utf-8")
    )

    assert named
    for path in named:
        assert (REPOSITORY / path).exists(), path


def test_a_page_without_the_part_is_refused() -> None:
    with pytest.raises(ValueError, match="0 parts named `road`"):
        filled("<!-- layers: x -->\n<!-- end of layers -->", {"road": "| a |"})


def test_only_the_part_between_the_comments_is_written() -> None:
    text = "before\n<!-- road: made -->\nold\n<!-- end of road -->\nafter\n"

    assert filled(text, {"road": r"new \1"}) == text.replace("old", "\nnew \\1\n")


def test_contributing_says_what_belongs_into_every_package() -> None:
    text = (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8")
    places = text.split("\n## Where a line belongs\n")[1].split("\n## ")[0]

    assert sorted(re.findall(r"^\| .+ \| `(\w+)`", places, re.MULTILINE)) == sorted(PACKAGES)


def test_a_word_has_one_row() -> None:
    text = (REPOSITORY / "CONTRIBUTING.md").read_text("utf-8")
    words = re.findall(r"^\| ([\w ]+) \| .+ \| .+ \|$", text.split("\n## Words\n")[1], re.MULTILINE)

    assert len(words) == len(set(words)) >= 30


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_every_page_for_contributors_is_linked(file: str) -> None:
    text = (REPOSITORY / file).read_text("utf-8")

    for page_name in ("architecture", "design", "style", "rules", "game-file", "commands"):
        assert f"](docs/{page_name}.md" in text, page_name
