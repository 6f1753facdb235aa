"""Small projects with one good file of every kind: what a run starts from.

Built once in a folder; each run gets a copy, so that nothing that a command writes is seen by the next.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pikepdf

from cardforge.load.project import builtin_root
from tests.conftest import REPOSITORY
from tests.support.commands import call
from tests.support.fonts import font
from tests.support.grey_coast import DECK, grey_coast
from tests.support.pdf_drafts import made
from tests.support.pictures import png
from tests.support.spreadsheets import Row, as_csv, as_ods, as_xlsx, market

CAMPAIGN = "coast.yaml"
SCENARIO = "packs/nebula/scenarios/the-dark-lamps.yaml"
SETTINGS, CACHE = ".settings", ".cache"  # inside a project, so that they are files to damage like any others
PACK = "packs/post/set/first-cards.yaml"
_PICTURES = {
    "art/fog.jpg": "JPEG",
    "art/a.png": "PNG",
    "art/a.webp": "WEBP",
    "art/a.tif": "TIFF",
    "art/a.gif": "GIF",
    "art/a.bmp": "BMP",
}
_ALBUM = {f"album/{at}{Path(path).suffix}": format for at, (path, format) in enumerate(_PICTURES.items())} | {
    "album/0-back.png": "PNG"
}
_ART = """
def art(card, canvas):
    w, h, p = canvas.width, canvas.height, canvas.palette
    drawings = [fill(rectangle(0, 0, w, h), linear(0, 0, 0, h, [(0, p["sky"]), (1, p["paper"])]))]
    for at in range(5):
        x = between("x%d" % at, 4, w - 4)
        drawings.append(fill(circle(x, h / 2, 1 + at), p["ember"], 0.5))
        drawings.append(stroke(polygon(regular(5, x, h / 2, 4)), p["ink"], 0.2))
    return drawings
"""


def post(folder: Path) -> Path:
    """A game as `cardforge new` makes it, with a recipe, pictures, a font, a vendor, a printer, a manifest and a cache."""
    folder.mkdir()
    (folder / "packs").mkdir()  # so that the game joins this folder
    _done(folder, "new", "post")
    for path, format in _PICTURES.items():
        _write(folder / path, png((30, 20), "teal", format))
    shutil.copy(REPOSITORY / "docs/examples/art/gull.svg", folder / "art/gull.svg")
    _write(folder / "templates/fonts/squares.ttf", font())
    _write(folder / "templates/fonts/outlines.otf", font(outlines="CFF"))
    _write(folder / "templates/post/art/sea.star", _ART.encode())
    shutil.copytree(REPOSITORY / "templates/print", folder / "templates/print")
    pack = folder / PACK
    text = pack.read_text("utf-8")
    for path, after in zip((*_PICTURES, "art/gull.svg"), ("sky\n", "leaf\n", "ember\n", "dusk\n"), strict=False):
        text = text.replace(f"colour: {after}", f"colour: {after}    art: {path}\n")
    pack.write_text(text, encoding="utf-8")
    schema = folder / "schemas/post/set.schema.json"
    text = schema.read_text("utf-8")
    schema.write_text(text.replace('"copies": {', '"art": {"type": "string"},\n        "copies": {'), encoding="utf-8")
    face = folder / "templates/post/faces/set.yaml"
    text = face.read_text("utf-8")
    text = text.replace("elements:\n", 'elements:\n  - {image: "{art|}", draw: sea, x: 5, y: 5, width: 3, height: 2}\n')
    text = text.replace(
        "  foot: {size",
        "  odd: {font: squares, size: 9, floor: 6}\n  odder: {font: outlines, size: 9, floor: 6}\n  foot: {size",
    )
    text += '  - {text: "ABC", style: odd, x: 30, y: 75, width: 10, height: 4}\n  - {text: "CAB", style: odder, x: 40, y: 75, width: 10, height: 4}\n'
    face.write_text(text, encoding="utf-8")
    _spreadsheets(folder)
    _done(folder, "printer", "calibrate", "den", "--read", "0.5,-0.25,0.5,-0.25")
    _done(folder, "render", "packs", "--as", "sheets", "--manifest", "built.json", "-o", "sheets.pdf")
    for standard in ("x1a", "x4"):
        with pikepdf.open(_write(folder / f"{standard}.pdf", made(standard)), allow_overwriting_input=True) as pdf:
            pdf.save(qdf=True)  # streams that are not compressed, so that their words can be changed
    return folder


def _spreadsheets(folder: Path) -> None:
    """Cards in a spreadsheet, and an export of the pack in which one card is another."""
    rows: list[Row] = [["Card Name", "Cost", "Text"], ["Ada", 1, "Draw **two** cards."], ["Bo", 2, "Wait."]]
    _write(folder / "cards.csv", as_csv(rows))
    pack = folder / PACK
    text = pack.read_text("utf-8")
    pack.write_text(text.replace("name: Open Window", "name: Closed Window"), encoding="utf-8")
    _done(folder, "sheet", "export", "post", "-o", "cards.xlsx")
    pack.write_text(text, encoding="utf-8")


def coast(folder: Path) -> Path:
    """A campaign of two steps, with a scenario and the steps of its game, which are then a stranger's."""
    grey_coast(folder)
    shutil.copytree(REPOSITORY / "schemas/nebula", folder / "schemas/nebula")
    _write(folder / "packs/nebula/game.yaml", (REPOSITORY / "packs/nebula/game.yaml").read_bytes())
    _write(folder / SCENARIO, (REPOSITORY / "packs/nebula/scenarios/the-dark-lamps.yaml").read_bytes())
    _done(folder, "campaign", "new", CAMPAIGN, "--sector", "grey-coast", "--deck", DECK, "--name", "Grey")
    _done(folder, "campaign", "step", CAMPAIGN, "discover", "gc-watch")
    return folder


