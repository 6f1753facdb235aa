"""`cardforge render --for NAME`: what print services take, seen by other eyes."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.test_sheets import cards
from tests.conftest import REPOSITORY
from tests.support.commands import call
from tests.support.pdfs import told

NPC = str(REPOSITORY / "packs/nebula/npc/the-vigil.yaml")


@pytest.mark.parametrize(("service", "pixels"), [("the-game-crafter", (825, 1125)), ("makeplayingcards", (816, 1110))])
def test_pictures_have_the_exact_pixels_and_no_transparency(
    tmp_path: Path, service: str, pixels: tuple[int, int]
) -> None:
    done = call("render", NPC, "--for", service, "-o", "job.zip", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    with zipfile.ZipFile(tmp_path / "job.zip") as job:
        pictures = {name: Image.open(io.BytesIO(job.read(name))) for name in job.namelist() if name.endswith(".png")}
        table = job.read("cards.csv").decode()

    assert len([name for name in pictures if name.startswith("fronts/")]) == 6
    assert {picture.size for picture in pictures.values()} == {pixels}
    assert {picture.mode for picture in pictures.values()} == {"RGB"}
    assert all(round(picture.info["dpi"][0]) == 300 for picture in pictures.values())
    assert table.count("\n") == 7


def test_drivethrucards_gets_backs_first_in_inks_under_its_limit(tmp_path: Path) -> None:
    done = call("render", NPC, "--for", "drivethrucards", "-o", "job.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("6 cards for DriveThruCards in job.pdf, by its requirements of ")
    file = str(tmp_path / "job.pdf")
    told("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiff32nc", "-r50", "-o", str(tmp_path / "page%02d.tif"), file)
    pages = sorted(tmp_path.glob("page*.tif"))
    colours = [colour for page in pages for _, colour in Image.open(page).getcolors(10_000_000) or ()]
    most = max(sum(colour) * 100 / 255 for colour in colours if isinstance(colour, tuple))
    fronts = told("pdftotext", "-f", "2", "-l", "2", file, "-")
    backs = told("pdftotext", "-f", "1", "-l", "1", file, "-")

    assert len(pages) == 12
    assert "The Vigil" in fronts
    assert "The Vigil" not in backs
    assert 150 < most <= 240
    assert "PDF version:     1.4" in told("pdfinfo", file)
    assert "No syntax or stream encoding errors" in told("qpdf", "--check", file)
    assert {line.split()[5] for line in told("pdfimages", "-list", file).splitlines()[2:]} == {"cmyk"}
    assert call("preflight", "job.pdf", "--for", "drivethrucards", "--strict", cwd=tmp_path).returncode == 0


def test_a_press_gets_marks_outside_the_bleed(tmp_path: Path) -> None:
    done = call("render", NPC, "--for", "press", "-o", "job.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    boxes = {
        line.split(":")[0]: [float(each) for each in line.split(":")[1].split()]
        for line in told("pdfinfo", "-box", str(tmp_path / "job.pdf")).splitlines()
        if "Box:" in line
    }
    left, bottom, right, top = boxes["TrimBox"]

    assert (right - left, top - bottom) == pytest.approx((63 / 25.4 * 72, 88 / 25.4 * 72), abs=0.02)
    assert boxes["BleedBox"][0] == pytest.approx(left - 3 / 25.4 * 72, abs=0.02)
    assert boxes["MediaBox"][0] < boxes["BleedBox"][0] - 5


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (("--for", "drivethru"), 2, "did you mean `drivethrucards`?"),
        (("--for", "press", "--paper", "a4"), 2, "`--paper` and `--for press` ask for different files"),
        (("--for", "press", "--as", "png"), 2, "`--as png` and `--for press` ask for different files"),
        (("--for", "makeplayingcards", "-o", "x.pdf"), 2, "needs a zip file, not x.pdf"),
        (("--for", "press", "-o", "packs"), 3, "packs is a folder"),
    ],
)
def test_what_cannot_be_sent_is_said_and_the_old_file_stays(
    tmp_path: Path, options: tuple[str, ...], code: int, words: str
) -> None:
    cards(tmp_path, 1)
    (tmp_path / "x.pdf").write_text("old")
    done = call("render", "packs", *options, cwd=tmp_path)

    assert (done.returncode, words in done.stdout + done.stderr) == (code, True), done.stdout + done.stderr
    assert (tmp_path / "x.pdf").read_text() == "old"


def test_a_size_that_a_service_does_not_make_is_told_with_those_it_makes(tmp_path: Path) -> None:
    cards(tmp_path, 1, "size: {width: 50, height: 50}\n")
    done = call("render", "packs", "--for", "the-game-crafter", "--ignore", "CF42", cwd=tmp_path)

    assert done.returncode == 1
    assert "error CF512" in done.stdout
    assert "poker (63.5 × 88.9)" in done.stdout
    assert not (tmp_path / "output/the-game-crafter.zip").exists()
