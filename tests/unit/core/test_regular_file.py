"""One function reads every file of a stranger: what is not a bounded regular file in its folder is refused at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardforge.core.limits import Limit
from cardforge.core.regular_file import RefusedFile, files_read, read_regular
from tests.support.waiting import must_end

SMALL = Limit("small", 10, "bytes", "this is a test")


def refusal(file: Path, *roots: Path) -> RefusedFile:
    with must_end(), pytest.raises(RefusedFile) as refused:
        read_regular(file, SMALL, roots)
    return refused.value


def test_a_file_within_the_limit_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"0123456789")

    assert read_regular(tmp_path / "a", SMALL, (tmp_path,)) == b"0123456789"


def test_a_larger_file_is_refused_with_the_variable_that_allows_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"0123456789+")
    refused = refusal(tmp_path / "a")

    assert refused.is_too_large
    assert "11 bytes; the limit is 10" in refused.reason
    assert "CARDFORGE_MAX_SMALL" in refused.hint


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")

    assert "not a regular file" in refusal(tmp_path / "a").reason


def test_a_device_or_a_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("/dev/zero")

    assert "not a regular file" in refusal(tmp_path / "a").reason
    assert "not a regular file" in refusal(tmp_path).reason


def test_a_file_whose_size_is_hidden_is_read_no_further_than_the_limit() -> None:
    file = Path("/proc/self/status")
    assert file.stat().st_size == 0

    assert refusal(file).is_too_large


def test_links_may_lead_anywhere_within_the_folders_and_not_out_of_them(tmp_path: Path) -> None:
    for folder in ("mine", "ours", "theirs"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a").write_bytes(b"x")
        (tmp_path / "mine" / folder).symlink_to(tmp_path / folder / "a")
    roots = (tmp_path / "mine", tmp_path / "ours")

    assert [read_regular(tmp_path / "mine" / name, SMALL, roots) for name in ("mine", "ours")] == [b"x", b"x"]
    assert refusal(tmp_path / "mine" / "theirs", *roots).is_outside


def test_what_is_not_there_or_links_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")

    assert refusal(tmp_path / "none").reason == "no such file or directory"
    assert "symbolic links" in refusal(tmp_path / "round").reason
    assert refusal(tmp_path / "a\0b").reason


def test_who_watches_around_another_sees_what_is_read_after_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a", encoding="utf-8")
    with files_read() as outer:
        with files_read() as inner:  # both are empty, and so equal
            pass
        read_regular(tmp_path / "a.txt", SMALL)

    assert (set(inner), set(outer)) == (set(), {str(tmp_path / "a.txt")})
