"""The look of nebula: what is drawn by a script is what the script draws, and every face shows what it must."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import REPOSITORY

ICONS = REPOSITORY / "templates/nebula/icons"


def test_the_icons_are_those_that_the_script_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "tools/nebula_icons.py", str(tmp_path)], cwd=REPOSITORY, check=True)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}

    assert len(drawn) == 78
    assert {file.name: file.read_text("utf-8") for file in ICONS.iterdir()} == drawn
