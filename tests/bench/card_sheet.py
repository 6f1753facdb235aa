"""The workload of `../shared/bench` through our engine: cards from JSON, nine to an A4 page.

python -m tests.bench.card_sheet DATA.json OUT.pdf [COPIES]

With a number of copies, every card has that many, and a back that is printed behind it.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from cardforge.core.choices import Backs, Marks
from cardforge.core.problems import Location
from cardforge.fonts import FontBook
from cardforge.layout.face_in_progress import CardSource
from cardforge.layout.pictures import Pictures
from cardforge.layout.template import Templates
from cardforge.load.document import Document, load_document
from cardforge.load.project import Project
from cardforge.load.source import Source
from cardforge.render.captions import CaptionPainter
from cardforge.render.renderer import CardJob, DrawnCard, Renderer
from cardforge.write.compose import Drawn
from cardforge.write.pdf import Page, PlacedFace, pages_pdf

FACE = """
kind: face
id: bench
for: [card]
bleed: 0
safe: 2
palette: {white: "#ffffff"}
styles:
  base: {font: dejavusans, size: 8, floor: 4, leading: 1.2}
  title: {font: dejavusans-bold, size: 10, floor: 6, colour: white, vertical: middle}
  type: {font: dejavusans-bold, size: 7, floor: 5}
  key: {size: 5, floor: 4, align: center}
  number: {font: dejavusans-bold, size: 9, floor: 5, align: center}
  foot: {size: 6, floor: 5}
elements:
  - {shape: rectangle, x: 0, y: 0, width: 63, height: 88, fill: "{bg}"}
  - {shape: rectangle, x: 2, y: 2, width: 59, height: 84, radius: 2.5, stroke: "{frame}", stroke-width: 0.8}
  - {shape: rectangle, x: 5, y: 5, width: 53, height: 7, fill: "{frame}"}
  - {text: "{title}", style: title, x: 6.5, y: 5, width: 50, height: 7}
  - {image: "{art}", x: 5, y: 13, width: 35, height: 25}
  - each: stats
    x: 41.5
    y: 13
    width: 8
    height: 7.6
    step: {x: 8.5, y: 8.7, per-row: 2}
    group:
      - {shape: rectangle, x: 0, y: 0, width: 8, height: 7.6, fill: white, stroke: "{frame}", stroke-width: 0.18}
      - {text: "{value.k}", style: key, x: 0, y: 0.4, width: 8, height: 2.6}
      - {text: "{value.v}", style: number, x: 0, y: 3, width: 8, height: 4.4}
  - {text: "{type}", style: type, x: 5, y: 39.8, width: 35, height: 3.5}
  - {shape: rectangle, x: 5, y: 45, width: 53, height: 30, fill: white}
  - {text: "{body}", x: 5, y: 45, width: 53, height: 30}
  - {text: "{id}", style: foot, x: 5, y: 80, width: 30, height: 3.5}
"""


BACK = """
kind: face
id: back
bleed: 0
safe: 2
styles:
  name: {font: dejavusans-bold, size: 16, floor: 8, colour: "#ffffff", align: center, vertical: middle}
elements:
  - {shape: rectangle, x: 0, y: 0, width: 63, height: 88, fill: "#1b2a41"}
  - {shape: rectangle, x: 4, y: 4, width: 55, height: 80, radius: 2.5, stroke: "#ccd6e6", stroke-width: 0.8}
  - {text: Bench, style: name, x: 6, y: 34, width: 51, height: 20}
"""


def main(data: Path, output: Path, copies: int = 0) -> None:
    """Render one workload."""
    cards = json.loads(data.read_text("utf-8"))["cards"]
    templates = Templates([_document(FACE), _document(BACK)])
    template = templates.template("card", "")
    assert template
    back = templates.by_id("back") if copies else None
    book = FontBook(tuple(sorted((data.parent / "fonts").glob("*.ttf"))))
    renderer = Renderer(book, Pictures(Project((data.parent,))))
    jobs = [CardJob(CardSource(card["id"], card, Location("cards")), template, back) for card in cards]
    drawn = list(renderer.draw(jobs))
    problems = list(renderer.develop([(job.card, each) for job, each in zip(jobs, drawn, strict=True)]))
    assert not problems
    assert not any(each.problems for each in drawn)
    resources = renderer.resources()
    if copies:
        captions = CaptionPainter(resources)
        pages = list(_sheets(drawn, copies, captions))
        resources = captions.resources
    else:
        pages = list(_pages([each.front for each in drawn]))
    output.write_bytes(pages_pdf(pages, resources, "bench"))


def _document(text: str) -> Document:
    document = load_document(Source("bench.yaml", text))
    assert isinstance(document, Document)
    return document


def _pages(drawn: list[Drawn]) -> Iterator[Page]:
    for start in range(0, len(drawn), 9):
        faces = enumerate(drawn[start : start + 9])
        placed = (PlacedFace(10.5 + at % 3 * 63, 297 - 16.5 - (at // 3 + 1) * 88, face) for at, face in faces)
        yield Page(210, 297, tuple(placed))


def _sheets(drawn: list[DrawnCard], copies: int, captions: CaptionPainter) -> Iterator[Page]:
    """With backs, as `cardforge render --backs long-edge` makes them, which alone needs to know of sheets."""
    from cardforge.impose import impose
    from cardforge.impose.job import Piece, SheetJob
    from cardforge.impose.outline import rectangle
    from cardforge.write.sheet_pdf import sheet_pages

    outline = rectangle(63, 88, 3)
    pieces = [Piece(card.front.id, outline, 0, copies, "back") for card in drawn]
    sheets = impose(pieces, SheetJob(backs=Backs.LONG_EDGE, marks=Marks.EDGE, header=True))
    faces = {card.front.id: card.front for card in drawn}
    shared = drawn[0].back
    assert shared
    return sheet_pages(sheets.pages, {**faces, "back": shared}, captions.draw)


if __name__ == "__main__":
    gc.set_threshold(50_000)  # as the command does when it begins
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    gc.freeze()  # as the command does when it ends
