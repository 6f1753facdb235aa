"""`cardforge sheet`: cards out to a workbook, edited, and back into files whose comments stay; and pulled from loopback."""

from __future__ import annotations

import http.server
import json
import threading
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
import xlsxwriter
from python_calamine import CalamineWorkbook

from tests.support.commands import Done, call, run
from tests.support.projects import write_files
from tests.support.spreadsheets import GAME, SCHEMA, Row, as_csv

PACK = """# yaml-language-server: $schema=../../schemas/market/stall.schema.json
kind: stall
system: market
id: fruit # the id
name: Fruit
cards:
  # Keep this one first.
  - id: apple
    name: Apple
    cost: 1 # was 2
    size: small
    keywords: [red, sweet]
    stats: {might: 1, wit: 2}
    parts:
      - {k: peel, v: 1}
      - {k: core} # bitter

  - id: pear
    name: "Pear"
    card-text: >-
      A text that is folded,
      and stays so.
    fresh: true

  # The end.
"""
NUTS = "kind: stall\nsystem: market\nid: nuts\nname: Nuts\ncards:\n- {id: oak, name: Acorn, cost: 3}\n"
FRUIT_FILE = "packs/market/fruit.yaml"
Tab = list[list[Any]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "packs/market/game.yaml": GAME.replace("  deck: {is: deck, title: deck}\n", ""),
        "schemas/market/stall.schema.json": json.dumps(SCHEMA),
        FRUIT_FILE: PACK,
        "packs/market/nuts.yaml": NUTS,
    }
    made = write_files(tmp_path, files)
    assert call("sheet", "export", "market:stall", "-o", "all.xlsx", cwd=made).returncode == 0
    return made


def tabs_of(file: Path) -> dict[str, Tab]:
    book = CalamineWorkbook.from_path(file)
    return {name: [list(row) for row in book.get_sheet_by_name(name).to_python()] for name in book.sheet_names}


def edit(folder: Path, change: Callable[[dict[str, Tab]], object]) -> None:
    """Save the workbook again, as another program would: only its values stay."""
    tabs = tabs_of(folder / "all.xlsx")
    change(tabs)
    with xlsxwriter.Workbook(folder / "all.xlsx") as book:
        for name, rows in tabs.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                for at, value in enumerate(row):
                    if value not in ("", None):
                        (sheet.write_string if isinstance(value, str) else sheet.write)(number, at, value)


def put(tab: Tab, id: str, head: str, value: Any) -> None:
    heads = tab[0]
    row = next(row for row in tab[1:] if row[heads.index("id")] == id)
    row[heads.index(head)] = value


def taken(folder: Path, *words: str) -> Done:
    return call("sheet", "import", "all.xlsx", *words, cwd=folder)


def test_the_workbook_has_a_tab_a_kind_and_one_for_each_list_of_mappings(folder: Path) -> None:
    tabs = tabs_of(folder / "all.xlsx")

    assert list(tabs) == ["stall", "stall.parts", "# cardforge", "# lists"]
    stall = tabs["stall"]
    assert stall[0][:4] == ["pack", "id", "name", "cost"]
    assert [row[:3] for row in stall[1:]] == [
        ["fruit", "apple", "Apple"],
        ["fruit", "pear", "Pear"],
        ["nuts", "oak", "Acorn"],
    ]
    assert stall[1][stall[0].index("keywords[]")] == "red, sweet"
    assert stall[1][stall[0].index("stats.wit")] == 2.0
    assert tabs["stall.parts"] == [
        ["of pack", "of card", "k", "v"],
        ["fruit", "apple", "peel", 1.0],
        ["fruit", "apple", "core", ""],
    ]


def test_heads_are_frozen_and_enums_can_be_chosen_from(folder: Path) -> None:
    with zipfile.ZipFile(folder / "all.xlsx") as packed:
        sheet = packed.read("xl/worksheets/sheet1.xml").decode()

    assert 'xSplit="2" ySplit="1"' in sheet
    assert sheet.count("<dataValidation ") == 2
    assert tabs_of(folder / "all.xlsx")["# lists"] == [["fruit", "small"], ["nuts", "large"]]


