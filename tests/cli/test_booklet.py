"""`cardforge render --as booklet`: sheets as they leave the printer, and pages as they are read."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest

from tests.conftest import REPOSITORY
from tests.support.commands import call, run
from tests.support.pdfs import told

RULES = str(REPOSITORY / "packs/nebula/booklet/rules.yaml")
PAGE = """kind: booklet
system: nebula
id: leaflet
name: Leaflet
cards:
"""


def leaflet(folder: Path, pages: int, block: str = "text: Some words.") -> Path:
    file = folder / "packs/nebula/booklet/leaflet.yaml"
    file.parent.mkdir(parents=True)
    entry = "  - {{id: page-{0}, group: page, name: Title {0}, blocks: [{{{1}}}]}}\n"
    file.write_text(PAGE + "".join(entry.format(number, block) for number in range(1, pages + 1)), "utf-8")
    return file


def words(file: Path, page: int, *more: str) -> str:
    return told("pdftotext", "-layout", "-f", str(page), "-l", str(page), *more, file, "-")


def halves(file: Path, page: int) -> list[str]:
    """What stands on the left and on the right half of a side."""
    with pikepdf.open(file) as document:
        left, bottom, right, top = map(float, document.pages[page - 1].mediabox)
    middle, high = round((right - left) / 2), round(top - bottom)
    return [words(file, page, "-x", str(x), "-y", "0", "-W", str(middle), "-H", str(high)) for x in (0, middle)]


@pytest.mark.parametrize(("paper", "size", "scale"), [("a4", (842, 595), ""), ("letter", (792, 612), "94%")])
def test_the_rules_are_four_sheets_that_fold_into_sixteen_pages(
    paper: str, size: tuple[int, int], scale: str, tmp_path: Path
) -> None:
    file = tmp_path / "rules.pdf"
    done = call("render", RULES, "--as", "booklet", "--paper", paper, "-o", str(file), cwd=tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    first, how = done.stdout.splitlines()
    assert first.startswith(f"16 pages on 4 sheets of {paper}")
    assert scale in first
    assert "flipped on the short edge" in how
    with pikepdf.open(file) as document:
        assert [tuple(round(float(each)) for each in page.mediabox[2:]) for page in document.pages] == [size] * 8
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
    assert [
        re.findall(r"^\s*(?:.*Rules\s+)?(\d+)(?:\s+Nebula.*)?\s*$", half, re.MULTILINE)[-1:] for half in halves(file, 2)
    ] == [["2"], ["15"]]
    assert "Checks and debuffs" in halves(file, 8)[1]
    assert "Defeat, spoils and repairs" in halves(file, 8)[0]


def test_without_folding_every_page_is_a_page(tmp_path: Path) -> None:
    file, again = tmp_path / "rules.pdf", tmp_path / "again.pdf"
    done = run("render", RULES, "-o", str(file), cwd=tmp_path)
    run("render", RULES, "-o", str(again), cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path / "cold"))

    assert (done.returncode, done.stderr) == (0, "")
    with pikepdf.open(file) as document:
        assert [tuple(round(float(each)) for each in page.mediabox[2:]) for page in document.pages] == [(420, 595)] * 16
    assert "Building a deck" in words(file, 14)
    assert "Somebody in the way" not in words(file, 1)
    assert file.read_bytes() == again.read_bytes()


def test_blank_pages_stand_at_the_end(tmp_path: Path) -> None:
    done = call("render", str(leaflet(tmp_path, 5)), "--as", "booklet", "-o", "leaflet.pdf", cwd=tmp_path)

    assert done.stdout.startswith("5 pages and 3 blank pages at the end on 2 sheets of a4 in leaflet.pdf")
    left, right = halves(tmp_path / "leaflet.pdf", 1)
    assert left.strip() == ""
    assert "Title 1" in right


def test_a_card_that_is_not_there_is_told_before_and_when_it_is_drawn(tmp_path: Path) -> None:
    file = leaflet(tmp_path, 1, "card: ada-voss/adda, text: Words.")
    checked = call("validate", str(file), cwd=tmp_path)
    drawn = call("render", str(file), "-o", "leaflet.pdf", cwd=tmp_path)

    assert (checked.returncode, drawn.returncode) == (1, 1)
    assert "error CF201: there is no card `ada-voss/adda`" in checked.stdout
    assert "did you mean `ada-voss/ada`?" in checked.stdout
    assert "error CF430" in drawn.stdout
    assert not (tmp_path / "leaflet.pdf").exists()


def test_mistakes_are_refused(tmp_path: Path) -> None:
    one = str(leaflet(tmp_path, 1))
    for arguments, words in [
        ([one, "--as", "booklet", "--backs", "long-edge"], "--backs is for sheets"),
        ([one, "--as", "booklet", "-o", "leaflet.png"], "is the name of a picture"),
        ([one, "nebula:item", "--as", "booklet"], "must have one size"),
        ([one, "--as", "booklet", "--paper", "a44"], "unknown paper"),
    ]:
        done = call("render", *arguments, cwd=tmp_path)
        assert done.returncode == 2, arguments
        assert words in done.stderr
    assert not list(tmp_path.glob("**/*.pdf"))
