"""`render --draft`: one bad card does not stop the others, and what is wrong is marked on it."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest

from tests.support.commands import call

CARD = """
  - id: {id}
    name: {name}
    cost: 3
    colour: dusk
    effect: {effect}
"""
LONG = " ".join(f"word{at}z" for at in range(36))


def game(folder: Path, more: str, size: str = "9.5") -> Path:
    """A new game with more cards, whose texts are never shrunk."""
    assert call("new", "toy", cwd=folder).returncode == 0
    pack = folder / "toy/packs/toy/set/first-cards.yaml"
    pack.write_text(pack.read_text("utf-8") + more, "utf-8")
    face = folder / "toy/templates/toy/faces/set.yaml"
    text, found = re.subn(
        "source-sans, size: [0-9.]+, floor: [0-9.]+",
        f"source-sans, size: {size}, floor: {size}",
        face.read_text("utf-8"),
    )
    assert found == 1
    face.write_text(text, "utf-8")
    return folder / "toy"


def card(id: str, effect: str, name: str = "Ada") -> str:
    return CARD.format(id=id, name=name, effect=effect)


def pages(pdf: Path) -> list[str]:
    """The text of each page."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_bounded().replace("\r\n", " ") for page in document]


def red_pixels(pdf: Path, page: int) -> int:
    with pypdfium2.PdfDocument(pdf) as document:
        image = document[page].render(scale=1).to_pil().convert("RGB")
    return sum(count for count, (r, g, b) in image.getcolors(image.width * image.height) if (r, g, b) == (208, 0, 0))


def drafted(folder: Path, *options: str) -> tuple[Path, str]:
    """A draft of the game, and what the command says."""
    done = call("render", "toy:set", "--draft", *options, "-o", "x.pdf", cwd=folder)
    assert done.returncode == 1
    assert "a draft was written" in done.stderr
    assert "nothing was rendered" not in done.stderr
    return folder / "x.pdf", done.stdout


def test_without_it_one_bad_card_stops_everything(tmp_path: Path) -> None:
    folder = game(tmp_path, card("long", LONG), "14")

    done = call("render", "toy:set", "-o", "x.pdf", cwd=folder)

    assert done.returncode == 1
    assert not (folder / "x.pdf").exists()


def test_text_that_does_not_fit_is_there_in_red_and_listed(tmp_path: Path) -> None:
    pdf, said = drafted(game(tmp_path, card("long", LONG), "14"))

    text = pages(pdf)
    assert "error CF408" in said
    assert "draft: CF408" in text[4]
    assert all(word in text[4] for word in LONG.split()[:12])
    assert "draft" not in text[0]
    assert red_pixels(pdf, 4) > 500
    assert red_pixels(pdf, 0) == 0


def test_a_character_without_a_font_is_its_code_point(tmp_path: Path) -> None:
    pdf, said = drafted(game(tmp_path, card("map", "Draw \U00012000 and 快.")))

    text = pages(pdf)[4]
    assert "error CF401" in said
    assert "[U+12000]" in text
    assert "[U+5FEB]" in text
    assert "Draw" in text


def test_a_missing_picture_is_a_crossed_frame(tmp_path: Path) -> None:
    folder = game(tmp_path, "")
    face = folder / "templates/toy/faces/set.yaml"
    face.write_text(
        face.read_text("utf-8") + "  - {image: art/none.png, x: 20, y: 10, width: 22, height: 22}\n", "utf-8"
    )

    pdf, said = drafted(folder)

    assert "CF414" in said
    assert "draft: CF414" in pages(pdf)[0]
    assert red_pixels(pdf, 0) > 100


def test_a_card_that_breaks_its_schema_says_why_and_its_neighbours_are_drawn(tmp_path: Path) -> None:
    folder = game(
        tmp_path,
        card("odd", "Draw 1 card.", "Odd").replace("cost: 3", "cost: many") + card("last", "Draw 2 cards.", "Last"),
    )

    pdf, said = drafted(folder)

    text = pages(pdf)
    assert "error CF101" in said
    assert "CF101" in text[4]
    assert "expected a whole number" in text[4]
    assert "Odd" in text[4]
    assert "Draw 2 cards." in text[5]
    assert "CF" not in text[5]
    assert len(text) == 7  # with the back


def test_a_draft_without_problems_is_what_is_printed_anyway(tmp_path: Path) -> None:
    folder = game(tmp_path, "")

    for name, options in (("a.pdf", ()), ("b.pdf", ("--draft",))):
        assert call("render", "toy:set", *options, "-o", name, cwd=folder).returncode == 0

    assert (folder / "a.pdf").read_bytes() == (folder / "b.pdf").read_bytes()


@pytest.mark.parametrize("options", [("--for", "drivethrucards"), ("--as", "tabletop"), ("--manifest", "x.json")])
def test_nobody_else_gets_a_draft(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = call("render", "toy:set", "--draft", *options, cwd=game(tmp_path, ""))

    assert done.returncode == 2
    assert "draft" in done.stderr


def test_a_draft_of_pictures_is_refused(tmp_path: Path) -> None:
    done = call("render", "x.png", "--draft", cwd=tmp_path)

    assert done.returncode == 2
