"""docs/templates.md says what is so: its examples draw its pictures, its tables have every key and every code.

`make pictures` draws them again; look at them before you commit.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardforge.core.codes.engine import CODES
from cardforge.core.units import CARD_SIZES
from cardforge.fonts.families import FAMILIES
from tests.conftest import REPOSITORY
from tests.guide.examples import GUIDE, PROJECT, Example, examples
from tests.guide.pictures import save
from tests.support.pictures import alike, differences

EXAMPLES = examples()
TEXT = GUIDE.read_text("utf-8")
SCHEMA = json.loads((REPOSITORY / "schemas/face.schema.json").read_text("utf-8"))
ELEMENT = SCHEMA["$defs"]["element"]["properties"]


def section(title: str) -> str:
    """The words below a heading, up to the next of the same height."""
    marks = re.search(rf"^(#+) {re.escape(title)}$", TEXT, re.MULTILINE)
    assert marks, title
    return re.split(rf"^#{{1,{len(marks[1])}}} ", TEXT[marks.end() :], maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> dict[str, str]:
    """The first column of every table, without its marks, and the rest of its row."""
    found = re.findall(r"^\| `?([\w-]+)`? \| (.*) \|$", text, re.MULTILINE)
    found = [(first, rest) for first, rest in found if set(first) != {"-"} and first not in ("key", "code")]
    assert len(found) == len(dict(found)), "a row stands twice"
    return dict(found)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.picture.stem)
def test_an_example_draws_its_picture(example: Example, tmp_path: Path, approve: bool) -> None:
    drawn = example.draw(tmp_path)
    if approve:
        save(drawn, example.picture)
    drawn.save(tmp_path / "drawn.png")  # to look at when it fails
    kept = Image.open(example.picture)

    assert alike(drawn, kept), f"{differences(drawn, kept)} apart; run `make pictures` and look at it"


def test_every_picture_has_its_example() -> None:
    assert len({each.picture for each in EXAMPLES}) == len(EXAMPLES) >= 15
    assert {each.picture for each in EXAMPLES} == set((REPOSITORY / "docs/pictures").glob("templates-*.png"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.picture.stem)
def test_a_picture_is_small(example: Example) -> None:
    assert example.picture.stat().st_size < 40_000


def test_one_digit_makes_a_picture_stale(tmp_path: Path) -> None:
    example = next(each for each in EXAMPLES if each.picture.stem == "templates-badges")
    drawn = replace(example, pack=example.pack.replace("nights: 12", "nights: 13")).draw(tmp_path)

    assert not alike(drawn, Image.open(example.picture))


def test_a_shade_does_not_make_a_picture_stale_but_a_size_does() -> None:
    kept = Image.new("RGB", (300, 200), "#f7f3ea")

    assert alike(kept, Image.new("RGB", (300, 200), "#f6f3eb"))
    assert not alike(kept, kept.resize((300, 201)))


@pytest.mark.parametrize(
    ("title", "properties"),
    [
        ("Keys of a face", SCHEMA["properties"]),
        ("Keys of an element", ELEMENT),
        ("Keys of a step", ELEMENT["step"]["properties"]),
        ("Keys of a column", ELEMENT["columns"]["items"]["properties"]),
        ("Keys of a style", SCHEMA["$defs"]["style"]["properties"]),
    ],
)
def test_a_table_has_every_key_and_every_word_it_takes(title: str, properties: dict[str, Any]) -> None:
    said = rows(section(title))

    assert said.keys() == properties.keys()
    for key, row in said.items():
        for word in words_of(properties[key]):
            assert f"`{word}`" in row, f"`{key}` does not say `{word}`"


def words_of(schema: Any) -> list[str]:
    """The fixed words that a key takes."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        own = [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]
        return own + [word for each in schema.get("anyOf", []) for word in words_of(each)]
    return []


def test_the_codes_are_those_of_the_engine() -> None:
    said = {code: row.split(" | ")[0] for code, row in rows(section("What can go wrong")).items()}

    assert said == {code: CODES[code].title for code in CODES if code.startswith("CF4")}


@pytest.mark.parametrize(("language", "file"), [("svg", "icons/oil.svg"), ("starlark", "art/sea.star")])
def test_what_the_guide_shows_is_what_the_folder_has(language: str, file: str) -> None:
    shown = re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)

    assert shown == [(PROJECT / "templates/skerry" / file).read_text("utf-8")]


def test_every_card_size_and_font_is_named() -> None:
    for name in [*CARD_SIZES, *(each for each in FAMILIES if not each.startswith("noto-"))]:
        assert f"`{name}`" in TEXT, name
