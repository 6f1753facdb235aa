"""The 72 borders of a tile, reckoned a second time, against the rules and against what is drawn."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import cos, dist, pi, sin, sqrt
from typing import Any

import pytest
import yaml

from cardforge.check.rule_file import PRELUDE, common_script
from cardforge.layout.art import ArtScript
from cardforge.layout.boxes import Box
from cardforge.layout.display import Clipped, Item, Shape
from cardforge.load.game import Games
from cardforge.load.project import builtin_project
from cardforge.scripting.script import Script
from tests.conftest import REPOSITORY

Tile = dict[str, Any]
Space = tuple[int, int]
Edge = frozenset[Space]  # the spaces on both sides, of which one may lie outside the tile

ALONE = {"asteroid", "ice", "debris"}
KINDS = (
    ["normal", "inner", "star", "asteroid", "ice", "debris", "nebula", "gate"]
    + [f"shield_{law}" for law in ("lawful", "neutral", "outlaw")]
    + [f"entrance_{law}" for law in ("lawful", "neutral", "outlaw")]
)
SPACES = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
TILES = [
    card
    for file in sorted((REPOSITORY / "packs/drift/sector").glob("*.yaml"))
    for card in yaml.safe_load(file.read_text("utf-8"))["cards"]
    if "group" not in card
]


def centre(space: Space) -> tuple[float, float]:
    """The middle of a space, in widths of a space, with y pointing down."""
    return space[0] + space[1] / 2, space[1] * sqrt(3) / 2


NEAR = [(q, r) for q in range(-3, 4) for r in range(-3, 4)]
BESIDE = {space: [other for other in NEAR if round(dist(centre(space), centre(other)), 6) == 1] for space in SPACES}
EDGES: list[Edge] = list({frozenset((space, other)): None for space in SPACES for other in BESIDE[space]})


def edge_named(q: int, r: int, d: int) -> Edge:
    """The border `[q, r, d]`: d 0 is to the right, then counter-clockwise on the paper."""
    x, y = centre((q, r))
    beyond = (x + cos(d * pi / 3), y - sin(d * pi / 3))
    (other,) = [each for each in NEAR if dist(centre(each), beyond) < 0.01]
    return frozenset(((q, r), other))


def reckoned(tile: Tile) -> dict[Edge, str]:
    """The kinds of all borders, by sections 2.11 and 8: what is said comes before what follows from the regions."""
    regions = {tuple(each["cell"]): each["in"] for each in tile["cells"]}
    law = tile["type"].removesuffix("_planet")
    said = {edge_named(*edge): f"entrance_{law}" for edge in tile.get("entrances", [])}
    said |= {edge_named(*each["edge"]): each["border"] for each in tile.get("edges", [])}
    found = {}
    for edge in EDGES:
        around = {regions.get(space, "open") for space in edge}
        (region, *rest) = around - {"open"} or {"open"}
        assert not rest, "regions do not touch"
        if region == "open":
            kind = "normal"
        elif len(around) == 1 and region not in ALONE:
            kind = "inner"
        else:
            kind = f"shield_{law}" if region == "planet" else region
        found[edge] = said.get(edge, kind)
    return found


@cache
def rules() -> Script:
    game = Games(builtin_project())["drift"]
    text = """load("shared/tiles.star", "borders_of")
def asked(card):
    return json.encode([[list(border), kind] for border, kind in borders_of(wrap_game(card)).items()])
"""
    given = (json.dumps(game.data), "game = wrap_game(given)\n")
    return common_script("asked.star", text, PRELUDE.read_text("utf-8"), given, game.common)


def by_the_rules(tile: Tile) -> list[tuple[Edge, str]]:
    return [(edge_named(*border), kind) for border, kind in rules().call("asked", json.dumps(tile))]


# What a border looks like is replaced by a line of a width of its own, in a colour that only its kind has.
PLAIN_BORDER = """
def border(p, kind, region, law, a, b):
    return [stroke(line([a, b]), p[kind], 7.5)]
