"""Line and column of keys and values, held against another reader's."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from cardforge.core.problems import Pointer
from cardforge.load.project import builtin_root
from cardforge.load.source import Source, read_source
from tests.support.documents import document_of

PACKS = sorted((builtin_root() / "packs").rglob("*.yaml"))


def _expected(text: str) -> dict[tuple[Pointer, bool], tuple[int, int]]:
    """Every place by PyYAML's pure composer, but for what stands behind an alias: that it places at the anchor."""
    found: dict[tuple[Pointer, bool], tuple[int, int]] = {}
    seen: set[int] = set()

    def walk(node: yaml.Node, pointer: Pointer) -> None:
        if id(node) in seen:
            return
        seen.add(id(node))
        found[pointer, False] = (node.start_mark.line + 1, node.start_mark.column + 1)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                found[(*pointer, key.value), True] = (key.start_mark.line + 1, key.start_mark.column + 1)
                walk(value, (*pointer, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for at, value in enumerate(node.value):
                walk(value, (*pointer, at))

    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert root is not None
    walk(root, ())
    return found


@pytest.mark.parametrize("file", PACKS, ids=lambda file: file.stem)
def test_every_place_of_every_pack_agrees_with_another_reader(file: Path) -> None:
    source = read_source(file, file.name)
    assert isinstance(source, Source)
    document = document_of(source.text, "x.yaml")

    for (pointer, is_key), place in _expected(source.text).items():
        found = document.locate(pointer, is_key)
        assert (found.line, found.column) == place, (pointer, is_key)


def test_places_in_json_are_those_of_the_tokens() -> None:
    document = document_of('{\n\t"cards": [{"id": "a"},\n  {"id": "é", "cost": 2}]\n}', "x.json")

    assert str(document.locate(("cards", 1, "cost"))) == "x.json:3:23"
    assert str(document.locate(("cards", 1, "cost"), key=True)) == "x.json:3:15"
    assert str(document.locate(("cards", 0))) == "x.json:2:12"


def test_what_is_not_there_is_located_at_the_nearest_thing_around_it() -> None:
    document = document_of("cards:\n  - id: a\n    stats: {hull: 1}\n", "x.yaml")

    assert str(document.locate(("cards", 0, "stats", "shields"))) == "x.yaml:3:5"
    assert str(document.locate(("cards", 7, "id"))) == "x.yaml:1:1"
    assert str(document.locate(("nothing",))) == "x.yaml:1:1"


def test_a_value_inside_an_alias_is_located_where_it_is_written() -> None:
    document = document_of("a: &x {n: 1, &y m: &z [0]}\nb: *x\nc: [*x, *z, *x]\nd: &x {n: 2}\ne: *x\n", "x.yaml")

    assert str(document.locate(("b", "n"))) == "x.yaml:1:11"
    assert str(document.locate(("b", "n"), key=True)) == "x.yaml:1:8"
    assert str(document.locate(("c", 2, "m", 0))) == "x.yaml:1:24"
    assert str(document.locate(("c", 1, 0))) == "x.yaml:1:24"
    assert str(document.locate(("e", "n"))) == "x.yaml:4:11"
    assert str(document.locate(("e", "missing"))) == "x.yaml:4:1"


def test_an_alias_itself_is_located_at_its_own_place() -> None:
    document = document_of("&k a: &x {n: 1}\nb: *x\nc: *k\n", "x.yaml")

    assert str(document.locate(("b",))) == "x.yaml:2:4"
    assert str(document.locate(("b",), key=True)) == "x.yaml:2:1"
    assert str(document.locate(("c",))) == "x.yaml:3:4"


def test_positions_are_worked_out_only_when_one_is_asked_for() -> None:
    document = document_of("a: 1\nb: 2\n", "x.yaml")

    assert "_positions" not in vars(document)
    document.locate(("b",))
    assert "_positions" in vars(document)
