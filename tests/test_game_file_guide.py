"""docs/game-file.md describes every key of game.yaml, no other, and shows what real games write."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.conftest import REPOSITORY

TEXT = (REPOSITORY / "docs/game-file.md").read_text("utf-8")
SCHEMA = json.loads((REPOSITORY / "schemas/game.schema.json").read_text("utf-8"))
TOP, KIND = SCHEMA["properties"], SCHEMA["$defs"]["kind"]["properties"]
SECTIONS = {
    "Keys of the file": SCHEMA,
    "Keys of demo": TOP["demo"],
    "Keys of a kind": SCHEMA["$defs"]["kind"],
    "Keys of a group": SCHEMA["$defs"]["count"],
    "Keys of a printed piece": KIND["prints"]["items"],
    "Keys of a box file": SCHEMA["$defs"]["box-file"],
    "Keys of a ruling": TOP["rulings"]["items"],
    "Keys of a glossary entry": TOP["glossary"]["items"],
}
EXAMPLES = re.findall(r"^(?:From `([\w./-]+)`:\n\n)?```yaml\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
FEWEST = {
    "kind": "game",
    "system": "any",
    "name": "Any",
    "version": "1.0",
    "kinds": {"any": {"is": "pack", "title": "any"}},
}


def rows(title: str) -> dict[str, list[str]]:
    """The first table below a heading: the cells of each row by its first."""
    part = TEXT.split(f"\n## {title}\n", 1)[1].split("\n## ")[0]
    table = re.search(r"(?:^\|.*\|\n)+", part, re.MULTILINE)
    assert table, title
    found = [re.split(r" \| ", line.strip("| ")) for line in table[0].splitlines()[2:]]
    keys = [row[0].strip("`") for row in found]
    assert len(keys) == len(set(keys)), f"a key of “{title}” is described twice"
    return dict(zip(keys, found, strict=True))


@pytest.mark.parametrize("title", SECTIONS)
def test_a_table_has_every_key_of_the_schema_and_no_other(title: str) -> None:
    assert rows(title).keys() == SECTIONS[title]["properties"].keys()


@pytest.mark.parametrize("title", SECTIONS)
def test_a_row_says_whether_the_key_is_needed_and_what_it_takes(title: str) -> None:
    schema = SECTIONS[title]
    for key, (_, needed, value, meaning, reader) in rows(title).items():
        given = schema["properties"][key]
        assert needed == ("yes" if key in schema["required"] else "no"), key
        for word in [*given.get("enum", []), *([given["const"]] if "const" in given else [])]:
            written = word if isinstance(word, str) else json.dumps(word)
            assert f"`{written}`" in value, f"`{key}` does not say `{written}`"
        for limit in ("maxLength", "maximum", "maxItems"):
            assert str(given.get(limit, "")) in value, f"`{key}` does not say its {limit}"
        assert meaning, key
        assert reader, key


def test_every_object_of_the_schema_has_its_section() -> None:
    found = [each for each in _objects(SCHEMA) if "properties" in each]

    assert len(found) == len(SECTIONS)
    assert all(each in SECTIONS.values() for each in found)


def _objects(schema: Any) -> list[Any]:
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    own = [schema] if isinstance(schema, dict) and schema.get("type") == "object" else []
    return own + [each for part in inner for each in _objects(part)]


@pytest.mark.parametrize(("file", "text"), EXAMPLES)
def test_an_example_is_valid_and_comes_from_its_game(file: str, text: str) -> None:
    example = yaml.safe_load(text)

    Draft202012Validator(SCHEMA).validate({**FEWEST, **example})
    if file:
        assert is_part(example, yaml.safe_load((REPOSITORY / file).read_text("utf-8")))
    else:
        Draft202012Validator(SCHEMA).validate(example)


def test_every_section_has_an_example() -> None:
    assert len([file for file, _ in EXAMPLES if file]) >= len(SECTIONS)
    for title in SECTIONS:
        assert "```yaml" in TEXT.split(f"\n## {title}\n", 1)[1].split("\n## ")[0], title


def is_part(part: Any, whole: Any) -> bool:
    """Whether everything in the one is in the other, at the same place."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and is_part(part[key], whole[key]) for key in part)
    if isinstance(part, list):
        return isinstance(whole, list) and all(any(is_part(each, other) for other in whole) for each in part)
    return bool(part == whole)


def test_an_example_that_no_game_has_is_found() -> None:
    assert is_part({"a": [{"b": 1}]}, {"a": [{"b": 2}, {"b": 1, "c": 3}], "d": 4})
    assert not is_part({"a": [{"b": 3}]}, {"a": [{"b": 2}, {"b": 1}]})
    assert not is_part({"b": 1}, {"a": 1})


@pytest.mark.parametrize("word", KIND["is"]["enum"])
def test_every_word_of_is_has_its_row(word: str) -> None:
    assert re.search(rf"^\| `{word}` \| .+ \| .+ \|$", TEXT, re.MULTILINE)
