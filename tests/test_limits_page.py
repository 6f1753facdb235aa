"""docs/limits.md is what `make docs` writes, and what is beyond a limit is refused with the way to raise it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardforge.core.limits import LIMITS
from tests.support.commands import Done, call
from tests.support.projects import write_files
from tools.limits import PAGE, page

TEXT = PAGE.read_text("utf-8")
FACE = "kind: face\nid: card\nfor: [pack]\nsize: {{width: {side}, height: {side}}}\nbleed: 0\nelements:\n  - {{text: '{{name}}', x: 5, y: 5, width: 50, height: 8}}\n"


def test_the_page_is_what_the_command_writes() -> None:
    assert page(TEXT) == TEXT, "run `make docs`"
    assert all(each.variable in TEXT for each in LIMITS)


def rendered(folder: Path, *options: str, copies: int = 1, side: int = 60, **environment: str) -> Done:
    """A game of one card, rendered."""
    write_files(
        folder,
        {
            "packs/toy/game.yaml": 'kind: game\nsystem: toy\nname: Toy\nversion: "1.0"\nkinds:\n  pack: {is: pack, title: pack}\n',
            "packs/toy/a.yaml": f"kind: pack\nsystem: toy\nid: a\nname: A\ncards:\n  - {{id: one, name: One, copies: {copies}}}\n",
            "schemas/toy/pack.schema.json": json.dumps({"type": "object"}),
            "templates/toy/faces/card.yaml": FACE.format(side=side),
        },
    )
    return call("render", "toy:pack", *options, cwd=folder, **environment)


@pytest.mark.parametrize(
    "options", [[], ["--as", "sheets"], ["--as", "tabletop"], ["--for", "makeplayingcards"], ["--as", "png"]]
)
def test_more_copies_than_anybody_prints_are_refused(options: list[str], tmp_path: Path) -> None:
    done = rendered(tmp_path, *options, copies=10**12)

    assert done.returncode == 1, done.stderr
    assert "CF509" in done.stdout
    assert "CARDFORGE_MAX_COPIES" in done.stdout
    assert "packs/toy/a.yaml:6:" in done.stdout


def test_a_picture_with_too_many_pixels_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    done = rendered(tmp_path, "--as", "png", "--dpi", "1200", side=1000)

    assert done.returncode == 2, done.stderr
    assert "47,244 × 47,244 pixels" in done.stderr
    assert "CARDFORGE_MAX_DRAWN_PIXELS" in done.stderr
