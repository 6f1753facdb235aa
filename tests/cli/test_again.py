"""The same command run again: nothing is drawn if no file has changed, and the result is that of an empty cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardforge.render.renderer import Renderer
from tests.support.commands import call
from tests.support.pictures import png
from tests.support.projects import edit, project, write_files

FACE = """
kind: face
id: item
for: [item]
styles:
  small: {size: 5.5}
elements:
  - {image: "{art|}", x: 5, y: 5, width: 50, height: 40}
  - {image: art/star.svg, x: 5, y: 46, width: 4, height: 4}
  - {text: "{name}", x: 5, y: 52, width: 50, height: 6}
  - {text: "small print", style: small, x: 5, y: 60, width: 50, height: 6}
"""
STAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>'
COMMAND = ("render", "packs/nebula/item", "--paper", "a4", "-o", "out.pdf")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files: dict[str, bytes | str] = {"art__one.png": png((700, 560)), "art__star.svg": STAR}
    return project(tmp_path / "game", {"one": "art/one.png", "two": None}, FACE, **files)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cards drawn so far, by id."""
    found: list[str] = []
    draw = Renderer.draw_as

    def watched(self: Renderer, jobs, *rest):  # type: ignore[no-untyped-def]
        found.extend(job.card.id for job in jobs)
        return draw(self, jobs, *rest)

    monkeypatch.setattr(Renderer, "draw_as", watched)
    return found


def made(folder: Path, cache: Path) -> tuple[str, bytes]:
    done = call(*COMMAND, cwd=folder, XDG_CACHE_HOME=str(cache))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, (folder / "out.pdf").read_bytes()


def test_nothing_is_drawn_again_and_all_is_said_again(folder: Path, tmp_path: Path, drawn: list[str]) -> None:
    first = made(folder, tmp_path / "cache")
    assert drawn == ["odds/one", "odds/two"]
    (folder / "out.pdf").unlink()

    assert made(folder, tmp_path / "cache") == first
    assert drawn == ["odds/one", "odds/two"]
    assert "CF420" in first[0]  # the small print: a warning, with its line
    assert "small print" in first[0]


CHANGES: dict[str, Callable[[Path], object]] = {
    "a card": lambda at: edit(at / "packs/nebula/item/odds.yaml", '"name": "two"', '"name": "too"'),
    "a face": lambda at: edit(at / "templates/nebula/faces/item.yaml", "y: 52", "y: 51"),
    "a comment above a warning": lambda at: edit(at / "templates/nebula/faces/item.yaml", "styles:", "# x\nstyles:"),
    "a picture": lambda at: (at / "art/one.png").write_bytes(png((700, 560), "blue")),
    "a drawing": lambda at: edit(at / "art/star.svg", "h10v10z", "h9v9h-9z"),
    "a new pack": lambda at: write_files(
        at,
        {
            "packs/nebula/item/more.yaml": "kind: item\nsystem: nebula\nid: more\nname: More\ncards:\n"
            "  - {id: x, name: X, group: item, consumable: false, effect: Draw 1 card.}\n"
        },
    ),
    "an icon of the same name": lambda at: write_files(at, {"templates/nebula/icons/item.svg": STAR}),
    "a schema": lambda at: write_files(at, {"schemas/nebula/none.schema.json": "{}"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_the_result_is_that_of_an_empty_cache(change: str, folder: Path, tmp_path: Path) -> None:
    made(folder, tmp_path / "cache")
    CHANGES[change](folder)

    assert made(folder, tmp_path / "cache") == made(folder, tmp_path / "empty")


def test_a_change_is_seen_where_several_processes_read_the_files(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process has read must count as read, or the old file would be written again."""
    monkeypatch.setattr("cardforge.validate.reading.WORTH_SPLITTING", 1)
    monkeypatch.setattr("cardforge.validate.reading.cores", lambda: 2)
    CHANGES["a new pack"](folder)
    made(folder, tmp_path / "cache")
    CHANGES["a card"](folder)

    assert made(folder, tmp_path / "cache") == made(folder, tmp_path / "empty")


def test_one_edited_card_is_the_only_one_drawn(folder: Path, tmp_path: Path, drawn: list[str]) -> None:
    made(folder, tmp_path / "cache")
    drawn.clear()
    CHANGES["a card"](folder)
    made(folder, tmp_path / "cache")

    assert drawn == ["odds/two"]


def test_an_output_that_became_a_folder_is_reported_as_before(folder: Path, tmp_path: Path) -> None:
    made(folder, tmp_path / "cache")
    (folder / "out.pdf").unlink()
    (folder / "out.pdf").mkdir()
    again = call(*COMMAND, cwd=folder, XDG_CACHE_HOME=str(tmp_path / "cache"))
    new = call(*COMMAND, cwd=folder, XDG_CACHE_HOME=str(tmp_path / "empty"))

    assert (again.returncode, again.stderr) == (new.returncode, new.stderr)
    assert again.returncode != 0
