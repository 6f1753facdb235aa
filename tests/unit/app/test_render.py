"""The road of a card: every stage is entered once, in order, whoever asks for it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from cardforge.app.render import RenderRequest, render
from cardforge.core.choices import Product
from cardforge.products.sheet_options import SheetOptions

# What each stage is entered by, in the order of the road.
ENTRIES = {
    "render/selection.py": "selection",
    "link/linking.py": "link",
    "render/face_cache.py": "draw_cached",
    "impose/imposition.py": "impose",
    "write/pdf_document.py": "document",
    "preflight/own_pages.py": "judge_pages",
    "write/atomic.py": "write_together",
}


def entered(work: Callable[[], object]) -> list[str]:
    """The entries of stages that some work calls, in order."""
    found: list[str] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if event == "call" and "/cardforge/" in file:
            module = file.rpartition("/cardforge/")[2]
            if ENTRIES.get(module) == frame.f_code.co_name:
                found.append(module)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


@pytest.fixture
def request_for_sheets(in_repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RenderRequest:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    pack = "packs/nebula/crew/ysolde-quill.yaml"
    return RenderRequest((pack,), Product.SHEETS, tmp_path / "sheets.pdf", "Ysolde", sheets=SheetOptions(paper="a4"))


def test_a_render_of_one_pack_enters_each_stage_once_in_order(request_for_sheets: RenderRequest) -> None:
    assert entered(lambda: render(request_for_sheets)) == list(ENTRIES)


def test_nothing_is_written_while_something_is_wrong(
    request_for_sheets: RenderRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.yaml").write_text("kind: crew\nsystem: nebula\nid: wrong\n", encoding="utf-8")
    outcome = render(RenderRequest(("wrong.yaml",), Product.SHEETS, tmp_path / "sheets.pdf"))

    assert not outcome.is_written
    assert {problem.code for problem in outcome.problems} == {"CF101"}
    assert not (tmp_path / "sheets.pdf").exists()
