"""Pack pieces made of square cells onto a board, or explain why they do not fit.

The answer is plain data. That a search found nothing proves nothing to a person, so the explanation names what a person
can check: too little room, or the few pieces that are in each other's way, and the largest part that fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from cardforge.check.host.packing_search import MAX_PIECES, NODE_LIMIT, Board, LimitReached, Place
from cardforge.core.phrases import counted, listed

_MAX_SETS = 2_000  # sets of pieces that are left out on trial, in search of the smallest


def packing(board: dict[str, list[list[int]]], pieces: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a place for each piece, or why there is none; see docs/rules.md."""
    if len(pieces) > MAX_PIECES:
        raise ValueError(f"{len(pieces)} pieces, at most {MAX_PIECES} are allowed")
    names = [str(piece.get("name", at)) for at, piece in enumerate(pieces, 1)]
    whole = tuple(range(len(pieces)))
    table = Board(board, pieces)
    try:
        found = table.places(whole)
    except LimitReached:
        why = f"{NODE_LIMIT:,} steps of the search did not show whether the pieces fit"
        return _answer(None, {}, whole, why, largest=False)
    if found is not None:
        return _answer(True, found, whole)
    part, is_largest = _largest_part(table, whole)
    cells: list[list[int]] = []
    why, clash = _room(table, whole), _homeless(table, whole)
    if not why and not clash:
        why, cells = _unreached(table, whole)
    if not why:
        clash = clash or _clash(table, whole)
        why = _clash_in_words([names[at] for at in clash], len(whole))
    if part and len(clash) != 1:
        why += f"; without {listed(names[at] for at in whole if at not in part)}, the rest fits"
    return _answer(False, part, whole, why, clash, cells, is_largest)


def _answer(
    fits: bool | None,
    found: dict[int, Place],
    whole: Sequence[int],
    why: str = "",
    clash: Sequence[int] = (),
    cells: Sequence[list[int]] = (),
    largest: bool = True,
) -> dict[str, Any]:
    return {
        "fits": fits,
        "places": [list(found[at]) if at in found else None for at in whole],
        "why": why,
        "clash": list(clash),
        "cells": list(cells),
        "largest": largest,
    }


def _room(table: Board, which: Sequence[int]) -> str:
    """Say which ground has too few cells; empty if there is room enough."""
    for ground, needed in sorted(table.need(which).items()):
        cells = table.grounds.get(ground, 0).bit_count()
        if needed > cells:
            return f"the pieces cover {counted(needed, 'cell')} of `{ground}`, the board has {cells}"
    return ""


def _homeless(table: Board, which: Sequence[int]) -> tuple[int, ...]:
    """Return the first piece that has no place on the empty board, if there is one."""
    return next(((at,) for at in which if not table.reach([at])), ())


def _unreached(table: Board, which: Sequence[int]) -> tuple[str, list[list[int]]]:
    """Name the cells that no piece reaches, if too few others are left."""
    reached = table.reach(which)
    for ground, needed in sorted(table.need(which).items()):
        cells = table.grounds[ground]
        if needed > (cells & reached).bit_count():
            lost = [cell for bit, cell in enumerate(table.cells) if (cells & ~reached) >> bit & 1]
            return (
                f"the pieces cover {counted(needed, 'cell')} of `{ground}`, the board has {cells.bit_count()}, "
                f"and no piece reaches {', '.join(f'[{x}, {y}]' for x, y in lost)}"
            ), lost
    return "", []


def _clash(table: Board, which: tuple[int, ...]) -> tuple[int, ...]:
    """Return pieces that do not fit together, as few as can be shown: without any of them, the others fit."""
    for at in reversed(which):
        fewer = tuple(each for each in which if each != at)
        try:
            if table.places(fewer) is None:
                which = fewer
        except LimitReached:
            break  # what is left does not fit, whether it can be made smaller or not
    return which


def _clash_in_words(names: list[str], of: int) -> str:
    if len(names) == 1:
        return f"`{names[0]}` has no place, even alone"
    if len(names) == of > 2:
        return f"the {of} pieces do not fit together"
    return f"{listed(names)} do not fit together"


def _largest_part(table: Board, which: tuple[int, ...]) -> tuple[dict[int, Place], bool]:
    """Place as many pieces as possible; and whether this is known to be the most."""
    try:
        for part in _parts(table, which):
            found = table.places(part)
            if found is not None:
                return found, True
    except LimitReached:
        pass
    return table.first_places(which), False


def _parts(table: Board, which: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """List the parts that have room enough, the largest first; of equal size, the one that covers most cells."""
    tried = 0
    for size in range(len(which) - 1, -1, -1):
        seen = set()
        rows = []
        for part in combinations(which, size):
            tried += 1
            if tried > _MAX_SETS:
                raise LimitReached
            sorts = tuple(sorted(table.sort_of[at] for at in part))
            if sorts not in seen and not _room(table, part):
                seen.add(sorts)
                rows.append((-sum(table.need(part).values()), part))
        yield from (part for _, part in sorted(rows))
