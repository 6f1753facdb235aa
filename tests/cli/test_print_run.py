"""`cardforge generate --count --render`: a PDF for each of many, whatever happens to some of them or to the run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardforge.app import print_run
from cardforge.app.printed_member import PrintedMember, PrintRun, print_part
from tests.support.commands import call, run, surroundings
from tests.support.pictures import png
from tests.support.print_runs import COMMAND, PATCHY, files_in, illustrated
from tests.support.projects import edit
from tests.support.waiting import wait_for
from tests.unit.parallel.test_children import is_running

OUTPUT = Path("output/deck-tea")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return illustrated(tmp_path / "game")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the decks drawn so far, all in this process."""
    found: list[int] = []

    def watched(run: PrintRun, numbers: tuple[int, ...]) -> list[PrintedMember]:
        found.extend(numbers)
        return print_part(run, numbers)

    monkeypatch.setattr(print_run, "cores", lambda: 1)
    monkeypatch.setattr(print_run, "print_part", watched)
    return found


def test_each_deck_is_the_pdf_that_render_makes_of_it(project: Path, drawn: list[int]) -> None:
    done = call(*COMMAND, cwd=project)
    pdfs = sorted((project / OUTPUT).glob("*.pdf"))

    assert (done.returncode, done.stderr) == (0, ""), done
    assert done.stdout.splitlines() == [f"6 decks from the seed `tea` in {OUTPUT}", f"6 PDFs written to {OUTPUT}"]
    assert [pdf.name for pdf in pdfs] == [f"{at}-night-of-band-1.pdf" for at in range(1, 7)]
    for pdf in pdfs[2:4]:
        deck = pdf.with_suffix("") / "night-of-band-1.yaml"
        assert call("render", str(deck), "--as", "sheets", "-o", "alone.pdf", cwd=project).returncode == 0
        assert (project / "alone.pdf").read_bytes() == pdf.read_bytes()
    assert call(*COMMAND[:4], "--seed", "tea/3", "--render", "-o", "three", cwd=project).returncode == 0
    assert (project / "three/night-of-band-1.pdf").read_bytes() == pdfs[2].read_bytes()
    assert len({pdf.read_bytes() for pdf in pdfs}) == 6


def test_all_cores_make_the_bytes_of_one(project: Path, drawn: list[int]) -> None:
    assert call(*COMMAND, "-o", "one", cwd=project).returncode == 0
    done = run(*COMMAND, "-o", "all", cwd=project)

    assert (done.returncode, done.stderr) == (0, ""), done
    assert files_in(project / "all") == files_in(project / "one")
    assert drawn == [1, 2, 3, 4, 5, 6]


def test_a_deck_that_cannot_be_drawn_is_named_and_the_others_are_written(tmp_path: Path, drawn: list[int]) -> None:
    project = illustrated(tmp_path / "game", PATCHY)
    done = call(*COMMAND, cwd=project)
    missing = [at for at in range(1, 7) if not (project / OUTPUT / f"{at}-night-of-band-1.pdf").exists()]

    assert done.returncode == 1, done
    assert len(missing) == 3
    for at in missing:
        deck = OUTPUT / f"{at}-night-of-band-1"
        where = (
            f"{deck}/night-of-band-1.yaml: error CF604: the deck `night-of-band-1` from the seed `tea/{at}` cannot be"
        )
        assert where in done.stdout
        alone = call("render", str(deck / "night-of-band-1.yaml"), "--as", "sheets", "-o", "a.pdf", cwd=project)
        lost = [line for line in alone.stdout.splitlines() if "art/lost.png" in line and " error " in line]
        assert lost
        assert all(line in done.stdout for line in lost)  # at the same line of the same file
    assert done.stdout.endswith(f"3 PDFs written to {OUTPUT}\n")
    assert done.stderr.strip() == "3 decks not drawn"
    again = call(*COMMAND, cwd=project)
    assert drawn == [1, 2, 3, 4, 5, 6, *missing]
    assert (again.returncode, again.stderr) == (1, done.stderr)
    assert again.stdout.endswith("3 PDFs of an earlier run kept, as nothing has changed\n")


def test_a_seed_on_which_the_recipe_fails_is_named_and_the_others_are_drawn(tmp_path: Path, drawn: list[int]) -> None:
    band = PATCHY.replace("art/lost.png", "art/one.png").replace(
        "def make(o):", 'def make(o):\n    x = 1 // roll("x", 9)'
    )
    project = illustrated(tmp_path / "game", band)
    done = call(*COMMAND, cwd=project)
    failed = [at for at in range(1, 7) if not (project / OUTPUT / f"{at}-night-of-band-1.pdf").exists()]

    assert (done.returncode, 0 < len(failed) < 6) == (1, True), done
    assert done.stdout.count("CF602") == len(failed)
    assert all(f"the seed `tea/{at}" in done.stdout for at in failed)


