"""Draw the icons of the game armada: one SVG file each, one filled path each.

Takes a folder; writes NAME.svg for every function marked @icon. Names are the ids of the game as its packs write them,
so that a face can show `{key}` as an icon. The parts and the grid are those of `tools/icon_shapes.py`.
Shapes are plain and heavy, as on signal flags: they are read across a table.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from tools.icon_shapes import (
    GAP,
    Icons,
    Shape,
    arc,
    around,
    bar,
    both,
    box,
    disc,
    ellipse,
    moved,
    ngon,
    polar,
    polygon,
    ring,
    scaled,
    star,
    turned,
    united,
    wedge,
    write_icons,
)

ICONS = Icons()
icon = ICONS.of_its_name


# The four shapes that go with the colours of sectors


@icon
def sector_green() -> Shape:
    return polygon((12, 2.2, 0.6), (22.4, 20.8, 0.6), (1.6, 20.8, 0.6))


@icon
def sector_blue() -> Shape:
    return box(12, 12, 18.4, 18.4, 0.6)


@icon
def sector_yellow() -> Shape:
    return disc(12, 12, 10.2)


@icon
def sector_red() -> Shape:
    return ngon(12, 12, 11, 6)


# Sectors


@icon
def open_space() -> Shape:
    return star(12, 12, 10.6, 2.6, 4) + star(12, 12, 5.4, 2.6, 4, 45)


@icon
def gravity_well() -> Shape:
    return (
        ellipse(12, 6.2, 10, 3.4)
        - ellipse(12, 5.6, 6.4, 1.3)
        + polygon((3, 9.6), (12, 11.6), (21, 9.6), (16.2, 14), (12, 14.8), (7.8, 14))
        + polygon((8.6, 16), (12, 16.6), (15.4, 16), (12, 22.6))
    )


@icon
def asteroid_field() -> Shape:
    large = polygon((2, 9.4), (6.4, 3), (12.6, 3.4), (15.2, 9), (11.4, 14.6), (4.6, 14.4)) - disc(7.4, 8.6, 1.8)
    right = polygon((16.6, 12.6), (21, 11.4), (22.4, 16.2), (18.6, 20.4), (14.4, 17.6))
    return (
        large
        + right
        + polygon((5, 17.2), (9.6, 16.6), (10.8, 20.6), (6.4, 22))
        + polygon((17, 3), (20.6, 3.4), (20.4, 7.4), (17.2, 7))
    )


@icon
def dense_nebula() -> Shape:
    wave = bar((1.6, 8), (5, 4.6, 2), (8.5, 8, 2), (12, 4.6, 2), (15.5, 8, 2), (19, 4.6, 2), (22.4, 8), w=3)
    return moved(wave, 0, -1.4) + moved(wave, 0, 5.4) + moved(wave, 0, 12.2)


@icon
def gate() -> Shape:
    return (
        ring(12, 12, 10.6, 3)
        - around(box(12, 2.6, GAP, 6), 6, 12, 12)
        + around(polygon((10.6, 6), (13.4, 6), (12, 9.6)), 6)
        + disc(12, 12, 1.7)
    )


@icon
def haven() -> Shape:
    roof = polygon((12, 1.8), (22.2, 11), (18.6, 11), (18.6, 13), (5.4, 13), (5.4, 11), (1.8, 11))
    return roof - disc(12, 8.4, 2) + box(7.4, 18, 4, 7.6) + box(16.6, 18, 4, 7.6) + box(12, 16.2, 3, 4)


@icon
def singularity() -> Shape:
    arm = bar(*(polar(12, 12, 3.4 + 7 * i / 24, 200 * i / 24) for i in range(25)), w=2.6)
    return around(arm, 3) + disc(12, 12, 4) - disc(12, 12, 2)


# Stats


@icon
def combat() -> Shape:
    sight = ring(12, 12, 8.6, 2.6) - around(box(12, 4.6, 5.2, 4), 4)
    return sight + around(box(12, 4.4, 2.6, 6.6), 4) + disc(12, 12, 2.3)


@icon
def shield() -> Shape:
    outer = polygon((2.6, 2.6), (21.4, 2.6), (21.4, 12, 3), (12, 22.6), (2.6, 12, 3))
    return outer - box(12, 12, GAP, 24) - box(12, 9.6, 24, GAP)


@icon
def speed() -> Shape:
    chevron = polygon((2.4, 3.4), (7.4, 3.4), (13.4, 12), (7.4, 20.6), (2.4, 20.6), (8.2, 12))
    return chevron + moved(chevron, 9, 0)


@icon
def hull() -> Shape:
    deck = polygon((1.6, 9.6), (22.4, 9.6), (18.6, 19.4), (14.8, 21.4, 1), (9.2, 21.4, 1), (5.4, 19.4))
    plates = united(*(disc(x, 13.4, 1.25) for x in (6.8, 12, 17.2)))
    return deck - plates + box(12, 6, 11, 3.6) + box(15, 2.8, 3, 3)


@icon
def attack() -> Shape:
    claw = polygon((3, 1.8), (8.4, 3.4), (9, 12), (5, 22.4), (4.6, 12))
    return claw + moved(claw, 6.2, 0) + moved(claw, 12.4, 0)


# Tokens, and what lies in a hold


@icon
def tok_activation() -> Shape:
    return disc(12, 12, 10.6) - polygon((13.8, 3.4), (6.4, 13.2), (11, 13.2), (9.8, 20.6), (17.6, 10.4), (12.8, 10.4))


@icon
def tok_combat() -> Shape:
    blade = polygon((5.2, 3.8), (8, 4.2), (19, 15.4), (15.4, 19), (4.6, 8))
    cross = scaled(blade + turned(blade, 90), 0.82, 12, 12)
    return ngon(12, 12, 11.2, 8, 22.5) - cross


@icon
def tok_exploration() -> Shape:
    return box(12, 12, 19.4, 19.4, 2.4) - star(12, 12, 8.6, 2.4, 4) + disc(12, 12, 1.5)


@icon
def first_player() -> Shape:
    flag = polygon((8.2, 2.6), (22, 2.6), (18, 7.4), (22, 12.2), (8.2, 12.2))
    return box(5.4, 12.4, 2.8, 20) + flag


@icon
def starglass() -> Shape:
    gem = polygon((7, 2), (17, 2), (22.4, 8.8), (12, 22.6), (1.6, 8.8))
    lines = bar((0, 9), (24, 9), w=1.5) + bar((8.4, 9), (12, 22), w=1.4) + bar((15.6, 9), (12, 22), w=1.4)
    return gem - lines - bar((8.2, 9), (12, 3), (15.8, 9), w=1.4)


@icon
def flux_core() -> Shape:
    cage = both(polygon((4, 3), (8.4, 3), (8.4, 6), (6.8, 6), (6.8, 18), (8.4, 18), (8.4, 21), (4, 21)))
    return cage + ngon(12, 12, 4.6, 6, 30) + box(12, 3.4, 4, 2.8) + box(12, 20.6, 4, 2.8)


# Cards, as rewards and as kinds


def card(letter: Shape) -> Shape:
    """A card with something cut out of it."""
    return box(12, 12, 16.4, 20.8, 2) - letter


@icon
def action_common() -> Shape:
    return card(polygon((13.4, 4.4), (7.6, 13.2), (11.4, 13.2), (10.6, 19.6), (16.4, 10.6), (12.6, 10.6)))


@icon
def action_special() -> Shape:
    return card(star(12, 12, 7.6, 3.2, 5))


@icon
def unit() -> Shape:
    body = polygon((12, 1.4), (15.2, 8.6), (15.2, 19), (8.8, 19), (8.8, 8.6))
    wing = polygon((16.8, 9.6), (22.4, 17.4), (22.4, 21), (16.8, 18.8))
    return (
        body - polygon((12, 6.4), (13.2, 9.6), (13.2, 12), (10.8, 12), (10.8, 9.6)) + both(wing) + box(12, 21.2, 4.4, 2)
    )


@icon
def tech() -> Shape:
    pins = around(box(8.6, 2.9, 2.2, 3.4) + box(15.4, 2.9, 2.2, 3.4), 4)
    return box(12, 12, 14.4, 14.4, 1.4) - ngon(12, 12, 4.2, 6) + disc(12, 12, 1.6) + pins


@icon
def unit_common() -> Shape:
    return card(scaled(unit(), 0.56))


@icon
def unit_special() -> Shape:
    return card(scaled(unit(), 0.5, 12, 19)) - star(12, 5.6, 3, 1.3, 5)


@icon
def tech_common() -> Shape:
    return card(scaled(tech(), 0.54))


@icon
def tech_special() -> Shape:
    return card(scaled(tech(), 0.48, 12, 20)) - star(12, 5.8, 3, 1.3, 5)


@icon
def stats_plus_1() -> Shape:
    plus = box(12, 12, 3.4, 11.4) + box(12, 12, 11.4, 3.4)
    return polygon((12, 1), (20, 5), (22.6, 13), (17, 22), (7, 22), (1.4, 13), (4, 5)) - plus


# When: timings of actions, kinds of events


@icon
def instant() -> Shape:
    return polygon((14.6, 1.4), (4, 13.6), (10.6, 13.6), (9, 22.6), (20, 9.8), (13.2, 9.8))


@icon
def movement() -> Shape:
    shaft = polygon((2, 9), (12, 9), (12, 3), (22.4, 12), (12, 21), (12, 15), (2, 15))
    return shaft - box(6.4, 12, GAP, 20)


@icon
def upkeep() -> Shape:
    sweep = arc(12, 12, 10, 60, 340, 3.4)
    return sweep + polygon((13.6, 0.8), (21.4, 5.2), (13.6, 9.6)) + disc(12, 12, 2.8)


@icon
def constant() -> Shape:
    return ring(6.9, 12, 6, 3.2) + ring(17.1, 12, 6, 3.2)


@icon
def check() -> Shape:
    pips = united(*(disc(x, y, 1.9) for x, y in ((7.4, 7.4), (16.6, 7.4), (12, 12), (7.4, 16.6), (16.6, 16.6))))
    return box(12, 12, 20, 20, 3.6) - pips


# Facilities


@icon
def bridge() -> Shape:
    wheel = ring(12, 12, 7.6, 2.6) + disc(12, 12, 2.6)
    return wheel + around(box(12, 6.4, 2.2, 10), 8)


@icon
def dockyard() -> Shape:
    crane = polygon(
        (6, 1.8), (9, 1.8), (9, 4), (22, 4), (22, 6.8), (9, 6.8), (9, 18), (6, 18), (6, 6.8), (2, 6.8), (2, 4), (6, 4)
    )
    hook = box(18.4, 9.4, 1.7, 6) + arc(18.4, 13.6, 3.6, 90, 300, 1.8)
    return crane + hook + box(10.8, 20.6, 17.6, 2.8)


@icon
def laboratory() -> Shape:
    glass = polygon(
        (9.2, 2), (14.8, 2), (14.8, 9), (21.6, 20, 1.8), (19.8, 22, 1), (4.2, 22, 1), (2.4, 20, 1.8), (9.2, 9)
    )
    return (
        glass
        - polygon((11.4, 3.6), (12.6, 3.6), (12.6, 9.6), (15.4, 14.2), (8.6, 14.2), (11.4, 9.6))
        - disc(10, 18, 1.3)
        - disc(14.6, 17.6, 1)
    )


@icon
def bridge_pip() -> Shape:
    return polygon((12, 2), (21, 11.4), (15.4, 11.4), (15.4, 22), (8.6, 22), (8.6, 11.4), (3, 11.4))


# Enemies, ships and bases


def hooked() -> Shape:
    """A raider from above: a bent hull with two horns."""
    half = polygon((12, 7), (15, 9), (17.2, 1.6), (22.2, 10), (20, 17), (14.6, 15.4), (12, 22))
    return both(half)


@icon
def raider() -> Shape:
    return hooked() - both(polygon((13.4, 11.4), (17.8, 10.2), (16.8, 13.2)))


def levelled(dots: tuple[tuple[float, float], ...]) -> Shape:
    """A raider with as many holes as its level."""
    return hooked() - united(*(disc(x, y, 1.5) for x, y in dots))


@icon
def raider_1() -> Shape:
    return levelled(((12, 12.4),))


@icon
def raider_2() -> Shape:
    return levelled(((9, 12), (15, 12)))


@icon
def raider_3() -> Shape:
    return levelled(((7.6, 11.6), (16.4, 11.6), (12, 15.4)))


@icon
def boss() -> Shape:
    skull = polygon(
        (3, 7, 4),
        (7.4, 2, 2),
        (16.6, 2, 2),
        (21, 7, 4),
        (21, 13),
        (17.4, 17),
        (17.4, 22),
        (6.6, 22),
        (6.6, 17),
        (3, 13),
    )
    eye = polygon((13.4, 11.4), (18.8, 8.6), (18, 13.6), (14, 14))
    return skull - both(eye) - united(*(box(x, 20.4, 1.4, 5) for x in (9.4, 12, 14.6)))


@icon
def overlord() -> Shape:
    crown = polygon((1.8, 5), (7.2, 10.4), (12, 1.8), (16.8, 10.4), (22.2, 5), (19.8, 17.4), (4.2, 17.4))
    return crown - ngon(12, 12.8, 2.8, 4) + box(12, 20.4, 15.6, 2.8)


@icon
def downfall() -> Shape:
    crack = bar((13, 0), (10.4, 6), (13.8, 10.6), (10.2, 15.6), (12.4, 24), w=1.9)
    return overlord() + box(12, 17.6, 15.6, 3) - crack


@icon
def reprisal() -> Shape:
    fist = polygon((4, 6.4, 2), (20, 6.4, 2), (20, 13.8, 3), (16.8, 17), (16.8, 22), (7.2, 22), (7.2, 17), (4, 13.8, 3))
    gaps = united(*(box(x, 8, 1.3, 6.4) for x in (8, 12, 16)))
    return (
        fist
        - gaps
        - bar((4, 13), (13.6, 13), w=1.3)
        + united(*(turned(box(12, 1.8, 2, 3.4), angle, 12, 14) for angle in (-32, 0, 32)))
    )


@icon
def ark() -> Shape:
    body = box(12, 13.2, 21, 10.4, 4.8) - united(*(box(x, 13.2, 2.6, 4.2, 0.6) for x in (6.6, 12, 17.4)))
    return body + box(12, 5.6, 10, 3.4) + box(9, 20.6, 3, 2.6) + box(15, 20.6, 3, 2.6)


@icon
def starbase() -> Shape:
    return ngon(12, 12, 5.6, 6) + around(box(12, 5, 3, 6) + box(12, 2.6, 7.4, 3), 3) - disc(12, 12, 2.2)


@icon
def ship() -> Shape:
    half = polygon((12, 1.2), (16, 9), (16, 12.6), (22.4, 18), (22.4, 21), (16.4, 19.4), (14.6, 22.4), (12, 22.4))
    return both(half) - polygon((12, 6.4), (13.5, 10), (12, 14), (10.5, 10))


# Decks that have no icon yet


@icon
def event() -> Shape:
    bell = polygon((5, 17.4), (6.4, 9.4, 5), (8, 3.6, 4), (16, 3.6, 4), (17.6, 9.4, 5), (19, 17.4), (22, 20), (2, 20))
    return bell - box(12, 16.2, 24, GAP) + box(12, 2.6, 3, 3) + (disc(12, 20.6, 2.6) & box(12, 22.6, 8, 4))


@icon
def commander() -> Shape:
    cap = polygon((2.4, 5.4), (12, 1.6), (21.6, 5.4), (18.6, 9.2), (5.4, 9.2))
    face = polygon((6.4, 10.8), (17.6, 10.8), (16.4, 16.2, 2), (12, 19, 2), (7.6, 16.2, 2))
    return (
        cap
        - star(12, 5.8, 2.2, 0.9, 4)
        + face
        + both(polygon((3, 22.4), (4.6, 18.4), (7.4, 17.8), (11.2, 21), (11.2, 22.4)))
    )


@icon
def sweep() -> Shape:
    rings = ring(12, 12, 10.8, 2.2) + ring(12, 12, 6.2, 2)
    beam = wedge(12, 12, 10.8, 10, 62)
    return rings - wedge(12, 12, 14, 0, 72) + beam + disc(12, 12, 1.9)


@icon
def explore() -> Shape:
    glass = ring(9.8, 9.8, 8.2, 2.8) + star(9.8, 9.8, 3.8, 1.3, 4)
    return glass + turned(box(12, 21.6, 3.8, 8.4, 1.2), -45, 12, 12)


@icon
def dossier() -> Shape:
    folder = polygon((2, 4.4), (9, 4.4), (11, 7), (22, 7), (22, 20.6), (2, 20.6))
    return (
        folder
        - disc(8.2, 11.8, 2.3)
        - polygon((4.4, 18.2), (6, 15), (10.4, 15), (12, 18.2))
        - box(16.6, 12, 5.6, 1.7)
        - box(16.6, 16, 5.6, 1.7)
    )


@icon
def gate_repair() -> Shape:
    broken = ring(12, 12, 10.8, 3.2) - wedge(12, 12, 16, 20, 76)
    spanner = turned(box(12, 13.4, 3, 9.6) + disc(12, 8, 3.7) - box(12, 5.6, 2.4, 5), 48)
    return broken + spanner


@icon
def scenario() -> Shape:
    sheet = polygon((2, 4), (8.4, 2), (15.6, 4.6), (22, 2.6), (22, 20), (15.6, 22), (8.4, 19.4), (2, 21.4))
    cross = turned(box(16.8, 9.6, 5.6, 1.7) + box(16.8, 9.6, 1.7, 5.6), 45, 16.8, 9.6)
    path = united(*(disc(x, y, 1.2) for x, y in ((5.4, 16.4), (8.8, 14.4), (12, 14.6), (14, 12.2))))
    return sheet - cross - path


@icon
def item() -> Shape:
    key = ring(7.4, 7.4, 5.6, 2.8)
    shaft = turned(box(12, 14.6, 3, 15.6), -45, 12, 12)
    bits = turned(box(14.6, 18, 4, 2.4) + box(14.2, 21.2, 3.4, 2.4), -45, 12, 12)
    return key + (shaft + bits - disc(7.4, 7.4, 4.6))


@icon
def peril() -> Shape:
    dial = (
        wedge(12, 16, 10.8, -90, 90)
        - wedge(12, 16, 7.6, -90, 90)
        - turned(box(12, 6, 1.5, 8), -30, 12, 16)
        - turned(box(12, 6, 1.5, 8), 30, 12, 16)
    )
    return (
        dial + turned(polygon((10.7, 16), (12, 7.4), (13.3, 16)), 52, 12, 16) + disc(12, 16, 2.6) + box(12, 21, 20, 2)
    )


@icon
def aid() -> Shape:
    lines = united(*(box(14, y, 8.6, 2) for y in (7, 12, 17)))
    return box(12, 12, 18.4, 20.8, 2) - lines - united(*(disc(6.6, y, 1.4) for y in (7, 12, 17)))


# The four armadas: each has a sign as well as a colour


@icon
def armada_blue() -> Shape:
    shank = box(12, 13.2, 2.8, 16) + box(12, 9.2, 9.6, 2.6) + ring(12, 4.4, 3.4, 2)
    fluke = polygon((17.4, 13.4), (22.8, 15), (19.4, 19.6))
    return shank + arc(12, 12.4, 10, 104, 256, 2.9) + both(fluke)


@icon
def armada_yellow() -> Shape:
    flame = polygon(
        (12.6, 1.2), (19.6, 10.6, 4), (19.4, 17.4, 5), (12, 22.8, 6), (4.6, 17.4, 5), (5.4, 10.4, 2), (8.4, 12.6)
    )
    return flame - polygon((12.6, 11), (15.6, 16.4, 2), (12, 20, 2), (8.8, 16.6, 2))


@icon
def armada_green() -> Shape:
    apple = disc(8.4, 14.4, 6.6) + disc(15.6, 14.4, 6.6) + box(12, 15, 6, 10)
    leaf = polygon((12.6, 6.6), (15, 2.4, 2), (21, 1.6), (19.6, 6, 2.4))
    return apple - disc(12, 6.2, 2.6) + bar((12, 9.8), (11.4, 4.4), w=2) + leaf


@icon
def armada_orange() -> Shape:
    mask = polygon(
        (1.6, 6.4),
        (7, 5.6),
        (12, 8.2),
        (17, 5.6),
        (22.4, 6.4),
        (21, 14, 3),
        (16.4, 17.6, 2),
        (12, 14.4),
        (7.6, 17.6, 2),
        (3, 14, 3),
    )
    return (
        mask - both(turned(ellipse(16.8, 11, 3, 1.7), -14, 16.8, 11)) + both(polygon((13.2, 5), (16.6, 0.9), (16.2, 4)))
    )


# What some scenarios count, and the faces of a die


@icon
def crown() -> Shape:
    points = polygon((2, 6.4), (7.4, 12), (12, 4.4), (16.6, 12), (22, 6.4), (20.2, 17), (3.8, 17))
    tips = disc(12, 4, 1.8) + both(disc(21, 6, 1.8))
    return points + tips + box(12, 20.2, 16.4, 3.2)


@icon
def colonist() -> Shape:
    body = polygon((4.4, 22), (5, 15.6, 3), (9, 12.6, 2), (15, 12.6, 2), (19, 15.6, 3), (19.6, 22))
    return disc(12, 6.6, 4.6) + body - box(12, 19.4, 1.6, 6)


_PIPS = {1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def _die(number: int) -> Shape:
    """A die: nine places in three rows, the pips of its number cut out."""
    pips = united(*(disc(6.6 + 5.4 * (at % 3), 6.6 + 5.4 * (at // 3), 1.9) for at in _PIPS[number]))
    return box(12, 12, 20, 20, 3.4) - pips


for _number in _PIPS:
    ICONS[f"die_{_number}"] = partial(_die, _number)


if __name__ == "__main__":
    write_icons(ICONS, Path(sys.argv[1]))
