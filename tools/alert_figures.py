"""People, machines and creatures of the game alert, as parts of its icons and as portraits of intruders."""

from __future__ import annotations

from collections.abc import Callable

from tools.icon_shapes import (
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
    polygon,
    ring,
    scaled,
    turned,
    united,
    wedge,
)


def person() -> Shape:
    body = polygon((3.4, 23), (3.4, 17, 3), (7, 13.4, 2), (17, 13.4, 2), (20.6, 17, 3), (20.6, 23))
    return disc(12, 6.6, 5.4) + body


def android() -> Shape:
    head = box(12, 7, 12.4, 9.6, 1) - box(9.4, 7, 2.6, 2.6) - box(14.6, 7, 2.6, 2.6) + box(12, 1.4, 2, 2.6)
    return head + (polygon((4, 23), (4, 13.6), (20, 13.6), (20, 23)) - box(12, 18.4, 7, 4))


def out() -> Shape:
    head = disc(5.8, 14.6, 4.6)
    body = polygon((11, 11.6), (19, 12.4, 3), (23, 16), (23, 20.4), (11, 20.4))
    stars = united(*(scaled(around(box(12, 8, 2.4, 8), 5), 0.34, x, y) for x, y in ((6, 0.4), (15, -1))))
    return head + body + box(12, 22.2, 22, 1.8) + stars


def hand() -> Shape:
    palm = polygon((6, 11), (19.4, 11), (19.4, 17, 3), (16.4, 23), (9, 23), (1.6, 14.6), (4, 12.6), (6.4, 14.4))
    fingers = united(
        *(box(x, y, 2.7, h, 1.2) for x, y, h in ((7.5, 8, 10), (11.2, 6.6, 11.4), (14.8, 7, 11), (18.2, 8.8, 8)))
    )
    return palm + fingers


def mask() -> Shape:
    outer = polygon((2, 5), (12, 2), (22, 5), (21, 14, 3), (12, 23), (3, 14, 3))
    return outer - both(polygon((13.6, 10), (19.4, 8.2), (18.6, 12), (14.4, 12.6))) - box(12, 18, 5, 1.6)


def drone() -> Shape:
    body = polygon((6.4, 7), (17.6, 7), (20.4, 12), (17.6, 18), (6.4, 18), (3.6, 12)) - box(12, 11.4, 8, 3.4)
    legs = both(bar((16, 18), (19.6, 23), w=2.4) + bar((13.4, 18), (13.4, 22.6), w=2.2))
    return body + legs + box(12, 4.4, 2, 5) + disc(12, 2.2, 1.9)


def intruder() -> Shape:
    skull = polygon(
        (4, 3), (12, 1), (20, 3), (22, 11, 3), (17, 16), (15.4, 22.6), (12, 20), (8.6, 22.6), (7, 16), (2, 11, 3)
    )
    return skull - both(polygon((13.4, 11.4), (19, 8), (18.4, 13), (15, 14.4)))


# Portraits: each a creature of its own silhouette


def borer() -> Shape:
    spiral = united(
        *(
            polygon((12 - w, y), (12 + w, y - 2), (12 + w, y + 0.8), (12 - w, y + 2.8))
            for y, w in ((8.6, 8.8), (13, 6.8), (17.2, 4.4))
        )
    )
    return (
        spiral
        + polygon((10.4, 20.4), (13.8, 19.2), (12.2, 23.6))
        + (box(12, 3.8, 19, 5, 2) - both(disc(15.4, 3.8, 1.3)))
    )


def lurcher() -> Shape:
    trunk = polygon((8, 7), (18, 5), (20, 14), (14, 17), (7, 15))
    legs = (
        bar((9, 14), (4, 18), (6.4, 23), w=2.8)
        + bar((16, 15), (19.4, 19), (17, 23), w=2.8)
        + bar((8, 9), (1.6, 14), w=2.8)
    )
    return trunk + legs + (disc(13.4, 4.4, 4) - disc(15, 4.2, 1.3)) + bar((18.6, 8), (23, 15), w=2.6)


def flicker_sapper() -> Shape:
    shell = wedge(12, 15, 10.4, -90, 90) - wedge(12, 15, 6.4, -90, 90)
    charge = ring(12, 14, 4.6, 1.8) + disc(12, 14, 1.6)
    legs = both(bar((16, 16), (21.6, 18.6), (20.8, 23), w=2.2) + bar((14, 18), (16.6, 23), w=2.2))
    return shell + charge + legs + bar((12, 9), (12, 1), w=2) + disc(12, 2, 1.8)


def shade() -> Shape:
    hood = polygon(
        (12, 0.8), (20, 7, 3), (22, 23), (18, 20), (15, 23.4), (12, 20), (9, 23.4), (6, 20), (2, 23), (4, 7, 3)
    )
    return (
        hood - polygon((12, 5), (16.4, 8, 1), (15.6, 14), (12, 16.4), (8.4, 14), (7.6, 8, 1)) + both(disc(14, 10, 1.2))
    )


def mad_hound() -> Shape:
    head = polygon(
        (2, 10), (5.6, 1.4), (9.4, 6), (16, 6), (23, 11), (23, 14), (15, 15), (21, 18.4), (19, 21), (10, 20), (5, 23)
    )
    return (
        head
        - polygon((10.6, 9), (14.6, 10), (11.6, 12))
        - united(*(polygon((x, 14.8), (x + 2, 14.8), (x + 1, 17.2)) for x in (15.8, 18.8)))
    )


