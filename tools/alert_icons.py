"""Draw the icons of the game alert: one SVG file each, one filled path each.

Takes a folder; writes NAME.svg for every drawing under its names. Names are the ids of the game as its packs write
them, so that a face can show `{op}` as an icon; letters and numerals come from `tools/alert_glyphs.py`, drawings of
people and creatures from `tools/alert_figures.py`. The parts and the grid are those of `tools/icon_shapes.py`.
Shapes are those of signs on a console: few edges, cut corners, to be read at arm's length.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.alert_figures import FIGURES
from tools.alert_glyphs import glyphs
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
    flipped,
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
icon = ICONS.named


# Colours of threats, as road signs have them, and zones of the ship: each colour has a shape


@icon("colour-white")
def circle() -> Shape:
    return disc(12, 12, 10.8)


@icon("colour-yellow")
def triangle() -> Shape:
    return polygon((12, 1.6, 0.8), (23.2, 21.4, 0.8), (0.8, 21.4, 0.8))


@icon("colour-red")
def octagon() -> Shape:
    return ngon(12, 12, 11.4, 8, 22.5)


@icon("zone-red")
def zone_red() -> Shape:
    return ngon(12, 12, 11, 4)


@icon("zone-white")
def zone_white() -> Shape:
    return ring(12, 12, 10.4, 4)


@icon("zone-blue")
def zone_blue() -> Shape:
    return box(12, 12, 19, 19)


@icon("all")
def all_zones() -> Shape:
    return united(*(polygon((x, 2), (x + 6, 2), (x + 6, 22), (x, 22)) for x in (1.4, 9, 16.6)))


@icon("others")
def other_zones() -> Shape:
    return all_zones() - box(12, 12, 3.2, 15.4)


def station(column: int, row: int) -> Callable[[], Shape]:
    """The ship as three zones of two decks, one of them full."""

    def draw() -> Shape:
        cells = [(4.4 + 7.6 * x, 7 + 10 * y, (x, y) == (column, row)) for x in range(3) for y in range(2)]
        return united(*(box(x, y, 6.8, 9) if full else box(x, y, 6.8, 9) - box(x, y, 3.8, 6) for x, y, full in cells))

    return draw


# Movements


@icon("left")
def to_left() -> Shape:
    return polygon((1.2, 12), (12, 1.6), (12, 7.6), (22.8, 7.6), (22.8, 16.4), (12, 16.4), (12, 22.4))


@icon("right")
def to_right() -> Shape:
    return flipped(to_left())


@icon("red")
def to_red() -> Shape:
    return to_left() - ngon(14.6, 12, 3.6, 4)


@icon("blue")
def to_blue() -> Shape:
    return to_right() - box(9.6, 12, 4.6, 4.6)


@icon("lift")
def lift() -> Shape:
    arrow = polygon((12, 0.8), (20.8, 9.4), (15.4, 9.4), (15.4, 11), (8.6, 11), (8.6, 9.4), (3.2, 9.4))
    return arrow + turned(arrow, 180)


# What a threat card says in signs


@icon("shield")
def shield() -> Shape:
    return polygon((2.4, 2.4), (12, 1), (21.6, 2.4), (21.6, 12.6, 5), (12, 23.2), (2.4, 12.6, 5))


@icon("hp")
def hit_points() -> Shape:
    plate = polygon((7, 1.4), (17, 1.4), (22.6, 7), (22.6, 17), (17, 22.6), (7, 22.6), (1.4, 17), (1.4, 7))
    return plate - bar((12, 0), (9.4, 7), (13.6, 11.4), (10.4, 16), (12.4, 24), w=1.8)


@icon("speed", "advance")
def speed() -> Shape:
    chevron = polygon((1, 3), (5.6, 3), (11.6, 12), (5.6, 21), (1, 21), (6.4, 12))
    return chevron + moved(chevron, 6.6, 0) + moved(chevron, 13.2, 0)


@icon("destroyed", "attack")
def blast() -> Shape:
    return star(12, 12, 11.6, 6.4, 8) - star(12, 12, 5, 2.4, 8)


@icon("survived")
def survived() -> Shape:
    return polygon((1.6, 12), (9.4, 3), (9.4, 8.4), (22.4, 8.4), (22.4, 15.6), (9.4, 15.6), (9.4, 21)) - box(
        17, 12, GAP, 12
    )


@icon("external")
def external() -> Shape:
    hull = polygon((12, 1), (15.4, 8), (22.8, 14.6), (22.8, 18), (15.6, 17), (14.4, 22.4), (12, 20.6))
    return both(hull) - polygon((12, 7), (13.6, 11), (12, 13.4), (10.4, 11))


@icon("internal", "door")
def internal() -> Shape:
    outer = polygon((6, 1.4), (18, 1.4), (22.4, 6), (22.4, 22.6), (1.6, 22.6), (1.6, 6))
    return outer - box(12, 14, GAP, 19) - box(8, 14, 3, 4) - box(16, 14, 3, 4)


@icon("normal")
def normal() -> Shape:
    return box(12, 12, 6, 20)


@icon("serious")
def serious() -> Shape:
    return box(6.6, 12, 6, 20) + box(17.4, 12, 6, 20)


@icon("malfunction", "sabotage")
def malfunction() -> Shape:
    return spanner() + polygon((15, 14), (22.6, 22.6), (13, 20))


def spanner() -> Shape:
    head = disc(12, 5.6, 5.4) - box(12, 3, 4, 7)
    return turned(head + box(12, 15.4, 4.4, 14), 45)


@icon("intruder")
def intruder() -> Shape:
    return FIGURES["intruder"]()


# Keywords


@icon("carrier")
def carrier() -> Shape:
    deck = polygon((0.8, 8), (23.2, 8), (19, 14.6), (5, 14.6))
    craft = polygon((0, -3), (2.6, 2.4), (0, 1.2), (-2.6, 2.4))
    return deck + united(*(moved(craft, x, 19.6) for x in (5, 12, 19))) + box(15, 4.6, 6, 4)


@icon("scorching")
def scorching() -> Shape:
    flame = polygon((13, 0.8), (20.4, 11, 3), (19.6, 18, 4), (12, 23.2, 5), (4.4, 18, 4), (4.8, 10, 2), (8.4, 12.4))
    return flame - polygon((12.6, 11), (15.8, 17, 2), (12, 20.6, 2), (8.6, 17, 2))


@icon("phasing")
def phasing() -> Shape:
    left = box(6.6, 12, 10.4, 20)
    right = united(*(box(17.4, y, 10.4, 2.2) for y in (3.1, 7.55, 12, 16.45, 20.9)))
    return (left + right) - ring(12, 12, 6.4, 1.8)


@icon("bulwark")
def bulwark() -> Shape:
    return (
        shield()
        - united(*(box(12, y, 24, 1.7) for y in (7, 12.4)))
        - united(*(box(x, y, 1.7, 5.4) for x, y in ((12, 4.2), (7.6, 9.8), (16.4, 9.8), (12, 15.2))))
    )


@icon("inaccessible")
def inaccessible() -> Shape:
    return (
        polygon((4, 10), (20, 10), (20, 22.6), (4, 22.6))
        - box(12, 16, 3, 6.4)
        + (arc(12, 10, 8, -90, 90, 3.4) + box(5.7, 10, 3.4, 2) + box(18.3, 10, 3.4, 2))
    )


@icon("polarized")
def polarized() -> Shape:
    mirror = turned(box(12, 12, 3.6, 22), 32)
    return mirror + bar((0.6, 5), (7.6, 10.4), w=3) + bar((23.4, 5), (15, 10.4), w=3) + bar((23.4, 15), (14, 15), w=3)


@icon("jumps", "jump")
def jumps() -> Shape:
    lanes = united(*(box(12, y, 22, 2) for y in (21.4,)))
    hop = arc(12, 15.6, 10.4, -88, 62, 3.6)
    return hop + polygon((23.6, 8.6), (21.6, 18.4), (14.4, 11.6)) + lanes


@icon("spans", "span")
def spans() -> Shape:
    wide = polygon((0.8, 8), (23.2, 8), (23.2, 12.6), (0.8, 12.6))
    return wide + united(*(polygon((x - 2.6, 12), (x + 2.6, 12), (x, 22.6)) for x in (4, 20))) + ngon(12, 10.4, 8.4, 4)


@icon("calls-in", "call")
def calls_in() -> Shape:
    mast = polygon((10.4, 9.6), (13.6, 9.6), (17, 23), (7, 23))
    waves = arc(12, 8.4, 6.8, 48, 132, 2.4) + arc(12, 8.4, 11.2, 48, 132, 2.4)
    return mast + disc(12, 7, 3.4) + waves + flipped(waves)


# Ops


@icon("damage")
def damage() -> Shape:
    return (
        box(12, 12, 21, 21, 1.6) - bar((8, 0), (11, 8), (7, 13), (14, 17), (12, 24), w=2) - bar((11, 8), (24, 5), w=1.6)
    )


@icon("heal")
def heal() -> Shape:
    return box(12, 12, 21, 21, 1.6) - box(12, 12, 4.4, 14) - box(12, 12, 14, 4.4)


@icon("knock_out")
def knock_out() -> Shape:
    return FIGURES["out"]()


@icon("disable")
def disable() -> Shape:
    return FIGURES["drone"]() - bar((2, 22), (22, 2), w=5.2) + bar((2, 22), (22, 2), w=2.4)


@icon("drain")
def drain() -> Shape:
    cell = box(12, 13.4, 13, 19, 1) + box(12, 2.6, 6, 3)
    return cell - box(12, 10, 8, 9.4)


@icon("bonus")
def bonus() -> Shape:
    return polygon((12, 0.8), (22.6, 11.6), (16, 11.6), (16, 23), (8, 23), (8, 11.6), (1.4, 11.6)) - (
        box(12, 14, 1.8, 6.4) + box(12, 14, 6.4, 1.8)
    )


@icon("move")
def move() -> Shape:
    return box(4, 12, 5.6, 5.6) + polygon((8.4, 9), (13.6, 9), (13.6, 3), (23, 12), (13.6, 21), (13.6, 15), (8.4, 15))


@icon("relocate", "teleport")
def relocate() -> Shape:
    ends = ring(5.4, 18, 4.8, 2.4) + disc(18.6, 6, 4.8)
    return ends + united(*(disc(*polar(16.6, 18.6, 8.6, angle), 1.3) for angle in (-64, -34, -4)))


@icon("blind", "blinded-optics")
def blind() -> Shape:
    eye = polygon((0.8, 12), (7, 5.4, 4), (17, 5.4, 4), (23.2, 12), (17, 18.6, 4), (7, 18.6, 4)) - disc(12, 12, 4.6)
    return eye + disc(12, 12, 2.2) - bar((2.4, 21.6), (21.6, 2.4), w=5.4) + bar((2.4, 21.6), (21.6, 2.4), w=2.4)


@icon("seal")
def seal() -> Shape:
    cross = turned(box(12, 12, 4, 21) + box(12, 12, 21, 4), 45)
    return ngon(12, 12, 11.6, 8, 22.5) - scaled(cross, 0.86)


@icon("screens")
def screens() -> Shape:
    return shield() - polygon(
        (12, 5), (17.8, 11), (14, 11), (14, 13), (17.8, 13), (12, 19), (6.2, 13), (10, 13), (10, 11), (6.2, 11)
    )


@icon("mine")
def mine() -> Shape:
    return disc(12, 12, 7) + around(box(12, 3.4, 3, 5.4), 8) - disc(12, 12, 2.6)


@icon("poison")
def poison() -> Shape:
    drop = polygon((12, 0.8), (19.4, 12.4, 5), (19.4, 17, 5), (12, 23.2, 6), (4.6, 17, 5), (4.6, 12.4, 5))
    eyes = both(disc(14.6, 14, 2.1))
    return drop - eyes - box(12, 19.4, 1.4, 3) - both(box(14.6, 19, 1.4, 2.6))


@icon("infect", "infection", "infected")
def infect() -> Shape:
    arm = arc(12, 5.6, 6, 60, 300, 2.8)
    return around(arm, 3) + ring(12, 12, 5, 2.4)


@icon("delay", "clock")
def delay() -> Shape:
    return ring(12, 12, 11, 3) + bar((12, 5.6), (12, 12.6), (17, 15.4), w=2.8)


@icon("repeat")
def repeat() -> Shape:
    half = arc(12, 12, 10.6, 20, 150, 3.4) + polygon((18.4, 21.4), (11.4, 22.8), (14.4, 15))
    return half + turned(half, 180)


@icon("swap")
def swap() -> Shape:
    arrow = polygon((1, 7), (9, 0.8), (9, 5), (23, 5), (23, 9.2), (9, 9.2), (9, 13.2))
    return arrow + turned(arrow, 180)


@icon("rockets", "rocket")
def rockets() -> Shape:
    body = polygon((12, 0.6), (16.4, 7, 2), (16.4, 18), (7.6, 18), (7.6, 7, 2)) - disc(12, 9, 2)
    return turned(
        body
        + both(polygon((16.4, 12.4), (20.6, 17), (20.6, 21), (16.4, 18)))
        + polygon((9.6, 19.4), (14.4, 19.4), (12, 23.4)),
        30,
    )


@icon("force")
def force() -> Shape:
    return FIGURES["person"]() + both(bar((22.6, 2), (17.6, 9), w=2.4)) - box(12, 15.4, 5, 1.8)


@icon("cancel", "void")
def cancel() -> Shape:
    return ring(12, 12, 11, 3.4) + turned(box(12, 12, 3.4, 18), -45)


@icon("draw_and_run")
def draw_and_run() -> Shape:
    return card() - polygon((9, 6.4), (17, 12), (9, 17.6))


@icon("manual")
def manual() -> Shape:
    return FIGURES["hand"]()


@icon("rule")
def rule() -> Shape:
    return polygon((9, 1), (15, 1), (14, 15), (10, 15)) + box(12, 20.4, 5, 5)


# Systems, places and pieces


def card() -> Shape:
    return box(12, 12, 16, 21.4, 1.8)


@icon("laser", "weapon")
def laser() -> Shape:
    return polygon((1, 9), (10, 6), (10, 18), (1, 15)) + box(17, 12, 12, 3) + box(12.6, 12, 2.6, 9)


@icon("weapon-malfunction")
def weapon_malfunction() -> Shape:
    return laser() - bar((14, 0), (11, 8), (17, 13), (13, 24), w=2)


@icon("malfunction-b")
def energy_malfunction() -> Shape:
    return energy() - bar((0, 15), (9, 12), (14, 14), (24, 9), w=1.8)


@icon("malfunction-c")
def computer_malfunction() -> Shape:
    return computer() - bar((9, 0), (13, 8), (9, 13), (14, 24), w=1.8)


@icon("energy", "reactor")
def energy() -> Shape:
    return polygon((14.6, 0.6), (3.6, 13.6), (10.6, 13.6), (9, 23.4), (20.6, 9.8), (13.2, 9.8))


@icon("fuel")
def fuel() -> Shape:
    return around(wedge(12, 12, 11, -30, 30) - disc(12, 12, 4), 3) + disc(12, 12, 2.6)


@icon("computer")
def computer() -> Shape:
    return (
        box(12, 10, 22, 16, 1) - box(12, 9.4, 17, 10) + box(12, 20.6, 12, 3) + bar((6, 7.4), (9, 9.6), (6, 11.8), w=1.8)
    )


@icon("craft")
def craft() -> Shape:
    half = polygon((12, 0.8), (14.6, 10), (23, 17), (23, 20.4), (14.6, 18), (14.6, 22.4), (12, 22.4))
    return both(half) - disc(12, 12, 2)


@icon("cannon")
def cannon() -> Shape:
    rays = united(
        *(turned(polygon((10.6, 14), (13.4, 14), (14.4, 0.8), (9.6, 0.8)), angle, 12, 19) for angle in (-42, 0, 42))
    )
    return rays + wedge(12, 21.6, 6.4, -90, 90)


@icon("survey", "window")
def survey() -> Shape:
    return ring(12, 12, 11.2, 3) + star(12, 12, 6.6, 2.2, 4)


@icon("drone")
def drone() -> Shape:
    return FIGURES["drone"]()


@icon("ring")
def counter() -> Shape:
    return ring(12, 12, 11, 5)


@icon("letter")
def letter() -> Shape:
    return ring(12, 12, 11, 2.4) + polygon((8, 18), (12, 5.4), (16, 18), (13.6, 18), (12, 12), (10.4, 18))


@icon("hazard-drone")
def hazard_drone() -> Shape:
    return FIGURES["drone"]() - poison_small()


def poison_small() -> Shape:
    return scaled(poison(), 0.34, 12, 14)


@icon("source")
def source() -> Shape:
    return ring(12, 12, 11, 3) + polygon((12, 5), (17.6, 11.4), (14, 11.4), (14, 18), (10, 18), (10, 11.4), (6.4, 11.4))


@icon("target")
def target() -> Shape:
    return ring(12, 12, 11, 3) + ring(12, 12, 6.2, 2) + disc(12, 12, 2) + around(box(12, 2.6, 2.4, 5), 4)


def block() -> Shape:
    return polygon((12, 1), (22, 6.4), (22, 17.6), (12, 23), (2, 17.6), (2, 6.4)) - bar(
        (3, 7), (12, 12), (21, 7), w=1.5
    )


@icon("white-block", "black-block", "red-block", "green-block")
def any_block() -> Shape:
    return block() - bar((12, 12), (12, 22), w=1.5)


# Cues and what else is on pages


@icon("hand_over")
def hand_over() -> Shape:
    return turned(card(), -12) - scaled(swap(), 0.5)


@icon("bonus_draw")
def bonus_draw() -> Shape:
    return card() - box(12, 12, 3, 11) - box(12, 12, 11, 3)


@icon("phase_end")
def phase_end() -> Shape:
    return polygon(
        (3, 1), (21, 1), (21, 4.4), (13.8, 12), (21, 19.6), (21, 23), (3, 23), (3, 19.6), (10.2, 12), (3, 4.4)
    ) - (polygon((7, 19.6), (12, 14.6), (17, 19.6)))


@icon("arrival")
def arrival() -> Shape:
    return polygon((12, 23), (1.4, 11.6), (8, 11.6), (8, 1), (16, 1), (16, 11.6), (22.6, 11.6))


@icon("alert")
def alert() -> Shape:
    lamp = polygon((6, 17), (7, 9, 3), (9.4, 6.4, 2), (14.6, 6.4, 2), (17, 9, 3), (18, 17)) + box(12, 20.4, 17, 4.4)
    rays = bar((12, 0.4), (12, 4.2), w=2.4) + both(bar((18, 3), (16, 5.8), w=2.4) + bar((23.4, 9), (19.6, 10.4), w=2.4))
    return lamp - bar((12, 9), (12, 17), w=1.7) + rays


@icon("player")
def player() -> Shape:
    return FIGURES["person"]()


@icon("android")
def android() -> Shape:
    return FIGURES["android"]()


@icon("deck")
def deck() -> Shape:
    return moved(card(), -2.4, 0) + (moved(card(), 3.4, 0) - grown_card())


def grown_card() -> Shape:
    return box(9.6, 12, 19.6, 24)


@icon("check")
def check() -> Shape:
    return bar((2.6, 12.6), (9, 19), (21.6, 5), w=4.6)


@icon("cross")
def cross() -> Shape:
    return turned(box(12, 12, 4.6, 22) + box(12, 12, 22, 4.6), 45)


@icon("exit")
def exit_jump() -> Shape:
    return (
        ellipse(12, 12, 11, 11)
        - ellipse(14, 12, 7.6, 7.6)
        + polygon((6, 10), (15, 10), (15, 6), (23, 12), (15, 18), (15, 14), (6, 14))
    )


# Badges


@icon("captain")
def captain() -> Shape:
    return star(12, 12.6, 11.6, 4.8, 5)


@icon("signals")
def signals() -> Shape:
    return wedge(12, 21, 4, -90, 90) + arc(12, 21, 11, -56, 56, 3) + arc(12, 21, 18.6, -56, 56, 3)


@icon("security")
def security() -> Shape:
    return shield() - ring(12, 9.6, 4, 1.9) - polygon((11, 12.4), (13, 12.4), (13.6, 18), (10.4, 18))


@icon("tactics")
def tactics() -> Shape:
    grid = box(12, 12, 22, 22) - united(*(box(x, y, 5.4, 5.4) for x in (5.4, 12, 18.6) for y in (5.4, 12, 18.6)))
    return grid + disc(5.4, 18.6, 2) + scaled(cross(), 0.22, 12, 12) + ring(18.6, 5.4, 2.4, 1.2)


@icon("engineer")
def engineer() -> Shape:
    return (disc(12, 12, 8) + around(box(12, 3.6, 4.2, 5.4), 8)) - energy_small()


def energy_small() -> Shape:
    return scaled(energy(), 0.5)


@icon("mate")
def mate() -> Shape:
    tick = bar((11, 6.4), (13, 8.4), (18, 3.6), w=2.4)
    return tick + moved(tick, 0, 7) + moved(tick, 0, 14) + united(*(box(5.4, y, 6, 3) for y in (6.4, 13.4, 20.4)))


# Specializations


@icon("ordnance-tech")
def ordnance_tech() -> Shape:
    small = scaled(rockets(), 0.66, 12, 12)
    return moved(small, -5, 2) + moved(small, 5.4, -2)


@icon("surveyor")
def surveyor() -> Shape:
    tube = turned(polygon((2, 8.6), (16, 6.4), (16, 15), (2, 12.8)) + box(19.4, 10.7, 5, 11), -24, 12, 10)
    return tube + bar((11, 13), (7, 23), w=2.4) + bar((12, 13), (17, 23), w=2.4)


@icon("power-fitter")
def power_fitter() -> Shape:
    plug = polygon((5, 8), (19, 8), (19, 13, 3), (15, 17.6), (9, 17.6), (5, 13, 3)) + box(12, 20.6, 3.4, 6)
    return plug + box(8.4, 4.4, 3, 6) + box(15.6, 4.4, 3, 6)


@icon("burst-gunner")
def burst_gunner() -> Shape:
    return cannon()


@icon("field-doctor")
def field_doctor() -> Shape:
    return (
        box(12, 13.6, 22, 17.6, 1.8)
        + (box(12, 4.6, 11, 5.6, 1) - box(12, 5.4, 6, 3))
        - box(12, 13.6, 3.8, 11)
        - box(12, 13.6, 11, 3.8)
    )


@icon("shifter")
def shifter() -> Shape:
    return relocate()


@icon("fold-pilot")
def fold_pilot() -> Shape:
    fold = polygon((1, 4), (12, 9), (23, 4), (23, 20), (12, 15), (1, 20)) - box(12, 12, 1.6, 12)
    return fold - disc(6.6, 12, 2.2) - disc(17.4, 12, 2.2)


@icon("infiltrator")
def infiltrator() -> Shape:
    return FIGURES["mask"]()


@icon("drone-sergeant")
def drone_sergeant() -> Shape:
    stripe = bar((3, 6), (12, 1.8), (21, 6), w=2.6)
    return scaled(FIGURES["drone"](), 0.72, 12, 24) + stripe


@icon("rigger")
def rigger() -> Shape:
    return spanner() + flipped(
        turned(polygon((10.2, 8), (13.8, 8), (13.8, 23.4), (10.2, 23.4)) + box(12, 4.6, 10, 6.4), 45)
    )


# Categories of achievements


@icon("missions")
def missions() -> Shape:
    return external()


@icon("campaigns")
def campaigns() -> Shape:
    return bar((2, 20), (8, 8), (15, 16), (22, 4), w=2.2) + united(
        *(disc(x, y, 3) for x, y in ((3, 19.6), (8, 8), (15, 16), (21.4, 4.6)))
    )


@icon("company")
def company() -> Shape:
    small = scaled(FIGURES["person"](), 0.62, 12, 22)
    return moved(small, -6.4, 0) + moved(small, 6.4, 0)


@icon("escapes")
def escapes() -> Shape:
    return internal() - polygon((5, 10), (13, 10), (13, 6), (20, 12.6), (13, 19), (13, 15), (5, 15))


@icon("deeds")
def deeds() -> Shape:
    return FIGURES["hand"]()


@icon("mastery")
def mastery() -> Shape:
    ribbon = both(polygon((13, 14), (18.6, 12), (20.6, 23.4), (16, 20.8)))
    return ribbon + disc(12, 9, 8.2) - star(12, 9, 5.2, 2.2, 5)


@icon("tenure")
def tenure() -> Shape:
    return united(*(bar((3, y), (12, y - 5), (21, y), w=3) for y in (9, 15.4, 21.8)))


ICONS |= {
    f"{row}-{column}": station(x, y)
    for y, row in enumerate(("upper", "lower"))
    for x, column in enumerate(("red", "white", "blue"))
}
ICONS |= {name: partial(lambda shape: shape, shape) for name, shape in glyphs().items()}
ICONS |= {name: FIGURES[name] for name in FIGURES if name not in ("person", "out", "hand", "mask", "drone", "android")}

if __name__ == "__main__":
    write_icons(ICONS, Path(sys.argv[1]))
