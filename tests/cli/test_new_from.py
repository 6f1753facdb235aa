"""Cards that exist already become a game, or a PDF, with one command in an empty folder; no cell is lost in silence."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest
import yaml

from cardforge.load.foreign_targets import are_foreign
from cardforge.load.spreadsheet_names import SPREADSHEETS
from tests.support.card_pictures import put
from tests.support.commands import call
from tests.support.pdfs import page_count, words_of
from tests.support.pictures import png
from tests.support.spreadsheets import Row, as_csv, as_xlsx

# As Google Sheets exports it: CRLF, quotes doubled, line breaks in cells, checkboxes as TRUE.
SHEET = (
    "Card Name,Cost,Type,Rules Text,Keywords,Attack,Promo,Qty,Notes\r\n"
    'Fireball,3,Spell,"Deal 4 damage. [At dusk], deal 5: all of it.","fire, burn",,FALSE,2,check cost\r\n'
    '"Grand ""Old"" Wizard",5,Creature,"Draw a card\nfor each *spell*.","wizard, fire",3,TRUE,1,\r\n'
    "Imp,1,Creature,Flying.,fire,1,FALSE,4,\r\n"
    "Frost,2,Spell,Freeze a creature.,\"ice, burn\",,FALSE,3,\r\n"
    "Ogre,4,Creature,Trample.,,5,FALSE,2,\r\n"
    "Storm,6,Spell,Deal 2 damage to all.,\"ice, fire\",,FALSE,1,\r\n"
)  # fmt: skip
# As a public database has it: unknown to cardforge, no list of fields, nulls, mappings, web addresses.
DATABASE = [
    {"code": "01001", "name": "Roland", "faction": "Guardian", "health": 9, "traits": ["Agency", "Detective"],
     "text": "[reaction] After you defeat an enemy: {T}", "imagesrc": "https://example.org/1.png", "cost": None,
     "pack": {"code": "core", "name": "Core"}, "quantity": 1},
    {"code": "01016", "name": ".45 Automatic", "faction": "Guardian", "traits": ["Weapon"], "cost": 4,
     "text": "Uses (4 ammo).\nSpend 1 :ammo: to fight.", "pack": {"code": "core", "name": "Core"}, "quantity": 2},
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cards.csv").write_text(SHEET, encoding="utf-8", newline="")
    (tmp_path / "cards.json").write_text(json.dumps(DATABASE), encoding="utf-8")
    for at in range(1, 12):
        put(tmp_path / f"art/card {at} x2.png" if at == 1 else tmp_path / f"art/card {at}.png")
    return tmp_path


def test_a_csv_is_printed_without_a_project(folder: Path) -> None:
    done = call("render", "cards.csv", "--paper", "a4", "-o", "out.pdf", cwd=folder)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.splitlines()[0] == "13 cards on 2 sheets of a4 in out.pdf"
    words = words_of(folder / "out.pdf")
    for shown in ('Grand "Old" Wizard', "[At dusk], deal 5: all of it.", "for each *spell*.", "wizard, fire"):
        assert shown in words
    assert "check cost" not in words
    assert "the column `Notes` is not read" in done.stdout
    assert sorted(each.name for each in folder.iterdir()) == ["art", "cards.csv", "cards.json", "out.pdf"]


def test_a_json_array_is_printed_without_a_project(folder: Path) -> None:
    done = call("render", "cards.json", "--paper", "a4", "-o", "out.pdf", cwd=folder)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    words = words_of(folder / "out.pdf")
    for shown in (".45 Automatic", "[reaction] After you defeat an enemy: {T}", "Spend 1 :ammo: to fight."):
        assert shown in words
    assert page_count(folder / "out.pdf") == 1


@pytest.mark.parametrize("source", ["cards.csv", "cards.json", "art"])
def test_a_game_is_made_that_works(source: str, folder: Path) -> None:
    made = call("new", "tea", "--from", source, cwd=folder)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout

    for command in ("validate --strict --faces", "render tea --all -o output/box", "check packs/tea/card"):
        done = call(*command.split(), cwd=folder / "tea")
        assert (done.returncode, done.stderr) == (0, ""), f"{command}: {done.stdout}"


def test_the_pack_names_the_sheet_which_is_copied_as_it_is(folder: Path) -> None:
    call("new", "tea", "--from", "cards.csv", cwd=folder)

    pack = yaml.safe_load((folder / "tea/packs/tea/card/cards.yaml").read_text())
    assert pack["cards"] == {
        "sheet": "../cards.csv",
        "columns": {"Card Name": "name", "Qty": "copies", "Notes": "#"},
    }
    assert (folder / "tea/packs/tea/cards.csv").read_bytes() == (folder / "cards.csv").read_bytes()


DRAGONS = {
    "release": 3,
    "sets": {
        "Base Set": {"year": 2020, "cards": [
            {"Card ID": "B-01", "Card Name": "Big Dragon", "Cost": {"gold": 3}, "Types": ["Dragon"], "HP": 9, "Art": None},
            {"Card ID": "B-02", "Card Name": "Elf", "Cost": {"gold": None}, "Types": [], "HP": None, "copies": 3},
        ]},
        "More": {"year": 2021, "cards": [{"Card ID": "M-01", "Card Name": "Wall", "Flavour Text": "Thick.", "HP": 7}]},
    },
}  # fmt: skip


def test_data_of_others_stays_as_it_is_and_its_kind_says_where_the_cards_are(tmp_path: Path) -> None:
    (tmp_path / "My Cards.json").write_text(json.dumps(DRAGONS, indent=1))
    made = call("new", "tea", "--from", "My Cards.json", cwd=tmp_path)

    assert (made.returncode, "is not read again" in made.stdout) == (0, False), made.stdout
    copy = tmp_path / "tea/packs/tea/card/my-cards.json"
    assert copy.read_bytes() == (tmp_path / "My Cards.json").read_bytes()
    kind = yaml.safe_load((tmp_path / "tea/packs/tea/game.yaml").read_text())["kinds"]["card"]
    assert (kind["cards-at"], kind["card-id"], kind["card-name"]) == ("/sets/*/cards", "Card ID", "Card Name")
    for command in ("validate --strict --faces", "rules --test", "render tea --all -o output/box"):
        done = call(*command.split(), cwd=tmp_path / "tea")
        assert (done.returncode, done.stderr) == (0, ""), f"{command}: {done.stdout}"
    copy.write_text(copy.read_text().replace('"HP": 7', '"HP": "seven"').replace('"copies": 3', '"copies": 33'))
    done = call("validate", cwd=tmp_path / "tea")
    assert "my-cards.json:38:12: error CF101: `HP` is " in done.stdout
    assert "error TE101: 33 copies of one card, at most 4 are allowed" in done.stdout


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"A": [{"n": 1}], "B": [{"n": 2}]}, "it has 2 lists of cards"),
        ({"cards": [{"name": "A"}], "more": {"cards": [{"name": "B"}]}}, "at several places"),
        ({"x": {"cards": [{"name": "A"}]}, "y": {"year": 3}}, ""),
        ([{"name": "A", "quantity": 2}], "the number of copies must be called `copies`, not `quantity`"),
        ([{"name": "A", "copies": 2}, {"name": "B", "copies": None}], "some cards have `copies: null`"),
        ([{"name": "A", "card": "x"}], "in faces, `card` means something of cardforge"),
        ([{"name": "A", "50%": "x"}], "faces cannot show a field that is called `50%`"),
        ([{"title": "A", "name": {"en": "A"}}], "both `title` and `name` would be the name of a card"),
        ({"links": [], "cards": [{"name": "A"}]}, "in rules, its key `links` means something of cardforge"),
        ({"name": {"en": "Tea"}, "cards": [{"name": "A"}]}, "its key `name` is not a text"),
        ({"a": {"name": "A"}, "b": {"name": "B"}, "c": {"name": "C", "text": None}}, ""),
        ([{"name": "A", "own": 1}], "in faces, `own` means something of cardforge"),
    ],
)
def test_data_that_cannot_stay_as_it_is_is_converted_with_the_reason(data: object, why: str, tmp_path: Path) -> None:
    (tmp_path / "db.json").write_text(json.dumps(data))

    made = call("new", "tea", "--from", "db.json", cwd=tmp_path)

    assert made.returncode == 0, made.stdout + made.stderr
    assert ("note: db.json is not read again" in made.stdout) == bool(why), made.stdout
    assert why in made.stdout
    assert (tmp_path / "tea/packs/tea/card/db.json").exists() == (not why)
    for command in ("validate --strict --faces", "rules --test"):
        done = call(*command.split(), cwd=tmp_path / "tea")
        assert (done.returncode, done.stderr) == (0, ""), f"{command}: {done.stdout}"


@pytest.mark.parametrize("source", ["cards.csv", "cards.json", "art"])
def test_a_game_from_cards_has_a_rule_about_copies_with_its_examples(source: str, folder: Path) -> None:
    call("new", "tea", "--from", source, cwd=folder)

    done = call("rules", "--test", cwd=folder / "tea")

    assert done.returncode == 0, done.stdout
    assert "TE101   1 in pass/, 1 in fail/  No card has more copies than the game allows" in done.stdout


def test_too_many_copies_are_found_at_their_cell(folder: Path) -> None:
    call("new", "tea", "--from", "cards.csv", cwd=folder)
    sheet = folder / "tea/packs/tea/cards.csv"
    sheet.write_text(SHEET.replace("FALSE,4,", "FALSE,44,"), encoding="utf-8", newline="")

    done = call("validate", cwd=folder / "tea")

    assert "cards.csv!H4: error TE101: 44 copies of one card, at most 4 are allowed" in done.stdout


@pytest.mark.parametrize("data", [[{"name": "A"}, {"name": "B 󰀀"}], {"A": [{"name": "A"}], "B": [{"name": "B 󰀀"}]}])
def test_a_problem_of_a_card_is_at_the_card_in_the_file_that_was_given(data: object, tmp_path: Path) -> None:
    text = json.dumps(data, ensure_ascii=False, indent=1)
    (tmp_path / "db.json").write_text(text, encoding="utf-8")
    lines = text.splitlines()
    line = next(at for at, each in enumerate(lines, 1) if "B " in each) - 1  # where its card begins

    done = call("render", "db.json", "-o", "out.pdf", cwd=tmp_path)

    assert done.returncode == 1
    assert f"db.json:{line}:" in done.stdout
    assert "cardforge-" not in done.stdout


def test_types_enums_lists_and_what_is_required_are_inferred(folder: Path) -> None:
    call("new", "tea", "--from", "cards.csv", cwd=folder)

    schema = json.loads((folder / "tea/schemas/tea/card.schema.json").read_text())
    card = schema["properties"]["cards"]["items"]
    fields = {
        name: {key: each[key] for key in each if key != "description"} for name, each in card["properties"].items()
    }
    assert fields == {
        "name": {"type": "string"},
        "cost": {"type": "integer"},
        "type": {"type": "string", "enum": ["Spell", "Creature"]},
        "rules-text": {"type": "string"},
        "keywords": {"type": "array", "items": {"type": "string"}},
        "attack": {"type": "integer"},
        "promo": {"type": "boolean"},
        "copies": {"type": "integer", "minimum": 0},
    }
    assert card["required"] == ["name", "cost", "type", "rules-text", "promo"]


def test_a_mistake_made_later_in_the_sheet_is_found_at_its_cell(folder: Path) -> None:
    call("new", "tea", "--from", "cards.csv", cwd=folder)
    sheet = folder / "tea/packs/tea/cards.csv"
    sheet.write_text(SHEET.replace("Imp,1,Creature", "Imp,one,Creatur"), encoding="utf-8", newline="")

    done = call("validate", cwd=folder / "tea")

    assert 'packs/tea/cards.csv!B4: error CF101: `cost` is "one", expected a whole number' in done.stdout
    assert "packs/tea/cards.csv!C4: error CF101" in done.stdout
    assert "did you mean `Creature`?" in done.stdout


def test_a_head_that_is_gone_is_reported_where_it_is_named(folder: Path) -> None:
    call("new", "tea", "--from", "cards.csv", cwd=folder)
    sheet = folder / "tea/packs/tea/cards.csv"
    sheet.write_text(SHEET.replace(",Qty,", ",Quantity,"), encoding="utf-8", newline="")

    done = call("validate", cwd=folder / "tea")

    assert done.returncode == 1
    assert "cards.csv has no head `Qty`" in done.stdout
    assert "packs/tea/card/cards.yaml:6:" in done.stdout


def test_pictures_beside_a_sheet_are_found_and_copied(folder: Path) -> None:
    rows = [
        ["Name", "Image", "Text"],
        ["Ada", "art/card 2.png", "Draws. " * 9],
        ["Bo", "art/card 3.png", "Waits. " * 9],
    ]
    (folder / "people.csv").write_bytes(as_csv(rows))

    drawn = call("render", "people.csv", "-o", "out.pdf", cwd=folder)
    made = call("new", "people", "--from", "people.csv", cwd=folder)

    assert (drawn.returncode, made.returncode) == (0, 0), drawn.stdout
    assert (folder / "people/art/card 2.png").is_file()
    assert call("render", "people:card", "--as", "png", "-o", "o", cwd=folder / "people").returncode == 0


def test_each_tab_of_a_workbook_becomes_a_kind(folder: Path) -> None:
    def more(book: object, _: object) -> None:
        sheet = book.add_worksheet("Monsters")  # type: ignore[attr-defined]
        sheet.write_row(0, 0, ["Monster", "Strength"])
        sheet.write_row(1, 0, ["Rat", 1])
        sheet.write_row(2, 0, ["Bat", 2])

    rows: list[Row] = [["Hero", "Born", "Power"], ["Ada", datetime.date(1815, 12, 10), 2.0], ["Bo", None, 3.5]]
    (folder / "game.xlsx").write_bytes(as_xlsx(rows, "Heroes", more))
    made = call("new", "tea", "--from", "game.xlsx", cwd=folder)

    assert made.returncode == 0, made.stdout
    assert "the column `Born` is not read, because it has dates" in made.stdout
    done = call("validate", "--strict", "--faces", cwd=folder / "tea")
    assert done.stdout.splitlines()[-1].startswith("6 files, 4 cards"), done.stdout


def test_a_cell_without_a_value_is_named_and_nothing_is_written(folder: Path) -> None:
    (folder / "odd.csv").write_bytes(as_csv([["name", "cost"], ["Ada", 1], ["Bo", "=SUM(B2:B2)"]]))

    for command in (["new", "tea", "--from", "odd.csv"], ["render", "odd.csv", "-o", "out.pdf"]):
        done = call(*command, cwd=folder)
        assert done.returncode == 1
        assert "odd.csv!B3: error CF013" in done.stdout + done.stderr
        assert not (folder / "tea").exists()
        assert not (folder / "out.pdf").exists()


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.json", b'{"version": 1}', "CF006"),
        ("a.json", b"[1, 2", "CF004"),
        ("a.csv", b"", "CF012"),
        ("a.csv", b"name,cost\n", "CF012"),
        ("a.xlsx", b"\xd0\xcf\x11\xe0password", "CF010"),
        ("a.xlsx", b"PK\x03\x04torn", "CF010"),
    ],
)
def test_what_has_no_cards_is_a_problem(name: str, data: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)

    done = call("new", "tea", "--from", name, cwd=tmp_path)

    assert done.returncode == 1
    assert says in done.stdout + done.stderr
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    "data",
    [
        {"cards": DATABASE},
        {"meta": {"version": 3}, "data": {"heroes": DATABASE}},
        {"suits": [{"name": "Cups", "cards": DATABASE[:1]}, {"name": "Swords", "cards": DATABASE[1:]}]},
        {"01001": DATABASE[0], "01016": DATABASE[1], "01017": {**DATABASE[1], "code": "01017"}},
    ],
)
def test_cards_are_found_inside_of_data(data: object, tmp_path: Path) -> None:
    (tmp_path / "db.json").write_text(json.dumps(data))

    done = call("render", "db.json", "-o", "out.pdf", cwd=tmp_path)

    assert done.returncode == 0, done.stdout
    assert ".45 Automatic" in words_of(tmp_path / "out.pdf")


def test_packs_and_decks_are_not_taken_for_data_of_others(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("kind: nothing\ncards: []\n")

    done = call("render", "mine.yaml", "-o", "out.pdf", cwd=tmp_path)

    assert "CF103" in done.stdout


def test_options_that_need_a_project_are_refused(folder: Path) -> None:
    for words in (["--edition", "2"], ["--palette", "low-ink"], ["--size", "tarot"], ["cards.json"]):
        assert call("render", "cards.csv", *words, "-o", "out.pdf", cwd=folder).returncode == 2


@pytest.mark.parametrize("ending", SPREADSHEETS)
def test_every_sort_of_spreadsheet_is_recognized(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"a{ending}").write_bytes(b"")

    assert are_foreign([str(tmp_path / f"a{ending}")])


def test_a_coarse_picture_is_printed_with_a_warning_and_named_once(folder: Path) -> None:
    (folder / "small.png").write_bytes(png((60, 40)))
    rows = [["Name", "Image", "Designer notes"], ["Ada", "small.png", "too strong?"]]
    (folder / "my people.csv").write_bytes(as_csv(rows))

    done = call("render", "my people.csv", "--paper", "a4", "-o", "out.pdf", cwd=folder)

    assert done.returncode == 0, done.stdout
    assert done.stdout.count("dpi at this size") == 1
    assert "PF4" not in done.stdout
    assert "too strong?" not in words_of(folder / "out.pdf")
    assert "--from 'my people.csv'" in done.stdout


def test_a_folder_with_a_picture_that_cannot_be_read_makes_no_game(tmp_path: Path) -> None:
    """It was left out in silence, and the game had an empty card."""
    put(tmp_path / "art/a.png")
    (tmp_path / "art/b.heic").write_bytes(b"\x00\x00\x00\x18ftypheic")
    (tmp_path / "art/c.png").write_bytes(b"no picture")

    done = call("new", "tea", "--from", "art", cwd=tmp_path)

    assert done.returncode == 1
    assert "art/b.heic: error CF415" in done.stdout + done.stderr
    assert "art/c.png: error CF415" in done.stdout + done.stderr
    assert not (tmp_path / "tea").exists()


def test_fields_without_a_place_on_the_face_are_named(tmp_path: Path) -> None:
    cards = [{"name": "A", "cost": {"gold": 2}, "abilities": [{"text": "Fly."}], "legal": True, "copies": 2, "id": 1}]
    (tmp_path / "db.json").write_text(json.dumps(cards))
    done = call("render", "db.json", "-o", "out.pdf", cwd=tmp_path)

    assert "note: the face does not show `cost` and `abilities`\n" in done.stdout
    assert "Legal" in words_of(tmp_path / "out.pdf")  # and not only `yes`
    assert "note: the face does not show" in call("new", "tea", "--from", "db.json", cwd=tmp_path).stdout
    (tmp_path / "art.csv").write_bytes(as_csv([["Name", "Qty"], ["A", 1]]))
    assert "note:" not in call("render", "art.csv", "-o", "out.pdf", cwd=tmp_path).stdout


def test_a_workbook_called_game_does_not_hide_the_file_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "game.csv").write_bytes(as_csv([["Name"], ["A"]]))

    done = call("new", "tea", "--from", "game.csv", cwd=tmp_path)

    assert "tea/packs/tea/game.yaml says what each is for" in done.stdout


def test_a_card_on_each_line_of_json_is_told_to_be_a_list(tmp_path: Path) -> None:
    (tmp_path / "db.json").write_text('{"name": "A"}\n{"name": "B"}\n')

    done = call("render", "db.json", "-o", "out.pdf", cwd=tmp_path)

    assert "db.json:2:1: error CF004" in done.stdout
    assert "put several into a list, `[` before them" in done.stdout
