"""Regular expressions whose time is bounded, whatever the expression and the text.

All ways through an expression are followed at once, character by character, so the work is at most the number of its
steps times the length of the text. Python's own engine can take longer than the world exists.
"""

from __future__ import annotations

from functools import lru_cache

from cardforge.check.host.expression import ExpressionError, Step, program_of

_MOST_WORK = 2_000_000  # steps times characters
_Places = tuple[int, ...]  # start and end of the match and of each group; -1 for none
_program = lru_cache(maxsize=200)(program_of)


def regex_find(pattern: str, text: str) -> list[list[str]]:
    """Every place where a regular expression matches: the words found, then those of each group."""
    if not isinstance(pattern, str) or not isinstance(text, str):
        raise TypeError("regex_find takes two texts: an expression, and the text to search")
    try:
        steps, groups = _program(pattern)
    except ExpressionError as error:
        raise ValueError(f"the expression `{pattern[:80]}` is wrong: {error}") from None
    if len(steps) * len(text) > _MOST_WORK:
        raise ValueError(f"the expression `{pattern[:80]}` is too long for a text of {len(text):,} characters")
    found: list[list[str]] = []
    at, work = 0, 0
    while at <= len(text):
        places, seen = _search(steps, 2 * groups + 2, text, at)
        work += seen * len(steps)
        if work > _MOST_WORK:
            raise ValueError(f"the expression `{pattern[:80]}` takes too long in a text of {len(text):,} characters")
        if places is None:
            break
        found.append(
            [text[places[way] : places[way + 1]] if places[way + 1] >= 0 else "" for way in range(0, len(places), 2)]
        )
        at = places[1] + (places[1] == places[0])
    return found


def _search(steps: tuple[Step, ...], size: int, text: str, start: int) -> tuple[_Places | None, int]:
    """The first match from a place on, of those at one place the preferred one, and how many characters were read."""
    best: _Places | None = None
    ways: list[tuple[int, _Places]] = []
    at = start
    while True:
        known: set[int] = set()
        reached: list[tuple[int, _Places]] = []
        for step, places in ways:
            _follow(steps, step, places, at, text, known, reached)
        if best is None:
            _follow(steps, 0, (at, *(-1,) * (size - 1)), at, text, known, reached)
        ways = []
        for step, places in reached:
            if steps[step].does == "found":
                best = (places[0], at, *places[2:])
                break  # the ways after it are preferred less
            accepts = steps[step].accepts
            if at < len(text) and accepts and accepts(text[at]):
                ways.append((step + 1, places))
        if at >= len(text) or (best is not None and not ways):
            return best, at - start + 1
        at += 1


def _follow(
    steps: tuple[Step, ...],
    first: int,
    given: _Places,
    at: int,
    text: str,
    known: set[int],
    reached: list[tuple[int, _Places]],
) -> None:
    """Go on without reading, to every step that reads or ends, in the order of preference."""
    waiting = [(first, given)]
    while waiting:
        number, places = waiting.pop()
        if number in known:
            continue
        known.add(number)
        step = steps[number]
        if step.does in ("read", "found"):
            reached.append((number, places))
        elif step.does == "go":
            waiting.append((step.to, places))
        elif step.does == "split":
            waiting += [(step.other, places), (step.to, places)]
        elif step.does == "save":
            waiting.append((number + 1, (*places[: step.to], at, *places[step.to + 1 :])))
        elif _holds(step.does, at, text):
            waiting.append((number + 1, places))


def _holds(what: str, at: int, text: str) -> bool:
    """Whether a place is the start or the end of the text, or the edge of a word."""
    if what in ("start", "end"):
        return at == (0 if what == "start" else len(text))
    sides = [0 <= each < len(text) and (text[each].isalnum() or text[each] == "_") for each in (at - 1, at)]
    return (sides[0] != sides[1]) == (what == "edge")
