"""The printed box of the second game: sheets, sizes and places are those of the specification, measured on what was made."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml
from PIL import Image, ImageChops, ImageOps

from cardforge.app.check import Checking
from cardforge.app.render import lay_out
from cardforge.core.choices import Backs, SheetOrder
from cardforge.fonts import FontBook
from cardforge.impose.sheet_pages import Placement
from cardforge.layout.display import Face, Shape
from cardforge.layout.face import Layout
from cardforge.link.opening import open_project
from cardforge.load.project import project_at_hand
from cardforge.products.box import PackedBox, box_of
from cardforge.products.sheet_options import SheetOptions
from cardforge.products.sheets import LaidOutSheets
from cardforge.render.rendering import Rendering
from cardforge.render.selection import select
from tests.conftest import REPOSITORY
from tests.support.commands import call, run
from tests.support.pdfs import told

PACKS = REPOSITORY / "packs/armada"
DEFAULTS: dict[str, Any] = yaml.safe_load((PACKS / "defaults.yaml").read_text("utf-8"))
LIMITS: dict[str, int] = yaml.safe_load((PACKS / "game.yaml").read_text("utf-8"))["limits"]
SHEETS = {  # section 6 of the specification: A4 of editions 1 and 2, then Letter
    "mini-cards": (7, 7, 9, 9),
    "euro-cards": (13, 15, 15, 17),
    "tiles": (4, 4, 6, 6),
    "boards": (4, 4, 4, 4),
    "tokens": (3, 1, 3, 1),
    "standees": (2, 2, 3, 3),
    "large-standees": (1, 1, 1, 1),
    "substitutes": (1, 1, 1, 1),
}
PIECES = {
    "mini-cards": (100, 99),
    "euro-cards": (115, 132),
    "tiles": (31, 31),
    "boards": (4, 4),
    "tokens": (
        92,
        70,
    ),  # with 20 crowns and 4 colonists; in edition 1 the Overlord and the Ark need a sheet for their size
    "standees": (43, 43),
    "large-standees": (4, 8),
    "substitutes": (50, 50),
}
ON_A_SHEET = {  # A4, Letter
    "mini-cards": (16, 12),
    "euro-cards": (9, 8),
    "tiles": (8, 6),
    "boards": (1, 1),
    "tokens": (77, 80),
    "standees": (22, 21),
    "large-standees": (8, 8),
    "substitutes": (345, 336),
}
STATS = ("Combat", "Shield", "Speed", "Hull", "Bridge", "Dockyard", "Laboratory")
ONE_SIDED = {"boards", "standees", "large-standees", "substitutes"}
PX = 10  # pixels a mm in which pictures are measured


@cache
def rendering(edition: str) -> Rendering:
    box = box_of(open_project(project_at_hand()), "armada", edition)
    made = lay_out(box.targets, edition=edition)
    assert made.problems == ()
    return made


@cache
def packed(edition: str, paper: str, grouped: bool = False) -> PackedBox:
    box = box_of(open_project(project_at_hand()), "armada", edition)
    options = SheetOptions(paper=paper, order=SheetOrder.GROUPED if grouped else SheetOrder.AS_GIVEN)
    return PackedBox(box, rendering(edition), options, ["order", "paper"])


def laid(edition: str, paper: str, grouped: bool = False) -> dict[str, LaidOutSheets]:
    """The files that are cut, by their names without a number."""
    files = packed(edition, paper, grouped).files
    return {file.name.partition("-")[2]: each for file, each in files if isinstance(each, LaidOutSheets)}


def pdf(edition: str, paper: str, name: str) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(_made(edition, paper)[name])


@cache
def _made(edition: str, paper: str) -> dict[str, bytes]:
    files = packed(edition, paper).files_in(Path("box")).contents
    return {path.stem.partition("-")[2]: data for path, data in files.items() if path.suffix == ".pdf"}


def words(document: pypdfium2.PdfDocument) -> str:
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    return re.sub(r"\s+", " ", text)


def cut_out(made: Image.Image, placed: Placement) -> Image.Image:
    """A piece out of the picture of its sheet."""
    left, top = round(placed.x * PX), round(placed.y * PX)
    return made.crop((left, top, left + round(placed.width * PX), top + round(placed.height * PX)))


def picture(page: pypdfium2.PdfPage) -> Image.Image:
    made: Image.Image = page.render(scale=PX * 25.4 / 72).to_pil()
    return made.convert("RGB")


@pytest.mark.parametrize("edition", ["1", "2"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_and_pieces_are_exactly_those_of_the_specification(edition: str, paper: str) -> None:
    found = laid(edition, paper)
    at, which = ("1", "2").index(edition), ("a4", "letter").index(paper)

    assert packed(edition, paper).problems == []
    assert {name: found[name].papers for name in SHEETS} == {
        name: counts[2 * which + at] for name, counts in SHEETS.items()
    }
    assert sum(found[name].papers for name in SHEETS) == ((35, 35), (42, 42))[which][at]
    assert {name: found[name].pieces for name in PIECES} == {name: counts[at] for name, counts in PIECES.items()}
    capacities = {name: {fit.grid.capacity for fit in found[name].sheets.fits} for name in ON_A_SHEET}
    large = {(24, 20)[which]} if edition == "1" else set()
    assert capacities.pop("tokens") == {ON_A_SHEET["tokens"][which]} | large
    assert capacities == {name: {counts[which]} for name, counts in ON_A_SHEET.items() if name != "tokens"}


@pytest.mark.parametrize(("edition", "paper"), [("1", "letter"), ("2", "a4")])
def test_the_files_have_that_many_pages(edition: str, paper: str) -> None:
    """A sheet is a page, and a second one where it has a back."""
    at = 2 * ("a4", "letter").index(paper) + ("1", "2").index(edition)
    for name, counts in SHEETS.items():
        sides = 1 if name in ONE_SIDED else 2

        assert len(pdf(edition, paper, name)) == counts[at] * sides, name


@pytest.mark.parametrize(
    ("edition", "paper", "mini", "euro"),
    [("1", "a4", 10, 20), ("2", "a4", 10, 23), ("1", "letter", 10, 21), ("2", "letter", 10, 24)],
)
def test_each_deck_may_begin_a_sheet(edition: str, paper: str, mini: int, euro: int) -> None:
    found = laid(edition, paper, grouped=True)

    assert (found["mini-cards"].papers, found["euro-cards"].papers) == (mini, euro)


@pytest.mark.parametrize("edition", ["1", "2"])
def test_the_box_has_the_cards_of_its_edition_as_often_as_they_say(edition: str) -> None:
    build = yaml.safe_load(next((PACKS / "build").glob("first*" if edition == "1" else "second*")).read_text("utf-8"))
    wanted: Counter[str] = Counter()
    for file in sorted(PACKS.rglob("*.yaml")):
        pack = yaml.safe_load(file.read_text("utf-8"))
        if pack.get("id") in build["contents"]:
            for card in pack["cards"]:
                if int(edition) in card.get("edition", (1, 2)):
                    wanted[f"{pack['id']}/{card['id']}"] += card.get("copies", 1)
    printed = Counter(
        {
            piece.key: copies
            for name in SHEETS
            if name != "substitutes"
            for piece, copies in Counter(
                placed._replace(x=0, y=0, width=0, height=0, turn=0)
                for page in laid(edition, "a4")[name].sheets.pages
                for placed in page.placements
                if placed.side == "front"
            ).items()
        }
    )

    assert printed == wanted


def test_backs_lie_behind_their_fronts() -> None:
    """Turned over the long edge, a back stands as far from the right as its front from the left."""
    for name in set(SHEETS) - ONE_SIDED:
        for job in (laid("2", "a4")[name],):
            assert job.job.backs == Backs.LONG_EDGE
            fronts, backs = ([page for page in job.sheets.pages if page.side == side] for side in ("front", "back"))
            for front, back in zip(fronts, backs, strict=True):
                expected = sorted(
                    (round(front.width - each.x - each.width, 3), round(each.y, 3)) for each in front.placements
                )
                assert sorted((round(each.x, 3), round(each.y, 3)) for each in back.placements) == expected


def test_a_sector_is_70_mm_from_flat_side_to_flat_side() -> None:
    """On the last back, one dark hexagon stands alone in its row."""
    document = pdf("2", "a4", "tiles")
    last = laid("2", "a4")["tiles"].sheets.pages[-1]
    alone = max(last.placements, key=lambda each: each.y)
    made = picture(document[len(document) - 1])
    left, top = round((alone.x - 3) * PX), round((alone.y + alone.height / 4 + 4) * PX)
    middle = (
        made.crop((left, top, left + round(76 * PX), top + round(30 * PX)))
        .convert("L")
        .point(lambda v: 255 * (v < 128))
    )
    box = middle.getbbox()
    assert box
    upright = made.crop(
        (round((alone.x + 30) * PX), round((alone.y + 70) * PX), round((alone.x + 40) * PX), round((alone.y + 90) * PX))
    )
    foot = upright.convert("L").point(lambda v: 255 * (v < 128)).getbbox()
    assert foot

    assert (box[2] - box[0]) / PX == pytest.approx(DEFAULTS["hex_across_flats"], abs=0.2)
    assert 70 + foot[3] / PX == pytest.approx(70 * 2 / 3**0.5, abs=0.2)


@cache
def face(kind: str, id: str) -> Face:
    job = next(job for job in select([f"armada:{kind}"], edition="2").jobs if job.card.id == id)
    return Layout(FontBook(), job.art).face(job.card, job.front)[0]


def test_the_zones_of_the_board_stand_where_the_defaults_say() -> None:
    boxes = []
    for item in face("board", "player-board/blue").items:
        if isinstance(item, Shape):
            xs = [number for _, numbers in item.path for number in numbers[::2]]
            ys = [number for _, numbers in item.path for number in numbers[1::2]]
            boxes.append((min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    for zone in DEFAULTS["board"]["zones"]:
        wanted = tuple(zone[side] for side in ("left", "top", "width", "height"))

        assert any(box == pytest.approx(wanted, abs=1e-6) for box in boxes), zone["id"]


def test_the_board_on_paper_has_its_frames_at_those_millimetres() -> None:
    """Ink where a zone begins and ends, paper inside it; the board lies on its side on the sheet."""
    (placed,) = laid("2", "a4")["boards"].sheets.pages[0].placements
    upright = cut_out(picture(pdf("2", "a4", "boards")[0]), placed).rotate(placed.turn, expand=True)
    assert upright.size == (2560, 1840)
    for zone in DEFAULTS["board"]["zones"]:
        across = round((zone["top"] + zone["height"] * 0.62) * PX)
        for x in (zone["left"], zone["left"] + zone["width"]):
            strip = upright.crop((round(x * PX) - 2, across, round(x * PX) + 3, across + 1)).convert("L")

            assert min(strip.tobytes()) < 110, (zone["id"], x)


def test_a_cube_begins_where_the_game_begins() -> None:
    board = yaml.safe_load((PACKS / "board/player-board.yaml").read_text("utf-8"))["cards"][0]
    starts = {zone["id"]: zone["start"] for zone in board["zones"] if "start" in zone}
    stat, hull = LIMITS["start_stat"], LIMITS["start_hull"]

    assert starts == {
        **dict.fromkeys(("combat", "shield", "speed"), stat),
        "hull": hull,
        **dict.fromkeys(("bridge", "dockyard", "laboratory"), 0),
    }
    assert (board["zones"], board["tracks"]) == (DEFAULTS["board"]["zones"], DEFAULTS["tracks"])


@pytest.mark.parametrize(("name", "number"), [("standees", 0), ("large-standees", 0)])
def test_a_standee_turned_upside_down_is_the_same(name: str, number: int) -> None:
    made = picture(pdf("2", "a4", name)[0])
    placed = laid("2", "a4")[name].sheets.pages[0].placements[number]
    own = ImageOps.crop(cut_out(made, placed), PX)  # without the lines that part it from its neighbours
    apart = ImageChops.difference(own, own.rotate(180)).convert("L").point(lambda v: 255 * (v > 90))

    assert sorted((placed.width, placed.height)) in ([25, 80], [40, 120])
    assert sum(apart.histogram()[1:]) / (own.width * own.height) < 0.01
    assert len(own.getcolors(1 << 20) or []) > 20, "there is a picture on it"


def test_tokens_are_the_same_on_both_sides() -> None:
    for card in rendering("1").cards:
        if card.kind == "token":
            assert card.back
            assert card.back.code == card.front.code
            assert (card.front.width + 2 * card.front.bleed) in (24, 44)


def test_the_pictures_of_exploring_are_what_the_rule_says(tmp_path: Path) -> None:
    charts = yaml.safe_load((PACKS / "page/charts.yaml").read_text("utf-8"))["cards"]
    pictures = next(card for card in charts if card["id"] == "exploring")["pictures"]
    for number, each in enumerate(pictures):
        step = {
            "kind": "step",
            "system": "armada",
            "name": each["title"],
            "do": "explore",
            "situation": {
                "map": [
                    {key: hex[key] for key in ("cell", "sector", "colour") if key in hex}
                    for hex in each["hexes"]
                    if "sector" in hex
                ],
                "cell": next(hex["cell"] for hex in each["hexes"] if hex.get("ship")),
                "movement": 2,
            },
            "step": {
                "to": next(hex["cell"] for hex in each["hexes"] if "legal" in hex),
                "movement": 1,
                "moves_on": False,
            },
        }
        (tmp_path / f"{number}.yaml").write_text(yaml.safe_dump(step), encoding="utf-8")
    verdicts = {
        judged.name: judged.legal for judged in Checking(map(str, sorted(tmp_path.glob("*.yaml")))).judgements()
    }

    assert verdicts == {each["title"]: each["legal"] for each in pictures}
    assert sorted(map(str, verdicts.values())) == ["False", "False", "False", "True"]
    assert [hex["cell"] for each in pictures for hex in each["hexes"] if "legal" in hex] == [
        [0, 1],
        [-1, 0],
        [2, -1],
        [4, -1],
    ]


@pytest.mark.parametrize("edition", ["1", "2"])
def test_the_inventory_counts_every_line_in_words(edition: str) -> None:
    read = words(pdf(edition, "a4", "inventory"))
    build = yaml.safe_load(next((PACKS / "build").glob("first*" if edition == "1" else "second*")).read_text("utf-8"))

    lines = [line for group in build["manifest"].values() for line in group["lines"]]
    face = yaml.safe_load((REPOSITORY / "templates/armada/faces/inventory.yaml").read_text("utf-8"))
    (rows,) = [each for each in face["elements"] if each["id"] == "groups"]
    named = set(re.findall(r"'key': '(\w+)'", str(rows)))
    assert set(lines) | set(build["manifest"]) <= named, "every line has its words"
    assert "supply ten six-sided ones" in read
    for group in build["manifest"].values():
        for count in group["lines"].values():
            assert re.search(rf"\b{count} [A-Za-z]", read)
    for said in ("24 common units", "10 gate repairs", "10 raiders, level 1", "20 crowns"):
        assert said in read
    assert not re.search(r"AR-\d|[a-z]_[a-z]", read), "no codes and no ids"


def test_a_set_up_page_for_each_number_of_players_has_the_figures_of_the_game() -> None:
    document = pdf("2", "a4", "pages")
    pages = [re.sub(r"\s+", " ", page.get_textpage().get_text_range()) for page in document]
    for number, name in enumerate(["one", "two", "three", "four"], 1):
        (page,) = [each for each in pages if f"Set-up for {name} player" in each]
        start = LIMITS["start_starglass_solo" if number == 1 else "start_starglass"]

        assert page.count(f"{start} Starglass") >= number
        assert f"{LIMITS['cubes_per_player']} cubes" in page
        begins = [LIMITS["start_stat"]] * 3 + [LIMITS["start_hull"], 0, 0, 0]
        for stat, figure in zip(STATS, begins, strict=True):
            assert re.search(rf"\b{figure} {stat}\b|\b{stat} {figure}\b", page), (name, stat)


def test_every_scenario_has_a_sheet_and_every_piece_stands_on_the_proof() -> None:
    scenarios = [card for card in rendering("2").cards if card.kind == "scenario" and card.group != "sheet"]
    sheets = words(pdf("2", "a4", "scenarios"))
    proof = words(pdf("2", "a4", "proof"))

    assert len(scenarios) == 11
    assert all(card.name in sheets for card in scenarios)
    for name in SHEETS:
        for page in laid("2", "a4")[name].sheets.pages:
            for placed in page.placements:
                if placed.side == "front" and name != "boards":
                    assert placed.key.rpartition("/")[2] in proof


@pytest.mark.parametrize(("edition", "paper", "size"), [("2", "a4", (595.28, 841.89)), ("1", "letter", (612.0, 792.0))])
def test_one_command_makes_the_box_and_others_can_read_it(
    edition: str, paper: str, size: tuple[float, float], tmp_path: Path
) -> None:
    """With an empty cache; how long that takes, `make bench` says."""
    box = ("render", "armada", "--edition", edition, "--all", "--paper", paper, "-o", "box")
    done = run(*box, cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))

    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert "warning" not in done.stdout
    files = sorted((tmp_path / "box").glob("*.pdf"))
    assert len(files) == 13
    for file in files:
        assert "No syntax or stream encoding errors" in told("qpdf", "--check", file)
        fonts = [line.split() for line in told("pdffonts", file).splitlines()[2:]]
        assert all(row[-5] == "yes" for row in fonts), "every font is embedded"
        sizes = re.findall(r"MediaBox: +0.00 +0.00 +([\d.]+) +([\d.]+)", told("pdfinfo", "-box", file))
        assert {tuple(sorted(map(float, each))) for each in sizes} == {size}
    cutting = (tmp_path / "box/cutting-list.txt").read_text("utf-8")
    assert cutting.startswith(f"Armada, edition {edition}: how to print")


@pytest.mark.parametrize("backs", [Backs.SHORT_EDGE, Backs.GUTTERFOLD])
def test_what_has_no_back_has_one_side_however_the_rest_is_turned(backs: Backs) -> None:
    box = box_of(open_project(project_at_hand()), "armada", "2")
    made = PackedBox(box, rendering("2"), SheetOptions(backs=backs), ["backs"])

    assert made.problems == []
    for file, each in made.files:
        if isinstance(each, LaidOutSheets):
            name = file.name.partition("-")[2]
            assert each.job.backs == (backs if name in set(SHEETS) - ONE_SIDED else Backs.NONE), name


def test_a_box_of_no_edition_is_refused_with_those_there_are(tmp_path: Path) -> None:
    done = call("render", "armada", "--all", cwd=tmp_path)

    assert done.returncode == 2
    assert "armada has several editions: `1` and `2`" in done.stderr
    assert "--edition 2" in done.stderr
