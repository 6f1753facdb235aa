"""Validating one file of a large game reads what it refers to, and the whole game only if that is not found by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardforge.app.validate import validate_files
from cardforge.link.opening import MANY_FILES
from tests.cli.test_opened_files import opened_by

GAME = """\
kind: game
system: big
name: Big
version: "1.0"
kinds:
  hero: {is: pack, title: hero}
  deck: {is: deck, title: deck}
"""
REFERENCE = {"type": "string", "x-refers-to": "card"}
HERO = {"properties": {"cards": {"items": {"properties": {"after": REFERENCE}}}}}
DECK = {"properties": {"heroes": {"type": "array", "items": {"type": "string", "x-refers-to": "pack"}}}}


def hero(id: str, after: str = "", file: str = "") -> Path:
    path = Path(f"packs/big/{file or id}.yaml")
    path.parent.mkdir(exist_ok=True)
    card = f"{{id: one, after: {after}}}" if after else "{id: one}"
    path.write_text(f"kind: hero\nsystem: big\nid: {id}\ncards:\n  - {card}\n", "utf-8")
    return path


def deck(*heroes: str) -> str:
    path = Path("packs/big/mine.yaml")
    path.write_text(f"kind: deck\nsystem: big\nid: mine\nheroes: [{', '.join(heroes)}]\n", "utf-8")
    return str(path)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def big(folder: None) -> None:
    make_game(MANY_FILES + 1)


def make_game(heroes: int) -> None:
    Path("packs/big").mkdir(parents=True)
    Path("schemas/big").mkdir(parents=True)
    Path("packs/big/game.yaml").write_text(GAME, "utf-8")
    Path("schemas/big/hero.schema.json").write_text(json.dumps(HERO), "utf-8")
    Path("schemas/big/deck.schema.json").write_text(json.dumps(DECK), "utf-8")
    for at in range(heroes):
        hero(f"h{at}")


def packs_opened(file: str) -> set[str]:
    return {path.stem for path in opened_by("validate", file) if path.parts[0] == "packs"}


@pytest.mark.usefixtures("big")
def test_only_what_a_file_refers_to_is_opened() -> None:
    hero("first")
    hero("second", after="first/one")
    hero("third", after="second/one")

    assert packs_opened(deck("third", "h7")) == {"game", "mine", "third", "second", "first", "h7"}


@pytest.mark.usefixtures("big")
def test_everything_is_read_if_an_id_is_not_the_name_of_its_file() -> None:
    hero("first", file="another-name")

    opened = packs_opened(deck("first"))
    assert {"another-name", "h0", f"h{MANY_FILES}"} <= opened


@pytest.mark.usefixtures("big")
@pytest.mark.parametrize("through", ["first", "h0"])
def test_an_unknown_id_is_reported_with_the_nearest_of_all(through: str) -> None:
    hero("first", after="h77o/one")
    (hint,) = {each.hint for each in validate_files([deck(through, "h9999")]).problems if each.code == "CF201"}

    assert "h999" in hint


@pytest.mark.usefixtures("big")
def test_the_same_id_in_a_file_of_the_same_name_is_found_and_in_another_only_with_the_whole_game() -> None:
    twin, other = hero("h3", file="more/h3"), hero("new", file="one-name")
    hero("new", file="other-name")
    same = [each.code for each in validate_files([str(twin)]).problems]
    alone = [each.code for each in validate_files([str(other)]).problems]
    whole = [each.code for each in validate_files([]).problems]

    assert (same, alone, whole) == (["CF202"], [], ["CF202", "CF202"])


@pytest.mark.usefixtures("folder")
def test_a_small_game_is_read_whole() -> None:
    make_game(3)
    other = hero("h2", file="other")

    assert [each.code for each in validate_files([str(other)]).problems] == ["CF202"]
