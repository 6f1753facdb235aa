"""Cards where a kind's `cards-at` says they are: other people's files, as they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardforge.app.render import lay_out
from cardforge.app.validate import validate_files
from cardforge.core.problems import Problem, Severity
from cardforge.link.opening import OpenGames
from cardforge.load.targets import find_targets
from cardforge.render.selection import select

SCHEMA = {
    "type": "object",
    "required": ["kind", "system", "id", "cards"],
    "properties": {
        "kind": {},
        "system": {},
        "id": {"type": "string"},
        "cards": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "code": {},
                    "Card Name": {"type": "string"},
                    "cost": {"type": "integer"},
                    "after": {"type": "string", "x-refers-to": "card"},
                },
            },
        },
    },
}
KIND = "cards-at: /suits/*/cards, card-id: code, card-name: Card Name"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("packs/tarot/arcana").mkdir(parents=True)
    Path("schemas/tarot").mkdir(parents=True)
    Path("schemas/tarot/arcana.schema.json").write_text(json.dumps(SCHEMA), "utf-8")
    return tmp_path


def game(kind: str = KIND, subject: str = "pack") -> None:
    text = f'kind: game\nsystem: tarot\nname: Tarot\nversion: "1.0"\nkinds:\n  arcana: {{is: {subject}, title: arcana, {kind}}}\n'
    Path("packs/tarot/game.yaml").write_text(text, "utf-8")


def pack(text: str, name: str = "old.json") -> Path:
    file = Path("packs/tarot/arcana") / name
    file.write_text(text, "utf-8")
    return file


def found() -> list[Problem]:
    return validate_files([]).problems


def places() -> list[tuple[str, int, int]]:
    return [(each.code, each.where.line, each.where.column) for each in found()]


def data() -> dict[str, Any]:
    (proven,) = (each for each in OpenGames(find_targets([])).judge().proven if each.kind == "arcana")
    return proven.document.data


def test_cards_get_the_id_and_the_name_of_their_own_fields(project: Path) -> None:
    game()
    pack('{"by": "us", "suits": {"cups": {"cards": [{"code": 7, "Card Name": "Two of Cups"}]}, "none": {"cards": []}}}')

    assert found() == []
    card = {"code": 7, "Card Name": "Two of Cups", "id": "7", "name": "Two of Cups"}
    assert data() == {
        "by": "us", "kind": "arcana", "system": "tarot", "id": "old", "name": "old", "cards": [card],
    }  # fmt: skip


@pytest.mark.parametrize(("id", "known"), [('"own"', "own"), ("3", "old")])
def test_a_file_may_have_an_id_of_its_own(project: Path, id: str, known: str) -> None:
    game()
    pack(f'{{"id": {id}, "suits": {{}}}}')

    assert (found(), data()["id"]) == ([], known)


@pytest.mark.parametrize(
    ("cards_at", "text", "ids"),
    [
        ("/", '[{"code": "a"}, {"code": "b"}]', ["a", "b"]),
        ("/", '{"code": "a"}', ["a"]),
        ("/*", '{"x": {"code": "a"}, "y": {"code": "b"}}', ["a", "b"]),
        ("/*/cards", '[{"cards": [{"code": "a"}]}, {"cards": {"code": "b"}}]', ["a", "b"]),
        ("/a~1b", '{"a/b": [{"code": "a"}]}', ["a"]),
        ("/", "[]", []),
    ],
)
def test_cards_are_found_in_every_shape(project: Path, cards_at: str, text: str, ids: list[str]) -> None:
    game(f"cards-at: {cards_at}, card-id: code")
    pack(text)

    assert found() == []
    assert [card["id"] for card in data()["cards"]] == ids


def test_the_key_of_a_card_is_its_id_where_it_has_none(project: Path) -> None:
    game("cards-at: /*")
    pack("the-fool: {cost: 1}\nthe-moon: {cost: 2}\n", "old.yaml")

    assert found() == []
    assert [card["id"] for card in data()["cards"]] == ["the-fool", "the-moon"]


def test_problems_point_into_the_file_as_it_is_written(project: Path) -> None:
    game()
    pack('{"suits": {"cups": {"cards": [\n  {"code": "a", "cost": "two"},\n  {"code": "a", "id": 3}]}}}')

    assert places() == [("CF101", 2, 25), ("CF101", 3, 17)]  # `id` was added to no card before the schema saw it


def test_ids_are_linked_and_duplicates_found(project: Path) -> None:
    game()
    text = '{"suits": {"cups": {"cards": [\n  {"code": "a", "after": "old/b"},\n  {"code": "a", "after": "old/a"}]}}}'
    pack(text)

    assert places() == [("CF201", 2, 26), ("CF202", 3, 12)]


def test_a_file_that_names_its_kind_is_taken_as_it_is(project: Path) -> None:
    game()
    pack("{kind: arcana, system: tarot, id: own, cards: [{code: a}]}", "own.yaml")

    assert found() == []
    assert data()["id"] == "own"


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ('{"suitz": {}}', (1, 1), "did you mean `suitz`?"),
        ('{"suits":\n 3}', (2, 2), "correct `cards-at` in game.yaml"),
        ("[1]", (1, 1), "`*` stands for every entry of a list"),
        ('{"suits": {"cups": {"cardz": 1}}}', (1, 20), "did you mean `cardz`?"),
    ],
)
def test_a_file_without_cards_is_reported(project: Path, text: str, place: tuple[int, int], hint: str) -> None:
    game()
    pack(text)

    assert places() == [("CF016", *place)]
    assert found()[0].hint == hint


def test_an_entry_without_cards_is_a_warning(project: Path) -> None:
    game()
    pack('{"suits": {\n"cups": {"cards": [{"code": "a"}]},\n"swords": {"cardz": []}, "coins": {}}}')

    (warning,) = found()
    assert (warning.code, warning.where.line, warning.severity) == ("CF016", 3, Severity.WARNING)
    assert "2 such places" in warning.message


@pytest.mark.parametrize("card", ["{}", '{"code": ""}', '{"code": true}', '{"code": {}}', '{"Code": "a"}'])
def test_a_card_without_the_id_that_the_kind_names_is_reported(project: Path, card: str) -> None:
    game("cards-at: /, card-id: code")
    schema = json.loads(Path("schemas/tarot/arcana.schema.json").read_text("utf-8"))
    del schema["properties"]["cards"]["items"]["additionalProperties"]
    Path("schemas/tarot/arcana.schema.json").write_text(json.dumps(schema), "utf-8")
    pack(f'[{{"code": "a"}},\n {card}]')

    assert [(code, line) for code, line, _ in places()] == [("CF016", 2)]


def test_entries_that_are_no_cards_are_reported(project: Path) -> None:
    game("cards-at: /")
    pack('[{"code": "a"},\n "the moon"]')

    assert places() == [("CF101", 2, 2)]


@pytest.mark.parametrize(
    ("kind", "subject", "column"),
    [
        ("card-id: code", "pack", 37),
        ("cards-at: /", "deck", 37),
        ("cards-at: suits", "pack", 47),
        ("cards-at: //", "pack", 47),
    ],
)
def test_odd_keys_of_a_kind_are_reported(project: Path, kind: str, subject: str, column: int) -> None:
    game(kind, subject)

    assert ("CF101", 6, column) in places()


def test_a_list_in_another_folder_is_refused_with_a_way_out(project: Path) -> None:
    game()
    Path("packs/tarot/loose.json").write_text("[]", "utf-8")

    (problem,) = found()
    assert (problem.code, "cards-at" in problem.hint) == ("CF006", True)


def test_the_plain_face_shows_a_name_once(project: Path) -> None:
    game()
    pack('{"suits": {"cups": {"cards": [{"code": "the-fool", "Card Name": "The Fool", "cost": 3}]}}}')
    (card,) = lay_out(["packs/tarot/arcana/old.json"]).cards
    (job,) = select(["packs/tarot/arcana/old.json"]).jobs

    assert card.name == "The Fool"
    assert job.card.view.plain["facts"] == "[Cost]{soft}\u00a0**3**"
    assert job.card.view.plain["words"] == ""
