"""Write docs/architecture.md and its picture from the code: `make docs`.

Takes the layers from `pyproject.toml`, the sentence of each package from its docstring, and the road of a card from a
real render (`card_road`); gives the page and an SVG. Nothing is listed by hand, so a new package appears by itself.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from html import escape
from itertools import groupby
from textwrap import wrap

from tools.card_road import road
from tools.generated import REPOSITORY, filled, table

PAGE = REPOSITORY / "docs/architecture.md"
PICTURE = REPOSITORY / "docs/pictures/layers.svg"
COMMAND = ("render", "nebula:crew", "--paper", "a4")

# The picture, in pixels. Letters are estimated wide, because every reader has another font.
_WIDTH, _PADDING, _GAP = 860, 15, 5
_BASE, _LINE, _LETTER = 20, 16, 6.3
_BESIDE = 100  # where the sentence begins that is on the same line as its name
_STOP = 9  # radius of a numbered stop
_STYLE = """\
text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#4a5568}
.name{font-weight:700;font-size:14px;fill:#1f2733}
.box{fill:#f6f4ee;stroke:#cfc8b8}
.on{fill:#fdf3d7;stroke:#d9a520}
.stop{fill:#b3541e}
.number{fill:#fff;font-weight:700;font-size:11px;text-anchor:middle}
@media (prefers-color-scheme:dark){
text{fill:#aab4c3}.name{fill:#eef2f8}
.box{fill:#1d2430;stroke:#3b4658}.on{fill:#33301f;stroke:#b8902f}
}"""


def layers() -> list[list[str]]:
    """The packages of each layer, from the top down."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    contract = next(each for each in settings["contracts"] if each["type"] == "layers")
    return [[name.strip(" ()") for name in layer.split("|")] for layer in contract["layers"]]


def sentence(package: str) -> str:
    """What a package says it is for: the first paragraph of its docstring."""
    text = (REPOSITORY / "cardforge" / package / "__init__.py").read_text("utf-8")
    said = ast.get_docstring(ast.parse(text))
    if not said:
        raise ValueError(f"cardforge/{package}/__init__.py does not say what the package is for")
    return " ".join(said.split("\n\n")[0].split())


def stops(modules: list[str]) -> list[tuple[str, list[str]]]:
    """The road in stops: a package, and the modules that are entered before the road goes on to another package."""
    halves = (module.partition("/") for module in modules)
    return [(package, [name for _, _, name in stop]) for package, stop in groupby(halves, key=lambda each: each[0])]


def page(text: str, modules: list[str]) -> str:
    """The page with its tables written anew."""
    return filled(text, {"layers": _layer_table(), "road": _road_table(stops(modules))})


def _layer_table() -> str:
    rows: list[tuple[str, ...]] = [
        (str(number), f"[`{package}`](../cardforge/{package})", sentence(package))
        for number, layer in enumerate(layers(), 1)
        for package in layer
    ]
    return table(("layer", "package", "what it is for"), rows)


def _road_table(found: list[tuple[str, list[str]]]) -> str:
    rows: list[tuple[str, ...]] = []
    for number, (package, names) in enumerate(found, 1):
        links = (f"[{_shown(name)}](../cardforge/{package}/{name}.py)" for name in names)
        rows.append((str(number), f"`{package}`", ", ".join(links)))
    return table(("stop", "package", "modules"), rows)


def _shown(name: str) -> str:
    return name.removesuffix("/__init__")


def picture(modules: list[str]) -> str:
    """The layers as rows of boxes; a package that the card enters has the number of its first stop."""
    order: dict[str, int] = {}
    for number, (package, _) in enumerate(stops(modules), 1):
        order.setdefault(package, number)
    boxes: list[str] = []
    top = _GAP
    for layer in layers():
        wide = (_WIDTH - _GAP * (len(layer) + 1)) / len(layer)
        alone = len(layer) == 1  # then there is room for the sentence beside the name
        room = wide - 2 * _PADDING - (_BESIDE + 3 * _STOP if alone else 0)
        said = [wrap(sentence(package).replace("`", ""), int(room / _LETTER)) for package in layer]
        height = 2 * _PADDING + _LINE * (max(map(len, said)) - alone)
        for at, package in enumerate(layer):
            place = (_GAP + at * (wide + _GAP), top, wide, height)
            boxes += _box(package, said[at], order.get(package, 0), place, _BESIDE if alone else 0)
        top += height + _GAP
    title = "The packages of cardforge in layers; each imports only packages below it"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top}" role="img" aria-label="{title}">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}\n</style>\n" + "\n".join(boxes) + "\n</svg>\n"
    )


def _box(
    package: str, lines: list[str], number: int, place: tuple[float, float, float, float], beside: int
) -> Iterator[str]:
    x, y, width, height = place
    kind = "box on" if number else "box"
    yield f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"/>'
    yield f'<text class="name" x="{x + _PADDING:g}" y="{y + _BASE:g}">{package}</text>'
    for at, line in enumerate(lines, 0 if beside else 1):
        yield f'<text x="{x + _PADDING + beside:g}" y="{y + _BASE + at * _LINE:g}">{escape(line)}</text>'
    if number:
        middle, down = x + width - _PADDING - _STOP / 2, y + _PADDING
        yield f'<circle class="stop" cx="{middle:g}" cy="{down:g}" r="{_STOP}"/>'
        yield f'<text class="number" x="{middle:g}" y="{down + 4:g}">{number}</text>'


def main() -> None:
    """Write the page and its picture."""
    modules = road(*COMMAND)
    PAGE.write_text(page(PAGE.read_text("utf-8"), modules), encoding="utf-8")
    PICTURE.write_text(picture(modules), encoding="utf-8")


if __name__ == "__main__":
    main()
