"""docs/bring-your-own-game.md works: its steps are taken in an empty folder, and what they show is what comes out.

`make approve` writes what the commands say into the document, and the pictures; read both before you commit.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from tests.guide.pictures import save
from tests.guide.tutorial import TUTORIAL, Drawn, Said, blocks, steps, with_output
from tests.support.pictures import alike, differences

TEXT = TUTORIAL.read_text("utf-8")


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> list[Said | Drawn]:
    """Every step, taken once."""
    found = list(steps(TEXT, tmp_path_factory.mktemp("game")))
    if request.config.getoption("--approve"):
        TUTORIAL.write_text(with_output(TEXT, [each for each in found if isinstance(each, Said)]), encoding="utf-8")
        for each in found:
            if isinstance(each, Drawn):
                save(each.picture, each.file)
        return [replace(each, shown=each.said) if isinstance(each, Said) else each for each in found]
    return found


def test_every_block_is_part_of_a_step() -> None:
    total, used = blocks(TEXT)

    assert total == used > 20


def test_every_command_says_what_the_tutorial_shows(taken: list[Said | Drawn]) -> None:
    commands = [each for each in taken if isinstance(each, Said)]

    assert {each.command.split()[1] for each in commands} >= {"new", "validate", "check", "generate", "render", "rules"}
    assert {each.code for each in commands} == {0, 1}  # mistakes are a part of it
    for each in commands:
        assert each.said == each.shown, each.command


def test_every_picture_is_what_comes_out(taken: list[Said | Drawn], tmp_path: Path) -> None:
    pictures = [each for each in taken if isinstance(each, Drawn)]

    assert {each.file for each in pictures} == set(TUTORIAL.parent.glob("pictures/own-*.png"))
    for each in pictures:
        each.picture.save(tmp_path / each.file.name)  # to look at when it fails
        kept = Image.open(each.file)
        assert alike(each.picture, kept), f"{each.file.name}: {differences(each.picture, kept)} apart"
        assert each.file.stat().st_size < 60_000


def test_a_step_that_is_told_wrongly_is_found(tmp_path: Path) -> None:
    text = "`a.yaml`:\n\n```yaml\nkind: nothing\n```\n\n```console\n$ cardforge validate a.yaml\nall is well\n```\n"
    (said,) = steps(text, tmp_path)

    assert isinstance(said, Said)
    assert said.code == 1
    assert said.said != said.shown == "all is well\n"
    with pytest.raises(AssertionError, match="stands 0 times"):
        list(steps("In `a.yaml`, `kind: something` becomes `kind: x`.", tmp_path))
