"""Rows become cards: values are read by the schema, never by guess, and a fault names its cell."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest

from cardforge.core.problems import Problem
from cardforge.link.opening import OpenGames
from cardforge.load.targets import find_targets
from cardforge.validate.catalog import Proven
from tests.support.spreadsheets import CARD, GAME, PACK, PACK_FILE, SCHEMA, as_csv, as_ods, as_xlsx, market

Rows = list[list[Any]]


def proven(folder: Path) -> Proven:
    (found,) = OpenGames(find_targets([str(folder / PACK_FILE)])).judge().proven
    return found


def sound(found: Proven) -> list[dict[str, Any]]:
    assert found.problems == ()
    cards: list[dict[str, Any]] = found.document.data["cards"]
    return cards


def cards(folder: Path, rows: Rows) -> list[dict[str, Any]]:
    return sound(proven(market(folder, "fruit.csv", as_csv(rows))))


def in_workbook(folder: Path, rows: Rows) -> list[dict[str, Any]]:
    return sound(proven(market(folder, "fruit.xlsx", as_xlsx(rows))))


def problems(folder: Path, rows: Rows) -> tuple[Problem, ...]:
    return proven(market(folder, "fruit.csv", as_csv(rows))).problems


def faults(folder: Path, *given: Any, head: str) -> tuple[Problem, ...]:
    """The problems of one column of a workbook."""
    rows = [["id", "name", head], *(["a" + str(at), "A", value] for at, value in enumerate(given))]
    return proven(market(folder, "fruit.xlsx", as_xlsx(rows))).problems


def one(folder: Path, head: str, value: Any) -> Any:
    """What becomes of one cell, in a text file and, if it is text there too, in a workbook."""
    rows = [["id", "name", head], ["a", "A", value]]
    (card,) = cards(folder, rows) if isinstance(value, str) else in_workbook(folder, rows)
    if isinstance(value, str):
        assert in_workbook(folder, rows) == [card]
    return card


@pytest.mark.parametrize(
    ("head", "value", "expected"),
    [
        ("cost", "2", {"cost": 2}),
        ("cost", "2.0", {"cost": 2}),
        ("cost", " 2 ", {"cost": 2}),
        ("cost", "007", {"cost": 7}),
        ("cost", "1e2", {"cost": 100}),
        ("cost", 2.0, {"cost": 2}),
        ("weight", "2.50", {"weight": 2.5}),
        ("weight", 2.0, {"weight": 2}),
        ("name.", "x", None),
        ("card-text", "007", {"card-text": "007"}),
        ("card-text", "1e5", {"card-text": "1e5"}),
        ("card-text", "TRUE", {"card-text": "TRUE"}),
        ("card-text", " spaced ", {"card-text": " spaced "}),
        ("card-text", 7, {"card-text": "7"}),
        ("card-text", 1.5, {"card-text": "1.5"}),
        ("card-text", "one\r\ntwo", {"card-text": "one\ntwo"}),
        ("Card Text", "x", {"card-text": "x"}),
        ("CARD_TEXT", "x", {"card-text": "x"}),
        ("price", "3", {"price": 3}),
        ("price", "007", {"price": "007"}),
        ("price", "X", {"price": "X"}),
        ("fresh", "TRUE", {"fresh": True}),
        ("fresh", "false", {"fresh": False}),
        ("fresh", True, {"fresh": True}),
        ("size", "small", {"size": "small"}),
        ("keywords[]", "sour, ripe", {"keywords": ["sour", "ripe"]}),
        ("keywords", "sour\nripe,", {"keywords": ["sour", "ripe"]}),
        ("keywords[;]", "sour, cold; ripe", {"keywords": ["sour, cold", "ripe"]}),
        ("keywords[|]", "a;b | c", {"keywords": ["a;b", "c"]}),
        ("keywords[1]", "sour, cold", {"keywords": ["sour, cold"]}),
        ("rows", "1, 2", {"rows": [1, 2]}),
        ("rows", 3, {"rows": [3]}),
        ("stats.might", "3", {"stats": {"might": 3}}),
        ("Stats.Wit", "3", {"stats": {"wit": 3}}),
        ("parts[1].k", "a", {"parts": [{"k": "a"}]}),
        ("copies", "3", {"copies": 3}),
        ("# notes", "x", {}),
        ("cost", "", {}),
        ("cost", "  ", {}),
    ],
)  # fmt: skip
def test_a_cell_is_read_as_the_schema_asks(head: str, value: Any, expected: Any, tmp_path: Path) -> None:
    if expected is None:
        assert [each.code for each in problems(tmp_path, [["id", "name", head], ["a", "A", value]])] == ["CF012"]
    else:
        assert one(tmp_path, head, value) == {"id": "a", "name": "A", **expected}


@pytest.mark.parametrize(
    ("head", "value", "message"),
    [
        ("cost", "two", '`cost` is "two", expected a whole number'),
        ("cost", "1,5", '`cost` is "1,5", expected a whole number'),
        ("cost", 2.5, "`cost` is 2.5, expected a whole number"),
        ("cost", 1e300, "`cost` is 1e+300, which is too large"),
        ("cost", True, "`cost` is TRUE, expected a whole number"),
        ("cost", datetime.date(2024, 5, 1), "`cost` is the date 2024-05-01, expected a whole number"),
        ("card-text", datetime.date(2024, 5, 1), "`card-text` is the date 2024-05-01, expected text"),
        ("card-text", False, "`card-text` is FALSE, expected text"),
        ("fresh", "yes", '`fresh` is "yes", expected `true` or `false`'),
        ("copies", "many", '`copies` is "many", expected a whole number'),
        ("rows", "1, x", '`rows` is "x", expected a whole number'),
        ("stats.might", "x", '`stats.might` is "x", expected a whole number'),
        ("parts[2].k", "a", "`parts[2].k` is entry 2 of a list that has no entry 1"),
    ],
)
def test_a_cell_that_does_not_fit_is_an_error_at_its_place(head: str, value: Any, message: str, tmp_path: Path) -> None:
    (problem,) = faults(tmp_path, value, head=head)

    assert str(problem.where).endswith("fruit.xlsx!Sheet1!C2")
    assert (problem.code, problem.message) == ("CF101", message)


def test_an_error_of_a_formula_has_its_own_code(tmp_path: Path) -> None:
    def formula(_: Any, sheet: Any) -> None:
        sheet.write_formula("C2", "=1/0", None, "#DIV/0!")

    data = as_xlsx([["id", "name", "cost"], ["a", "A"]], more=formula)
    (problem,) = proven(market(tmp_path, "fruit.xlsx", data)).problems

    assert (problem.code, problem.where.cell) == ("CF013", "Sheet1!C2")


def test_nested_fields_come_together(tmp_path: Path) -> None:
    rows = [
        ["id", "name", "stats.might", "stats.wit", "parts[1].k", "parts[1].v", "parts[2].k"],
        ["a", "A", "1", "2", "x", "3", "y"],
        ["b", "B", "", "5", "", "", ""],
    ]

    assert cards(tmp_path, rows) == [
        {"id": "a", "name": "A", "stats": {"might": 1, "wit": 2}, "parts": [{"k": "x", "v": 3}, {"k": "y"}]},
        {"id": "b", "name": "B", "stats": {"wit": 5}},
    ]


def test_private_and_empty_rows_are_left_out_and_keep_their_numbers(tmp_path: Path) -> None:
    rows = [["# my cards"], [], ["id", "name"], ["a", "A"], ["#b", "B"], ["", ""], ["c", "C"]]
    found = proven(market(tmp_path, "fruit.csv", as_csv(rows)))

    assert [card["id"] for card in sound(found)] == ["a", "c"]
    assert found.document.locate(("cards", 1, "name")).cell == "B7"
    assert found.document.locate(("cards", 1)).cell == "A7"
    assert found.document.locate(("name",)).path.endswith("fruit.yaml")


HEAD_FAULTS = {
    "misspelt": (["id", "name", "csot"], "C1", "did you mean `cost`?"),
    "unknown": (["id", "name", "zzzz"], "C1", "begins with #"),
    "unknown inside": (["id", "name", "stats.migth"], "C1", "did you mean `might`?"),
    "twice": (["id", "name", "cost", "Cost"], "D1", "keep one"),
    "a mapping": (["id", "name", "stats"], "C1", "`stats.might`"),
    "a list of mappings": (["id", "name", "parts"], "C1", "`parts[1].k`"),
    "no name at all": (["id", "name", "a[b]"], "C1", "name[1].part"),
    "no head": (["id", "name", ""], "C2", "give it the name"),
}


@pytest.mark.parametrize("name", HEAD_FAULTS)
def test_a_head_that_cannot_be_used_is_an_error_at_its_cell(name: str, tmp_path: Path) -> None:
    heads, cell, hint = HEAD_FAULTS[name]
    (problem,) = problems(tmp_path, [heads, ["a", "A", *["1"] * (len(heads) - 2)]])

    assert (problem.code, problem.where.cell) == ("CF012", cell)
    assert hint in problem.hint


def test_an_empty_table_has_no_heads(tmp_path: Path) -> None:
    assert [each.code for each in problems(tmp_path, [])] == ["CF012"]


def test_repeated_faults_of_a_column_are_one_problem_with_a_count(tmp_path: Path) -> None:
    rows = [
        ["id", "name", "cost", "size"],
        *([f"a{at}", "A", "x", "huge" if at % 2 else "small"] for at in range(10_000)),
    ]
    first, second = sorted(problems(tmp_path, rows), key=lambda problem: problem.where.cell[0])

    assert first.message == '`cost` is "x", expected a whole number (10,000 cells: C2, C3, C4 …)'
    assert second.message.endswith("(5,000 cells: D3, D5, D7 …)")
    assert second.where.cell == "D3"


def test_different_faults_of_a_card_are_all_reported(tmp_path: Path) -> None:
    rows = [["id", "name", "cost", "size"], ["a", "A", "x", "huge"], ["B!", "", "-1", "small"]]
    found = {problem.where.cell: problem.hint for problem in problems(tmp_path, rows)}

    assert found.keys() == {"C2", "D2", "A3", "B3", "C3"}
    assert found["B3"] == "fill this cell"


def test_a_missing_column_is_one_problem(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, [["id"], ["a"], ["b"], ["c"], ["d"]])

    assert problem.message == "`name` is missing in `a` (4 cells: A2, A3, A4 …)"
    assert problem.hint == "add a column `name`"


def test_fields_of_an_open_schema_keep_the_names_of_their_heads(tmp_path: Path) -> None:
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "cards": {"type": "array"}}}  # type: ignore[dict-item]
    folder = market(tmp_path, "fruit.csv", b"id,No.,Card Name,copies\na,007,Apple,2\n")
    (folder / "schemas/market/stall.schema.json").write_text(json.dumps(schema))

    assert sound(proven(folder)) == [{"id": "a", "No.": "007", "Card Name": "Apple", "copies": 2}]


def test_the_fields_of_a_group_are_known(tmp_path: Path) -> None:
    """A schema that tells groups apart by `if` and `then`, and keeps its parts in definitions."""
    card = {
        "type": "object",
        "required": ["group"],
        "properties": {"group": {"enum": ["fruit", "tool"]}},
        "allOf": [
            {"if": {"properties": {"group": {"const": each}}}, "then": {"$ref": f"#/$defs/{each}"}}
            for each in ("fruit", "tool")
        ],
    }
    closed = {"type": "object", "additionalProperties": False}
    schema = {
        **SCHEMA,
        "properties": {**SCHEMA["properties"], "cards": {"type": "array", "items": {"$ref": "#/$defs/card"}}},  # type: ignore[dict-item]
        "$defs": {
            "card": card,
            "fruit": {**closed, "properties": {"group": True, "sugar": {"type": "integer"}}},
            "tool": {**closed, "properties": {"group": True, "edge": {"type": "string"}}},
        },
    }
    folder = market(tmp_path, "fruit.csv", b"group,sugar,edge\nfruit,3,\ntool,,4\n")
    (folder / "schemas/market/stall.schema.json").write_text(json.dumps(schema))

    assert sound(proven(folder)) == [{"group": "fruit", "sugar": 3}, {"group": "tool", "edge": "4"}]
    (folder / "packs/market/fruit.csv").write_bytes(b"group,sugar,edge\nfruit,3,4\n")
    assert [each.where.cell for each in proven(folder).problems] == ["C2"]


@pytest.mark.parametrize(
    ("cards_as", "code", "place", "word"),
    [
        ("{sheet: fruti.csv}", "CF001", "5:16", "did you mean `fruit.csv`?"),
        ("{sheet: ../../../out.csv}", "CF009", "5:16", ""),
        ("{sheet: /etc/passwd.csv}", "CF009", "5:16", ""),
        ("{sheet: fruit.csv, tab: One}", "CF010", "5:32", "remove `tab:`"),
        ("{sheet: fruit.csv, tabs: One}", "CF101", "5:27", "did you mean `tab`?"),
        ("{sheet: 7}", "CF101", "5:16", "quotes"),
        ("{sheet: game.yaml}", "CF010", "", ".csv"),
    ],
)
def test_a_wrong_link_is_reported_where_it_is_written(
    cards_as: str, code: str, place: str, word: str, tmp_path: Path
) -> None:
    folder = market(tmp_path / "in", "fruit.csv", b"id,name\na,A\n")
    (tmp_path / "out.csv").write_bytes(b"id,name\n")
    (folder / PACK_FILE).write_text(PACK.replace("{CARDS}", cards_as))

    (problem,) = proven(folder).problems

    assert problem.code == code
    assert str(problem.where).endswith(f"fruit.yaml:{place}" if place else "game.yaml")
    assert word in problem.hint


def test_a_symlink_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    folder = market(tmp_path / "in", "fruit.csv", b"")
    (tmp_path / "out.csv").write_bytes(b"id,name\na,A\n")
    (folder / "packs/market/fruit.csv").unlink()
    (folder / "packs/market/fruit.csv").symlink_to(tmp_path / "out.csv")

    assert [each.code for each in proven(folder).problems] == ["CF009"]


def test_a_card_schema_that_allows_everything_guesses_nothing(tmp_path: Path) -> None:
    schema = {**SCHEMA, "properties": {**SCHEMA["properties"], "cards": {"items": {"properties": {"id": {}}}}}}  # type: ignore[dict-item]
    folder = market(tmp_path, "fruit.csv", b"id,cost\n1,2\n")
    (folder / "schemas/market/stall.schema.json").write_text(json.dumps(schema))

    assert sound(proven(folder)) == [{"id": "1", "cost": "2"}]


def test_every_sort_of_file_gives_the_same_cards(tmp_path: Path) -> None:
    rows = [["id", "name", "cost", "fresh"], ["a", "Ä", "2", "TRUE"], ["b", "B, or b", "", "false"]]
    typed: Rows = [rows[0], ["a", "Ä", 2, True], ["b", "B, or b", None, False]]
    made = {
        "a.csv": as_csv(rows), "b.csv": as_csv(rows, ";", "utf-16"), "c.tsv": as_csv(rows, "\t", "utf-8-sig"),
        "d.xlsx": as_xlsx(typed), "e.ods": as_ods(typed), "f.xlsx": as_xlsx(rows), "g.ods": as_ods(rows),
    }  # fmt: skip
    found = [sound(proven(market(tmp_path / name, name, data))) for name, data in made.items()]

    assert all(each == found[0] for each in found)
    assert found[0][0] == {"id": "a", "name": "Ä", "cost": 2, "fresh": True}


def test_the_game_of_these_tests_is_valid() -> None:
    assert "kinds" in GAME
    assert CARD["required"] == ["id", "name"]
