"""The look of armada: its icons are what the script draws."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import REPOSITORY

ICONS = REPOSITORY / "templates/armada/icons"


def test_the_icons_are_those_that_the_script_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "tools.armada_icons", str(tmp_path)], cwd=REPOSITORY, check=True)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}

    assert len(drawn) == 65
    assert {file.name: file.read_text("utf-8") for file in ICONS.iterdir()} == drawn
