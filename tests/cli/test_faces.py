"""Faces of a project through the command line: mistakes in them, fronts and backs."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardforge.fonts.families import FAMILIES
from tests.support.commands import call
from tests.support.fonts import font
from tests.support.pdfs import page_count, page_texts
from tests.support.projects import project

HEAD = "kind: face\nid: item\nfor: [item]\n"
NAME = 'elements:\n  - {text: "{name}", x: 4, y: 4, width: 40, height: 8}\n'
ELSEWHERE = "x: 4, y: 20, width: 40, height: 8"


@pytest.mark.parametrize(
    ("face", "told"),
    [
        (HEAD + "extends: [item]\n", "item.yaml:4:11: error CF403"),
        ("kind: face\nid: plain\nextends: [plain]\n", "item.yaml:3:11: error CF403"),
        ("kind: face\nid: plain\nextends: [nobody]\n", "item.yaml:3:11: error CF404"),
        (HEAD + "back: itm\n" + NAME, "item.yaml:4:7: error CF404"),
        (HEAD + NAME + f"  - {{text: x, when: effct, {ELSEWHERE}}}\n", "item.yaml:6:21: error CF407"),
        (HEAD + NAME + f"  - {{text: x, when: {{gruop: item}}, {ELSEWHERE}}}\n", "item.yaml:6:21: error CF407"),
        (HEAD + NAME + f"  - {{text: '{{effct|}}', {ELSEWHERE}}}\n", "item.yaml:6:12: error CF407"),
        (HEAD + NAME + f"  - {{group: [{{text: '{{effct|}}', width: 9, height: 9}}], {ELSEWHERE}}}\n", "item.yaml:6:21: error CF407"),
        ("kind: face\nid: item\nfor: [itm]\n" + NAME, "item.yaml:3:7: error CF417"),
        ("kind: face\nid: item\nfor: [item/itm]\n" + NAME, "item.yaml:3:7: error CF417"),
        ("kind: face\nid: item\nfor: [item]\nsystem: aurora\n" + NAME, "item.yaml:4:9: error CF417"),
        ("kind: face\nid: item\nsystem: aurora\n" + NAME, "item.yaml:3:9: error CF417"),
        (HEAD + "elements: []\n", "item.yaml:3:6: error CF417"),
        (HEAD + NAME + f"  - {{id: a, text: x, {ELSEWHERE}}}\n  - {{group: [{{id: a, shape: ellipse, width: 9, height: 9}}], x: 9, y: 40, width: 9, height: 9}}\n", "item.yaml:7:19: error CF402"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_face_is_one_problem_with_a_hint(tmp_path: Path, face: str, told: str) -> None:
    done = call("render", "packs", "-o", "x.pdf", cwd=project(tmp_path, {"rope": None, "coin": None}, face))

    assert done.returncode == 1, done.stderr
    assert f"templates/nebula/faces/{told}" in done.stdout
    assert (done.stdout.count(": error "), done.stdout.count("    hint: ")) == (1, 1), done.stdout
    assert not (tmp_path / "x.pdf").exists()


def test_two_faces_for_one_kind_are_told(tmp_path: Path) -> None:
    other = HEAD.replace("id: item", "id: other") + NAME
    project(tmp_path, {"rope": None}, HEAD + NAME, **{"templates__nebula__faces__other.yaml": other})
    done = call("render", "packs", "-o", "x.pdf", cwd=tmp_path)

    assert (done.returncode, done.stdout.count("error CF402")) == (1, 1)


WHOLE = FAMILIES["source-sans"]["regular", False]()


@pytest.mark.parametrize(
    "content",
    [b"this is no font", b"", b"\0\1\0\0 nor this", WHOLE[:400], WHOLE[: len(WHOLE) // 2], font(outlines="bitmap")],
)
def test_a_font_that_is_none_is_told_with_its_file(tmp_path: Path, content: bytes) -> None:
    project(tmp_path, {"rope": None}, HEAD + NAME, **{"templates__fonts__bad.ttf": content})
    done = call("render", "packs", "-o", "x.pdf", cwd=tmp_path)

    assert done.returncode == 1
    assert "templates/fonts/bad.ttf: error CF413" in done.stdout
    assert "    hint: " in done.stdout


def test_two_fonts_of_one_name_are_told_with_both_files(tmp_path: Path) -> None:
    files = {"templates__fonts__runes.ttf": font(), "templates__fonts__more__Runes.otf": font(outlines="CFF")}
    done = call("render", "packs", "-o", "x.pdf", cwd=project(tmp_path, {"rope": None}, HEAD + NAME, **files))

    assert done.returncode == 1
    assert "templates/fonts/runes.ttf: error CF413" in done.stdout
    assert "templates/fonts/more/Runes.otf" in done.stdout


def test_the_plain_face_can_be_extended(tmp_path: Path) -> None:
    face = HEAD + 'extends: [plain]\npalette: {paper: "#ffeecc"}\n'
    done = call("render", "packs", "-o", "x.pdf", cwd=project(tmp_path, {"rope": None}, face))

    assert (done.returncode, done.stdout) == (0, "1 card in x.pdf\n")
    assert "rope" in page_texts(tmp_path / "x.pdf")[0]


@pytest.mark.parametrize(
    ("words", "backs"), [("A back", ["back.png"]), ("{name}", ["odds_coin_back.png", "odds_rope_back.png"])]
)
def test_a_shared_back_is_drawn_once_and_one_of_its_own_for_every_card(
    tmp_path: Path, words: str, backs: list[str]
) -> None:
    back = f'kind: face\nid: back\nelements:\n  - {{text: "{words}", x: 4, y: 4, width: 40, height: 8}}\n'
    face = HEAD + "back: back\n" + NAME
    project(tmp_path, {"rope": None, "coin": None}, face, **{"templates__nebula__faces__back.yaml": back})
    call("render", "packs", "-o", "x.pdf", cwd=tmp_path)
    call("render", "packs", "--as", "png", "--dpi", "72", "-o", "faces", cwd=tmp_path)

    assert page_count(tmp_path / "x.pdf") == 2 + len(backs)
    assert sorted(file.name for file in (tmp_path / "faces").iterdir()) == sorted(
        [*backs, "odds_coin.png", "odds_rope.png"]
    )


def test_a_card_named_like_the_back_of_another_keeps_its_own_picture(tmp_path: Path) -> None:
    project(tmp_path, {"rope": None, "rope-back": None}, HEAD + "back: item\n" + NAME)
    done = call("render", "packs", "--as", "png", "--dpi", "72", "-o", "faces", cwd=tmp_path)

    assert done.stdout == "4 pictures in faces\n"
    assert len(list((tmp_path / "faces").iterdir())) == 4


CHILDREN = {f"templates__nebula__faces__{id}.yaml": f"kind: face\nid: {id}\nextends: [parent]\n" for id in "abcde"}


@pytest.mark.parametrize(
    "parent",
    ["kind: face\nid: parent\nsiez: poker\n", "kind: face\nid: [\n", "kind: face\nid: parent\nextends: [nobody]\n"],
)
def test_a_broken_parent_is_reported_once_and_not_for_each_child(tmp_path: Path, parent: str) -> None:
    project(tmp_path, {"ruby": None}, HEAD + NAME, **CHILDREN | {"templates__nebula__faces__parent.yaml": parent})
    done = call("render", "packs", "-o", "x.pdf", cwd=tmp_path)

    assert done.stdout.count(": error CF") == 1, done.stdout
    assert "parent.yaml:" in done.stdout


def test_a_problem_of_all_cards_is_shown_once_and_with_every_for_each(tmp_path: Path) -> None:
    face = HEAD + 'elements:\n  - {text: "{name} Wagenknechtsdorf", x: 4, y: 4, width: 5, height: 8}\n'
    project(tmp_path, {f"card-{number}": None for number in range(40)}, face)
    once = call("render", "packs", "-o", "x.pdf", cwd=tmp_path)
    each = call("render", "packs", "--every", "-o", "x.pdf", cwd=tmp_path)

    assert once.stdout.count(": error CF408") == 1
    assert "(`odds/card-1`), " in once.stdout
    assert "and on 37 other cards; `--every` shows all" in once.stdout
    assert each.stdout.count(": error CF408") == 40
