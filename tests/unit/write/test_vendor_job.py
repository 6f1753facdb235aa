"""Jobs for print services: exact pixels, the order that is asked for, every copy, the same bytes."""

from __future__ import annotations

import csv
import io
import zipfile
from collections import Counter
from dataclasses import dataclass

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardforge.core.problems import Location, Severity
from cardforge.layout.display import Item, Shape, rectangle
from cardforge.load.game import VENDOR_KIND
from cardforge.load.project import builtin_project
from cardforge.load.vendor import VENDOR_FOLDER, Canvas, Vendor, vendor_of
from cardforge.products.named_files import load_named
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import PdfResources
from cardforge.write.vendor_job import VendorCard, page_order, picture_names, vendor_job
from tests.support.press_samples import PAPER, drawn_of, mm, text

VENDORS = {
    id: vendor_of(document)
    for id, document in load_named(builtin_project(), VENDOR_FOLDER, VENDOR_KIND).documents.items()
}
PICTURE_VENDORS = [vendor for vendor in VENDORS.values() if vendor.output == "png"]
ORDERS = ["front-first", "back-first", "fronts-then-back", "two-files"]
WHERE = Location("pack.yaml", 7, 3)


@dataclass
class Deck:
    """Two fronts and a back that they share."""

    fronts: list[Drawn]
    back: Drawn
    resources: PdfResources


def deck(size: tuple[float, float] = (63, 88), bleed: float = 3) -> Deck:
    ground: tuple[Item, ...] = (Shape(rectangle(-bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed), "#204080"),)
    drawn, resources = drawn_of((*PAPER, *text("one")), (*PAPER, *text("two")), ground, bleed=bleed, size=size)
    return Deck(drawn[:2], drawn[2]._replace(id="pack/back"), resources)


def pictures(data: bytes) -> dict[str, Image.Image]:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        names = [name for name in opened.namelist() if name.endswith(".png")]
        return {name: Image.open(io.BytesIO(opened.read(name))) for name in names}


@pytest.mark.parametrize(
    ("vendor", "canvas"),
    [
        pytest.param(vendor, canvas, id=f"{vendor.id} {canvas.name}")
        for vendor in PICTURE_VENDORS
        for canvas in vendor.canvases
    ],
)
def test_every_canvas_has_its_exact_pixels_with_the_card_in_the_middle(vendor: Vendor, canvas: Canvas) -> None:
    """The bleed is 1 mm only: the rest of the canvas is filled with what lies at its edge."""
    width, height = canvas.width, canvas.height
    items = (
        Shape(rectangle(-1, -1, width + 2, height + 2), "#204080"),
        Shape(rectangle(0, 0, width, height), "#f0c040"),
    )
    (face,), resources = drawn_of(items, bleed=1, size=(width, height))
    made = vendor_job(vendor, [VendorCard(face)], resources, "t")
    (picture,) = pictures(made.data).values()

    assert (picture.size, picture.mode) == (canvas.pixels, "RGB")
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    across, down = picture.size
    for corner in ((0, 0), (across - 1, 0), (0, down - 1), (across - 1, down - 1), (across // 2, 0), (0, down // 2)):
        assert picture.getpixel(corner) == (0x20, 0x40, 0x80)
    inside = picture.convert("L").point(lambda light: 255 if light > 130 else 0).getbbox()
    assert inside
    left, top, right, bottom = inside
    assert (right - left, bottom - top) == pytest.approx((width / 25.4 * 300, height / 25.4 * 300), abs=1)
    assert abs(left - (across - right)) <= 1
    assert abs(top - (down - bottom)) <= 1


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        ("front-first", {"cards": "1B1B2B"}),
        ("back-first", {"cards": "B1B1B2"}),
        ("fronts-then-back", {"cards": "112B"}),
        ("two-files", {"fronts": "112", "backs": "BBB"}),
    ],
)
def test_pages_follow_each_other_as_the_service_wants(order: str, wanted: dict[str, str]) -> None:
    made = deck()
    cards = [VendorCard(made.fronts[0], made.back, 2), VendorCard(made.fronts[1], made.back)]
    short = {"pack/card-1": "1", "pack/card-2": "2", "pack/back": "B"}
    found = page_order(cards, order)

    assert {name: "".join(short[side.id] for side in sides) for name, sides in found.items()} == wanted


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        (
            "front-first",
            ["001-pack_card-1-1-front", "001-pack_card-1-2-back", "002-pack_card-2-1-front", "002-pack_card-2-2-back"],
        ),
        (
            "back-first",
            ["001-pack_card-1-1-back", "001-pack_card-1-2-front", "002-pack_card-2-1-back", "002-pack_card-2-2-front"],
        ),
        ("fronts-then-back", ["001-pack_card-1", "002-pack_card-2", "003-back"]),
        ("two-files", ["backs/back-001", "fronts/001-pack_card-1", "fronts/002-pack_card-2"]),
    ],
)
def test_names_of_pictures_sort_as_the_service_wants(order: str, wanted: list[str]) -> None:
    made = deck()
    names = picture_names([VendorCard(front, made.back) for front in made.fronts], order)

    assert sorted({name.removesuffix(".png") for pair in names for name in pair}) == wanted


