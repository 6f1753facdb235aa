"""The parts that icons are made of, and how a drawing becomes an SVG file with one filled path.

Takes shapes; gives path data, and keeps the drawings of a game by the names of their icons. Parts are combined as
sets (+ joins, - cuts, & keeps what both hold) and traced into outlines only when written, because opposite winding
alone cannot cut a hole that crosses an edge or lies where two parts overlap.

Grid: 24 x 24, y down, ink within 2..22 (points may reach 1 and 23). Angles are degrees clockwise from 12 o'clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import asin, atan2, ceil, cos, degrees, dist, hypot, pi, radians, sin
from operator import add
from pathlib import Path

Point = tuple[float, float]
Edge = tuple[Point, Point]
Loop = list[Point]

STROKE = 2.4  # the main line of every icon
GAP = 1.6  # the white line between two parts: still open at 4 mm
EDGE = 1.2  # how near a point of ink may come to the edge of the grid
SOFT = 0.5  # how far from a corner its rounding begins
CORNER = 20.0  # degrees of turn from which a vertex is a corner and not part of a curve
FLAT = 0.012  # how far a point may lie off the arc that replaces it
THIRD = 2 * pi / 3 + 1e-3  # the longest arc written at once: near a half turn, rounding would move its centre
SNAP = 5  # decimals at which two points are the same point
ASIDE = 1e-4  # how far beside an edge to look whether there is ink
SPECK = 0.05  # the area below which an outline is only the dust of rounding


@dataclass(frozen=True)
class Shape:
    """A set of points of the plane: the loops its border runs along, and whether a point is inside."""

    loops: tuple[Loop, ...]
    holds: Callable[[float, float], bool]

    def __add__(self, other: Shape) -> Shape:
        return Shape(self.loops + other.loops, lambda x, y: self.holds(x, y) or other.holds(x, y))

    def __sub__(self, other: Shape) -> Shape:
        return Shape(self.loops + other.loops, lambda x, y: self.holds(x, y) and not other.holds(x, y))

    def __and__(self, other: Shape) -> Shape:
        return Shape(self.loops + other.loops, lambda x, y: self.holds(x, y) and other.holds(x, y))


# --- Parts -------------------------------------------------------------------------------------------------------


def area(loop: Loop) -> float:
    """The area inside a loop, negative when it winds the other way."""
    return sum(x * v - u * y for (x, y), (u, v) in sides(loop)) / 2


def sides(loop: Loop) -> Iterator[Edge]:
    """The edges of a closed loop."""
    return zip(loop, loop[1:] + loop[:1], strict=True)


def filled(loop: Loop) -> Shape:
    """The inside of one closed loop."""
    loop = loop if area(loop) > 0 else loop[::-1]
    left, right = min(x for x, _ in loop), max(x for x, _ in loop)
    top, bottom = min(y for _, y in loop), max(y for _, y in loop)
    edges = [(a, b) for a, b in sides(loop) if a[1] != b[1]]

    def holds(x: float, y: float) -> bool:
        if not (left <= x <= right and top <= y <= bottom):
            return False
        winding = 0
        for (ax, ay), (bx, by) in edges:
            if (ay <= y) != (by <= y) and ax + (y - ay) * (bx - ax) / (by - ay) > x:
                winding += 1 if by > ay else -1
        return winding != 0

    return Shape((loop,), holds)


def polar(x: float, y: float, r: float, angle: float) -> Point:
    """The point at a distance and an angle from (x, y)."""
    return x + r * sin(radians(angle)), y - r * cos(radians(angle))


def swept(x: float, y: float, r: float, start: float, end: float) -> Loop:
    """Points along an arc, dense enough to be read back as an arc."""
    steps = max(2, ceil(abs(end - start) / 360 * 12 * ceil((7 + r) / 3)))
    return [polar(x, y, r, start + (end - start) * i / steps) for i in range(steps + 1)]


def rounded(corners: tuple[tuple[float, ...], ...], closed: bool) -> Loop:
    """The points of a line whose corners (x, y, radius) are rounded; without a radius they stay sharp."""
    points: Loop = []
    for i, (x, y, *more) in enumerate(corners):
        r = more[0] if more else 0.0
        if not r or (not closed and i in (0, len(corners) - 1)):
            points.append((x, y))
            continue
        before, after = corners[i - 1], corners[(i + 1) % len(corners)]
        a = atan2(before[1] - y, before[0] - x)
        b = atan2(after[1] - y, after[0] - x)
        half = ((b - a + pi) % (2 * pi) - pi) / 2
        reach = r / abs(sin(half))
        cx, cy = x + reach * cos(a + half), y + reach * sin(a + half)
        bend = (pi / 2 - abs(half)) * (1 if half > 0 else -1)
        middle = degrees(a + half) - 90  # the clock angle of the direction opposite the corner
        points += swept(cx, cy, r, middle + degrees(bend), middle - degrees(bend))
    return points


def polygon(*corners: tuple[float, ...]) -> Shape:
    """A closed figure; each corner is (x, y) or (x, y, radius)."""
    return filled(rounded(corners, closed=True))


def bar(*corners: tuple[float, ...], w: float = STROKE, round_ends: bool = False) -> Shape:
    """A line of width w through the corners; its ends are cut straight or made round."""
    line = rounded(corners, closed=False)
    shape = filled(offset(line, w / 2) + offset(line[::-1], w / 2))
    return shape + disc(*line[0], w / 2) + disc(*line[-1], w / 2) if round_ends else shape


def offset(line: Loop, by: float) -> Loop:
    """The line moved sideways, with mitred corners."""
    out: Loop = []
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by_) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        a, b = atan2(y - ay, x - ax), atan2(by_ - y, bx - x)
        a, b = (b, b) if i == 0 else (a, a) if i == len(line) - 1 else (a, b)
        half = ((b - a + pi) % (2 * pi) - pi) / 2
        reach = by / cos(half)
        out.append((x + reach * sin(a + half), y - reach * cos(a + half)))
    return out


def grown(shape: Shape, by: float = GAP) -> Shape:
    """A single part made larger all round: what to cut away so that the part stands free."""
    (loop,) = shape.loops
    return filled(offset([loop[-1], *loop, loop[0]], by)[1:-1])


def disc(x: float, y: float, r: float) -> Shape:
    """A full circle."""
    return filled(swept(x, y, r, 0, 360)[:-1])


def ring(x: float, y: float, r: float, w: float = STROKE) -> Shape:
    """A circle of outer radius r and line width w."""
    return disc(x, y, r) - disc(x, y, r - w)


def ellipse(x: float, y: float, rx: float, ry: float) -> Shape:
    """A full ellipse."""
    return filled([(x + (u - x) * rx / ry, v) for u, v in swept(x, y, ry, 0, 360)[:-1]])


def arc(x: float, y: float, r: float, start: float, end: float, w: float = STROKE) -> Shape:
    """Part of a ring of outer radius r."""
    return filled(swept(x, y, r, start, end) + swept(x, y, r - w, end, start))


def wedge(x: float, y: float, r: float, start: float, end: float) -> Shape:
    """A slice of a disc."""
    return filled([(x, y), *swept(x, y, r, start, end)])


def box(x: float, y: float, w: float, h: float, r: float = 0.0) -> Shape:
    """A rectangle about its centre (x, y)."""
    u, v = w / 2, h / 2
    return polygon((x - u, y - v, r), (x + u, y - v, r), (x + u, y + v, r), (x - u, y + v, r))


def ngon(x: float, y: float, r: float, n: int, angle: float = 0.0) -> Shape:
    """A regular polygon with one corner at the angle."""
    return filled([polar(x, y, r, angle + 360 * i / n) for i in range(n)])


def star(x: float, y: float, r: float, inner: float, n: int, angle: float = 0.0) -> Shape:
    """A star of n points with one point at the angle."""
    return filled([polar(x, y, inner if i % 2 else r, angle + 180 * i / n) for i in range(2 * n)])


def skin(*discs: tuple[float, float, float]) -> Shape:
    """The tight skin around some discs (x, y, r): capsules, drops, pins."""
    points = sorted(p for d in discs for p in disc(*d).loops[0])
    loop: Loop = []
    for run in (points, points[::-1]):
        start = len(loop)
        for x, y in run:
            while len(loop) >= start + 2:
                (ax, ay), (bx, by) = loop[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                loop.pop()
            loop.append((x, y))
        loop.pop()
    return filled(loop)


def placed(shape: Shape, xx: float, xy: float, yx: float, yy: float, dx: float, dy: float) -> Shape:
    """The shape under x' = xx x + xy y + dx, y' = yx x + yy y + dy."""
    det = xx * yy - xy * yx
    loops = tuple([(xx * x + xy * y + dx, yx * x + yy * y + dy) for x, y in loop] for loop in shape.loops)

    def holds(x: float, y: float) -> bool:
        u, v = x - dx, y - dy
        return shape.holds((yy * u - xy * v) / det, (xx * v - yx * u) / det)

    return Shape(loops, holds)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The shape shifted."""
    return placed(shape, 1, 0, 0, 1, dx, dy)


