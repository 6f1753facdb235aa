"""`make bench`: ratios to other tools and what somebody waits for at the page, all measured in this one run.

Times on shared machines mean little; a ratio of two commands run one after the other means something.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.bench.commands import rows as command_rows
from tests.bench.faces import against_typst, ours, workloads
from tests.bench.measure import measure
from tests.bench.nebula_decks import write_decks
from tests.bench.page import after_save, after_seed, open_page, work_of_a_pack
from tests.bench.print_runs import measure_print_run
from tests.bench.seeds import cluster, rates, variety
from tests.bench.validation import rows as validation_rows
from tests.conftest import REPOSITORY
from tests.support.fair import fair
from tests.web.conftest import FACE, PACK

BIN = Path(sys.executable).parent
PARTS = ("commands", "validation", "decks", "start", "faces", "sheets", "again", "box", "generate", "publish", "page")
DECKS = 1_000
GENERATED = int(os.environ.get("CARDFORGE_GENERATED", "20000"))  # 100,000 take five times as long
PRINTED = int(os.environ.get("CARDFORGE_PRINTED", "2000"))  # decks, one PDF each
SAMPLED = 1_000  # packs, for variety
EMPTY_APP = "import typer\napp = typer.Typer()\n@app.command()\ndef f() -> None:\n    pass\napp()\n"


def main() -> None:
    """Print every ratio as a row."""
    print(f"{'what':<52} {'ours':>9} {'theirs':>9} {'ratio':>7}  wanted")
    with tempfile.TemporaryDirectory() as name:
        parts = [
            part
            for part in (commands, validation, decks, start, faces, sheets, again, box, generate, publish, page)
            if part.__name__ in (sys.argv[1:] or PARTS)
        ]
        for part in parts:
            folder = Path(name) / part.__name__  # apart, so that no part finds the packs of another
            folder.mkdir()
            part(folder)


def row(what: str, ours: str, theirs: str, ratio: str, wanted: str) -> None:
    print(f"{what:<52} {ours:>9} {theirs:>9} {ratio:>7}  {wanted}", flush=True)


def commands(folder: Path) -> None:
    """The command a person types, from an installed wheel."""
    for each in command_rows(folder):
        row(*each)


def validation(folder: Path) -> None:
    for each in validation_rows(folder, BIN / "cardforge"):
        row(*each)


def decks(folder: Path) -> None:
    """Decks a second on one core, and whether memory grows with their number."""
    few, many = (folder / "decks" / str(number) for number in (DECKS // 10, DECKS))
    files = [write_decks(few, DECKS // 10), write_decks(many, DECKS)]
    one_core = ["taskset", "-c", "0", str(BIN / "cardforge"), "check", "--format", "json"]
    small, large = (measure([*one_core, *map(str, each)], folder, runs=2) for each in files)
    rate = (DECKS - DECKS // 10) / (large.seconds - small.seconds)
    row(f"check {DECKS} decks, start-up not counted", f"{rate:.0f} /s", "", "", "at least 200 /s on one core")
    row(f"check {DECKS} decks, start-up counted", f"{DECKS / large.seconds:.0f} /s", "", "", "")
    row(
        f"  memory of {DECKS // 10} and {DECKS} decks",
        f"{small.megabytes:.0f} MB",
        f"{large.megabytes:.0f} MB",
        "",
        "flat",
    )


def faces(folder: Path) -> None:
    """The engine alone: cards to PDF, start-up counted."""
    for what, name in workloads(folder).items():
        own, other = against_typst(folder, name)
        ratio = other.seconds / own.seconds
        wanted = "at least 1" if name == "540" else "at least 5"
        row(
            f"the engine alone: {what} to PDF, against typst",
            f"{own.seconds:.2f} s",
            f"{other.seconds:.2f} s",
            f"{ratio:.1f}",
            wanted,
        )
        row("  memory", f"{own.megabytes:.0f} MB", f"{other.megabytes:.0f} MB", "", "at most 250 MB")


def sheets(folder: Path) -> None:
    """Cards with their backs on both sides of the paper, start-up counted; and many copies of few."""
    workloads(folder)
    for name, wanted in (("540", "at least 1"), ("5400", "at least 4")):
        own, other = against_typst(folder, name, backs=True)
        what = f"{int(name):,} cards with backs, against typst"
        ratio = f"{other.seconds / own.seconds:.1f}"
        row(what, f"{own.seconds:.2f} s", f"{other.seconds:.2f} s", ratio, wanted)
        row("  memory", f"{own.megabytes:.0f} MB", f"{other.megabytes:.0f} MB", "", "at most 250 MB")
    few = json.loads((folder / "cards_540.json").read_text("utf-8"))["cards"][:54]
    (folder / "cards_54.json").write_text(json.dumps({"cards": few}), encoding="utf-8")
    sizes = []
    for copies in (1, 185):
        made = ours(folder, "54", copies)
        sizes.append((made.seconds, (folder / "a.pdf").stat().st_size / 1e6))
    (once, small), (often, large) = sizes
    row("10,000 copies of 54 cards, against one of each", f"{often:.2f} s", f"{once:.2f} s", f"{often / once:.1f}", "")
    row("  size of the file", f"{large:.2f} MB", f"{small:.2f} MB", f"{large / small:.1f}", "little more than 1")


def again(folder: Path) -> None:
    """The built-in cards as pictures: all, and again after one was changed."""
    for source in (REPOSITORY / "packs/nebula").rglob("*.yaml"):
        target = folder / "packs/nebula" / source.relative_to(REPOSITORY / "packs/nebula")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source.read_text("utf-8"), encoding="utf-8")
    changed = folder / "packs/nebula/crew/ada-voss.yaml"
    for what, arguments in (
        ("crew as PDF", ["-o", "crew.pdf"]),
        ("crew as pictures", ["--as", "png", "-o", "crew"]),
    ):
        command = [
            "env", f"XDG_CACHE_HOME={folder / 'cache'}", str(BIN / "cardforge"), "render", "nebula:crew", *arguments,
        ]  # fmt: skip
        first = measure(command, folder, looks_at_memory=False)
        changed.write_text(changed.read_text("utf-8").replace("flavor: ", "flavor: Now ", 1), encoding="utf-8")
        second = measure(command, folder, looks_at_memory=False)
        ratio = first.seconds / second.seconds
        row(
            f"{what}, again after one card changed",
            f"{second.seconds:.2f} s",
            f"{first.seconds:.2f} s",
            f"{ratio:.1f}",
            "",
        )


def box(folder: Path) -> None:
    """A whole game with an empty cache, on every core."""
    command = [str(BIN / "cardforge"), "render", "armada", "--edition", "2", "--all", "--paper", "a4", "-o", "box"]
    made = measure(["env", f"XDG_CACHE_HOME={folder / 'cache'}", *command], folder, looks_at_memory=False)
    row("the box of armada, nothing remembered", f"{made.seconds:.2f} s", "", "", "at most 20 s")


def generate(folder: Path) -> None:
    """Packs from seeds: speed, memory, on a Dask cluster, and how much they differ."""
    proven, whole = rates("crew", SAMPLED)
    row("crew packs from seeds, made and validated", f"{proven:.0f} /s", "", "", "at least 500 /s on one core")
    row("  with rules checked and YAML written too", f"{whole:.0f} /s", "", "", "")
    command = [str(BIN / "cardforge"), "generate", "crew", "--seed", "bench", "--force"]
    few, many = (measure([*command, "--count", str(count), "-o", str(count)], folder) for count in (SAMPLED, GENERATED))
    row(f"{GENERATED:,} crew packs to disk, on every core", f"{GENERATED / many.seconds:.0f} /s", "", "", "")
    row(
        f"  memory of {SAMPLED:,} and of these",
        f"{few.megabytes:.0f} MB",
        f"{many.megabytes:.0f} MB",
        "",
        "below 200 MB, flat",
    )
    found = variety(folder / str(SAMPLED))
    row(f"{SAMPLED:,} crew packs: distinct names", f"{found['names']:.1%}", "", "", "at least 99 %")
    row("  distinct effect texts", f"{found['effects']:.1%}", "", "", "at least 70 %")
    row("  the ability used most", f"{found['ability']:.1%}", "", "", "at most 3 %")
    shutil.rmtree(folder / str(GENERATED))
    with cluster() as address:
        arguments = ["deck", "--seed", "bench", "--count", str(GENERATED), "-o", "dask", "--scheduler", address]
        dask = measure([str(BIN / "cardforge"), "generate", *arguments], folder, looks_at_memory=False)
    rate = f"{GENERATED / dask.seconds:.0f} /s"
    row(f"{GENERATED:,} decks with their packs, on a Dask cluster", rate, "", "", "")


def publish(folder: Path) -> None:
    """Decks as PDFs on a cluster of two workers: small ones, and some of nebula, whose art is drawn."""
    game = fair(folder / "game")
    nebula = folder / "nebula"
    nebula.mkdir()
    runs = ((game, "fair", PRINTED, "6 cards each"), (nebula, "nebula", max(2, PRINTED // 50), "some 170 cards each"))
    for project, system, count, size in runs:
        arguments = ["deck", "--game", system, "--seed", "bench"]
        made = measure_print_run(project, arguments, folder / f"{system}-pdfs", count)
        row(f"{count:,} decks of {system} as PDFs, {size}", f"{made.seconds:.0f} s", "", "", "")
        row("  each", f"{made.seconds / count:.2f} s", "", "", "")
        for name, (first, second) in made.megabytes.items():
            row(f"  memory of the {name}, both halves", f"{first:.0f} MB", f"{second:.0f} MB", "", "flat")


def page(folder: Path) -> None:
    """The web page, from a save or a click to the pixels in a browser."""
    with open_page(folder) as opened:
        pack = after_save(opened, folder / PACK, "name: Brakk\n", "name: Brakk {}\n")
        row("the open page after a pack is saved", f"{pack:.2f} s", "", "", "at most 0.5 s")
        face = after_save(opened, folder / FACE / "crew.yaml", "height: 0.9, fill", "height: 1.{}, fill")
        row("  after a face is saved", f"{face:.2f} s", "", "", "at most 0.5 s")
        row("  17 cards from a seed", f"{after_seed(opened):.2f} s", "", "", "at most 1 s")
    row("  work of all its processes for them", f"{work_of_a_pack(folder):.2f} s", "", "", "at most 1.6 s")


def start(folder: Path) -> None:
    python = sys.executable
    empty = folder / "empty_app.py"
    empty.write_text(EMPTY_APP, encoding="utf-8")
    for what, own, other, wanted in (
        ("cardforge --version, against importing typer", ["--version"], [python, "-c", "import typer"], "at most 1.5"),
        ("cardforge --help, against an empty typer app", ["--help"], [python, str(empty), "--help"], "at most 1.3"),
    ):
        ours = measure([str(BIN / "cardforge"), *own], folder, runs=15)
        theirs = measure(other, folder, runs=15)
        ratio = ours.seconds / theirs.seconds
        row(what, f"{ours.seconds * 1000:.0f} ms", f"{theirs.seconds * 1000:.0f} ms", f"{ratio:.2f}", wanted)


if __name__ == "__main__":
    main()
