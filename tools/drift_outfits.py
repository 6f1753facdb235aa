"""Write the faces of the outfits of the game drift: a front and a back for every outline that `defaults.yaml` names.

Takes a folder; writes outfit-NAME.yaml and outfit-NAME-back.yaml. The faces differ only in their cells and in where a
line of text finds room: its name in the longest row of cells, its price in a cell beside it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from ruamel.yaml import YAML

CELL = 15
STRIP = 10.5  # from the top of a cell to its line of text, below a use circle
_DEFAULTS = Path("packs/drift/defaults.yaml")


class Row(NamedTuple):
    """Neighbouring cells of one row: where they start, and how many they are."""

    length: int
    y: int
    x: int


def rows_of(shape: list[str]) -> list[Row]:
    """All rows of cells, the longest first, then from the top."""
    found = []
    for y, line in enumerate(shape):
        start = None
        for x, cell in enumerate([*line, "."]):
            if cell != "." and start is None:
                start = x
            elif cell == "." and start is not None:
                found.append(Row(x - start, y, start))
                start = None
    return sorted(found, key=lambda row: (-row.length, row.y))


def face(name: str, shape: list[str], is_back: bool) -> str:
    """The text of one face."""
    cells = [line[::-1] if is_back else line for line in shape]
    width, height = len(cells[0]) * CELL, len(cells) * CELL
    rows = rows_of(cells)
    main, others = rows[0], rows[1:]
    squares = ", ".join(f'"{line.replace("X", "#")}"' for line in cells)
    side = "back" if is_back else "front"
    lines = [
        "# yaml-language-server: $schema=../../../schemas/face.schema.json",
        f"# Written by tools/drift_outfits.py: the {side} of outfits with the outline `{name}`.",
        "kind: face",
        "system: drift",
        f"id: outfit-{name}{'-back' if is_back else ''}",
        *([] if is_back else [f"for: [outfit/{name}]"]),
        "extends: [outfit]",
        f"outline: {{cells: [{squares}], cell: {CELL}}}",
        *([] if is_back else [f"back: outfit-{name}-back"]),
        "elements:",
        _element("body", f'image: "{{art|}}", draw: outfit{"-back" if is_back else ""}', -3, -3, width + 6, height + 6),
        *_strip(main, others),
    ]
    return "\n".join(lines) + "\n"


def _strip(main: Row, others: list[Row]) -> list[str]:
    x, y, wide = main.x * CELL, main.y * CELL + STRIP, main.length * CELL
    last = others[-1] if others else None
    second = next((row for row in others if row.length > 1 and row is not last), None)
    tier = x + wide - 6.4
    name = tier - 0.6 - (x + 5.4) - (0 if last else 10)
    badge = 'badge: "T{tier}", style: tier, form: rectangle, radius: 0.8'
    price = 'text: "{price:thousands} cr", style: price'
    found = [
        _element("sign", 'icon: "{type}"', x + 1.6, y - 0.1, 3.2, 3.2, "fill: ink"),
        _element("name", 'text: "{name}", style: tile', x + 5.4, y, name, 3),
        _element("tier", badge, tier, y, 5, 3, 'fill: "tier-{tier}", when: tier'),
        _element("price", price, last.x * CELL + 2.1, last.y * CELL + STRIP, 10.6, 3)
        if last
        else _element("price", price, tier - 10.4, y, 9.8, 3),
        _element(
            "rule",
            'text: "{text}", style: rule',
            x + 2.1,
            main.y * CELL + 2.1,
            wide - 4.2,
            8,
            "when: text, unless: use",
        ),
    ]
    if second:
        line_x, line_y = second.x * CELL + 2.1, second.y * CELL + STRIP
        only = "when: text, unless: {type: [plating, pod]}"
        found.append(
            _element("line", 'text: "{text}", style: line', line_x, line_y, second.length * CELL - 4.2, 3, only)
        )
    return found


def _element(id: str, what: str, x: float, y: float, width: float, height: float, more: str = "") -> str:
    """One element of a face."""
    box = f"x: {x:g}, y: {y:g}, width: {width:g}, height: {height:g}"
    return f"  - {{id: {id}, {what}, {box}{', ' if more else ''}{more}}}"


def faces() -> dict[str, str]:
    """Every face by the name of its file."""
    outlines = YAML(typ="safe").load(_DEFAULTS.read_text("utf-8"))["outlines"]
    found = {}
    for name, shape in outlines.items():
        found[f"outfit-{name}.yaml"] = face(name, shape, is_back=False)
        found[f"outfit-{name}-back.yaml"] = face(name, shape, is_back=True)
    return found


if __name__ == "__main__":
    for file, text in faces().items():
        (Path(sys.argv[1]) / file).write_text(text, "utf-8")