def test_the_same_cards_give_the_same_bytes(folder: Path) -> None:
    first = (folder / "all.xlsx").read_bytes()

    call("sheet", "export", "market", "-o", "all.xlsx", cwd=folder)

    assert (folder / "all.xlsx").read_bytes() == first


def test_without_yes_the_difference_is_shown_and_nothing_is_written(folder: Path) -> None:
    edit(folder, lambda tabs: put(tabs["stall"], "apple", "cost", 4))

    done = taken(folder)

    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        FRUIT_FILE,
        "    apple: cost 1 → 4",
        "1 file would change; add --yes to write",
    ]
    assert (folder / FRUIT_FILE).read_text() == PACK


def test_changed_fields_are_patched_and_comments_stay(folder: Path) -> None:
    def change(tabs: dict[str, Tab]) -> None:
        put(tabs["stall"], "apple", "cost", 4)
        put(tabs["stall"], "apple", "keywords[]", "red, sour")
        put(tabs["stall"], "apple", "stats.wit", "")
        put(tabs["stall"], "pear", "fresh", False)
        tabs["stall.parts"][2][3] = 5

    edit(folder, change)
    done = taken(folder, "--yes")

    assert done.stdout.splitlines()[-1] == "1 file changed", done.stdout + done.stderr
    text = PACK.replace("cost: 1 # was 2", "cost: 4 # was 2").replace("[red, sweet]", "[red, sour]")
    text = text.replace("{might: 1, wit: 2}", "{might: 1}").replace("{k: core} # bitter", "{k: core, v: 5} # bitter")
    assert (folder / FRUIT_FILE).read_text() == text.replace("fresh: true", "fresh: false")
    assert taken(folder).stdout.splitlines()[-1] == "nothing to change"


def test_a_blank_id_is_a_new_card(folder: Path) -> None:
    def change(tabs: dict[str, Tab]) -> None:
        width = len(tabs["stall"][0])
        tabs["stall"] += [
            ["fruit", "", "Blood Orange", 2, *[""] * (width - 4)],
            ["fruit", "", "Apple", *[""] * (width - 3)],
        ]

    edit(folder, change)
    done = taken(folder, "--yes")

    assert "blood-orange: new, from stall!A5" in done.stdout
    text = (folder / FRUIT_FILE).read_text()
    new = "\n  - id: blood-orange\n    name: Blood Orange\n    cost: 2\n\n  - id: apple-2\n    name: Apple\n"
    assert text == PACK.replace("    fresh: true\n", f"    fresh: true\n{new}")


def test_a_missing_row_is_reported_and_deleted_only_when_asked_for(folder: Path) -> None:
    edit(folder, lambda tabs: tabs["stall"].pop(1))

    kept = taken(folder, "--yes")
    assert "apple: missing in the sheet, kept; --delete deletes it" in kept.stdout
    assert (folder / FRUIT_FILE).read_text() == PACK

    edit(folder, lambda tabs: tabs.update({"stall.parts": tabs["stall.parts"][:1]}))
    assert "apple: deleted" in taken(folder, "--yes", "--delete").stdout
    text = (folder / FRUIT_FILE).read_text()
    assert "apple" not in text
    assert text.startswith(PACK[: PACK.index("  - id: apple")])
    assert text.endswith(PACK[PACK.index("  - id: pear") :])


def test_a_deleted_column_changes_nothing(folder: Path) -> None:
    def change(tabs: dict[str, Tab]) -> None:
        at = tabs["stall"][0].index("cost")
        tabs["stall"] = [row[:at] + row[at + 1 :] for row in tabs["stall"]]
        del tabs["stall.parts"]

    edit(folder, change)

    assert taken(folder).stdout == "nothing to change\n"


def _add(tab: str, *rows: Sequence[Any]) -> Callable[[dict[str, Tab]], object]:
    return lambda tabs: tabs[tab].extend([*row, *[""] * (len(tabs[tab][0]) - len(row))] for row in rows)


