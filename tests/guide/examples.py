"""The examples of docs/templates.md: cards, faces and pictures as they stand there, drawn by the real command.

A picture belongs to the faces above it, back to the picture before. A face without `for` is there to be extended and
stays for all that follow. The words of a picture name the cards it shows, from left to right.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import yaml
from PIL import Image

from tests.conftest import REPOSITORY
from tests.guide.pictures import SHARPER, framed
from tests.support.commands import run

GUIDE = REPOSITORY / "docs/templates.md"
PROJECT = REPOSITORY / "docs/examples"  # what every project has besides its cards and faces
DPI = 112 * SHARPER  # a poker card is 278 pixels wide then
_PART = re.compile(
    r"^```yaml\n(?P<yaml>.*?)^```|^!\[(?P<words>[^]]*)\]\((?P<picture>[^)]+)\)", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Example:
    """Some faces, and the picture that they make."""

    picture: Path
    words: str
    pack: str
    faces: tuple[str, ...]

    def draw(self, folder: Path) -> Image.Image:
        """Write the project into a folder, check it, and draw the cards that the picture shows."""
        project = folder / "project"
        shutil.copytree(PROJECT, project)
        _write(project / "packs/skerry/crew/night-watch.yaml", self.pack)
        for face in self.faces:
            _write(project / f"templates/skerry/faces/{yaml.safe_load(face)['id']}.yaml", face)
        checked = run("validate", "--strict", cwd=project)
        assert checked.returncode == 0, checked.stdout
        drawn = run("render", "skerry:crew", "--as", "png", "--dpi", str(DPI), "-o", "faces", cwd=project)
        assert (drawn.returncode, drawn.stderr) == (0, ""), drawn.stdout + drawn.stderr
        return framed([Image.open(file) for file in self._shown(project / "faces")])

    def _shown(self, folder: Path) -> list[Path]:
        """The files of the faces that the words name; a back is named by the id of its face."""
        pack = yaml.safe_load(self.pack)
        files = {card["name"]: folder / f"{pack['id']}_{card['id']}.png" for card in pack["cards"]}
        files |= {file.stem: file for file in folder.glob("*.png") if file not in files.values()}
        named = [name for name in files if name in self.words]
        assert named, f"the words “{self.words}” name no card"
        return [files[name] for name in sorted(named, key=self.words.index)]


def examples() -> list[Example]:
    """All examples of the guide, in its order."""
    pack, kept, new = "", list[str](), list[str]()
    found = []
    for part in _PART.finditer(GUIDE.read_text("utf-8")):
        text = part["yaml"]
        if text is None:
            if new:
                found.append(Example(GUIDE.parent / part["picture"], part["words"], pack, (*kept, *new)))
            kept += [face for face in new if "for" not in yaml.safe_load(face)]
            new = []
        elif text.startswith("kind: face"):
            new.append(text)
        elif "\ncards:" in text:
            pack = text
    return found


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
