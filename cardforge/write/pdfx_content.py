"""Parse and rebuild content streams, and tell painting operators from those that only set state.

Takes and returns lists of operators. Only the operators of our own writer are supported; others are refused, because a
wrong guess would be printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

import pikepdf

Op = pikepdf.ContentStreamInstruction
Ops = list[Op]

PATH = frozenset({"m", "l", "c", "v", "y", "h", "re"})
FILLS = frozenset({"f", "F", "f*", "B", "B*", "b", "b*"})
STROKES = frozenset({"S", "s", "B", "B*", "b", "b*"})
PAINTS = FILLS | STROKES | {"n"}
SHOWS = frozenset({"Tj", "TJ", "'", '"'})
CLIPS = frozenset({"W", "W*"})
# State that lasts until the next Q. Opacity is not included: where it matters, everything up to it is rasterized.
_STATE = frozenset({"cm", "w", "J", "j", "M", "d", "i", "ri", "rg", "RG", "g", "G", "k", "K"})
_TEXT_STATE = frozenset({"Tf", "Tc", "Tw", "Tz", "TL", "Tr", "Ts"})


def op(name: str, *numbers: float | pikepdf.Object) -> Op:
    """Build one operator."""
    operands = [_number(each) if isinstance(each, (int, float)) else each for each in numbers]
    return Op(operands, pikepdf.Operator(name))


def parsed(content: pikepdf.Object) -> Ops:
    """The operators of a page or a form."""
    return [each for each in pikepdf.parse_content_stream(content) if isinstance(each, Op)]


def joined(ops: Sequence[Op]) -> bytes:
    """Operators as a content stream."""
    return pikepdf.unparse_content_stream(ops)


def name_of(each: Op) -> str:
    return str(each.operator)


def without_texts(ops: Iterable[Op]) -> Iterator[Op]:
    """The operators without text objects (BT to ET) and marked-content operators."""
    inside = False
    for each in ops:
        name = name_of(each)
        inside = inside or name == "BT"
        if not inside and name not in ("BDC", "BMC", "EMC"):
            yield each
        inside = inside and name != "ET"


def scene_of(ops: Iterable[Op]) -> tuple[Ops, int]:
    """The state-setting operators still in effect at the end, and the number of unmatched q."""
    levels: list[Ops] = [[]]
    path: Ops = []
    clips = False
    for each in ops:
        name = name_of(each)
        if name == "q":
            levels.append([each])
        elif name == "Q":
            levels.pop()
        elif name in PATH or name in CLIPS:
            path.append(each)
            clips = clips or name in CLIPS
        elif name in PAINTS:
            if clips:
                levels[-1] += [*path, op("n")]
            path, clips = [], False
        elif name in _STATE or name in _TEXT_STATE:
            levels[-1].append(each)
    return [each for level in levels for each in level], len(levels) - 1


def numbers(each: Op) -> list[float]:
    """The operands of an operator that takes only numbers."""
    return [float(operand) for operand in each.operands]


def _number(value: float) -> Decimal:
    text = f"{value:.4f}".rstrip("0").rstrip(".")  # PDF has no exponents
    return Decimal("0" if text in ("", "-0") else text)
