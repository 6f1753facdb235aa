"""The command a person types, from YAML packs to the finished PDF, in turn with typst on the same cards.

From a wheel installed into an environment of its own. Cold (an empty cache), again (nothing changed) and after one card
was edited, each the least of some rounds; in every round typst runs too, so that a slow machine slows both.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.faces import typst_command, workloads
from tests.bench.measure import Measure, measure, megabytes
from tests.bench.validation import rows as validation_rows
from tests.bench.workload import write_cards, write_project
from tests.conftest import REPOSITORY

Row = tuple[str, str, str, str, str]
_ROUNDS, _FEW = 7, 3  # few, where one takes seconds
# Typst's time divided by ours must be at least this: cold, again, one card edited.
WANTED = {
    "540": {"cold": "1.2", "again": "2"},
    "5400": {"cold": "2.5", "again": "8", "edited": "4"},
    "5400unique": {"cold": "2.0"},
    "5400accented": {"cold": "2.3"},
}


def rows(folder: Path) -> Iterator[Row]:
    """Every row of the table of the real command."""
    cardforge, python = _installed(folder)
    named = workloads(folder)
    write_cards(folder, 54)
    start = min(_least([str(python), "-c", "import typer"], folder) for _ in range(2 * _ROUNDS))
    for what, name in {"54 cards": "54", **named}.items():
        project = write_project(folder, name)
        timed = _timed(_render(cardforge, folder), project, folder, typst_command(folder, name), _states(name))
        yield from _ratios(what, name, timed, start)
    backs = _timed(
        _render(cardforge, folder, "--backs", "long-edge"),
        folder / "p5400",
        folder,
        typst_command(folder, "5400", True),
        ("cold",),
    )
    yield _row("5,400 cards with backs: cold", backs["cold"], backs["typst"], "2")
    yield from _growth(cardforge, folder)
    empty = folder / "empty"
    empty.mkdir()
    own = [*_environment(folder), str(cardforge), "render"]
    crew = _timed([*own, "nebula:crew", "--paper", "a4"], empty, folder, [], ("cold", "again"))
    yield "nebula's crew with its drawn art: cold, and again", f"{crew['cold']:.2f} s", f"{crew['again']:.2f} s", "", ""
    shutil.rmtree(folder / "cache", ignore_errors=True)
    box = _least([*own, "nebula", "--all", "--paper", "a4", "-o", "box"], empty)
    yield "the whole box of nebula: cold", f"{box:.2f} s", "", "", ""
    yield from validation_rows(folder / "validation", cardforge)


def _growth(cardforge: Path, folder: Path) -> Iterator[Row]:
    """Time and memory with ten times and a hundred times as many cards."""
    write_cards(folder, 54_000)
    write_project(folder, "54000")
    found: dict[str, Measure] = {}
    for name in ("540", "5400", "54000"):
        command, project = _render(cardforge, folder), folder / f"p{name}"
        shutil.rmtree(folder / "cache", ignore_errors=True)
        seconds = _least(command, project)
        shutil.rmtree(folder / "cache", ignore_errors=True)
        found[name] = Measure(seconds, megabytes(command, project))
    for name, before, most in (("5400", "540", 250), ("54000", "5400", 600)):
        now, ten_times_less = found[name].seconds, found[before].seconds
        what = f"{int(name):,} cards: cold, against {int(before):,}"
        yield what, f"{now:.2f} s", f"{ten_times_less:.2f} s", f"{now / ten_times_less:.1f}", "at most 10"
        yield "  memory of all its processes", f"{found[name].megabytes:.0f} MB", "", "", f"at most {most} MB"


def _ratios(what: str, name: str, timed: dict[str, float], start: float) -> Iterator[Row]:
    if name == "54":  # most of it is start-up, so it is compared with that of the command line library
        for state, most in (("cold", 4), ("again", 3)):
            ratio = f"{timed[state] / start:.1f}"
            yield (
                f"{what}: {state}, against importing typer",
                f"{timed[state]:.2f} s",
                f"{start:.2f} s",
                ratio,
                f"at most {most}",
            )
        return
    for state, least in WANTED[name].items():
        yield _row(f"{what}: {state}", timed[state], timed["typst"], least)


def _states(name: str) -> tuple[str, ...]:
    return tuple(WANTED.get(name, ("cold", "again")))


def _row(what: str, ours: float, typst: float, least: str) -> Row:
    return (
        f"{what}, against typst",
        f"{ours:.2f} s",
        f"{typst:.2f} s",
        f"{typst / ours:.1f}",
        f"at least {least}",
    )


def _timed(command: list[str], cwd: Path, folder: Path, typst: list[str], states: tuple[str, ...]) -> dict[str, float]:
    """The least seconds of each state, in turn with typst."""
    pack = cwd / "packs/bench/set/set-000.yaml"
    text = pack.read_text("utf-8") if "edited" in states else ""
    rounds = _ROUNDS if cwd.name in ("p54", "p540") else _FEW
    found: dict[str, list[float]] = {}

    def take(state: str, run: Callable[[], float]) -> None:
        found.setdefault(state, []).append(run())

    for number in range(rounds):
        shutil.rmtree(folder / "cache", ignore_errors=True)
        take("cold", lambda: _least(command, cwd))
        if "again" in states:
            take("again", lambda: _least(command, cwd))
        if text:
            pack.write_text(text.replace("Officer", f"Officer{number}", 1), encoding="utf-8")
            take("edited", lambda: _least(command, cwd))
            pack.write_text(text, encoding="utf-8")
        if typst:
            take("typst", lambda: _least(typst, cwd))
    return {state: min(seconds) for state, seconds in found.items()}


def _least(command: list[str], cwd: Path) -> float:
    timed: Measure = measure(command, cwd, looks_at_memory=False)
    return timed.seconds


def _render(cardforge: Path, folder: Path, *more: str) -> list[str]:
    return [*_environment(folder), str(cardforge), "render", "packs/bench/set", "--paper", "a4", *more, "-o", "out.pdf"]


def _environment(folder: Path) -> list[str]:
    return ["env", f"XDG_CACHE_HOME={folder / 'cache'}"]


def _installed(folder: Path) -> tuple[Path, Path]:
    """The command and the Python of a new environment with our wheel."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    binaries = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([binaries / "python", "-m", "pip", "install", "--quiet", str(REPOSITORY)], check=True)
    return binaries / "cardforge", binaries / "python"
