"""`cardforge render GAME --all`: the box has all that the game has, once, and can be printed as it is."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from PIL import Image, ImageChops, ImageDraw, ImageOps

from cardforge.fonts import FontBook
from cardforge.layout.display import Shape
from cardforge.layout.face import Layout
from cardforge.render.selection import select
from tests.conftest import REPOSITORY
from tests.support.commands import call, run
from tests.support.pdfs import page_count, page_pictures, words_of
from tests.support.projects import write_files

PACKS = REPOSITORY / "packs/nebula"
GAME: dict[str, Any] = yaml.safe_load((PACKS / "game.yaml").read_text("utf-8"))
LANE = "#b9aee0"  # the lines of a map, in templates/nebula/faces/sector-map.yaml


@cache
def everything() -> list[dict[str, Any]]:
    return [yaml.load(file.read_bytes(), yaml.CSafeLoader) for file in sorted(PACKS.rglob("*.yaml"))]


def documents(kind: str) -> list[dict[str, Any]]:
    return [data for data in everything() if data["kind"] == kind]


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("box")
    done = run("render", "nebula", "--all", "-o", "made/box", cwd=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert "warning" not in done.stdout
    return folder / "made/box"


def file_of(box: Path, name: str) -> Path:
    (found,) = box.glob(f"*-{name}.pdf")
    return found


def test_the_files_are_those_of_the_game_in_its_order(box: Path) -> None:
    names = [f"{number:02}-{entry['file']}.pdf" for number, entry in enumerate(GAME["box"], 1)]

    assert sorted(file.name for file in box.iterdir()) == [*names, "cutting-list.txt"]


@pytest.mark.parametrize("kind", [kind for kind, each in GAME["kinds"].items() if each["is"] == "pack"])
def test_every_card_of_every_pack_is_in_the_box_as_often_as_its_copies_say(kind: str, box: Path) -> None:
    (name,) = [entry["file"] for entry in GAME["box"] if kind in entry["prints"]]
    wanted: Counter[str] = Counter()
    for pack in documents(kind):
        for number, card in enumerate(pack["cards"], 1):
            wanted[f"{pack['name']} · {number}/{len(pack['cards'])} · Nebula"] += card.get("copies", 1)
    read = words_of(file_of(box, name))

    # The foot of a card names it: its pack, and which of the pack it is.
    assert wanted == Counter({foot: read.count(foot) for foot in wanted})
    assert len(re.findall(r" · \d+/\d+ · Nebula", read)) == wanted.total()


def test_every_piece_is_counted_in_the_cutting_list(box: Path) -> None:
    kinds = [kind for kind, each in GAME["kinds"].items() if each["is"] in ("pack", "accessory")]
    folded = {kind for entry in GAME["box"] if entry.get("as") == "booklet" for kind in entry["prints"]}
    cards = [card for kind in kinds if kind not in folded for pack in documents(kind) for card in pack["cards"]]
    pieces = sum(card.get("copies", 1) for card in cards)
    for kind, each in GAME["kinds"].items():
        pieces += sum(piece.get("copies", 1) for piece in each.get("prints", ())) * len(documents(kind))
    told = (box / "cutting-list.txt").read_text("utf-8")

    total = told.splitlines()[2]
    assert re.fullmatch(rf"{pieces} pieces on \d+ sheets of a4, \d+ straight cuts, \d+ pieces to cut out", total)
    assert sum(map(int, re.findall(r"counted: (\d+) piece", told))) == pieces
    for file in box.glob("*.pdf"):
        assert f"  {file.name}\n" in told


def test_the_cutting_list_counts_the_sheets_that_are_there(box: Path) -> None:
    entries = (box / "cutting-list.txt").read_text("utf-8").split("[ ] printed")[1:]
    files = sorted(box.glob("*.pdf"))

    assert len(entries) == len(files)
    for entry, file in zip(entries, files, strict=True):
        found = re.search(r"Print (\d+) sheets?, (both sides|one side)", entry)
        assert found, entry
        sides = {"both sides": 2, "one side": 1}[found[2]]
        assert int(found[1]) * sides == page_count(file)
        if "Fold" not in entry:  # a booklet is not cut
            assert sum(map(int, re.findall(r"Cut +(\d+) sheet", entry))) == int(found[1])


def test_a_page_without_marks_is_not_cut(box: Path) -> None:
    told = (box / "cutting-list.txt").read_text("utf-8")
    log, tokens = (told.partition(f". {title}  ")[2].split("\n\n")[0] for title in ("Campaign logs", "Tokens"))

    assert "nothing to cut" in log
    assert "[ ] cut" not in log
    assert ("96 pieces to cut out" in tokens, "[ ] cut" in tokens) == (True, True)  # many on a sheet, without marks


def test_every_file_passes_as_a_print_shop_looks_at_it(box: Path) -> None:
    done = call("preflight", "--strict", *map(str, sorted(box.glob("*.pdf"))), cwd=box)

    assert done.returncode == 0, done.stdout


def test_the_same_box_twice_has_the_same_bytes(box: Path, tmp_path: Path) -> None:
    done = run("render", "nebula", "--all", "-o", "again", cwd=tmp_path)

    assert done.returncode == 0, done.stdout
    assert {file.name: file.read_bytes() for file in box.iterdir()} == {
        file.name: file.read_bytes() for file in (tmp_path / "again").iterdir()
    }


def test_letter_paper_has_the_same_pieces_and_no_warning(box: Path, tmp_path: Path) -> None:
    done = run("render", "nebula", "--all", "--paper", "letter", "--backs", "none", cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "warning" not in done.stdout
    made = tmp_path / "output/box"
    told = [(folder / "cutting-list.txt").read_text("utf-8") for folder in (box, made)]
    assert re.findall(r"counted: .*", told[0]) == re.findall(r"counted: .*", told[1])
    assert told[1].count("both sides") == told[1].count("   Fold ") == 1  # a booklet has no backs to leave out
    for file in made.glob("*.pdf"):
        for page in pypdfium2.PdfDocument(file):
            assert sorted(page.get_size()) == pytest.approx([612, 792])


def test_a_token_lies_exactly_behind_its_other_side(box: Path) -> None:
    front, back = (
        page.crop((0, 60, *page.size)) for page in page_pictures(file_of(box, "tokens"), 144, "L")
    )  # without the head
    seen, behind = silhouettes(front), ImageOps.mirror(silhouettes(back))
    apart = ImageChops.difference(seen, behind)

    assert sum(seen.histogram()[255:]) > 0.5 * front.width * front.height
    assert seen.getbbox() == behind.getbbox()
    assert sum(apart.histogram()[255:]) < 0.002 * sum(seen.histogram()[255:])  # half a pixel of rim at most


def silhouettes(page: Image.Image) -> Image.Image:
    """What is not paper: white where tokens are, whatever stands on them."""
    inked = page.point(lambda level: 128 if level > 250 else 255)
    ImageDraw.floodfill(inked, (0, 0), 0)
    return inked.point(lambda level: 255 if level else 0)


def places() -> dict[str, dict[str, Any]]:
    return {pack["id"]: pack for pack in documents("location")}


@pytest.mark.parametrize("sector", documents("sector"), ids=lambda each: each["id"])
def test_a_map_names_every_place_and_joins_all_that_are_connected(sector: dict[str, Any], box: Path) -> None:
    job = next(job for job in select(["nebula:sector"]).jobs if job.card.id == f"{sector['id']}/map")
    face, problems = Layout(FontBook(), job.art).face(job.card, job.front)
    known = places()
    own = {id: set(known[id]["cards"][0]["connections"]) for id in sector["locations"]}
    pairs = {frozenset((one, other)) for one, others in own.items() for other in others if one != other}
    one_way = [
        pair for pair in pairs if all(id in own for id in pair) and not all(pair - {id} <= own[id] for id in pair)
    ]
    shapes = [item for item in face.items if isinstance(item, Shape)]
    lines = [shape for shape in shapes if shape.stroke == LANE and len(shape.path) == 2]
    heads = [shape for shape in shapes if shape.fill == LANE and len(shape.path) == 4]

    assert problems == []
    assert len(lines) == len(pairs)
    assert len(heads) == len(one_way)
    read = words_of(file_of(box, "maps"))
    for id in {id for pair in pairs for id in pair} | set(own):
        assert known[id]["name"] in read


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("nebulla", "--all"), 2, "there is no game `nebulla`"),
        (("nebula", "drift", "--all"), 2, "--all makes one box"),
        (("nebula:crew", "--all"), 2, "--all is for a whole game"),
        (("packs/nebula/decks/fast-mail.yaml", "--all"), 2, "--all is for a whole game"),
        (("nebula", "--all", "-o", "box.pdf"), 2, "a box goes into a folder"),
        (("nebula", "--all", "-o", "taken"), 3, "taken is a file, not a folder"),
        (("nebula", "--all", "--as", "png"), 2, "--as cannot be used with --all"),
        (("nebula", "--all", "--for", "press"), 2, "--for cannot be used with --all"),
        (("nebula", "--all", "--start", "3"), 2, "--start cannot be used with --all"),
        (("nebula", "--all", "--paper", "a44"), 2, "unknown paper `a44`"),
    ],
)
def test_mistakes_are_told_before_anything_is_drawn(
    arguments: tuple[str, ...], code: int, said: str, tmp_path: Path
) -> None:
    deck = tmp_path / "packs/nebula/decks/fast-mail.yaml"
    deck.parent.mkdir(parents=True)
    shutil.copy(PACKS / "decks/fast-mail.yaml", deck)
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    done = call("render", *arguments, cwd=tmp_path)

    assert (done.returncode, done.stdout) == (code, ""), done.stdout
    assert said in done.stderr
    assert sorted(each.name for each in tmp_path.iterdir()) == ["packs", "taken"]


def small_game(folder: Path, more: str = "") -> Path:
    """A game of its own with one kind, and no face and no box."""
    shutil.copytree(REPOSITORY / "docs/examples/schemas", folder / "schemas")
    game = (REPOSITORY / "docs/examples/packs/skerry/game.yaml").read_text("utf-8")
    guide = (REPOSITORY / "docs/templates.md").read_text("utf-8")
    pack = next(part for part in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL) if "\ncards:" in part)
    crew = re.sub(r"\n +art:.*", "\n    art: ''", pack)
    write_files(folder / "packs/skerry", {"game.yaml": game + more, "crew/night-watch.yaml": crew})
    return folder


def test_a_game_without_a_box_gets_a_file_for_each_kind(tmp_path: Path) -> None:
    done = call("render", "skerry", "--all", "-o", "box", cwd=small_game(tmp_path))

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert (
        done.stdout == "1 file with 3 pieces on 1 sheet in box\nbox/cutting-list.txt says how to print and cut them\n"
    )
    assert sorted(file.name for file in (tmp_path / "box").iterdir()) == ["01-crew.pdf", "cutting-list.txt"]


@pytest.mark.parametrize(
    ("prints", "said"),
    [
        ("[[crew/keeper, crew/visitor]]", "`night-watch/fog` (crew, weather) is in no file of the box"),
        ("[[crew, crew/weather], [crew/weather]]", "`night-watch/fog` (crew, weather) is in `01-a` and `02-b`"),
        ("[[crew], [crow]]", "skerry prints no `crow`"),
    ],
)
def test_a_box_that_leaves_something_out_or_has_it_twice_is_told(prints: str, said: str, tmp_path: Path) -> None:
    files = [
        {"file": name, "title": name, "prints": each} for name, each in zip("ab", yaml.safe_load(prints), strict=False)
    ]
    done = call("render", "skerry", "--all", "-o", "box", cwd=small_game(tmp_path, yaml.safe_dump({"box": files})))

    assert done.returncode == 1
    assert "CF508" in done.stdout
    assert said in done.stdout
    assert not (tmp_path / "box").exists()


def test_a_file_that_names_a_group_comes_before_one_that_names_the_kind(tmp_path: Path) -> None:
    files = [
        {"file": "all", "title": "All", "prints": ["crew"]},
        {"file": "fog", "title": "Fog", "prints": ["crew/weather"]},
    ]
    done = call("render", "skerry", "--all", "-o", "box", cwd=small_game(tmp_path, yaml.safe_dump({"box": files})))

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "2 pieces" in (tmp_path / "box/cutting-list.txt").read_text("utf-8").split("2. Fog")[0]
    assert "The Long Fog" in words_of(tmp_path / "box/02-fog.pdf")
    assert "The Long Fog" not in words_of(tmp_path / "box/01-all.pdf")


def test_a_proof_shows_every_card_with_its_id_and_counts_for_none(tmp_path: Path) -> None:
    files = [
        {"file": "all", "title": "All", "prints": ["crew"]},
        {"file": "proof", "title": "Proof", "prints": ["crew"], "as": "proof"},
    ]
    done = call("render", "skerry", "--all", "-o", "box", cwd=small_game(tmp_path, yaml.safe_dump({"box": files})))

    assert done.stdout.startswith("2 files with 3 pieces on 2 sheets in box"), done.stdout
    read = words_of(tmp_path / "box/02-proof.pdf")
    assert "Night Watch · night-watch · 3 pieces" in read
    assert all(id in read for id in ("odo", "pell", "fog"))


def test_a_proof_may_show_lines_thinner_than_they_print(tmp_path: Path) -> None:
    """They hold where they are printed; a proof is only looked at."""
    files = [
        {"file": "all", "title": "All", "prints": ["crew"]},
        {"file": "proof", "title": "Proof", "prints": ["crew"], "as": "proof"},
    ]
    folder = small_game(tmp_path, yaml.safe_dump({"box": files}))
    line = '{shape: rectangle, x: 5, y: 20, width: 50, height: 9, stroke: "#000000", stroke-width: 0.1}'
    face = f'kind: face\nid: crew\nfor: [crew]\nelements:\n  - {line}\n  - {{text: "{{name}}", x: 5, y: 5, width: 50, height: 9}}\n'
    (folder / "templates/skerry/faces").mkdir(parents=True)
    (folder / "templates/skerry/faces/crew.yaml").write_text(face, encoding="utf-8")
    done = call("render", "skerry", "--all", "-o", "box", cwd=folder)

    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "box/02-proof.pdf").exists()


@pytest.mark.parametrize(("margin", "on_a_sheet"), [(5, 9), (15, 8)])
def test_a_file_of_the_box_may_have_its_own_margin(margin: int, on_a_sheet: int, tmp_path: Path) -> None:
    files = [{"file": "all", "title": "All", "prints": ["crew"], "margin": margin}]
    call("render", "skerry", "--all", "-o", "box", cwd=small_game(tmp_path, yaml.safe_dump({"box": files})))

    assert f"{on_a_sheet} on a sheet" in (tmp_path / "box/cutting-list.txt").read_text("utf-8")


def test_a_kind_may_print_a_piece_for_each_of_its_cards(tmp_path: Path) -> None:
    folder = small_game(tmp_path)
    game = yaml.safe_load((folder / "packs/skerry/game.yaml").read_text("utf-8"))
    game["kinds"]["crew"]["prints"] = [{"id": "sheet", "group": "sheet", "each": "card"}]
    (folder / "packs/skerry/game.yaml").write_text(yaml.safe_dump(game), encoding="utf-8")
    face = 'kind: face\nid: sheet\nfor: [crew/sheet]\nelements:\n  - {text: "Sheet of {name}", x: 5, y: 5, width: 50, height: 9}\n'
    (folder / "templates/skerry/faces").mkdir(parents=True)
    (folder / "templates/skerry/faces/sheet.yaml").write_text(face, encoding="utf-8")
    done = call("render", "skerry:crew", "-o", "cards.pdf", cwd=folder)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert re.findall("Sheet of (Odo Brandt|Pell|The Long Fog)", words_of(folder / "cards.pdf")) == [
        "Odo Brandt",
        "Pell",
        "The Long Fog",
    ]


def test_a_box_that_cannot_be_written_leaves_the_old_one_alone(tmp_path: Path) -> None:
    small_game(tmp_path)
    (tmp_path / "box/cutting-list.txt").mkdir(parents=True)
    (tmp_path / "box/01-crew.pdf").write_text("the old one", encoding="utf-8")
    done = call("render", "skerry", "--all", "-o", "box", cwd=tmp_path)

    assert done.returncode == 3
    assert "cutting-list.txt is not a regular file" in done.stderr
    assert (tmp_path / "box/01-crew.pdf").read_text("utf-8") == "the old one"
    assert sorted(file.name for file in (tmp_path / "box").iterdir()) == ["01-crew.pdf", "cutting-list.txt"]
