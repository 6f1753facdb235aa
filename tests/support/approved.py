"""Compare faces with what was approved: small pictures, and words with their places."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.guide.pictures import save
from tests.support.pdfs import placed_words
from tests.support.pictures import alike, differences

MOST = 20_000  # bytes of a picture


def prove_picture(drawn: Path, approved: Path, approve: bool, aside: Path) -> None:
    """A face looks as approved; the drawn one is put aside, to look at when it fails."""
    picture = Image.open(drawn).convert("RGB")
    if approve:
        save(picture, approved, MOST)
    picture.save(aside / "drawn.png")

    assert approved.stat().st_size < MOST
    assert alike(picture, Image.open(approved)), f"{differences(picture, Image.open(approved))} apart"


def prove_words(pdf: Path, approved: Path, approve: bool) -> None:
    """The words of a PDF stand where they were approved."""
    found = placed_words(pdf)
    if approve:
        approved.write_text(found, encoding="utf-8")

    assert found == approved.read_text("utf-8")
