"""Draw the icons of the game drift: one SVG file each, one filled path each.

Takes a folder; writes NAME.svg for every function marked @icon. Names are the ids of the game as its packs write them,
so that a face can show `{type}` as an icon. The parts and the grid are those of `tools/icon_shapes.py`.
Shapes are those of luggage labels and rubber stamps: full, with one or two cuts, so that they read at 4 mm.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tools.icon_shapes import (
    GAP,
    Shape,
    arc,
    around,
    bar,
    both,
    box,
    disc,
    ellipse,
    flipped,
    grown,
    moved,
    ngon,
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

ICONS: dict[str, Callable[[], Shape]] = {}


def icon(draw: Callable[[], Shape]) -> Callable[[], Shape]:
    """Mark a function as the drawing of the icon of its name."""
    ICONS[draw.__name__] = draw
    return draw


# The game itself: a trunk with a strap, and a star on it.


@icon
def drift() -> Shape:
    trunk = box(12, 13.4, 20, 15.6, 2.4) - star(12, 13.4, 5.4, 2.3, 5)
    return trunk + (box(12, 5, 9, 4.4, 1.8) - box(12, 5.8, 5, 3)) - box(12, 7.2, 20, 0.1)


# Outfits.


@icon
def engine() -> Shape:
    bell = polygon((7.4, 3), (16.6, 3), (18.6, 12, 0.6), (5.4, 12, 0.6))
    flame = united(*(polygon((x - 2, 13.8), (x + 2, 13.8), (x, 21.6 if x == 12 else 18.8)) for x in (7.4, 12, 16.6)))
    return bell - box(12, 7.4, 7, 1.7) + flame


@icon
def shield() -> Shape:
    plate = polygon((3.4, 4, 1), (12, 2, 1), (20.6, 4, 1), (20.2, 12.6, 5), (12, 22, 0.8), (3.8, 12.6, 5))
    return plate - (arc(12, 12, 6.2, -60, 60, 2) + disc(12, 12.6, 2.2))


@icon
def blaster() -> Shape:
    body = polygon(
        (2, 7, 1), (16, 7), (16, 12.4), (10.8, 12.4), (8.6, 20.6, 1), (4, 20.6, 1), (5.4, 12.4), (2, 12.4, 1)
    )
    return body + bar((17.6, 9.7), (22, 9.7), w=2.6) - box(7.6, 9.7, 5.6, 1.6)


@icon
def missile() -> Shape:
    body = skin((12, 4.6, 2.6), (12, 15, 3.4))
    fins = both(polygon((8, 12.6), (3.6, 19.6, 0.6), (8.6, 18.4)))
    return turned(body + fins + polygon((9.6, 19.6), (14.4, 19.6), (12, 23)) - disc(12, 8, 1.7), 45)


@icon
def plating() -> Shape:
    plate = box(12, 12, 19, 17, 2)
    rivets = united(*(disc(x, y, 1.5) for x in (6, 18) for y in (7, 17)))
    return plate - rivets - box(12, 12, 1.7, 12)


@icon
def pod() -> Shape:
    body = box(12, 13, 19, 14, 3) - box(12, 10.6, 19, 1.7) - box(12, 14.4, 4, 3.2)
    return body + box(12, 4.2, 9, 2.4, 1)


# Mods.


@icon
def breacher() -> Shape:
    wall = box(16.4, 12, 4.6, 20) - box(16.4, 12, 4.6, 5)
    return wall + polygon((1.6, 9.8), (9, 9.8), (9, 6), (20.4, 12), (9, 18), (9, 14.2), (1.6, 14.2))


@icon
def hazard_screen() -> Shape:
    dome = arc(12, 20, 10.4, -90, 90, 2.6) + arc(12, 20, 5.6, -90, 90, 2.6)
    return dome + both(bar((2, 3), (6, 8.4), w=2.2)) + bar((12, 2), (12, 7), w=2.2)


@icon
def thrust_trim() -> Shape:
    chevron = bar((4, 14.4), (12, 7), (20, 14.4), w=3.2)
    return moved(chevron, 0, -4) + moved(chevron, 0, 3.4) - box(12, 24, 24, 2)


@icon
def errand_rack() -> Shape:
    card = box(0, 0, 5.4, 9.4, 0.6)
    return united(*(moved(card, x, 8.4) for x in (5, 12, 19))) + bar(
        (2, 15.2), (2, 20.6), (22, 20.6), (22, 15.2), w=2.4
    )


# Cargo.


@icon
def resin() -> Shape:
    drop = skin((12, 15, 6.8), (12, 2.6, 0.5))
    return drop - arc(12, 15, 4.6, 120, 220, 1.9)


@icon
def lumen() -> Shape:
    ray = bar((12, 1.6), (12, 5.4), w=2.4)
    return disc(12, 12, 5) + around(ray, 8)


@icon
def verdure() -> Shape:
    leaf = polygon((3, 21), (3.4, 10, 6), (12, 3, 8), (21.4, 2.4), (20.6, 12, 8), (14, 20, 6))
    return leaf - bar((4, 20), (15, 9), w=1.8)


@icon
def ion() -> Shape:
    return polygon((13.6, 1.6), (4, 13.4), (10.4, 13.4), (9, 22.4), (19.6, 9.6), (12.8, 9.6), (15.6, 1.6))


@icon
def wire() -> Shape:
    coil = ring(10.6, 13, 8.8, 2.4) + ring(10.6, 13, 4.8, 2.2)
    return coil + bar((18.4, 13), (18.4, 5, 1.6), (22.4, 4), w=2.2)


@icon
def opal() -> Shape:
    gem = polygon((6.4, 4), (17.6, 4), (22.2, 10), (12, 21.6), (1.8, 10))
    return gem - bar((3, 10.2), (21, 10.2), w=1.6) - bar((8.4, 10.6), (12, 18), (15.6, 10.6), w=1.4)


@icon
def any_() -> Shape:
    return around(bar((12, 2), (12, 12), w=3), 6) + disc(12, 12, 2)


# Symbols of the sides of a sector.


@icon
def sun() -> Shape:
    return star(12, 12, 10.6, 6.6, 8)


@icon
def moon() -> Shape:
    return disc(11, 12, 10) - disc(16, 9.4, 8.4)


@icon
def ring_() -> Shape:
    return ring(12, 12, 10, 4)


@icon
def star_() -> Shape:
    return star(12, 12, 11, 4.2, 4)


@icon
def wave() -> Shape:
    crest = bar((1.8, 9.6), (6.9, 4.8, 2), (12, 9.6, 2), (17.1, 4.8, 2), (22.2, 9.6), w=3.2)
    return crest + moved(crest, 0, 9)


@icon
def leaf() -> Shape:
    half = polygon((12, 1.8), (18.6, 8, 6), (18, 15, 5), (12, 22.4), (6, 15, 5), (5.4, 8, 6))
    return half - bar((12, 9), (12, 23), w=1.8)


# Spaces of a sector.


@icon
def mission() -> Shape:
    tag = polygon((2.4, 9, 1), (7.6, 3.4, 1), (21.6, 3.4, 1), (21.6, 20.6, 1), (7.6, 20.6, 1), (2.4, 15, 1))
    return tag - disc(7.4, 12, 1.8) - bar((11.4, 9), (18.6, 9), w=1.8) - bar((11.4, 14.6), (18.6, 14.6), w=1.8)


@icon
def spawn() -> Shape:
    pin = skin((12, 9.4, 7.4), (12, 22, 0.5))
    return pin - disc(12, 9.4, 3.2)


@icon
def exploration() -> Shape:
    glass = ring(10, 10, 8, 2.6) + bar((15.6, 15.6), (21.4, 21.4), w=3.4)
    return glass + disc(10, 10, 2.2)


@icon
def buy() -> Shape:
    crate = box(12, 16.4, 18, 10.4, 1)
    return (
        crate
        - box(12, 14.4, 7, 1.7)
        + polygon((12, 1.6), (18, 7.6), (14, 7.6), (14, 10), (10, 10), (10, 7.6), (6, 7.6))
    )


@icon
def sell() -> Shape:
    crate = box(12, 16.4, 18, 10.4, 1)
    return (
        crate
        - box(12, 18.6, 7, 1.7)
        + polygon((12, 9.8), (18, 4.4), (14, 4.4), (14, 1.6), (10, 1.6), (10, 4.4), (6, 4.4))
    )


@icon
def mine() -> Shape:
    head = arc(12, 17.4, 15, -48, 48, 3.2)
    return turned(head + bar((12, 4), (12, 22), w=2.8), 45)


@icon
def harvest() -> Shape:
    hoop = ring(9.6, 9.6, 8, 2.2) + bar((15, 15), (22, 22), w=2.8)
    net = bar((4, 9.6), (15, 9.6), w=1.4) + bar((9.6, 4), (9.6, 15), w=1.4)
    return hoop + net


@icon
def salvage() -> Shape:
    hook = arc(12, 14.6, 7.6, 90, 290, 3) + bar((18.1, 14.8), (18.1, 9.4), (12, 7.6), w=2.8)
    return hook + ring(12, 4.6, 3.4, 2)


@icon
def quarry() -> Shape:
    large = polygon((9, 21.6), (6.4, 8), (11, 2), (15.6, 8), (13, 21.6))
    small = polygon((15.4, 21.6), (18.6, 11.6), (22, 15), (19.8, 21.6))
    return large + small + flipped(moved(small, 0, 0)) - bar((11, 5), (11, 21), w=1.5)


@icon
def excavate() -> Shape:
    blade = polygon((6.4, 12), (17.6, 12), (17.6, 17, 3), (12, 22.6, 1), (6.4, 17, 3))
    return blade + bar((12, 13), (12, 3), w=2.6) + bar((7.6, 3), (16.4, 3), w=2.6)


@icon
def relic_stack() -> Shape:
    vase = polygon((8, 2.4), (16, 2.4), (15, 6.6), (19.6, 12, 4), (16, 21.6), (8, 21.6), (4.4, 12, 4), (9, 6.6))
    return vase - bar((5, 12.6), (19, 12.6), w=1.8)


@icon
def swap() -> Shape:
    arrow = polygon((2, 6.4), (14.6, 6.4), (14.6, 2.8), (22, 8.2), (14.6, 13.6), (14.6, 10), (2, 10))
    return moved(arrow, 0, -1.4) + moved(turned(arrow, 180), 0, 1.4)


@icon
def rules() -> Shape:
    return box(12, 8.4, 4, 13, 1.6) + disc(12, 19.6, 2.6)


# Laws.


@icon
def lawful() -> Shape:
    return star(12, 12, 10.8, 7.2, 6) - disc(12, 12, 3)


@icon
def neutral() -> Shape:
    pans = both(wedge(5.6, 13, 4.6, 90, 270))
    return (
        pans
        + bar((12, 2), (12, 20), w=2.4)
        + bar((4, 6.4), (20, 6.4), w=2.4)
        + bar((7, 21), (17, 21), w=2.4)
        + both(bar((5.6, 6.4), (5.6, 13), w=1.4))
    )


@icon
def outlaw() -> Shape:
    mask = polygon(
        (1.8, 7, 2),
        (8, 5.4, 3),
        (12, 7.4, 3),
        (16, 5.4, 3),
        (22.2, 7, 2),
        (20.4, 15, 3),
        (15, 17.6, 2),
        (12, 14),
        (9, 17.6, 2),
        (3.6, 15, 3),
    )
    return mask - both(ellipse(7.6, 11, 2.7, 1.7))


# Types of missions.


@icon
def shuttle() -> Shape:
    person = disc(12, 5.4, 3.6) + polygon((5.6, 21.6), (6.6, 12.6, 2.6), (17.4, 12.6, 2.6), (18.4, 21.6))
    return person - box(12, 18.8, 1.6, 6)


@icon
def research() -> Shape:
    flask = polygon((9, 2), (15, 2), (15, 9), (21, 20, 1.4), (19.6, 22), (4.4, 22), (3, 20, 1.4), (9, 9))
    return flask - polygon((10, 11), (14, 11), (16, 14.6), (8, 14.6)) - disc(9.4, 18.6, 1.2) - disc(14.6, 18, 1.5)


@icon
def bounty_hunter() -> Shape:
    return ring(12, 12, 8.4, 2.4) + around(bar((12, 1.4), (12, 7.4), w=2.4), 4) + disc(12, 12, 1.8)


@icon
def cargo() -> Shape:
    crate = box(12, 12, 19, 19, 1.2)
    return crate - (box(12, 12, 13.4, 13.4) - bar((5, 19), (19, 5), w=2.6) - bar((5, 5), (19, 19), w=2.6))


@icon
def private_eye() -> Shape:
    eye = polygon(
        (1.4, 12), (6.6, 6, 4), (12, 4.6, 6), (17.4, 6, 4), (22.6, 12), (17.4, 18, 4), (12, 19.4, 6), (6.6, 18, 4)
    )
    return eye - ring(12, 12, 5.6, 2.2) - disc(12, 12, 0.9)


@icon
def assist() -> Shape:
    return box(12, 12, 7, 20, 1) + box(12, 12, 20, 7, 1) - box(12, 12, 2.2, 9) - box(12, 12, 9, 2.2)


@icon
def transport() -> Shape:
    deck = box(12, 16, 20, 3, 0.8) + both(disc(6.4, 20, 2.2))
    return deck + box(7.4, 11, 6.6, 6.6, 0.6) + box(16, 11, 6.6, 6.6, 0.6) + box(11.7, 4.2, 6.6, 4.6, 0.6)


@icon
def envoy() -> Shape:
    bubble = box(12, 9.6, 20, 13.6, 3) + polygon((5.4, 15), (12.4, 15), (5.4, 22))
    return bubble - box(12, 7.4, 12, 1.8) - box(10, 11.6, 8, 1.8)


@icon
def smuggler() -> Shape:
    crate = polygon((3, 10), (21, 10), (19.6, 21.6, 1), (4.4, 21.6, 1))
    brim = bar((1.8, 8), (22.2, 8), w=2) + polygon((6.4, 6.6), (7.6, 2, 1), (16.4, 2, 1), (17.6, 6.6))
    return brim + crate - both(disc(8.6, 14.4, 1.7))


@icon
def thief() -> Shape:
    sack = polygon((9, 8.4), (15, 8.4), (21, 16, 5), (18, 22, 1.6), (6, 22, 1.6), (3, 16, 5))
    return (
        sack
        + polygon((8, 2), (16, 2), (14.6, 6.6), (9.4, 6.6))
        - bar((12, 11.4), (12, 19), w=2)
        - bar((9, 15.2), (15, 15.2), w=2)
    )


@icon
def assassin() -> Shape:
    blade = polygon((12, 1.4), (14.6, 5), (14, 14), (10, 14), (9.4, 5))
    return turned(
        blade + bar((6.4, 15.4), (17.6, 15.4), w=2.4) + bar((12, 16), (12, 21), w=3) + disc(12, 21.4, 1.6), 35
    )


@icon
def arms_dealer() -> Shape:
    shell = polygon((-2.2, 10), (-2.2, 0, 2), (0, -4), (2.2, 0, 2), (2.2, 10))
    return united(*(moved(shell - box(0, 6.2, 5, 1.5), x, 11) for x in (5.4, 12, 18.6)))


@icon
def coerce() -> Shape:
    fist = box(12, 8.6, 17, 11.6, 3) + polygon((7.4, 13), (18.6, 13), (17, 22), (9, 22))
    return fist - united(*(box(x, 6.4, 1.4, 7) for x in (8, 12, 16)))


@icon
def blast() -> Shape:
    return star(12, 12, 11, 5, 9) - disc(12, 12, 2.4)


@icon
def counterfeit() -> Shape:
    left = disc(8.8, 12, 7.6) - ring(8.8, 12, 5.4, 1.6)
    return left + (disc(15.6, 12, 7.6) - disc(8.8, 12, 7.6 + GAP))


# Uses of an ability.


@icon
def action() -> Shape:
    return polygon((5, 2.4, 1), (21, 12, 1), (5, 21.6, 1))


@icon
def minor() -> Shape:
    half = polygon((3, 4, 1), (12, 12, 0.6), (3, 20, 1))
    return half + moved(half, 9.4, 0)


@icon
def defense() -> Shape:
    return shield()


@icon
def attack() -> Shape:
    return bounty_hunter()


@icon
def passive() -> Shape:
    return ring(6.6, 12, 5.2, 2.4) + ring(17.4, 12, 5.2, 2.4)


# Markers, meters and tokens.


@icon
def energy() -> Shape:
    cell = box(12, 13, 12, 18, 1.6) + box(12, 3, 6, 2.4)
    return cell - polygon((13.2, 7), (8.4, 14), (11.6, 14), (10.6, 19.4), (15.6, 12), (12.6, 12))


@icon
def impulse() -> Shape:
    return polygon((12, 1.8), (21.4, 21.6, 1), (12, 17), (2.6, 21.6, 1))


@icon
def impulse_spent() -> Shape:
    return impulse() - scaled(moved(impulse(), 0, 0.6), 0.62)


@icon
def armed() -> Shape:
    return disc(12, 12, 9.6)


@icon
def disarmed() -> Shape:
    return ring(12, 12, 9.6, 2.4)


@icon
def bounty() -> Shape:
    poster = box(12, 12, 16, 20, 0.8)
    return poster - disc(12, 10, 4) - box(12, 17.6, 10, 1.8)


@icon
def damage() -> Shape:
    return star(12, 12, 11, 5.4, 7)


@icon
def ice_damage() -> Shape:
    arm = bar((12, 1.6), (12, 12), w=2.2) + bar((8.6, 3.4), (12, 6.8), (15.4, 3.4), w=1.9)
    return around(arm, 6)


@icon
def fame() -> Shape:
    return star(12, 12.8, 11, 4.7, 5)


@icon
def credits() -> Shape:
    coin = disc(12, 12, 10) - ring(12, 12, 8, 1.4)
    return coin - (
        arc(12.6, 12, 4.6, 40, 320 - 180, 0.1) + bar((14.6, 8.6), (10, 8.6), (10, 15.4), (14.6, 15.4), w=1.9)
    )


@icon
def blank() -> Shape:
    return bar((5, 12), (19, 12), w=3)


@icon
def ice() -> Shape:
    return ice_damage()


@icon
def movement() -> Shape:
    return polygon((2, 9), (12, 9), (12, 3.4), (22, 12), (12, 20.6), (12, 15), (2, 15))


@icon
def castaway() -> Shape:
    buoy = ring(12, 12, 10, 5)
    return buoy - bar((12, 0), (12, 24), w=2.4) - bar((0, 12), (24, 12), w=2.4)


@icon
def relic() -> Shape:
    return relic_stack()


@icon
def event() -> Shape:
    return (
        polygon((12, 2.2, 0.8), (22.2, 20.8, 0.8), (1.8, 20.8, 0.8))
        - bar((12, 8.4), (12, 14.6), w=2.2)
        - disc(12, 17.6, 1.4)
    )


@icon
def victory() -> Shape:
    cup = polygon((5.4, 2.4), (18.6, 2.4), (17.6, 11, 4), (12, 15.4, 2), (6.4, 11, 4))
    return cup + both(arc(5.4, 6.4, 4, 180, 360, 1.8)) + bar((12, 14), (12, 19), w=2.4) + box(12, 20.6, 11, 2.6, 0.6)


@icon
def copy() -> Shape:
    under = box(9, 9, 13, 13, 1.2)
    over = box(15, 15, 13, 13, 1.2)
    return over + (under - grown(over, GAP))


@icon
def first_player() -> Shape:
    return bar((5.4, 1.8), (5.4, 22.2), w=2.6) + polygon((7.6, 3), (21.6, 3), (17.4, 8.4), (21.6, 13.8), (7.6, 13.8))


@icon
def colour_ring() -> Shape:
    return ring(12, 12, 10, 2.4)


@icon
def outlaw_ring() -> Shape:
    return outlaw()


@icon
def comet() -> Shape:
    tail = polygon((12.4, 16.6), (22, 2), (20.4, 10), (17, 16)) + polygon((8, 11), (16, 3.6), (22, 2), (12, 14))
    return tail + disc(8.6, 15.4, 6.4) - disc(8.6, 15.4, 2.2)


@icon
def gravity() -> Shape:
    return (
        arc(12, 12, 10, -20, 200, 2.4) + arc(12, 12, 5.6, 160, 390, 2.2) + polygon((13.6, 22.4), (4.6, 22), (10.6, 16))
    )


@icon
def orbit() -> Shape:
    path = turned(ellipse(12, 12, 10.8, 5.4) - ellipse(12, 12, 8.8, 3.4), -28)
    return (path - disc(12, 12, 5.6)) + disc(12, 12, 4)


# NPCs and stations.


@icon
def warden() -> Shape:
    return lawful()


@icon
def reaver() -> Shape:
    skull = polygon((4, 3, 5), (20, 3, 5), (20, 15, 3), (16.4, 16), (16.4, 21.6), (7.6, 21.6), (7.6, 16), (4, 15, 3))
    return skull - both(disc(8.6, 10.4, 2.5)) - bar((12, 18), (12, 22), w=1.5)


@icon
def hauler() -> Shape:
    return transport()


@icon
def dock() -> Shape:
    spokes = around(bar((12, 4), (12, 9), w=2.2), 4)
    return ring(12, 12, 10.4, 2.6) + spokes + disc(12, 12, 4) - disc(12, 12, 1.4)


@icon
def hired_gun() -> Shape:
    return blaster()


@icon
def title() -> Shape:
    ribbon = polygon((7.6, 13), (16.4, 13), (18, 22.4), (12, 18.6), (6, 22.4))
    return ribbon + (disc(12, 9, 7.4) + grown(disc(12, 9, 7.4), 0.1) - star(12, 9.2, 4.6, 2, 5))


@icon
def goal() -> Shape:
    return ring(12, 12, 10, 2.4) + ring(12, 12, 5.4, 2.2) + disc(12, 12, 1.4)


@icon
def behaviour() -> Shape:
    head = box(12, 12.6, 17, 13, 2.6) + bar((12, 6), (12, 2.6), w=2) + disc(12, 2.6, 1.6)
    return head - both(disc(8, 12, 2)) - box(12, 16.6, 6, 1.5)


@icon
def stats() -> Shape:
    return box(5, 16.4, 4.4, 10) + box(12, 12, 4.4, 19) + box(19, 14.4, 4.4, 14)


@icon
def howto() -> Shape:
    return victory()


@icon
def connector() -> Shape:
    return polygon((12, 22.4), (3, 12), (8.6, 12), (8.6, 2), (15.4, 2), (15.4, 12), (21, 12))


@icon
def seat() -> Shape:
    return disc(12, 7, 4.4) + wedge(12, 22, 9.4, -90, 90)


@icon
def die() -> Shape:
    return ngon(12, 12, 10.8, 6) - polygon((12, 5.4), (17.6, 15), (6.4, 15))


def _named() -> dict[str, Callable[[], Shape]]:
    """The drawings by the ids of packs: `ring` is also the name of a part."""
    return {name.rstrip("_"): draw for name, draw in ICONS.items()}


if __name__ == "__main__":
    write_icons(_named(), Path(sys.argv[1]))
