"""`cardforge render` on sheets of paper: seen as a person sees them, by turning the paper over."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image, ImageOps

from tests.conftest import REPOSITORY
from tests.support.commands import call, run
from tests.support.pdfs import page_count, page_pictures, told
from tests.support.projects import project

DECK = str(REPOSITORY / "packs/nebula/decks/fast-mail.yaml")
COLOURS = {"ruby": "#c02020", "moss": "#20a020", "navy": "#2020c0", "sand": "#c0a020", "plum": "#a020a0"}
# A card is one colour with a dark strip along its top, on both sides.
FACE = """kind: face
id: {id}
{more}
palette: {palette}
elements:
  - {{shape: rectangle, x: -3, y: -3, width: 69, height: 94, fill: "{{id}}"}}
  - {{shape: rectangle, x: -3, y: -3, width: 69, height: 23, fill: "#101010"}}
"""


def cards(folder: Path, count: int = 5, more: str = "") -> Path:
    palette = json.dumps(COLOURS)
    front = FACE.format(id="item", more=f"for: [item]\nback: item-back\n{more}", palette=palette)
    back = FACE.format(id="item-back", more="", palette=palette)
    names = dict.fromkeys(list(COLOURS)[:count])
    return project(folder, names, front, **{"templates__nebula__faces__item-back.yaml": back})


Box = tuple[int, int, int, int]


def places(page: Image.Image, colour: str, within: Box | None = None) -> Box | None:
    """Where a colour stands on a page: its bounding box."""
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    masks = [
        channel.point(lambda value, level=level: 255 if abs(value - level) < 12 else 0)
        for channel, level in zip(page.crop(within).split() if within else page.split(), wanted, strict=True)
    ]
    mask = masks[0]
    for other in masks[1:]:
        mask = Image.composite(mask, Image.new("L", mask.size), other)
    return mask.getbbox()


@pytest.mark.parametrize("bleed", ["none", "full"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_every_front_meets_its_own_back_when_the_paper_is_turned(
    tmp_path: Path, backs: str, orientation: str, bleed: str
) -> None:
    cards(tmp_path)
    options = ("--backs", backs, "--orientation", orientation, "--bleed", bleed, "--start", "2")
    done = call("render", "packs", *options, "-o", "x.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    front, back = page_pictures(tmp_path / "x.pdf")
    sideways = (backs == "long-edge") == (orientation == "portrait")  # about the vertical axis of the page
    behind = ImageOps.mirror(back) if sideways else ImageOps.flip(back)

    assert (front.width < front.height) == (orientation == "portrait")
    for colour in COLOURS.values():
        seen, through = places(front, colour), places(behind, colour)
        assert seen
        assert through
        assert max(abs(a - b) for a, b in zip(seen, through, strict=True)) <= 1, colour


def test_a_folded_sheet_has_each_back_behind_its_front(tmp_path: Path) -> None:
    cards(tmp_path, 2)
    done = call("render", "packs", "--backs", "gutterfold", "--marks", "none", "-o", "x.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    (page,) = page_pictures(tmp_path / "x.pdf")
    upper = page.crop((0, 0, page.width, page.height // 2))
    lower = page.crop((0, page.height - page.height // 2, page.width, page.height))

    for colour in list(COLOURS.values())[:2]:
        seen, through = places(upper, colour), places(ImageOps.flip(lower), colour)
        assert seen
        assert through
        assert max(abs(a - b) for a, b in zip(seen, through, strict=True)) <= 1, colour


def test_backs_of_their_own_go_into_a_file_of_their_own(tmp_path: Path) -> None:
    cards(tmp_path)
    done = call("render", "packs", "--backs", "separate", "-o", "x.pdf", cwd=tmp_path)

    assert done.stdout == "5 cards on 1 sheet of a4 in x.pdf and x-backs.pdf\n"
    assert page_count(tmp_path / "x.pdf") == page_count(tmp_path / "x-backs.pdf") == 1


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("deck")
    done = run("render", DECK, "--paper", "a4", "--backs", "long-edge", "-o", "deck.pdf", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "153 cards on 17 sheets of a4 in deck.pdf\n"), done.stderr
    return folder / "deck.pdf"


def test_other_eyes_find_nothing_wrong_with_a_deck(deck: Path) -> None:
    boxes = told("pdfinfo", "-box", str(deck))
    fonts = [line.split()[-5:-2] for line in told("pdffonts", str(deck)).splitlines()[2:]]

    assert "No syntax or stream encoding errors found" in told("qpdf", "--check", str(deck))
    assert re.search(r"MediaBox: +0.00 +0.00 +595.28 +841.89", boxes)
    assert re.search(r"TrimBox: +0.00 +0.00 +595.28 +841.89", boxes)
    assert "PDF version:     1.7" in boxes
    assert all(font == ["yes", "yes", "yes"] for font in fonts)
    assert len(fonts) >= 5


def test_a_deck_says_how_it_wants_to_be_printed_and_what_is_where(deck: Path) -> None:
    document = pypdfium2.PdfDocument(deck)
    names = [each.get_title() for each in document.get_toc()]
    labels = [document.get_page_label(at) for at in range(4)]
    whole = told("qpdf", "--qdf", "--object-streams=disable", str(deck), "-")

    assert names[:2] == ["Wayfarer", "Juno Park"]
    assert labels == ["1", "1 back", "2", "2 back"]
    assert "/PrintScaling /None" in whole
    assert "/Duplex /DuplexFlipLongEdge" in whole
    assert "fast mail · sheet 1 of 17 · print at 100 %" in document[0].get_textpage().get_text_range()
    document.close()


def test_the_same_deck_gives_the_same_bytes(deck: Path, tmp_path: Path) -> None:
    run("render", DECK, "--paper", "a4", "--backs", "long-edge", "-o", "deck.pdf", cwd=tmp_path)

    assert (tmp_path / "deck.pdf").read_bytes() == deck.read_bytes()


def test_copies_cost_a_place_and_hardly_a_byte(tmp_path: Path) -> None:
    cards(tmp_path)
    once, often = (
        call("render", "packs", "--copies", number, "-o", f"{number}.pdf", cwd=tmp_path) for number in ("1", "100")
    )

    assert once.stdout.startswith("5 cards on 1 sheet ")
    assert often.stdout.startswith("500 cards on 56 sheets ")
    sizes = [(tmp_path / f"{number}.pdf").stat().st_size for number in (1, 100)]
    assert sizes[1] - sizes[0] < 56 * 1_000


def test_the_cut_file_and_the_sheet_agree(tmp_path: Path) -> None:
    cards(tmp_path, 1)
    options = ("--paper", "80x110", "--bleed", "full", "--cut", "x.svg", "-o", "x.pdf")
    done = call("render", "packs", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    root = ElementTree.fromstring((tmp_path / "x.svg").read_text("utf-8"))  # noqa: S314 - our own file
    cut = root.find(".//{*}rect")
    assert cut is not None
    x, y, width, height = (float(cut.attrib[key]) for key in ("x", "y", "width", "height"))
    (page,) = page_pictures(tmp_path / "x.pdf", dpi=508)  # 20 pixels a millimetre
    left, top, right, bottom = (
        round(each / 20, 2) for each in places(page, COLOURS["ruby"]) or (0, 0, 0, 0)
    )  # from the strip down to the end of the bleed

    assert (width, height, float(cut.attrib["rx"])) == (63, 88, 3)
    assert done.stdout.endswith("sheet 1: cut along x.svg\n")
    assert (left, right, bottom) == pytest.approx((x - 3, x + width + 3, y + height + 3), abs=0.06)
    assert top == pytest.approx(y + 20, abs=0.06)


@pytest.mark.parametrize(
    ("outline", "size", "kind"),
    [
        ("{shape: hexagon}", "{width: 63, height: 72.746}", "path"),
        ("{shape: circle}", "{width: 40, height: 40}", "circle"),
        ("{shape: ring, hole: 12}", "{width: 40, height: 40}", "path"),
        ('{path: "M0 0 L100 0 L50 100 Z"}', "{width: 40, height: 40}", "path"),
        ("{corner: 0}", "poker", "rect"),
        ('{cells: ["###", ".#."], cell: 12}', "poker", "path"),
        ("{hexes: 2, cell: 10}", "poker", "path"),
    ],
)
def test_pieces_need_not_be_rectangles(tmp_path: Path, outline: str, size: str, kind: str) -> None:
    cards(tmp_path, 3, f"outline: {outline}\nsize: {size}\n")
    done = call("render", "packs", "--cut", "x.svg", "-o", "x.pdf", "--ignore", "CF42", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    root = ElementTree.fromstring((tmp_path / "x.svg").read_text("utf-8"))  # noqa: S314 - our own file

    assert len(root.findall(f".//{{*}}{kind}")) == 3


@pytest.mark.parametrize(
    ("outline", "what"),
    [
        ('{path: "M0 0 L10"}', "this outline cannot be cut"),
        ('{cells: ["##", "#"], cell: 12}', "this outline cannot be cut: the rows of its cells differ in length"),
        ('{cells: ["#.#"], cell: 12}', "this outline cannot be cut: the cells of the outline are not joined"),
        ('{cells: ["##", ".."], cell: 12}', "this outline cannot be cut: a row or a column at the edge"),
    ],
)
def test_an_outline_that_cannot_be_cut_is_told_at_its_place(tmp_path: Path, outline: str, what: str) -> None:
    cards(tmp_path, 1, f"outline: {outline}\n")
    done = call("render", "packs", "--paper", "a4", "-o", "x.pdf", cwd=tmp_path)

    assert done.returncode == 1
    assert re.search(r"templates/nebula/faces/item.yaml:\d+:\d+: error CF411: " + what, done.stdout)
    assert not (tmp_path / "x.pdf").exists()


def test_squares_without_a_size_are_a_mistake(tmp_path: Path) -> None:
    cards(tmp_path, 1, 'outline: {cells: ["##"]}\n')
    done = call("render", "packs", "--paper", "a4", "-o", "x.pdf", cwd=tmp_path)

    assert done.returncode == 1
    assert "item.yaml" in done.stdout
    assert "`cell`" in done.stdout


def test_nested_pieces_lie_in_each_others_boxes_and_show_only_themselves(tmp_path: Path) -> None:
    cards(tmp_path, 4, 'outline: {cells: ["##", "#."], cell: 40}\n')
    command = ("render", "packs", "--paper", "a4", "--backs", "long-edge", "--marks", "none", "--ignore", "CF42")
    done = call(*command, "--nest", "--cut", "x.svg", "-o", "x.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr

    assert "4 cards on 1 sheet of a4" in done.stdout
    root = ElementTree.fromstring((tmp_path / "x.svg").read_text("utf-8"))  # noqa: S314 - our own file
    assert len(root.findall(".//{*}path")) == 4
    front, back = page_pictures(tmp_path / "x.pdf")
    turned = ImageOps.mirror(back)
    for colour in list(COLOURS.values())[:4]:
        seen, behind = places(front, colour), places(turned, colour)
        assert seen is not None
        assert behind is not None
        area = [sum(_mask(page, colour)) for page in (front, turned)]
        assert area[0] == pytest.approx(area[1], rel=0.02)
        wide, high = seen[2] - seen[0], seen[3] - seen[1]
        assert area[0] < 0.85 * wide * high  # a corner of the box is left to others


def _mask(page: Image.Image, colour: str) -> list[bool]:
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    data = page.convert("RGB").tobytes()
    return [all(abs(data[at + i] - wanted[i]) < 12 for i in range(3)) for at in range(0, len(data), 3)]


def test_a_ready_made_sheet_cannot_be_nested(tmp_path: Path) -> None:
    cards(tmp_path, 1)
    done = call("render", "packs", "--sheet", "avery-5371", "--nest", "-o", "x.pdf", cwd=tmp_path)

    assert done.returncode == 2
    assert "--nest does not fit --sheet" in done.stderr


def test_only_what_has_changed_is_printed_again(tmp_path: Path) -> None:
    cards(tmp_path)
    first = call("render", "packs", "--paper", "a4", "--manifest", "build.json", "-o", "x.pdf", cwd=tmp_path)
    same = call("render", "packs", "--paper", "a4", "--changed-since", "build.json", "-o", "y.pdf", cwd=tmp_path)
    face = tmp_path / "templates/nebula/faces/item.yaml"
    face.write_text(face.read_text("utf-8").replace(COLOURS["moss"], "#208020"), encoding="utf-8")
    pack = tmp_path / "packs/nebula/item/odds.yaml"
    pack.write_text(pack.read_text("utf-8").replace('"plum"', '"ruby-2"'), encoding="utf-8")
    face.write_text(face.read_text("utf-8").replace('"plum"', '"ruby-2"'), encoding="utf-8")
    back = tmp_path / "templates/nebula/faces/item-back.yaml"
    back.write_text(back.read_text("utf-8").replace('"plum"', '"ruby-2"'), encoding="utf-8")
    other = call("render", "packs", "--paper", "a4", "--changed-since", "build.json", "-o", "z.pdf", cwd=tmp_path)
    built = json.loads((tmp_path / "build.json").read_text("utf-8"))

    assert first.stdout.endswith("build manifest written to build.json\n")
    assert same.stdout == "no card has changed since build.json\n"
    assert not (tmp_path / "y.pdf").exists()
    assert other.stdout == (
        "odds/ruby-2: new\nodds/moss: changed\nodds/plum: gone\n2 cards on 1 sheet of a4 in z.pdf\n"
    )
    assert set(built) == {"format", "cardforge", "options", "fonts", "inputs", "cards"}
    assert "packs/nebula/item/odds.yaml" in built["inputs"]


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--paper", "a44"), 2, "did you mean `a4`?"),
        (("--paper", "0x100"), 2, "is too small"),
        (("--paper", "40x40"), 1, "too large for 40x40"),
        (("--margin", "-1"), 2, "cannot be -1 mm"),
        (("--gap", "-1", "--bleed", "shared"), 2, "cannot be -1 mm"),
        (("--copies", "0"), 2, "cannot print 0 copies"),
        (("--start", "10"), 2, "a sheet has 9"),
        (("--start", "0"), 2, "slots are numbered from 1"),
        (("--sheet", "avery-5372"), 2, "there is no make of sheet `avery-5372`"),
        (("--sheet", "avery-5371"), 1, "but Avery 5371 has no slots of that size"),
        (("--sheet", "avery-5371", "--paper", "a4"), 2, "--paper does not fit --sheet"),
        (("--sheet", "silhouette-a4", "--backs", "gutterfold"), 2, "silhouette-a4 is not folded"),
        (("--gap", "wide"), 2, "`wide` is not a gap"),
        (("--offset", "3"), 2, "`3` is not an offset"),
        (("--offset", "0,20"), 1, "extend off the paper"),
        (("--cut", "x.pdf"), 2, "x.pdf is not the name of a cut file"),
        (("--printer", "nobody"), 2, "there is no printer `nobody`"),
        (("--as", "png", "--paper", "a4"), 2, "`--as png` makes none"),
        (("--changed-since", "packs/nebula/item/odds.yaml"), 2, "is not a build manifest"),
        (("--changed-since", "nothing.json"), 3, "nothing.json cannot be read"),
        (("--paper", "a4", "-o", "packs"), 3, "packs is a folder"),
        (("--paper", "a4", "-o", "nowhere/x.pdf"), 3, "the folder nowhere does not exist"),
    ],
)
def test_what_cannot_be_printed_is_said_and_the_old_file_stays(
    tmp_path: Path, options: tuple[str, ...], code: int, words: str
) -> None:
    cards(tmp_path)
    (tmp_path / "x.pdf").write_text("old")
    done = call("render", "packs", *(("-o", "x.pdf") if "-o" not in options else ()), *options, cwd=tmp_path)

    assert (done.returncode, words in done.stdout + done.stderr) == (code, True), done.stdout + done.stderr
    assert (tmp_path / "x.pdf").read_text() == "old"


def test_a_card_without_a_back_is_told_and_its_place_stays_empty(tmp_path: Path) -> None:
    cards(tmp_path)
    face = tmp_path / "templates/nebula/faces/item.yaml"
    face.write_text(face.read_text("utf-8").replace("back: item-back\n", ""), encoding="utf-8")
    done = call("render", "packs", "--backs", "long-edge", "-o", "x.pdf", cwd=tmp_path)

    assert done.returncode == 0
    assert "warning CF505: 5 pieces have no back: `odds/ruby`, `odds/moss`, `odds/navy` and 2 more" in done.stdout
    assert places(page_pictures(tmp_path / "x.pdf")[1], COLOURS["ruby"]) is None


def test_a_ready_made_sheet_has_its_slots_its_marks_and_no_others(tmp_path: Path) -> None:
    cards(tmp_path)
    done = call("render", "packs", "--sheet", "silhouette-a4", "--backs", "long-edge", "-o", "x.pdf", cwd=tmp_path)

    assert done.returncode == 0, done.stdout
    assert "on 1 sheet of silhouette-card-maker on A4" in done.stdout
    front, _ = page_pictures(tmp_path / "x.pdf")
    per_mm = front.width / 297
    left, top, *_ = places(front, COLOURS["ruby"]) or (0, 0)
    assert abs(left / per_mm - (297 - 4 * 63 - 3 * 1.25) / 2) < 0.5
    assert abs(top / per_mm - ((210 - 2 * 88 - 1.25) / 2 + 20)) < 0.5  # below the dark strip
    assert places(front, "#000000", (0, 0, int(16 * per_mm), int(16 * per_mm)))  # the square of the cutting machine


def test_a_sheet_of_the_project_is_found_by_its_name(tmp_path: Path) -> None:
    cards(tmp_path)
    (tmp_path / "templates/sheets").mkdir(parents=True)
    (tmp_path / "templates/sheets/ours.yaml").write_text(
        'kind: sheet-make\nid: ours\nname: Our own\ndate: "2026-11-19"\nsource: measured\n'
        "paper: {width: 210, height: 297}\nlayouts:\n  poker: {width: 63, height: 88, columns: 2, rows: 1}\n"
    )
    done = call("render", "packs", "--sheet", "ours", "-o", "x.pdf", cwd=tmp_path)

    assert "5 cards on 3 sheets of Our own" in done.stdout


def test_cards_lie_upright_if_they_must_not_be_turned(tmp_path: Path) -> None:
    cards(tmp_path)
    call("render", "packs", "--paper", "200x100", "--margin", "5", "-o", "free.pdf", cwd=tmp_path)
    call("render", "packs", "--paper", "100x200", "--no-turn", "--orientation", "portrait", "-o", "x.pdf", cwd=tmp_path)

    assert page_count(tmp_path / "x.pdf") == 3  # two upright cards on each
    assert page_count(tmp_path / "free.pdf") == 2