CHANGES: dict[str, tuple[Callable[[Path], object], list[int], int]] = {
    "nothing": (lambda at: None, [], 0),
    "a PDF is gone": (lambda at: (at / OUTPUT / "3-night-of-band-1.pdf").unlink(), [3], 0),
    "a YAML file is gone": (lambda at: (at / OUTPUT / "2-night-of-band-1/band-1.yaml").unlink(), [2], 0),
    "a PDF is another": (lambda at: (at / OUTPUT / "3-night-of-band-1.pdf").write_bytes(b"%PDF-mine"), [3], 3),
    "the picture": (lambda at: (at / "art/one.png").write_bytes(png((700, 560), "blue")), [1], 3),
    "the face": (lambda at: edit(at / "templates/fair/faces/band.yaml", "y: 52", "y: 51"), [1], 3),
    "the recipe": (lambda at: edit(at / "templates/fair/recipes/band.star", "Play {a noun}", "Try {a noun}"), [1], 3),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_second_run_draws_only_what_is_missing_and_replaces_nothing(
    change: str, project: Path, drawn: list[int]
) -> None:
    act, expected, code = CHANGES[change]
    assert call(*COMMAND, cwd=project).returncode == 0
    drawn.clear()
    act(project)
    before = files_in(project / OUTPUT)
    done = call(*COMMAND, cwd=project)

    assert (done.returncode, drawn) == (code, expected), done
    assert ("already exists" in done.stderr) is (code == 3)
    after = files_in(project / OUTPUT)
    assert after | before == after
    assert len(after) == 6 * 4
    assert call(*COMMAND, "--force", cwd=project).returncode == 0
    assert drawn == [*expected, 1, 2, 3, 4, 5, 6]
    assert call(*COMMAND, "-o", "fresh/new", cwd=project).returncode == 0
    assert files_in(project / OUTPUT) == files_in(project / "fresh/new")


def test_a_project_that_changes_meanwhile_stops_the_run(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def changing(run: PrintRun, numbers: tuple[int, ...]) -> list[PrintedMember]:
        if numbers == (4,):
            CHANGES["the face"][0](project)
        return print_part(run, numbers)

    monkeypatch.setattr(print_run, "cores", lambda: 1)
    monkeypatch.setattr(print_run, "print_part", changing)
    done = call(*COMMAND, cwd=project)

    assert done.returncode == 3
    assert "were changed while its cards were being drawn" in done.stderr
    assert len(list((project / OUTPUT).glob("*.pdf"))) == 3


def test_a_folder_inside_the_project_gets_the_same_pdfs(project: Path, drawn: list[int]) -> None:
    assert call(*COMMAND, cwd=project).returncode == 0
    inside = [call(*COMMAND, "-o", "packs/fair/many", cwd=project) for _ in range(2)]

    assert [done.returncode for done in inside] == [0, 0], inside
    assert drawn == [1, 2, 3, 4, 5, 6] * 2
    pdfs = {path: data for path, data in files_in(project / OUTPUT).items() if path.endswith(".pdf")}
    assert {path: data for path, data in files_in(project / "packs/fair/many").items() if path in pdfs} == pdfs


def test_bills_are_complete_although_some_pdfs_are_kept(project: Path, drawn: list[int]) -> None:
    band = [each if each != "deck" else "band" for each in COMMAND]
    first = call(*band, "--report", "-o", "many", cwd=project)
    next(iter(sorted((project / "many").glob("*.pdf")))).unlink()
    again = call(*band, "--report", "-o", "many", cwd=project)

    assert first.stdout.count("points in total") == 6, first
    assert again.stdout.splitlines()[:-3] == first.stdout.splitlines()[:-2]


def test_ctrl_c_leaves_no_process_and_the_next_run_goes_on(project: Path) -> None:
    words = [sys.executable, "-m", "cardforge", *COMMAND[:-3], "--count", "300", "--render"]
    running = subprocess.Popen(
        words, cwd=project, env=surroundings(), stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_for(lambda: len(list((project / OUTPUT).glob("*.pdf"))) > 3, "some PDFs")
    children = _below(running.pid)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal sends it: to all
    _, said = running.communicate()

    assert children
    for pid in children:
        wait_for(lambda pid=pid: not is_running(pid), f"{pid} to end")  # type: ignore[misc]
    assert running.returncode == 130
    assert "Traceback" not in said
    assert 3 < len(list((project / OUTPUT).glob("*.pdf"))) < 300
    assert not [file for file in (project / OUTPUT).rglob(".*") if file.is_file()]


def _below(parent: int) -> list[int]:
    """All processes below one."""
    found = [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split()]
    return found + [other for each in found for other in _below(each)]
