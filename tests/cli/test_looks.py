"""Several faces for the same cards: `render --look`, boxes and print services that ask for one."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from cardforge.core.units import CARD_SIZES
from tests.support.commands import call
from tests.support.projects import project

PT_PER_MM = 72 / 25.4
FACE = """kind: face
id: {id}
for: [{target}]
{more}
elements:
  - {{text: "{{name}}", x: 5, y: 5, width: 40, height: 10}}
"""


def cards(folder: Path, **faces: str) -> Path:
    usual = FACE.format(id="item", target="item", more="size: poker")
    found = {f"templates__nebula__faces__{id}.yaml": text for id, text in faces.items()}
    return project(folder, {"ruby": None}, usual, **found)


def large(look: str = "large", target: str = "item", id: str = "item-large") -> str:
    return FACE.format(id=id, target=target, more=f"look: {look}\nsize: tarot")


def size_of(pdf: Path) -> tuple[float, float]:
    """The trimmed size of the first page, in mm."""
    with pypdfium2.PdfDocument(pdf) as document:
        left, bottom, right, top = document[0].get_trimbox()
    return round((right - left) / PT_PER_MM, 1), round((top - bottom) / PT_PER_MM, 1)


def rendered(folder: Path, *options: str) -> tuple[float, float]:
    done = call("render", "packs", *options, "-o", "x.pdf", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return size_of(folder / "x.pdf")


def test_the_usual_face_is_the_one_without_a_look(tmp_path: Path) -> None:
    cards(tmp_path, **{"a-large": large(id="a-large")})

    assert rendered(tmp_path) == CARD_SIZES["poker"]


@pytest.mark.parametrize("look", ["large", "tarot", "70x120"])
def test_a_look_is_chosen_by_its_name_or_by_its_size(tmp_path: Path, look: str) -> None:
    cards(tmp_path, **{"item-large": large()})

    assert rendered(tmp_path, "--look", look) == CARD_SIZES["tarot"]


def test_cards_without_a_face_in_the_look_keep_their_usual_one(tmp_path: Path) -> None:
    cards(tmp_path, **{"crew-large": large(target="crew", id="crew-large")})

    assert rendered(tmp_path, "--look", "large") == CARD_SIZES["poker"]


def test_a_look_can_extend_the_usual_face(tmp_path: Path) -> None:
    face = "kind: face\nid: item-large\nfor: [item]\nlook: large\nsize: tarot\nextends: [item]\n"
    cards(tmp_path, **{"item-large": face})

    assert rendered(tmp_path, "--look", "large") == CARD_SIZES["tarot"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--look", "larg"), "the faces of nebula have no look `larg`"),
        (("--look", "mini"), "the faces of nebula have no look `mini`"),
    ],
)
def test_an_unknown_look_is_refused(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    cards(tmp_path, **{"item-large": large()})
    done = call("render", "packs", *options, "-o", "x.pdf", cwd=tmp_path)

    assert (done.returncode, words in done.stderr) == (2, True), done.stdout + done.stderr
    assert "did you mean `large`?" in done.stderr or "looks: `large`" in done.stderr


def test_two_faces_in_one_look_are_a_problem(tmp_path: Path) -> None:
    cards(tmp_path, one=large(id="one"), two=large(id="two"))
    done = call("render", "packs", "-o", "x.pdf", cwd=tmp_path)

    assert done.returncode == 1
    assert "CF402: both `one` and `two` are faces for `item` in the look `large`" in done.stdout


def test_a_print_service_asks_for_a_look_and_the_command_overrides_it(tmp_path: Path) -> None:
    cards(tmp_path, **{"item-large": large()})
    (tmp_path / "templates/print").mkdir()
    (tmp_path / "templates/print/ours.yaml").write_text(
        'kind: vendor\nid: ours\nname: Ours\ndate: "2026-11-19"\nsource: https://example.org\noutput: pdf\n'
        "standard: x4\norder: front-first\nbleed: 3\nsafe: 3\nink: 300\nlook: large\n"
    )
    call("render", "packs", "--for", "ours", "-o", "x.pdf", cwd=tmp_path)
    assert size_of(tmp_path / "x.pdf") == CARD_SIZES["tarot"]

    call("render", "packs", "--for", "ours", "--look", "poker", "-o", "x.pdf", cwd=tmp_path)
    assert size_of(tmp_path / "x.pdf") == CARD_SIZES["poker"]


def test_every_look_is_linted(tmp_path: Path) -> None:
    small = large().replace("size: tarot", "size: tarot\nstyles: {base: {size: 3}}")
    cards(tmp_path, **{"item-large": small})
    done = call("validate", "--faces", "packs", cwd=tmp_path)

    assert "CF42" in done.stdout, done.stdout
