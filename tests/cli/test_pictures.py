"""Art through the command line: what is shown, what is refused, and what goes into the PDF."""

from __future__ import annotations

import io
import os
import re
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from tests.support.commands import call, run
from tests.support.pdfs import page_count
from tests.support.pictures import png
from tests.support.projects import FACE, project


def noise(format: str) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((200, 200), 60).convert("RGB").save(out, format)
    return out.getvalue()


def claiming(width: int, height: int) -> bytes:
    """A PNG whose head promises more than there is."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(999))) + chunk(b"IEND", b"")


def one_bit(side: int) -> bytes:
    out = io.BytesIO()
    Image.new("1", (side, side)).save(out, "PNG")
    return out.getvalue()


REFUSED = {
    "missing": ("art/missing.png", "CF414", "no such picture"),
    "torn-jpeg": ("art/torn.jpg", "CF415", "damaged"),
    "torn-png": ("art/torn.png", "CF415", "damaged"),
    "words": ("art/words.png", "CF415", "not a picture"),
    "jpeg": ("art/jpeg.png", "CF415", "a JPEG picture"),
    "claims": ("art/claims.png", "CF415", "too large"),
    "huge": ("art/huge.png", "CF415", "too large"),
    "nothing": ("art/nothing.png", "CF415", "not a picture"),
    "folder": ("art/folder.png", "CF414", "not a regular file"),
    "pipe": ("art/pipe.png", "CF414", "not a regular file"),
    "pipe-svg": ("art/pipe.svg", "CF414", "not a regular file"),
    "circle": ("art/circle.png", "CF414", "not a regular file"),
    "out": ("../x.png", "CF414", "points outside the project"),
    "out-below": ("art/../../x.png", "CF414", "points outside the project"),
    "absolute": ("/etc/x.png", "CF414", "points outside the project"),
    "link": ("art/link.png", "CF414", "points outside the project"),
    "url": ("https://example.org/x.png", "CF414", "not downloaded"),
    "long": ("art/" + "ä" * 150 + ".png", "CF414", "no such picture"),
    "blank": (" ", "CF414", "no such picture"),
    "no-crop": ({"file": "art/good.png", "crop": [50, 0, 50, 100]}, "CF415", "is empty"),
    "svg": ("art/text.svg", "CF411", "`<text>`"),
    "svg-torn": ("art/torn.svg", "CF411", "cannot be read"),
}


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    folder = tmp_path_factory.mktemp("refused") / "project"
    good = {"good": "art/good.png", "tiny-crop": {"file": "art/good.png", "crop": [10, 10, 10.01, 10.01]}}
    files: dict[str, bytes | str] = {
        "art__torn.jpg": noise("JPEG")[:9000], "art__torn.png": noise("PNG")[:9000], "art__words.png": "hello", "art__jpeg.png": noise("JPEG"),
        "art__claims.png": claiming(60_000, 60_000), "art__huge.png": one_bit(20_000), "art__nothing.png": b"", "art__good.png": png(),
        "art__folder.png__x": b"", "art__text.svg": '<svg viewBox="0 0 9 9"><text>x</text></svg>', "art__torn.svg": "<svg",
    }  # fmt: skip
    project(folder, good | {id: art for id, (art, _, _) in REFUSED.items()}, FACE, **files)
    (folder.parent / "x.png").write_bytes(png())
    (folder / "art/link.png").symlink_to(folder.parent / "x.png")
    (folder / "art/circle.png").symlink_to("circle.png")
    for name in ("png", "svg"):
        os.mkfifo(folder / f"art/pipe.{name}")
    done = run("render", "packs", "-o", "x.pdf", cwd=folder)

    assert (done.returncode, done.stderr.strip()) == (1, "nothing was rendered"), done.stderr
    problems = re.split(r"\n(?=packs/)", done.stdout)
    return folder, [each for each in problems if " CF423: " not in each]  # small pictures make small tests


@pytest.mark.parametrize("card", REFUSED)
def test_art_that_cannot_be_shown_is_one_problem_of_its_card(refused: tuple[Path, list[str]], card: str) -> None:
    _, code, words = REFUSED[card]
    (problem,) = [each for each in refused[1] if f"`odds/{card}`" in each]

    assert f"error {code}: `odds/{card}`" in problem
    assert words in problem
    assert "    hint: " in problem


def test_what_can_be_shown_is_no_problem_and_nothing_is_written(
    refused: tuple[Path, list[str]],
) -> None:
    assert len(refused[1]) == len(REFUSED)
    assert not (refused[0] / "x.pdf").exists()


def test_an_empty_path_is_refused_where_it_stands(tmp_path: Path) -> None:
    done = call("render", "packs", "-o", "x.pdf", cwd=project(tmp_path, {"a": ""}))

    assert (done.returncode, "error CF101: `art` is" in done.stdout) == (1, True)


def test_twenty_cards_share_one_picture_at_the_larger_of_two_sizes(tmp_path: Path) -> None:
    face = FACE + '  - {image: "{art}", x: 0, y: 45, width: 31.5, height: 20}\n'
    cards = {f"card-{at}": "art/wide.jpg" for at in range(20)}
    done = call("render", "packs", "-o", "x.pdf", cwd=project(tmp_path, cards, face, **{"art__wide.jpg": png((1890, 1200), format="JPEG")}))  # fmt: skip
    data = (tmp_path / "x.pdf").read_bytes()

    assert done.returncode == 0, done.stdout
    assert page_count(data) == 20
    assert data.count(b"/Subtype /Image") == 1
    # 40 and 63 mm at 300 dots an inch
    assert [int(each) for each in re.findall(rb"/(?:Width|Height) (\d+)", data)] == pytest.approx([472, 744], abs=1)


def test_a_changed_drawing_is_drawn_anew(tmp_path: Path) -> None:
    square = '<svg viewBox="0 0 10 10"><rect width="10" height="10" fill="{}"/></svg>'
    colours = []
    for colour in ("#ff0000", "#0000ff"):
        project(tmp_path, {"a": "art/a.svg"}, **{"art__a.svg": square.format(colour)})
        call("render", "packs", "--as", "png", "-o", "faces", cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
        with Image.open(tmp_path / "faces/odds_a.png") as shown:
            colours.append(shown.getpixel((100, 100)))

    assert colours == [(255, 0, 0), (0, 0, 255)]
