"""Draw the icons of the game nebula: one SVG file each, one filled path each.

Takes a folder; writes NAME.svg for every function marked @icon (``_`` in the name becomes ``-``).
The parts and the grid are those of `tools/icon_shapes.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.icon_shapes import (
    GAP,
    STROKE,
    Icons,
    Shape,
    arc,
    around,
    bar,
    both,
    box,
    disc,
    ellipse,
    filled,
    flipped,
    grown,
    moved,
    ngon,
    polar,
    polygon,
    ring,
    scaled,
    skin,
    star,
    turned,
    united,
    wedge,
    write_icons,
)

ICONS = Icons(joint="-")
icon = ICONS.of_its_name


# Roles


@icon
def pilot() -> Shape:
    feathers = (
        polygon((15.1, 7.2), (22.6, 4.4), (21.4, 8, 1), (15.1, 10.2))
        + polygon((15.1, 11.8), (21, 9.7), (19.6, 13.2, 1), (15.1, 14.8))
        + polygon((15.1, 16.4), (19, 15), (17.6, 18.4, 1), (15.1, 19.4))
    )
    return both(feathers) + polygon((12, 2.4), (13.7, 5.4), (13.5, 19), (12, 21.8), (10.5, 19), (10.3, 5.4))


@icon
def engineer() -> Shape:
    head = disc(12, 4.8, 5.2) - box(12, 2, 3.8, 7.6, 1.2)
    foot = disc(12, 20, 3.9) - disc(12, 20, 1.3)
    return turned(head + box(12, 12.6, 4.2, 9) + foot, 45)


@icon
def gunner() -> Shape:
    return ring(12, 12, 8.2) + around(box(12, 4.6, STROKE, 5.6), 4) + disc(12, 12, 1.8)


@icon
def medic() -> Shape:
    cross = box(12, 12, 7.6, 20, 1.2) + box(12, 12, 20, 7.6, 1.2)
    return cross - bar((0, 12), (8.6, 12), (10.6, 7.6), (13.4, 16.4), (15.4, 12), (24, 12), w=GAP)


@icon
def scientist() -> Shape:
    glass = polygon((8.4, 3), (15.6, 3), (15.6, 9), (22, 22, 2.6), (2, 22, 2.6), (8.4, 9)) + box(12, 3.2, 10.4, STROKE)
    air = polygon((10.8, 5.6), (13.2, 5.6), (13.2, 9.6), (15, 13.4), (9, 13.4), (10.8, 9.6))
    return glass - air - disc(14.4, 17.6, 1.4) - disc(9.8, 18.2, 1)


# Starship stats


@icon
def hull() -> Shape:
    panel = polygon((6.4, 2.6), (17.6, 2.6), (22, 7), (22, 17), (17.6, 21.4), (6.4, 21.4), (2, 17), (2, 7))
    seams = united(
        *(box(12, y, 24, GAP) for y in (8.6, 15.4)),
        box(12, 5, GAP, 6),
        both(box(16.8, 12, GAP, 6)),
        box(12, 19, GAP, 6),
    )
    return panel - seams


SHIELD = polygon((12, 1.6), (20.6, 4.4, 1), (20.6, 13, 7), (12, 22.6), (3.4, 13, 7), (3.4, 4.4, 1))


@icon
def shields() -> Shape:
    return SHIELD - (scaled(SHIELD, 0.7, 12, 11.5) & box(18, 12, 12, 24))


@icon
def evasion() -> Shape:
    path = bar((7.2, 22), (7.2, 18, 2.4), (17.2, 13.6, 2.6), (17.2, 7), w=3)
    return path + polygon((17.2, 2), (22.4, 9), (12, 9)) + disc(6.4, 8.8, 4.2)


@icon
def energy() -> Shape:
    return polygon((8.8, 1.6), (17.2, 1.6), (14.6, 9), (20, 9), (8.4, 22.6), (10.2, 14.6), (4.2, 14.6))


@icon
def energy_cost() -> Shape:
    """A plug: what energy goes into, where a bolt is what it comes from."""
    body = polygon((3.6, 7.4, 1), (20.4, 7.4, 1), (20.4, 12.6, 6), (15, 18.2), (9, 18.2), (3.6, 12.6, 6))
    return both(box(16.2, 4.4, 3.2, 5.6, 1)) + body + box(12, 20, 3.2, 5)


def bust(x: float, top: float, r: float, bottom: float) -> Shape:
    """Head and shoulders, twice as wide as the head."""
    neck, u = top + 2 * r + GAP, 1.95 * r
    return disc(x, top + r, r) + polygon((x - u, bottom), (x - u, neck, u - 1), (x + u, neck, u - 1), (x + u, bottom))


@icon
def required_crew() -> Shape:
    return bust(12, 1.8, 3.9, 17.4) + box(12, 20.4, 18, 2.8)


@icon
def max_crew() -> Shape:
    side = disc(19.2, 12.2, 2.2) + polygon((18, 21.8), (18, 16, 1), (22.4, 16, 3.2), (22.4, 21.8))
    middle = disc(12, 9.4, 2.9) + polygon((7.6, 21.8), (7.6, 13.9, 3.4), (16.4, 13.9, 3.4), (16.4, 21.8))
    return box(12, 3.4, 18, STROKE) + middle + both(side)


@icon
def equipment_slots() -> Shape:
    cell = box(6.7, 6.7, 8.4, 8.4, 1.6)
    return cell + moved(cell, 10.6, 0) + moved(cell, 0, 10.6) + (moved(cell, 10.6, 10.6) - box(17.3, 17.3, 3.8, 3.8))


@icon
def additional_packs() -> Shape:
    front = box(14.8, 14.2, 12.6, 15.6, 2)
    back = box(8.6, 9.4, 12.6, 15, 2) - grown(front)
    return back + (front - box(14.8, 14.2, 8.2, STROKE) - box(14.8, 14.2, STROKE, 8.2))


@icon
def cargo() -> Shape:
    seams = around(box(12, 18, GAP, 12), 3)
    return ngon(12, 12, 10.6, 6) - seams - polygon((15.2, 17.6), (18.8, 15.5), (18.8, 13.5), (15.2, 15.6))


# Crew stats


@icon
def skill() -> Shape:
    return star(12, 8.4, 7.4, 3.4, 5) + bar((2.6, 14.6), (12, 20.6), (21.4, 14.6), w=3)


@icon
def morale() -> Shape:
    fist = polygon(
        (2.8, 2.4, 2.6), (21.2, 2.4, 2.6), (21.2, 14.5, 4), (17.6, 18), (17.6, 22), (7, 22), (7, 18), (2.8, 14.5, 3)
    )
    knuckles = united(*(box(x, 4.6, 1.5, 9.6) for x in (7.3, 12, 16.7)))
    thumb = bar((2, 10.2), (14.9, 10.2, 2), (14.9, 14.6, 2), (11, 14.6), w=1.5)
    return fist - knuckles - thumb


@icon
def loyalty() -> Shape:
    heart = both(skin((7.2, 8.2, 5.4), (12, 20.8, 1)))
    return heart - disc(12, 10, 2.3) - polygon((11.2, 10), (12.8, 10), (13.8, 16), (10.2, 16))


# Equipment types


@icon
def weapon() -> Shape:
    barrel = turned(box(9.2, 7.6, 3.6, 16) + box(9.2, 1.6, 6, 4.4), 45, 9.2, 16)
    dome = wedge(9.2, 16.8, 7, -90, 90)
    return dome + (barrel - box(9.2, 20.8, 20, 8)) + box(9.2, 20, 15, 3.2)


@icon
def shield() -> Shape:
    ship = polygon((12, 8.4), (17.6, 21.4), (12, 18.4), (6.4, 21.4))
    return arc(12, 13, 10.6, -32, 32, 3) + both(arc(12, 13, 10.6, 41, 112, 3)) + ship


@icon
def engine() -> Shape:
    bell = polygon((8.2, 6), (15.8, 6), (19.8, 12.4), (4.2, 12.4))
    side = polygon((4.8, 14), (8.4, 14), (7.4, 19.6), (5.6, 19.6))
    flame = polygon((10, 14), (14, 14), (13, 23.6), (11, 23.6))
    return turned(box(12, 1.9, 10, 5, 1.6) + bell + both(side) + flame, 45)


@icon
def scanner() -> Shape:
    dish = wedge(12, 13, 8.6, 90, 270)
    waves = arc(12, 9.4, 5.6, -45, 45, 2.1) + arc(12, 9.4, 9.2, -45, 45, 2.1)
    return turned(dish + disc(12, 9.4, 1.9) + waves, 45)


@icon
def reactor() -> Shape:
    return around(arc(12, 12, 10.4, -31, 31, 5.6), 3) + ngon(12, 12, 3.2, 6, 30)


# Location types


@icon
def planet() -> Shape:
    north = polygon(
        (5.4, 8.6, 1), (8.4, 5.4, 1), (13.4, 5, 1), (12.6, 8.4, 1), (9.8, 9.8, 1), (9.8, 13.6, 1), (6, 12.4, 1)
    )
    south = polygon((13.4, 11.6, 1), (19, 10.4, 1), (18.8, 15, 1), (14.4, 19, 1), (14.4, 15, 1))
    return disc(12, 12, 10) - north - south


@icon
def moon() -> Shape:
    return disc(13.4, 11.6, 10) - disc(18.6, 8.4, 8) - disc(7.4, 10.4, 1.3) - disc(11.4, 16.6, 1.7)


@icon
def space_station() -> Shape:
    pod = box(12, 2.8, 5.2, 3) + box(12, 6.4, STROKE, 8)
    return turned(ring(12, 12, 8.2) + around(pod, 4), 45) + disc(12, 12, 3)


@icon
def asteroid_field() -> Shape:
    large = polygon((2.4, 14), (5, 9.2), (10.4, 8.2), (15, 11.4), (15.4, 17), (11.6, 21.6), (5.8, 20.6), (4.6, 17.4))
    upper = polygon((13.6, 4.4), (17.4, 2.4), (21.6, 4.6), (20.8, 9.2), (17.2, 10), (15.6, 7.6))
    lower = polygon((17.4, 17.2), (20.4, 15.4), (22, 18.2), (20.2, 21), (17.6, 20.4))
    return (large - disc(8, 13.2, 1.7) - disc(11, 17.4, 1.2)) + upper + lower + disc(6.6, 4.6, 1.7)


@icon
def nebula() -> Shape:
    spark = star(19, 4.8, 3.8, 1.9, 4)
    cloud = united(disc(6, 15, 4.2), disc(9.6, 9.6, 4.6), disc(15, 12.6, 5), disc(19, 16.6, 3.2), disc(12, 16.8, 4.4))
    return cloud - star(11.8, 12.8, 4.8, 1.8, 4) - grown(spark) + spark


@icon
def debris_field() -> Shape:
    left = polygon((2.2, 5.6), (9.4, 2.4), (11.4, 7), (9, 9.8), (10.8, 13.4), (8, 17), (2.8, 14.4))
    right = polygon((14.2, 9.6), (20.6, 7.4), (22, 14.8), (18, 21.2), (13.4, 18), (15.6, 13.6))
    bits = polygon((14, 2.2), (19.2, 3), (15, 6.8)) + polygon((4.6, 18.6), (10.8, 18.4), (8.4, 22.4))
    return (left - disc(6, 10, 1.2)) + (right - disc(18.8, 12.8, 1.2)) + bits


@icon
def deep_space() -> Shape:
    return star(10.4, 13, 9.6, 3.2, 4) + star(18.8, 5.2, 4.2, 1.8, 4) + disc(19, 19, 1.8)


@icon
def jump_point() -> Shape:
    chevron = bar((7.2, 7.6), (10.8, 12), (7.2, 16.4), w=2.4)
    return both(arc(12, 12, 10.4, 28, 152)) + chevron + moved(chevron, 5.2, 0)


@icon
def anomaly() -> Shape:
    arm = bar(*(polar(12, 12, 2.2 + 7.4 * i / 30, 280 * i / 30) for i in range(31)), w=2.5)
    return turned(disc(12, 12, 2.6) + arm + turned(arm, 180), 60)


@icon
def starship() -> Shape:
    body = polygon((12, 1.2), (15.4, 7), (15.4, 18.4), (8.6, 18.4), (8.6, 7)) - polygon(
        (12, 6), (13.2, 9), (13.2, 12), (10.8, 12), (10.8, 9)
    )
    wing = polygon((17, 8.6), (22, 14.6), (22, 20), (17, 18))
    return body + both(wing) + both(box(14.1, 21.2, 2.6, 2.4))


@icon
def gas_giant() -> Shape:
    front = box(12, 18, 24, 12)
    belt = ellipse(12, 12, 11.4, 4) - ellipse(12, 12, 8.6, 1.6)
    ball = disc(12, 12, 7.8) - (ellipse(12, 12, 12.6, 5.6) - ellipse(12, 12, 8, 0.1) & front)
    return turned(ball + (belt - (disc(12, 12, 9.3) - front)), -20)


# Kinds


@icon
def crew() -> Shape:
    helmet = box(12, 10.2, 17.4, 16.6, 7.8) + both(box(21, 10.2, 2.6, 6.4))
    visor = box(12, 10.4, 13.4, 9, 4.4) - box(12, 10.4, 10, 5.6, 2.7)
    return (helmet - visor) + box(12, 21.4, 13, STROKE)


@icon
def equipment() -> Shape:
    tooth = polygon((10, 1.6), (14, 1.6), (15.2, 6), (8.8, 6))
    return disc(12, 12, 7.8) + around(tooth, 8) - ngon(12, 12, 3.8, 6)


@icon
def item() -> Shape:
    handle = box(12, 6, 9.6, 7.2, 2.4) - box(12, 6.6, 4.8, 3.6)
    clasp = box(12, 13.4, 4.4, 4.2)
    case = box(12, 14.2, 20, 14, 2.2) - box(12, 13.4, 24, GAP) - grown(clasp)
    return handle + case + clasp


@icon
def agenda() -> Shape:
    sheet = polygon((4, 2), (13.4, 2), (20, 8.6), (20, 22), (4, 22)) - bar((13.4, 0), (13.4, 8.6), (24, 8.6), w=GAP)
    return sheet + polygon((14.6, 2.8), (19.2, 7.4), (14.6, 7.4)) - box(12, 13, 9.6, GAP) - box(10.6, 17, 6.8, GAP)


@icon
def npc() -> Shape:
    head = skin((12, 10.2, 8.6), (12, 20.6, 1.8))
    return head - both(turned(ellipse(16, 12.4, 2, 3.6), 38, 16, 12.4))


@icon
def location() -> Shape:
    return skin((12, 9.4, 7.8), (12, 21.8, 0.8)) - disc(12, 9.4, 4.4) + disc(12, 9.4, 2)


@icon
def sector() -> Shape:
    return around(ngon(12, 4.8, 3.3, 6), 6) + ngon(12, 12, 3.3, 6)


# Groups


CARD = box(12, 12, 15.6, 20, 2)


@icon
def basic() -> Shape:
    return CARD - box(12, 12, 10.6, 15) + disc(12, 12, 2.8)


@icon
def upgraded() -> Shape:
    chevron = bar((7, 11.4), (12, 6.4), (17, 11.4), w=2)
    return CARD - chevron - moved(chevron, 0, 6)


@icon
def tier() -> Shape:
    low = polygon((4.2, 16.4), (19.8, 16.4), (22, 21.6), (2, 21.6))
    return (
        low
        + polygon((6.8, 9.6), (17.2, 9.6), (19.2, 14.8), (4.8, 14.8))
        + polygon((9.8, 2.4), (14.2, 2.4), (16.6, 8), (7.4, 8))
    )


@icon
def action() -> Shape:
    dash = bar((2.4, 12), (7.4, 12), w=2.6)
    return polygon((9, 3, 1), (22.6, 12, 1), (9, 21, 1)) + dash + moved(dash, 0, -5.4) + moved(dash, 0, 5.4)


@icon
def encounter() -> Shape:
    mark = polygon((10.5, 5.8), (13.5, 5.8), (13, 14), (11, 14)) + disc(12, 17, 1.5)
    return turned(box(12, 12, 15, 15, 2), 45) - mark


@icon
def exploration() -> Shape:
    needle = polygon((12, 3.6), (15.4, 12), (12, 20.4), (8.6, 12)) - disc(12, 12, 1.2)
    return ring(12, 12, 10.2) + turned(needle, 40)


@icon
def setup() -> Shape:
    def slider(y: float, x: float) -> Shape:
        return box(12, y, 20, STROKE) - box(x, y, 9, 6) + disc(x, y, 2.9)

    return slider(5, 15) + slider(12, 9) + slider(19, 15)


@icon
def stage() -> Shape:
    page = polygon((12.8, 7.2), (22, 4.2), (22, 18), (12.8, 21))
    line = polygon((15.2, 10.2), (19.8, 8.7), (19.8, 10.3), (15.2, 11.8))
    return both(page - line - moved(line, 0, 4))


@icon
def resolution() -> Shape:
    cells = [box(7.6 + 4 * i, 4.6 + 4 * j, 4, 4) for i in range(4) for j in range(3) if (i + j) % 2 == 0]
    return box(4.4, 12, STROKE, 20) + united(*cells)


# NPC roles


@icon
def antagonist() -> Shape:
    horn = disc(16.4, 7.6, 6) - disc(14.6, 4, 5.4)
    helm = polygon((5.8, 9), (12, 7), (18.2, 9), (18.2, 15), (15, 22), (9, 22), (5.8, 15))
    eye = polygon((13, 13), (17, 11.2), (16.4, 14.4), (13, 15.8))
    return helm - both(eye) - box(12, 20, GAP, 8) + both(horn)


@icon
def traitor() -> Shape:
    face = disc(12, 12, 9.2)
    left = (face - disc(8, 9.6, 1.7) - arc(12, 11, 7, 198, 250, 1.9)) & box(5.2, 12, 12, 24)
    right = arc(12, 12, 9.2, 0, 180) + disc(14.7, 9.8, 1.7) + arc(12, 20, 6, 2, 38, 2)
    return moved(left, 0, -1.5) + moved(right, 0.8, 1.7)


@icon
def informant() -> Shape:
    bubble = box(12, 10.2, 20, 15.6, 4) + polygon((5, 16), (12, 16), (5.6, 22.4))
    eye = polygon((4.8, 10.2), (12, 4.8, 5), (19.2, 10.2), (12, 15.6, 5))
    return bubble - eye + disc(12, 10.2, 2)


@icon
def rival() -> Shape:
    one = disc(4.6, 8.2, 2.8) + polygon((1.6, 19.8), (1.6, 12.6, 2.2), (7.6, 12.6, 2.2), (7.6, 19.8))
    return both(one) + polygon((11.2, 2), (15, 2), (13.6, 9.6), (15.4, 9.6), (10, 22.4), (10.6, 14), (8.6, 14))


@icon
def ally() -> Shape:
    left, right = ring(8.6, 12, 6.6), ring(15.4, 12, 6.6)
    over_left = ring(8.6, 12, 8.1, 5.4) & box(12.4, 7.4, 8, 8)
    over_right = ring(15.4, 12, 8.1, 5.4) & box(11.6, 16.6, 8, 8)
    return (left - over_right) + (right - over_left)


@icon
def target() -> Shape:
    return around(bar((3, 8.2), (3, 3), (8.2, 3)), 4) + bust(12, 5.2, 2.9, 17.8)


@icon
def wildcard() -> Shape:
    tail = skin((14.6, 14, 3), (17, 8.6, 2.9)) + skin((17, 8.6, 2.9), (20.6, 12.4, 1.1)) + disc(20.9, 14, 1.8)
    cap = polygon((6.6, 16.4), (12, 4), (17.4, 16.4)) + disc(12, 3.4, 1.9) + both(tail)
    return (cap & box(12, 8, 24, 15.6)) + box(12, 18.8, 13.6, 2.8)


# NPC classes


@icon
def raider() -> Shape:
    skull = disc(12, 7, 5.7) + box(12, 11, 6, 4.8) - both(disc(14.4, 7.6, 1.6))
    bone = bar((4.4, 14.4), (19.6, 20.2), w=2.2)
    knobs = disc(3.3, 15, 1.5) + disc(4.3, 13, 1.5) + disc(20.7, 19.6, 1.5) + disc(19.7, 21.6, 1.5)
    return skull + both(bone + knobs)


@icon
def trader() -> Shape:
    pan = wedge(18.8, 13, 4, 90, 270) + box(18.8, 9, 2.2, 9)
    return box(12, 12.6, 2.4, 17.6) + box(12, 5, 15.8, STROKE) + both(pan) + box(12, 20.6, 10.4, 2.6)


@icon
def patrol() -> Shape:
    badge = polygon((12, 1.6), (15.6, 3.6), (20.4, 3), (20.4, 13, 6), (12, 22.6), (3.6, 13, 6), (3.6, 3), (8.4, 3.6))
    return badge - star(12, 11, 5.6, 2.5, 5)


@icon
def cultist() -> Shape:
    hood = polygon((12, 0.6, 2), (20, 8.6, 6), (21.4, 21.6), (2.6, 21.6), (4, 8.6, 6))
    rim = skin((12, 11.4, 6), (12, 17.2, 3)) - skin((12, 11.4, 4.4), (12, 17.2, 1.4))
    return hood - rim - both(disc(14, 11.8, 1))


@icon
def machine() -> Shape:
    head = box(12, 13.6, 17, 14.4, 2.4) - both(disc(15.8, 12, 2)) - box(12, 17.6, 7.6, 1.6)
    return head + box(12, 4.6, STROKE, 5) + disc(12, 3.4, 2) + both(box(21.4, 13.6, 2.4, 5))


@icon
def beast() -> Shape:
    inner = skin((9.3, 6.4, 1.9), (9.3, 2.4, 0.4))
    outer = turned(skin((4.6, 11.6, 1.9), (4.6, 7.6, 0.4)), -20, 4.6, 11)
    pad = polygon((12, 10, 4), (19, 17, 2.6), (16.4, 21.8, 2.4), (12, 20, 1), (7.6, 21.8, 2.4), (5, 17, 2.6))
    return both(inner + outer) + pad


@icon
def noble() -> Shape:
    crown = polygon((3.6, 15.6), (1.8, 5.6), (7.6, 10), (12, 2.6), (16.4, 10), (22.2, 5.6), (20.4, 15.6))
    return crown - disc(12, 12, 1.5) + box(12, 18.8, 16.8, 3)


@icon
def scavenger() -> Shape:
    jaw = polygon(
        (13.4, 5.8), (17, 5.8, 1), (21.4, 12, 2), (20.4, 17, 2), (15.2, 22), (16.6, 15.6, 2), (17, 12.8, 2), (13.4, 9.6)
    )
    return both(jaw) + box(12, 5, 5.6, 7.2) + ngon(12, 15.2, 3, 6)


# Tokens and outcomes


@icon
def progress() -> Shape:
    stairs = polygon((2, 22), (2, 17.8), (8.8, 17.8), (8.8, 13.2), (15.6, 13.2), (15.6, 8.6), (22, 8.6), (22, 22))
    return stairs + bar((2.8, 13), (11, 4.8), w=2.8) + polygon((6, 2), (13.8, 2), (13.8, 9.8))


@icon
def damage() -> Shape:
    spikes = (10.6, 8.6, 10.2, 9, 10.8, 8.6, 10.4, 9)
    burst = filled([polar(12, 12, 6.2 if i % 2 else spikes[i // 2], 22.5 * i + 6) for i in range(16)])
    return burst - star(12, 12, 4.4, 2.4, 5, 10)


@icon
def debuff() -> Shape:
    down = polygon((2.6, 0), (12, 6.4), (21.4, 0), (21.4, 5), (12, 11.4), (2.6, 5))
    return united(*(moved(down, 0, y) for y in (1.6, 10.8)))


@icon
def resource() -> Shape:
    middle = polygon((12, 1.4), (15.2, 5.6), (14.6, 21.8), (9.4, 21.8), (8.8, 5.6))
    side = (
        turned(polygon((12, 5), (15.2, 8.8), (14.8, 21.8), (9.2, 21.8), (8.8, 8.8)), 27, 12, 25)
        - grown(middle)
        - box(12, 24, 24, 6)
    )
    return middle + both(side)


@icon
def win() -> Shape:
    cup = polygon((6.6, 2), (17.4, 2), (17.4, 9, 5), (12, 15.4), (6.6, 9, 5)) - star(12, 7.2, 3.6, 1.7, 5)
    handle = ring(17.4, 7.4, 4.8) - box(12, 7, 10.8, 14)
    return cup + both(handle) + box(12, 16, 2.8, 6) + box(12, 20.4, 11, 3)


@icon
def lose() -> Shape:
    crack = [(12.8, 0), (10.4, 6.8), (14.2, 11.2), (10, 16), (12.6, 24)]
    half = polygon(*crack, (30, 24), (30, 0))
    left, right = disc(12, 12, 8.9) - half, disc(12, 12, 8.9) & half
    return moved(turned(left, -7, 12, 21), -0.8, 0) + moved(turned(right, 7, 12, 21), 0.8, 0)


# Items


@icon
def consumable() -> Shape:
    pill = box(12, 12, 9.6, 22, 4.8) - (box(12, 12, 4.8, 17.2, 2.4) & box(12, 6, 20, 12))
    return turned(pill, 45)


@icon
def cost() -> Shape:
    coin = disc(9.6, 14, 7.8) - ngon(9.6, 14, 3.4, 6)
    return coin + (disc(15.4, 9, 7) - disc(9.6, 14, 9.4))


# Dispositions


@icon
def friendly() -> Shape:
    smile = arc(12, 11.2, 7.2, 96, 264, 2.4)
    return disc(12, 12, 10) - both(disc(15.6, 8.6, 1.8)) - smile


@icon
def neutral() -> Shape:
    return box(12, 12, 18, 17.2, 3) - both(disc(15.8, 9.4, 1.9)) - box(12, 15.8, 10, 2.2)


@icon
def hostile() -> Shape:
    face = polygon((2, 2.4), (12, 6.6), (22, 2.4), (21, 14, 2), (16.4, 22), (7.6, 22), (3, 14, 2))
    eye = polygon((13.6, 11.8), (19, 8.6), (18.4, 12.6), (14.4, 13.8))
    return face - both(eye) - arc(12, 22, 5.4, -55, 55, 2)


# Marks


@icon
def attack() -> Shape:
    blade = polygon((12, -1.6), (13.8, 1.4), (13.8, 18), (10.2, 18), (10.2, 1.4))
    sword = turned(blade + box(12, 18.8, 8, STROKE) + box(12, 22.6, 2.8, 5), 45)
    return sword + (flipped(sword) - turned(box(12, 10, 3.6 + 2 * GAP, 12), 45))


@icon
def permanent() -> Shape:
    anchor = ring(12, 7, 3, 1.7) + box(12, 13.8, 1.8, 9) + box(12, 11.8, 7, 1.8) + arc(12, 12.4, 6.2, 100, 260, 1.8)
    return ngon(12, 12, 10.9, 6) - anchor


@icon
def supersedes() -> Shape:
    return polygon((12, 1.8), (21.4, 11.4), (16, 11.4), (16, 16), (8, 16), (8, 11.4), (2.6, 11.4)) + box(
        12, 20.2, 16, 3.4
    )


@icon
def exhaust() -> Shape:
    card = box(12.2, 16.8, 19, 10, 2) - box(12.2, 16.8, 14.2, 5.2)
    return card + arc(11.4, 12, 9.6, -82, 6, 2.8) + polygon((11.4, 0.4), (17.8, 3.9), (11.4, 7.6))


if __name__ == "__main__":
    write_icons(ICONS, Path(sys.argv[1]))
