"""The cards of the bench through our engine: from JSON, nine to an A4 page.

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
from cardforge.render.card_job import CardJob
from cardforge.render.renderer import DrawnCard, Renderer
from cardforge.write.drawn import Drawn
from cardforge.write.pdf import Page, PlacedFace, pages_pdf
from tests.bench.workload import HERE

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
    templates = Templates([_document((HERE / "face.yaml").read_text("utf-8")), _document(BACK)])
    template = templates.template("set", "")
    assert template
    back = templates.by_id("back") if copies else None
    book = FontBook(tuple(sorted((data.parent / "fonts").glob("*.ttf"))))
    renderer = Renderer(book, Pictures(Project((data.parent,))))
    jobs = [
        CardJob(CardSource(card["id"], {**card, "name": card["title"]}, Location("cards")), template, back)
        for card in cards
    ]
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