def turned(shape: Shape, angle: float, x: float = 12, y: float = 12) -> Shape:
    """The shape turned clockwise about (x, y)."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return placed(shape, c, -s, s, c, x - c * x + s * y, y - s * x - c * y)


def scaled(shape: Shape, by: float, x: float = 12, y: float = 12) -> Shape:
    """The shape made larger or smaller about (x, y)."""
    return placed(shape, by, 0, 0, by, x - by * x, y - by * y)


def flipped(shape: Shape) -> Shape:
    """The mirror image, left for right."""
    return placed(shape, -1, 0, 0, 1, 24, 0)


def both(shape: Shape) -> Shape:
    """The shape and its mirror image."""
    return shape + flipped(shape)


def around(shape: Shape, n: int, x: float = 12, y: float = 12) -> Shape:
    """The shape repeated n times about a point."""
    return united(*(turned(shape, 360 * i / n, x, y) for i in range(n)))


def united(*shapes: Shape) -> Shape:
    """All the shapes as one."""
    return reduce(add, shapes)


# --- Outlines ----------------------------------------------------------------------------------------------------


def outlines(shape: Shape) -> list[Loop]:
    """The border of a shape as closed loops with the ink always on the same side, so holes wind the other way."""
    edges = [edge for loop in shape.loops for edge in sides(loop)]
    border: set[Edge] = set()
    for edge in edges:
        cuts = sorted(cut for other in edges if other is not edge for cut in crossings(edge, other))
        points = [at(edge, t) for t in (0.0, *cuts, 1.0)]
        for p, q in pairwise(points):
            if p == q:
                continue
            length = dist(p, q)
            x, y = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
            sx, sy = (p[1] - q[1]) / length * ASIDE, (q[0] - p[0]) / length * ASIDE
            ink, other_side = shape.holds(x + sx, y + sy), shape.holds(x - sx, y - sy)
            if ink != other_side:
                border.add((p, q) if ink else (q, p))
    return [loop for loop in chained(border) if abs(area(loop)) > SPECK]


def at(edge: Edge, t: float) -> Point:
    """The point a part t of the way along an edge."""
    (ax, ay), (bx, by) = edge
    return round(ax + t * (bx - ax), SNAP), round(ay + t * (by - ay), SNAP)


def crossings(edge: Edge, other: Edge) -> Iterator[float]:
    """Where along an edge another one crosses it, touches it or begins to run along it (0 to 1)."""
    (ax, ay), (bx, by) = edge
    (cx, cy), (dx, dy) = other
    if max(ax, bx) < min(cx, dx) or max(cx, dx) < min(ax, bx) or max(ay, by) < min(cy, dy) or max(cy, dy) < min(ay, by):
        return
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    cross = ux * vy - uy * vx
    square = ux * ux + uy * uy
    if abs(cross) > 1e-9:
        t = ((cx - ax) * vy - (cy - ay) * vx) / cross
        s = ((cx - ax) * uy - (cy - ay) * ux) / cross
        if -1e-9 <= s <= 1 + 1e-9 and 0 < t < 1:
            yield t
    elif abs((cx - ax) * uy - (cy - ay) * ux) < 1e-6 * square**0.5:
        for x, y in other:
            t = ((x - ax) * ux + (y - ay) * uy) / square
            if 0 < t < 1:
                yield t


def chained(border: set[Edge]) -> Iterator[Loop]:
    """The edges joined end to end into closed loops."""
    follow: dict[Point, list[Point]] = {}
    for p, q in sorted(border):
        follow.setdefault(p, []).append(q)
    while follow:
        here = min(follow)
        loop: Loop = []
        while here in follow or (here := near(here, follow)) in follow:
            loop.append(here)
            here = follow[here].pop()
            if not follow[loop[-1]]:
                del follow[loop[-1]]
            if here == loop[0]:
                break
        yield loop


def near(here: Point, follow: dict[Point, list[Point]]) -> Point:
    """The point that rounding has parted from this one, if there is one."""
    return min((p for p in follow if dist(p, here) < 10 * ASIDE), key=lambda p: dist(p, here), default=here)


# --- Path data ---------------------------------------------------------------------------------------------------


def path_data(shape: Shape) -> str:
    """The outlines, set in the middle, with softened corners and curves given back as arcs."""
    return " ".join(part for loop in centred(outlines(shape)) for part in (*commands(loop), "Z"))


def centred(loops: list[Loop]) -> list[Loop]:
    """The drawing moved so that the middle of its box and its centre of gravity lie as far from the grid's middle."""
    shift = [0.0, 0.0]
    ink = sum(area(loop) for loop in loops)
    for axis in (0, 1):
        values = [p[axis] for loop in loops for p in loop]
        low, high = min(values), max(values)
        gravity = (
            sum((a[axis] + b[axis]) * (a[0] * b[1] - b[0] * a[1]) / 6 for loop in loops for a, b in sides(loop)) / ink
        )
        wish = 12 - ((low + high) / 2 + gravity) / 2
        shift[axis] = (
            min(max(wish, EDGE - low), 24 - EDGE - high) if high - low < 24 - 2 * EDGE else 12 - (low + high) / 2
        )
    return [[(x + shift[0], y + shift[1]) for x, y in loop] for loop in loops]


