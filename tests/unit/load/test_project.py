"""A folder of a project is walked, and nothing else is, however it is built."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from cardforge.core.errors import SurroundingsError
from cardforge.load.project import Project, files_below
from cardforge.load.targets import find_targets


def test_a_folder_that_links_out_of_the_project_is_not_walked(tmp_path: Path) -> None:
    (tmp_path / "packs").symlink_to("/")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/toy").symlink_to("/usr")
    project = Project((tmp_path,))

    for walk in (
        project.game_files,
        lambda: project.files("packs"),
        lambda: project.icon_files("toy"),
        lambda: find_targets([str(tmp_path)]),
    ):
        with pytest.raises(SurroundingsError, match="points outside the project"):
            walk()


def test_a_folder_may_link_to_another_of_the_same_project(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a.yaml").touch()
    (tmp_path / "packs").symlink_to("real")

    assert [file.name for file in Project((tmp_path,)).files("packs")] == ["a.yaml"]


def test_folders_nested_without_end_are_refused(tmp_path: Path) -> None:
    """Deeper than Python can walk; made one by one, as the whole path is too long for the system."""
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1100):
        os.mkdir("n", dir_fd=here)
        inner = os.open("n", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    try:
        with pytest.raises(SurroundingsError, match="more than 40 levels deep"):
            list(files_below(tmp_path))
    finally:
        subprocess.run(["/bin/rm", "-rf", str(tmp_path / "n")], check=True)  # pytest deletes by recursion
