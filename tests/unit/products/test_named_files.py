"""Print services as data: every file is proven, a size finds its own canvas, a project's file comes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.core.problems import Problem
from cardforge.load.game import VENDOR_KIND
from cardforge.load.project import Project, builtin_project, builtin_root
from cardforge.load.vendor import VENDOR_FOLDER, Vendor, pixels, vendor_of
from cardforge.products.named_files import load_named

FILE = """kind: vendor
id: press
name: Our own
date: "2026-01-02"
source: https://example.org/cards
output: pdf
standard: x4
order: front-first
bleed: 5
safe: 4
ink: 300
"""


def load_vendors(of: Project) -> tuple[dict[str, Vendor], list[Problem]]:
    found = load_named(of, VENDOR_FOLDER, VENDOR_KIND)
    return {id: vendor_of(document) for id, document in found.documents.items()}, found.problems


def builtin() -> dict[str, Vendor]:
    vendors, problems = load_vendors(builtin_project())
    assert problems == []
    return vendors


def project(folder: Path, **files: str) -> Project:
    place = folder / "templates/print"
    place.mkdir(parents=True)
    for name, text in files.items():
        (place / f"{name}.yaml").write_text(text, encoding="utf-8")
    return Project((folder, builtin_root()))


def test_the_services_that_come_with_cardforge() -> None:
    vendors = builtin()

    assert set(vendors) == {"drivethrucards", "makeplayingcards", "press", "the-game-crafter"}
    drive = vendors["drivethrucards"]
    assert (drive.output, drive.standard, drive.ink, drive.bleed, drive.order) == (
        "pdf",
        "x1a",
        240,
        3.175,
        "back-first",
    )
    assert {vendor.output for vendor in vendors.values() if vendor.standard} == {"pdf"}


@pytest.mark.parametrize(
    ("vendor", "size", "name", "canvas"),
    [
        ("the-game-crafter", (63, 88), "euro-poker", (825, 1125)),
        ("the-game-crafter", (63.5, 88.9), "poker", (825, 1125)),
        ("the-game-crafter", (63.3, 88.6), "poker", (825, 1125)),
        ("the-game-crafter", (56, 87), "us-game", (750, 1125)),
        ("the-game-crafter", (69.85, 120.65), "tarot", (900, 1500)),
        ("makeplayingcards", (63.5, 88.9), "poker", (822, 1122)),
        ("makeplayingcards", (63, 88), "game", (816, 1110)),
        ("makeplayingcards", (44.45, 88.9), "domino", (597, 1122)),
    ],
)
def test_a_size_finds_its_own_canvas(
    vendor: str, size: tuple[float, float], name: str, canvas: tuple[int, int]
) -> None:
    found = builtin()[vendor].canvas(*size)

    assert found
    assert (found.name, found.pixels) == (name, canvas)


@pytest.mark.parametrize("size", [(59, 92), (62.4, 88), (88, 63), (70, 120)])
def test_a_size_that_a_service_does_not_make_has_no_canvas(size: tuple[float, float]) -> None:
    assert builtin()["the-game-crafter"].canvas(*size) is None


def test_a_service_without_sizes_makes_any() -> None:
    canvas = builtin()["drivethrucards"].canvas(63.5, 88.9)

    assert canvas
    assert canvas.pixels == (825, 1125)  # 2.75 by 3.75 in


def test_canvases_hold_the_card_and_the_bleed_that_is_asked_for() -> None:
    """To two pixels: the canvas for 70 mm is 900 pixels wide, 902 would be the sum."""
    for vendor in builtin().values():
        for canvas in vendor.canvases:
            for size, across in ((canvas.width, canvas.pixels[0]), (canvas.height, canvas.pixels[1])):
                assert across >= pixels(size + 2 * vendor.bleed, vendor.dpi) - 2, (vendor.id, canvas)


def test_the_game_crafter_counts_in_steps_of_75_pixels() -> None:
    assert all(not each % 75 for canvas in builtin()["the-game-crafter"].canvases for each in canvas.pixels)


def test_a_file_of_the_project_hides_the_one_of_the_same_name(tmp_path: Path) -> None:
    vendors, problems = load_vendors(project(tmp_path, press=FILE))

    assert problems == []
    assert (vendors["press"].name, vendors["press"].bleed) == ("Our own", 5)
    assert len(vendors) == 4


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (FILE.replace("bleed: 5", "bleed: wide"), "CF101", 9),
        (FILE.replace("ink: 300", "inks: 300"), "CF101", 11),
        (FILE.replace("output: pdf", "output: png"), "CF101", 1),  # without sizes
        (FILE.replace("2026-01-02", "soon"), "CF101", 4),
        (FILE.replace("id: press", "id: pres"), "CF511", 2),
        ("kind: face\nid: press\n", "CF511", 1),
        ("kind: vendor: x\n", "CF004", 1),
    ],
)
def test_a_broken_file_is_a_problem_at_its_place(tmp_path: Path, text: str, code: str, line: int) -> None:
    vendors, problems = load_vendors(project(tmp_path, press=text))

    assert {problem.code for problem in problems} == {code}
    assert min(problem.where.line for problem in problems) == line
    assert "press" not in vendors
    assert "drivethrucards" in vendors