def _all_costs(tabs: dict[str, Tab]) -> None:
    for id in ("apple", "pear", "oak"):
        put(tabs["stall"], id, "cost", "x")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda tabs: put(tabs["stall"], "apple", "cost", "four"), "all.xlsx!stall!D2: error CF101: `cost` is \"four\", expected a whole number"),
        (lambda tabs: put(tabs["stall"], "apple", "cost", -4), "all.xlsx!stall!D2: error CF101"),
        (lambda tabs: put(tabs["stall"], "apple", "size", "smal"), "did you mean `small`?"),
        (lambda tabs: put(tabs["stall"], "apple", "name", ""), "all.xlsx!stall!"),
        (lambda tabs: tabs["stall"][0].__setitem__(3, "csot"), "all.xlsx!stall!D1: error CF015: there is no field `csot`"),
        (_add("stall", ["frut", "fig", "Fig"]), "all.xlsx!stall!A5: error CF015: there is no pack `frut`"),
        (_add("stall", ["", "fig", "Fig"]), "all.xlsx!stall!A5: error CF015: this card has no pack"),
        (_add("stall", ["fruit", "apple", "Apple"]), "is in row stall!A2 too"),
        (_add("stall", ["fruit", "", ""] + [""] * 2 + ["x"]), "CF015"),
        (_add("stall.parts", ["fruit", "aple", "pip"]), "all.xlsx!stall.parts!B4: error CF015: there is no card `aple` in `fruit`"),
        (lambda tabs: tabs.pop("stall"), "CF010: the tab `stall` is gone"),
        (_all_costs, "(3 cells: D2, D3, D4)"),
    ],
)  # fmt: skip
def test_a_mistake_names_its_cell_and_nothing_is_written(
    change: Callable[[dict[str, Tab]], object], says: str, folder: Path
) -> None:
    edit(folder, change)

    done = taken(folder, "--yes", "--delete")

    assert done.returncode == 1, done.stdout
    assert says in done.stdout
    assert "nothing was changed" in done.stderr
    assert (folder / FRUIT_FILE).read_text() == PACK


@pytest.mark.parametrize("data", [b"\xd0\xcf\x11\xe0secret", b"PK\x03\x04torn", b"text"])
def test_a_workbook_that_cannot_be_read_is_refused(data: bytes, folder: Path) -> None:
    (folder / "all.xlsx").write_bytes(data)

    done = taken(folder, "--yes")

    assert done.returncode == 1
    assert "all.xlsx: error CF010" in done.stdout


def test_cards_that_cannot_be_found_again_are_not_exported(folder: Path) -> None:
    (folder / "packs/market/nuts.yaml").write_text(NUTS.replace("id: oak, ", ""))

    done = call("sheet", "export", "market", "-o", "new.xlsx", cwd=folder)

    assert done.returncode == 1
    assert not (folder / "new.xlsx").exists()


def test_a_pack_of_cardforge_itself_is_not_changed(folder: Path) -> None:
    assert call("sheet", "export", "nebula:item", "-o", "all.xlsx", cwd=folder).returncode == 0
    edit(folder, lambda tabs: tabs["item"][1].__setitem__(tabs["item"][0].index("name"), "Other"))

    done = taken(folder, "--yes")

    assert done.returncode == 1
    assert "comes with cardforge" in done.stdout


def test_cards_that_are_in_a_spreadsheet_stay_there(folder: Path) -> None:
    (folder / "packs/market/seeds.csv").write_bytes(as_csv([["id", "name"], ["poppy", "Poppy"]]))
    pack = "kind: stall\nsystem: market\nid: seeds\nname: Seeds\ncards: {sheet: seeds.csv}\n"
    (folder / "packs/market/seeds.yaml").write_text(pack)

    done = call("sheet", "export", "market", "-o", "all.xlsx", cwd=folder)

    assert "packs/market/seeds.yaml has its cards in packs/market/seeds.csv: edit them there" in done.stdout
    assert "poppy" not in str(tabs_of(folder / "all.xlsx"))


