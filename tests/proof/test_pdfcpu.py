"""pdfcpu, a strict reader of PDF, finds nothing wrong with what we write; it looks at every key and its version."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tests.proof.project import CACHE
from tests.support.commands import run

NPC = str(REPOSITORY / "packs/nebula/npc/the-vigil.yaml")
RUNNER = REPOSITORY / "tests/proof/pdfcpu.mjs"


def pdfcpu(file: Path) -> subprocess.CompletedProcess[str]:
    command = [str(shutil.which("node")), "--no-warnings", str(RUNNER), str(CACHE / "pdfcpu.wasm"), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "options",
    [
        ("--as", "cards"),
        ("--backs", "long-edge"),
        ("--backs", "gutterfold"),
        ("--for", "press"),
        ("--for", "drivethrucards"),
    ],
    ids=" ".join,
)
def test_what_we_write_is_strictly_valid(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run("render", NPC, *options, "-o", "x.pdf", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    judged = pdfcpu(tmp_path / "x.pdf")

    assert "validation ok" in judged.stdout, judged.stdout + judged.stderr


def test_it_does_find_what_is_wrong(tmp_path: Path) -> None:
    run("render", NPC, "-o", "x.pdf", cwd=tmp_path)
    data = (tmp_path / "x.pdf").read_bytes()
    (tmp_path / "y.pdf").write_bytes(data.replace(b"%PDF-1.7", b"%PDF-1.4"))  # keys that came later

    assert "validation ok" not in pdfcpu(tmp_path / "y.pdf").stdout
