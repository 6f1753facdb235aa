"""`cardforge printer` as a user runs it: make the page, keep the numbers, list and forget."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageOps

from tests.cli.test_sheets import cards
from tests.support.commands import Done, call, run
from tests.support.pdfs import page_pictures


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def ask(home: Path, *arguments: str) -> Done:
    return call("printer", *arguments, cwd=home, XDG_CONFIG_HOME=str(home / "settings"))


@pytest.mark.parametrize(
    ("options", "size", "wish", "edge"),
    [
        ((), (210, 297), b"/DuplexFlipLongEdge", "long edge"),
        (("--paper", "letter", "--flip", "short-edge"), (215.9, 279.4), b"/DuplexFlipShortEdge", "short edge"),
    ],
)
def test_the_page_is_written_and_the_next_steps_are_told(
    home: Path, options: tuple[str, ...], size: tuple[float, float], wish: bytes, edge: str
) -> None:
    done = ask(home, "calibrate", "Office", *options)
    data = (home / "output/calibration.pdf").read_bytes()
    document = pypdfium2.PdfDocument(data)
    words = document[0].get_textpage().get_text_bounded()

    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 3
    assert f"flipped on the {edge}" in done.stdout
    assert wish in data
    assert [document[at].get_size() for at in range(len(document))] == pytest.approx(
        [pytest.approx(tuple(side * 72 / 25.4 for side in size), abs=0.01)] * 2
    )
    assert "Printer calibration: office" in words
    assert ("--paper letter" in words) == ("letter" in options)
    assert not (home / "settings").exists()


def test_the_same_page_has_the_same_bytes(home: Path) -> None:
    ask(home, "calibrate", "office", "-o", "one.pdf")
    run("printer", "calibrate", "office", "-o", "two.pdf", cwd=home, XDG_CONFIG_HOME=str(home / "settings"))

    assert (home / "one.pdf").read_bytes() == (home / "two.pdf").read_bytes()


def test_numbers_are_kept_listed_and_forgotten(home: Path) -> None:
    kept = ask(home, "calibrate", "office", "--read", "-0.75,0.5,-0.75,0.5")
    listed = ask(home, "list")
    forgotten = ask(home, "forget", "office")

    assert (kept.returncode, kept.stderr) == (0, "")
    assert kept.stdout.startswith("office: backs are moved 0.75 mm left, 0.5 mm down, turned 0° clockwise\n")
    assert not (home / "output").exists()
    assert listed.stdout == "office           0.75 mm left, 0.5 mm down, turned 0° clockwise, over the long edge\n"
    assert (forgotten.returncode, forgotten.stdout) == (0, "office is forgotten\n")
    assert "no printer is calibrated yet" in ask(home, "list").stdout


def test_a_broken_printer_is_a_problem_with_its_place(home: Path) -> None:
    file = home / "settings/cardforge/printers/office.yaml"
    file.parent.mkdir(parents=True)
    file.write_text('kind: printer\nname: office\ndx: "1"\ndy: 0\ndegrees: 0\n', encoding="utf-8")
    for arguments in (("list",), ("calibrate", "office", "--read", "0,0")):
        done = ask(home, *arguments)

        assert (done.returncode, done.stderr) == (1, "")
        assert 'settings/cardforge/printers/office.yaml:3:5: error CF101: `dx` is "1", expected a number' in done.stdout
        assert "hint:" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("forget", "office"), 2, "there is no printer `office`"),
        (("calibrate", "../office"), 2, "cannot be the name of a printer"),
        (("calibrate", "office", "--read", "0,5,0,25"), 2, "write fractions with a point"),
        (("calibrate", "office", "--read", ""), 2, "is not a number"),
        (("calibrate", "office", "--paper", "a44"), 2, "did you mean `a4`?"),
        (("calibrate", "office", "--paper", "100x150"), 2, "too small for the calibration page"),
        (("calibrate", "office", "-o", "nowhere/page.pdf"), 3, "the folder nowhere does not exist"),
    ],
)
def test_mistakes_are_told_with_what_to_do(home: Path, arguments: tuple[str, ...], code: int, says: str) -> None:
    done = ask(home, *arguments)

    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_settings_that_cannot_be_written_give_exit_code_3(home: Path) -> None:
    (home / "settings").write_text("in the way", encoding="utf-8")
    done = ask(home, "calibrate", "office", "--read", "0,0")

    assert done.returncode == 3
    assert "printers are stored there" in done.stderr


def test_the_schema_of_a_printer_can_be_printed(home: Path) -> None:
    assert '"urn:cardforge:schema:printer"' in call("schema", "printer", cwd=home).stdout


def backs(page: Image.Image) -> tuple[int, int, int, int]:
    found = ImageOps.invert(page.convert("L")).point(lambda value: 255 if value > 40 else 0).getbbox()
    assert found
    return found


def test_a_measured_printer_moves_the_backs_and_nothing_else(home: Path) -> None:
    cards(home, 1)
    assert ask(home, "calibrate", "office", "--read", "1.5,-1,1.5,-1").returncode == 0
    rendered = ("render", "packs", "--backs", "long-edge", "--marks", "none", "--orientation", "portrait")
    call(*rendered, "-o", "plain.pdf", cwd=home)
    done = call(*rendered, "--printer", "office", "-o", "moved.pdf", cwd=home, XDG_CONFIG_HOME=str(home / "settings"))
    assert done.returncode == 0, done.stdout + done.stderr
    plain, moved = (
        page_pictures(home / name, dpi=254) for name in ("plain.pdf", "moved.pdf")
    )  # ten pixels a millimetre

    assert backs(plain[0]) == backs(moved[0])
    steps = [after - before for before, after in zip(backs(plain[1]), backs(moved[1]), strict=True)]
    assert steps == pytest.approx([15, -10, 15, -10], abs=1)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--backs", "short-edge"), "office was calibrated with sheets flipped on the long edge"),
        (("--backs", "long-edge", "--orientation", "landscape"), "office was calibrated in portrait"),
    ],
)
def test_a_measure_holds_for_what_was_measured(home: Path, options: tuple[str, ...], words: str) -> None:
    cards(home, 1)
    ask(home, "calibrate", "office", "--read", "1,0")
    settings = {"XDG_CONFIG_HOME": str(home / "settings")}
    done = call("render", "packs", *options, "--printer", "office", "-o", "x.pdf", cwd=home, **settings)

    assert (done.returncode, words in done.stderr) == (2, True), done.stderr
    assert not (home / "x.pdf").exists()