ROWS: list[Row] = [["name", "cost"], ["Apple", 1], ["Pear", 2]]


class Published(http.server.BaseHTTPRequestHandler):
    """A server on loopback that publishes what the test says."""

    pages: ClassVar[dict[str, tuple[int, str, bytes]]] = {}

    def do_GET(self) -> None:
        code, kind, data = self.pages.get(self.path, (404, "text/plain", b""))
        self.send_response(code)
        self.send_header("Location" if code == 302 else "Content-Type", kind)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Published)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    Published.pages = {"/a.csv": (200, "text/csv", as_csv(ROWS)), "/moved": (302, "/a.csv", b"")}
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_published_sheet_is_pulled_and_pulled_again(address: str, tmp_path: Path) -> None:
    first = call("sheet", "pull", "a.csv", f"{address}/moved", cwd=tmp_path)
    same = call("sheet", "pull", "a.csv", cwd=tmp_path)
    Published.pages["/a.csv"] = (200, "text/csv", as_csv([ROWS[0], ["Apple", 3], ["Fig", 1]]))
    changed = call("sheet", "pull", "a.csv", cwd=tmp_path)

    assert first.stdout == "a.csv: 2 rows fetched\n"
    assert same.stdout == "a.csv: nothing new\n"
    assert changed.stdout.splitlines() == ["B2 Apple: cost 1 → 3", "A3 Fig: new", "Pear: gone", "a.csv: 3 differences"]
    assert (tmp_path / "a.csv").read_bytes() == Published.pages["/a.csv"][2]


def test_a_file_that_was_edited_here_is_not_replaced_unasked(address: str, tmp_path: Path) -> None:
    call("sheet", "pull", "a.csv", f"{address}/a.csv", cwd=tmp_path)
    (tmp_path / "a.csv").write_text("mine")

    refused = call("sheet", "pull", "a.csv", cwd=tmp_path)
    assert (refused.returncode, (tmp_path / "a.csv").read_text()) == (3, "mine")
    assert "edited here" in refused.stderr
    assert call("sheet", "pull", "a.csv", "--yes", cwd=tmp_path).returncode == 0
    assert (tmp_path / "a.csv").read_bytes() == as_csv(ROWS)


@pytest.mark.parametrize(
    ("page", "code"),
    [
        ((200, "text/html", b"<html>log in"), 3),
        ((500, "text/plain", b""), 3),
        ((302, "file:///etc/passwd", b""), 3),
        ((200, "text/csv", b'name\n"torn'), 1),
        ((200, "text/csv", b"PK\x03\x04"), 1),
    ],
)
def test_what_is_no_sheet_is_refused(page: tuple[int, str, bytes], code: int, address: str, tmp_path: Path) -> None:
    Published.pages["/a.csv"] = page

    done = call("sheet", "pull", "a.csv", f"{address}/a.csv", cwd=tmp_path)

    assert done.returncode == code, done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_answer_that_is_too_large_is_refused(address: str, tmp_path: Path) -> None:
    done = run("sheet", "pull", "a.csv", f"{address}/a.csv", cwd=tmp_path, CARDFORGE_MAX_SPREADSHEET_BYTES="10")

    assert done.returncode == 3
    assert "more than 10 bytes" in done.stderr


@pytest.mark.parametrize("given", ["file:///etc/passwd", "ftp://example.org/a.csv", "/etc/passwd"])
def test_only_web_addresses_are_fetched(given: str, tmp_path: Path) -> None:
    assert call("sheet", "pull", "a.csv", given, cwd=tmp_path).returncode == 2


def test_no_other_module_can_use_a_network() -> None:
    from tests.conftest import REPOSITORY

    users = {
        file.name
        for file in (REPOSITORY / "cardforge").rglob("*.py")
        if any(
            f"import {name}" in file.read_text("utf-8") for name in ("urllib.request", "http.client", "httpx", "ssl")
        )
    }
    assert users == {"published.py"}