def commands(loop: Loop) -> Iterator[str]:
    """The path commands of one loop."""
    loop = [p for p, turn in zip(loop, turns(loop), strict=True) if abs(turn) > 0.3]
    corners = [i for i, turn in enumerate(turns(loop)) if abs(turn) > CORNER]
    if not corners:
        yield f"M{xy(loop[0])}"
        yield from stretch([*loop, loop[0]])
        return
    twice = loop + loop
    ends = [*corners[1:], corners[0] + len(loop)]
    lines = [twice[i : j + 1] for i, j in zip(corners, ends, strict=True)]
    lengths = [sum(map(dist, line, line[1:])) for line in lines]
    soft = [min(SOFT, 0.45 * lengths[k], 0.45 * lengths[k - 1]) for k in range(len(lines))]
    for k, line in enumerate(lines):
        after = soft[(k + 1) % len(lines)]
        trimmed = trim(trim(line, soft[k])[::-1], after)[::-1]
        yield f"M{xy(trimmed[0])}" if k == 0 else f"Q{xy(line[0])} {xy(trimmed[0])}"
        yield from stretch(trimmed)
    yield f"Q{xy(lines[0][0])} {xy(trim(lines[0], soft[0])[0])}"


def turns(loop: Loop) -> list[float]:
    """How far the line turns at each point, in degrees."""
    angles = [degrees(atan2(v - y, u - x)) for (x, y), (u, v) in sides(loop)]
    return [(b - a + 180) % 360 - 180 for a, b in zip(angles[-1:] + angles[:-1], angles, strict=True)]


