"""The wheel carries the games: installed into an empty environment, run from an empty folder."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cardforge.load.skeleton import skeleton
from tests.conftest import REPOSITORY


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(REPOSITORY),
    ]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_schemas_packs_templates_and_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    for part in (
        "cardforge/py.typed",
        "cardforge/check/prelude.star",
        "cardforge/campaign/campaign.star",
        "cardforge/builtin/schemas/game.schema.json",
        "cardforge/builtin/schemas/nebula/rules/packs.star",
        "cardforge/builtin/schemas/nebula/steps.star",
        "cardforge/builtin/packs/nebula/game.yaml",
        *(f"cardforge/load/new_game/{path}" for path in skeleton("new-game", "New Game", "NG101")),
    ):
        assert part in names, part
    assert any(name.startswith("cardforge/builtin/templates/") for name in names)


def test_the_installed_wheel_finds_its_game_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    empty = tmp_path / "empty"
    empty.mkdir()
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    done = subprocess.run(
        [str(environment / "bin" / "cardforge"), "validate"], cwd=empty, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "no problems" in done.stdout
    assert list(empty.iterdir()) == []
