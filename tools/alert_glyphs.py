"""Letters and numerals of the game alert, as icons: tall, narrow and heavy, with cut corners, as on a console.

They are drawn on the grid of `tools/icon_shapes.py`, 22 units high, so that a numeral fills the box of its icon.
"""

from __future__ import annotations

from tools.icon_shapes import Shape, bar, box, moved, placed, polygon, united

WEIGHT = 4.6  # of a stem
LEFT, RIGHT, TOP, FOOT = 5.6, 18.4, 1.0, 23.0
CUT = 2.4  # off each outer corner


def frame(*corners: str) -> Shape:
    """A tall frame; of its outer corners (`tl`, `tr`, `bl`, `br`) those named are cut."""
    points: list[tuple[float, float]] = []
    for name, x, y, dx, dy in (
        *(("tl", LEFT, TOP, 1, 1), ("tr", RIGHT, TOP, -1, 1), ("br", RIGHT, FOOT, -1, -1), ("bl", LEFT, FOOT, 1, -1)),
    ):
        if name not in corners:
            points.append((x, y))
        elif name in ("tl", "br"):
            points += [(x, y + CUT * dy), (x + CUT * dx, y)]
        else:
            points += [(x + CUT * dx, y), (x, y + CUT * dy)]
    return polygon(*points)


ALL = ("tl", "tr", "bl", "br")


def hole(top: float, foot: float, left: float = LEFT + WEIGHT, right: float = RIGHT - WEIGHT) -> Shape:
    """What is cut out between stems."""
    return box((left + right) / 2, (top + foot) / 2, right - left, foot - top)


def zero() -> Shape:
    return frame(*ALL) - hole(TOP + 4.2, FOOT - 4.2)


def one() -> Shape:
    return polygon((10.4, TOP), (15, TOP), (15, FOOT), (10.4, FOOT), (10.4, 6.6), (7, 7.8), (7, 3.8))


def two() -> Shape:
    upper = frame("tl", "tr", "br") - hole(TOP + 4.2, 10.2, LEFT - 1) - hole(14.2, FOOT - 4.2, LEFT + WEIGHT, RIGHT + 1)
    return upper + box(LEFT + WEIGHT / 2, 5, WEIGHT, 4.4)


def three() -> Shape:
    return frame(*ALL) - hole(TOP + 4.2, 10, LEFT - 1) - hole(14, FOOT - 4.2, LEFT - 1) - hole(10, 14, LEFT - 1, 9)


def four() -> Shape:
    left = polygon((LEFT, TOP), (LEFT + WEIGHT, TOP), (LEFT + WEIGHT, 12.4), (RIGHT, 12.4), (RIGHT, 16.6), (LEFT, 16.6))
    return left + box(RIGHT - 3.4, (TOP + FOOT) / 2, WEIGHT, FOOT - TOP)


def five() -> Shape:
    return placed(two(), 1, 0, 0, -1, 0, 24)


def six() -> Shape:
    return frame(*ALL) - hole(TOP + 4.2, 9.8, LEFT + WEIGHT, RIGHT + 1) - hole(13.8, FOOT - 4.2)


def seven() -> Shape:
    return polygon((LEFT, TOP), (RIGHT, TOP), (RIGHT, 6), (12.4, FOOT), (7.4, FOOT), (13.2, 5.2), (LEFT, 5.2))


def eight() -> Shape:
    return frame(*ALL) - hole(TOP + 4, 10.1) - hole(13.9, FOOT - 4)


def nine() -> Shape:
    return placed(six(), -1, 0, 0, -1, 24, 24)


DIGITS = (zero, one, two, three, four, five, six, seven, eight, nine)


def numeral(value: int) -> Shape:
    """A whole number of at most two digits."""
    tens, ones = divmod(value, 10)
    if not tens:
        return DIGITS[ones]()
    half = [placed(DIGITS[digit](), 0.86, 0, 0, 1, 1.68, 0) for digit in (tens, ones)]
    return moved(half[0], -6, 0) + moved(half[1], 6, 0)


def letter_x() -> Shape:
    stroke = polygon((3.6, TOP), (9, TOP), (20.4, FOOT), (15, FOOT))
    return stroke + placed(stroke, -1, 0, 0, 1, 24, 0)


def letter_y() -> Shape:
    arm = polygon((3.6, TOP), (8.8, TOP), (14.3, 13), (14.3, FOOT), (9.7, FOOT), (9.7, 14))
    return arm + placed(arm, -1, 0, 0, 1, 24, 0)


def letter_z() -> Shape:
    return polygon(
        (LEFT - 1, TOP), (RIGHT + 1, TOP), (RIGHT + 1, 5.6), (10.6, FOOT - 4.4), (RIGHT + 1, FOOT - 4.4),
        (RIGHT + 1, FOOT), (LEFT - 1, FOOT), (LEFT - 1, 18.4), (13.4, 5.4), (LEFT - 1, 5.4),
    )  # fmt: skip


def letter_a() -> Shape:
    outer = polygon(
        (9, TOP), (15, TOP), (20.4, FOOT), (15.6, FOOT), (14.6, 18.6), (9.4, 18.6), (8.4, FOOT), (3.6, FOOT)
    )
    return outer - polygon((12, 6), (13.8, 14.8), (10.2, 14.8))


def letter_b() -> Shape:
    return frame("tr", "br") - hole(TOP + 4, 10.1) - hole(13.9, FOOT - 4) - polygon((18.5, 10), (18.5, 14), (16.6, 12))


def letter_c() -> Shape:
    return frame(*ALL) - hole(TOP + 4.2, FOOT - 4.2) - hole(8.4, 15.6, 12, RIGHT + 1)


def letter_r() -> Shape:
    head = frame("tr") - hole(TOP + 4, 10.4) - box(14.3, 20, 9, 12)
    leg = polygon((10.4, 13), (15, 13), (19, FOOT), (14.2, FOOT))
    return head + leg + polygon((10, 12), (RIGHT, 12), (RIGHT, 12.6), (16.4, 14.4), (10, 14.4))


def letter_e() -> Shape:
    return frame("tl", "bl") - hole(TOP + 4, 10.1, LEFT + WEIGHT, 20) - hole(13.9, FOOT - 4, LEFT + WEIGHT, 20)


def letter_i() -> Shape:
    return united(box(12, 12, 4.8, 22), box(12, 3, 12, 4), box(12, 21, 12, 4))


def boosted(letter: Shape) -> Shape:
    """A letter with a plus at its upper right."""
    small = placed(letter, 0.78, 0, 0, 0.9, 0.6, 2.2)
    return small + bar((20, 1), (20, 10), w=2.9) + bar((15.5, 5.5), (24.4, 5.5), w=2.9)


def glyphs() -> dict[str, Shape]:
    """Every letter and numeral by the name of its icon."""
    letters = {"a": letter_a(), "b": letter_b(), "c": letter_c(), "r": letter_r()}
    found = {"x": letter_x(), "y": letter_y(), "z": letter_z(), **letters}
    found |= {f"{name}+1": boosted(letters[name]) for name in ("a", "b", "r")}
    return found | {f"n-{value}": numeral(value) for value in range(31)}
