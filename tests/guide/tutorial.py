"""docs/bring-your-own-game.md as steps that can be taken: files to write, lines to change, commands and their output.

- "`path`:" and a block: the file is written; it must not be there.
- "At the end of `path`:" and a block: the block is added.
- "In `path`, `this` becomes `that`": the words are changed; they stand there once.
- A block of console: each line after `$ ` is run, and what follows it is what it says.
- A picture: the cards that its words name, as the last command with `--as png` drew them. One before the first such
  command shows a picture that comes later.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from PIL import Image

from tests.conftest import REPOSITORY
from tests.guide.pictures import framed
from tests.support.commands import run

TUTORIAL = REPOSITORY / "docs/bring-your-own-game.md"
_STEP = re.compile(
    r"^`(?P<new>[\w./-]+)`:\n\n```\w+\n(?P<text>.*?)^```$"
    r"|^At the end of `(?P<longer>[\w./-]+)`:\n\n```\w+\n(?P<more>.*?)^```$"
    r"|In `(?P<edited>[\w./-]+)`, `(?P<old>[^`\n]+)`\s+becomes\s+`(?P<instead>[^`\n]+)`"
    r"|^```console\n(?P<session>.*?)^```$"
    r"|^!\[(?P<words>[^]]*)\]\((?P<picture>[^)]+)\)$",
    re.DOTALL | re.MULTILINE,
)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


@dataclass(frozen=True)
class Said:
    """A command of the tutorial, what the tutorial says it says, and what it said."""

    command: str
    shown: str
    said: str
    code: int


@dataclass(frozen=True)
class Drawn:
    """A picture of the tutorial as it comes out."""

    file: Path
    picture: Image.Image


def steps(text: str, folder: Path) -> Iterator[Said | Drawn]:
    """Take every step in a folder, in the order of the text."""
    pictures: Path | None = None
    for step in _STEP.finditer(text):
        if step["new"]:
            file = folder / step["new"]
            assert not file.exists(), f"{step['new']} is there already"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(step["text"], encoding="utf-8")
        elif step["longer"]:
            with (folder / step["longer"]).open("a", encoding="utf-8") as stream:
                stream.write(step["more"])
        elif step["edited"]:
            _edit(folder / step["edited"], step["old"], step["instead"])
        elif step["session"]:
            for command, shown in _COMMAND.findall(step["session"]):
                program, *arguments = shlex.split(command)
                assert program == "cardforge", command
                done = run(*arguments, cwd=folder)
                pictures = folder / arguments[-1] if "png" in arguments else pictures
                yield Said(command, shown, done.stdout + done.stderr, done.returncode)
        elif pictures:
            yield Drawn(TUTORIAL.parent / step["picture"], _picture(step["words"], folder, pictures))


def with_output(text: str, said: list[Said]) -> str:
    """The text with what its commands really say."""
    left = iter(said)

    def session(step: re.Match[str]) -> str:
        if not step["session"]:
            return step[0]
        commands = [f"$ {(each := next(left)).command}\n{each.said}" for _ in _COMMAND.findall(step["session"])]
        return f"```console\n{''.join(commands)}```"

    return _STEP.sub(session, text)


def blocks(text: str) -> tuple[int, int]:
    """How many blocks the text has, and how many of them are part of a step."""
    taken = [step for step in _STEP.finditer(text) if step["new"] or step["longer"] or step["session"]]
    return len(re.findall(r"^```", text, re.MULTILINE)) // 2, len(taken)


def _edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"`{old}` stands {text.count(old)} times in {file.name}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def _picture(words: str, folder: Path, pictures: Path) -> Image.Image:
    """The cards that the words name, from left to right; a back is named by the id of its face."""
    files = {file.stem: file for file in pictures.glob("*.png")}
    for path in (folder / "packs").rglob("*.yaml"):
        pack = yaml.safe_load(path.read_text("utf-8"))
        files |= {
            card["name"]: file
            for card in pack.get("cards", ())
            if (file := pictures / f"{pack['id']}_{card['id']}.png").exists()
        }
    named = sorted((name for name in files if name in words), key=words.index)
    assert named, f"the words “{words}” name no card"
    return framed([Image.open(files[name]) for name in named])
