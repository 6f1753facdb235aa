"""Packing against trying every way, on thousands of small boards; and what it says when nothing fits."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardforge.check.host import packing_search
from cardforge.check.host.packing import packing

Piece = dict[str, Any]
Covered = frozenset[tuple[int, int]]

cell_sets = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=9)
small_cells = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4)
piece_of = st.builds(
    lambda cells, out, flip, turns: {
        "cells": {"in": [list(c) for c in sorted(cells - out)], "out": [list(c) for c in sorted(cells & out)]},
        "flip": flip,
        "turns": turns,
    },
    small_cells,
    st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=2),
    st.booleans(),
    st.sampled_from([[0, 1, 2, 3], [0, 2], [3]]),
)


def _covered(piece: Piece, place: list[Any]) -> frozenset[tuple[int, int, str]]:
    """The cells of a piece at a place, as docs/rules.md describes it: flip, turn clockwise, then move the corner."""
    x, y, turn, flip = place
    cells = [(a, b, ground) for ground, own in piece["cells"].items() for a, b in own]
    for _ in range(1 if flip else 0):
        cells = [(-a, b, ground) for a, b, ground in cells]
    for _ in range(turn):
        cells = [(-b, a, ground) for a, b, ground in cells]
    left, top = min(a for a, _, _ in cells), min(b for _, b, _ in cells)
    return frozenset((a - left + x, b - top + y, ground) for a, b, ground in cells)


def _ways(piece: Piece, board: frozenset[tuple[int, int, str]]) -> set[Covered]:
    flips = [False, True] if piece["flip"] else [False]
    tried = [
        _covered(piece, [x, y, turn, flip])
        for x in range(4)
        for y in range(4)
        for turn in piece["turns"]
        for flip in flips
    ]
    return {frozenset((x, y) for x, y, _ in each) for each in tried if each <= board}


def _fit(ways: list[set[Covered]], used: Covered = frozenset()) -> bool:
    """Whether pieces fit, by trying every way."""
    if not ways:
        return True
    return any(_fit(ways[1:], used | way) for way in ways[0] if not way & used)


def _small_board(inside: Covered, outside: Covered) -> dict[str, list[list[int]]]:
    return {"in": [list(c) for c in sorted(inside)], "out": [list(c) for c in sorted(outside - inside)]}


@settings(max_examples=1_000, deadline=None)
@given(cell_sets, cell_sets, st.lists(piece_of, max_size=4))
def test_pieces_fit_exactly_when_some_way_exists(inside: set[Any], outside: set[Any], pieces: list[Piece]) -> None:
    _assert_packed_as_by_trying(_small_board(frozenset(inside), frozenset(outside)), pieces)


def test_two_thousand_small_holds_are_packed_as_by_trying_every_way() -> None:
    draw = random.Random(11)  # noqa: S311 - a fixed sample
    fits = Counter(_assert_packed_as_by_trying(*_random_small_hold(draw)) for _ in range(2_000))

    assert min(fits[True], fits[False]) > 400


def _random_small_hold(draw: random.Random) -> tuple[dict[str, list[list[int]]], list[Piece]]:
    """Up to nine cells, some ground around them, and two to four pieces, which about fill them."""
    inside = {(x, y) for x in range(3) for y in range(3) if draw.random() < 0.8}
    outside = {(x, 3) for x in range(4) if draw.random() < 0.7}
    shapes = [["XX"], ["XXX"], ["XX", "X."], ["XX", "XX"], ["XX.", ".XX"], ["X"]]
    pieces = [_piece(*draw.choice(shapes), flip=draw.random() < 0.5) for _ in range(draw.randint(1, 3))]
    pieces = [{**piece, "cells": {"in": piece["cells"]["hold"]}, "turns": [0, 1, 2, 3]} for piece in pieces]
    if outside and draw.random() < 0.5:
        pieces.append({"cells": {"in": [[0, 0]], "out": [[0, 1], [1, 1]]}, "flip": True, "turns": [0, 1, 2, 3]})
    return _small_board(frozenset(inside), frozenset(outside)), pieces


def _assert_packed_as_by_trying(board: dict[str, list[list[int]]], pieces: list[Piece]) -> bool:
    """Compare an answer with that of trying every way; give back whether the pieces fit."""
    cells = frozenset((x, y, ground) for ground, own in board.items() for x, y in own)
    ways = [_ways(piece, cells) for piece in pieces]
    found = packing(board, pieces)

    assert found["fits"] == _fit(ways)
    placed = [(piece, place) for piece, place in zip(pieces, found["places"], strict=True) if place is not None]
    covered = [_covered(*each) for each in placed]
    assert all(each <= cells for each in covered)
    assert sum(map(len, covered)) == len(frozenset().union(*covered))
    assert all(place[2] in piece["turns"] and (piece["flip"] or not place[3]) for piece, place in placed)
    assert found["largest"]
    if found["fits"]:
        assert len(placed) == len(pieces)
        assert not found["why"]
        return True
    # The largest part: it fits, as shown, and no part with one more piece does.
    more = combinations(ways, len(placed) + 1)
    assert not any(_fit(list(part)) for part in more)
    # The pieces that clash do not fit, and would without any of them.
    clash = [ways[at] for at in found["clash"]]
    if clash:
        assert not _fit(clash)
        assert all(_fit(clash[:at] + clash[at + 1 :]) for at in range(len(clash)))
    for cell in found["cells"]:
        assert not any(tuple(cell) in way for own in ways for way in own)
    return False


def _rows(*rows: str, ground: str = "hold") -> dict[str, list[list[int]]]:
    return {ground: [[x, y] for y, row in enumerate(rows) for x, each in enumerate(row) if each in "#X"]}


def _piece(*rows: str, name: str = "", flip: bool = False) -> Piece:
    return {"cells": _rows(*rows), "flip": flip} | ({"name": name} if name else {})


ROUND = _rows(".##.", "####", "####", ".##.")


def test_a_place_is_the_corner_the_turn_and_the_flip() -> None:
    board = _rows("##.", ".##")

    assert packing(board, [_piece("XX.", ".XX")])["places"] == [[0, 0, 0, False]]
    assert packing(board, [_piece(".X", "XX", "X.")])["places"] == [[0, 0, 1, False]]
    assert packing(board, [_piece(".XX", "XX.")])["fits"] is False
    assert packing(board, [_piece(".XX", "XX.", flip=True)])["places"] == [[0, 0, 0, True]]


def test_cells_ask_for_their_ground() -> None:
    outside = [[x, y] for x in range(-3, 7) for y in range(-3, 7) if [x, y] not in ROUND["hold"]]
    plate = {"name": "plate", "cells": {"out": [[0, 0], [1, 0], [2, 0]], "hold": [[1, 1]]}}
    found = packing(ROUND | {"out": outside}, [plate])

    assert found["places"] == [[0, -1, 0, False]]  # its hold cell at [1, 0]
    assert packing(ROUND, [plate])["why"] == "the pieces cover 3 cells of `out`, the board has 0"


def test_equal_pieces_take_their_places_in_order() -> None:
    assert packing(_rows("####"), [_piece("XX"), _piece("X"), _piece("XX")])["fits"] is False
    found = packing(_rows("#####"), [_piece("XX", name="one"), _piece("X"), _piece("XX", name="two")])

    assert found["places"][0] < found["places"][2]


def test_too_little_room_is_counted() -> None:
    found = packing(_rows("###"), [_piece("XX"), _piece("XX")])

    assert found["why"] == "the pieces cover 4 cells of `hold`, the board has 3; without `2`, the rest fits"
    assert found["places"] == [[0, 0, 0, False], None]


def test_cells_that_no_piece_reaches_are_named() -> None:
    found = packing(_rows("##.#"), [_piece("XX", name="beam"), _piece("X", name="bar")])
    corner = packing(_rows("####", "...#", "#.##"), [_piece("XX")] * 4)

    assert found["fits"] is True
    assert corner["cells"] == [[0, 2]]
    assert corner["why"].startswith("the pieces cover 8 cells of `hold`, the board has 8, and no piece reaches [0, 2]")


def test_pieces_that_are_in_each_others_way_are_named() -> None:
    engine = _piece("XXXX", "X...", flip=True)
    found = packing(ROUND, [_piece("X", name="mod"), engine | {"name": "first"}, engine | {"name": "second"}])

    assert found["fits"] is False
    assert found["clash"] == [1, 2]
    assert found["why"] == "`first` and `second` do not fit together; without `second`, the rest fits"
    assert found["places"][2] is None


def test_a_piece_that_has_no_place_at_all_is_named() -> None:
    found = packing(ROUND, [_piece("XXXXX", name="mast"), _piece("XX")])

    assert found["clash"] == [0]
    assert found["why"] == "`mast` has no place, even alone"
    assert found["places"][0] is None
    assert found["places"][1] is not None


def test_a_search_that_is_too_long_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing_search, "NODE_LIMIT", 1)
    found = packing(_rows("####", "####"), [_piece("XX")] * 4)

    assert found["fits"] is None
    assert found["places"] == [None] * 4
    assert "did not show" in found["why"]


def test_an_explanation_that_is_too_long_still_says_that_nothing_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    board, pieces = _rows("####", "#..#", "####"), [_piece("XX", "XX")] + [_piece("X", "X")] * 3
    monkeypatch.setattr(packing_search, "NODE_LIMIT", 1)
    found = packing(board, [*pieces, _piece("XX.", ".XX")])

    assert found["fits"] is False
    assert found["largest"] is False
    assert any(place is not None for place in found["places"])


@pytest.mark.parametrize(
    ("board", "pieces", "said"),
    [
        ({"a": [[0, 0]], "b": [[0, 0]]}, [], r"duplicate cell \[0, 0\] on the board"),
        ({"a": [[x, 0] for x in range(601)]}, [], "601 cells, at most 600"),
        ({}, [{"cells": {"a": [[0, 0]]}}] * 61, "61 pieces, at most 60"),
        ({}, [{"name": "tin", "cells": {}}], "tin has no cells"),
        ({}, [{"cells": {"a": [[0, 0]], "b": [[0, 0]]}}], "a piece has a duplicate cell"),
        ({}, [{"cells": {"a": [[0, 0]]}, "turns": [4]}], r"no turns, allowed: \[0, 1, 2, 3\]"),
    ],
)
def test_what_is_no_board_or_piece_is_refused(board: Any, pieces: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        packing(board, pieces)


def _random_hold(draw: random.Random) -> tuple[dict[str, list[list[int]]], list[Piece]]:
    """A board of 9 to 22 connected cells and pieces that cover all of it, half of them reaching outside."""
    shapes = ["XXX", "XXX/X..", "XXXX/X...", "XX/X.", "XX/XX", "XX/XX/X.", "XXX/.X.", "XXX/.X./.X.", ".XX/XX."]
    shapes.append("X../XX./.XX")
    cells = {(0, 0)}
    wanted = draw.randint(9, 22)
    while len(cells) < wanted:
        x, y = draw.choice(sorted(cells))
        grown = cells | {(x + a, y + b) for a, b in [draw.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])]}
        if all(max(row) - min(row) < 6 for row in zip(*grown, strict=True)):
            cells = grown
    around = {(x + a, y + b) for x, y in cells for a in range(-3, 4) for b in range(-3, 4)} - cells
    left, pieces = wanted, []
    for _ in range(draw.randint(1, 2) if draw.random() < 0.5 else 0):
        connector = draw.choice([[1, 1], [0, 1]])
        pieces.append({"cells": {"out": [[0, 0], [1, 0], [2, 0]], "hold": [connector]}, "flip": draw.random() < 0.8})
        left -= 1
    while left >= 3:
        shape = draw.choice([each for each in shapes if each.count("X") <= left])
        pieces.append(_piece(*shape.split("/"), flip=draw.random() < 0.8))
        left -= shape.count("X")
    return {"hold": sorted(map(list, cells)), "out": sorted(map(list, around))}, pieces + [_piece("X")] * left


def test_full_holds_need_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count instead of a time: a tenth of the limit is enough, with the explanation."""
    monkeypatch.setattr(packing_search, "NODE_LIMIT", 20_000)
    draw = random.Random(7)  # noqa: S311 - a fixed sample
    found = [packing(*_random_hold(draw)) for _ in range(3_000)]

    assert {each["fits"] for each in found} == {True, False}
    assert all(each["largest"] for each in found)
