"""What the tables of a font (GSUB, GPOS) can do to letters side by side: what it joins, and where two do not tell all.

Takes the tables and the glyphs of some letters; gives what can happen to them when HarfBuzz shapes Latin text. With
that, a text of these letters can be put together from its pairs. What is not understood here counts as something that
can happen: a letter too many may be left to HarfBuzz, but none too few.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import chain, pairwise, product
from typing import NamedTuple

_SCRIPTS = (b"latn", b"DFLT", b"dflt")  # the first of them that a font has
# What HarfBuzz applies unasked to Latin text that runs from left to right.
_FEATURES = frozenset(
    b"rvrn ltra ltrm rand Harf HARF Buzz BUZZ abvm blwm ccmp locl mark mkmk rlig "
    b"calt clig curs dist kern liga rclt".split()
)
_OTHER_ENGINES = frozenset(("morx", "mort", "kerx"))  # with one of these HarfBuzz works as Apple does
_PASSES_LETTERS = 0x6  # flags of lookups that look past letters or ligatures
_NONE: Set[int] = frozenset()
TABLES = frozenset(("GSUB", "GPOS", "kern", *_OTHER_ENGINES))  # what has to be looked at


class Joined(NamedTuple):
    """Letters that become one glyph, and the glyphs they were."""

    letters: str
    glyph: int
    parts: tuple[int, ...]


@dataclass
class FontLookups:
    """What a font does with some letters."""

    joined: list[Joined] = field(default_factory=list)  # of two that begin alike, the one that HarfBuzz tries first
    unsure: set[int] = field(default_factory=set)  # glyphs that something may happen to
    unsure_pairs: set[tuple[int, int]] = field(default_factory=set)  # side by side, they may be a part of something


class _TooMuchError(Exception):
    """The font does what pairs cannot tell."""


class _Lookup(NamedTuple):
    """A step of shaping: its kind, its flags, and where its parts begin in the table."""

    kind: int
    flags: int
    parts: list[int]


class _Table:
    """GSUB or GPOS as bytes; an empty one does nothing."""

    def __init__(self, data: bytes, extension: int) -> None:
        self._data, self._extension = data, extension
        self.features: set[bytes] = set()
        if data and self.number(2) and any(self._read(10, 2)):
            raise _TooMuchError  # features that depend on the axes of a variable font
        self.lookups = [self._lookup(number) for number in sorted(self._numbers())] if data else []

    def number(self, at: int) -> int:
        return self._read(at, 1)[0]

    def _read(self, at: int, count: int) -> tuple[int, ...]:
        return struct.unpack_from(f">{count}H", self._data, at)

    def _offsets(self, at: int, base: int) -> list[int]:
        """A list of offsets, with their count before it, as places in the table."""
        return [base + offset for offset in self._read(at + 2, self.number(at))]

    def _tagged(self, at: int) -> list[tuple[bytes, int]]:
        """A list of tags, each with a place in the table."""
        records = (struct.unpack_from(">4sH", self._data, at + 2 + 6 * each) for each in range(self.number(at)))
        return [(tag, at + offset) for tag, offset in records]

    def _numbers(self) -> Iterator[int]:
        """The numbers of the lookups that HarfBuzz applies."""
        scripts = dict(reversed(self._tagged(self.number(4))))
        script = next((scripts[tag] for tag in _SCRIPTS if tag in scripts), 0)
        if not script or not self.number(script):
            return
        default = script + self.number(script)
        _, required, count = self._read(default, 3)
        wanted = {required, *self._read(default + 6, count)}
        for at, (tag, feature) in enumerate(self._tagged(self.number(6))):
            if at in wanted and (tag in _FEATURES or at == required):
                self.features.add(tag)
                yield from self._read(feature + 4, self.number(feature + 2))

    def _lookup(self, number: int) -> _Lookup:
        lookups = self.number(8)
        at = self._offsets(lookups, lookups)[number]
        kind, flags = self._read(at, 2)
        parts = self._offsets(at + 4, at)
        if kind == self._extension:
            kind = self.number(parts[0] + 2)
            parts = [part + int(struct.unpack_from(">I", self._data, part + 4)[0]) for part in parts]
        return _Lookup(kind, flags, parts)

    def first(self, part: int) -> list[int]:
        """The glyphs that a part of a lookup acts on, or on what begins with them."""
        return self._coverage(part + self.number(part + 2))

    def _coverage(self, at: int) -> list[int]:
        kind, count = self._read(at, 2)
        if kind == 1:
            return list(self._read(at + 4, count))
        ranges = [self._read(at + 4 + 6 * each, 2) for each in range(count)]
        return [glyph for first, last in ranges for glyph in range(first, last + 1)]

    def ligatures(self, part: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """The glyphs that are joined, and what they become, in the order that is tried."""
        for glyph, group in zip(self.first(part), self._offsets(part + 4, part), strict=True):
            for at in self._offsets(group, group):
                made, count = self._read(at, 2)
                yield (glyph, *self._read(at + 4, count - 1)), made

    def contexts(self, part: int, is_chained: bool, own: Set[int]) -> Iterator[list[Set[int]]]:
        """What a part acts on, glyph behind glyph: for each place, those of some glyphs that may stand there."""
        kind = self.number(part)
        if kind == 3:
            places = chain.from_iterable(self._rule(part + 2, is_chained, 0))
            yield [own & set(self._coverage(part + place)) for place in places]
            return
        firsts = self.first(part)
        if kind == 1:
            sides = [{glyph: {glyph} for glyph in own}] * 3
        else:
            sides = [self._classes(part, at, own) for at in ((4, 6, 8) if is_chained else (4, 4, 4))]
        rules = part + (4 if kind == 1 else 10 if is_chained else 6)
        for number, offset in enumerate(self._read(rules + 2, self.number(rules))):
            first = {firsts[number]} if kind == 1 else sides[1].get(number, _NONE) & set(firsts)
            for at in self._offsets(part + offset, part + offset) if offset else ():
                rule = self._rule(at, is_chained, 1)
                before, within, behind = (
                    [side.get(each, _NONE) for each in part] for side, part in zip(sides, rule, strict=True)
                )
                yield [*before, own & first, *within, *behind]

    def _rule(self, at: int, is_chained: bool, known: int) -> list[tuple[int, ...]]:
        """What stands before, within and behind a context, without the first ones within that are known already."""
        if not is_chained:
            return [(), self._read(at + 4, self.number(at) - known), ()]
        found = []
        for less in (0, known, 0):
            found.append(self._read(at + 2, self.number(at) - less))
            at += 2 + 2 * len(found[-1])
        return [found[0][::-1], *found[1:]]  # what stands before is told from the middle outwards

    def _classes(self, part: int, at: int, own: Set[int]) -> dict[int, set[int]]:
        """Some glyphs by their classes; those that are in none have the class 0."""
        offset = self.number(part + at)
        numbers: dict[int, int] = {}
        if offset and self.number(part + offset) == 1:
            first, count = self._read(part + offset + 2, 2)
            numbers = dict(enumerate(self._read(part + offset + 6, count), first))
        elif offset:
            for each in range(self.number(part + offset + 2)):
                first, last, number = self._read(part + offset + 4 + 6 * each, 3)
                numbers.update(dict.fromkeys(range(first, last + 1), number))
        found = {0: set(own - numbers.keys())}
        for glyph in own & numbers.keys():
            found.setdefault(numbers[glyph], set()).add(glyph)
        return found


def lookups_of(tables: Mapping[str, bytes], glyphs: Mapping[int, str], marks: Set[int]) -> FontLookups | None:
    """What a font does with the letters of some glyphs, those of marks among them; None where it cannot be told."""
    if not _OTHER_ENGINES.isdisjoint(tables):
        return None
    own, doings = dict(glyphs), FontLookups(unsure=glyphs.keys() & marks)
    try:
        _substitute(_Table(tables.get("GSUB", b""), 7), own, doings)
        places = _Table(tables.get("GPOS", b""), 9)
        if "kern" in tables and b"kern" not in places.features:
            return None  # the old table parts what it takes between both letters
        _position(places, own, doings)
        _pass_on(doings)
    except (_TooMuchError, struct.error, IndexError, ValueError):  # a torn table is HarfBuzz's to judge
        return None
    return doings


def _substitute(table: _Table, own: dict[int, str], doings: FontLookups) -> None:
    """Note what GSUB does, and know the letters of glyphs that are joined ones."""
    for lookup in table.lookups:
        kind, flags, parts = lookup
        if kind in (1, 2, 3, 8):  # a glyph becomes another, or several
            doings.unsure.update([glyph for part in parts for glyph in table.first(part) if glyph in own])
        elif kind in (5, 6):
            _note_contexts(table, lookup, kind == 6, own.keys(), doings)
        elif kind == 4:
            made = [each for part in parts for each in table.ligatures(part) if own.keys() >= set(each[0])]
            if made:
                _refuse(flags)
            if doings.joined:  # joins what has been joined
                doings.unsure_pairs.update([(first, second) for (first, second, *_), _ in made])
                continue
            doings.joined = [Joined("".join([own[part] for part in parts]), glyph, parts) for parts, glyph in made]
            for letters, glyph, _ in doings.joined:
                own.setdefault(glyph, letters)
        else:
            raise _TooMuchError


def _position(table: _Table, own: Mapping[int, str], doings: FontLookups) -> None:
    """Note what GPOS does beyond moving one letter away from the next."""
    for lookup in table.lookups:
        kind, flags, parts = lookup
        if kind in (7, 8):
            _note_contexts(table, lookup, kind == 8, own.keys(), doings)
        elif kind == 2:
            _refuse(flags)
            if any(table.number(part + 6) for part in parts):  # it moves the second, and then goes on behind it
                raise _TooMuchError
        elif kind == 3 and any(glyph in own for part in parts for glyph in table.first(part)):
            raise _TooMuchError
        # The others move a letter wherever it stands, or marks, of which there are none.


def _note_contexts(table: _Table, lookup: _Lookup, is_chained: bool, own: Set[int], doings: FontLookups) -> None:
    """Note what happens to glyphs among others; it needs every one of them."""
    for places in chain.from_iterable(table.contexts(part, is_chained, own) for part in lookup.parts):
        if not all(places):
            continue
        _refuse(lookup.flags)
        if len(places) == 1:
            doings.unsure |= places[0]
        else:
            rarest = min(pairwise(places), key=lambda pair: len(pair[0]) * len(pair[1]))
            doings.unsure_pairs.update(product(*rarest))


def _pass_on(doings: FontLookups) -> None:
    """What is unsure of letters is unsure of what they are joined to: it may happen before they are."""
    begins: dict[int, set[int]] = {}
    ends: dict[int, set[int]] = {}
    for _, glyph, parts in doings.joined:
        begins.setdefault(parts[0], set()).add(glyph)
        ends.setdefault(parts[-1], set()).add(glyph)
        if not doings.unsure.isdisjoint(parts) or not doings.unsure_pairs.isdisjoint(pairwise(parts)):
            doings.unsure.add(glyph)
    for first, second in list(doings.unsure_pairs):
        doings.unsure_pairs.update(product({first, *ends.get(first, ())}, {second, *begins.get(second, ())}))


def _refuse(flags: int) -> None:
    if flags & _PASSES_LETTERS:
        raise _TooMuchError
