"""Search a board for places of pieces that are made of square cells.

A set of cells is one integer with a bit for every cell of the board. The search is depth-first: what has the fewest
places left comes first, a piece or a cell that cannot stay empty. Cells that no remaining piece reaches count as lost
room, which ends most hopeless branches early.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

NODE_LIMIT = 200_000  # of one call of `packing`, with the search for an explanation: about two seconds
MAX_CELLS = 600
MAX_PIECES = 60
_TURNS = (0, 1, 2, 3)

Place = tuple[int, int, int, bool]  # x and y of the top left corner of its bounding box, quarter turns, flipped
_Shape = tuple[tuple[int, int, str], ...]  # x, y and the ground that the cell asks for, sorted


class Option(NamedTuple):
    """One way to put a piece onto the board."""

    mask: int  # the cells that it covers
    place: Place


class LimitReached(Exception):
    """The search is given up."""


class _Sort(NamedTuple):
    """Equal pieces that still need a place, and the places left for one of them."""

    number: int
    copies: int
    options: list[Option]


class Board:
    """A board and pieces for it; finds places for any of the pieces."""

    def __init__(self, grounds: Mapping[str, Sequence[Sequence[int]]], pieces: Sequence[Mapping[str, Any]]) -> None:
        self._bits = _bits_of(grounds)
        self.cells = [[x, y] for x, y in self._bits]
        self.grounds = {
            ground: sum(1 << self._bits[x, y][0] for x, y in cells) for ground, cells in sorted(grounds.items())
        }
        self._sorts: dict[tuple[tuple[int, bool, _Shape], ...], int] = {}
        self.sort_of: list[int] = []  # of each piece: equal pieces have the same
        self._options: list[list[Option]] = []  # of each sort
        self.asks: list[dict[str, int]] = []  # of each sort: the number of cells it needs of each ground
        self._left = NODE_LIMIT
        for piece in pieces:
            self.sort_of.append(self._sort(piece))

    def _sort(self, piece: Mapping[str, Any]) -> int:
        shapes = _turned(piece)
        key = tuple(shapes)
        if key not in self._sorts:
            self._sorts[key] = len(self._sorts)
            self._options.append([option for shape in shapes for option in self._places(*shape)])
            grounds = [ground for _, _, ground in shapes[0][2]]
            self.asks.append({ground: grounds.count(ground) for ground in sorted(set(grounds))})
        return self._sorts[key]

    def _places(self, turn: int, flip: bool, shape: _Shape) -> list[Option]:
        found = []
        first_x, first_y, first_ground = shape[0]
        for (at_x, at_y), (_, at_ground) in self._bits.items():
            if at_ground != first_ground:
                continue
            x, y, mask = at_x - first_x, at_y - first_y, 0
            for cell_x, cell_y, asked in shape:
                bit, ground = self._bits.get((x + cell_x, y + cell_y), (0, ""))
                if ground != asked:
                    break
                mask |= 1 << bit
            else:
                found.append(Option(mask, (x, y, turn, flip)))
        return found

    def reach(self, which: Sequence[int]) -> int:
        """Return the cells that any of the pieces can cover."""
        reached = 0
        for sort in {self.sort_of[at] for at in which}:
            for option in self._options[sort]:
                reached |= option.mask
        return reached

    def need(self, which: Sequence[int]) -> dict[str, int]:
        """Return how many cells of each ground the pieces cover."""
        total: dict[str, int] = {}
        for at in which:
            for ground, cells in self.asks[self.sort_of[at]].items():
                total[ground] = total.get(ground, 0) + cells
        return total

    def places(self, which: Sequence[int]) -> dict[int, Place] | None:
        """Return a place for each of the pieces, or None if they do not all fit; raise LimitReached."""
        need = self.need(which)
        if not need.keys() <= self.grounds.keys():
            return None
        sorts = [self.sort_of[at] for at in which]
        remaining = [_Sort(sort, sorts.count(sort), self._options[sort]) for sort in sorted(set(sorts))]
        spare = [(self.grounds[ground], self.grounds[ground].bit_count() - cells) for ground, cells in need.items()]
        found = self._search(remaining, spare, sum(self.grounds.values()))
        if found is None:
            return None
        # Equal pieces take their places in order.
        rows = {sort: sorted(self._options[sort].index(option) for at, option in found if at == sort) for sort in sorts}
        return {at: self._options[self.sort_of[at]][rows[self.sort_of[at]].pop(0)].place for at in which}

    def first_places(self, which: Sequence[int]) -> dict[int, Place]:
        """Return places of some of the pieces: each takes the first one that is free, in turn."""
        used, found = 0, {}
        for at in which:
            for mask, place in self._options[self.sort_of[at]]:
                if not mask & used:
                    used |= mask
                    found[at] = place
                    break
        return found

    def _search(
        self, remaining: list[_Sort], spare: list[tuple[int, int]], free: int
    ) -> list[tuple[int, Option]] | None:
        """Place all remaining pieces; `spare` has, for each ground, its cells and how many of them may stay empty."""
        if not remaining:
            return []
        self._left -= 1
        if self._left < 0:
            raise LimitReached
        fewest = min(remaining, key=lambda sort: len(sort.options) - sort.copies)
        branches = len(fewest.options) - fewest.copies + 1
        few, is_lost = _scarce(remaining, spare, free, branches)
        if is_lost or branches < 1:
            return None
        if few:
            cell = few & -few
            tried = [
                (sort, option, sort.options) for sort in remaining for option in sort.options if option.mask & cell
            ]
        else:
            tried = [(fewest, option, fewest.options[at:]) for at, option in enumerate(fewest.options[:branches], 1)]
        for sort, option, others in tried:
            after = _without(remaining, sort, others, option.mask)
            if after is not None:
                found = self._search(after, spare, free & ~option.mask)
                if found is not None:
                    return [(sort.number, option), *found]
        return None


def _scarce(remaining: list[_Sort], spare: list[tuple[int, int]], free: int, fewer_than: int) -> tuple[int, bool]:
    """Return the cells that must be covered and can be in one or two ways, and whether too much room is lost.

    Only cells with fewer ways than `fewer_than`: nothing is gained by looking at others.
    """
    one = two = three = 0  # cells that at least so many options cover
    for _, _, options in remaining:
        for mask, _ in options:
            three |= two & mask
            two |= one & mask
            one |= mask
    full = 0  # cells that cannot stay empty
    for ground, empty in spare:
        lost = (free & ground & ~one).bit_count()
        if lost > empty:
            return 0, True
        if lost == empty:
            full |= free & ground & one
    once, twice = full & ~two, full & ~three
    return (once if fewer_than > 1 else 0) or (twice if fewer_than > 2 else 0), False


def _without(remaining: list[_Sort], placed: _Sort, others: list[Option], mask: int) -> list[_Sort] | None:
    """Return what remains when one of a sort covers `mask`, or None if a piece has no place left."""
    after = []
    for sort in remaining:
        copies, options = sort.copies, sort.options
        if sort is placed:
            if copies == 1:
                continue
            copies, options = copies - 1, others
        options = [option for option in options if not option.mask & mask]
        if len(options) < copies:
            return None
        after.append(_Sort(sort.number, copies, options))
    return after


def _bits_of(grounds: Mapping[str, Sequence[Sequence[int]]]) -> dict[tuple[int, int], tuple[int, str]]:
    """Number the cells of a board, row by row, with the ground of each."""
    ground_of: dict[tuple[int, int], str] = {}
    for ground, cells in grounds.items():
        for x, y in cells:
            if (x, y) in ground_of:
                raise ValueError(f"duplicate cell [{x}, {y}] on the board")
            ground_of[x, y] = ground
    if len(ground_of) > MAX_CELLS:
        raise ValueError(f"a board of {len(ground_of)} cells, at most {MAX_CELLS} are allowed")
    in_rows = sorted(ground_of, key=lambda cell: (cell[1], cell[0]))
    return {cell: (bit, ground_of[cell]) for bit, cell in enumerate(in_rows)}


def _turned(piece: Mapping[str, Any]) -> list[tuple[int, bool, _Shape]]:
    """Return each different look of a piece: flipped first, then turned clockwise, its corner moved to [0, 0]."""
    cells = [(x, y, ground) for ground, own in piece.get("cells", {}).items() for x, y in own]
    if not cells:
        raise ValueError(f"{piece.get('name', 'a piece')} has no cells")
    if len({(x, y) for x, y, _ in cells}) < len(cells):
        raise ValueError(f"{piece.get('name', 'a piece')} has a duplicate cell")
    looks: dict[_Shape, tuple[int, bool, _Shape]] = {}
    for flip in (False, True) if piece.get("flip", False) else (False,):
        turned = [(-x, y, ground) if flip else (x, y, ground) for x, y, ground in cells]
        for turn in _TURNS:
            left, top = min(x for x, _, _ in turned), min(y for _, y, _ in turned)
            look = tuple(sorted((x - left, y - top, ground) for x, y, ground in turned))
            if turn in piece.get("turns", _TURNS):
                looks.setdefault(look, (turn, flip, look))
            turned = [(-y, x, ground) for x, y, ground in turned]
    if not looks:
        raise ValueError(f"{piece.get('name', 'a piece')} has no turns, allowed: {list(_TURNS)}")
    return list(looks.values())
