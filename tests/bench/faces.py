"""The engine alone, without reading YAML, schemas and preflight: cards to PDF, nine to a page.

Against typst on the same data, fonts and layout. What people wait for is in `commands.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.bench.measure import Measure, in_turn, measure
from tests.bench.workload import HERE, write_cards, write_variants
from tests.conftest import REPOSITORY

# The same job in typst: a page of fronts, then a page of backs in mirrored places.
BACKS = """
#let back = block(width: 63mm, height: 88mm, fill: rgb("#1b2a41"), {
  place(dx: 4mm, dy: 4mm, rect(width: 55mm, height: 80mm, radius: 2.5mm, stroke: 0.8mm + rgb("#ccd6e6")))
  place(center + horizon, text(size: 16pt, weight: "bold", fill: white, "Bench"))
})
#for (p, grp) in cards.chunks(9).enumerate() {
  if p > 0 { pagebreak() }
  marks
  for (i, c) in grp.enumerate() {
    place(dx: mx + calc.rem(i, 3) * 63mm, dy: my + calc.quo(i, 3) * 88mm, card(c))
  }
  pagebreak()
  marks
  for (i, c) in grp.enumerate() {
    place(dx: mx + (2 - calc.rem(i, 3)) * 63mm, dy: my + calc.quo(i, 3) * 88mm, back)
  }
}
"""


def workloads(folder: Path) -> dict[str, str]:
    """Write the data; gives what each is called and the name of its file."""
    write_cards(folder, 540, 5_400)
    write_variants(folder, 5_400)
    return {
        "540 cards": "540",
        "5,400 cards": "5400",
        "5,400 cards, every word unique": "5400unique",
        "5,400 cards, accented": "5400accented",
    }


def against_typst(folder: Path, name: str, backs: bool = False) -> tuple[Measure, Measure]:
    """Our engine and typst, by its package; with backs on sheets."""
    return in_turn(_command(folder, name, copies=int(backs)), typst_command(folder, name, backs), REPOSITORY, runs=5)


def typst_command(folder: Path, name: str, backs: bool = False) -> list[str]:
    """Typst on a workload, by its package; with backs on sheets."""
    script = (
        "import sys, typst; "
        "typst.compile(sys.argv[1], output=sys.argv[4], root='/', font_paths=[sys.argv[2] + '/fonts'], "
        "ignore_system_fonts=True, sys_inputs={'work': sys.argv[2], 'n': sys.argv[3]})"
    )
    template = HERE / "cards.typ"
    if backs:
        fronts = template.read_text("utf-8").partition("#for (p, grp)")[0]
        template = folder / "sheets.typ"
        template.write_text(fronts + BACKS, encoding="utf-8")
    return [sys.executable, "-c", script, str(template), str(folder), name, str(folder / "b.pdf")]


def ours(folder: Path, name: str, copies: int) -> Measure:
    """Our engine alone, on sheets that have backs."""
    return measure(_command(folder, name, copies), REPOSITORY, runs=5)


def _command(folder: Path, name: str, copies: int) -> list[str]:
    """Our engine; with copies, on sheets that have backs."""
    command = [sys.executable, "-m", "tests.bench.card_sheet", str(folder / f"cards_{name}.json")]
    return [*command, str(folder / "a.pdf"), *([str(copies)] if copies else [])]