"""
FLATS, WIDTH, HEIGHT = 25.0, 131.0, 121.47
COLOURS = {f"#0000{at:02x}": kind for at, kind in enumerate(KINDS)}
OTHERS = ["space", *(f"b-{kind}" for kind in (*KINDS, "lawful", "neutral", "outlaw", "purple", "orange"))]


@cache
def art() -> ArtScript:
    own, shared = (REPOSITORY / "templates/drift/art" / name for name in ("sector.star", "shared.star"))
    return ArtScript("sector.star", own.read_text("utf-8") + PLAIN_BORDER, (shared.name, shared.read_text("utf-8")))


def shapes_in(items: Iterable[Item]) -> list[Shape]:
    found = []
    for item in items:
        if isinstance(item, Clipped):
            found += shapes_in(item.items)
        elif isinstance(item, Shape):
            found.append(item)
    return found


def middle_of(edge: Edge) -> tuple[float, float]:
    """Where the middle of a border is drawn, in mm: on the rim 15 % of the way inwards, so that it is not cut off."""
    one, other = sorted(edge, key=lambda space: space not in SPACES)
    share = 0.5 if other in SPACES else 0.5 * 0.85
    (x, y), (u, v) = centre(one), centre(other)
    return WIDTH / 2 + FLATS * (x + (u - x) * share), HEIGHT / 2 + FLATS * (y + (v - y) * share)


def as_drawn(tile: Tile) -> list[tuple[Edge, str]]:
    palette = dict.fromkeys(OTHERS, "#808080") | {kind: colour for colour, kind in COLOURS.items()}
    canvas = {"width": WIDTH, "height": HEIGHT, "palette": palette, "seed": tile["id"]}
    drawn = art().draw(json.dumps(tile), json.dumps(canvas), Box(0, 0, WIDTH, HEIGHT))
    found = []
    for shape in shapes_in(drawn):
        if shape.stroke_width == 7.5:
            (ax, ay), (bx, by) = [numbers for _, numbers in shape.path]
            at = ((ax + bx) / 2, (ay + by) / 2)
            (edge,) = [edge for edge in EDGES if dist(middle_of(edge), at) < 0.05]
            found.append((edge, COLOURS[shape.stroke]))
    return found


def grown(seed: int) -> Tile:
    """A tile with regions that do not touch, entrances and edges of other kinds; not all of them are legal."""
    draw = random.Random(seed)  # noqa: S311 - a fixed sample
    law = draw.choice(["lawful", "neutral", "outlaw"])
    regions: dict[Space, str] = {}
    for space in draw.sample(SPACES, 19):
        near = {regions[other] for other in BESIDE[space] if other in regions}
        choices = [*near] if near else ["planet", "nebula", "star", "gate", *ALONE]
        if len(choices) == 1 or not near:
            regions |= {space: draw.choice(choices)} if draw.random() < 0.6 else {}
    edges = draw.sample(EDGES, 8)
    names = {edge: draw.choice(list(all_names(edge))) for edge in edges}
    return {
        "id": f"t-{seed}",
        "type": f"{law}_planet",
        "cells": [{"cell": list(space), "in": regions.get(space, "open")} for space in draw.sample(SPACES, 19)],
        "entrances": [list(names[edge]) for edge in edges[:3]],
        "edges": [{"edge": list(names[edge]), "border": draw.choice(KINDS)} for edge in edges[3:]],
    }


def all_names(edge: Edge) -> Iterable[tuple[int, int, int]]:
    """The one or two ways to write a border: from each space of the tile at its sides."""
    return ((*space, d) for space in edge if space in SPACES for d in range(6) if edge_named(*space, d) == edge)


def test_a_tile_has_42_borders_inside_and_30_at_its_rim() -> None:
    inside = [edge for edge in EDGES if all(space in SPACES for space in edge)]

    assert (len(inside), len(EDGES) - len(inside), len(TILES)) == (42, 30, 32)


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: str(tile["id"]))
def test_rules_and_art_derive_the_borders_of_a_printed_tile(tile: Tile) -> None:
    wanted = Counter(reckoned(tile).items())

    assert Counter(by_the_rules(tile)) == wanted
    assert Counter(as_drawn(tile)) == wanted


def test_rules_and_art_derive_the_borders_of_any_tile() -> None:
    tiles = [grown(seed) for seed in range(60)]
    seen = {kind for tile in tiles for kind in reckoned(tile).values()}

    assert seen == set(KINDS)
    for tile in tiles:
        wanted = Counter(reckoned(tile).items())
        assert Counter(by_the_rules(tile)) == wanted
        assert Counter(as_drawn(tile)) == wanted


def test_a_wrong_border_is_noticed() -> None:
    """The comparison itself, with an entrance that is left out and with a gate more."""
    tile = next(tile for tile in TILES if tile.get("entrances"))
    without = {**tile, "entrances": tile["entrances"][1:]}
    other = {**tile, "edges": [{"edge": tile["cells"][0]["cell"] + [1], "border": "gate"}]}

    for changed in (without, other):
        assert Counter(by_the_rules(changed)) != Counter(reckoned(tile).items())
        assert Counter(as_drawn(changed)) != Counter(reckoned(tile).items())
        assert Counter(as_drawn(changed)) == Counter(reckoned(changed).items())