_FACE = deck().fronts[0]


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(0, 2)), min_size=1, max_size=30), st.sampled_from(ORDERS))
def test_every_copy_has_its_page_and_its_back(cards: list[tuple[int, int]], order: str) -> None:
    """A back of 0 is none."""
    deck = [
        VendorCard(
            _FACE._replace(id=f"p/{at}"),
            _FACE._replace(id=f"b/{back}", operators=f"% {back}") if back else None,
            copies,
        )
        for at, (copies, back) in enumerate(cards)
    ]
    found = page_order(deck, order)
    sides = Counter(side.id for sides in found.values() for side in sides)

    assert {id: count for id, count in sides.items() if id.startswith("p/")} == {
        f"p/{at}": copies for at, (copies, _) in enumerate(cards)
    }
    for back in (1, 2):
        wanted = sum(copies for copies, own in cards if own == back)
        assert sides[f"b/{back}"] == (min(wanted, 1) if order == "fronts-then-back" else wanted)


@given(st.integers(1, 1200), st.sampled_from(ORDERS))
def test_pictures_in_order_of_their_names_are_cards_in_order(count: int, order: str) -> None:
    fronts = [
        front for front, _ in picture_names([VendorCard(_FACE._replace(id=f"p/{-at}")) for at in range(count)], order)
    ]

    assert fronts == sorted(fronts)
    assert len(set(fronts)) == count


@pytest.mark.parametrize("vendor", VENDORS.values(), ids=lambda vendor: vendor.id)
def test_the_same_cards_give_the_same_bytes(vendor: Vendor) -> None:
    made = []
    for _ in range(2):
        cards = deck()
        jobs = [VendorCard(front, cards.back, 2) for front in cards.fronts]
        job = vendor_job(vendor, jobs, cards.resources, "t")
        assert job.problems == ()
        made.append(job.data)

    assert made[0] == made[1]


def test_a_zip_tells_how_many_of_which() -> None:
    cards = deck()
    jobs = [
        VendorCard(cards.fronts[0], cards.back, 3),
        VendorCard(cards.fronts[1], None),
        VendorCard(cards.fronts[0], cards.back, 0),
    ]
    made = vendor_job(VENDORS["the-game-crafter"], jobs, cards.resources, "My game")
    with zipfile.ZipFile(io.BytesIO(made.data)) as opened:
        rows = list(csv.DictReader(io.StringIO(opened.read("cards.csv").decode())))
        words = opened.read("README.txt").decode()
        assert {entry.date_time for entry in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}

    assert made.suffix == ".zip"
    assert [(row["card"], row["copies"]) for row in rows] == [("pack/card-1", "3"), ("pack/card-2", "1")]
    assert rows[0]["back"] == "backs/back-001.png"
    assert rows[1]["back"] == ""
    assert {row["front"] for row in rows} | {"backs/back-001.png"} == set(pictures(made.data))
    assert "2 different cards, 4 in total, for The Game Crafter" in words


