"""A file is replaced whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardforge.core.errors import SurroundingsError
from cardforge.write.atomic import write_whole


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    write_whole(file, b"new")

    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.yaml"]


def test_a_failed_write_leaves_the_old_file_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("old", encoding="utf-8")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SurroundingsError, match="no space left"):
        write_whole(file, b"new")

    assert file.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.yaml"]


def test_a_folder_that_is_not_there_is_a_clear_stop(tmp_path: Path) -> None:
    with pytest.raises(SurroundingsError):
        write_whole(tmp_path / "no" / "x.yaml", b"new")


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("old", encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "real.yaml")
    write_whole(tmp_path / "link.yaml", b"new")

    assert (tmp_path / "link.yaml").is_symlink()
    assert (tmp_path / "real.yaml").read_bytes() == b"new"
