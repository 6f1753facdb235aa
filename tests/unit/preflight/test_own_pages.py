"""Our own pages are judged by facts; a reader of the finished file finds the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardforge.app.render import BOX_FOLDER, RenderRequest, finished, lay_out
from cardforge.core.choices import Backs, Bleed, Marks, Product, Registration
from cardforge.link.opening import open_project
from cardforge.load.project import project_at_hand
from cardforge.preflight.demands import HOME, Demands
from cardforge.preflight.inspection import preflight
from cardforge.products.box import box_of
from cardforge.products.output_files import OutputFiles, PdfFile
from cardforge.products.sheet_options import SheetOptions
from tests.support.pictures import png
from tests.support.projects import project

# A face with everything that preflight measures, some of it inside a figure, turned or shared by all cards.
FACE = """
kind: face
id: item
for: [item]
bleed: 3
styles:
  name: {size: SIZE}
  other: {size: 7}
elements:
  - {image: "{art|}", x: 5, y: 5, width: 50, height: 40}
  - {text: "{name}", x: 5, y: 50, width: 50, height: 6, style: name}
  - {text: "the same on every card", x: 5, y: 58, width: 50, height: 6, style: other}
  - {group: [{text: turned, x: 0, y: 0, width: 50, height: 6, style: other}], x: 5, y: 66, width: 50, height: 6, turn: 180}
  - {shape: rectangle, x: 5, y: 75, width: 50, height: 5, stroke: "#000000", stroke-width: STROKE}
"""
JOBS = {
    "cards": RenderRequest((), Product.CARDS, Path("x.pdf")),
    "booklet": RenderRequest((), Product.BOOKLET, Path("x.pdf")),
    **{
        f"sheets {name}": RenderRequest((), Product.SHEETS, Path("x.pdf"), sheets=options)
        for name, options in {
            "plain": SheetOptions(),
            "copies": SheetOptions(copies=5, backs=Backs.LONG_EDGE),
            "gutterfold": SheetOptions(backs=Backs.GUTTERFOLD, bleed=Bleed.FULL),
            "separate": SheetOptions(backs=Backs.SEPARATE, cut_lines=True, marks=Marks.NONE),
            "registered": SheetOptions(paper="letter", registration=Registration.SILHOUETTE_3),
        }.items()
    },
}


def read_again(files: OutputFiles) -> list[str]:
    """What a reader of the finished files finds."""
    found = [
        problem
        for path, file in files.files.items()
        if isinstance(file, PdfFile)
        for problem in preflight(file.data, Demands(standard=HOME), str(path))
    ]
    return [str(problem) for problem in found]


def _unnamed(problem: str) -> str:
    """A reader of the file knows a picture by its name in the PDF, we by that of its file."""
    return re.sub("the picture `[^`]*`", "the picture", problem)


@pytest.mark.parametrize("job", JOBS)
@pytest.mark.parametrize(
    ("size", "stroke", "pixels", "codes"),
    [
        (9, 0.3, (700, 560), set()),
        (5.5, 0.3, (700, 560), {"PF403"}),
        (4.5, 0.05, (100, 80), {"PF401", "PF403", "PF404"}),
        (9, 0.06, (300, 560), {"PF401", "PF404"}),
    ],
)
def test_facts_say_what_a_reader_of_the_file_finds(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    job: str,
    size: float,
    stroke: float,
    pixels: tuple[int, int],
    codes: set[str],
) -> None:
    face = FACE.replace("SIZE", str(size)).replace("STROKE", str(stroke))
    pictures = {f"art__{name}.png": png(pixels) for name in ("one", "two")}
    monkeypatch.chdir(project(tmp_path, {"one": "art/one.png", "two": "art/two.png", "three": None}, face, **pictures))
    rendering = lay_out(["packs/nebula/item"])
    files = finished(rendering, JOBS[job])

    # The lint of faces (CF42x) finds the same faults earlier.
    assert not [problem for problem in rendering.problems if not problem.code.startswith("CF42")]

    ours = [str(problem) for problem in files.preflight()]
    assert [_unnamed(problem) for problem in ours] == [_unnamed(problem) for problem in read_again(files)]
    assert ("PF401" in codes) == any("the picture `art/one.png` has" in problem for problem in ours)
    if not job.startswith("booklet"):  # its pages may be scaled down
        assert {problem.code for problem in files.preflight()} == codes


@pytest.mark.parametrize(("game", "edition"), [("nebula", None), ("armada", "2")])
def test_every_file_of_a_box_is_judged_as_a_reader_judges_it(
    game: str, edition: str | None, in_repository: Path
) -> None:
    opened = open_project(project_at_hand())
    box = box_of(opened, game, edition or "")
    rendering = lay_out(box.targets, edition=edition, opened=opened)
    files = finished(rendering, RenderRequest((game,), output=BOX_FOLDER, box=True), box)

    assert [str(problem) for problem in files.preflight()] == read_again(files)
