"""Fonts of a project's own: what is taken, what is converted, what is refused, and that nothing they lack vanishes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from fontTools.pens.boundsPen import BoundsPen

from cardforge.fonts import Font, FontBook, FontError
from cardforge.layout.boxes import Box
from cardforge.layout.runs import TypeStyle
from cardforge.layout.text_fit import Setting, set_text
from cardforge.layout.text_pieces import Shaper
from tests.support.fonts import HEAVY, SIDE, font
from tests.support.waiting import must_end


def book(folder: Path, **fonts: bytes) -> FontBook:
    """The fonts of a project with some files of its own; `__` stands for the dot of their names."""
    for name, data in fonts.items():
        (folder / name.replace("__", ".").replace("_", "-")).write_bytes(data)
    return FontBook(tuple(sorted(folder.iterdir(), reverse=True)))  # shorter names first, as from several folders


def width_of(made: Font, letter: str) -> float:
    pen = BoundsPen(None)
    (glyph,) = made.shape(letter)
    made.draw(glyph.id, pen)
    return pen.bounds[2] - pen.bounds[0] if pen.bounds else 0.0


@pytest.mark.parametrize("outlines", ["glyf", "CFF", "CFF2"])
def test_letters_of_every_kind_of_outline_are_drawn(tmp_path: Path, outlines: str) -> None:
    made = book(tmp_path, squares__otf=font(outlines=outlines)).font("squares")

    assert width_of(made, "A") == SIDE
    assert made.cut_down([1, 2])[:4] == b"\0\1\0\0"


@pytest.mark.parametrize(
    ("weight", "wide"),
    [("light", SIDE), ("regular", SIDE), ("semibold", (SIDE * 1 + HEAVY * 2) / 3), ("bold", HEAVY), ("black", HEAVY)],
)
def test_a_variable_font_is_set_to_a_weight_within_its_range(tmp_path: Path, weight: str, wide: float) -> None:
    made = book(tmp_path, squares__ttf=font(weights=(400, 700))).font("squares", weight)

    assert width_of(made, "A") == pytest.approx(wide, abs=1)


@pytest.mark.parametrize("content", [font(outlines="bitmap"), font("AB", empty="AB"), font(" ")])
def test_letters_without_outlines_are_refused(tmp_path: Path, content: bytes) -> None:
    """Letters that are pictures, as in fonts of coloured emoji, would leave nothing on the card."""
    with pytest.raises(FontError):
        book(tmp_path, squares__ttf=content).font("squares")


def test_an_empty_glyph_is_a_missing_one(tmp_path: Path) -> None:
    """Many free fonts have empty glyphs for the letters they lack."""
    fonts = book(tmp_path, squares__ttf=font(" ABC\u00a0\u200d中", empty=" B\u00a0\u200d中"))
    shaper = Shaper(fonts)
    style = TypeStyle("squares")
    (flow,) = shaper.flows("AB\u00a0C", style)
    used = [(run.text, run.font.name) for piece in flow.pieces for run in piece.runs if run.font]

    assert used == [("A", "squares.ttf"), ("B", "firago-regular"), ("\u00a0C", "squares.ttf")]
    assert shaper.missing(shaper.flows("A中", style)) == {"中"}


def test_a_font_without_a_space_or_a_dot_shows_no_box_in_their_place(tmp_path: Path) -> None:
    fonts = book(tmp_path, runes__ttf=font("ABC"))
    made = fonts.font("runes")
    flows = Shaper(fonts).flows("- A B\n- C", TypeStyle("runes"))
    lines = set_text(flows, Box(0, 0, 50, 20), Setting(8, 8), made).lines
    runs = [placed.run for line in lines for placed in line.runs]

    assert flows[0].pieces[0].space == 250
    assert [(run.text, run.font.name) for run in runs if run.font] == [
        ("•", "firago-regular"), ("A", "runes.ttf"), ("B", "runes.ttf"), ("•", "firago-regular"), ("C", "runes.ttf"),
    ]  # fmt: skip
    assert all(glyph.id for run in runs for glyph in run.glyphs)
    assert made.shape(" ")[0].id == made.glyph_count - 1


def test_a_file_named_like_a_packaged_font_takes_no_place_but_its_own(tmp_path: Path) -> None:
    fonts = book(tmp_path, lato_bold__ttf=font(), squares__ttf=font(weights=(400, 700)), squares_bold__ttf=font("A"))

    assert fonts.font("lato-bold").glyph_count < 9 < fonts.font("lato", "bold").glyph_count
    assert fonts.font("squares", "bold") is not fonts.font("squares-bold")
    assert fonts.font("lato-bold").is_bold


@pytest.mark.parametrize("weight", ["regular", "bold"])
@pytest.mark.parametrize("family", ["squares", "squares-italic", "lato", "lato-bold"])
def test_a_font_is_found_by_its_own_name_in_a_book_that_never_loaded_it(
    tmp_path: Path, family: str, weight: str
) -> None:
    """Cards that were drawn before name their fonts so."""
    files = {
        "squares__ttf": font(weights=(400, 700)),
        "squares_italic__ttf": font(weights=(400, 700)),
        "lato_bold__otf": font(),
    }
    name = book(tmp_path, **files).font(family, weight).name

    assert book(tmp_path).named(name).name == name


@pytest.mark.parametrize(
    "content", [font(outlines="CFF"), font(outlines="CFF2"), font(weights=(400, 700)), font("ABC")]
)
def test_a_converted_font_is_the_same_at_any_time(
    tmp_path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library that converts writes the time into a font, unless it is told not to."""
    made = []
    for year in (1, 2):
        monkeypatch.setattr("fontTools.ttLib.tables._h_e_a_d.timestampNow", lambda year=year: year * 31_557_600)
        made.append(book(tmp_path, squares__otf=content).font("squares").cut_down([1, 2]))

    assert made[0] == made[1]


@pytest.mark.parametrize("trap", ["pipe", "device", "huge", "outside", "broken"])
def test_a_file_that_is_no_file_of_the_project_is_refused(tmp_path: Path, trap: str) -> None:
    fonts = tmp_path / "mine"
    fonts.mkdir()
    file = fonts / "squares.ttf"
    (tmp_path / "theirs.ttf").write_bytes(font())
    if trap == "pipe":
        os.mkfifo(file)
    elif trap == "huge":
        with file.open("wb") as stream:
            stream.truncate(5_000_000_000)  # sparse: it takes no room on the disk
    else:
        file.symlink_to({"device": "/dev/zero", "outside": str(tmp_path / "theirs.ttf"), "broken": "none"}[trap])
    found = FontBook((file,), (fonts,))
    with must_end(), pytest.raises(FontError):
        found.font("squares")

    assert "squares.ttf" in found.signature