def test_a_pdf_has_a_page_for_every_copy_with_the_back_first() -> None:
    cards = deck()
    made = vendor_job(
        VENDORS["drivethrucards"], [VendorCard(front, cards.back, 2) for front in cards.fronts], cards.resources, "t"
    )
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        contents = [page.Contents.objgen for page in pdf.pages]
        boxes = {tuple(mm(page.obj.MediaBox)) for page in pdf.pages}

    assert made.suffix == ".pdf"
    assert len(contents) == 8
    assert len(set(contents[::2])) == 1
    assert contents[1] == contents[3] != contents[5] == contents[7]
    assert boxes == {(0, 0, 69.35, 94.35)}


def test_two_files_and_two_sizes_come_in_one_zip() -> None:
    small, large = deck(), deck((70, 120))
    resources = small.resources._replace(texts={**small.resources.texts, **large.resources.texts})
    cards = [VendorCard(small.fronts[0], small.back), VendorCard(large.fronts[0], large.back)]
    made = vendor_job(VENDORS["press"]._replace(order="two-files"), cards, resources, "t")
    with zipfile.ZipFile(io.BytesIO(made.data)) as opened:
        assert opened.namelist() == ["63x88-fronts.pdf", "63x88-backs.pdf", "70x120-fronts.pdf", "70x120-backs.pdf"]
        with pikepdf.open(io.BytesIO(opened.read("70x120-fronts.pdf"))) as pdf:
            assert mm(pdf.pages[0].obj.TrimBox) == pytest.approx([8, 8, 78, 128], abs=0.002)


def test_pictures_of_two_sizes_lie_in_two_folders() -> None:
    small, large = deck(), deck((69.85, 120.65))
    resources = small.resources._replace(texts={**small.resources.texts, **large.resources.texts})
    made = vendor_job(
        VENDORS["the-game-crafter"], [VendorCard(small.fronts[0]), VendorCard(large.fronts[0])], resources, "t"
    )

    assert {name: picture.size for name, picture in pictures(made.data).items()} == {
        "euro-poker/fronts/001-pack_card-1.png": (825, 1125),
        "tarot/fronts/001-pack_card-1.png": (900, 1500),
    }


def test_a_size_that_is_not_made_is_a_problem_that_lists_those_that_are() -> None:
    cards = deck((59, 92))
    made = vendor_job(
        VENDORS["makeplayingcards"], [VendorCard(front, None, 1, WHERE) for front in cards.fronts], cards.resources, "t"
    )
    (problem,) = made.problems

    assert (problem.code, problem.severity, problem.where, made.data) == ("CF512", Severity.ERROR, WHERE, b"")
    assert "59 × 92" in problem.message
    assert all(canvas.name in problem.hint for canvas in VENDORS["makeplayingcards"].canvases)


@pytest.mark.parametrize(
    ("vendor", "backs", "codes"),
    [
        ("drivethrucards", (True, False), ["CF513"]),
        ("drivethrucards", (False, False), ["CF513"]),
        ("press", (True, False), ["CF513"]),
        ("press", (False, False), []),
        ("the-game-crafter", (True, False), []),
    ],
)
def test_a_missing_back_is_a_problem_where_sides_take_turns(
    vendor: str, backs: tuple[bool, bool], codes: list[str]
) -> None:
    cards = deck()
    jobs = [VendorCard(front, cards.back if has else None) for front, has in zip(cards.fronts, backs, strict=True)]

    assert [problem.code for problem in vendor_job(VENDORS[vendor], jobs, cards.resources, "t").problems] == codes


def test_too_little_bleed_is_a_warning_and_the_file_is_made() -> None:
    cards = deck(bleed=1)
    made = vendor_job(VENDORS["press"], [VendorCard(cards.fronts[0], cards.back)], cards.resources, "t")
    (problem,) = made.problems

    assert (problem.code, problem.severity) == ("CF514", Severity.WARNING)
    assert made.data.startswith(b"%PDF-1.6")


def test_nothing_to_print_is_a_problem() -> None:
    cards = deck()
    made = vendor_job(VENDORS["press"], [VendorCard(cards.fronts[0], None, 0)], cards.resources, "t")

    assert [problem.code for problem in made.problems] == ["CF504"]


def test_a_back_of_another_size_is_a_problem() -> None:
    cards = deck()
    other = cards.back._replace(width=70)
    made = vendor_job(VENDORS["press"], [VendorCard(cards.fronts[0], other)], cards.resources, "t")

    assert [problem.code for problem in made.problems] == ["CF515"]
