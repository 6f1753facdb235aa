"""Show problems that repeat as one: the first with its line, two more places, and how many others there are.

Two problems are the same if only the card, the numbers and the quoted words of the card differ. Of one code at most
fifty different problems are shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardforge.core.phrases import counted
from cardforge.core.problems import Problem

_PLACES = 3  # shown of a problem that repeats
_MOST_OF_A_CODE = 50
_CARD = r"^`([^`/]+/[^`]+)`"  # at the start of a message about a card
_VARYING = r"\(U\+[0-9A-F]+\)|\d[\d.,]*|“[^”]*”"
_SHOW = "`--every` shows all"


class Repeated(NamedTuple):
    """A problem to show, and a line about those that are not shown."""

    problem: Problem
    others: str = ""


def repeated(problems: Iterable[Problem]) -> Iterator[Repeated]:
    """The problems to show, in their order."""
    problems = list(problems)
    alike: dict[tuple[str, ...], list[int]] = {}
    for at, problem in enumerate(problems):
        alike.setdefault(_likeness(problem), []).append(at)
    different: Counter[str] = Counter()
    unshown: Counter[str] = Counter()  # beyond the first fifty of a code
    notes: dict[int, str] = {}
    last: dict[str, int] = {}  # the last one shown of each code
    for group in alike.values():
        code = problems[group[0]].code
        different[code] += 1
        if different[code] > _MOST_OF_A_CODE:
            unshown[code] += len(group)
        elif len(group) > _PLACES:
            notes[group[0]] = _others([problems[at] for at in group])
            last[code] = group[0]
        else:
            notes |= dict.fromkeys(group, "")
            last[code] = group[-1]
    for code, more in unshown.items():
        words = f"and {counted(more, f'other {code} problem')}; {_SHOW}"
        notes[last[code]] = "; ".join(filter(None, [notes[last[code]], words]))
    yield from (Repeated(problem, notes[at]) for at, problem in enumerate(problems) if at in notes)


def _likeness(problem: Problem) -> tuple[str, ...]:
    message = re.sub(_VARYING, "#", re.sub(_CARD, "#", problem.message))
    return problem.code, problem.severity, message, "" if re.match(_CARD, problem.message) else problem.where.path


def _others(group: list[Problem]) -> str:
    """Two more places, and how many cards or places there are besides."""
    first, *others = group
    if all(_place(each, first) == str(first.where) for each in others):
        return f"also {counted(len(others), 'more time')}; {_SHOW}"
    places = [_place(each, first) for each in others[: _PLACES - 1]]
    more = len(others) - len(places)
    cards = {card[1] for each in others if (card := re.match(_CARD, each.message))}
    what = counted(more, "other card") if len(cards) == len(others) else counted(more, "other place")
    return f"also {', '.join(places)}, and {'on' if cards else 'in'} {what}; {_SHOW}"


def _place(problem: Problem, first: Problem) -> str:
    card = re.match(_CARD, problem.message)
    if card and problem.where == first.where:
        return card[0]
    return f"{problem.where} ({card[0]})" if card else str(problem.where)