def lure() -> Shape:
    body = ellipse(11, 15.4, 9.6, 7) - disc(6.6, 13.6, 1.6) - polygon((0, 17), (9, 17.6), (0.6, 20.6))
    tail = polygon((18, 15.4), (23.4, 10.6), (23.4, 20.4))
    return body + tail + arc(12.4, 9.4, 8.6, -70, 30, 1.8) + disc(4.8, 6.6, 2.6)


def wire_imp() -> Shape:
    head = polygon((5, 9), (2, 1.4), (8.4, 5), (15.6, 5), (22, 1.4), (19, 9), (17.4, 15), (12, 17.4), (6.6, 15))
    wires = (
        bar((9, 16), (7, 20), (9.4, 23.4), w=1.9)
        + bar((15, 16), (17, 20), (14.6, 23.4), w=1.9)
        + bar((12, 16), (12, 23.4), w=1.9)
    )
    return (
        head
        - both(ngon(14.8, 9.6, 2, 4))
        - bar((9, 13.6), (10.5, 12.4), (12, 13.6), (13.5, 12.4), (15, 13.6), w=1.2)
        + wires
    )


def leech() -> Shape:
    body = arc(12, 13, 10.6, -80, 170, 6.4)
    mouth = disc(4.2, 11.6, 4.2) - disc(4.2, 11.6, 2) + turned(box(4.2, 11.6, 1.1, 4.4), 45, 4.2, 11.6)
    return body + mouth - united(*(turned(box(12, 5.4, 1.2, 8), angle, 12, 13) for angle in (-30, 10, 50, 90, 130)))


def stowaway() -> Shape:
    crate = box(12, 15.4, 21, 14) - box(12, 15.4, 16, 1.6)
    return crate + wedge(12, 7.4, 6.4, -90, 90) - both(disc(14.2, 5, 1.3))


def prowler() -> Shape:
    back = polygon(
        (1, 8), (7, 5.4, 2), (16, 6.4), (19, 3), (23.4, 6), (22, 11), (17.6, 12.4), (17.6, 22), (14, 22), (13, 14.6)
    )
    return back + polygon((1, 8), (13, 14.6), (8, 15), (7, 22), (3.4, 22), (4, 14)) - disc(20, 7, 1)


def boarding_party() -> Shape:
    one = scaled(person(), 0.6, 12, 23)
    return one + moved(one - box(21, 12, 6, 30), -7, -5) + moved(one - box(3, 12, 6, 30), 7, -5)


def walking_fire() -> Shape:
    flame = polygon((13, 0.6), (19.6, 9, 3), (19, 14, 3), (12, 18.6, 4), (5, 14, 3), (5, 8.6, 2), (8.6, 10.4))
    eyes = both(polygon((13, 11), (16.4, 9.4), (16, 12.6)))
    return flame - eyes + bar((9, 17), (7, 23), (3.4, 23), w=2.6) + bar((15, 17), (17, 23), (20.6, 23), w=2.6)


def shy_boarder() -> Shape:
    wall = box(17.4, 12, 12, 23)
    peek = disc(8.6, 8, 5.6) + polygon((3, 22), (4, 16, 2), (11, 15), (11, 22))
    return wall + (peek - box(17, 12, 13.6, 24)) - disc(7, 7.6, 1.4)


def ooze() -> Shape:
    drip = polygon((1, 21), (3, 14, 3), (8, 11, 2), (10, 4, 3), (15, 4, 3), (16, 11, 2), (21, 14, 3), (23, 21))
    return drip - disc(10.4, 13.4, 1.8) - disc(15, 16, 1.4) - disc(7.4, 17.6, 1.1) - disc(12.6, 8, 1.2)


def boarding_company() -> Shape:
    return boarding_party() + polygon((11, 0.6), (19, 3), (11, 5.4)) + box(11, 5, 1.6, 9)


def ghost_boarder() -> Shape:
    body = polygon((4, 10), (6, 3, 3), (12, 1, 2), (18, 3, 3), (20, 10), (20, 23), (16, 20), (12, 23), (8, 20), (4, 23))
    return body - united(*(box(12, y, 24, 1.3) for y in (14, 17))) - both(disc(15, 8.4, 1.9))


def grey_fog() -> Shape:
    rows = ((5, 3, 15), (9.6, 7, 22), (14.2, 2, 18), (18.8, 6, 21))
    return united(*(bar((left, y), (right, y), w=3, round_ends=True) for y, left, right in rows))


FIGURES: dict[str, Callable[[], Shape]] = {
    "person": person,
    "android": android,
    "out": out,
    "hand": hand,
    "mask": mask,
    "drone": drone,
    "intruder": intruder,
    "borer": borer,
    "lurcher": lurcher,
    "flicker-sapper": flicker_sapper,
    "shade": shade,
    "mad-hound": mad_hound,
    "lure": lure,
    "wire-imp": wire_imp,
    "leech": leech,
    "stowaway": stowaway,
    "prowler": prowler,
    "boarding-party": boarding_party,
    "walking-fire": walking_fire,
    "shy-boarder": shy_boarder,
    "ooze": ooze,
    "boarding-company": boarding_company,
    "ghost-boarder": ghost_boarder,
    "grey-fog": grey_fog,
}
