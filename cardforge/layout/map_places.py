"""Arrange the places of a map: connected places close together, with few crossing lines.

Takes the number of places, the lines between them, and the available area; returns the centre of each place in mm.
Arithmetic only. Places go into the slots of a grid whose cells are larger than they are, so no two can overlap; which
place takes which slot is found by local search from several starting orders. It is deterministic: no random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import ceil, hypot
from typing import NamedTuple

from cardforge.core.units import Mm
from cardforge.layout.display import Point

Connection = tuple[int, int]  # from place to place, by their numbers

_CROSSED, _HIDDEN = 40.0, 60.0  # cost of two lines that cross, and of a line that runs through a place
_STRAY = 0.6  # cost of a place a whole sheet away from the middle
_FAR: Mm = 40.0  # between two places; further apart they no longer look like neighbours
_SPARE = 1.35  # slots per place, so that the search has a choice
_EFFORT = 2_000  # arrangements tried from each start
_BEGINNINGS = 12


class Room(NamedTuple):
    """The size of a map, and of each of its places."""

    width: Mm
    height: Mm
    place_width: Mm
    place_height: Mm

    @property
    def gap(self) -> Mm:
        """The minimum distance between two places."""
        return 0.4 * self.place_height

    @property
    def clear(self) -> Mm:
        """The minimum distance between a line and a place that it passes."""
        return 0.2 * self.place_height


def places(count: int, lines: Sequence[Connection], room: Room) -> list[Point] | None:
    """The centre of each place, or None if they do not all fit."""
    best: tuple[float, list[Point]] | None = None
    for slots in _grids(count, room):
        found = _Search(slots, count, lines, room).best(_EFFORT)
        if best is None or found[0] < best[0]:
            best = found
    return _spread(best[1], room) if best else None


def _spread(found: list[Point], room: Room) -> list[Point]:
    """Stretch a map over the whole area. Places only move apart, so no line gets closer to one."""
    spread = []
    for axis, whole, own in ((0, room.width, room.place_width), (1, room.height, room.place_height)):
        numbers = [point[axis] for point in found]
        low, high = min(numbers), max(numbers)
        factor = 1.0
        if high > low:
            steps = [after - before for before, after in pairwise(sorted(set(numbers)))]
            factor = min((whole - own) / (high - low), (own + _FAR) / min(steps))
        spread.append([whole / 2 + (number - (low + high) / 2) * max(factor, 1.0) for number in numbers])
    return [(round(x, 3), round(y, 3)) for x, y in zip(*spread, strict=True)]


def _grids(count: int, room: Room) -> Iterator[list[Point]]:
    """Grids with a few slots to spare, with straight and with shifted rows."""
    most_columns = int((room.width + room.gap) // (room.place_width + room.gap))
    most_rows = int((room.height + room.gap) // (room.place_height + room.gap))
    wanted = count if count <= 2 else ceil(count * _SPARE)
    sizes = [
        (columns, rows)
        for columns in range(1, most_columns + 1)
        for rows in [min(ceil(wanted / columns), most_rows)]
        if columns * rows >= count
    ]
    # Prefer cells with the proportions of a place and its gap: they spread best.
    shape = (room.place_width + room.gap) / (room.place_height + room.gap)
    sizes.sort(key=lambda size: abs((room.width / size[0]) / (room.height / size[1]) - shape))
    for columns, rows in sizes[:3]:
        yield [_slot(column, row, columns, rows, room, 0.0) for row in range(rows) for column in range(columns)]
        shift = min(0.25, (room.width / columns - room.place_width - room.gap) / 2 * columns / room.width)
        if columns > 1 and rows > 1 and shift > 0.05:
            yield [_slot(column, row, columns, rows, room, shift) for row in range(rows) for column in range(columns)]


def _slot(column: int, row: int, columns: int, rows: int, room: Room, shift: float) -> Point:
    """The centre of a slot; odd and even rows are shifted in opposite directions by a part of a cell."""
    side = shift if row % 2 else -shift
    return room.width * (column + 0.5 + side) / columns, room.height * (row + 0.5) / rows


class _Lane(NamedTuple):
    """A line between two slots. Sets of slots and lanes are bit masks, so that overlaps are counted quickly."""

    bit: int
    length: float  # squared, in cells: a long line costs more than two half as long
    hides: int  # mask of the slots that it runs through
    crosses: int  # mask of the lanes that it crosses


class _Search:
    """Searches for the best assignment of places to slots."""

    def __init__(self, slots: list[Point], count: int, lines: Sequence[Connection], room: Room) -> None:
        self._slots, self._count, self._room = slots, count, room
        self._lines = sorted({(min(line), max(line)) for line in lines if line[0] != line[1]})
        self._lanes: dict[Connection, _Lane] = {}
        middle = (room.width / 2, room.height / 2)
        self._strays = [_STRAY * hypot((x - middle[0]) / room.width, (y - middle[1]) / room.height) for x, y in slots]

    def best(self, effort: int) -> tuple[float, list[Point]]:
        """The cost and the places of the best map found."""
        cost, order = self._improved(list(range(len(self._slots))), effort)
        for number in range(_BEGINNINGS):
            new, other = self._improved(_beginning(len(self._slots), number), effort)
            if new < cost:
                cost, order = new, other
        return cost, [self._slots[slot] for slot in order[: self._count]]

    def _improved(self, order: list[int], effort: int) -> tuple[float, list[int]]:
        """Swap two slots, at least one of them taken, as long as that lowers the cost."""
        cost = self._cost(order)
        better = True
        while better and effort > 0:
            better = False
            for one in range(self._count):
                for other in range(one + 1, len(order)):
                    order[one], order[other] = order[other], order[one]
                    new = self._cost(order)
                    effort -= 1
                    if new < cost - 1e-9:
                        cost, better = new, True
                    else:
                        order[one], order[other] = order[other], order[one]
        return cost, order

    def _cost(self, order: list[int]) -> float:
        lanes = [self._lane(order[one], order[other]) for one, other in self._lines]
        taken = drawn = 0
        cost = 0.0
        for slot in order[: self._count]:
            taken |= 1 << slot
            cost += self._strays[slot]
        for lane in lanes:
            drawn |= lane.bit
        for lane in lanes:
            cost += lane.length
            if found := lane.hides & taken:
                cost += _HIDDEN * found.bit_count()
            if found := lane.crosses & drawn:
                cost += _CROSSED / 2 * found.bit_count()  # each crossing is counted twice
        return cost

    def _lane(self, one: int, other: int) -> _Lane:
        key = (one, other) if one < other else (other, one)
        found = self._lanes.get(key)
        if found is None:
            found = self._lanes[key] = self._made(*key)
        return found

    def _made(self, one: int, other: int) -> _Lane:
        slots, room = self._slots, self._room
        a, b = slots[one], slots[other]
        across = (b[0] - a[0]) / (room.place_width + room.gap)
        down = (b[1] - a[1]) / (room.place_height + room.gap)
        half = (room.place_width / 2 + room.clear, room.place_height / 2 + room.clear)
        hides = sum(1 << at for at, slot in enumerate(slots) if at not in (one, other) and passes(a, b, slot, *half))
        lanes = 0
        for bit, (first, last) in enumerate(combinations(range(len(slots)), 2)):
            # Lines that share an end do not cross.
            if not {one, other} & {first, last} and crosses(a, b, slots[first], slots[last]):
                lanes |= 1 << bit
        own = 1 << next(bit for bit, pair in enumerate(combinations(range(len(slots)), 2)) if pair == (one, other))
        return _Lane(own, across * across + down * down, hides, lanes)


def _beginning(count: int, number: int) -> list[int]:
    """A different order of all slots for every number, shuffled by a fixed pseudo-random sequence."""
    order = list(range(count))
    state = number * 7919 + 1
    for at in range(count - 1, 0, -1):
        state = (state * 1_103_515_245 + 12_345) % 2**31  # the generator of the example in the C standard
        other = (state >> 8) % (at + 1)
        order[at], order[other] = order[other], order[at]
    return order


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the line from a to b crosses the line from c to d."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def passes(a: Point, b: Point, middle: Point, width: Mm, height: Mm) -> bool:
    """Whether the line from a to b runs through a box, given by its centre and half its sides."""
    low, high = 0.0, 1.0
    for axis, half in ((0, width), (1, height)):
        start, along = a[axis] - middle[axis], b[axis] - a[axis]
        if abs(along) < 1e-12:
            if abs(start) > half:
                return False
            continue
        first, last = sorted(((-half - start) / along, (half - start) / along))
        low, high = max(low, first), min(high, last)
    return low < high
