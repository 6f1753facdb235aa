"""Every command on packs whose cards are in a spreadsheet, and what happens when it is edited."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cardforge.session.gallery import packs
from cardforge.session.open_project import OpenProject
from tests.support.commands import call, codes
from tests.support.spreadsheets import HEADS, PACK_FILE, Row, as_csv, as_ods, as_xlsx, market

ROWS: list[Row] = [HEADS, ["apple", "Apple", 1], ["pear", "Pear", 2]]
FACE = """kind: face
id: stall
for: [stall]
size: poker
elements:
  - {text: "{name}", x: 6, y: 6, width: 50, height: 8}
  - {text: "{cost|}", x: 6, y: 20, width: 50, height: 8}
"""
DECK = "kind: deck\nsystem: market\nname: All\nstalls: [fruit]\nbrings: [fruit/apple]\n"
FILES: dict[str, Any] = {"templates__market__faces__stall.yaml": FACE, "packs__market__deck.yaml": DECK}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return market(tmp_path, "fruit.xlsx", as_xlsx(ROWS, "Fruit"), "Fruit", **FILES)


def rewrite(folder: Path, rows: list[Row]) -> None:
    (folder / "packs/market/fruit.xlsx").write_bytes(as_xlsx(rows, "Fruit"))


def test_validate_counts_the_cards_of_a_spreadsheet(folder: Path) -> None:
    done = call("validate", cwd=folder)

    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "4 files, 2 cards: no problems.")


def test_a_fault_is_shown_with_its_cell_in_every_format(folder: Path) -> None:
    rewrite(folder, [HEADS, ["apple", "Apple", "one"]])

    text = call("validate", cwd=folder)
    data = json.loads(call("validate", "--format", "json", cwd=folder).stdout)["problems"][0]
    sarif = json.loads(call("validate", "--format", "sarif", cwd=folder).stdout)["runs"][0]["results"][0]["locations"][
        0
    ]
    github = call("validate", "--format", "github", cwd=folder).stdout

    assert text.returncode == 1
    assert text.stdout.startswith("packs/market/fruit.xlsx!Fruit!C2: error CF101: ")
    assert (data["path"], data["cell"], data["line"], data["column"]) == ("packs/market/fruit.xlsx", "Fruit!C2", 2, 3)
    assert sarif["logicalLocations"] == [{"name": "Fruit!C2"}]
    assert "region" not in sarif["physicalLocation"]
    assert github.startswith("::error file=packs/market/fruit.xlsx,title=CF101::Fruit!C2: `cost`")


def test_a_text_file_has_lines_for_editors_too(tmp_path: Path) -> None:
    folder = market(tmp_path, "fruit.csv", b'id,name,cost\na,"A\nor a",1\nb,B,x\n')

    sarif = json.loads(call("validate", "--format", "sarif", cwd=folder).stdout)["runs"][0]["results"][0]["locations"][
        0
    ]
    github = call("validate", "--format", "github", cwd=folder).stdout

    assert sarif["physicalLocation"]["region"] == {"startLine": 4}
    assert github.startswith("::error file=packs/market/fruit.csv,line=4,title=CF101::C3: ")


def test_a_warning_fails_only_under_strict(tmp_path: Path) -> None:
    folder = market(tmp_path, "fruit.csv", "id,name\na,Äpfel\n".encode("cp1252"), **FILES)
    (folder / "packs/market/deck.yaml").unlink()

    assert call("validate", cwd=folder).returncode == 0
    assert codes(call("validate", "--format", "json", cwd=folder)) == ["CF011"]
    assert call("validate", "--strict", cwd=folder).returncode == 1
    drawn = call("render", PACK_FILE, "-o", "out.pdf", cwd=folder)
    assert (drawn.returncode, "CF011" in drawn.stdout + drawn.stderr) == (0, True)


def test_a_spreadsheet_typed_as_a_target_is_explained(folder: Path) -> None:
    done = call("validate", "packs/market/fruit.xlsx", cwd=folder)

    assert done.returncode == 1
    assert "name a pack that has `cards: {sheet: fruit.xlsx}`" in done.stdout


def test_a_deck_finds_the_cards_of_a_spreadsheet(folder: Path) -> None:
    assert call("check", "packs/market/deck.yaml", cwd=folder).returncode == 0
    rewrite(folder, [HEADS, ["pear", "Pear", 2]])

    done = call("check", "packs/market/deck.yaml", cwd=folder)

    assert done.returncode == 1
    assert "there is no card `fruit/apple`" in done.stdout


def test_a_broken_spreadsheet_does_not_make_references_look_wrong(folder: Path) -> None:
    (folder / "packs/market/fruit.xlsx").write_bytes(b"torn")

    assert codes(call("validate", "--format", "json", cwd=folder)) == ["CF010"]


def test_duplicate_ids_are_found_at_their_cells(folder: Path) -> None:
    rewrite(folder, [HEADS, ["apple", "Apple", 1], ["apple", "Other", 1]])

    done = call("validate", cwd=folder)

    assert "fruit.xlsx!Fruit!A3: error CF202" in done.stdout
    assert "already used at packs/market/fruit.xlsx!Fruit!A2" in done.stdout


def test_an_edited_spreadsheet_is_printed_anew_and_an_unchanged_one_is_kept(folder: Path, tmp_path: Path) -> None:
    def printed() -> bytes:
        assert call("render", PACK_FILE, "-o", "out.pdf", cwd=folder).returncode == 0
        return (folder / "out.pdf").read_bytes()

    first, again = printed(), printed()
    rewrite(folder, [HEADS, ["apple", "Apfel", 1], ["pear", "Pear", 2]])

    assert first == again
    assert printed() != first


def test_a_manifest_names_the_spreadsheet_and_finds_the_changed_card(folder: Path) -> None:
    call("render", PACK_FILE, "-o", "out.pdf", "--manifest", "made.json", cwd=folder)
    inputs = json.loads((folder / "made.json").read_text())["inputs"]
    rewrite(folder, [HEADS, ["apple", "Apple", 1], ["pear", "Pear", 3], ["plum", "Plum", 1]])

    done = call("render", PACK_FILE, "-o", "new.pdf", "--changed-since", "made.json", cwd=folder)

    assert {"packs/market/fruit.xlsx", PACK_FILE} <= inputs.keys()
    assert "fruit/pear: changed" in done.stdout
    assert "fruit/plum: new" in done.stdout
    assert "fruit/apple" not in done.stdout


@pytest.mark.parametrize("sort", ["csv", "ods"])
def test_other_files_print_the_same_cards(sort: str, folder: Path, tmp_path: Path) -> None:
    data = as_csv(ROWS) if sort == "csv" else as_ods(ROWS)
    other = market(tmp_path / "other", f"fruit.{sort}", data, **FILES)
    made = []
    for each in (folder, other):
        assert call("render", PACK_FILE, "-o", "out.pdf", cwd=each).returncode == 0
        made.append((each / "out.pdf").read_bytes())

    assert made[0] == made[1]


def test_layout_problems_name_the_row_of_the_card(folder: Path) -> None:
    rewrite(folder, [HEADS, ["apple", "Apple", 1], ["pear", "Pear " * 400, 2]])

    done = call("render", PACK_FILE, "-o", "out.pdf", cwd=folder)

    assert done.returncode == 1
    assert "packs/market/fruit.xlsx!Fruit!A3: error CF408" in done.stdout + done.stderr


def test_the_page_notices_an_edited_spreadsheet_and_one_that_is_repaired(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with closing(OpenProject()) as opened:

        def shown() -> dict[str, Any]:
            opened.refresh()
            return next(row for row in packs(opened) if row["path"] == PACK_FILE)

        assert [card["name"] for card in shown()["cards"]] == ["Apple", "Pear"]
        rewrite(folder, [HEADS, ["apple", "Apfel", 1], ["pear", "Pear", "two"]])
        broken = shown()
        assert [[each["cell"] for each in card["problems"]] for card in broken["cards"]] == [[], ["Fruit!C3"]]
        (folder / "packs/market/fruit.xlsx").write_bytes(b"torn")
        assert shown()["problems"][0]["code"] == "CF010"
        rewrite(folder, [HEADS, ["fig", "Fig", 1]])
        assert [card["name"] for card in shown()["cards"]] == ["Fig"]


def test_several_packs_can_name_one_spreadsheet(tmp_path: Path) -> None:
    rows: list[Row] = [HEADS, *([f"c{at}", f"Card {at} " + "x" * 200, at] for at in range(2_000))]
    folder = market(tmp_path, "fruit.csv", as_csv(rows), **FILES)
    (folder / "packs/market/deck.yaml").unlink()
    for at in range(4):
        text = (folder / PACK_FILE).read_text().replace("id: fruit", f"id: fruit-{at}")
        (folder / f"packs/market/more-{at}.yaml").write_text(text)

    done = call("validate", cwd=folder)

    assert done.stdout.splitlines()[-1] == "7 files, 10,000 cards: no problems."
