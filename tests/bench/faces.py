"""The engine alone, without reading YAML, schemas and preflight: cards to PDF, nine to a page.

Against typst on the same data, fonts and layout (`../shared/bench`). What people wait for is in `commands.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.bench.measure import Measure, in_turn, measure
from tests.conftest import REPOSITORY

SHARED = REPOSITORY.parent / "shared" / "bench"
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
ACCENTS = str.maketrans("aeioucnsyz", "áèïöûçñšÿž")


def workloads(folder: Path) -> dict[str, str]:
    """Write the data; gives what each is called and the name of its file."""
    environment = {**os.environ, "BENCH_WORK": str(folder)}
    subprocess.run([sys.executable, str(SHARED / "make_data.py"), "540", "5400"], env=environment, check=True)
    cards = json.loads((folder / "cards_5400.json").read_text("utf-8"))["cards"]
    unique = [{**card, "body": _unique(card["body"], at)} for at, card in enumerate(cards)]
    accented = [
        {**card, "body": card["body"].translate(ACCENTS), "title": card["title"].translate(ACCENTS)} for card in cards
    ]
    for name, made in (("5400unique", unique), ("5400accented", accented)):
        (folder / f"cards_{name}.json").write_text(json.dumps({"cards": made}), encoding="utf-8")
    return {
        "540 cards": "540",
        "5,400 cards": "5400",
        "5,400 cards, every word unique": "5400unique",
        "5,400 cards, accented": "5400accented",
    }


def _unique(body: str, at: int) -> str:
    """The same words, each made its own by letters in its middle."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = []
    for place, word in enumerate(body.split()):
        number = at * 60 + place
        mark = "".join(letters[number // 26**power % 26] for power in range(4))
        words.append(word[:1] + mark[: max(2, len(word) - 1)] + mark[2:])
    return " ".join(words)


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
    template = SHARED / "cards.typ"
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
