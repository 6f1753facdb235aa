"""Read a regular expression into a program of small steps, for `regular.py` to run.

Letters, `.`, `[a-z]` and `[^a-z]`, `\\d \\w \\s` and their opposites, `^ $ \\b`, groups `( )` and `(?: )`, `|`, and the
repeats `? * + {m} {m,} {m,n}`, each of them also lazy (`+?`); `(?i)` at the start ignores capitals. Nothing looks back:
what is missing here is what makes other engines run for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

MOST_STEPS = 2_000  # of a program; `x{1000}` is a thousand copies of x
_MOST_DEEP = 40  # nested groups
_MOST_REPEATS = 1_000
_REPEATS = {"?": (0, 1), "*": (0, None), "+": (1, None)}
_ENDS = {"n": "\n", "t": "\t", "r": "\r"}


class Step(NamedTuple):
    """One step: read a character, go two ways, go on elsewhere, remember the place, or look at the place."""

    does: str  # read, split, go, save, start, end, edge, inside or found
    accepts: Callable[[str], bool] | None = None
    to: int = 0  # the next step; of a split, the preferred one
    other: int = 0


class ExpressionError(ValueError):
    """What is wrong with a regular expression."""


def _word(character: str) -> bool:
    return character.isalnum() or character == "_"


_CLASSES: dict[str, Callable[[str], bool]] = {"d": str.isdecimal, "w": _word, "s": str.isspace}


def program_of(pattern: str) -> tuple[tuple[Step, ...], int]:
    """The program of an expression, and the number of its groups."""
    reader = _Reader(pattern)
    reader.alternatives(0)
    if reader.at < len(reader.text):
        raise ExpressionError(f"`)` at character {reader.at + 1} closes nothing")
    reader.add(Step("found"))
    return tuple(reader.steps), reader.groups


class _Reader:
    def __init__(self, pattern: str) -> None:
        self.ignores_case = pattern.startswith("(?i)")
        self.text, self.at = pattern, 4 if self.ignores_case else 0
        self.steps: list[Step] = []
        self.groups = 0

    def add(self, step: Step) -> int:
        if len(self.steps) >= MOST_STEPS:
            raise ExpressionError(f"it has more than {MOST_STEPS:,} steps")
        self.steps.append(step)
        return len(self.steps) - 1

    def _next(self) -> str:
        return self.text[self.at : self.at + 1]

    def _take(self) -> str:
        character = self._next()
        if not character:
            raise ExpressionError("it ends too early")
        self.at += 1
        return character

    def alternatives(self, deep: int) -> None:
        """Alternatives with `|` between them."""
        if deep > _MOST_DEEP:
            raise ExpressionError(f"its groups are nested more than {_MOST_DEEP} levels deep")
        start = len(self.steps)
        self._sequence(deep)
        ends: list[int] = []
        while self._next() == "|":
            self.at += 1
            self._insert(start)
            ends.append(self.add(Step("go")))
            self.steps[start] = Step("split", to=start + 1, other=len(self.steps))
            start = len(self.steps)
            self._sequence(deep)
        for end in ends:
            self.steps[end] = Step("go", to=len(self.steps))

    def _sequence(self, deep: int) -> None:
        while self._next() not in ("", "|", ")"):
            start = len(self.steps)
            can_repeat = self._item(deep)
            least, most = self._repeat()
            if (least, most) == (1, 1):
                continue
            if not can_repeat:
                raise ExpressionError(f"nothing to repeat before character {self.at}")
            is_lazy = self._next() == "?"
            self.at += is_lazy
            self._repeated(start, least, most, is_lazy)

    def _repeat(self) -> tuple[int, int | None]:
        sign = self._next()
        if sign in _REPEATS and sign:
            self.at += 1
            return _REPEATS[sign]
        end = self.text.find("}", self.at)
        if sign != "{" or end < 0:
            return 1, 1
        first, comma, last = self.text[self.at + 1 : end].partition(",")
        if not (first.isdecimal() and first.isascii() and (not last or (last.isdecimal() and last.isascii()))):
            return 1, 1  # then the braces are letters
        self.at = end + 1
        least, most = int(first[:9]), int(last[:9]) if last else None if comma else int(first[:9])
        if max(least, most or 0) > _MOST_REPEATS or (most is not None and most < least):
            raise ExpressionError(f"`{{{first}{comma}{last}}}` repeats more than {_MOST_REPEATS:,} times, or backwards")
        return least, most

    def _repeated(self, start: int, least: int, most: int | None, is_lazy: bool) -> None:
        """Repeat the steps from `start` on."""
        copy = self.steps[start:]
        del self.steps[start:]
        for _ in range(least):
            self._again(copy, start)
        if most is None:
            split = self.add(Step("split"))
            self._again(copy, start)
            self.add(Step("go", to=split))
            self.steps[split] = self._split(split, is_lazy)
            return
        splits = []
        for _ in range(most - least):
            splits.append(self.add(Step("split")))
            self._again(copy, start)
        for split in splits:
            self.steps[split] = self._split(split, is_lazy)

    def _split(self, at: int, is_lazy: bool) -> Step:
        """Go into what follows or past the end, which is here."""
        into, past = at + 1, len(self.steps)
        return Step("split", to=past, other=into) if is_lazy else Step("split", to=into, other=past)

    def _again(self, copy: list[Step], start: int) -> None:
        """Add steps once more; their ways lead as far as before."""
        moved = len(self.steps) - start
        for step in copy:
            self.add(
                step
                if step.does not in ("split", "go")
                else step._replace(to=step.to + moved, other=step.other + moved)
            )

    def _insert(self, at: int) -> None:
        """Make room for a step."""
        self.add(Step("go"))
        moved = [
            each._replace(to=each.to + 1, other=each.other + 1) if each.does in ("split", "go") else each
            for each in self.steps[at:-1]
        ]
        self.steps[at:] = [Step("go"), *moved]

    def _item(self, deep: int) -> bool:
        """One thing; False if it cannot be repeated."""
        character = self._take()
        if character == "(":
            return self._group(deep)
        if character in "^$":
            self.add(Step("start" if character == "^" else "end"))
            return False
        if character in "*+?":
            raise ExpressionError(f"nothing to repeat before character {self.at}")
        if character == "\\" and self._next() in ("b", "B"):
            self.add(Step("edge" if self._take() == "b" else "inside"))
            return False
        accepts = (
            self._set() if character == "[" else self._escaped() if character == "\\" else
            (lambda seen: seen != "\n") if character == "." else self._letter(character)
        )  # fmt: skip
        self.add(Step("read", accepts))
        return True

    def _group(self, deep: int) -> bool:
        number = 0
        if self._next() == "?":
            if self.text[self.at : self.at + 2] != "?:":
                raise ExpressionError(f"`(?` at character {self.at}: only `(?:` is known, and `(?i)` at the start")
            self.at += 2
        else:
            self.groups += 1
            number = self.groups
            self.add(Step("save", to=2 * number))
        self.alternatives(deep + 1)
        if self._next() != ")":
            raise ExpressionError("a `(` is not closed")
        self.at += 1
        if number:
            self.add(Step("save", to=2 * number + 1))
        return True

    def _letter(self, letter: str) -> Callable[[str], bool]:
        if self.ignores_case:
            folded = letter.casefold()
            return lambda seen: seen.casefold() == folded
        return lambda seen: seen == letter

    def _escaped(self) -> Callable[[str], bool]:
        letter = self._take()
        if letter.lower() in _CLASSES:
            accepts = _CLASSES[letter.lower()]
            return accepts if letter.islower() else lambda seen: not accepts(seen)
        if letter.isalnum() and letter not in _ENDS:
            raise ExpressionError(f"`\\{letter}` is not known")
        return self._letter(_ENDS.get(letter, letter))

    def _set(self) -> Callable[[str], bool]:
        is_opposite = self._next() == "^"
        self.at += is_opposite
        parts: list[Callable[[str], bool]] = []
        while self._next() != "]" or not parts:
            letter = self._take()
            if letter == "\\" and self._next().lower() in _CLASSES:
                parts.append(self._escaped())
                continue
            if letter == "\\":
                taken = self._take()
                letter = _ENDS.get(taken, taken)
            last = letter
            if self._next() == "-" and self.text[self.at + 1 : self.at + 2] not in ("", "]"):
                self.at += 1
                last = self._take()
                last = self._take() if last == "\\" else last
                if last < letter:
                    raise ExpressionError(f"`{letter}-{last}` runs backwards")
            parts.append(self._between(letter, last))
        self.at += 1
        return lambda seen: any(accepts(seen) for accepts in parts) != is_opposite

    def _between(self, first: str, last: str) -> Callable[[str], bool]:
        if self.ignores_case:
            return lambda seen: any(first <= each <= last for each in (seen, seen.lower(), seen.upper()))
        return lambda seen: first <= seen <= last