def trim(line: Loop, length: float) -> Loop:
    """The line without its first stretch of that length."""
    for i, (a, b) in enumerate(pairwise(line)):
        step = dist(a, b)
        if length < step - 1e-6:
            t = length / step
            return [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])), *line[i + 1 :]]
        length -= step
    return line[-1:]


def stretch(line: Loop) -> Iterator[str]:
    """Commands from the first point of a line to its last: arcs where the points lie on one, else lines."""
    i = 0
    while i < len(line) - 1:
        j, best = i + 3, None
        while j < len(line) and (found := circle(line[i : j + 1])):
            j, best = j + 1, found
        if best:
            i, (r, sweep) = j - 1, best
            yield f"A{number(r)} {number(r)} 0 0 {sweep} {xy(line[i])}"
        else:
            i += 1
            yield f"L{xy(line[i])}"


def circle(points: Loop) -> tuple[float, int] | None:
    """Radius and SVG sweep flag of the arc (up to a third of a turn) that all these points lie on."""
    (ax, ay), (bx, by), (cx, cy) = points[0], points[len(points) // 2], points[-1]
    ux, uy, vx, vy = bx - ax, by - ay, cx - ax, cy - ay
    cross = 2 * (ux * vy - uy * vx)
    if abs(cross) < 1e-3:
        return None
    u, v = ux * ux + uy * uy, vx * vx + vy * vy
    x, y = (vy * u - uy * v) / cross, (ux * v - vx * u) / cross
    r = hypot(x, y)
    middle = (ax + x, ay + y)
    if any(dist(p, q) ** 2 > 16 * r * FLAT for p, q in pairwise(points)) or any(
        abs(dist(p, middle) - r) > FLAT for p in points
    ):
        return None
    if sum(2 * asin(dist(p, q) / 2 / r) for p, q in pairwise(points)) > THIRD:
        return None
    return r, int(cross > 0)


def xy(point: Point) -> str:
    """A point as path data."""
    return f"{number(point[0])} {number(point[1])}"


def number(value: float) -> str:
    """A number as path data: two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


# --- Icons -------------------------------------------------------------------------------------------------------

Drawing = Callable[[], Shape]


class Icons(dict[str, Drawing]):
    """The drawings of one game by the names of their icons."""

    def __init__(self, joint: str = "_") -> None:
        """`joint` is what joins the words in the name of an icon where a function has an underscore."""
        super().__init__()
        self.joint = joint

    def named(self, *names: str) -> Callable[[Drawing], Drawing]:
        """Mark a function as the drawing of the icons of these names."""

        def mark(draw: Drawing) -> Drawing:
            self.update(dict.fromkeys(names, draw))
            return draw

        return mark

    def of_its_name(self, draw: Drawing) -> Drawing:
        """Mark a function as the drawing of the icon of its own name."""
        self[draw.__name__.replace("_", self.joint)] = draw
        return draw


# --- Files -------------------------------------------------------------------------------------------------------


def write_icons(icons: Mapping[str, Drawing], folder: Path) -> None:
    """Write every icon into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in icons.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{path_data(draw())}"/></svg>\n'
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
