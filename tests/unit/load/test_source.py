"""Encodings by name, and files that are not files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardforge.core.limits import TEXT_BYTES
from cardforge.core.problems import Problem
from cardforge.load.source import Source, decode, read_source


def _problem(found: Source | Problem) -> Problem:
    assert isinstance(found, Problem)
    return found


def test_utf_8_is_read_with_and_without_a_mark() -> None:
    for data in ("naïve".encode(), "naïve".encode("utf-8-sig")):
        found = decode(data, "x.yaml")
        assert isinstance(found, Source)
        assert found.text == "naïve"


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"), ("utf-32", "UTF-32"), ("cp1252", "Windows-1252")],
)
def test_another_encoding_is_reported_by_name(encoding: str, name: str) -> None:
    problem = _problem(decode("name: Zoë\nid: é\n".encode(encoding), "x.yaml"))

    assert problem.code == "CF002"
    assert name in problem.message


def test_the_place_of_a_wrong_byte_is_given() -> None:
    assert str(_problem(decode(b"a: 1\nb: caf\xe9\n", "x.yaml")).where) == "x.yaml:2:7"
    assert str(_problem(decode(b"\xef\xbb\xbfa: 1\nb: caf\xe9\n", "x.yaml")).where) == "x.yaml:2:7"


def test_a_zero_byte_is_not_text() -> None:
    assert _problem(decode(b"a: 1\nb: \0" + b"c" * 40, "x.yaml")).where.line == 2


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    with file.open("wb") as stream:
        stream.truncate(TEXT_BYTES.most + 1)

    assert _problem(read_source(file, "x.yaml")).code == "CF003"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.yaml")

    assert _problem(read_source(tmp_path / "x.yaml", "x.yaml")).code == "CF001"


def test_a_missing_file_and_a_folder_are_problems(tmp_path: Path) -> None:
    assert _problem(read_source(tmp_path / "no.yaml", "no.yaml")).code == "CF001"
    assert _problem(read_source(tmp_path, "folder")).code == "CF001"