def stall(folder: Path) -> Path:
    """Packs whose cards are in a spreadsheet of each sort, and a deck of them."""
    rows: list[Row] = [["id", "name", "cost", "keywords", "stats.might"], ["apple", "Apple", 1, "red, round", 2]]
    rows += [["pear", "Pear", 2, "green", 1], ["plum", "Plum", 0, None, 3]]
    as_text = "kind: stall\nsystem: market\nid: {0}\nname: {0}\ncards: {{sheet: {0}{1}}}\n"
    face = "kind: face\nid: stall\nfor: [stall]\nsize: poker\nelements:\n"
    face += '  - {text: "{name}", x: 6, y: 6, width: 50, height: 8}\n  - {text: "{cost|}", x: 6, y: 20, width: 50, height: 8}\n'
    files: dict[str, Any] = {"templates__market__faces__stall.yaml": face}
    for name, ending, data in (
        ("b", ".tsv", as_csv(rows, "\t")),
        ("c", ".xlsx", as_xlsx(rows)),
        ("d", ".ods", as_ods(rows)),
    ):
        files |= {f"packs__market__{name}{ending}": data, f"packs__market__{name}.yaml": as_text.format(name, ending)}
    files["packs__market__deck.yaml"] = "kind: deck\nsystem: market\nname: All\nstalls: [fruit, b]\nbrings: [c/apple]\n"
    return market(folder, "fruit.csv", as_csv(rows), **files)


def album(folder: Path) -> Path:
    """Pictures that become cards without a project, and a list of them."""
    for path, format in _ALBUM.items():
        _write(folder / path, png((30, 20), "teal", format))
    _write(folder / "list.txt", b"# some\n4x album/1.png\nalbum/0.jpg\n2x album/*.webp\n")
    return folder


PROJECTS = {"post": post, "coast": coast, "stall": stall, "album": album}


def without_games(folder: Path) -> Path:
    """The files of an installed cardforge without a game."""
    for path in ("schemas", "templates"):
        (folder / path).mkdir(parents=True)
        for file in (REPOSITORY / path).glob("*.*"):
            shutil.copy(file, folder / path)
    shutil.copytree(REPOSITORY / "templates/print", folder / "templates/print")
    return folder


def find_installed(name: str, bare: Path) -> None:
    """Let commands in a project find no game but its own, so that no run reads what it is not about.

    The campaign is one of a game that came with cardforge.
    """
    found = builtin_root() if name == "coast" else bare
    for module in list(sys.modules.values()):
        if "builtin_root" in vars(module) and module.__name__.startswith("cardforge."):
            vars(module)["builtin_root"] = lambda: found


def environment(folder: Path) -> dict[str, str]:
    """Where commands find the settings and the cache of a project."""
    return {"XDG_CONFIG_HOME": str(folder / SETTINGS), "XDG_CACHE_HOME": str(folder / CACHE)}


def _done(folder: Path, *arguments: str) -> None:
    done = call(*arguments, cwd=folder, **environment(folder))
    assert done.returncode == 0, done


def _write(file: Path, data: bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file
