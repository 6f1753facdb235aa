"""The bar that shows how far long work has come: on a terminal only, and gone when it is done."""

from __future__ import annotations

import io

import pytest

from cardforge.cli.show import ProgressBar


class Terminal(io.StringIO):
    """Somebody who looks."""

    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, seconds: float, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is written while five cards are drawn in some seconds each."""
    now = [100.0]
    monkeypatch.setattr("cardforge.cli.show.time.monotonic", lambda: now[0])
    monkeypatch.setattr("sys.stderr", stream)
    with ProgressBar() as progress:
        for done in range(6):
            progress.show("cards", done, 5)
            now[0] += seconds
    return stream.getvalue()


def test_long_work_has_a_bar_that_is_wiped_away(monkeypatch: pytest.MonkeyPatch) -> None:
    written = shown(Terminal(), 1.0, monkeypatch)

    assert "4 of 5 cards" in written
    assert written.endswith("\r\x1b[K")


def test_short_work_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "cards" not in shown(Terminal(), 0.01, monkeypatch)


def test_where_nobody_looks_it_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(io.StringIO(), 1.0, monkeypatch) == ""
